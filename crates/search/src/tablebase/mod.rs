//! Tables of everything that can follow from one position: who wins, and in
//! how many plies.
//!
//! | word | what it is |
//! |---|---|
//! | [`Tablebase`] | the table; it can be written to a file and read again |
//! | [`Tablebase::build`] | makes one, by enumerating positions in the order of their lines |
//! | [`verify_tablebase`] | checks one by the rules alone, and shares no code with what builds it |
//! | [`Tabled`] | an agent that asks the table first |
//!
//! A position is known by its [kind](agon_core::Game::kind), so symmetric positions share an entry. Tables fit
//! games of two players in which no position can come again and chance has no part.

mod build;
mod kinds;
mod player;
mod table;
mod verify;

pub use build::{BuildError, Built};
pub use player::Tabled;
pub use table::{Origin, Tablebase, TablebaseError};
pub use verify::{Fault, Verified, verify_tablebase};
