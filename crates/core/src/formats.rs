use thiserror::Error;

use crate::{Game, GameInfo, Record};

/// A file format of a game other than Agon's own record.
#[derive(Debug)]
pub struct FormatInfo {
    /// The name by which it is asked for.
    pub name: &'static str,
    /// What it is, in a few words.
    pub meaning: &'static str,
}

/// Reads and writes a game's file formats other than Agon's own record: those
/// of [`GameInfo::formats`].
pub trait Formats<G: Game> {
    /// Reads a format. A warning about a file that is accepted nevertheless
    /// stands in the remark before the first move.
    fn import(&self, format: &str, text: &str) -> Result<Record, FormatError>;

    /// Writes a format; the record has been checked, and `position` is its last.
    fn export(&self, format: &str, record: &Record, position: &G::Position) -> Result<String, FormatError>;
}

/// Why a file of a foreign format was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormatError {
    /// The game has no such format.
    #[error("{game} has no format `{format}`; it has {known}")]
    Unknown {
        /// What was asked for.
        format: String,
        /// The game.
        game: &'static str,
        /// The formats there are.
        known: String,
    },
    /// The text is damaged.
    #[error("line {line}: {what}")]
    Damaged {
        /// Counted from 1.
        line: usize,
        /// What is wrong, and what was expected.
        what: String,
    },
    /// The format cannot hold this game.
    #[error("the format cannot hold this: {0}")]
    Unfit(String),
}

impl FormatError {
    /// The game has no such format.
    pub fn unknown(format: &str, info: &'static GameInfo) -> Self {
        let names: Vec<&str> = std::iter::once("agon").chain(info.formats.iter().map(|format| format.name)).collect();
        FormatError::Unknown { format: crate::suggest::excerpt(format), game: info.name, known: names.join(", ") }
    }

    /// Something is wrong on a line, counted from 1.
    pub fn damaged(line: usize, what: impl Into<String>) -> Self {
        FormatError::Damaged { line, what: what.into() }
    }
}
