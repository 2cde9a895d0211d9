//! The laboratory: what turns agents into knowledge.

mod contest;
mod elo;
mod openings;

pub use contest::{Contest, ContestError, Tally, Told};
pub use elo::{Elo, Pairs};
pub use openings::openings;
