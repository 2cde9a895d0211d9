//! Small boards, where exhaustive search goes deep: what it proves must be found.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_core::{Game, Options};
use agon_games::{Visitor, visit};
use agon_search::{AlphaBeta, AlphaBetaConfig, Limits, Minimax, Value};

use crate::common::{Senseless, positions, think, to_depth};

/// A small game: its name, its options, and how deep to search.
const SMALL: [(&str, &[(&str, &str)], u32); 3] =
    [("crosphere", &[("size", "3")], 7), ("crosphere", &[("size", "4")], 5), ("tilesum", &[("moves", "7")], 12)];

struct Small {
    options: &'static [(&'static str, &'static str)],
    depth: u32,
    decided: u32,
    missed: u32,
}

impl Visitor for Small {
    type Output = ();
    fn visit<G: Game>(&mut self) {
        let options = Options::from_pairs(G::INFO.options, self.options.iter().copied()).expect("right options");
        let game = Arc::new(G::new(options).expect("a game"));
        let full: u32 = std::env::var("FULL").ok().and_then(|t| t.parse().ok()).unwrap_or(8);
        let most: u64 = std::env::var("COUNT").ok().and_then(|t| t.parse().ok()).unwrap_or(40);
        for history in positions(&game, most, 14) {
            for depth in 1..=self.depth {
                let exhaustive = Minimax::new(Senseless, depth);
                let proven = exhaustive.search(&history, &Limits::default(), &AtomicBool::new(false)).unwrap();
                if !Value::is_decided(proven.worth as i32) {
                    continue;
                }
                self.decided += 1;
                let config = AlphaBetaConfig { hash: 1, full_iterations: full, ..AlphaBetaConfig::default() };
                let found = think(&mut AlphaBeta::new(Senseless, config), &history, &to_depth(depth)).info.score;
                if !Value::is_decided(found) || (found > 0) != (proven.worth > 0) {
                    self.missed += 1;
                }
            }
        }
    }
}

#[test]
fn no_end_is_missed_on_small_boards() {
    for (name, options, depth) in SMALL {
        let mut small = Small { options, depth, decided: 0, missed: 0 };
        visit(name, &mut small).expect("a known game");
        println!("{name} {options:?}: {} decided, {} missed", small.decided, small.missed);
    }
}
