use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use agon_core::{Rng, mix};

use super::adam::{AdamW, one_cycle};
use super::dataset::{Dataset, Opinion};
use super::measure::{Fit, cross_entropy, fit_scale, sigmoid};
use crate::FloatNet;
use crate::float::Trace;

/// How a network is trained.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainConfig {
    /// Neurons of the hidden layer: a multiple of 16.
    pub hidden: usize,
    /// The most times that all positions are learnt from.
    pub epochs: u32,
    /// Positions between two steps.
    pub batch: usize,
    /// The peak of the rate of learning.
    pub rate: f64,
    /// How much weights shrink by themselves.
    pub decay: f64,
    /// The share of a search's opinion in what is learnt; the rest is how the game ended.
    pub opinion: f64,
    /// One game in so many is held out, to see how well others are foretold.
    pub held_out: u64,
    /// Training ends after so many epochs without progress on the games that were held out.
    pub patience: u32,
    /// Seed for the random number generator.
    pub seed: u64,
}

impl Default for TrainConfig {
    fn default() -> Self {
        TrainConfig {
            hidden: 128,
            epochs: 12,
            batch: 1024,
            rate: 3e-3,
            decay: 1e-4,
            opinion: 0.7,
            held_out: 20,
            patience: 3,
            seed: 1,
        }
    }
}

/// What an epoch brought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: u32,
    /// The mean loss while learning.
    pub loss: f64,
    /// The mean loss on games that were held out: what is to become small.
    pub held_out: f64,
    /// How well results of the games that were held out are foretold.
    pub results: Fit,
    /// Positions learnt from in a second.
    pub speed: f64,
}

/// What came of training.
#[derive(Clone, Debug)]
pub struct Training {
    /// The network after its best epoch.
    pub net: FloatNet,
    /// Which epoch that was.
    pub best: u32,
    /// All epochs.
    pub epochs: Vec<Epoch>,
    /// Hundredths of a point that multiply the odds of winning by e, in the search's scores.
    pub scale: f64,
    /// How well the game's own evaluation foretells results of the games that were held out.
    pub by_hand: Fit,
    /// How well the search did that made the data.
    pub by_search: Fit,
    /// Positions to learn from.
    pub learnt: usize,
}

/// Trains a network. `tell` hears of each epoch. `None` when it is stopped, or when there are
/// no positions to learn from or none to be held out.
pub fn train(
    data: &Dataset,
    config: &TrainConfig,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&Epoch),
) -> Option<Training> {
    let is_held_out =
        |at: &usize| mix(config.seed ^ mix(data.labels()[*at].game)).is_multiple_of(config.held_out.max(2));
    let (held_out, learnt): (Vec<usize>, Vec<usize>) = (0..data.len()).partition(is_held_out);
    if held_out.is_empty() || learnt.is_empty() {
        return None;
    }
    // Where a search's scores tell nothing, any scale is as good.
    let scale = fit_scale(&data.searched(&learnt)).unwrap_or(agon_core::POINTS_PER_E);
    let targets = targets(data, scale, config.opinion);
    let mut rng = Rng::new(config.seed);
    let net = FloatNet::new(data.features(), config.hidden, &mut rng);
    let mut order: Vec<usize> =
        learnt.iter().flat_map(|at| std::iter::repeat_n(*at, usize::from(data.labels()[*at].copies))).collect();
    let steps = order.len().div_ceil(config.batch.max(1)) * config.epochs as usize;
    let adam = AdamW::new(net.parameters.len(), config.decay as f32);
    let mut learner = Learner::new(data, &targets, net, adam);
    let (mut epochs, mut best): (Vec<Epoch>, Option<(f64, u32, FloatNet)>) = (Vec::new(), None);
    let mut step = 0;
    for number in 1..=config.epochs {
        let begun = Instant::now();
        shuffle(&mut order, &mut rng);
        let mut loss = 0.0;
        for batch in order.chunks(config.batch.max(1)) {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let rate = one_cycle(step as f64 / steps as f64, config.rate);
            loss += learner.learn(batch, rate, &mut rng);
            step += 1;
        }
        let speed = order.len() as f64 / begun.elapsed().as_secs_f64().max(1e-9);
        let (missed, results) = learner.measure(&held_out);
        let epoch = Epoch { number, loss: loss / order.len() as f64, held_out: missed, results, speed };
        tell(&epoch);
        epochs.push(epoch);
        if best.as_ref().is_none_or(|(least, ..)| missed < *least) {
            best = Some((missed, number, learner.net.clone()));
        } else if best.as_ref().is_some_and(|(_, at, _)| number >= at + config.patience) {
            break;
        }
    }
    let (_, best, net) = best?;
    let (by_hand, by_search) = baselines(data, &learnt, &held_out, scale);
    Some(Training { net, best, epochs, scale, by_hand, by_search, learnt: learnt.len() })
}

/// What is to be learnt of each position: a chance of winning.
fn targets(data: &Dataset, scale: f64, opinion: f64) -> Vec<f32> {
    let target = |label: &super::dataset::Labels| {
        let thought = match label.opinion {
            Opinion::Points(points) => sigmoid(f64::from(points) / scale),
            // What is proven needs no second opinion.
            Opinion::Win => return 1.0,
            Opinion::Loss => return 0.0,
        };
        (opinion * thought + (1.0 - opinion) * f64::from(label.result)) as f32
    };
    data.labels().iter().map(target).collect()
}

/// The odds that are told of a proven win: it may be lost by a player that does not find it again.
const CERTAIN: f64 = 6.0;

/// How well others foretell what the network is asked to.
fn baselines(data: &Dataset, learnt: &[usize], held_out: &[usize], scale: f64) -> (Fit, Fit) {
    let hand_scale = fit_scale(&data.judged(learnt)).unwrap_or(agon_core::POINTS_PER_E);
    let by_hand = data.judged(held_out).into_iter();
    let by_hand = Fit::of(by_hand.map(|(score, result)| (f64::from(score) / hand_scale, f64::from(result))));
    let by_search = Fit::of(held_out.iter().map(|at| {
        let label = data.labels()[*at];
        let odds = match label.opinion {
            Opinion::Points(points) => f64::from(points) / scale,
            Opinion::Win => CERTAIN,
            Opinion::Loss => -CERTAIN,
        };
        (odds, f64::from(label.result))
    }));
    (by_hand, by_search)
}

/// Fisher and Yates.
pub(crate) fn shuffle(order: &mut [usize], rng: &mut Rng) {
    for at in (1..order.len()).rev() {
        order.swap(at, rng.below(at as u32 + 1) as usize);
    }
}

struct Learner<'d> {
    data: &'d Dataset,
    targets: &'d [f32],
    net: FloatNet,
    adam: AdamW,
    gradients: Vec<f32>,
    trace: Trace,
    back: Vec<f32>,
    features: Vec<u16>,
}

impl<'d> Learner<'d> {
    fn new(data: &'d Dataset, targets: &'d [f32], net: FloatNet, adam: AdamW) -> Self {
        let (parameters, hidden) = (net.parameters.len(), net.hidden());
        Learner {
            data,
            targets,
            net,
            adam,
            gradients: vec![0.0; parameters],
            trace: Trace::new(hidden),
            back: vec![0.0; hidden],
            features: Vec::new(),
        }
    }

    /// Learns from some positions, each turned by a symmetry of the game, and gives the sum of losses.
    fn learn(&mut self, batch: &[usize], rate: f64, rng: &mut Rng) -> f64 {
        let (mut loss, share) = (0.0, 1.0 / batch.len() as f64);
        for at in batch {
            let symmetry = rng.below(self.data.symmetries() as u32) as usize;
            self.data.image(*at, symmetry, &mut self.features);
            self.net.view().forward(&self.features, &mut self.trace);
            let (odds, target) = (f64::from(self.trace.output), f64::from(self.targets[*at]));
            loss += cross_entropy(odds, target);
            let slope = ((sigmoid(odds) - target) * share) as f32;
            self.net.backward(&self.features, &self.trace, slope, &mut self.gradients, &mut self.back);
        }
        self.adam.step(&mut self.net.parameters, &mut self.gradients, rate as f32);
        loss
    }

    /// The mean loss on positions that are not learnt from, and how well their results are foretold.
    fn measure(&mut self, places: &[usize]) -> (f64, Fit) {
        let (net, mut loss) = (self.net.view(), 0.0);
        let fit = Fit::of(places.iter().map(|at| {
            net.forward(self.data.active(*at), &mut self.trace);
            let odds = f64::from(self.trace.output);
            loss += cross_entropy(odds, f64::from(self.targets[*at]));
            (odds, f64::from(self.data.labels()[*at].result))
        }));
        (loss / places.len() as f64, fit)
    }
}

#[cfg(test)]
mod tests {
    use super::super::dataset::tests::random_games;
    use super::*;

    fn config() -> TrainConfig {
        TrainConfig { hidden: 16, epochs: 4, batch: 64, held_out: 5, ..TrainConfig::default() }
    }

    fn run(config: &TrainConfig) -> Training {
        train(&random_games(400), config, &AtomicBool::new(false), &mut |_| {}).unwrap()
    }

    #[test]
    fn the_same_seed_gives_the_same_weights_and_another_does_not() {
        let bits = |config: &TrainConfig| run(config).net.parameters.iter().map(|it| it.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&config()), bits(&config()));
        assert_ne!(bits(&config()), bits(&TrainConfig { seed: 2, ..config() }));
    }

    #[test]
    fn results_of_games_that_were_held_out_are_foretold() {
        let training = run(&config());
        let last = training.epochs[training.best as usize - 1];
        assert!(last.results.cross_entropy < 0.68 && last.results.accuracy > 0.56, "{last:?}");
        assert!(last.loss < training.epochs[0].loss);
        assert_eq!(training.by_hand.positions, last.results.positions);
    }

    #[test]
    fn training_ends_when_nothing_is_gained_and_keeps_the_best() {
        // So much too fast that it gets worse.
        let config = TrainConfig { rate: 0.3, epochs: 30, patience: 2, ..config() };
        let training = run(&config);
        assert!(
            training.epochs.len() < 30 && training.best as usize == training.epochs.len() - 2,
            "{:?}",
            training.epochs
        );
    }

    #[test]
    fn it_can_be_stopped() {
        assert!(train(&random_games(20), &config(), &AtomicBool::new(true), &mut |_| {}).is_none());
    }
}
