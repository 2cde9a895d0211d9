use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use agon_agents::parse_time;
use agon_core::{PerPlayer, Player};
use agon_search::{Clock, Limits};
use serde::{Deserialize, Serialize};

/// How much the players of a game may think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Control {
    /// Limits of each move. Empty, with no clock either, for what the agents' own texts say.
    pub limits: Limits,
    /// The clock of each player for the whole game.
    pub clock: Option<GameClock>,
    /// How much later than its time an answer may come.
    pub margin: Duration,
}

/// A time for all moves of a player, and what each move adds to it; as text, `60s+0.5s`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameClock {
    /// What each player begins with.
    pub base: Duration,
    /// What each player gets after each of its moves.
    pub increment: Duration,
}

impl FromStr for GameClock {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0s"));
        match (parse_time(base.trim()), parse_time(increment.trim())) {
            (Some(base), Some(increment)) if !base.is_zero() => Ok(GameClock { base, increment }),
            _ => Err("it takes a time for the game and what each move adds, such as 60s+0.5s".to_string()),
        }
    }
}

impl fmt::Display for GameClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}s+{}s", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

impl Control {
    /// Whether nothing limits a move.
    pub fn is_empty(&self) -> bool {
        self.limits.is_empty() && self.clock.is_none()
    }

    /// The same with all times stretched by a factor; how late an answer may be stays.
    #[must_use]
    pub(crate) fn at_pace(self, pace: f64) -> Self {
        // A time that no clock can count is as good as one without an end.
        let stretch = |time: Duration| Duration::try_from_secs_f64(time.as_secs_f64() * pace).unwrap_or(Duration::MAX);
        let limits = Limits { time: self.limits.time.map(stretch), ..self.limits };
        let clock = self
            .clock
            .map(|GameClock { base, increment }| GameClock { base: stretch(base), increment: stretch(increment) });
        Control { limits, clock, ..self }
    }
}

impl fmt::Display for Control {
    /// What is set, as in `time=0.1s nodes=500`; nothing when nothing is.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Limits { time, nodes, depth, playouts, clock: _ } = self.limits;
        let parts = [
            time.map(|time| format!("time={}s", time.as_secs_f64())),
            nodes.map(|nodes| format!("nodes={nodes}")),
            depth.map(|depth| format!("depth={depth}")),
            playouts.map(|playouts| format!("playouts={playouts}")),
            self.clock.map(|clock| format!("clock={clock}")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }
}

/// The clocks of a game in progress.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clocks {
    control: Control,
    /// What each has left; of no meaning without a game clock.
    left: PerPlayer<Duration>,
}

impl Clocks {
    pub fn new(control: Control) -> Self {
        let base = control.clock.map_or(Duration::ZERO, |clock| clock.base);
        Clocks { control, left: PerPlayer([base; 2]) }
    }

    /// What the player to move is told.
    pub fn limits(&self) -> Limits {
        let clock =
            self.control.clock.map(|clock| Clock { left: self.left, increment: PerPlayer([clock.increment; 2]) });
        Limits { clock, ..self.control.limits }
    }

    /// After what time a player has lost; `None` when nothing counts its time.
    pub fn allowed(&self, player: Player) -> Option<Duration> {
        let clock = self.control.clock.map(|_| self.left[player]);
        let strictest = self.control.limits.time.into_iter().chain(clock).min()?;
        Some(strictest.saturating_add(self.control.margin))
    }

    /// Counts the time of a move that was in time.
    pub fn spend(&mut self, player: Player, time: Duration) {
        if let Some(clock) = self.control.clock {
            self.left[player] = self.left[player].saturating_sub(time).saturating_add(clock.increment);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn clocks_have_a_text() {
        let clock: GameClock = "100ms+0.001s".parse().unwrap();
        assert_eq!(clock, GameClock { base: ms(100), increment: ms(1) });
        assert_eq!(clock.to_string(), "0.1s+0.001s");
        assert_eq!("2m".parse(), Ok(GameClock { base: ms(120_000), increment: ms(0) }));
        for wrong in ["", "1", "0s+1s", "1s+", "1s+1", "1s+1s+1s"] {
            assert!(wrong.parse::<GameClock>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn each_player_has_a_clock() {
        let clock = Some(GameClock { base: ms(100), increment: ms(5) });
        let mut clocks = Clocks::new(Control { clock, margin: ms(1), ..Control::default() });
        clocks.spend(Player::One, ms(30));
        assert_eq!(clocks.allowed(Player::One), Some(ms(76)));
        assert_eq!(clocks.allowed(Player::Two), Some(ms(101)));
        assert_eq!(clocks.limits().clock.unwrap().left, PerPlayer([ms(75), ms(100)]));
        // What was late by less than the margin leaves nothing but the increment.
        clocks.spend(Player::One, ms(76));
        assert_eq!(clocks.allowed(Player::One), Some(ms(6)));
    }

    #[test]
    fn without_time_nothing_is_counted() {
        let limits = Limits { nodes: Some(10), ..Limits::default() };
        let clocks = Clocks::new(Control { limits, ..Control::default() });
        assert_eq!((clocks.allowed(Player::One), clocks.limits()), (None, limits));
    }
}
