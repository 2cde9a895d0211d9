//! The vocabulary of Agon: what a game is, and what everything around a game
//! is made of. Nothing here knows any particular game.
//!
//! | word | what it is |
//! |---|---|
//! | [`Game`] | the rules with their options; every question is asked of it |
//! | [`Notation`], [`View`] | moves and positions as text; boards, gestures and events |
//! | [`Registered`] | a game with all its parts: rules, text, pictures, knowledge, and what only some have |
//! | [`Player`], [`Turn`], [`Outcome`] | who moves, and how it ended |
//! | [`OptionSpec`], [`Options`] | settings that describe and check themselves |
//! | [`History`] | a game in progress: the line so far, and repetition |
//! | [`Record`] | a game as text, with tags, comments and variations |
//! | [`Scene`], [`Event`], [`Gesture`] | what a board shows, what a move did, how a hand makes it |
//! | [`Editor`], [`Setup`] | how positions are set up by hand |
//! | [`Encoding`] | moves and positions as numbers, for networks and other languages |
//! | [`Formats`], [`Solver`] | files of other programs; what is certain about a position |
//! | [`DynGame`], [`DynPlay`] | any game by name at run time, in text and JSON |
//! | [`Play`], [`Swap`] | who plays which side, and the rule by which they exchange them |
//! | [`perft`], [`playout`] | counting all lines, and playing random ones |

mod cell_set;
mod chance;
mod dynamic;
mod editor;
mod encoding;
mod error;
mod evaluation;
mod event;
mod formats;
mod game;
mod grid;
mod hex_grid;
mod history;
mod info;
mod notation;
mod options;
mod outcome;
mod perft;
mod play;
mod player;
mod playout;
mod record;
mod registered;
mod rng;
mod scene;
pub mod solver;
mod suggest;
mod view;
mod weights;
mod zobrist;

pub use cell_set::CellSet;
pub use chance::{POINTS_PER_E, chance_of, points_of};
pub use dynamic::{Adapter, Choice, DynGame, DynPlay};
pub use editor::{
    Change, ChangeError, Editor, Palette, PaletteNumber, PalettePiece, PassError, Setup, number, parts, passed,
};
pub use encoding::{Encoding, FeatureWriter, Lattice, PlaneShape, PlaneWriter, action_under, bit_length, scaled};
pub use error::{MoveError, PositionError};
pub use evaluation::{Evaluation, NoEvaluation, Tracked, TrackedBy, keep_forcing};
pub use event::{Effect, Event};
pub use formats::{FormatError, FormatInfo, Formats};
pub use game::Game;
pub use grid::Grid;
pub use hex_grid::HexGrid;
pub use history::{History, Keys, REPETITION};
pub use info::{GameInfo, Reason, Variant};
pub use notation::Notation;
pub use options::{OptionError, OptionKind, OptionSpec, Options, PLATFORM_OPTIONS, RulesetInfo, SWAP};
pub use outcome::Outcome;
pub use perft::{divide, perft};
pub use play::{Play, Swap};
pub use player::{PerPlayer, Player, Turn};
pub use playout::{PlayoutTotals, Playouts, playout};
pub use record::{
    Eval, GameResult, Line, PlacedRecord, Ply, Record, RecordError, Records, RecordsError, Remark, without_mark,
};
pub use registered::Registered;
pub use rng::Rng;
pub use scene::{
    Board, Cell, CellId, Counter, Edge, Gesture, Hand, Label, Layer, Mark, Piece, Placed, Scene, Shape, Side, Tone,
};
pub use solver::Solver;
pub use suggest::closest;
pub use view::View;
pub use weights::{WeightsError, numbered, set_weight, weight_lines};
pub use zobrist::{mix, zobrist};
