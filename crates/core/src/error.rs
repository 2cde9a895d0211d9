use thiserror::Error;

use crate::suggest::excerpt;

/// Why a move was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text is not a move of this game at all.
    #[error("cannot read `{text}` as a move: {expected}")]
    Unreadable {
        /// The text, shortened.
        text: String,
        /// How a move is written.
        expected: &'static str,
    },
    /// A move of this game, but not allowed in this position.
    #[error("`{text}` is not legal here: {why}")]
    Illegal {
        /// The move.
        text: String,
        /// Which rule it breaks, or which moves are allowed.
        why: String,
    },
    /// There are no moves after the end.
    #[error("`{text}` cannot be played: the game is over ({reason})")]
    Over {
        /// The move.
        text: String,
        /// The word for the ending.
        reason: &'static str,
    },
}

impl MoveError {
    /// The text is not a move; `expected` says how one is written.
    pub fn unreadable(text: &str, expected: &'static str) -> Self {
        MoveError::Unreadable { text: excerpt(text), expected }
    }
}

/// Why a position's text was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("bad position: {0}")]
pub struct PositionError(String);

impl PositionError {
    /// `what` says what is wrong and what is allowed, in one line.
    pub fn new(what: impl Into<String>) -> Self {
        PositionError(what.into())
    }

    /// What is wrong, without the words that say of what.
    pub fn what(&self) -> &str {
        &self.0
    }

    /// The part of the text called `field` has a wrong value.
    pub fn field(field: &str, value: &str, allowed: &str) -> Self {
        PositionError(format!("{field} is `{}`, expected {allowed}", excerpt(value)))
    }
}
