//! The methods that students meet first, small enough to be read in one go: Q-learning with a
//! table, Q-learning with a network (DQN), and REINFORCE with a baseline. One file a method.
//!
//! Each learns from games against itself. [`StudentRun`] measures on the way how well it plays.

mod dqn;
mod page;
mod point;
mod q;
mod reinforce;
mod run;
mod state;
mod student;

pub use point::{LearningPoint, PlayedAgainst};
pub use run::{StudentProgress, StudentRun};
pub use student::StudentMethod;
