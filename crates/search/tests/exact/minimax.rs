use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_core::{Game, History, Registered, perft};
use agon_search::{Greedy, Limits, Minimax, Value};

use crate::common::{Check, Senseless, brute_root, every_game, fitting_depth, mazes, positions, think, to_depth};

fn agrees<G: Game>(history: &History<G>, depth: u32) {
    let (best, values) = brute_root(history, depth);
    let run = |prune: bool, threads: u32| {
        let minimax = Minimax { prune, threads, ..Minimax::new(Senseless, depth) };
        minimax.search(history, &Limits::default(), &AtomicBool::new(false)).unwrap()
    };
    let all = run(false, 1);
    let moves = history.moves();
    let found: Vec<i64> = all.root.iter().map(|(_, worth)| *worth).collect();
    assert_eq!(found, values.iter().map(|value| i64::from(*value)).collect::<Vec<_>>());
    assert_eq!((all.mv, all.worth, all.complete), (moves[best], i64::from(values[best]), true));
    let pruned = run(true, 1);
    assert_eq!((pruned.mv, pruned.worth), (all.mv, all.worth));
    assert!(pruned.nodes <= all.nodes);
    for (prune, threads) in [(true, 3), (false, 2)] {
        let split = run(prune, threads);
        assert_eq!((split.mv, split.worth), (all.mv, all.worth), "{threads} threads");
        assert!(prune || split.nodes == all.nodes);
    }
}

#[test]
fn minimax_is_brute_force_in_every_game() {
    struct Minimaxes;
    impl Check for Minimaxes {
        fn check<G: Registered>(&mut self, game: &Arc<G>) {
            for history in positions(game, 12, 60) {
                agrees(&history, fitting_depth(&history, 6, 1500));
            }
        }
    }
    every_game(&mut Minimaxes);
}

#[test]
fn minimax_is_brute_force_in_mazes() {
    for maze in mazes(60, false).chain(mazes(30, true)) {
        for history in positions(&maze, 3, 4) {
            agrees(&history, fitting_depth(&history, 8, 1000));
        }
    }
}

#[test]
fn an_exhaustive_search_makes_every_move_of_perft() {
    struct Counts;
    impl Check for Counts {
        fn check<G: Registered>(&mut self, game: &Arc<G>) {
            let history = History::new(Arc::clone(game), game.start());
            let depth = fitting_depth(&history, 6, 20_000);
            // Chance goes on at the end of a line, and would be counted.
            let minimax = Minimax { prune: false, ..Minimax::new(Senseless, depth) };
            let found = minimax.search(&history, &Limits::default(), &AtomicBool::new(false)).unwrap();
            let lines: u64 = (1..=depth).map(|depth| perft(&history, depth)).sum();
            assert!(found.nodes == lines || game.options().text("min") == "random", "{}", G::INFO.name);
        }
    }
    every_game(&mut Counts);
}

#[test]
fn greedy_takes_what_minimax_of_one_level_takes() {
    struct Greedies;
    impl Check for Greedies {
        fn check<G: Registered>(&mut self, game: &Arc<G>) {
            for (seed, history) in (0..).zip(positions(game, 40, 80)) {
                let chance_next = history.moves().iter().any(|mv| {
                    let mut next = *history.position();
                    game.play(&mut next, *mv);
                    game.turn(&next).player().is_none()
                });
                let (_, values) = brute_root(&history, 1);
                let thought = think(&mut Greedy::new(Senseless, seed), &history, &Limits::default());
                let chosen = history.moves().iter().position(|mv| *mv == thought.mv).unwrap();
                let best = *values.iter().max().unwrap();
                assert!(chance_next || values[chosen] == best);
                assert!(best != Value::win(1) || values[chosen] == best, "a win was left");
                let again = think(&mut Greedy::new(Senseless, seed), &history, &Limits::default());
                assert_eq!(again.mv, thought.mv);
            }
        }
    }
    every_game(&mut Greedies);
}

#[test]
fn minimax_with_few_nodes_answers_as_far_as_it_came() {
    struct Limited(u32);
    impl Check for Limited {
        fn check<G: Registered>(&mut self, game: &Arc<G>) {
            for history in positions(game, 4, 30) {
                let to_depth = |depth| think(&mut Minimax::new(Senseless, 6), &history, &to_depth(depth)).info;
                // Enough for every move once, and for a little of the next depth.
                let most = to_depth(1).nodes * 3;
                let limits = Limits { nodes: Some(most), ..Limits::default() };
                let info = think(&mut Minimax::new(Senseless, 6), &history, &limits).info;
                // The moves of the last position are made before it looks at the limit.
                assert!(info.nodes < 2 * most && (1..=6).contains(&info.depth), "{} {most}", info.nodes);
                let alone = to_depth(info.depth);
                assert_eq!((info.score, &info.pv, &info.root), (alone.score, &alone.pv, &alone.root));
                self.0 += u32::from(info.nodes > alone.nodes);
            }
        }
    }
    let mut limited = Limited(0);
    every_game(&mut limited);
    assert!(limited.0 > 5, "it never began to look deeper");
}
