/// Results counted by what they scored, the scores evenly spaced from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts<const N: usize>(pub [u64; N]);

/// Single games: lost, drawn, won (the trinomial model).
pub type Games = Counts<3>;

/// Games in pairs, the same opening twice with sides swapped, by the half points
/// of both: 0 for two losses, 4 for two wins (the pentanomial model). The two
/// games of a pair depend on each other, so it is pairs that are counted.
pub type Pairs = Counts<5>;

impl<const N: usize> Default for Counts<N> {
    fn default() -> Self {
        Counts([0; N])
    }
}

impl Pairs {
    /// Pairs counted by both results: two losses, loss and draw, win and loss,
    /// two draws, win and draw, two wins. A win and a loss score as two draws do.
    pub fn of_six([ll, ld, wl, dd, wd, ww]: [u64; 6]) -> Self {
        Counts([ll, ld, wl + dd, wd, ww])
    }
}

impl<const N: usize> Counts<N> {
    /// How many games make one result.
    pub(super) const GAMES: f64 = ((N - 1) / 2) as f64;

    /// Counts a result by its half points.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(N - 1)] += 1;
    }

    /// How many results there are.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// What all results scored together, in games.
    pub fn points(&self) -> f64 {
        self.0.iter().enumerate().map(|(at, count)| *count as f64 * at as f64 / 2.0).sum()
    }

    /// These results and others.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let mut sum = *self;
        sum.0.iter_mut().zip(other.0).for_each(|(sum, other)| *sum += other);
        sum
    }

    /// The same results from the other side.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.0.reverse();
        self
    }

    /// The mean score and the variance of a single result; `None` without any.
    pub fn moments(&self) -> Option<(f64, f64)> {
        let total = self.total();
        if total == 0 {
            return None;
        }
        let average = |value: &dyn Fn(f64) -> f64| {
            let sum: f64 = self.0.iter().enumerate().map(|(at, count)| *count as f64 * value(score::<N>(at))).sum();
            sum / total as f64
        };
        let mean = average(&|score| score);
        Some((mean, average(&|score| (score - mean) * (score - mean))))
    }
}

/// What the result at this place scored.
pub(super) fn score<const N: usize>(at: usize) -> f64 {
    at as f64 / (N - 1) as f64
}
