use std::path::Path;

use agon_agents::SpecError;
use agon_neural::NetError;
use thiserror::Error;

use crate::ContenderError;

/// Why a run could not begin or go on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LabError {
    /// An agent cannot be made.
    #[error(transparent)]
    Agent(#[from] SpecError),
    /// A text names no player.
    #[error(transparent)]
    Player(#[from] ContenderError),
    /// An engine's program cannot be run.
    #[error("cannot run `{command}`: {why}")]
    Start {
        /// The command line.
        command: String,
        /// What the system says.
        why: String,
    },
    /// Nothing tells an engine when to answer.
    #[error("`{0}` has to be told how long to think: give a time, a clock or a number of nodes")]
    Endless(String),
    /// A line of a file of openings is wrong.
    #[error("opening on line {line}: {why}")]
    Opening {
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// There are no openings.
    #[error("there is no opening in the file")]
    NoOpenings,
    /// An experiment's file is wrong.
    #[error("{0}")]
    Experiment(String),
    /// A network cannot be made.
    #[error(transparent)]
    Network(#[from] NetError),
    /// Nothing can be learnt.
    #[error("{0}")]
    Training(String),
    /// A game that was planned cannot be played, or not where it should be.
    #[error("{0}")]
    Planned(String),
    /// A file cannot be used.
    #[error("{path}: {why}")]
    Archive {
        /// The file.
        path: String,
        /// What is wrong.
        why: String,
    },
}

impl LabError {
    /// A file cannot be used.
    pub(crate) fn archive(path: &Path, why: impl Into<String>) -> Self {
        LabError::Archive { path: path.display().to_string(), why: why.into() }
    }
}
