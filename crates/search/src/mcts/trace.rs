use std::collections::BinaryHeap;

use agon_core::{Game, Player};

use super::node::Node;
use super::report::score;
use super::tree::Tree;
use crate::trace::{Trace, TraceNode, Why};

/// A node that is still to be told of: those of many visits first.
struct Next<'t, M> {
    visits: u32,
    /// Of equals, the one that was found first.
    number: std::cmp::Reverse<u32>,
    parent: Option<u32>,
    node: &'t Node<M>,
    ply: u32,
}

impl<M> PartialEq for Next<'_, M> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<M> Eq for Next<'_, M> {}

impl<M> PartialOrd for Next<'_, M> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<M> Ord for Next<'_, M> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.visits, self.number).cmp(&(other.visits, other.number))
    }
}

/// Writes the tree down, the most visited nodes as far as there is room; those that were never
/// visited are not told of.
pub(super) fn write_tree<G: Game>(tree: &Tree<G::Move>, player: Player, solver: bool, trace: &mut Trace<G::Move>) {
    let (mut heap, mut number) = (BinaryHeap::new(), 0);
    let mut add = |heap: &mut BinaryHeap<_>, node, parent, ply| {
        let Some(block) = tree.block(node) else { return };
        for node in &block.children {
            if node.visits() > 0 || node.is_proven() {
                number += 1;
                heap.push(Next { visits: node.visits(), number: std::cmp::Reverse(number), parent, node, ply });
            }
        }
    };
    add(&mut heap, &tree.root, None, 1);
    while let Some(Next { parent, node, ply, visits, .. }) = heap.pop() {
        let told = TraceNode {
            parent,
            iteration: 0,
            mv: node.mv,
            depth: -(ply as i32),
            window: None,
            score: score(node, player, ply as u16, solver),
            why: if node.is_proven() { Why::End } else { Why::Visited },
            visits: Some((visits, node.mean())),
        };
        let Some(place) = trace.add(told) else {
            trace.left_out += heap.len() as u64;
            return;
        };
        add(&mut heap, node, Some(place), ply + 1);
    }
}
