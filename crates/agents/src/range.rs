//! The numbers that people choose, and what each may be. Arguments, agents' texts, files of
//! experiments and the protocol all check them here, so that they agree.

use std::thread;

use thiserror::Error;

/// A whole number that people choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// What it is called.
    pub name: &'static str,
    /// The smallest it may be.
    pub min: u64,
    /// The largest it may be.
    pub max: u64,
    /// What is added in brackets for whoever asks for more; may be empty.
    note: &'static str,
}

/// A number that is out of its range, or no number at all.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name} cannot be `{value}`: it takes {allowed}")]
pub struct RangeError {
    /// What the number is called.
    pub name: &'static str,
    /// What was given.
    pub value: String,
    /// What it takes.
    pub allowed: String,
}

/// Threads for each core above which they only get in each other's way.
const THREADS_A_CORE: usize = 4;
/// More games than anybody can play, and few enough that sums of them are exact.
const MOST_GAMES: u64 = if usize::BITS < 64 { 1_000_000_000 } else { 1_000_000_000_000_000 };
/// Where addresses have 32 bits, no larger table can be addressed safely.
const MOST_HASH: u64 = if usize::BITS < 64 { 1024 } else { 65_536 };

impl Range {
    /// Memory for tables. Whether the machine has as much is asked when it is taken.
    pub const HASH: Range = Range::new("hash", 1, MOST_HASH).with_note(" (megabytes)");
    /// Games of a match, a tournament or a run.
    pub const GAMES: Range = Range::new("games", 1, MOST_GAMES);
    /// Games played at a time.
    pub const CONCURRENCY: Range = Range::new("concurrency", 1, 256);
    /// Random plies that open a game.
    pub const OPENINGS: Range = Range::new("openings", 0, 1000);
    /// Plies after which a game is given up.
    pub const PLIES: Range = Range::new("max_plies", 1, 1_000_000);
    /// Plies for which self-play draws its moves.
    pub const EXPLORE: Range = Range::new("explore", 0, 1_000_000);
    /// Moves made in a search.
    pub const NODES: Range = Range::new("nodes", 1, u64::MAX);
    /// Games played out in a search.
    pub const PLAYOUTS: Range = Range::new("playouts", 1, u64::MAX);
    /// How deep a search goes.
    pub const DEPTH: Range = Range::new("depth", 1, 1000);
    /// Plies of the lines that are counted.
    pub const PERFT: Range = Range::new("depth", 0, 1000);
    /// Best lines that a search tells.
    pub const LINES: Range = Range::new("lines", 1, 100);
    /// How even an opening is to be, in hundredths of a point.
    pub const BALANCE: Range = Range::new("balance", 0, u16::MAX as u64);
    /// Plies of a record that are shown.
    pub const REPLAY: Range = Range::new("plies", 0, u32::MAX as u64);
    /// What randomness follows from.
    pub const SEED: Range = Range::new("seed", 0, u64::MAX);
    /// Random positions that are searched.
    pub const RANDOM: Range = Range::new("random", 0, 1_000_000);
    /// Positions that the log of a search keeps.
    pub const TRACE: Range = Range::new("trace-nodes", 1, 10_000_000);
    /// Positions of an opening book.
    pub const POSITIONS: Range = Range::new("positions", 1, 1_000_000);
    /// Nodes of a search for a proof.
    pub const PROVE: Range = Range::new("prove", 1, u64::MAX);

    /// A number from `min` to `max`.
    pub const fn new(name: &'static str, min: u64, max: u64) -> Self {
        Range { name, min, max, note: "" }
    }

    const fn with_note(self, note: &'static str) -> Self {
        Range { note, ..self }
    }

    /// Threads of a search: at most four for each core of this machine, and one where there
    /// are no threads.
    pub fn threads() -> Self {
        let most = if cfg!(target_family = "wasm") {
            1
        } else {
            thread::available_parallelism().map_or(1, usize::from).saturating_mul(THREADS_A_CORE)
        };
        Range::new("threads", 1, most as u64).with_note(" (four a core)")
    }

    /// What it takes, for a message.
    pub fn allowed(&self) -> String {
        let Range { min, max, note, .. } = self;
        format!("a whole number from {min} to {max}{note}")
    }

    /// The number, if it is in the range.
    pub fn check<T: TryInto<u64> + Copy + std::fmt::Display>(&self, number: T) -> Result<T, RangeError> {
        match number.try_into() {
            Ok(wide) if (self.min..=self.max).contains(&wide) => Ok(number),
            _ => Err(self.error(&number.to_string())),
        }
    }

    /// Whether all of these numbers are in the range.
    pub fn check_all<T: TryInto<u64> + Copy + std::fmt::Display>(
        &self,
        numbers: impl IntoIterator<Item = T>,
    ) -> Result<(), RangeError> {
        numbers.into_iter().try_for_each(|number| self.check(number).map(drop))
    }

    /// The number that a text gives, if it is in the range.
    pub fn parse<T: TryFrom<u64>>(&self, text: &str) -> Result<T, RangeError> {
        let number = text.parse().ok().filter(|number| (self.min..=self.max).contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| self.error(text))
    }

    fn error(&self, value: &str) -> RangeError {
        RangeError { name: self.name, value: crate::spec::short(value), allowed: self.allowed() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_in_the_range_is_taken() {
        assert_eq!(Range::HASH.parse::<usize>("1"), Ok(1));
        assert_eq!(Range::HASH.check(16usize), Ok(16));
        for wrong in ["0", "65537", "18446744073709551616", "-1", "", "1.5", "many"] {
            let told = Range::HASH.parse::<u32>(wrong).unwrap_err().to_string();
            assert_eq!(told, format!("hash cannot be `{wrong}`: it takes a whole number from 1 to 65536 (megabytes)"));
        }
        assert!(Range::NODES.parse::<u64>("18446744073709551615").is_ok());
        assert!(Range::NODES.parse::<u32>("4294967296").is_err(), "it does not fit");
        assert!(Range::OPENINGS.check(0u32).is_ok() && Range::GAMES.check(0u64).is_err());
    }

    #[test]
    fn threads_are_bounded_by_the_machine() {
        let cores = thread::available_parallelism().map_or(1, usize::from) as u64;
        assert_eq!(Range::threads().max, 4 * cores);
        assert!(Range::threads().check(4 * cores + 1).is_err());
    }
}
