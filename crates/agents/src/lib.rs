//! Agents by name: where games and searches meet.
//!
//! An agent is named by one line of text, the same everywhere ([`Spec`]), and
//! [`make`] turns it into a [`Thinker`] for a game.

mod chance;
mod explore;
mod level;
mod make;
mod presets;
mod solve;
mod spec;
mod thinker;

pub use chance::chance;
pub use explore::{Algorithm, explore};
pub use level::HIGHEST as HIGHEST_LEVEL;
pub use make::{DEFAULT, Settings, agents, make};
pub use solve::{Solved, solve};
pub use spec::{Params, Spec, SpecError, parse_time};
pub use thinker::{Report, ThinkError, Thinker};
