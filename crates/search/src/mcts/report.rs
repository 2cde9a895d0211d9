use std::cmp::{Ordering, Reverse};

use agon_core::{Player, Turn};

use super::node::{Node, Proof};
use super::tree::{Block, Tree};
use crate::{RootMove, Score, Value};

/// Points at which a chance is e to 1: the curve of
/// [`Evaluation::chance`](agon_core::Evaluation::chance), read backwards.
const POINTS: f64 = 180.0;
/// Chances nearer to certainty than this are taken for this.
const NEAREST: f64 = 1e-6;

/// The score, to this player, of a position with this chance for player 1.
fn points(chance: f64, player: Player) -> Score {
    let chance = if player == Player::One { chance } else { 1.0 - chance }.clamp(NEAREST, 1.0 - NEAREST);
    libm::round(POINTS * libm::log(chance / (1.0 - chance))) as Score
}

/// What a node is worth to this player; `more` half moves away.
pub(super) fn score<M>(node: &Node<M>, player: Player, more: u16, solver: bool) -> Score {
    match node.proof().filter(|_| solver) {
        Some(Proof { winner: None, .. }) => 0,
        Some(Proof { winner: Some(winner), plies }) if winner == player => Value::win(i32::from(plies + more)),
        Some(Proof { plies, .. }) => Value::loss(i32::from(plies + more)),
        None => points(node.mean(), player),
    }
}

/// Whether a child is to be played rather than another: won before all, the
/// nearest first; lost after all, the farthest first; else by visits, then by
/// value. The game's order decides what is left.
fn compare<M>(a: &Node<M>, b: &Node<M>, player: Player, solver: bool) -> Ordering {
    let rank = |node: &Node<M>| match node.proof().filter(|_| solver) {
        Some(Proof { winner: Some(winner), plies }) if winner == player => (2, Reverse(plies)),
        Some(Proof { winner: Some(_), plies }) => (0, Reverse(Proof::FARTHEST - plies)),
        _ => (1, Reverse(0)),
    };
    let mean = |node: &Node<M>| if player == Player::One { node.mean() } else { -node.mean() };
    let by_value = || mean(b).total_cmp(&mean(a));
    rank(b).cmp(&rank(a)).then(b.visits().cmp(&a.visits())).then_with(by_value)
}

/// The children of a node at a player's turn, best first.
pub(super) fn ranked<M>(block: &Block<M>, player: Player, solver: bool) -> Vec<&Node<M>> {
    let mut children: Vec<_> = block.children.iter().collect();
    children.sort_by(|a, b| compare(a, b, player, solver));
    children
}

/// What is known of each move of the root, best first.
pub(super) fn root_moves<M: Copy>(block: &Block<M>, player: Player, solver: bool) -> Vec<RootMove<M>> {
    let root_move = |child: &Node<M>| RootMove {
        mv: child.mv,
        visits: u64::from(child.visits()),
        score: score(child, player, 1, solver),
    };
    ranked(block, player, solver).into_iter().map(root_move).collect()
}

/// The line of best moves, as far as it has been looked into; at turns of
/// chance, the outcome that came most often.
pub(super) fn line<M: Copy + Eq>(tree: &Tree<M>, solver: bool) -> Vec<M> {
    let mut line = Vec::new();
    let mut node = &tree.root;
    while let Some(block) = tree.block(node) {
        let next = match block.turn {
            Turn::Player(player) => block.children.iter().min_by(|a, b| compare(a, b, player, solver)),
            Turn::Chance => block.children.iter().min_by_key(|child| Reverse(child.visits())),
        };
        match next {
            Some(next) if next.visits() > 0 || next.is_proven() => node = next,
            _ => break,
        }
        line.push(node.mv);
    }
    line
}

#[cfg(test)]
mod tests {
    use agon_core::Evaluation;
    use agon_games::TileSum;

    use super::*;

    #[derive(Clone)]
    struct Flat;

    impl Evaluation<TileSum> for Flat {
        fn evaluate(&self, _: &TileSum, _: &<TileSum as agon_core::Game>::Position) -> i32 {
            0
        }
    }

    #[test]
    fn points_are_the_inverse_of_the_usual_chance() {
        for judgement in [-900, -35, 0, 1, 200, 900] {
            assert_eq!(points(Flat.chance(judgement), Player::One), judgement);
            assert_eq!(points(Flat.chance(judgement), Player::Two), -judgement);
        }
        assert!(!Value::is_decided(points(0.0, Player::One)));
    }
}
