use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::suggest::excerpt;
use crate::{CellId, DynGame, DynPlay, Piece, Player, PositionError, Turn};

/// A position that is being set up by hand. It need not be one that a game
/// can come to: whether it is, only the whole text tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// What stands on each cell that is not empty, as the text of a position writes it.
    pub pieces: BTreeMap<CellId, String>,
    /// Who is to move; `None` where that follows from the board.
    pub turn: Option<Player>,
    /// The numbers beside the board, in the order of [`Palette::numbers`].
    pub numbers: Vec<i64>,
    /// Whatever else the text says, which stays as it is.
    pub rest: String,
}

/// What positions are set up from.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Palette {
    /// The pieces that there are, in the order in which they are shown.
    #[serde(rename = "tray")]
    pub pieces: Vec<PalettePiece>,
    /// The numbers beside the board.
    pub numbers: Vec<PaletteNumber>,
}

/// A piece of the palette.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PalettePiece {
    /// The piece as the text of a position writes it.
    pub token: String,
    /// The piece as it looks.
    #[serde(flatten)]
    pub piece: Piece,
}

/// A number beside the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PaletteNumber {
    /// Whose it is, if anybody's.
    pub player: Option<Player>,
    /// What it counts, in a word or two.
    pub name: &'static str,
    /// The least it can be.
    pub least: i64,
    /// The most it can be.
    pub most: i64,
}

/// Sets up positions of a game by hand, piece by piece. Only the form of the
/// text matters here; whether it is a position is left to
/// [`Notation::parse_position`](crate::Notation::parse_position).
pub trait Editor {
    /// What positions are set up from.
    fn palette(&self) -> Palette;

    /// Reads the text of a position, or of one in the making.
    fn parse_setup(&self, text: &str) -> Result<Setup, PositionError>;

    /// Writes what [`parse_setup`](Editor::parse_setup) reads.
    fn setup_text(&self, setup: &Setup) -> String;

    /// What a piece in the text of a position looks like; `None` if there is no such piece.
    fn parse_piece(&self, token: &str) -> Option<Piece>;

    /// Puts a piece on a cell in place of what is there.
    fn put(&self, setup: &mut Setup, cell: CellId, token: &str) {
        setup.pieces.insert(cell, token.to_string());
    }

    /// Takes away what stands on a cell.
    fn remove(&self, setup: &mut Setup, cell: CellId) {
        setup.pieces.remove(&cell);
    }

    /// Takes everything away; the side to move stays.
    fn clear(&self, setup: &mut Setup) {
        setup.pieces.clear();
        setup.numbers.fill(0);
    }
}

/// The parts of a position's text, as many as there must be.
pub fn parts<const N: usize>(text: &str) -> Result<[&str; N], PositionError> {
    let parts: Vec<&str> = text.split_whitespace().collect();
    let wrong = |parts: Vec<&str>| PositionError::new(format!("it has {} parts, expected {N}", parts.len()));
    parts.try_into().map_err(wrong)
}

/// A number beside the board.
pub fn number(text: &str) -> Result<i64, PositionError> {
    text.parse().map_err(|_| PositionError::field("a number", text, "a whole number"))
}

/// What a hand does in the [`Editor`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Change {
    /// Puts a piece on a cell.
    Put {
        /// Where.
        cell: CellId,
        /// What, as the text of a position writes it.
        token: String,
    },
    /// Moves what stands on a cell to another.
    Move {
        /// From here.
        from: CellId,
        /// To there.
        to: CellId,
    },
    /// Takes away what stands on a cell.
    Remove {
        /// Where.
        cell: CellId,
    },
    /// Says who is to move.
    Turn(Player),
    /// Sets a number beside the board.
    Number {
        /// Which, by its place in [`Palette::numbers`].
        index: usize,
        /// What it is to be.
        value: i64,
    },
    /// Takes everything away.
    Clear,
}

/// Why a change cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ChangeError {
    /// There is no such cell.
    #[error("cell {0} is outside the board, which has {1}")]
    Outside(CellId, usize),
    /// There is no such piece.
    #[error("there is no piece `{0}` in this game")]
    Piece(String),
    /// There is nothing to move.
    #[error("there is nothing on {0}")]
    Empty(String),
    /// Who is to move follows from the board.
    #[error("the side to move follows from the board")]
    Turn,
    /// There is no such number.
    #[error("there is no number {0} beside the board")]
    Number(usize),
}

impl Setup {
    /// Makes a change, or says why not and changes nothing.
    pub fn change(&mut self, game: &dyn DynGame, editor: &dyn Editor, change: &Change) -> Result<(), ChangeError> {
        let cells = game.board().cells;
        let inside = |cell: CellId| {
            let known = usize::from(cell) < cells.len();
            if known { Ok(cell) } else { Err(ChangeError::Outside(cell, cells.len())) }
        };
        match change {
            Change::Put { cell, token } => {
                let cell = inside(*cell)?;
                editor.parse_piece(token).ok_or_else(|| ChangeError::Piece(excerpt(token)))?;
                editor.put(self, cell, token);
            }
            Change::Move { from, to } => {
                let (from, to) = (inside(*from)?, inside(*to)?);
                let nothing = || ChangeError::Empty(cells[usize::from(from)].name.clone());
                let token = self.pieces.get(&from).cloned().ok_or_else(nothing)?;
                editor.remove(self, from);
                editor.put(self, to, &token);
            }
            Change::Remove { cell } => editor.remove(self, inside(*cell)?),
            Change::Turn(player) => *self.turn.as_mut().ok_or(ChangeError::Turn)? = *player,
            Change::Number { index, value } => {
                *self.numbers.get_mut(*index).ok_or(ChangeError::Number(*index))? = *value;
            }
            Change::Clear => editor.clear(self),
        }
        Ok(())
    }
}

/// Why nobody can be asked what they would do if it were their move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PassError {
    /// Nobody moves any more.
    #[error("the game is over: nothing threatens any more")]
    Over,
    /// It is nobody's turn.
    #[error("chance is to move, and chance threatens nothing")]
    Chance,
    /// The turn is not a thing of its own in this game.
    #[error("in {0} the turn cannot be passed, so there is no threat to show")]
    Fixed(&'static str),
    /// With the other side to move it is no position.
    #[error("the turn cannot be passed here: {0}")]
    Refused(PositionError),
    /// The other side would not get to move.
    #[error("there is no threat to show: if the turn were passed, the game would be over ({0})")]
    Ends(&'static str),
}

/// The same position with the other side to move: what it would do is what it threatens.
pub fn passed(game: &dyn DynGame, play: &dyn DynPlay) -> Result<Box<dyn DynPlay>, PassError> {
    if play.outcome().is_some() {
        return Err(PassError::Over);
    }
    let Turn::Player(mover) = play.turn() else { return Err(PassError::Chance) };
    let fixed = PassError::Fixed(game.info().title);
    let editor = game.editor().ok_or_else(|| fixed.clone())?;
    let mut setup = editor.parse_setup(&play.position_text()).map_err(PassError::Refused)?;
    *setup.turn.as_mut().ok_or(fixed)? = !play.side(mover);
    let passed = game.position(&editor.setup_text(&setup)).map_err(PassError::Refused)?;
    match passed.outcome() {
        Some(outcome) => Err(PassError::Ends(outcome.reason)),
        None => Ok(passed),
    }
}
