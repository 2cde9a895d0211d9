//! Small boards, where exhaustive search goes deep: what it proves must be found,
//! with a judgement that knows nothing and with the game's own.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_core::{Options, Registered};
use agon_games::{Visitor, visit};
use agon_search::{AlphaBeta, AlphaBetaConfig, Limits, Minimax, Value};

use crate::common::{Senseless, positions, think, to_depth};

type Pairs = &'static [(&'static str, &'static str)];

/// A small game: its name, its options, how deep to search, and how many
/// positions to take after how many random moves at most.
const SMALL: [(&str, Pairs, u32, (u64, u32)); 5] = [
    ("crosphere", &[("size", "3")], 6, (30, 14)),
    ("crosphere", &[("size", "4")], 5, (30, 14)),
    ("tilesum", &[("moves", "6")], 9, (30, 14)),
    // On nineteen cells hardly anybody wins: many positions for a few ends.
    ("andantino", &[("side", "3")], 7, (150, 18)),
    ("andantino", &[("side", "4")], 4, (80, 30)),
];

struct Small {
    options: Pairs,
    depth: u32,
    sample: (u64, u32),
}

impl Visitor for Small {
    /// How many ends there were to be found.
    type Output = u32;

    fn visit<G: Registered>(&mut self) -> u32 {
        let options = Options::from_pairs(G::INFO.options, self.options.iter().copied()).expect("right options");
        let game = Arc::new(G::new(options).expect("a game"));
        // One agent for all, so that what it remembers may mislead it.
        let config = AlphaBetaConfig { hash: 1, ..AlphaBetaConfig::default() };
        let mut senseless = AlphaBeta::new(Senseless, config.clone());
        let mut knowing = AlphaBeta::new(G::Evaluation::default(), config);
        let mut ends = 0;
        for history in positions(&game, self.sample.0, self.sample.1) {
            for depth in 1..=self.depth {
                let exhaustive = Minimax::new(Senseless, depth);
                let proven = exhaustive.search(&history, &Limits::default(), &AtomicBool::new(false)).unwrap().worth;
                let found = [
                    think(&mut senseless, &history, &to_depth(depth)).info.score,
                    think(&mut knowing, &history, &to_depth(depth)).info.score,
                ];
                if Value::is_decided(proven as i32) {
                    ends += 1;
                    let same = |found: &i32| Value::is_decided(*found) && (*found > 0) == (proven > 0);
                    let text = game.position_text(history.position());
                    assert!(found.iter().all(same), "{found:?} instead of {proven} in {depth}: {text}");
                }
            }
        }
        ends
    }
}

#[test]
fn no_end_is_missed_on_small_boards() {
    for (name, options, depth, sample) in SMALL {
        let ends = visit(name, &mut Small { options, depth, sample }).expect("a known game");
        assert!(ends > 20, "{name}: {ends}");
    }
}
