//! Opening books: what the project's own searches and proofs found about the positions of an
//! opening, and an agent that plays by it. Symmetric positions stand in a book once.

mod build;
mod file;
mod player;

pub use build::{BookError, BookRun, build_book};
pub use file::{Book, BookFileError, BookMove, Judged};
pub(crate) use player::Booked;
pub use player::{BookAnswer, ask_book};
