use agon_agents::Spec;
use agon_core::DynGame;
use agon_neural::{PolicyConfig, Size, TrainConfig};
use agon_search::Limits;
use serde_json::{Value, json};

use super::run::TrainRun;

/// A value network replaces another when the likelihood that it is stronger is at least this.
const SURE: f64 = 0.95;

/// A policy network is trained further from the one before it, and many small steps make a run:
/// it need not be proven stronger each time.
const LIKELY: f64 = 0.5;

/// What is trained, and how it plays.
#[derive(Clone, Debug)]
pub enum Method {
    /// Value networks for the search of `best`, each from nothing.
    Value(TrainConfig),
    /// Policy and value networks for the tree search `az`, each from the one before it.
    Policy(PolicyMethod),
}

/// How policy and value networks learn from games against themselves.
#[derive(Clone, Debug)]
pub struct PolicyMethod {
    /// How they are trained.
    pub config: PolicyConfig,
    /// How large they are.
    pub size: Size,
    /// Playouts of a full search, and of each move of a match.
    pub playouts: u64,
    /// Playouts of a quick search: three of four in self-play; 0 for none.
    pub quick: u64,
    /// How many of the newest generations' games are learnt from.
    pub window: u32,
    /// Who all networks are measured by.
    pub reference: Spec,
}

impl Method {
    /// Who every network plays a match against, beside the one that decides.
    pub(super) fn reference(&self) -> Spec {
        match self {
            Method::Value(_) => Spec::named("hand"),
            Method::Policy(method) => method.reference.clone(),
        }
    }

    /// How likely a network must be the stronger one to be kept.
    pub(super) fn needed(&self) -> f64 {
        match self {
            Method::Value(_) => SURE,
            Method::Policy(_) => LIKELY,
        }
    }

    /// The player with a network, as it plays matches.
    pub(super) fn player(&self, name: String, bytes: Vec<u8>) -> Spec {
        let mut params = vec![(Spec::WEIGHTS.to_string(), name)];
        let agent = match self {
            Method::Value(_) => "nnue",
            Method::Policy(method) => {
                params.push(("playouts".to_string(), method.playouts.to_string()));
                "az"
            }
        };
        Spec { params, weights: Some(bytes.into()), ..Spec::named(agent) }
    }

    /// The same player, as it plays against itself.
    pub(super) fn learner(&self, player: &Spec) -> Spec {
        let mut learner = player.clone();
        if let Method::Policy(method) = self {
            learner.params.push(("noise".to_string(), "true".to_string()));
            learner.params.push(("quick".to_string(), method.quick.to_string()));
        }
        learner
    }

    /// What limits each move, where the players' texts do not.
    pub(super) fn limits(&self, nodes: u64) -> Limits {
        match self {
            Method::Value(_) => Limits { nodes: Some(nodes), ..Limits::default() },
            Method::Policy(_) => Limits::default(),
        }
    }
}

impl TrainRun {
    /// What the run is made with, as its folder says it.
    pub(super) fn describe(&self, game: &dyn DynGame) -> Value {
        let (name, options) = (game.info().name, game.options().to_string());
        let TrainRun { games, nodes, openings, gate, hash, seed, .. } = self;
        match &self.method {
            Method::Value(config) => {
                let TrainConfig { hidden, epochs, batch, rate, decay, opinion, held_out, patience, .. } = config;
                json!({
                    "game": name, "options": options, "games": games, "nodes": nodes, "openings": openings,
                    "gate": gate, "hash": hash, "seed": seed, "hidden": hidden, "epochs": epochs, "batch": batch,
                    "rate": rate, "decay": decay, "opinion": opinion, "held_out": held_out, "patience": patience,
                })
            }
            Method::Policy(method) => {
                let PolicyMethod { config, size, playouts, quick, window, reference } = method;
                let PolicyConfig { epochs, batch, rate, decay, opinion, held_out, .. } = config;
                json!({
                    "method": "az", "game": name, "options": options, "games": games, "openings": openings,
                    "gate": gate, "hash": hash, "seed": seed, "channels": size.channels, "blocks": size.blocks,
                    "playouts": playouts, "quick": quick, "window": window, "reference": reference.to_string(),
                    "epochs": epochs, "batch": batch, "rate": rate, "decay": decay, "opinion": opinion,
                    "held_out": held_out,
                })
            }
        }
    }
}
