use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use agon_core::{Registered, Rng, mix};

use super::super::net::{PolicyNet, Trace, softmax};
use super::data::{Example, PolicyData};
use super::gradient::{Backward, Gradients};
use crate::train::{AdamW, cross_entropy, one_cycle, shuffle, sigmoid};

/// Parts of a batch whose gradients are summed by themselves, whatever the number of threads.
const PARTS: usize = 4;

/// How a policy and value network is trained.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyConfig {
    /// How often all positions are learnt from.
    pub epochs: u32,
    /// Positions between two steps.
    pub batch: usize,
    /// The peak of the rate of learning.
    pub rate: f64,
    /// How much weights shrink by themselves.
    pub decay: f64,
    /// The share of a search's opinion in the value that is learnt; the rest is how the game ended.
    pub opinion: f64,
    /// One game in so many is held out, to see how well others are foretold.
    pub held_out: u64,
    /// Seed for the random number generator.
    pub seed: u64,
    /// Threads; they change nothing but the time it takes.
    pub threads: usize,
}

impl Default for PolicyConfig {
    fn default() -> Self {
        PolicyConfig { epochs: 1, batch: 256, rate: 2e-3, decay: 1e-4, opinion: 0.5, held_out: 20, seed: 1, threads: 1 }
    }
}

/// How well a network foretells what is to be learnt.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PolicyFit {
    /// The mean cross-entropy of policies.
    pub policy: f64,
    /// The mean cross-entropy of values.
    pub value: f64,
    /// How often the move is foretold that the search found best.
    pub accuracy: f64,
    /// Positions whose value was learnt.
    pub positions: usize,
    /// Those of them whose policy was learnt, too.
    pub policies: usize,
}

impl PolicyFit {
    fn add(&mut self, other: &PolicyFit) {
        self.policy += other.policy;
        self.value += other.value;
        self.accuracy += other.accuracy;
        self.positions += other.positions;
        self.policies += other.policies;
    }

    fn mean(self) -> PolicyFit {
        let (positions, policies) = (self.positions.max(1) as f64, self.policies.max(1) as f64);
        PolicyFit {
            policy: self.policy / policies,
            value: self.value / positions,
            accuracy: self.accuracy / policies,
            ..self
        }
    }
}

/// What an epoch brought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolicyEpoch {
    /// Its number, from 1.
    pub number: u32,
    /// While learning.
    pub learnt: PolicyFit,
    /// On games that were held out.
    pub held_out: PolicyFit,
    /// Positions learnt from in a second.
    pub speed: f64,
}

/// What came of training.
#[derive(Clone, Debug)]
pub struct PolicyTraining {
    /// The network.
    pub net: PolicyNet,
    /// What each epoch brought.
    pub epochs: Vec<PolicyEpoch>,
}

/// Trains a network further; `tell` hears of each epoch. `None` if it was stopped.
pub fn train_policy<G: Registered>(
    net: PolicyNet,
    data: &PolicyData<G>,
    config: &PolicyConfig,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&PolicyEpoch),
) -> Option<PolicyTraining> {
    let is_held_out = |at: &usize| mix(data.labels(*at).game ^ config.seed).is_multiple_of(config.held_out.max(2));
    let (held_out, mut order): (Vec<usize>, Vec<usize>) = (0..data.len()).partition(is_held_out);
    let (batch, mut rng) = (config.batch.max(1), Rng::new(config.seed));
    let steps = (order.len().div_ceil(batch) * config.epochs as usize).max(1);
    let mut adam = AdamW::new(net.len(), config.decay as f32);
    let mut learner = Learner::new(data, net, config);
    let (mut epochs, mut step) = (Vec::new(), 0);
    for number in 1..=config.epochs {
        let begun = Instant::now();
        shuffle(&mut order, &mut rng);
        let mut learnt = PolicyFit::default();
        for places in order.chunks(batch) {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let turned: Vec<Turned> = places
                .iter()
                .map(|at| Turned { at: *at, symmetry: rng.below(u32::from(data.game().symmetries())) as u8 })
                .collect();
            learnt.add(&learner.run(&turned, true));
            let rate = one_cycle(f64::from(step) / steps as f64, config.rate);
            learner.step(&mut adam, rate as f32);
            step += 1;
        }
        let speed = order.len() as f64 / begun.elapsed().as_secs_f64().max(1e-9);
        let plain: Vec<Turned> = held_out.iter().map(|at| Turned { at: *at, symmetry: 0 }).collect();
        let held_out = learner.run(&plain, false).mean();
        let epoch = PolicyEpoch { number, learnt: learnt.mean(), held_out, speed };
        tell(&epoch);
        epochs.push(epoch);
    }
    Some(PolicyTraining { net: learner.net, epochs })
}

/// A position and how it is turned.
#[derive(Clone, Copy)]
struct Turned {
    at: usize,
    symmetry: u8,
}

struct Learner<'d, G: Registered> {
    data: &'d PolicyData<G>,
    net: PolicyNet,
    parts: Vec<Part<G::Move>>,
    opinion: f64,
    threads: usize,
}

impl<'d, G: Registered> Learner<'d, G> {
    fn new(data: &'d PolicyData<G>, net: PolicyNet, config: &PolicyConfig) -> Self {
        let parts = (0..PARTS).map(|_| Part::new(&net)).collect();
        Learner { data, net, parts, opinion: config.opinion, threads: config.threads.clamp(1, PARTS) }
    }

    /// Goes through some positions, learning from them or only looking how well they are foretold.
    fn run(&mut self, places: &[Turned], learns: bool) -> PolicyFit {
        let turned = learns.then(|| Backward::new(&self.net));
        let pass = Pass { data: self.data, net: &self.net, turned: turned.as_ref(), opinion: self.opinion };
        let share = places.len().div_ceil(PARTS).max(1);
        let mut work: Vec<_> = self.parts.iter_mut().zip(places.chunks(share)).collect();
        let each = work.len().div_ceil(self.threads).max(1);
        let count = places.len();
        thread::scope(|scope| {
            let mut chunks = work.chunks_mut(each);
            let own = chunks.next();
            for chunk in chunks {
                scope.spawn(|| chunk.iter_mut().for_each(|(part, places)| part.run(&pass, places, count)));
            }
            own.into_iter().flatten().for_each(|(part, places)| part.run(&pass, places, count));
        });
        let mut fit = PolicyFit::default();
        self.parts.iter_mut().for_each(|part| fit.add(&std::mem::take(&mut part.fit)));
        fit
    }

    /// Moves the weights against the gradients.
    fn step(&mut self, adam: &mut AdamW, rate: f32) {
        let Some((first, others)) = self.parts.split_first_mut() else { return };
        for part in others {
            for (sum, gradient) in first.gradients.values.iter_mut().zip(&mut part.gradients.values) {
                *sum += std::mem::take(gradient);
            }
        }
        adam.step(&mut self.net.parameters, &mut first.gradients.values, rate);
    }
}

/// What all parts of a batch share.
struct Pass<'p, G: Registered> {
    data: &'p PolicyData<G>,
    net: &'p PolicyNet,
    /// There where it is learnt.
    turned: Option<&'p Backward>,
    opinion: f64,
}

struct Part<M> {
    gradients: Gradients,
    trace: Trace,
    example: Example<M>,
    policy: Vec<f32>,
    slopes: Vec<(u32, f32)>,
    fit: PolicyFit,
}

impl<M> Part<M> {
    fn new(net: &PolicyNet) -> Self {
        Part {
            gradients: Gradients::new(net),
            trace: Trace::default(),
            example: Example::new(),
            policy: Vec::new(),
            slopes: Vec::new(),
            fit: PolicyFit::default(),
        }
    }

    /// Goes through some positions of a batch of so many.
    fn run<G: Registered<Move = M>>(&mut self, pass: &Pass<'_, G>, places: &[Turned], count: usize)
    where
        M: Copy,
    {
        let share = 1.0 / count as f32;
        for Turned { at, symmetry } in places {
            pass.data.show(*at, *symmetry, &mut self.example);
            pass.net.judge(&self.example.planes, &mut self.trace);
            let (odds, value) = (f64::from(self.trace.odds), f64::from(pass.data.labels(*at).value(pass.opinion)));
            self.fit.value += cross_entropy(odds, value);
            self.fit.positions += 1;
            self.slopes.clear();
            if !self.example.policy.is_empty() {
                self.judge_policy(share);
            }
            if let Some(turned) = pass.turned {
                let slope = (sigmoid(odds) - value) as f32 * share;
                self.gradients.add(pass.net, turned, &self.trace, &self.slopes, slope);
            }
        }
    }

    fn judge_policy(&mut self, share: f32) {
        let Example { actions, policy: wanted, .. } = &self.example;
        self.policy.clear();
        self.policy.extend(actions.iter().map(|action| self.trace.logits[*action as usize]));
        softmax(&mut self.policy);
        for ((action, found), wanted) in actions.iter().zip(&self.policy).zip(wanted) {
            if *wanted > 0.0 {
                self.fit.policy -= f64::from(*wanted) * libm::log(f64::from(found.max(f32::MIN_POSITIVE)));
            }
            self.slopes.push((*action, (found - wanted) * share));
        }
        self.fit.policies += 1;
        self.fit.accuracy += f64::from(u8::from(largest(&self.policy) == largest(wanted)));
    }
}

/// Where the largest number stands, the first of equals.
fn largest(numbers: &[f32]) -> usize {
    let first = |best: usize, at: usize| if numbers[at] > numbers[best] { at } else { best };
    (0..numbers.len()).fold(0, first)
}

#[cfg(test)]
mod tests {
    use agon_core::{Game, Options, Turn};
    use agon_games::Hex;

    use super::*;
    use crate::{Opinion, PolicyLabels, Size};

    /// Random games of Hex; what is to be learnt is the most central of the legal cells as a policy,
    /// and whether one cell is taken as the value.
    fn games(count: u64) -> PolicyData<Hex> {
        let game = Hex::new(Options::parse(Hex::INFO.options, "size=4").unwrap()).unwrap();
        let (mut data, mut rng) = (PolicyData::new(&game).unwrap(), Rng::new(2));
        for round in 0..count {
            let (mut position, mut line, mut moves) = (game.start(), Vec::new(), Vec::new());
            while let Some(mv) = game.random_move(&position, &mut rng) {
                game.moves(&position, &mut moves);
                let central = |cell: &u16| (cell / 4).abs_diff(1) + (cell % 4).abs_diff(1);
                let wanted = *moves.iter().min_by_key(|cell| central(cell)).unwrap();
                let opinion = if moves.contains(&5) { Opinion::Loss } else { Opinion::Win };
                line.push((position, wanted, opinion));
                game.play(&mut position, mv);
            }
            let winner = game.outcome(&position).unwrap().winner.unwrap();
            for (position, wanted, opinion) in line {
                let result = f32::from(u8::from(game.turn(&position) == Turn::Player(winner)));
                let labels = PolicyLabels { policy: vec![(wanted, 3.0)], opinion: Some(opinion), result, game: round };
                data.add(position, labels);
            }
        }
        data
    }

    fn config() -> PolicyConfig {
        PolicyConfig { epochs: 6, batch: 64, rate: 5e-3, held_out: 6, ..PolicyConfig::default() }
    }

    fn run(data: &PolicyData<Hex>, config: &PolicyConfig) -> PolicyTraining {
        let net = PolicyNet::new(data.game(), Size { channels: 16, blocks: 1 }, &mut Rng::new(config.seed)).unwrap();
        train_policy(net, data, config, &AtomicBool::new(false), &mut |_| {}).unwrap()
    }

    #[test]
    fn policies_and_values_of_games_that_were_held_out_are_foretold() {
        let training = run(&games(300), &config());
        let (first, last) = (training.epochs[0], training.epochs[5]);
        assert!(last.learnt.policy < first.learnt.policy && last.learnt.value < first.learnt.value);
        // A guess would be right for one move in nine, and a coin's loss is 0.693.
        assert!(last.held_out.accuracy > 0.3 && last.held_out.policy < 1.2, "{last:?}");
        assert!(last.held_out.value < 0.4, "{last:?}");
    }

    #[test]
    fn the_same_seed_gives_the_same_weights_on_any_number_of_threads() {
        let data = games(20);
        let bits = |config: &PolicyConfig| run(&data, config).net.to_bytes();
        let config = PolicyConfig { epochs: 2, ..config() };
        assert_eq!(bits(&config), bits(&PolicyConfig { threads: 3, ..config.clone() }));
        assert_ne!(bits(&config), bits(&PolicyConfig { seed: 2, ..config }));
    }

    #[test]
    fn it_can_be_stopped() {
        let data = games(5);
        let net = PolicyNet::new(data.game(), Size { channels: 16, blocks: 1 }, &mut Rng::new(1)).unwrap();
        assert!(train_policy(net, &data, &config(), &AtomicBool::new(true), &mut |_| {}).is_none());
    }
}
