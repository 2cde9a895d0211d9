use serde::Serialize;

use crate::Player;

/// How a game ended: who won, if anybody, and the word for the rule by which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Outcome {
    /// The winner, or `None` for a draw.
    pub winner: Option<Player>,
    /// The word by which the rules call this ending; [`GameInfo::reasons`](crate::GameInfo::reasons) lists them.
    pub reason: &'static str,
}

impl Outcome {
    /// A win for `winner`.
    #[inline]
    pub const fn win(winner: Player, reason: &'static str) -> Self {
        Outcome { winner: Some(winner), reason }
    }

    /// A draw.
    #[inline]
    pub const fn draw(reason: &'static str) -> Self {
        Outcome { winner: None, reason }
    }

    /// The result as the engine protocol says it: `p1win`, `p2win` or `draw`.
    pub const fn word(self) -> &'static str {
        match self.winner {
            Some(Player::One) => "p1win",
            Some(Player::Two) => "p2win",
            None => "draw",
        }
    }
}
