use std::sync::Arc;

use agon_core::{Evaluation, Game, History, NoEvaluation, Registered};
use agon_search::{AlphaBeta, AlphaBetaConfig, Limits, Score, Value};

use crate::common::{Check, Senseless, brute_root, every_game, fitting_depth, mazes, positions, think, to_depth};

/// Small tables fill soon: what happens then is tested too.
const SMALL: u32 = 1;

fn score_of<G: Game>(history: &History<G>, config: &AlphaBetaConfig, depth: u32) -> (G::Move, Score) {
    let thought = think(&mut AlphaBeta::new(Senseless, config.clone()), history, &to_depth(depth));
    (thought.mv, thought.info.score)
}

fn plain_agrees<G: Game>(history: &History<G>, depth: u32) {
    let (best, values) = brute_root(history, depth);
    let found = score_of(history, &AlphaBetaConfig::plain(), depth);
    assert_eq!(found, (history.moves()[best], values[best]), "{history:?}");
}

#[test]
fn plain_alpha_beta_is_minimax_in_every_game() {
    struct Plain;
    impl Check for Plain {
        fn check<G: Registered>(&mut self, game: &Arc<G>) {
            for history in positions(game, 60, 80) {
                plain_agrees(&history, fitting_depth(&history, 6, 1500));
            }
        }
    }
    every_game(&mut Plain);
}

#[test]
fn plain_alpha_beta_is_minimax_in_mazes() {
    for maze in mazes(150, false).chain(mazes(60, true)) {
        for history in positions(&maze, 3, 4) {
            plain_agrees(&history, fitting_depth(&history, 8, 1000));
        }
    }
}

/// Everything that changes how much is searched, but not what comes of it.
fn exact_configs() -> Vec<(&'static str, AlphaBetaConfig)> {
    let plain = AlphaBetaConfig::plain();
    let ordering = AlphaBetaConfig {
        killers: true,
        history: true,
        countermoves: true,
        promise: true,
        history_weight: 50,
        killer_weight: 50,
        ..plain.clone()
    };
    let iterative = AlphaBetaConfig { iterative: true, ..ordering.clone() };
    let table = AlphaBetaConfig { hash: SMALL, table_move: true, ..iterative.clone() };
    let all = AlphaBetaConfig { aspiration: 5, pvs: true, mate_distance: true, ..table.clone() };
    vec![
        ("pvs", AlphaBetaConfig { pvs: true, ..plain.clone() }),
        ("mate distance", AlphaBetaConfig { mate_distance: true, ..plain }),
        ("ordering", ordering),
        ("iterative", iterative),
        ("table", table.clone()),
        ("aspiration", AlphaBetaConfig { aspiration: 30, ..table }),
        ("all", all.clone()),
        ("threads", AlphaBetaConfig { threads: 3, ..all }),
    ]
}

fn exact_agree<G: Game>(history: &History<G>, depth: u32, configs: &[(&str, AlphaBetaConfig)]) {
    let (best, values) = brute_root(history, depth);
    let moves = history.moves();
    for (name, config) in configs {
        let (mv, score) = score_of(history, config, depth);
        // Iterations end early when the end of the game is known.
        let known = Value::is_decided(score) && config.iterative;
        if known {
            assert_eq!(Value::is_decided(values[best]), known, "{name}: {score} is not {}", values[best]);
            assert_eq!(score > 0, values[best] > 0, "{name}");
        } else {
            assert_eq!(score, values[best], "{name}: {history:?} to {depth}");
            let chosen = moves.iter().position(|other| *other == mv).unwrap();
            assert_eq!(values[chosen], values[best], "{name}");
        }
    }
}

#[test]
fn what_should_not_change_the_value_does_not() {
    struct Exact;
    impl Check for Exact {
        fn check<G: Registered>(&mut self, game: &Arc<G>) {
            for history in positions(game, 8, 80) {
                exact_agree(&history, fitting_depth(&history, 6, 1500), &exact_configs());
            }
        }
    }
    every_game(&mut Exact);
    for maze in mazes(50, false).chain(mazes(20, true)) {
        for history in positions(&maze, 2, 4) {
            exact_agree(&history, fitting_depth(&history, 8, 1000), &exact_configs());
        }
    }
}

#[test]
fn a_table_changes_nothing_where_lines_of_one_length_only_meet() {
    // In a maze without circles a position is always reached after as many
    // moves, so an entry always has the depth that is asked for.
    let table = AlphaBetaConfig { hash: SMALL, table_move: true, table_cuts: true, ..AlphaBetaConfig::plain() };
    let configs = [
        ("table", table.clone()),
        ("pvs", AlphaBetaConfig { pvs: true, ..table.clone() }),
        ("iterative", AlphaBetaConfig { iterative: true, pvs: true, aspiration: 20, ..table }),
    ];
    for maze in mazes(150, false).filter(|maze| !maze.circles) {
        for history in positions(&maze, 2, 4) {
            exact_agree(&history, fitting_depth(&history, 12, 2000), &configs);
        }
    }
}

/// Wins and losses that are there to be found within the depth, by brute
/// force, and what the full search makes of them.
fn finds_the_end<G: Game, E: Evaluation<G>>(history: &History<G>, evaluation: E, depth: u32) -> bool {
    let (best, values) = brute_root(history, depth);
    if !Value::is_decided(values[best]) {
        return false;
    }
    let config = AlphaBetaConfig { hash: SMALL, ..AlphaBetaConfig::default() };
    let thought = think(&mut AlphaBeta::new(evaluation, config), history, &to_depth(depth));
    let score = thought.info.score;
    assert!(Value::is_decided(score), "{} missed in {depth}: {score} for {history:?}", values[best]);
    assert_eq!(score > 0, values[best] > 0, "{history:?}");
    let chosen = history.moves().iter().position(|mv| *mv == thought.mv).unwrap();
    // An extension may have found a win that takes a little longer.
    let value = match values[chosen] {
        value if Value::is_decided(value) => value,
        _ => brute_root(history, depth + 2).1[chosen],
    };
    assert!(Value::is_decided(value), "{history:?}");
    assert_eq!(value > 0, values[best] > 0, "{history:?}");
    true
}

#[test]
fn with_everything_on_no_end_is_missed() {
    struct Ends(u32);
    impl Check for Ends {
        fn check<G: Registered>(&mut self, game: &Arc<G>) {
            let mut ends = 0;
            // Of a game with many variants fewer positions of each.
            let count = if G::INFO.variants.len() > 10 { 5 } else { 40 };
            for history in positions(game, count, 60) {
                let depth = fitting_depth(&history, 12, 3000);
                ends += u32::from(finds_the_end(&history, Senseless, depth));
                ends += u32::from(finds_the_end(&history, NoEvaluation, depth));
                ends += u32::from(finds_the_end(&history, G::Evaluation::default(), depth));
            }
            self.0 += ends;
        }
    }
    let mut ends = Ends(0);
    every_game(&mut ends);
    assert!(ends.0 > 100, "only {} ends were there to be found", ends.0);
    let mut found = 0;
    for maze in mazes(200, false).filter(|maze| !maze.circles) {
        for history in positions(&maze, 2, 4) {
            found += u32::from(finds_the_end(&history, Senseless, fitting_depth(&history, 14, 3000)));
        }
    }
    assert!(found > 100, "only {found} ends were there to be found in mazes");
}

/// Late moves may be searched less deep or left out, and then an end may be
/// missed; but one that is claimed is there.
#[test]
fn what_is_left_out_makes_up_no_end() {
    let hasty = AlphaBetaConfig { hash: SMALL, full_iterations: 0, full_last: false, ..AlphaBetaConfig::default() };
    let (mut claimed, mut left_out) = (0, 0);
    for maze in mazes(300, false).filter(|maze| !maze.circles) {
        for history in positions(&maze, 2, 4) {
            let depth = fitting_depth(&history, 14, 3000);
            let search = |config: AlphaBetaConfig| {
                think(&mut AlphaBeta::new(Senseless, config), &history, &to_depth(depth)).info
            };
            let info = search(hasty.clone());
            left_out += u32::from(info.nodes < search(AlphaBetaConfig { prune: false, ..hasty.clone() }).nodes);
            let plies = match Value::of(info.score) {
                Value::Win(plies) | Value::Loss(plies) if plies as u32 <= depth => plies as u32,
                _ => continue,
            };
            let (best, values) = brute_root(&history, plies);
            assert!(Value::is_decided(values[best]), "{history:?}");
            assert_eq!(values[best] > 0, info.score > 0, "{history:?}");
            claimed += 1;
        }
    }
    assert!(claimed > 100 && left_out > 100, "{claimed} {left_out}");
}

#[test]
fn the_same_search_gives_the_same_answer() {
    struct Same;
    impl Check for Same {
        fn check<G: Registered>(&mut self, game: &Arc<G>) {
            for history in positions(game, 3, 30) {
                let limits = Limits { nodes: Some(3000), ..Limits::default() };
                let run = || {
                    let config = AlphaBetaConfig { hash: SMALL, ..AlphaBetaConfig::default() };
                    let mut agent = AlphaBeta::new(Senseless, config);
                    // Twice, for what is remembered must not differ either.
                    [0; 2].map(|_| {
                        let thought = think(&mut agent, &history, &limits);
                        (thought.mv, thought.info.score, thought.info.nodes, thought.info.pv)
                    })
                };
                assert_eq!(run(), run());
            }
        }
    }
    every_game(&mut Same);
}

#[test]
fn a_new_game_begins_as_if_just_made() {
    let maze = mazes(2, false).nth(1).unwrap();
    let history = History::new(Arc::clone(&maze), maze.start());
    let mut agent = AlphaBeta::new(Senseless, AlphaBetaConfig { hash: SMALL, ..AlphaBetaConfig::default() });
    let limits = Limits { nodes: Some(5000), ..Limits::default() };
    let first = think(&mut agent, &history, &limits);
    agon_search::Agent::<crate::maze::Maze>::new_game(&mut agent);
    let again = think(&mut agent, &history, &limits);
    assert_eq!((first.mv, first.info.nodes, first.info.pv), (again.mv, again.info.nodes, again.info.pv));
}

#[test]
fn threads_find_the_same_ends() {
    let config = AlphaBetaConfig { hash: SMALL, threads: 3, ..AlphaBetaConfig::default() };
    let mut found = 0;
    for maze in mazes(40, false).filter(|maze| !maze.circles) {
        for history in positions(&maze, 2, 4) {
            let depth = fitting_depth(&history, 10, 2000);
            let (best, values) = brute_root(&history, depth);
            let thought = think(&mut AlphaBeta::new(Senseless, config.clone()), &history, &to_depth(depth));
            if Value::is_decided(values[best]) {
                found += 1;
                assert!(Value::is_decided(thought.info.score));
                assert_eq!(thought.info.score > 0, values[best] > 0);
            }
        }
    }
    assert!(found > 20);
}

/// The best lines are the best moves by their values, one by one.
fn lines_agree<G: Game>(history: &History<G>, depth: u32, config: &AlphaBetaConfig) {
    let (_, mut values) = brute_root(history, depth);
    values.sort_by_key(|value| std::cmp::Reverse(*value));
    let wanted = AlphaBetaConfig { lines: 4, ..config.clone() };
    let info = think(&mut AlphaBeta::new(Senseless, wanted), history, &to_depth(depth)).info;
    let scores: Vec<Score> = info.lines.iter().map(|line| line.score).collect();
    assert_eq!(scores, values[..values.len().min(4)], "{history:?} to {depth}");
    assert_eq!((&info.lines[0].pv, info.lines[0].score), (&info.pv, info.score));
    for (at, line) in info.lines.iter().enumerate() {
        assert!(info.lines[..at].iter().all(|other| other.pv[0] != line.pv[0]), "two lines begin alike");
        let mut played = history.clone();
        for mv in &line.pv {
            assert!(played.moves().contains(mv), "{mv:?} of {:?} cannot be played", line.pv);
            played.play(*mv);
        }
    }
}

#[test]
fn the_best_lines_are_those_of_minimax() {
    struct Lines;
    impl Check for Lines {
        fn check<G: Registered>(&mut self, game: &Arc<G>) {
            for history in positions(game, 4, 80) {
                let depth = fitting_depth(&history, 6, 1000);
                let plain = AlphaBetaConfig::plain();
                let pvs = AlphaBetaConfig { pvs: true, ..plain.clone() };
                let threads = AlphaBetaConfig { threads: 2, ..pvs.clone() };
                for config in [plain, pvs, threads] {
                    lines_agree(&history, depth, &config);
                }
            }
        }
    }
    every_game(&mut Lines);
}

#[test]
fn lines_fall_and_the_first_is_as_good_as_alone() {
    struct Lines(u32);
    impl Check for Lines {
        fn check<G: Registered>(&mut self, game: &Arc<G>) {
            for history in positions(game, 4, 40) {
                let limits = to_depth(3);
                // In an iteration without reductions and extensions every position is searched to one
                // depth, however it is reached: what was searched before cannot change a value.
                let config = AlphaBetaConfig {
                    hash: SMALL,
                    reductions: false,
                    extend_only_moves: false,
                    prune: false,
                    ..AlphaBetaConfig::default()
                };
                let mut alone = AlphaBeta::new(G::Evaluation::default(), config.clone());
                let mut several = AlphaBeta::new(G::Evaluation::default(), AlphaBetaConfig { lines: 3, ..config });
                let (one, three) =
                    (think(&mut alone, &history, &limits).info, think(&mut several, &history, &limits).info);
                assert_eq!(one.lines.len(), 1);
                assert_eq!((one.lines[0].score, &one.lines[0].pv), (one.score, &one.pv));
                if !Value::is_decided(one.score) {
                    assert_eq!(three.score, one.score, "{history:?}");
                }
                assert!(three.lines.is_sorted_by(|a, b| a.score >= b.score), "{:?}", three.lines);
                assert!(three.lines.len() == 3 || three.lines.len() == three.root.len(), "{:?}", three.lines);
                self.0 += three.lines.iter().filter(|line| line.pv.len() > 1).count() as u32;
            }
        }
    }
    let mut lines = Lines(0);
    every_game(&mut lines);
    assert!(lines.0 > 50, "only {} lines are longer than a move", lines.0);
}
