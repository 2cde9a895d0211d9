//! Networks that judge moves and positions together, for tree searches: small residual
//! convolution networks in 32-bit floats. They take the planes of a game's
//! [`Encoding`](agon_core::Encoding); their numbers may differ between machines in the last digits.

mod file;
mod kernel;
mod net;
mod shape;
#[cfg(feature = "train")]
mod train;

pub use net::{PolicyNet, Trace};
pub use shape::{Board, Size};
#[cfg(feature = "train")]
pub use train::{PolicyConfig, PolicyData, PolicyEpoch, PolicyFit, PolicyLabels, PolicyTraining, train_policy};
