//! The players of the paper that Tile Sum comes from: Max looks at the whole
//! rest of the game, and Min plays at random.

use agon_core::{Game, History, Outcome, Player, Turn};
use agon_games::{TileSum, TileSumPosition};
use agon_search::{Agent, LeafValue, Limits, Minimax, Random, SearchError, Thought, Watch};

use super::{Preset, hide};

pub(super) const PRESETS: &[Preset] = &[Preset {
    game: "tilesum",
    name: "alphabeta-seed",
    meaning: "Max sees the whole game and thinks Min does too; Min plays at random",
    make: |params, settings| Ok(hide::<TileSum>(Seed::new(settings.seed), params.limits()?)),
}];

struct Seed {
    max: Minimax<WinOrLose>,
    min: Random,
}

impl Seed {
    fn new(seed: u64) -> Self {
        // Deeper than any game is long: Max makes at most 99 moves.
        Seed { max: Minimax::new(WinOrLose, 200), min: Random::new(seed) }
    }
}

impl Agent<TileSum> for Seed {
    fn think(
        &mut self,
        history: &History<TileSum>,
        limits: &Limits,
        watch: &mut Watch<'_, <TileSum as Game>::Move>,
    ) -> Result<Thought<<TileSum as Game>::Move>, SearchError> {
        match history.game().turn(history.position()) {
            Turn::Player(Player::Two) => self.min.think(history, limits, watch),
            _ => self.max.think(history, limits, watch),
        }
    }
}

/// Only the end of the game counts.
#[derive(Clone, Copy, Debug)]
struct WinOrLose;

impl LeafValue<TileSum> for WinOrLose {
    fn leaf(&self, _: &TileSum, _: &TileSumPosition, _: Player) -> i64 {
        0
    }

    fn decided(&self, outcome: Outcome, level: u32, searcher: Player) -> i64 {
        let size = 1000 - i64::from(level);
        if outcome.winner == Some(searcher) { size } else { -size }
    }
}
