//! Networks from games of self-play: one training, and runs of many generations.

mod data;
mod generation;
mod page;
mod run;
mod step;

pub use data::{DataFolder, DataRead};
pub use generation::{Generation, Matched};
pub use run::{TrainProgress, TrainRun};
pub use step::{TrainStep, Trained};
