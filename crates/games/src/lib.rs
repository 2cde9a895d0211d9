//! The games of Agon, one folder each, and the registry by which everything
//! else finds them.

mod andantino;
mod registry;
mod tilesum;

pub use andantino::{Andantino, AndantinoPosition, Cell as AndantinoCell};
pub use registry::{OpenError, UnknownGame, Visitor, game_of, infos, open, open_record, visit, visit_all};
pub use tilesum::{Fill, Step, TileSum, TileSumMove, TileSumPosition};
