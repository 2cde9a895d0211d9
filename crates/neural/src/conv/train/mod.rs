//! Training of policy and value networks. Sums are made in one order whatever the number of
//! threads: the same positions, seed and first network give the same weights on a machine.

mod data;
mod gradient;
mod kernel;
mod learn;

pub use data::{PolicyData, PolicyLabels};
pub use learn::{PolicyConfig, PolicyEpoch, PolicyFit, PolicyTraining, train_policy};
