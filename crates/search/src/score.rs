use std::fmt;

use agon_core::chance_of;

/// What a position is worth to the player to move: a judgement in hundredths
/// of a point, or a game that is won or lost in so many half moves.
///
/// Scores are plain numbers so that windows and tables stay simple: a win
/// counts [`Value::WIN`] less the half moves to it, so nearer wins are
/// worth more and nearer losses less.
pub type Score = i32;

/// The meaning of a [`Score`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Hundredths of a point.
    Points(i32),
    /// The player to move wins in so many half moves.
    Win(i32),
    /// The player to move loses in so many half moves.
    Loss(i32),
}

impl Value {
    /// A game won at once. More than any judgement, and any sum of them.
    pub const WIN: Score = 1_000_000;
    /// The longest win that is told from a judgement, in half moves.
    pub const LONGEST: i32 = 10_000;

    /// The score of a win in so many half moves.
    #[inline]
    pub const fn win(plies: i32) -> Score {
        Self::WIN - plies
    }

    /// The score of a loss in so many half moves.
    #[inline]
    pub const fn loss(plies: i32) -> Score {
        -Self::WIN + plies
    }

    /// Whether a score is a won or lost game.
    #[inline]
    pub const fn is_decided(score: Score) -> bool {
        score.abs() >= Self::WIN - Self::LONGEST
    }

    /// What a score means.
    pub const fn of(score: Score) -> Value {
        if !Self::is_decided(score) {
            Value::Points(score)
        } else if score > 0 {
            Value::Win(Self::WIN - score)
        } else {
            Value::Loss(Self::WIN + score)
        }
    }

    /// The chance, from 0 to 1, that the player to move wins.
    pub fn chance(self) -> f64 {
        match self {
            Value::Points(points) => chance_of(f64::from(points)),
            Value::Win(_) => 1.0,
            Value::Loss(_) => 0.0,
        }
    }

    /// As the engine protocol says it, with `lowerbound` or `upperbound` for
    /// the score where a win or loss may come sooner than it says.
    pub fn told(self, at_most: bool) -> String {
        match self {
            Value::Win(_) if at_most => format!("{self} lowerbound"),
            Value::Loss(_) if at_most => format!("{self} upperbound"),
            _ => self.to_string(),
        }
    }
}

impl fmt::Display for Value {
    /// As the engine protocol says it: `cp 35`, `mate 5`, `mate -4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Points(points) => write!(f, "cp {points}"),
            Value::Win(plies) => write!(f, "mate {plies}"),
            Value::Loss(plies) => write!(f, "mate -{plies}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearer_wins_are_worth_more_and_nearer_losses_less() {
        assert!(Value::win(3) > Value::win(5));
        assert!(Value::loss(3) < Value::loss(5));
        assert_eq!(Value::of(Value::win(7)), Value::Win(7));
        assert_eq!(Value::of(Value::loss(0)), Value::Loss(0));
        assert_eq!(Value::of(-35), Value::Points(-35));
        assert_eq!(Value::of(Value::loss(4)).to_string(), "mate -4");
    }

    #[test]
    fn a_win_that_may_come_sooner_is_worth_at_least_its_score() {
        assert_eq!(Value::Win(5).told(true), "mate 5 lowerbound");
        assert_eq!(Value::Loss(4).told(true), "mate -4 upperbound");
        assert_eq!(Value::Win(5).told(false), "mate 5");
        assert_eq!(Value::Points(30).told(true), "cp 30");
    }
}
