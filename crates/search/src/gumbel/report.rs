use std::time::Duration;

use agon_core::{Game, Player, Turn, points_of};

use super::config::GumbelTraining;
use super::policy::{improved, largest};
use super::search::Search;
use super::tree::{Node, Tree};
use crate::{Evaluator, Info, RootMove, Score, Value};

/// What has been found so far; `is_full` if the moves of the root are to be told.
pub(super) fn describe<G: Game, V: Evaluator<G>>(
    search: &Search<'_, G, V>,
    chosen: usize,
    is_full: bool,
    time: Duration,
) -> Info<G::Move> {
    let Search { tree, player, .. } = search;
    let pv = line(tree, chosen);
    let score = score(&tree.nodes[0], *player, 0);
    Info {
        depth: pv.len() as u32,
        seldepth: search.deepest.max(pv.len() as u32),
        nodes: search.nodes,
        playouts: search.playouts,
        time,
        score,
        // A tree that grows unevenly proves one win, not the nearest.
        at_most: matches!(Value::of(score), Value::Win(2..) | Value::Loss(2..)),
        pv,
        root: if is_full { root_moves(search, chosen) } else { Vec::new() },
        ..Info::default()
    }
}

/// What a node is worth to this player; `more` plies away.
fn score<M>(node: &Node<M>, player: Player, more: i32) -> Score {
    match node.proof {
        Some(proof) => match proof.winner {
            None => 0,
            Some(winner) if winner == player => Value::win(i32::from(proof.plies) + more),
            Some(_) => Value::loss(i32::from(proof.plies) + more),
        },
        None => points_of(node.value(player).unwrap_or(0.5)),
    }
}

/// The chosen move, and after it those that were visited most.
fn line<M: Copy>(tree: &Tree<M>, chosen: usize) -> Vec<M> {
    let (mut line, mut node) = (vec![tree.nodes[chosen].mv], chosen);
    while !tree.nodes[node].children.is_empty() {
        let children = tree.children(node);
        let won = match tree.nodes[node].turn {
            Turn::Player(player) => {
                let won = (0..children.len()).filter(|at| children[*at].is_won_by(player));
                largest(won, |at| -children[at].proof.map_or(0.0, |proof| f64::from(proof.plies)))
            }
            Turn::Chance => None,
        };
        let visited = (0..children.len()).filter(|at| children[*at].visits > 0);
        let Some(next) = won.or_else(|| largest(visited, |at| f64::from(children[at].visits))) else { break };
        node = tree.nodes[node].children.start + next;
        line.push(tree.nodes[node].mv);
    }
    line
}

/// What is known of each move of the root, the chosen one first and the others by visits. In games
/// to learn from the improved policy stands in place of visits: all of it on the nearest wins, if
/// there are any.
fn root_moves<G: Game, V: Evaluator<G>>(search: &Search<'_, G, V>, chosen: usize) -> Vec<RootMove<G::Move>> {
    let Search { tree, player, config, .. } = search;
    let (children, start) = (tree.children(0), tree.nodes[0].children.start);
    let improved = improved(tree, 0, *player, config);
    let nearest = children.iter().filter(|child| child.is_won_by(*player)).filter_map(|child| child.proof);
    let nearest = nearest.map(|proof| proof.plies).min();
    let wins = |child: &Node<G::Move>| child.is_won_by(*player) && child.proof.map(|proof| proof.plies) == nearest;
    let count = children.iter().filter(|child| wins(child)).count();
    let share = |at: usize| match (nearest, wins(&children[at])) {
        (None, _) => improved.policy[at],
        (Some(_), true) => 1.0 / count as f64,
        (Some(_), false) => 0.0,
    };
    let mut places: Vec<usize> = (0..children.len()).collect();
    let rank = |at: usize| (u8::from(start + at != chosen), std::cmp::Reverse(children[at].visits));
    places.sort_by(|a, b| rank(*a).cmp(&rank(*b)).then(improved.policy[*b].total_cmp(&improved.policy[*a])));
    let root_move = |at: usize| RootMove {
        mv: children[at].mv,
        visits: match config.training {
            Some(_) => (share(at) * GumbelTraining::WHOLE).round() as u64,
            None => u64::from(children[at].visits),
        },
        score: score(&children[at], *player, 1),
    };
    places.into_iter().map(root_move).collect()
}
