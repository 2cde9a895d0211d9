//! The players of Tile Sum: the program of the paper that the game comes from, a
//! perfect player, and a friend, who wants both sides to reach the highest score: the
//! rules stay as they are, only the aim differs.

mod listing;

use agon_core::solver::Part;
use agon_core::{Evaluation, Game, History, Outcome, Player, Tracked, Turn};
use agon_games::{TileSum, TileSumEvaluation, TileSumMove, TileSumPosition};
use agon_search::{Agent, Info, LeafValue, Limits, Minimax, Random, SearchError, Thought, Watch};

use self::listing::Listing;
use crate::entry::{Entry, Preset};
use crate::level::Level;
use crate::{Cast, Offer, Params, SpecError};

/// What agents know of the game.
pub(super) static ENTRY: Entry<TileSum> = Entry { presets: PRESETS, levels: LEVELS, casts: CASTS, ..Entry::DEFAULT };

const PRESETS: &[Preset<TileSum>] = &[
    Preset {
        name: "alphabeta-seed",
        meaning: "the paper's program: looks for the highest score; Min plays at random (min=optimal: it searches too)",
        offer: None,
        make: |params, settings| {
            let mode = mode(params, Mode::Random)?;
            Ok((Box::new(Sides::new(Listing, mode, settings.seed)), params.limits()?))
        },
    },
    Preset {
        name: "perfect",
        meaning: "sees the whole game and wins whenever a win can be forced (min=random: Min plays at random)",
        offer: Some(Offer {
            title: "Perfect play",
            about: "Sees the whole game and wins whenever a win can be forced.",
            paper: false,
            strength: None,
        }),
        make: |params, settings| {
            let mode = mode(params, Mode::Optimal)?;
            let agent = Minimax::new(WinOrLose, WHOLE_GAME);
            Ok((Box::new(Sides::new(agent, mode, settings.seed)), params.limits()?))
        },
    },
    Preset {
        name: "friend",
        meaning: "plays either side so that both together reach the highest score",
        offer: None,
        make: |params, _| Ok((Box::new(Friend), params.limits()?)),
    },
];

/// Too small for ten.
const LEVELS: &[Level] = &[
    Level { nodes: 100, depth: 1, blur: 600, blind: 40 },
    Level { nodes: 1_000, depth: 2, blur: 300, blind: 22 },
    Level { nodes: 1_000_000, depth: 127, blur: 0, blind: 0 },
];

/// How Min can be played: the form of a new game offers these.
const CASTS: &[Cast] = &[
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
            let judged = -TileSumEvaluation::default().evaluate(game, &next, &());
            (game.with_help(&next), if mover == Player::One { judged } else { -judged }, *mv)
        };
        let moves = history.moves();
        let (.., mv) = moves.iter().map(worth).max().ok_or(SearchError::Chance)?;
        Ok(Thought { mv, info: Info { depth: 1, nodes: moves.len() as u64, pv: vec![mv], ..Info::default() } })
    }
}

/// Who plays Min.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Random,
    Optimal,
}

/// The parameter that says who plays Min.
fn mode(params: &mut Params, usual: Mode) -> Result<Mode, SpecError> {
    Ok(match params.word("min", &["random", "optimal"])? {
        Some("random") => Mode::Random,
        Some(_) => Mode::Optimal,
        None => usual,
    })
}

/// An agent whose Min may play at random instead.
struct Sides<A> {
    agent: A,
    mode: Mode,
    random: Random,
}

impl<A> Sides<A> {
    fn new(agent: A, mode: Mode, seed: u64) -> Self {
        Sides { agent, mode, random: Random::new(seed) }
    }
}

impl<A: Agent<TileSum>> Agent<TileSum> for Sides<A> {
    fn think(
        &mut self,
        history: &History<TileSum>,
        limits: &Limits,
        watch: &mut Watch<'_, TileSumMove>,
    ) -> Result<Thought<TileSumMove>, SearchError> {
        match history.game().turn(history.position()) {
            Turn::Player(Player::Two) if self.mode == Mode::Random => self.random.think(history, limits, watch),
            _ => self.agent.think(history, limits, watch),
        }
    }
}

/// Deeper than any game is long: Max makes at most 99 moves.
const WHOLE_GAME: u32 = 200;

/// Only the end of the game counts.
#[derive(Clone, Copy, Debug)]
struct WinOrLose;

impl LeafValue<TileSum> for WinOrLose {
    type State = ();

    fn state(&self, _: &TileSum, _: &TileSumPosition) {}

    fn leaf(&self, _: &TileSum, _: &Tracked<TileSumPosition, ()>, _: Player) -> i64 {
        0
    }

    fn decided(&self, outcome: Outcome, level: u32, searcher: Player) -> i64 {
        let size = 1000 - i64::from(level);
        if outcome.winner == Some(searcher) { size } else { -size }
    }
}
