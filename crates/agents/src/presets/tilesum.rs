//! The players of the paper that Tile Sum comes from: Max looks at the whole
//! rest of the game, and Min plays at random. And a friend, who wants both sides
//! to reach the highest score: the rules stay as they are, only the aim differs.

use agon_core::{Evaluation, Game, History, Outcome, Part, Player, Turn};
use agon_games::{TileSum, TileSumEvaluation, TileSumMove, TileSumPosition};
use agon_search::{Agent, Info, LeafValue, Limits, Minimax, Random, SearchError, Thought, Watch};

use super::{Preset, hide};
use crate::Cast;

pub(super) const PRESETS: &[Preset] = &[
    Preset {
        game: "tilesum",
        name: "alphabeta-seed",
        meaning: "Max sees the whole game and thinks Min does too; Min plays at random",
        make: |params, settings| Ok(hide::<TileSum>(Seed::new(settings.seed), params.limits()?)),
    },
    Preset {
        game: "tilesum",
        name: "friend",
        meaning: "plays either side so that both together reach the highest score",
        make: |params, _| Ok(hide::<TileSum>(Friend, params.limits()?)),
    },
];

/// How Min can be played: the form of a new game offers these.
pub(super) const CASTS: &[Cast] = &[
    Cast {
        part: Part::Adversary,
        meaning: "Min wants you to fail, and fills the square with what hurts most.",
        options: &[("min", "adversary")],
        agent: None,
    },
    Cast {
        part: Part::Chance,
        meaning: "Nobody chooses: -1, 0 and +1 come up with a third each.",
        options: &[("min", "random")],
        agent: None,
    },
    Cast {
        part: Part::Friend,
        meaning: "Min helps you to the highest score that the two of you can reach.",
        options: &[("min", "adversary")],
        agent: Some("friend"),
    },
];

/// Plays for the highest score that both sides together can reach.
struct Friend;

impl Agent<TileSum> for Friend {
    fn think(
        &mut self,
        history: &History<TileSum>,
        _: &Limits,
        _: &mut Watch<'_, TileSumMove>,
    ) -> Result<Thought<TileSumMove>, SearchError> {
        if let Some(outcome) = history.outcome() {
            return Err(SearchError::Over(outcome));
        }
        let (game, position) = (history.game(), history.position());
        let Turn::Player(mover) = game.turn(position) else { return Err(SearchError::Chance) };
        let worth = |mv: &TileSumMove| {
            let mut next = *position;
            game.play(&mut next, *mv);
            // Where it takes too long to find out: what looks best for Max, and of fills the highest.
            let judged = -TileSumEvaluation::default().evaluate(game, &next);
            (game.with_help(&next), if mover == Player::One { judged } else { -judged }, *mv)
        };
        let moves = history.moves();
        let (.., mv) = moves.iter().map(worth).max().ok_or(SearchError::Chance)?;
        Ok(Thought { mv, info: Info { depth: 1, nodes: moves.len() as u64, pv: vec![mv], ..Info::default() } })
    }
}

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
