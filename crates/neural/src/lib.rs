//! Networks for searches: what a position is worth, learnt from games.
//!
//! A [`Network`] takes the sparse features of a game's [`Encoding`](agon_core::Encoding), as the
//! player to move sees the position, and reckons in whole numbers only, so that every machine
//! finds the same score. [`NetEvaluation`] lets a search ask it. A [`PolicyNet`] takes the dense
//! planes and judges moves, too, in floats.

mod accumulator;
mod action_net;
mod conv;
mod evaluation;
mod file;
#[cfg(feature = "train")]
mod float;
mod header;
mod kernel;
mod network;
#[cfg(feature = "train")]
mod train;

pub use accumulator::Accumulator;
pub use action_net::{ActionNet, Answers, Pass};
pub use conv::{Board, PolicyNet, Size, Trace};
#[cfg(feature = "train")]
pub use conv::{PolicyConfig, PolicyData, PolicyEpoch, PolicyFit, PolicyLabels, PolicyTraining, train_policy};
pub use evaluation::NetEvaluation;
#[cfg(feature = "train")]
pub use float::FloatNet;
pub use header::{Header, NetError, options_named, options_text};
pub use kernel::Kernel;
pub use network::{HEADS, Network};
#[cfg(feature = "train")]
pub use train::{
    AdamW, Dataset, Epoch, Fit, Labels, Opinion, Rounding, TrainConfig, Training, fit_scale, rounding, train,
};
