//! Gumbel `AlphaZero`: a tree search for networks with a policy that improves the policy even
//! when it may look at a few positions only (Danihelka, Guez, Schrittwieser and Silver 2022,
//! "Policy improvement by planning with Gumbel").

mod config;
mod halving;
mod policy;
mod report;
mod search;
mod tree;

pub use config::{GumbelConfig, GumbelTraining};
pub use search::Gumbel;
