use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_core::{Game, History, NoEvaluation, Options, Player, Turn};
use agon_games::TileSum;
use agon_search::{Agent, Expected, Expectimax, Limits, SearchError, Watch};

use crate::common::{mazes, positions, think};
use crate::maze::Maze;

/// The chance that player 1 wins under best play, by the definition.
fn brute<G: Game>(history: &mut History<G>) -> f64 {
    if let Some(outcome) = history.outcome() {
        return outcome.winner.map_or(0.5, |winner| if winner == Player::One { 1.0 } else { 0.0 });
    }
    let turn = history.game().turn(history.position());
    let values: Vec<(f64, f64)> = history
        .moves()
        .into_iter()
        .map(|mv| {
            let weight = if turn == Turn::Chance { history.game().probability(history.position(), mv) } else { 1.0 };
            history.play(mv);
            let value = brute(history);
            history.undo();
            (weight, value)
        })
        .collect();
    let values_only = values.iter().map(|(_, value)| *value);
    match turn {
        Turn::Chance => values.iter().map(|(weight, value)| weight * value).sum(),
        Turn::Player(Player::One) => values_only.fold(0.0, f64::max),
        Turn::Player(Player::Two) => values_only.fold(1.0, f64::min),
    }
}

fn search<G: Game>(history: &History<G>, prune: bool) -> Expected<G::Move> {
    let mut agent = Expectimax::new(NoEvaluation);
    agent.prune = prune;
    let mut report = |_: &agon_search::Info<G::Move>| ();
    let mut watch = Watch::new(Arc::new(AtomicBool::new(false)), &mut report);
    agent.search(history, &Limits::default(), &mut watch).unwrap()
}

fn is_exact<G: Game>(history: &History<G>, prune: bool) -> u64 {
    let mut line = history.clone();
    let exact = brute(&mut line);
    let found = search(history, prune);
    assert!(found.exact && (found.chance - exact).abs() < 1e-9, "{found:?} is not {exact}: {history:?}");
    // The move must keep that chance.
    line.play(found.mv);
    assert!((brute(&mut line) - exact).abs() < 1e-9, "{found:?}: {history:?}");
    found.nodes
}

fn tilesum(goal: u32, moves: u32) -> History<TileSum> {
    let pairs = [("goal", goal.to_string()), ("moves", moves.to_string()), ("min", "random".to_string())];
    let pairs = pairs.iter().map(|(name, value)| (*name, value.as_str()));
    let options = Options::from_pairs(TileSum::INFO.options, pairs).unwrap();
    let game = Arc::new(TileSum::new(options).unwrap());
    History::new(Arc::clone(&game), game.start())
}

#[test]
fn tile_sum_against_chance_is_exact() {
    let (mut pruned, mut all) = (0, 0);
    for goal in 1..=12 {
        for moves in 1..=5 {
            pruned += is_exact(&tilesum(goal, moves), true);
            if moves < 5 {
                is_exact(&tilesum(goal, moves), false);
            }
            all += 1;
        }
    }
    assert!(pruned > all);
}

#[test]
fn mazes_with_chance_are_exact() {
    for maze in mazes(120, true) {
        let maze = Arc::new(Maze { longest: 9, ..(*maze).clone() });
        for history in positions(&maze, 3, 3) {
            is_exact(&history, true);
            is_exact(&history, false);
        }
    }
}

#[test]
fn pruning_saves_work() {
    let history = tilesum(7, 5);
    let (pruned, all) = (search(&history, true).nodes, search(&history, false).nodes);
    assert!(pruned * 3 < all * 2, "{pruned} of {all}");
}

#[test]
fn nobody_chooses_for_chance() {
    let mut history = tilesum(7, 5);
    history.play(history.moves()[0]);
    let mut report = |_: &agon_search::Info<_>| ();
    let mut watch = Watch::new(Arc::new(AtomicBool::new(false)), &mut report);
    let refused = Expectimax::new(NoEvaluation).think(&history, &Limits::default(), &mut watch);
    assert_eq!(refused.unwrap_err(), SearchError::Chance);
}

#[test]
fn little_depth_gives_a_move_all_the_same() {
    let history = tilesum(12, 5);
    for nodes in 0..40 {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        think(&mut Expectimax::new(NoEvaluation), &history, &limits);
    }
}
