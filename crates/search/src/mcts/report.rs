use std::cmp::{Ordering, Reverse};

use agon_core::{Player, Turn, points_of};

use super::node::{Node, Proof};
use super::tree::{Block, Tree};
use crate::{RootMove, Score, Value};

/// A move with this part of the best one's visits can cast doubt on it.
const DOUBTFUL_PART: u32 = 4;

/// What a node is worth to this player; `more` half moves away.
pub(super) fn score<M>(node: &Node<M>, player: Player, more: u16, solver: bool) -> Score {
    match node.proof().filter(|_| solver) {
        Some(Proof { winner: None, .. }) => 0,
        Some(Proof { winner: Some(winner), plies }) if winner == player => Value::win(i32::from(plies + more)),
        Some(Proof { plies, .. }) => Value::loss(i32::from(plies + more)),
        None => points_of(if player == Player::One { node.mean() } else { 1.0 - node.mean() }),
    }
}

/// What decides whether a child is played, read once: other threads may be
/// changing it.
struct Standing<'b, M> {
    node: &'b Node<M>,
    /// Won before all, the nearest first; lost after all, the farthest first.
    rank: (u8, Reverse<u16>),
    visits: u32,
    mean: f64,
}

impl<'b, M> Standing<'b, M> {
    const WON: u8 = 3;
    const DRAWN: u8 = 2;
    const OPEN: u8 = 1;
    const LOST: u8 = 0;

    fn of(node: &'b Node<M>, player: Player, solver: bool) -> Self {
        let rank = match node.proof().filter(|_| solver) {
            Some(Proof { winner: Some(winner), plies }) if winner == player => (Self::WON, Reverse(plies)),
            Some(Proof { winner: Some(_), plies }) => (Self::LOST, Reverse(Proof::FARTHEST - plies)),
            Some(_) => (Self::DRAWN, Reverse(0)),
            None => (Self::OPEN, Reverse(0)),
        };
        let mean = if player == Player::One { node.mean() } else { 1.0 - node.mean() };
        Standing { node, rank, visits: node.visits(), mean }
    }

    /// The better first: by rank, then by visits, then by value; what is left
    /// is for the game's order to decide.
    fn compare(&self, other: &Self) -> Ordering {
        let by_value = || other.mean.total_cmp(&self.mean);
        other.rank.cmp(&self.rank).then(other.visits.cmp(&self.visits)).then_with(by_value)
    }
}

/// The children as they stand, in the game's order. A draw in hand is better
/// than what is still open, unless the best of that looks better than a draw.
fn standings<M>(block: &Block<M>, player: Player, solver: bool) -> Vec<Standing<'_, M>> {
    let mut all: Vec<_> = block.children.iter().map(|node| Standing::of(node, player, solver)).collect();
    let open = all.iter().filter(|standing| standing.rank.0 == Standing::<M>::OPEN).min_by(|a, b| a.compare(b));
    if open.is_some_and(|best| best.visits > 0 && best.mean > 0.5) {
        let drawn = all.iter_mut().filter(|standing| standing.rank.0 == Standing::<M>::DRAWN);
        drawn.for_each(|standing| {
            standing.rank.0 = Standing::<M>::OPEN;
            standing.visits = 0;
        });
    }
    all
}

/// The child to be played.
fn best<M>(block: &Block<M>, player: Player, solver: bool) -> Option<&Node<M>> {
    standings(block, player, solver).into_iter().min_by(Standing::compare).map(|best| best.node)
}

/// How many children are as good as the one to be played, itself among them: they are
/// the first of [`root_moves`].
pub(super) fn equally_good<M>(block: &Block<M>, player: Player, solver: bool) -> usize {
    let all = standings(block, player, solver);
    let best = all.iter().min_by(|a, b| a.compare(b));
    best.map_or(0, |best| all.iter().filter(|other| other.compare(best) == Ordering::Equal).count())
}

/// Whether another child looks better than the one that would be played, and
/// has been looked into often enough to be believed.
pub(super) fn is_doubtful<M>(block: &Block<M>, player: Player, solver: bool) -> bool {
    let all = standings(block, player, solver);
    let best = all.iter().min_by(|a, b| a.compare(b));
    best.is_some_and(|best| {
        let enough = best.visits / DOUBTFUL_PART;
        all.iter().any(|other| other.rank == best.rank && other.visits > enough && other.mean > best.mean)
    })
}

/// What is known of each move of the root, best first.
pub(super) fn root_moves<M: Copy>(block: &Block<M>, player: Player, solver: bool) -> Vec<RootMove<M>> {
    let mut standings = standings(block, player, solver);
    standings.sort_by(Standing::compare);
    let root_move = |standing: Standing<'_, M>| RootMove {
        mv: standing.node.mv,
        visits: u64::from(standing.node.visits()),
        score: score(standing.node, player, 1, solver),
    };
    standings.into_iter().map(root_move).collect()
}

/// The line of best moves, as far as it has been looked into; at turns of
/// chance, the outcome that came most often.
pub(super) fn line<M: Copy + Eq>(tree: &Tree<M>, solver: bool) -> Vec<M> {
    path(tree, solver).into_iter().map(|node| node.mv).collect()
}

/// The nodes that it leads to.
fn path<M: Copy + Eq>(tree: &Tree<M>, solver: bool) -> Vec<&Node<M>> {
    let mut path = Vec::new();
    let mut node = &tree.root;
    while let Some(block) = tree.block(node) {
        let next = match block.turn {
            Turn::Player(player) => best(block, player, solver),
            Turn::Chance => block.children.iter().min_by_key(|child| Reverse(child.visits())),
        };
        match next {
            Some(next) if next.visits() > 0 || next.is_proven() => node = next,
            _ => break,
        }
        path.push(node);
    }
    path
}

/// Makes a proven root as far from the end as its line is long.
///
/// A node keeps the proof that it was given first. Another thread that was
/// below it then may still prove something nearer there.
pub(super) fn measure<M: Copy + Eq>(tree: &Tree<M>) {
    let mut stale = tree.root.is_proven();
    while stale {
        stale = false;
        for node in path(tree, true).into_iter().rev().chain([&tree.root]) {
            if let Some(proof) = tree.block(node).and_then(Block::proof)
                && node.proof() != Some(proof)
            {
                node.prove(proof);
                stale = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn attach<'t>(tree: &'t Tree<u8>, node: &Node<u8>, turn: Player, children: Vec<Node<u8>>) -> &'t Block<u8> {
        assert!(tree.claim(node));
        let block = Block {
            turn: Turn::Player(turn),
            children: children.into_boxed_slice(),
            drawn: AtomicBool::new(false),
            ids: Box::default(),
            amaf: OnceLock::new(),
        };
        tree.attach(node, block).unwrap()
    }

    /// As if threads had proven, in this order: the root by its first move,
    /// that by its two answers, and then something nearer below both.
    #[test]
    fn a_win_is_as_far_away_as_its_line_is_long() {
        let won = |plies| {
            let node = Node::new(0, 1.0);
            node.prove(Proof { winner: Some(Player::One), plies });
            node
        };
        let tree = Tree::new(0, 100);
        let first = attach(&tree, &tree.root, Player::One, vec![won(7), Node::new(0, 1.0)]);
        let answers = attach(&tree, &first.children[0], Player::Two, vec![won(6), won(4)]);
        let near = attach(&tree, &answers.children[0], Player::One, vec![won(1), won(5)]);
        attach(&tree, &answers.children[1], Player::One, vec![won(3)]);
        attach(&tree, &near.children[0], Player::Two, vec![won(0)]);
        tree.root.prove(Proof { winner: Some(Player::One), plies: 8 });
        measure(&tree);
        // The answer that was the longer is now the shorter.
        assert_eq!(tree.root.proof(), Some(Proof { winner: Some(Player::One), plies: 6 }));
        assert_eq!(answers.children[0].proof().map(|proof| proof.plies), Some(2));
        assert!(std::ptr::eq(path(&tree, true)[1], &raw const answers.children[1]));
    }
}
