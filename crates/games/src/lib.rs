//! The games of Agon, one folder each, and the registry by which everything
//! else finds them.

mod registry;
mod rithmomachia;
mod tilesum;

pub use registry::{OpenError, UnknownGame, Visitor, game_of, infos, open, open_record, visit, visit_all};
pub use rithmomachia::{Rithmomachia, RithmomachiaMove, RithmomachiaPosition};
pub use tilesum::{Fill, Step, TileSum, TileSumMove, TileSumPosition};
