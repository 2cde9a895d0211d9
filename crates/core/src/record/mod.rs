//! A game as text: tags, numbered moves, comments, variations. The form is
//! that of PGN, with the moves of whatever game it is.

mod parse;
mod print;
mod records;
mod remark;
mod replay;

use std::fmt;

use thiserror::Error;

pub use parse::without_mark;
pub use records::{Placed as PlacedRecord, Records, RecordsError};
pub use remark::{Eval, Remark};

use crate::{MoveError, OptionError, Player, PositionError};

/// A game as it was played, in text; [`replay`](Record::replay) turns it into
/// positions again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Names and values in the order of the file, the result excepted.
    tags: Vec<(String, String)>,
    /// What was played.
    pub main: Line,
    /// How it ended.
    pub result: GameResult,
}

/// Moves that follow one another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// What is said before the first move.
    pub remark: Remark,
    /// The moves.
    pub plies: Vec<Ply>,
}

/// One ply of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ply {
    /// The move as text.
    pub mv: String,
    /// Annotation glyphs by their PGN number (1 good, 2 mistake, 4 blunder…).
    pub glyphs: Vec<u8>,
    /// What is said after the move.
    pub remark: Remark,
    /// What could have been played instead of this move.
    pub variations: Vec<Line>,
}

impl Ply {
    /// A bare move.
    pub fn new(mv: impl Into<String>) -> Self {
        Ply { mv: mv.into(), ..Ply::default() }
    }
}

/// The result of a record, from player 1's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameResult {
    /// `1-0`
    FirstWins,
    /// `0-1`
    SecondWins,
    /// `1/2-1/2`
    Draw,
    /// `*`
    #[default]
    Unfinished,
}

impl GameResult {
    /// Each result with its text.
    const TEXTS: [(GameResult, &'static str); 4] = [
        (GameResult::FirstWins, "1-0"),
        (GameResult::SecondWins, "0-1"),
        (GameResult::Draw, "1/2-1/2"),
        (GameResult::Unfinished, "*"),
    ];

    /// The result of a finished game.
    pub fn of(winner: Option<Player>) -> Self {
        match winner {
            Some(Player::One) => GameResult::FirstWins,
            Some(Player::Two) => GameResult::SecondWins,
            None => GameResult::Draw,
        }
    }

    /// Reads a result as a record writes it.
    pub fn parse(text: &str) -> Option<Self> {
        Self::TEXTS.iter().find(|(_, known)| *known == text).map(|(result, _)| *result)
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, text) = Self::TEXTS.iter().find(|(result, _)| result == self).unwrap_or(&Self::TEXTS[3]);
        f.write_str(text)
    }
}

impl Record {
    /// The tags that every record has a place for, in the order they are written.
    pub const TAGS: [&'static str; 7] = ["Game", "Options", "First", "Second", "Result", "Termination", "Date"];
    /// The tag that holds the position a game began from, when it is not the usual one.
    pub const POSITION: &'static str = "Position";

    /// A record without tags.
    pub fn new(main: Line, result: GameResult) -> Self {
        Record { tags: Vec::new(), main, result }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, or takes it away when the value is empty. The result is
    /// not a tag here: set [`Record::result`]. Characters that a tag cannot
    /// hold are left out of the name, and become spaces in the value.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let name: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        self.tags.retain(|(tag, _)| *tag != name);
        if !name.is_empty() && name != "Result" {
            self.push_tag(&name, value);
        }
    }

    /// Adds a tag whose name is in order and not there yet; says whether there is a value to keep.
    fn push_tag(&mut self, name: &str, value: &str) -> bool {
        if !value.is_empty() {
            let value = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            self.tags.push((name.to_string(), value));
        }
        !value.is_empty()
    }

    /// All tags but the result.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// Why a record was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// The text is not a record.
    #[error("line {line}, column {column}: {what}")]
    Syntax {
        /// Counted from 1.
        line: usize,
        /// Counted from 1, in characters.
        column: usize,
        /// What is wrong, and what was expected.
        what: String,
    },
    /// A move of it cannot be played.
    #[error("ply {ply}{}: {error}", if *.variation { " of a variation" } else { "" })]
    Move {
        /// Counted from 1.
        ply: usize,
        /// Whether it is in a variation.
        variation: bool,
        /// Why not.
        error: MoveError,
    },
    /// The position it begins from is wrong.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The options are wrong.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// What it says of its end is not what happened.
    #[error("the record says {said}, but {found}")]
    End {
        /// The result or reason of the record.
        said: String,
        /// What the rules say.
        found: String,
    },
}
