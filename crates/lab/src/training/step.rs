use std::sync::atomic::AtomicBool;

use agon_core::{DynGame, Options, Registered};
use agon_games::Visitor;
use agon_neural::{Epoch, Fit, Header, Rounding, TrainConfig, rounding, train};
use serde_json::{Value, json};

use super::data::{DataFolder, DataRead, load};
use crate::LabError;

/// The licence of networks that are trained here, unless their maker says otherwise.
pub(super) const LICENCE: &str = "MIT OR Apache-2.0";

/// The largest mean difference between a network and its rounded form, as the logarithm of odds.
const ROUNDED: f64 = 0.05;

/// The training of one network.
#[derive(Clone, Debug)]
pub struct TrainStep {
    /// How it is trained.
    pub config: TrainConfig,
    /// What it learns from.
    pub data: Vec<DataFolder>,
    /// The run it is part of, as text for the file.
    pub run: String,
    /// How many networks came before it in its run.
    pub generation: u32,
}

/// A network that has been trained.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The network as the bytes of a file.
    pub bytes: Vec<u8>,
    /// What each epoch brought.
    pub epochs: Vec<Epoch>,
    /// The epoch that was best, which it is from.
    pub best: u32,
    /// Hundredths of a point that multiply the odds of winning by e.
    pub scale: i32,
    /// How well the game's own evaluation foretells results.
    pub by_hand: Fit,
    /// How well the search did that made the data.
    pub by_search: Fit,
    /// What rounding to whole numbers changed.
    pub rounding: Rounding,
    /// Positions that were learnt from: each once, without those of games that were held out.
    pub learnt: usize,
    /// What was read.
    pub data: Vec<DataRead>,
}

impl TrainStep {
    /// Trains the network; `tell` hears of each epoch. `None` if it was stopped.
    pub fn run(
        &self,
        game: &dyn DynGame,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Epoch),
    ) -> Result<Option<Trained>, LabError> {
        let unknown = |error: agon_games::UnknownGame| LabError::Training(error.to_string());
        agon_games::visit(game.info().name, &mut Visit { step: self, options: game.options(), stop, tell })
            .map_err(unknown)?
    }
}

struct Visit<'v> {
    step: &'v TrainStep,
    options: &'v Options,
    stop: &'v AtomicBool,
    tell: &'v mut dyn FnMut(&Epoch),
}

impl Visitor for Visit<'_> {
    type Output = Result<Option<Trained>, LabError>;

    fn visit<G: Registered>(&mut self) -> Self::Output {
        let game = G::new(self.options.clone()).map_err(|error| LabError::Training(error.to_string()))?;
        let TrainStep { config, data, run, generation } = self.step;
        let (positions, read) = load(&game, data)?;
        let Some(training) = train(&positions, config, self.stop, self.tell) else {
            return if self.stop.load(std::sync::atomic::Ordering::Relaxed) {
                Ok(None)
            } else {
                Err(LabError::Training("there are too few games to learn from and to hold some out".to_string()))
            };
        };
        let scale = training.scale.round() as i32;
        let none = agon_neural::NetError::NoFeatures { game: G::INFO.name };
        let header = Header {
            generation: *generation,
            run: run.clone(),
            licence: LICENCE.to_string(),
            scale,
            ..Header::of(&game).ok_or(none)?
        };
        let network = training.net.quantise(header)?;
        let rounding = rounding(&positions, &training.net, &network);
        if rounding.mean > ROUNDED {
            let told = format!("rounding changed the network too much: by {:.3} on average", rounding.mean);
            return Err(LabError::Training(told));
        }
        Ok(Some(Trained {
            bytes: network.to_bytes(),
            epochs: training.epochs,
            best: training.best,
            scale,
            by_hand: training.by_hand,
            by_search: training.by_search,
            rounding,
            learnt: training.learnt,
            data: read,
        }))
    }
}

impl Trained {
    /// How well the network foretells results of games that were held out.
    pub fn results(&self) -> Option<Fit> {
        self.epochs.iter().find(|epoch| epoch.number == self.best).map(|epoch| epoch.results)
    }

    /// All that is worth keeping beside the network. What depends on the machine's speed is not in it.
    pub fn json(&self) -> Value {
        let fit = |fit: &Fit| json!({ "cross_entropy": fit.cross_entropy, "accuracy": fit.accuracy, "positions": fit.positions });
        let epochs: Vec<Value> = self
            .epochs
            .iter()
            .map(|epoch| {
                json!({ "number": epoch.number, "loss": epoch.loss, "held_out": epoch.held_out,
                        "results": fit(&epoch.results) })
            })
            .collect();
        let data: Vec<Value> = self
            .data
            .iter()
            .map(|read| {
                json!({ "games": read.description, "positions": read.positions, "sum": format!("{:016x}", read.sum) })
            })
            .collect();
        json!({
            "learnt": self.learnt, "best": self.best, "scale": self.scale, "epochs": epochs,
            "network": self.results().as_ref().map(fit), "hand": fit(&self.by_hand), "search": fit(&self.by_search),
            "rounding": { "mean": self.rounding.mean, "most": self.rounding.most }, "data": data,
        })
    }
}
