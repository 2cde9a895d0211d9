//! Agents that play what was learnt by the methods of a textbook: a table of values, or a small
//! network that knows a number for each action. `agon train --method` makes their files.

#[cfg(feature = "files")]
mod agent;
mod table;

#[cfg(feature = "files")]
pub(crate) use agent::learnt;
pub use table::{ActionTable, TableError};
