//! The vocabulary of Agon: what a game is, and what everything around a game
//! is made of. Nothing here knows any particular game.
//!
//! | word | what it is |
//! |---|---|
//! | [`Game`] | the rules with their options; every question is asked of it |
//! | [`Player`], [`Turn`], [`Outcome`] | who moves, and how it ended |
//! | [`OptionSpec`], [`Options`] | settings that describe and check themselves |
//! | [`History`] | a game in progress: the line so far, and repetition |
//! | [`Record`] | a game as text, with tags, comments and variations |
//! | [`Scene`], [`Event`], [`Gesture`] | what a board shows, what a move did, how a hand makes it |
//! | [`Workbench`], [`Layout`] | how positions are set up by hand |
//! | [`DynGame`], [`DynPlay`] | any game by name at run time, in text and JSON |
//! | [`perft`], [`playout`] | counting all lines, and playing random ones |

mod chance;
mod dynamic;
mod error;
mod evaluation;
mod event;
mod format;
mod game;
mod grid;
mod history;
mod info;
mod options;
mod outcome;
mod outlook;
mod perft;
mod player;
mod playout;
mod record;
mod rng;
mod scene;
mod suggest;
mod workbench;
mod zobrist;

pub use chance::{POINTS_PER_E, chance_of, points_of};
pub use dynamic::{Adapter, Choice, DynGame, DynPlay};
pub use error::{MoveError, PositionError};
pub use evaluation::{Evaluation, NoEvaluation, keep_forcing};
pub use event::{Effect, Event};
pub use format::{FormatError, FormatInfo};
pub use game::Game;
pub use grid::Grid;
pub use history::{History, Keys, REPETITION};
pub use info::{GameInfo, Reason, Variant};
pub use options::{OptionError, OptionKind, OptionSpec, Options};
pub use outcome::Outcome;
pub use outlook::{Outlook, Part, Prospect, Puzzle, Verdict};
pub use perft::{divide, perft};
pub use player::{PerPlayer, Player, Turn};
pub use playout::{PlayoutTotals, Playouts, playout};
pub use record::{Eval, GameResult, Line, Ply, Record, RecordError, Remark};
pub use rng::Rng;
pub use scene::{
    Board, Cell, CellId, Counter, Edge, Gesture, Hand, Label, Layer, Mark, Piece, Placed, Scene, Shape, Side, Tone,
};
pub use suggest::closest;
pub use workbench::{Change, ChangeError, Field, Kit, Layout, PassError, Stock, Workbench, number, parts, passed};
pub use zobrist::{mix, zobrist};
