/// Results of games played in pairs: the same opening twice, sides swapped.
/// The two games of a pair depend on each other, so pairs are what is counted
/// (the pentanomial model).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u64; 5]);

/// A difference in strength, with half the width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference.
    pub elo: f64,
    /// The interval is this far to either side.
    pub error: f64,
}

/// The normal quantile of a two-sided 95 % interval.
const Z: f64 = 1.959_963_984_540_054;

impl Pairs {
    /// Counts a pair by what the first agent scored in its two games, in half
    /// points: 0 for two losses, 4 for two wins.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// The mean score of a game, and the standard error of it.
    pub fn score(&self) -> Option<(f64, f64)> {
        let pairs: u64 = self.0.iter().sum();
        if pairs == 0 {
            return None;
        }
        let (n, score) = (pairs as f64, |at: usize| at as f64 / 4.0);
        let mean = self.0.iter().enumerate().map(|(at, count)| *count as f64 * score(at)).sum::<f64>() / n;
        let square = |at: usize| (score(at) - mean) * (score(at) - mean);
        let variance = self.0.iter().enumerate().map(|(at, count)| *count as f64 * square(at)).sum::<f64>() / n;
        Some((mean, (variance / n).sqrt()))
    }

    /// The difference in Elo that the score stands for; `None` without a
    /// pair, infinite when one side won everything.
    pub fn elo(&self) -> Option<Elo> {
        let (mean, deviation) = self.score()?;
        let (low, high) = (logistic(mean - Z * deviation), logistic(mean + Z * deviation));
        Some(Elo { elo: logistic(mean), error: (high - low) / 2.0 })
    }
}

/// The difference in Elo at which a score is expected.
fn logistic(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    -400.0 * (1.0 / score - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_match_has_its_known_elo() {
        // Lost both, lost and drew, even (31 + 32), won and drew, won both.
        let elo = Pairs([34, 54, 31 + 32, 64, 75]).elo().unwrap();
        assert!((elo.elo - 55.58).abs() < 0.01, "{elo:?}");
    }

    #[test]
    fn no_games_and_no_losses_are_no_numbers() {
        assert_eq!(Pairs::default().elo(), None);
        assert!(Pairs([0, 0, 0, 0, 10]).elo().unwrap().elo.is_infinite());
        let even = Pairs([5, 0, 0, 0, 5]).elo().unwrap();
        assert!(even.elo.abs() < 1e-9 && even.error > 100.0);
    }
}
