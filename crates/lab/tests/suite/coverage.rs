//! The intervals keep their word: in simulated matches of known strength, 95 %
//! of them hold the truth.

use agon_core::Rng;
use agon_lab::{Counts, Elo, Model, Pairs, Sprt, Verdict};

const MATCHES: usize = 2000;

/// Two games of a pair: an opening favours one side by a random amount, so they depend on each other.
struct World {
    /// The advantage of the first player, in logarithmic odds.
    strength: f64,
    /// How much openings may favour a side.
    bias: f64,
    /// What share of games is drawn.
    draws: f64,
}

impl World {
    /// How likely a player with these odds wins a game, and draws it.
    fn chances(&self, odds: f64) -> (f64, f64) {
        let share = 1.0 / (1.0 + (-odds).exp());
        ((1.0 - self.draws) * share, self.draws)
    }

    fn half_points(&self, odds: f64, rng: &mut Rng) -> usize {
        let ((win, draw), lot) = (self.chances(odds), rng.unit());
        if lot < win { 2 } else { usize::from(lot < win + draw) }
    }

    /// One of a few biases, each equally likely, so that the truth is a finite sum.
    fn biases(&self) -> [f64; 4] {
        [-1.0, -0.5, 0.5, 1.0].map(|share| share * self.bias)
    }

    fn pairs(&self, count: u64, rng: &mut Rng) -> Pairs {
        let mut pairs = Pairs::default();
        for _ in 0..count {
            let bias = self.biases()[rng.below(4) as usize];
            let first = self.half_points(self.strength + bias, rng);
            pairs.add(first + self.half_points(self.strength - bias, rng));
        }
        pairs
    }

    /// The exact distribution of pairs; Elo of it is the truth.
    fn truth(&self) -> (f64, f64) {
        const MANY: f64 = 1e12;
        let mut shares = [0.0; 5];
        for bias in self.biases() {
            let game = |odds: f64| {
                let (win, draw) = self.chances(odds);
                [1.0 - win - draw, draw, win]
            };
            let (one, two) = (game(self.strength + bias), game(self.strength - bias));
            for (a, p) in one.iter().enumerate() {
                for (b, q) in two.iter().enumerate() {
                    shares[a + b] += p * q / 4.0;
                }
            }
        }
        let pairs = Counts(shares.map(|share| (share * MANY).round() as u64));
        (pairs.elo().unwrap().elo, pairs.normalized_elo().unwrap().elo)
    }
}

fn covers(interval: Option<Elo>, truth: f64) -> usize {
    usize::from(interval.is_some_and(|found| (found.elo - truth).abs() <= found.error))
}

#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let worlds = [(0.0, 0.0, 0.0), (0.0, 2.0, 0.3), (0.3, 1.0, 0.6), (-0.8, 0.5, 0.1), (1.2, 2.0, 0.0)];
    for (number, (strength, bias, draws)) in worlds.into_iter().enumerate() {
        let world = World { strength, bias, draws };
        let (elo, normalized) = world.truth();
        for pairs in [100, 500] {
            let mut rng = Rng::new(number as u64);
            let (mut held, mut held_normalized) = (0, 0);
            for _ in 0..MATCHES {
                let found = world.pairs(pairs, &mut rng);
                held += covers(found.elo(), elo);
                held_normalized += covers(found.normalized_elo(), normalized);
            }
            let wanted = MATCHES * 93 / 100..=MATCHES * 97 / 100;
            assert!(wanted.contains(&held), "world {number}, {pairs} pairs: {held} of {MATCHES}");
            // The error of normalized Elo is right near equality, where it is used.
            if strength.abs() < 0.5 {
                assert!(wanted.contains(&held_normalized), "world {number}, {pairs} pairs: {held_normalized}");
            }
        }
    }
}

#[test]
fn sequential_tests_err_no_more_often_than_they_say() {
    const TESTS: usize = 400;
    let sprt = Sprt::new(0.0, 60.0, 0.05, 0.05, Model::Logistic).unwrap();
    let accepted = |elo: f64| {
        let world = World { strength: elo * std::f64::consts::LN_10 / 400.0, bias: 0.0, draws: 0.0 };
        let mut rng = Rng::new(1);
        let test = |_: &usize| {
            let mut pairs = Pairs::default();
            loop {
                let next = world.pairs(1, &mut rng);
                (0..5).for_each(|at| pairs.0[at] += next.0[at]);
                if let Some(verdict) = sprt.verdict(&pairs) {
                    return verdict == Verdict::Accepted;
                }
            }
        };
        (0..TESTS).filter(test).count()
    };
    // 5 % with room for chance: three standard deviations are 3.3 %.
    let most = TESTS * 83 / 1000;
    let (wrongly, rightly) = (accepted(0.0), accepted(60.0));
    assert!(wrongly <= most && TESTS - rightly <= most, "{wrongly} and {} of {TESTS}", TESTS - rightly);
}
