//! Training: positions with what a search thought of them and how their games ended go in, and
//! a network comes out. On one thread, and with every sum in one order: the same positions and
//! the same seed give the same weights, bit by bit.

mod adam;
mod dataset;
mod learn;
mod measure;

pub use adam::AdamW;
pub use dataset::{Dataset, Labels, Opinion};
pub use learn::{Epoch, TrainConfig, Training, train};
pub use measure::{Fit, Rounding, fit_scale, rounding};
pub(crate) use {
    adam::one_cycle,
    learn::shuffle,
    measure::{cross_entropy, sigmoid},
};
