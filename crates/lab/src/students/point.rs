use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::kept::{pretty, read, write};
use crate::stats::Z;
use crate::{LabError, Tally};

/// A point of a learning curve: how well was played after so many games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LearningPoint {
    /// Games that were learnt from.
    pub games: u64,
    /// Matches against fixed opponents.
    pub played: Vec<PlayedAgainst>,
}

/// A match against a fixed opponent, from the learner's side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedAgainst {
    /// The opponent.
    pub opponent: String,
    /// Games lost, drawn and won.
    pub games: [u64; 3],
    /// The share of the points that the learner took.
    pub score: f64,
    /// Half of its 95 % interval.
    pub error: f64,
}

impl PlayedAgainst {
    pub(super) fn of(opponent: &str, tally: &Tally) -> Self {
        let (score, variance) = tally.pairs.moments().unwrap_or((tally.score(), 0.25));
        let error = Z * (variance / tally.pairs.total().max(1) as f64).sqrt();
        // So few digits come out of a file as they went into it.
        let [score, error] = [score, error].map(|number| (number * 1e4).round() / 1e4);
        PlayedAgainst { opponent: opponent.to_string(), games: tally.games.0, score, error }
    }

    /// The result in a few words.
    pub fn text(&self) -> String {
        format!("{:.0} ± {:.0} %", 100.0 * self.score, 100.0 * self.error)
    }
}

impl LearningPoint {
    /// The point of a folder, if it is complete.
    pub(super) fn read(folder: &Path) -> Result<Option<Self>, LabError> {
        let path = folder.join("point.json");
        let Some(value) = read(&path)? else { return Ok(None) };
        serde_json::from_value(value).map(Some).map_err(|error| LabError::archive(&path, error.to_string()))
    }

    /// Keeps it: the folder is complete from then on.
    pub(super) fn write(&self, folder: &Path) -> Result<(), LabError> {
        let value = serde_json::to_value(self).map_err(|error| LabError::Training(error.to_string()))?;
        write(&folder.join("point.json"), &pretty(&value))
    }
}
