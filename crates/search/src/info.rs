use std::time::Duration;

use crate::Score;

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Info<M> {
    /// Completed iterations, or the depth of the tree where there are none.
    pub depth: u32,
    /// The deepest line looked at.
    pub seldepth: u32,
    /// Moves made.
    pub nodes: u64,
    /// Games played out.
    pub playouts: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// What the position is worth to the player to move.
    pub score: Score,
    /// Whether the score is a win or loss that may come sooner than it says:
    /// the search proved it, but did not rule out all shorter ones.
    pub at_most: bool,
    /// The line that both sides would play, as far as it is known.
    pub pv: Vec<M>,
    /// The best lines, each with another first move, best first; empty where a search does not keep them.
    pub lines: Vec<Variation<M>>,
    /// What is known of each move, best first; empty where a search knows only of the best.
    pub root: Vec<RootMove<M>>,
}

impl<M> Default for Info<M> {
    fn default() -> Self {
        Info {
            depth: 0,
            seldepth: 0,
            nodes: 0,
            playouts: 0,
            time: Duration::ZERO,
            hashfull: 0,
            score: 0,
            at_most: false,
            pv: Vec::new(),
            lines: Vec::new(),
            root: Vec::new(),
        }
    }
}

impl<M> Info<M> {
    /// Moves made a second.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// A line and what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation<M> {
    /// What it is worth to the player to move: as exact as that of the best move.
    pub score: Score,
    /// Whether that is a win or loss that may come sooner than it says.
    pub at_most: bool,
    /// The line; never empty.
    pub pv: Vec<M>,
}

/// What a search knows of one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// How often it was looked into, for searches that count.
    pub visits: u64,
    /// What it is worth to the player to move.
    pub score: Score,
}

/// The move that an agent chose, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought<M> {
    /// The move.
    pub mv: M,
    /// What it had found at the end.
    pub info: Info<M>,
}
