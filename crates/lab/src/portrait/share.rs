use std::collections::HashSet;

use agon_core::Record;
use serde::Serialize;

use crate::stats::Z;

/// A part of a whole, with the 95 % interval of what it would be in endless
/// games.
///
/// The interval is Wilson's (1927): it stays within 0 and 1, and means
/// something after few games too. Draws count half a point; games with draws
/// scatter less than the interval takes them to, which makes it a little too
/// wide, never too narrow. Players who think play the same game again from
/// the same opening, which tells nothing new: such games count once in it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// The part.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// How many games it was found in.
    pub games: u64,
    /// How many of them are different, move by move.
    pub different: u64,
}

impl Share {
    /// So many points of so many games, each drawn anew; of none, all is possible.
    pub fn of(points: f64, games: u64) -> Self {
        Share::repeated(points, games, games)
    }

    /// What a player scored in these games, by its half points in each.
    pub(super) fn of_records(records: &[&Record], half_points: impl Fn(&Record) -> usize) -> Self {
        let points: usize = records.iter().map(|record| half_points(record)).sum();
        let moves = |record: &&Record| record.main.plies.iter().map(|ply| ply.mv.clone()).collect::<Vec<_>>();
        let different: HashSet<Vec<String>> = records.iter().map(moves).collect();
        Share::repeated(points as f64 / 2.0, records.len() as u64, different.len() as u64)
    }

    fn repeated(points: f64, games: u64, different: u64) -> Self {
        if games == 0 {
            return Share { value: 0.5, low: 0.0, high: 1.0, games, different };
        }
        let (n, z2) = (different as f64, Z * Z);
        let value = points / games as f64;
        let middle = (value + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = Z / (1.0 + z2 / n) * (value * (1.0 - value) / n + z2 / (4.0 * n * n)).sqrt();
        // Rounding must not push the ends past what was found.
        Share {
            value,
            low: (middle - half).clamp(0.0, value),
            high: (middle + half).clamp(value, 1.0),
            games,
            different,
        }
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Player;

    use super::*;
    use crate::tally::half_points;

    #[test]
    fn intervals_are_wilsons() {
        // Newcombe 1998, table I: 81 of 263, and 0 of 20, and 1 of 29.
        for (points, games, low, high) in
            [(81.0, 263, 0.2553, 0.3662), (0.0, 20, 0.0, 0.1611), (1.0, 29, 0.0061, 0.1718)]
        {
            let share = Share::of(points, games);
            assert!((share.low - low).abs() < 5e-5 && (share.high - high).abs() < 5e-5, "{share:?}");
            assert!(share.low <= share.value && share.value <= share.high);
        }
        assert_eq!(Share::of(0.0, 0), Share { value: 0.5, low: 0.0, high: 1.0, games: 0, different: 0 });
        assert!((1.0 - Share::of(7.0, 7).high).abs() < 1e-9);
    }

    #[test]
    fn games_that_are_the_same_count_once() {
        let record = |moves: &str| moves.parse::<Record>().unwrap();
        let (won, lost) = (record("1. u 0 1-0"), record("1. r 0 0-1"));
        let games = [&won, &won, &won, &lost];
        let share = Share::of_records(&games, |record| half_points(record.result, Player::One));
        assert!((share.value - 0.75).abs() < 1e-9 && (share.games, share.different) == (4, 2));
        let of_two = Share::of(1.5, 2);
        assert!((share.low - of_two.low).abs() < 1e-9 && (share.high - of_two.high).abs() < 1e-9);
    }
}
