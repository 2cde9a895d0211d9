use std::time::Duration;

use agon_core::PerPlayer;

/// How much an agent may think about a move. Whatever is reached first stops
/// it; with nothing set it thinks until it is told to stop, or knows all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time for this move.
    pub time: Option<Duration>,
    /// Moves made in the search.
    pub nodes: Option<u64>,
    /// Completed iterations, or half moves looked ahead.
    pub depth: Option<u32>,
    /// Playouts, for searches that play out.
    pub playouts: Option<u64>,
    /// The clocks of the game.
    pub clock: Option<Clock>,
}

impl Limits {
    /// Whether nothing is set.
    pub fn is_empty(&self) -> bool {
        *self == Limits::default()
    }

    /// These limits, and those of `other` where these are silent about thinking at all.
    #[must_use]
    pub fn or(self, other: Limits) -> Limits {
        if self.is_empty() { other } else { self }
    }
}

/// What the clocks of a game show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// What each player has left.
    pub left: PerPlayer<Duration>,
    /// What each player gets after each of its moves.
    pub increment: PerPlayer<Duration>,
}
