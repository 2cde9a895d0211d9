use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::run::{pretty, read, write};
use crate::{LabError, Tally};

/// A generation that is complete.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 0.
    pub number: u32,
    /// Who played the games it learnt from.
    pub player: String,
    /// What was told of its training.
    pub training: Value,
    /// The match against the player before it, which decides.
    pub gate: Matched,
    /// The match against the player that all networks of the run are measured by.
    pub hand: Matched,
    /// Whether it replaced that player.
    pub accepted: bool,
}

/// What a match came to, from the network's side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Matched {
    /// Games lost, drawn and won.
    pub games: [u64; 3],
    /// The difference in Elo; none where one side won everything.
    pub elo: Option<f64>,
    /// Half of its 95 % interval.
    pub error: Option<f64>,
    /// The likelihood that the network is stronger.
    pub superiority: f64,
}

impl Matched {
    pub(super) fn of(tally: &Tally) -> Self {
        let elo = tally.pairs.elo();
        Matched {
            games: tally.games.0,
            elo: elo.map(|elo| elo.elo).filter(|elo| elo.is_finite()),
            error: elo.map(|elo| elo.error).filter(|error| error.is_finite()),
            superiority: tally.pairs.superiority().unwrap_or(0.5),
        }
    }

    /// The result in a line.
    pub fn text(&self) -> String {
        let [losses, draws, wins] = self.games;
        let elo = match (self.elo, self.error) {
            (Some(elo), Some(error)) => format!(", Elo {elo:+.0} ± {error:.0}"),
            _ => String::new(),
        };
        format!("+{wins} ={draws} -{losses}{elo}")
    }
}

impl Generation {
    /// The generation of a folder, if it is complete.
    pub(super) fn read(folder: &Path) -> Result<Option<Self>, LabError> {
        let path = folder.join("generation.json");
        let Some(value) = read(&path)? else { return Ok(None) };
        serde_json::from_value(value).map(Some).map_err(|error| LabError::archive(&path, error.to_string()))
    }

    /// Keeps it: the folder is complete from then on.
    pub(super) fn write(&self, folder: &Path) -> Result<(), LabError> {
        let value = serde_json::to_value(self).map_err(|error| LabError::Training(error.to_string()))?;
        write(&folder.join("generation.json"), &pretty(&value))
    }
}
