//! Networks from games of self-play: one training, and runs of many generations.

mod alphazero;
mod data;
mod generation;
mod method;
mod page;
mod run;
mod step;

pub use alphazero::{PolicyStep, PolicyTrained};
pub use data::{DataFolder, DataRead};
pub use generation::{Generation, Matched};
pub use method::{Method, PolicyMethod};
pub use run::{TrainProgress, TrainRun};
pub use step::{TrainStep, Trained};
