//! REINFORCE with a baseline (Williams 1992; Sutton and Barto 2018, section 13.4).
//!
//! A network gives each move a number; their softmax is the *policy*, by which both sides draw
//! their moves. After a game each player makes the moves that it made more likely, in proportion
//! to its result, or less likely if that was bad. The *baseline*, one more output of the network,
//! is the result to be expected: only what went better or worse than that counts, which makes
//! learning steadier and does not change where it leads.

use std::sync::Arc;

use agon_core::{Registered, Rng};
use agon_neural::{ActionNet, AdamW, Answers, NetError, Pass};
use serde_json::{Value, json};

use super::dqn::bytes;
use super::state::{bits, floats, restore_net, save_net};
use super::student::{Student, advance, begin, result, seen, to_move};
use crate::LabError;

/// Games between two steps of learning.
const BATCH: u64 = 32;
/// How much a policy gains by leaving things open, so that it goes on trying.
const ENTROPY: f64 = 0.01;

/// A learner with a policy.
pub(super) struct ReinforceStudent {
    net: ActionNet,
    adam: AdamW,
    gradients: Vec<f32>,
    games: u64,
    rate: f64,
}

impl ReinforceStudent {
    pub fn new<G: Registered>(game: &G, hidden: usize, rate: f64, seed: u64) -> Result<Self, NetError> {
        let net = ActionNet::new(game, Answers::Policy, hidden, &mut Rng::new(seed))?;
        let parameters = net.parameters().len();
        Ok(ReinforceStudent {
            net,
            adam: AdamW::new(parameters, 0.0),
            gradients: vec![0.0; parameters],
            games: 0,
            rate,
        })
    }

    /// Adds what a position says about the parameters: `choice` was made there, and led to `result`.
    fn learn(&mut self, features: &[u32], actions: &[u32], choice: usize, result: f64) {
        let mut pass = Pass::default();
        self.net.forward(features, &mut pass);
        let policy = softmax(&pass.output, actions);
        let expected = pass.output.last().map_or(0.0, |value| f64::from(*value));
        let advantage = result - expected;
        let entropy: f64 = policy.iter().map(|share| -share * libm::log(share.max(1e-12))).sum();
        let mut slopes = vec![0.0; pass.output.len()];
        for (at, (action, share)) in actions.iter().zip(&policy).enumerate() {
            // How the logarithm of the choice's probability depends on this preference, and how the entropy does.
            let likelier = f64::from(u8::from(at == choice)) - share;
            let opener = -share * (libm::log(share.max(1e-12)) + entropy);
            slopes[*action as usize] = (-(advantage * likelier + ENTROPY * opener) / BATCH as f64) as f32;
        }
        if let Some(slope) = slopes.last_mut() {
            *slope = ((expected - result) / BATCH as f64) as f32;
        }
        self.net.backward(features, &pass, &slopes, &mut self.gradients);
    }
}

/// The probabilities of some actions whose preferences these are.
fn softmax(preferences: &[f32], actions: &[u32]) -> Vec<f64> {
    let chosen: Vec<f64> = actions.iter().map(|action| f64::from(preferences[*action as usize])).collect();
    let most = chosen.iter().copied().fold(f64::MIN, f64::max);
    let powers: Vec<f64> = chosen.iter().map(|preference| libm::exp(preference - most)).collect();
    let sum: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}

/// A place drawn by its probability.
fn draw(policy: &[f64], rng: &mut Rng) -> usize {
    let mut left = rng.unit();
    let found = policy.iter().position(|share| {
        left -= share;
        left < 0.0
    });
    found.unwrap_or(policy.len() - 1)
}

impl<G: Registered> Student<G> for ReinforceStudent {
    fn play(&mut self, game: &Arc<G>, _progress: f64, rng: &mut Rng) {
        let (mut history, mut line, mut pass) = (begin(game, rng), Vec::new(), Pass::default());
        while let Some(player) = to_move(&history) {
            let (features, moves) = seen(&history, player);
            let actions: Vec<u32> = moves.iter().map(|(action, _)| *action).collect();
            self.net.forward(&features, &mut pass);
            let choice = draw(&softmax(&pass.output, &actions), rng);
            advance(&mut history, moves[choice].1, rng);
            line.push((player, features, actions, choice));
        }
        for (player, features, actions, choice) in line {
            self.learn(&features, &actions, choice, result(&history, player));
        }
        self.games += 1;
        if self.games.is_multiple_of(BATCH) {
            self.adam.step(self.net.parameters_mut(), &mut self.gradients, self.rate as f32);
        }
    }

    fn save(&self) -> Value {
        json!({ "learner": save_net(&self.net, &self.adam), "gradients": bits(&self.gradients), "games": self.games })
    }

    fn restore(&mut self, saved: &Value) -> Option<()> {
        restore_net(&mut self.net, &mut self.adam, &saved["learner"])?;
        self.gradients = floats(&saved["gradients"], self.net.parameters().len())?;
        self.games = saved["games"].as_u64()?;
        Some(())
    }

    fn bytes(&self, game: &G, run: &str) -> Result<Vec<u8>, LabError> {
        bytes(&self.net, game, run)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_drawn_by_their_probabilities() {
        let policy = softmax(&[0.0, 5.0, libm::logf(3.0)], &[0, 2]);
        assert!((policy[0] - 0.25).abs() < 1e-6 && (policy[1] - 0.75).abs() < 1e-6, "{policy:?}");
        let mut rng = Rng::new(1);
        let first = (0..20_000).filter(|_| draw(&policy, &mut rng) == 0).count();
        assert!((4_800..5_200).contains(&first), "{first}");
    }
}
