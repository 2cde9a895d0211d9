//! Processes that search together, here as threads that share nothing but notes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use agon_core::{Game, History, Registered};
use agon_search::{Agent, AlphaBeta, AlphaBetaConfig, Begin, Limits, Minimax, Order, Team, Thought, Watch};

use crate::common::{Check, Senseless, brute_root, every_game, fitting_depth, mazes, positions, think, to_depth};

/// What `size` agents find together, and how many moves each has made.
fn together<G: Game, A: Agent<G>>(
    size: usize,
    history: &History<G>,
    limits: &Limits,
    make: impl Fn() -> A + Sync,
) -> (Thought<G::Move>, Vec<u64>) {
    let (teams, orders): (Vec<_>, Vec<_>) = (0..size).map(|rank| Team::sharing_from(rank, size, 2)).unzip();
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                carry(&teams);
                std::thread::yield_now();
            }
        });
        let mut helpers = Vec::new();
        for (team, orders) in teams.iter().zip(orders).skip(1) {
            let make = &make;
            helpers.push(scope.spawn(move || {
                let mut agent = make();
                assert!(agent.join(team));
                let Ok(Order::Search(begin, stop)) = orders.recv() else { panic!("no search to help with") };
                let limits = Limits { depth: begin.depth, nodes: begin.nodes, ..Limits::default() };
                agent.think(history, &limits, &mut Watch::new(stop, &mut |_| {})).unwrap();
            }));
        }
        let mut agent = make();
        assert!(agent.join(&teams[0]));
        teams[0].begin(Begin { depth: limits.depth, nodes: limits.nodes, ..Begin::default() });
        let thought = think(&mut agent, history, limits);
        let nodes = teams[0].nodes_by_rank(thought.info.nodes);
        teams[0].end();
        for helper in helpers {
            helper.join().unwrap();
        }
        is_over.store(true, Ordering::Relaxed);
        (thought, nodes)
    })
}

fn carry(teams: &[Arc<Team>]) {
    for from in teams {
        for to in teams.iter().filter(|to| to.rank() != from.rank()) {
            to.deliver(from.rank(), &from.outgoing(to.rank())).unwrap();
        }
    }
}

fn minimax_agrees<G: Game>(history: &History<G>, depth: u32) {
    for (prune, size, threads) in [(false, 3, 1), (true, 2, 2)] {
        let make = || Minimax { prune, threads, ..Minimax::new(Senseless, depth) };
        let (thought, nodes) = together(size, history, &to_depth(depth), make);
        let mut alone = Minimax { prune, ..Minimax::new(Senseless, depth) };
        let alone = think(&mut alone, history, &to_depth(depth));
        assert_eq!((thought.mv, thought.info.score), (alone.mv, alone.info.score), "{history:?}");
        assert!(prune || thought.info.nodes == alone.info.nodes);
        assert_eq!(nodes.iter().sum::<u64>(), thought.info.nodes);
    }
}

fn alphabeta_agrees<G: Game>(history: &History<G>, depth: u32) {
    let plain = AlphaBetaConfig { iterative: true, pvs: true, ..AlphaBetaConfig::plain() };
    let table = AlphaBetaConfig { hash: 1, table_move: true, killers: true, history: true, ..plain.clone() };
    let (_, values) = brute_root(history, depth);
    let best = values.iter().max().unwrap();
    for (config, size) in [(plain, 2), (AlphaBetaConfig { threads: 2, ..table.clone() }, 2), (table, 3)] {
        let (thought, _) = together(size, history, &to_depth(depth), || AlphaBeta::new(Senseless, config.clone()));
        // Iterations end early when the end of the game is known.
        if agon_search::Value::is_decided(thought.info.score) {
            assert_eq!(thought.info.score > 0, *best > 0, "{history:?}");
            continue;
        }
        assert_eq!(thought.info.score, *best, "{history:?} to {depth}");
        let chosen = history.moves().iter().position(|mv| *mv == thought.mv).unwrap();
        assert_eq!(values[chosen], *best, "{history:?} to {depth}");
    }
}

#[test]
fn together_they_find_what_one_finds_in_every_game() {
    struct Together;
    impl Check for Together {
        fn check<G: Registered>(&mut self, game: &Arc<G>) {
            for history in positions(game, 3, 60) {
                let depth = fitting_depth(&history, 5, 3000);
                minimax_agrees(&history, depth);
                alphabeta_agrees(&history, depth);
            }
        }
    }
    every_game(&mut Together);
}

#[test]
fn together_they_find_what_one_finds_in_mazes() {
    for maze in mazes(30, false) {
        for history in positions(&maze, 2, 4) {
            let depth = fitting_depth(&history, 9, 3000);
            minimax_agrees(&history, depth);
            alphabeta_agrees(&history, depth);
        }
    }
}

/// The entries of other processes are used, and wins found with their help are true.
#[test]
fn together_they_find_the_same_ends_with_everything_on() {
    let config = AlphaBetaConfig { hash: 1, ..AlphaBetaConfig::default() };
    let mut found = 0;
    for maze in mazes(30, false).filter(|maze| !maze.circles) {
        for history in positions(&maze, 2, 4) {
            let depth = fitting_depth(&history, 10, 2000);
            let (best, values) = brute_root(&history, depth);
            let make = || AlphaBeta::new(Senseless, config.clone());
            let (thought, _) = together(2, &history, &to_depth(depth), make);
            if agon_search::Value::is_decided(values[best]) {
                found += 1;
                assert!(agon_search::Value::is_decided(thought.info.score));
                assert_eq!(thought.info.score > 0, values[best] > 0);
            }
        }
    }
    assert!(found > 10);
}

#[test]
fn a_stop_ends_all() {
    let maze = mazes(1, false).next().unwrap();
    for history in positions(&maze, 1, 1) {
        let limits = Limits { time: Some(std::time::Duration::from_millis(30)), ..Limits::default() };
        let make = || AlphaBeta::new(Senseless, AlphaBetaConfig { hash: 1, ..AlphaBetaConfig::default() });
        let (thought, _) = together(3, &history, &limits, make);
        assert!(history.moves().contains(&thought.mv));
    }
}
