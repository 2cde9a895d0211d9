//! The laboratory: what turns agents into knowledge.

mod adjudication;
mod archive;
mod bout;
mod columns;
mod contender;
mod contest;
mod control;
mod ending;
mod engine;
mod error;
mod experiment;
pub mod files;
mod kept;
mod openings;
mod page;
mod planned;
mod plot;
mod portrait;
mod puzzle;
mod runner;
mod seat;
mod selfplay;
mod spread;
mod stats;
mod stopwatch;
mod students;
mod tally;
mod tournament;
mod training;

pub use agon_ugi::{LineError, Lines};

pub use adjudication::{Adjudication, Threshold};
pub use archive::Archive;
pub use contender::{CommandLine, Contender, ContenderError};
pub use contest::Contest;
pub use control::{Control, GameClock};
pub use error::LabError;
pub use experiment::{
    Circumstances, Experiment, Measure, Parameters, Printed, PrintedParameters, PrintedSearch, Progress, Row, Search,
    Section, Setting, Values,
};
pub use openings::{Openings, RandomOpenings};
pub use planned::{PlannedGame, Remote, Terms};
pub use portrait::{
    Chain, Estimate, FirstMove, Firsts, Portrait, RandomGames, Rung, Scale, Share, ShortGame, Sitting, Sizes, Squares,
    Step,
};
pub use puzzle::{Puzzle, PuzzleHunt};
pub use runner::{Conditions, Fixture, Runner};
pub use selfplay::{Sample, SelfPlay, read_samples, samples_schema};
pub use stats::{Counts, Elo, Games, Model, Pairs, Sprt, SprtError, Verdict};
pub use students::{LearningPoint, PlayedAgainst, StudentMethod, StudentProgress, StudentRun};
pub use tally::Tally;
pub use tournament::{Course, Format, Ratings, Results, Stage, Standing, Tie, Tournament};
pub use training::{
    DataFolder, DataRead, Generation, Matched, Method, PolicyMethod, PolicyStep, PolicyTrained, TrainProgress,
    TrainRun, TrainStep, Trained,
};
