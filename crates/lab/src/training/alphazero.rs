use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use agon_core::{DynGame, Options, Registered, Rng, mix};
use agon_games::Visitor;
use agon_neural::{
    Header, NetError, PolicyConfig, PolicyData, PolicyEpoch, PolicyFit, PolicyLabels, PolicyNet, Size, train_policy,
};
use serde_json::{Value, json};

use super::data::{DataRead, opinion, samples_for};
use super::step::LICENCE;
use crate::LabError;
use crate::selfplay::Sample;

/// The training of a policy and value network.
#[derive(Clone, Debug)]
pub struct PolicyStep {
    /// How it is trained.
    pub config: PolicyConfig,
    /// The size of a new network.
    pub size: Size,
    /// The network that is trained further, as the bytes of a file; a new one without.
    pub base: Option<Vec<u8>>,
    /// Folders of games to learn from.
    pub data: Vec<PathBuf>,
    /// The run it is part of, as text for the file.
    pub run: String,
    /// How many networks came before it in its run.
    pub generation: u32,
}

/// A policy and value network that has been trained.
#[derive(Clone, Debug)]
pub struct PolicyTrained {
    /// The network as the bytes of a file.
    pub bytes: Vec<u8>,
    /// What each epoch brought.
    pub epochs: Vec<PolicyEpoch>,
    /// What was read.
    pub data: Vec<DataRead>,
}

impl PolicyStep {
    /// Trains the network; `tell` hears of each epoch. `None` if it was stopped.
    pub fn run(
        &self,
        game: &dyn DynGame,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&PolicyEpoch),
    ) -> Result<Option<PolicyTrained>, LabError> {
        let unknown = |error: agon_games::UnknownGame| LabError::Training(error.to_string());
        agon_games::visit(game.info().name, &mut Train { step: self, options: game.options(), stop, tell })
            .map_err(unknown)?
    }

    /// The network it begins with.
    fn first<G: Registered>(&self, game: &G) -> Result<PolicyNet, NetError> {
        match &self.base {
            Some(bytes) => PolicyNet::for_game(game, bytes),
            None => PolicyNet::new(game, self.size, &mut Rng::new(self.config.seed)),
        }
    }

    /// A network that was not trained yet, as the bytes of a file.
    pub(super) fn untrained(&self, game: &dyn DynGame) -> Result<Vec<u8>, LabError> {
        struct Make<'m>(&'m PolicyStep, &'m Options);
        impl Visitor for Make<'_> {
            type Output = Result<Vec<u8>, LabError>;
            fn visit<G: Registered>(&mut self) -> Self::Output {
                let game = G::new(self.1.clone()).map_err(|error| LabError::Training(error.to_string()))?;
                Ok(self.0.first(&game)?.to_bytes())
            }
        }
        let unknown = |error: agon_games::UnknownGame| LabError::Training(error.to_string());
        agon_games::visit(game.info().name, &mut Make(self, game.options())).map_err(unknown)?
    }
}

struct Train<'v> {
    step: &'v PolicyStep,
    options: &'v Options,
    stop: &'v AtomicBool,
    tell: &'v mut dyn FnMut(&PolicyEpoch),
}

impl Visitor for Train<'_> {
    type Output = Result<Option<PolicyTrained>, LabError>;

    fn visit<G: Registered>(&mut self) -> Self::Output {
        let game = G::new(self.options.clone()).map_err(|error| LabError::Training(error.to_string()))?;
        let PolicyStep { config, data, run, generation, .. } = self.step;
        let net = self.step.first(&game)?;
        let (positions, read) = load(&game, data)?;
        if positions.is_empty() {
            return Err(LabError::Training("there are no positions to learn from".to_string()));
        }
        let header =
            Header { generation: *generation, run: run.clone(), licence: LICENCE.to_string(), ..net.header().clone() };
        let Some(training) = train_policy(net, &positions, config, self.stop, self.tell) else { return Ok(None) };
        let bytes = training.net.with_header(header).to_bytes();
        // A network whose numbers grew beyond all bounds cannot be read again.
        PolicyNet::for_game(&game, &bytes)?;
        Ok(Some(PolicyTrained { bytes, epochs: training.epochs, data: read }))
    }
}

impl PolicyTrained {
    /// All that is worth keeping beside the network. What depends on the machine's speed is not in it.
    pub fn json(&self) -> Value {
        let fit = |fit: &PolicyFit| {
            json!({ "policy": fit.policy, "value": fit.value, "accuracy": fit.accuracy, "positions": fit.positions,
                    "policies": fit.policies })
        };
        let epoch = |epoch: &PolicyEpoch| json!({ "number": epoch.number, "learnt": fit(&epoch.learnt), "held_out": fit(&epoch.held_out) });
        let read = |read: &DataRead| json!({ "games": read.description, "positions": read.positions, "sum": format!("{:016x}", read.sum) });
        json!({
            "learnt": self.epochs.last().map_or(0, |epoch| epoch.learnt.positions),
            "epochs": self.epochs.iter().map(epoch).collect::<Vec<_>>(),
            "data": self.data.iter().map(read).collect::<Vec<_>>(),
        })
    }
}

/// Reads folders of self-play, in the order of their games.
fn load<G: Registered>(game: &G, folders: &[PathBuf]) -> Result<(PolicyData<G>, Vec<DataRead>), LabError> {
    let (mut data, mut read) = (PolicyData::new(game)?, Vec::new());
    for (number, folder) in folders.iter().enumerate() {
        let (mut samples, description) = samples_for::<G, Sample>(folder)?;
        // Games may have ended in any order.
        samples.sort_by_key(|sample| (sample.round, sample.ply));
        let mut sum = 0;
        for sample in &samples {
            sum = mix(sum ^ hash(sample));
            add(game, &mut data, sample, mix(number as u64) ^ sample.round, folder)?;
        }
        read.push(DataRead { path: folder.clone(), description, sum, positions: samples.len() });
    }
    Ok((data, read))
}

fn add<G: Registered>(
    game: &G,
    data: &mut PolicyData<G>,
    sample: &Sample,
    number: u64,
    folder: &Path,
) -> Result<(), LabError> {
    let wrong = |why: String| LabError::archive(folder, format!("game {}: {why}", sample.round));
    let position = game.parse_position(&sample.position).map_err(|error| wrong(error.to_string()))?;
    let mut policy = Vec::new();
    for (mv, visits) in sample.moves.iter().zip(&sample.visits).filter(|(_, visits)| **visits > 0) {
        policy.push((game.parse_move(&position, mv).map_err(|error| wrong(error.to_string()))?, *visits as f32));
    }
    let opinion = opinion(sample.score, sample.mate);
    data.add(position, PolicyLabels { policy, opinion, result: sample.result as f32, game: number });
    Ok(())
}

fn hash(sample: &Sample) -> u64 {
    let number = |value: Option<i64>| value.map_or(1, |value| mix(value as u64));
    let bytes = |sum: u64, text: &str| text.bytes().fold(sum, |sum, byte| mix(sum ^ u64::from(byte)));
    let moves = sample.moves.iter().zip(&sample.visits);
    let told =
        moves.fold(bytes(sample.round, &sample.position), |sum, (mv, visits)| mix(bytes(sum, mv) ^ *visits as u64));
    mix(told ^ number(sample.score)) ^ mix(number(sample.mate) ^ sample.result.to_bits())
}
