use std::fmt;

use agon_core::{PerPlayer, Player};
use agon_search::Value;
use serde::{Deserialize, Serialize};

use crate::ending::Ending;

/// When a game is ended before the rules end it; with nothing set, never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// A player that judges its own game this badly gives up.
    pub resign: Option<Threshold>,
    /// Where both judge the game this even, it is drawn.
    pub draw: Option<Threshold>,
    /// A game of this many half moves, the opening among them, is drawn.
    pub plies: Option<usize>,
    /// A win or loss that a player announces is looked for with at most this many nodes;
    /// if it is proven, the game is over.
    pub prove: Option<u64>,
}

/// A judgement that has to last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Threshold {
    /// In hundredths of a point, not below 0.
    pub score: i32,
    /// For how many moves of a player, one after another.
    pub moves: u32,
}

impl std::str::FromStr for Threshold {
    type Err = String;

    /// A score and a number of moves, as in `900,3`.
    fn from_str(text: &str) -> Result<Self, String> {
        let parse = || {
            let (score, moves) = text.split_once(',')?;
            let threshold = Threshold { score: score.trim().parse().ok()?, moves: moves.trim().parse().ok()? };
            (threshold.score >= 0 && threshold.moves > 0).then_some(threshold)
        };
        parse().ok_or_else(|| "it takes hundredths of a point and a number of moves, such as 900,3".to_string())
    }
}

impl fmt::Display for Threshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.score, self.moves)
    }
}

/// Watches the judgements of a game.
#[derive(Clone, Debug)]
pub(crate) struct Judge {
    rules: Adjudication,
    /// For how many moves each player has thought to be lost…
    lost: PerPlayer<u32>,
    /// …and the game to be even.
    even: PerPlayer<u32>,
}

impl Judge {
    pub fn new(rules: Adjudication) -> Self {
        Judge { rules, lost: PerPlayer::default(), even: PerPlayer::default() }
    }

    /// Hears what a player thinks of its own game after a move; a player that
    /// does not say neither gives up nor agrees.
    pub fn hear(&mut self, player: Player, judgement: Option<Value>) -> Option<Ending> {
        let score = judgement.map(|value| match value {
            Value::Points(points) => points,
            Value::Win(_) => Value::WIN,
            Value::Loss(_) => -Value::WIN,
        });
        let count = |so_far: u32, holds: bool| if holds { so_far + 1 } else { 0 };
        if let Some(resign) = self.rules.resign {
            self.lost[player] = count(self.lost[player], score.is_some_and(|score| score <= -resign.score));
            if self.lost[player] >= resign.moves {
                return Some(Ending::Resigned(player, score.unwrap_or_default()));
            }
        }
        if let Some(draw) = self.rules.draw {
            self.even[player] = count(self.even[player], score.is_some_and(|score| score.abs() <= draw.score));
            if self.even.0.iter().all(|moves| *moves >= draw.moves) {
                return Some(Ending::Drawn);
            }
        }
        None
    }

    /// Looks at the length of the game.
    pub fn measure(&self, plies: usize) -> Option<Ending> {
        self.rules.plies.filter(|most| plies >= *most).map(|_| Ending::TooLong(plies))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(resign: Option<&str>, draw: Option<&str>) -> Judge {
        let read = |text: Option<&str>| text.map(|text| text.parse().unwrap());
        Judge::new(Adjudication { resign: read(resign), draw: read(draw), plies: Some(9), prove: None })
    }

    #[test]
    fn only_a_lasting_judgement_counts() {
        let mut judge = judge(Some("500,2"), None);
        let bad = Some(Value::Points(-500));
        assert_eq!(judge.hear(Player::One, bad), None);
        assert_eq!(judge.hear(Player::Two, bad), None);
        assert_eq!(judge.hear(Player::One, Some(Value::Points(-499))), None);
        assert_eq!(judge.hear(Player::One, bad), None);
        assert_eq!(judge.hear(Player::Two, None), None);
        assert_eq!(judge.hear(Player::One, Some(Value::Loss(3))), Some(Ending::Resigned(Player::One, -Value::WIN)));
    }

    #[test]
    fn a_draw_needs_both() {
        let mut judge = judge(None, Some("10,2"));
        let even = Some(Value::Points(-10));
        for _ in 0..5 {
            assert_eq!(judge.hear(Player::One, even), None);
        }
        assert_eq!(judge.hear(Player::Two, even), None);
        assert_eq!(judge.hear(Player::Two, even), Some(Ending::Drawn));
    }

    #[test]
    fn length_is_measured_in_half_moves() {
        assert_eq!(judge(None, None).measure(8), None);
        assert_eq!(judge(None, None).measure(9), Some(Ending::TooLong(9)));
        for wrong in ["", "5", "5,0", "-5,1", "x,1", "5,1,1"] {
            assert!(wrong.parse::<Threshold>().is_err(), "{wrong}");
        }
    }
}
