//! Q-learning with a network (Mnih et al. 2015, "Human-level control through deep reinforcement
//! learning"), for two players.
//!
//! A network takes the place of the table. What it is to say after a move is the result, if the
//! game is over, or the best value that a *target network* sees in the next position: less that
//! of the opponent. The target network is a copy that stands still for a while; otherwise each
//! step would move what the next one aims at. And what is learnt from is drawn at random from a
//! *replay* of the last moves, because moves of one game are too much alike.

use std::sync::Arc;

use agon_core::{Game, Registered, Rng};
use agon_neural::{ActionNet, AdamW, Answers, Header, NetError, Pass};
use serde_json::{Value, json};

use super::state::{bits, floats, restore_net, save_net, whole};
use super::student::{Student, advance, begin, result, seen, to_move};
use crate::LabError;

/// How many moves the replay holds.
const REPLAY: usize = 10_000;
/// How many must be there before anything is learnt.
const FIRST: usize = 500;
/// Moves between two steps of learning.
const EVERY: u64 = 2;
/// Moves that a step learns from.
const BATCH: u32 = 32;
/// Steps after which the target network becomes a copy of the other.
const COPY: u64 = 300;
/// The share of all games in which exploring falls from all moves to its final share.
const FALL: f64 = 0.5;

/// A move as it is remembered.
#[derive(Clone, Debug, PartialEq)]
struct Step {
    /// The position, as its mover saw it.
    features: Vec<u32>,
    /// The move.
    action: u32,
    /// What follows.
    next: Next,
}

/// What came after a move.
#[derive(Clone, Debug, PartialEq)]
enum Next {
    /// The end of the game, with the mover's result.
    End(f32),
    /// A position with its features and legal actions, and whether the same player moves again.
    Position(Vec<u32>, Vec<u32>, bool),
}

/// A learner with a network.
pub(super) struct DqnStudent {
    net: ActionNet,
    target: ActionNet,
    adam: AdamW,
    replay: Vec<Step>,
    /// Moves made, and steps of learning.
    moves: u64,
    steps: u64,
    rate: f64,
    explore: f64,
}

impl DqnStudent {
    pub fn new<G: Registered>(game: &G, hidden: usize, rate: f64, explore: f64, seed: u64) -> Result<Self, NetError> {
        let net = ActionNet::new(game, Answers::Values, hidden, &mut Rng::new(seed))?;
        let adam = AdamW::new(net.parameters().len(), 0.0);
        Ok(DqnStudent { target: net.clone(), net, adam, replay: Vec::new(), moves: 0, steps: 0, rate, explore })
    }

    /// The place of the move to be made, among the legal ones.
    fn choose(&self, features: &[u32], actions: &[u32], progress: f64, rng: &mut Rng) -> usize {
        let explore = 1.0 - (1.0 - self.explore) * (progress / FALL).min(1.0);
        if rng.unit() < explore {
            return rng.below(actions.len() as u32) as usize;
        }
        let mut pass = Pass::default();
        self.net.forward(features, &mut pass);
        let value = |at: &usize| pass.output[actions[*at] as usize];
        (0..actions.len()).max_by(|a, b| value(a).total_cmp(&value(b))).unwrap_or(0)
    }

    /// Remembers a move, in place of the oldest when the replay is full, and learns now and then.
    fn remember(&mut self, step: Step, rng: &mut Rng) {
        let place = (self.moves % REPLAY as u64) as usize;
        if place < self.replay.len() {
            self.replay[place] = step;
        } else {
            self.replay.push(step);
        }
        self.moves += 1;
        if self.replay.len() >= FIRST && self.moves.is_multiple_of(EVERY) {
            self.learn(rng);
        }
    }

    /// A step of learning.
    fn learn(&mut self, rng: &mut Rng) {
        let (mut pass, mut gradients) = (Pass::default(), vec![0.0; self.net.parameters().len()]);
        for _ in 0..BATCH {
            let step = &self.replay[rng.below(self.replay.len() as u32) as usize];
            let aim = match &step.next {
                Next::End(result) => *result,
                Next::Position(features, actions, is_same) => {
                    self.target.forward(features, &mut pass);
                    let best = actions.iter().map(|at| pass.output[*at as usize]).fold(f32::MIN, f32::max);
                    // No value lies beyond a win or a loss.
                    if *is_same { best } else { -best }.clamp(-1.0, 1.0)
                }
            };
            self.net.forward(&step.features, &mut pass);
            let mut slopes = vec![0.0; pass.output.len()];
            slopes[step.action as usize] = (pass.output[step.action as usize] - aim) / BATCH as f32;
            self.net.backward(&step.features, &pass, &slopes, &mut gradients);
        }
        self.adam.step(self.net.parameters_mut(), &mut gradients, self.rate as f32);
        self.steps += 1;
        if self.steps.is_multiple_of(COPY) {
            self.target = self.net.clone();
        }
    }
}

impl<G: Registered> Student<G> for DqnStudent {
    fn play(&mut self, game: &Arc<G>, progress: f64, rng: &mut Rng) {
        let mut history = begin(game, rng);
        while let Some(player) = to_move(&history) {
            let (features, moves) = seen(&history, player);
            let actions: Vec<u32> = moves.iter().map(|(action, _)| *action).collect();
            let choice = self.choose(&features, &actions, progress, rng);
            let (action, mv) = moves[choice];
            advance(&mut history, mv, rng);
            let next = match to_move(&history) {
                None => Next::End(result(&history, player) as f32),
                Some(other) => {
                    let (features, moves) = seen(&history, other);
                    Next::Position(features, moves.into_iter().map(|(action, _)| action).collect(), other == player)
                }
            };
            self.remember(Step { features, action, next }, rng);
        }
    }

    fn save(&self) -> Value {
        let step = |step: &Step| match &step.next {
            Next::End(result) => json!([step.features, step.action, result.to_bits()]),
            Next::Position(features, actions, same) => json!([step.features, step.action, features, actions, same]),
        };
        let replay: Vec<Value> = self.replay.iter().map(step).collect();
        json!({ "learner": save_net(&self.net, &self.adam), "target": bits(self.target.parameters()),
                "replay": replay, "moves": self.moves, "steps": self.steps })
    }

    fn restore(&mut self, saved: &Value) -> Option<()> {
        let step = |step: &Value| {
            let action = u32::try_from(step[1].as_u64()?).ok()?;
            let next = match step[2].as_u64() {
                Some(bits) => Next::End(f32::from_bits(u32::try_from(bits).ok()?)),
                None => Next::Position(whole(&step[2])?, whole(&step[3])?, step[4].as_bool()?),
            };
            Some(Step { features: whole(&step[0])?, action, next })
        };
        restore_net(&mut self.net, &mut self.adam, &saved["learner"])?;
        let target = floats(&saved["target"], self.target.parameters().len())?;
        self.target.parameters_mut().copy_from_slice(&target);
        self.replay = saved["replay"].as_array()?.iter().map(step).collect::<Option<_>>()?;
        (self.moves, self.steps) = (saved["moves"].as_u64()?, saved["steps"].as_u64()?);
        Some(())
    }

    fn bytes(&self, game: &G, run: &str) -> Result<Vec<u8>, LabError> {
        bytes(&self.net, game, run)
    }
}

/// A network as the bytes of a file.
pub(super) fn bytes<G: Registered>(net: &ActionNet, game: &G, run: &str) -> Result<Vec<u8>, LabError> {
    let header = Header::of(game).ok_or(NetError::NoFeatures { game: <G as Game>::INFO.name })?;
    Ok(net.to_bytes(&Header { run: run.to_string(), licence: "MIT OR Apache-2.0".to_string(), ..header }))
}
