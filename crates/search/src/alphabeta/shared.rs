use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use crate::Budget;

/// How often a thread that is not alone tells the others of its nodes.
const PUBLISH_EVERY: u64 = 256;

/// What the threads of one search share beside the table.
pub(super) struct Shared<'s> {
    stop: &'s AtomicBool,
    done: AtomicBool,
    depth: AtomicU32,
    counts: Vec<Count>,
}

/// The nodes of one thread, on a cache line of its own.
#[derive(Default)]
#[repr(align(64))]
struct Count(AtomicU64);

impl<'s> Shared<'s> {
    pub fn new(stop: &'s AtomicBool, threads: usize) -> Self {
        let counts = (0..threads).map(|_| Count::default()).collect();
        Shared { stop, done: AtomicBool::new(false), depth: AtomicU32::new(0), counts }
    }

    /// Ends the search of all threads.
    pub fn finish(&self) {
        self.done.store(true, Ordering::Relaxed);
    }

    /// The iteration that the answering thread is in.
    pub fn depth(&self) -> u32 {
        self.depth.load(Ordering::Relaxed)
    }

    pub fn set_depth(&self, depth: u32) {
        self.depth.store(depth, Ordering::Relaxed);
    }

    /// Nodes of all threads; those of thread `id` are known better than published.
    pub fn total(&self, id: usize, nodes: u64) -> u64 {
        let others = self.counts.iter().enumerate().filter(|(other, _)| *other != id);
        nodes + others.map(|(_, count)| count.0.load(Ordering::Relaxed)).sum::<u64>()
    }

    pub fn publish(&self, id: usize, nodes: u64) {
        self.counts[id].0.store(nodes, Ordering::Relaxed);
    }

    /// Whether a thread that has made so many nodes must stop. Only the first
    /// watches the budget.
    #[inline]
    pub fn must_stop(&self, id: usize, nodes: u64, budget: &mut Budget) -> bool {
        if self.stop.load(Ordering::Relaxed) {
            return true;
        }
        if self.counts.len() == 1 {
            return budget.spent(nodes);
        }
        if nodes.is_multiple_of(PUBLISH_EVERY) {
            self.publish(id, nodes);
        }
        if self.done.load(Ordering::Relaxed) {
            return true;
        }
        if id != 0 {
            return false;
        }
        let total = if budget.nodes.is_some() { self.total(id, nodes) } else { nodes };
        budget.spent(total)
    }
}

/// How much less deep late moves are searched: growing slowly with the depth
/// and with the place in the order.
#[derive(Clone)]
pub(super) struct Reductions(Box<[[u8; Self::MOVES]; Self::DEPTHS]>);

impl Reductions {
    const DEPTHS: usize = 32;
    const MOVES: usize = 64;
    /// Moves before this one are never reduced, nor is anything nearer to the end than this.
    const FIRST_MOVE: usize = 3;
    const FIRST_DEPTH: usize = 3;
    /// The larger, the less is reduced.
    const DIVISOR: f64 = 2.25;

    pub fn new() -> Self {
        let mut table = Box::new([[0; Self::MOVES]; Self::DEPTHS]);
        for (depth, row) in table.iter_mut().enumerate().skip(Self::FIRST_DEPTH) {
            for (n, reduction) in row.iter_mut().enumerate().skip(Self::FIRST_MOVE) {
                // libm, so that every machine reduces alike.
                let amount = 0.5 + libm::log(depth as f64) * libm::log(n as f64 + 1.0) / Self::DIVISOR;
                *reduction = (amount as u8).min(depth as u8 - 2);
            }
        }
        Reductions(table)
    }

    /// For the `n`-th move at a depth.
    #[inline]
    pub fn of(&self, depth: i32, n: usize) -> i32 {
        let depth = depth.clamp(0, Self::DEPTHS as i32 - 1) as usize;
        i32::from(self.0[depth][n.min(Self::MOVES - 1)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_moves_and_the_last_plies_are_searched_in_full() {
        let reductions = Reductions::new();
        assert_eq!(reductions.of(20, 2), 0);
        assert_eq!(reductions.of(2, 40), 0);
        assert!(reductions.of(3, 40) >= 1);
        assert!((0..300).all(|n| (-300..300).all(|depth| reductions.of(depth, n) <= (depth - 2).max(0))));
    }
}
