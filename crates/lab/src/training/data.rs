use std::fs;
use std::path::{Path, PathBuf};

use agon_core::{Registered, mix};
use agon_neural::{Dataset, Labels, Opinion};

use crate::selfplay::{Sample, parts};
use crate::{LabError, read_samples};

/// Games of self-play to learn from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFolder {
    /// The folder that `agon selfplay` wrote.
    pub path: PathBuf,
    /// How often each of its positions is learnt from in an epoch.
    pub copies: u8,
}

/// What was read of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataRead {
    /// The folder.
    pub path: PathBuf,
    /// What its games were played with.
    pub description: String,
    /// A hash of the positions and what is said of them, whatever files they stand in.
    pub sum: u64,
    /// How many positions it holds.
    pub positions: usize,
}

/// Reads folders of self-play, in the order of their games.
pub(super) fn load<G: Registered>(game: &G, folders: &[DataFolder]) -> Result<(Dataset, Vec<DataRead>), LabError> {
    let (mut data, mut read) = (Dataset::new(game)?, Vec::new());
    for (number, folder) in folders.iter().enumerate() {
        let (mut samples, description) = samples_for::<G, Seen>(&folder.path)?;
        // Games may have ended in any order.
        samples.sort_by_key(|sample| (sample.round, sample.ply));
        let mut sum = 0;
        for sample in &samples {
            sum = mix(sum ^ hash(sample));
            let wrong = |why: String| LabError::archive(&folder.path, format!("game {}: {why}", sample.round));
            let position = game.parse_position(&sample.position).map_err(|error| wrong(error.to_string()))?;
            let Some(opinion) = opinion(sample.score, sample.mate) else { continue };
            let labels = Labels {
                opinion,
                result: sample.result as f32,
                game: mix(number as u64) ^ sample.round,
                copies: folder.copies,
            };
            data.add(game, &position, labels);
        }
        read.push(DataRead { path: folder.path.clone(), description, sum, positions: samples.len() });
    }
    Ok((data, read))
}

/// What a search thought of a position, if it told.
pub(super) fn opinion(score: Option<i64>, mate: Option<i64>) -> Option<Opinion> {
    Some(match (score, mate) {
        (Some(score), _) => Opinion::Points(score.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32),
        (None, Some(plies)) if plies > 0 => Opinion::Win,
        (None, Some(_)) => Opinion::Loss,
        (None, None) => return None,
    })
}

/// What is kept of a sample until all are in order.
struct Seen {
    round: u64,
    ply: u64,
    position: String,
    score: Option<i64>,
    mate: Option<i64>,
    result: f64,
}

impl From<Sample> for Seen {
    fn from(sample: Sample) -> Self {
        let Sample { round, ply, position, score, mate, result, .. } = sample;
        Seen { round, ply, position, score, mate, result }
    }
}

fn hash(sample: &Seen) -> u64 {
    let number = |value: Option<i64>| value.map_or(1, |value| mix(value as u64));
    let text = sample.position.bytes().fold(sample.round, |sum, byte| mix(sum ^ u64::from(byte)));
    mix(text ^ number(sample.score)) ^ mix(number(sample.mate) ^ sample.result.to_bits())
}

/// The samples of a folder, whose games must be of this game, and what they were played with.
pub(super) fn samples_for<G: Registered, S: From<Sample>>(folder: &Path) -> Result<(Vec<S>, String), LabError> {
    let (samples, description) = samples_of(folder)?;
    let game_of = description.split(' ').next().unwrap_or_default();
    if game_of != G::INFO.name {
        return Err(LabError::archive(folder, format!("its games are of {game_of}, not of {}", G::INFO.name)));
    }
    Ok((samples, description))
}

fn samples_of<S: From<Sample>>(folder: &Path) -> Result<(Vec<S>, String), LabError> {
    let (mut all, mut said) = (Vec::new(), None);
    for path in parts(folder) {
        let wrong = |why: String| LabError::archive(&path, why);
        let bytes = fs::read(&path).map_err(|error| wrong(error.to_string()))?;
        let (samples, description) = read_samples(bytes).map_err(|error| wrong(error.to_string()))?;
        if said.as_ref().is_some_and(|said| *said != description) {
            return Err(wrong(format!("it is of another run than the files before it: {description}")));
        }
        said = Some(description);
        all.extend(samples.into_iter().map(S::from));
    }
    let said = said.ok_or_else(|| LabError::archive(folder, "there are no games of self-play"))?;
    Ok((all, said))
}
