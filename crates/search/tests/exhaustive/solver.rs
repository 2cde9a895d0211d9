//! Games small enough to be looked through, on which every solver is tried.

use agon_core::{Game, History, Notation, Player, Registered, Rng};
use agon_games::{Visitor, visit, visit_all};

use super::{Exhaustive, after_random_moves, begin, late_positions};

/// A search that is held to who wins with best play.
pub trait Solver {
    /// Asserts that it finds out who wins from here.
    fn solves<G: Notation>(&self, history: &History<G>, winner: Option<Player>);
}

/// The whole of a game with these options.
pub fn whole(name: &str, options: &str, solver: &impl Solver) {
    struct Whole<'w, S>(&'w str, &'w S);
    impl<S: Solver> Visitor for Whole<'_, S> {
        type Output = ();
        fn visit<G: Registered>(&mut self) {
            let history = begin::<G>(self.0);
            let winner = Exhaustive::new(u64::MAX).winner(&mut history.clone()).expect("small enough");
            self.1.solves(&history, winner);
        }
    }
    visit(name, &mut Whole(options, solver)).expect("a game");
}

/// Tile Sum of up to four moves, for every goal that matters.
pub fn tile_sums(solver: &impl Solver) {
    for goal in 1..=10 {
        for moves in 1..=4 {
            whole("tilesum", &format!("goal={goal} moves={moves}"), solver);
        }
    }
}

/// Crosphere on three by three.
pub fn small_crosphere(solver: &impl Solver) {
    for strong in [0, 1, 2, 4] {
        whole("crosphere", &format!("size=3 strong={strong}"), solver);
    }
}

/// So many positions of a game, each after so many random half moves.
pub struct Later<'l> {
    pub name: &'l str,
    pub options: &'l str,
    pub plies: u32,
    pub count: u32,
    pub seed: u64,
}

impl Later<'_> {
    pub fn try_on(&self, solver: &impl Solver) {
        struct Try<'t, S>(&'t Later<'t>, &'t S);
        impl<S: Solver> Visitor for Try<'_, S> {
            type Output = ();
            fn visit<G: Registered>(&mut self) {
                let Later { options, plies, count, seed, .. } = *self.0;
                let mut rng = Rng::new(seed);
                for _ in 0..count {
                    let history = after_random_moves::<G>(options, plies, &mut rng);
                    let winner = Exhaustive::new(u64::MAX).winner(&mut history.clone()).expect("small enough");
                    self.1.solves(&history, winner);
                }
            }
        }
        visit(self.name, &mut Try(self, solver)).expect("a game");
    }
}

/// Ends of random games of every game, as far back as so many nodes look through.
pub fn ends_of_all_games(seed: u64, nodes: u64, solver: &impl Solver) {
    struct Ends<'e, S>(u64, u64, &'e S);
    impl<S: Solver> Visitor for Ends<'_, S> {
        type Output = usize;
        fn visit<G: Registered>(&mut self) -> usize {
            let late = late_positions::<G>(&mut Rng::new(self.0), 12, self.1);
            for (history, winner) in &late {
                self.2.solves(history, *winner);
            }
            late.len()
        }
    }
    let counts = visit_all(&mut Ends(seed, nodes, solver));
    assert!(counts.iter().all(|count| *count > 3), "{counts:?}");
}

/// Who has won after a line; every move of it is legal.
pub fn winner_after<G: Game>(history: &History<G>, line: &[G::Move]) -> Option<Player> {
    let mut end = history.clone();
    for mv in line {
        assert!(end.moves().contains(mv));
        end.play(*mv);
    }
    end.outcome().and_then(|outcome| outcome.winner)
}
