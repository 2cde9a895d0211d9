//! The games of Agon, one folder each, and the registry by which everything
//! else finds them.

mod andantino;
mod connect4;
mod crosphere;
mod danger;
mod hex;
mod registry;
mod rhythmomachy;
mod rithmomachia;
mod tilesum;
mod two_distance;

pub use andantino::{
    Andantino, AndantinoEvaluation, AndantinoPattern, AndantinoPosition, AndantinoState, Cell as AndantinoCell,
};
pub use connect4::{ConnectFour, ConnectFourEvaluation, ConnectFourMove, ConnectFourPosition};
pub use crosphere::{Crosphere, CrosphereEvaluation, CrosphereMove, CrospherePosition, Stone};
pub use hex::{Hex, HexEvaluation, HexPosition, HexState};
pub use registry::{OpenError, UnknownGame, Visitor, game_of, infos, open, open_record, options_of, visit, visit_all};
pub use rhythmomachy::{Rhythmomachy, RhythmomachyEvaluation, RhythmomachyMove, RhythmomachyPosition};
pub use rithmomachia::{Rithmomachia, RithmomachiaEvaluation, RithmomachiaMove, RithmomachiaPosition};
pub use tilesum::{Fill, Step, TileSum, TileSumEvaluation, TileSumMove, TileSumPosition};
