//! How large a game is.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use agon_core::{DynGame, Game, History, Registered, Rng};
use agon_games::Visitor;
use serde::Serialize;

use super::walk::{Walk, Walks};

/// Samples drawn from the samples to see how much an estimate scatters.
const RESAMPLES: usize = 400;
/// Samples that are too few for an interval.
const FEW: f64 = 20.0;

/// How large the game is, in positions and in games; all by their logarithm
/// to base ten, since most are too large for a number.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sizes {
    /// The different games: leaves of the game tree, by Knuth's estimator.
    pub leaves: Estimate,
    /// The nodes of the game tree.
    pub nodes: Estimate,
    /// What is usually given for it: mean choices to the power of the mean length.
    pub power: f64,
    /// The different positions, where they could be counted one by one.
    pub positions: Option<u64>,
    /// Different positions met in random games.
    pub met: u64,
    /// There are at least about so many (Chao's estimator, from those that were met once and twice).
    pub at_least: f64,
    /// There are hardly more: the lesser of the boards that can be made of what
    /// was seen on them, and the nodes of the tree where their estimate is firm.
    pub at_most: f64,
}

/// An estimate that is a mean of samples, by its logarithm to base ten.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The logarithm of the mean.
    pub log10: f64,
    /// The lower end of its 95 % interval, by resampling.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How many samples of the same size would scatter as little: where this
    /// is small, a few samples make up the mean, and the truth is likely larger.
    pub effective: f64,
}

impl Sizes {
    pub(super) fn of(walks: &Walks, boards: f64, positions: Option<u64>, seed: u64) -> Self {
        let nodes = Estimate::of(&walks.games, |walk| walk.nodes, seed);
        // An estimate that a few samples make up is likely too low, and bounds nothing.
        let tree = if nodes.is_firm() { nodes.log10 } else { f64::INFINITY };
        Sizes {
            leaves: Estimate::of(&walks.games, |walk| walk.leaves, seed),
            nodes,
            power: walks.length() * walks.branching().max(1.0).log10(),
            positions,
            met: walks.keys.len() as u64,
            at_least: chao(&walks.keys).log10(),
            at_most: boards.min(tree).max(chao(&walks.keys).log10()),
        }
    }
}

impl Estimate {
    /// Whether enough samples count for the interval to mean something.
    pub fn is_firm(&self) -> bool {
        self.effective >= FEW
    }

    /// The mean of numbers of which the natural logarithms are given.
    fn of(walks: &[Walk], log: impl Fn(&Walk) -> f64, seed: u64) -> Self {
        let logs: Vec<f64> = walks.iter().map(log).collect();
        let most = logs.iter().copied().fold(0.0, f64::max);
        // Relative to the largest, so that nothing overflows.
        let sizes: Vec<f64> = logs.iter().map(|log| (log - most).exp()).collect();
        let base_ten = |mean: f64| (most + mean.ln()) / std::f64::consts::LN_10;
        let n = sizes.len().max(1);
        let sum: f64 = sizes.iter().sum();
        if sum <= 0.0 {
            return Estimate { log10: 0.0, low: 0.0, high: 0.0, effective: 0.0 };
        }
        let mut rng = Rng::new(seed);
        let mut means: Vec<f64> = (0..RESAMPLES)
            .map(|_| (0..n).map(|_| sizes[rng.below(n as u32) as usize]).sum::<f64>() / n as f64)
            .collect();
        means.sort_by(f64::total_cmp);
        let mean = sum / n as f64;
        Estimate {
            log10: base_ten(mean),
            low: base_ten(means[RESAMPLES / 40].min(mean)),
            high: base_ten(means[RESAMPLES - 1 - RESAMPLES / 40].max(mean)),
            effective: sum * sum / sizes.iter().map(|size| size * size).sum::<f64>(),
        }
    }
}

/// At least how many kinds there are, of which these were met so often
/// (Chao 1984, in the form for few doubles).
fn chao(met: &HashMap<u64, u32>) -> f64 {
    let times = |n: u32| met.values().filter(|times| **times == n).count() as f64;
    let (once, twice) = (times(1), times(2));
    met.len() as f64 + once * (once - 1.0).max(0.0) / (2.0 * (twice + 1.0))
}

/// How many positions can be reached, counted one by one; `None` where they
/// would take more memory than that, as random games may tell beforehand.
pub(super) fn count_positions(game: &dyn DynGame, walks: &Walks, memory: usize, stop: &AtomicBool) -> Option<u64> {
    struct Count<'c>(&'c dyn DynGame, f64, usize, &'c AtomicBool);
    impl Visitor for Count<'_> {
        type Output = Option<u64>;
        fn visit<G: Registered>(&mut self) -> Self::Output {
            let start = self.0.start();
            let history = start.as_any().downcast_ref::<History<G>>()?;
            let most = self.2 / size_of::<G::Position>();
            if self.1 > most as f64 { None } else { count(history, most, self.3) }
        }
    }
    agon_games::visit(game.info().name, &mut Count(game, chao(&walks.keys), memory, stop)).ok().flatten()
}

fn count<G: Game>(history: &History<G>, most: usize, stop: &AtomicBool) -> Option<u64> {
    let game = history.game();
    // Positions that differ only in what a key leaves out lead to different
    // ones, so all of them are walked through; but they count once.
    let mut seen: HashMap<u64, Vec<G::Position>> = HashMap::new();
    let (mut open, mut moves, mut held) = (vec![*history.start()], Vec::new(), 1);
    seen.insert(game.key(history.start()), open.clone());
    while let Some(position) = open.pop() {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        game.moves(&position, &mut moves);
        for mv in &moves {
            let mut after = position;
            game.play(&mut after, *mv);
            let known = seen.entry(game.key(&after)).or_default();
            if !known.contains(&after) {
                known.push(after);
                open.push(after);
                held += 1;
            }
        }
        if held > most {
            return None;
        }
    }
    Some(seen.len() as u64)
}
