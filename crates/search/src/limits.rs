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

    /// These limits when so much of the time has passed already, as between a
    /// request and the search that answers it.
    #[must_use]
    pub fn after(self, passed: Duration) -> Limits {
        let left = |time: Duration| if time == Duration::MAX { time } else { time.saturating_sub(passed) };
        let clock = self.clock.map(|clock| Clock { left: PerPlayer(clock.left.0.map(left)), ..clock });
        Limits { time: self.time.map(left), clock, ..self }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_that_has_passed_is_gone() {
        let ms = Duration::from_millis;
        let clock = Clock { left: PerPlayer([ms(90), ms(20)]), increment: PerPlayer([ms(5); 2]) };
        let limits = Limits { time: Some(ms(50)), nodes: Some(7), clock: Some(clock), ..Limits::default() };
        let left = Clock { left: PerPlayer([ms(60), ms(0)]), ..clock };
        assert_eq!(limits.after(ms(30)), Limits { time: Some(ms(20)), clock: Some(left), ..limits });
        let endless = Limits { time: Some(Duration::MAX), ..Limits::default() };
        assert_eq!(endless.after(ms(30)), endless);
    }
}
