use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::Counts;
use super::counts::score;
use super::elo::{NORMALIZED, expected};
use super::likelihood::{Distribution, with_deviations, with_mean};

/// What is taken for the count of a result that never came, so that no
/// result is thought impossible.
const NEVER_SEEN: f64 = 1e-3;

/// A sequential probability ratio test: is the first player `elo1` stronger
/// than the second, rather than `elo0`? It may be asked after every game,
/// and errs no more often than it promises.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

/// What the Elo of a test is measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// Elo as rating lists have it: by the expected score.
    Logistic,
    /// By the expected score in deviations of a game.
    Normalized,
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Model::Logistic => "logistic",
            Model::Normalized => "normalized",
        })
    }
}

impl FromStr for Model {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "logistic" => Ok(Model::Logistic),
            "normalized" => Ok(Model::Normalized),
            _ => Err("it takes one of logistic, normalized".to_string()),
        }
    }
}

/// What a test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// `elo1`: the first player is that much stronger.
    Accepted,
    /// `elo0`: it is not.
    Rejected,
}

/// Why there can be no such test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SprtError {
    /// The two hypotheses are the same or in the wrong order.
    #[error("elo0 has to be less than elo1, and both from -1000 to 1000")]
    Elo,
    /// An error is no probability that could be promised.
    #[error("alpha and beta have to be more than 0 and less than 0.5")]
    Error,
}

impl Sprt {
    /// A test of `elo0` against `elo1` that accepts wrongly with probability
    /// `alpha` and rejects wrongly with probability `beta`.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: Model) -> Result<Self, SprtError> {
        if !(-1000.0 <= elo0 && elo0 < elo1 && elo1 <= 1000.0) {
            return Err(SprtError::Elo);
        }
        if ![alpha, beta].iter().all(|error| *error > 0.0 && *error < 0.5) {
            return Err(SprtError::Error);
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// Where the test ends: at or below the first it is rejected, at or above the second accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of how much more likely `elo1` makes the results than
    /// `elo0` does, each with its best distribution; 0 without results.
    pub fn llr<const N: usize>(&self, counts: &Counts<N>) -> f64 {
        if counts.total() == 0 {
            return 0.0;
        }
        let seen = counts.0.map(|count| if count == 0 { NEVER_SEEN } else { count as f64 });
        let total: f64 = seen.iter().sum();
        let mut distribution = [(0.0, 0.0); N];
        for (at, count) in seen.iter().enumerate() {
            distribution[at] = (score::<N>(at), count / total);
        }
        let (Some(zero), Some(one)) = (self.explain(&distribution, self.elo0), self.explain(&distribution, self.elo1))
        else {
            return 0.0;
        };
        total * (0..N).map(|at| distribution[at].1 * (one[at].1 / zero[at].1).ln()).sum::<f64>()
    }

    /// The most likely distribution at a strength.
    fn explain<const N: usize>(&self, seen: &Distribution<N>, elo: f64) -> Option<Distribution<N>> {
        match self.model {
            Model::Logistic => with_mean(seen, expected(elo)),
            Model::Normalized => with_deviations(seen, elo / NORMALIZED * Counts::<N>::GAMES.sqrt()),
        }
    }

    /// What the results have decided, if anything yet.
    pub fn verdict<const N: usize>(&self, counts: &Counts<N>) -> Option<Verdict> {
        let ((lower, upper), llr) = (self.bounds(), self.llr(counts));
        if llr >= upper {
            Some(Verdict::Accepted)
        } else if llr <= lower {
            Some(Verdict::Rejected)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Pairs;

    fn check<const N: usize>(model: Model, counts: Counts<N>, [elo0, elo1]: [f64; 2], known: f64) {
        let found = Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap().llr(&counts);
        // The known ones are printed with two decimals.
        assert!((found - known).abs() <= (0.01 * known.abs()).max(0.005), "{counts:?}: {found} is not {known}");
    }

    #[test]
    fn known_games_have_their_known_ratio() {
        use Model::{Logistic, Normalized};
        let games = |wins, losses, draws| Counts([losses, draws, wins]);
        check(Normalized, games(36433, 36027, 68692), [0.0, 2.0], 0.92);
        check(Normalized, games(10871, 10650, 20431), [-1.75, 0.25], 2.30);
        check(Normalized, games(4250, 0, 0), [0.0, 10.0], 120.56);
        check(Logistic, games(21404, 21184, 40708), [0.5, 2.5], -1.57);
        check(Logistic, games(57433, 57030, 106_593), [0.0, 2.0], -2.59);
    }

    #[test]
    fn known_pairs_have_their_known_ratio() {
        use Model::{Logistic, Normalized};
        check(Normalized, Pairs::of_six([365, 16618, 36029, 200, 16974, 390]), [0.0, 2.0], 2.25);
        check(Normalized, Pairs::of_six([127, 4883, 10311, 401, 5150, 104]), [-1.75, 0.25], 3.01);
        check(Normalized, Pairs::of_six([0, 0, 0, 0, 0, 5550]), [0.0, 5.0], 111.82);
        check(Logistic, Pairs::of_six([223, 9863, 20279, 1000, 10037, 246]), [0.5, 2.5], -3.07);
        check(Logistic, Pairs::of_six([871, 26175, 55003, 980, 26678, 821]), [0.0, 2.0], -4.98);
    }

    #[test]
    fn verdicts_come_at_the_bounds() {
        let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05, Model::Normalized).unwrap();
        let (lower, upper) = sprt.bounds();
        assert!((lower + 2.944_439).abs() < 1e-6 && (upper - 2.944_439).abs() < 1e-6);
        assert!(sprt.llr(&Pairs::default()).abs() < 1e-12);
        assert_eq!(sprt.verdict(&Pairs::default()), None);
        assert_eq!(sprt.verdict(&Counts([0, 0, 4250])), Some(Verdict::Accepted));
        assert_eq!(sprt.verdict(&Counts([4250, 0, 0])), Some(Verdict::Rejected));
    }

    #[test]
    fn a_test_has_to_make_sense() {
        let new = |elo0, elo1, alpha| Sprt::new(elo0, elo1, alpha, 0.05, Model::Logistic).err();
        assert_eq!(new(0.0, 0.0, 0.05), Some(SprtError::Elo));
        assert_eq!(new(f64::NAN, 1.0, 0.05), Some(SprtError::Elo));
        assert_eq!(new(0.0, 5.0, 0.5), Some(SprtError::Error));
        assert_eq!(new(0.0, 5.0, 0.05), None);
    }
}
