use super::dataset::{Dataset, Opinion};
use crate::{Accumulator, FloatNet, Network};

/// How well something foretells the results of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The mean of the logarithmic losses; less is better, and 0.693 is a coin's.
    pub cross_entropy: f64,
    /// The share of decided games whose winner was foretold.
    pub accuracy: f64,
    /// The positions that were asked about.
    pub positions: usize,
}

impl Fit {
    /// Of logarithms of odds and what came of them.
    pub(super) fn of(foretold: impl Iterator<Item = (f64, f64)>) -> Fit {
        let (mut loss, mut right, mut decided, mut positions) = (0.0, 0.0, 0usize, 0usize);
        for (odds, result) in foretold {
            positions += 1;
            loss += cross_entropy(odds, result);
            if (result - 0.5).abs() > 0.25 {
                decided += 1;
                let guess = if odds.abs() > 0.0 { f64::from(u8::from(odds > 0.0)) } else { 0.5 };
                right += 1.0 - (guess - result).abs();
            }
        }
        Fit { cross_entropy: loss / positions.max(1) as f64, accuracy: right / decided.max(1) as f64, positions }
    }
}

/// The logarithmic loss of odds, given as their logarithm, when this came of them.
pub(crate) fn cross_entropy(odds: f64, result: f64) -> f64 {
    // ln(1 + e^odds), without overflow.
    let soft = if odds > 0.0 { odds + libm::log1p(libm::exp(-odds)) } else { libm::log1p(libm::exp(odds)) };
    soft - result * odds
}

/// The chance of these odds.
pub(crate) fn sigmoid(odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-odds))
}

/// How many hundredths of a point multiply the odds of winning by e, by logistic regression of
/// results on scores. `None` where scores tell nothing.
pub fn fit_scale(scored: &[(i32, f32)]) -> Option<f64> {
    const ROUNDS: usize = 50;
    // In units of points, so that numbers are of middling size.
    let points = |score: i32| f64::from(score) / 100.0;
    let mut weight = 0.0;
    for _ in 0..ROUNDS {
        let (mut slope, mut curve) = (0.0, 1e-9);
        for (score, result) in scored {
            let (score, chance) = (points(*score), sigmoid(weight * points(*score)));
            slope += score * (f64::from(*result) - chance);
            curve += score * score * chance * (1.0 - chance);
        }
        let step = (slope / curve).clamp(-1.0, 1.0);
        weight += step;
        if step.abs() < 1e-9 {
            break;
        }
    }
    (weight > 0.01).then(|| (100.0 / weight).max(1.0))
}

/// How far a network in whole numbers is from the one it was made of, in logarithms of odds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounding {
    /// On average.
    pub mean: f64,
    /// At most.
    pub most: f64,
}

/// Compares a network with its form in whole numbers, on positions from all over a dataset.
pub fn rounding(data: &Dataset, net: &FloatNet, network: &Network) -> Rounding {
    const MOST_POSITIONS: usize = 20_000;
    let mut rounding = Rounding { mean: 0.0, most: 0.0 };
    let (mut asked, mut at) = (0, Accumulator::new(network, &[]));
    for place in (0..data.len()).step_by((data.len() / MOST_POSITIONS).max(1)) {
        let active = data.active(place);
        let listed: Vec<u32> = active.iter().map(|feature| u32::from(*feature)).collect();
        at.refresh(network, &listed);
        let off = (f64::from(net.odds(active)) - network.odds(&at)).abs();
        rounding.mean += off;
        rounding.most = rounding.most.max(off);
        asked += 1;
    }
    rounding.mean /= f64::from(asked.max(1));
    rounding
}

impl Dataset {
    /// The scores that a search gave to some positions, with results.
    pub(super) fn searched(&self, places: &[usize]) -> Vec<(i32, f32)> {
        let score = |at: &usize| match self.labels()[*at].opinion {
            Opinion::Points(points) => Some((points, self.labels()[*at].result)),
            Opinion::Win | Opinion::Loss => None,
        };
        places.iter().filter_map(score).collect()
    }

    /// The judgements of the game's own evaluation, with results.
    pub(super) fn judged(&self, places: &[usize]) -> Vec<(i32, f32)> {
        places.iter().map(|at| (self.judgements()[*at], self.labels()[*at].result)).collect()
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Rng;

    use super::*;

    #[test]
    fn the_scale_that_made_results_is_found() {
        let mut rng = Rng::new(1);
        let scored: Vec<(i32, f32)> = (0..40_000)
            .map(|_| {
                let score = rng.below(1001) as i32 - 500;
                (score, f32::from(u8::from(rng.unit() < sigmoid(f64::from(score) / 230.0))))
            })
            .collect();
        let scale = fit_scale(&scored).unwrap();
        assert!((scale - 230.0).abs() < 6.0, "{scale}");
        let reversed: Vec<(i32, f32)> = scored.iter().map(|(score, result)| (-score, *result)).collect();
        assert_eq!(fit_scale(&reversed), None);
        assert_eq!(fit_scale(&[]), None);
    }

    #[test]
    fn losses_are_logarithms() {
        assert!((cross_entropy(0.0, 1.0) - std::f64::consts::LN_2).abs() < 1e-12);
        assert!((cross_entropy(2.0, 1.0) + libm::log(sigmoid(2.0))).abs() < 1e-12);
        assert!((cross_entropy(-800.0, 1.0) - 800.0).abs() < 1e-9 && cross_entropy(800.0, 1.0).abs() < 1e-9);
        let fit = Fit::of([(1.0, 1.0), (-1.0, 1.0), (3.0, 1.0), (0.0, 0.5)].into_iter());
        assert!((fit.accuracy - 2.0 / 3.0).abs() < 1e-12 && fit.positions == 4, "{fit:?}");
    }
}
