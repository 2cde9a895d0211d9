use super::Counts;

/// The normal quantile of a two-sided 95 % interval.
pub(crate) const Z: f64 = 1.959_963_984_540_054;
/// What a normalized Elo is to standard deviations of a game.
pub(super) const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;

/// A difference in strength, with half the width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference.
    pub elo: f64,
    /// The interval is this far to either side; infinite where all results are
    /// the same, since then nothing tells how far they scatter.
    pub error: f64,
}

impl<const N: usize> Counts<N> {
    /// The difference in Elo that the score stands for; `None` without a
    /// result, infinite when one side won everything.
    pub fn elo(&self) -> Option<Elo> {
        let (mean, deviation) = self.mean()?;
        let (low, high) = (difference(mean - Z * deviation), difference(mean + Z * deviation));
        let error = if deviation > 0.0 { (high - low) / 2.0 } else { f64::INFINITY };
        Some(Elo { elo: difference(mean), error })
    }

    /// The same in units of the deviation of a game, which does not shrink as
    /// draws become more; `None` where all results are the same.
    pub fn normalized_elo(&self) -> Option<Elo> {
        let (mean, variance) = self.moments().filter(|(_, variance)| *variance > 0.0)?;
        Some(Elo {
            elo: NORMALIZED * (mean - 0.5) / (Self::GAMES * variance).sqrt(),
            error: NORMALIZED * Z / (Self::GAMES * self.total() as f64).sqrt(),
        })
    }

    /// The likelihood that the first is the stronger one. Where all results are
    /// the same, they are taken for as many tosses of a coin.
    pub fn superiority(&self) -> Option<f64> {
        let (mean, deviation) = self.mean()?;
        let ahead = mean - 0.5;
        let deviations = if ahead == 0.0 {
            0.0
        } else if deviation > 0.0 {
            ahead / deviation
        } else {
            (self.total() as f64).sqrt().copysign(ahead)
        };
        Some(libm::erfc(-deviations * std::f64::consts::FRAC_1_SQRT_2) / 2.0)
    }

    /// The mean score, and how far it may be off (one standard deviation).
    fn mean(&self) -> Option<(f64, f64)> {
        let (mean, variance) = self.moments()?;
        Some((mean, (variance / self.total() as f64).sqrt()))
    }
}

/// The difference in Elo at which a score is expected.
fn difference(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// The score that is expected at a difference in Elo.
pub(super) fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Games, Pairs};

    fn near(found: f64, known: f64) {
        assert!((found - known).abs() <= 0.01 * known.abs().max(0.01), "{found} is not {known}");
    }

    #[test]
    fn known_matches_have_their_known_elo() {
        let games = Counts([96, 111, 136]);
        let (elo, normalized) = (games.elo().unwrap(), games.normalized_elo().unwrap());
        near(elo.elo, 40.70);
        near(elo.error, 30.43);
        near(normalized.elo, 49.77);
        near(normalized.error, 36.77);
        near(games.superiority().unwrap(), 0.9960);
        let pairs = Pairs::of_six([34, 54, 31, 32, 64, 75]);
        let normalized = pairs.normalized_elo().unwrap();
        near(pairs.elo().unwrap().elo, 55.58);
        near(normalized.elo, 57.94);
        near(normalized.error, 28.28);
    }

    #[test]
    fn no_games_and_no_losses_are_no_numbers() {
        assert_eq!(Pairs::default().elo(), None);
        assert_eq!(Games::default().superiority(), None);
        let all = Counts([0, 0, 0, 0, 10]);
        assert!(all.elo().unwrap().elo.is_infinite());
        assert_eq!(all.normalized_elo(), None);
        // Ten heads of ten, and one of one: 0.9992 and 0.8413 of a normal distribution.
        near(all.superiority().unwrap(), 0.9992);
        near(Counts([0, 0, 1]).superiority().unwrap(), 0.8413);
        near(1.0 - Counts([10, 0, 0]).superiority().unwrap(), 0.9992);
        assert!(Counts([0, 0, 7, 0, 0]).elo().unwrap().error.is_infinite());
        assert_eq!(Counts([0, 10, 0]).superiority(), Some(0.5));
        let even = Counts([5, 0, 0, 0, 5]).elo().unwrap();
        assert!(even.elo.abs() < 1e-9 && even.error > 100.0);
    }

    #[test]
    fn scores_and_differences_belong_together() {
        for elo in [-300.0, -1.0, 0.0, 40.0, 700.0] {
            assert!((difference(expected(elo)) - elo).abs() < 1e-9);
        }
    }
}
