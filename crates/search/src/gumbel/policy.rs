use agon_core::Player;

use super::config::GumbelConfig;
use super::tree::{Node, Tree};

/// What the search makes of a node's children.
pub(super) struct Improved {
    /// What each counts beside the logarithm of its prior.
    pub bonus: Vec<f64>,
    /// The improved policy.
    pub policy: Vec<f64>,
}

/// The improved policy of a player's node: the priors, and the values of the children as far as they
/// are known. The others are taken for a mean of what is known of the node.
pub(super) fn improved<M: Copy>(tree: &Tree<M>, node: usize, player: Player, config: &GumbelConfig) -> Improved {
    let children = tree.children(node);
    let mixed = mixed(&tree.nodes[node], children, player);
    let most = children.iter().map(|child| child.visits).max().unwrap_or(0);
    let weight = (config.visits + f64::from(most)) * config.scale;
    let bonus: Vec<f64> = children.iter().map(|child| weight * child.value(player).unwrap_or(mixed)).collect();
    let mut policy: Vec<f64> = children.iter().zip(&bonus).map(|(child, bonus)| child.logit + bonus).collect();
    let highest = policy.iter().copied().fold(f64::MIN, f64::max);
    let mut sum = 0.0;
    for weight in &mut policy {
        *weight = libm::exp(*weight - highest);
        sum += *weight;
    }
    for weight in &mut policy {
        *weight /= sum;
    }
    Improved { bonus, policy }
}

/// What stands for the value of moves that were not visited.
fn mixed<M>(node: &Node<M>, children: &[Node<M>], player: Player) -> f64 {
    let judged = if player == Player::One { node.judged } else { 1.0 - node.judged };
    let (mut visits, mut priors, mut values) = (0.0, 0.0, 0.0);
    for child in children.iter().filter(|child| child.visits > 0) {
        let prior = libm::exp(child.logit);
        visits += f64::from(child.visits);
        priors += prior;
        values += prior * child.value(player).unwrap_or(0.0);
    }
    if priors > 0.0 { (judged + visits * values / priors) / (1.0 + visits) } else { judged }
}

/// The child to be looked into next below the root: visits are to follow the improved policy.
/// Lost moves are left out as long as there are others.
pub(super) fn select<M: Copy>(tree: &Tree<M>, node: usize, player: Player, config: &GumbelConfig) -> Option<usize> {
    let improved = improved(tree, node, player, config);
    let children = tree.children(node);
    let total: u32 = children.iter().map(|child| child.visits).sum();
    let due = |at: usize| improved.policy[at] - f64::from(children[at].visits) / f64::from(1 + total);
    let open = (0..children.len()).filter(|at| !children[*at].is_lost_by(player));
    let chosen = largest(open, due).or_else(|| largest(0..children.len(), due))?;
    Some(tree.nodes[node].children.start + chosen)
}

/// The first of the places where a number is largest.
pub(super) fn largest(places: impl Iterator<Item = usize>, number: impl Fn(usize) -> f64) -> Option<usize> {
    places.map(|at| (at, number(at))).reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(at, _)| at)
}
