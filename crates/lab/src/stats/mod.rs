//! What results say about strength.
//!
//! The formulas are those by which engine testing prints its results: Van den
//! Bergh, "A practical introduction to the GSPRT" and "Normalized Elo"
//! (<https://www.cantate.be/Fishtest>).

mod counts;
mod elo;
mod likelihood;
mod sprt;

pub use counts::{Counts, Games, Pairs};
pub use elo::Elo;
pub(crate) use elo::Z;
pub use sprt::{Model, Sprt, SprtError, Verdict};
