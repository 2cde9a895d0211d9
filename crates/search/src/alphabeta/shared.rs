use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::busy::Busy;
use super::search::Width;
use crate::{Budget, Note, Score, Team};

/// Processes share out among themselves the moves of nodes that are so much deeper than the entries
/// they share: what one finds after a reduced move, the others still get.
const SPLIT: i32 = 2;
/// The number of the plan after the last.
const NO_MORE: u32 = u32::MAX;

/// What the threads of one search share beside the table.
pub(super) struct Shared<'s, M> {
    stop: &'s AtomicBool,
    /// The number of the plan, by which helpers see that there is a newer one.
    newest: AtomicU32,
    plan: Mutex<(u32, Plan<M>)>,
    best: Mutex<Best<M>>,
    counts: Vec<Count>,
    /// What is being searched just now, where there is anybody to ask.
    pub busy: Option<Busy>,
    /// Other processes that search the same position, and the number of this search among theirs.
    pub team: Option<(&'s Team, u32)>,
}

/// A search of the root that the answering thread has begun and the others help with.
#[derive(Clone, Debug)]
pub(super) struct Plan<M> {
    pub depth: u32,
    pub width: Width,
    pub window: (Score, Score),
    /// The moves of the root, in the order in which to try them.
    pub moves: Vec<M>,
}

/// The search is over.
pub(super) struct Finished;

/// The best line that any thread has found in following a plan.
struct Best<M> {
    plan: u32,
    score: Score,
    pv: Vec<M>,
}

/// The nodes of one thread, on a cache line of its own.
#[derive(Default)]
#[repr(align(64))]
struct Count(AtomicU64);

impl<'s, M: Clone> Shared<'s, M> {
    /// For so many threads, with other processes if there are any.
    pub fn new(stop: &'s AtomicBool, threads: usize, team: Option<&'s Team>) -> Self {
        let team = team.map(|team| (team, team.search()));
        let counts = (0..threads).map(|_| Count::default()).collect();
        let plan = Plan { depth: 0, width: Width::Any, window: (0, 0), moves: Vec::new() };
        let best = Best { plan: 0, score: 0, pv: Vec::new() };
        let busy = (threads > 1 || team.is_some()).then(Busy::new);
        Shared {
            stop,
            newest: AtomicU32::new(0),
            plan: Mutex::new((0, plan)),
            best: Mutex::new(best),
            counts,
            busy,
            team,
        }
    }

    /// Ends the search of all threads.
    pub fn finish(&self) {
        self.newest.store(NO_MORE, Ordering::Release);
    }

    /// Tells the others what to help with from now on; gives the plan's number.
    pub fn post(&self, plan: Plan<M>) -> u32 {
        let mut current = lock(&self.plan);
        let number = current.0 + 1;
        *current = (number, plan);
        *lock(&self.best) = Best { plan: number, score: Score::MIN, pv: Vec::new() };
        self.newest.store(number, Ordering::Release);
        number
    }

    /// Takes over a plan of another process.
    pub fn adopt(&self, number: u32, plan: Plan<M>) {
        let mut current = lock(&self.plan);
        // Threads that read notes at the same time may come to them in any order.
        if current.0 < number {
            *current = (number, plan);
            *lock(&self.best) = Best { plan: number, score: Score::MIN, pv: Vec::new() };
            self.newest.store(number, Ordering::Release);
        }
    }

    /// A thread begins with a node, unless another is at it or another process is to begin with it;
    /// tells other processes of large ones.
    pub fn begin(&self, busy: &Busy, name: u64, depth: i32, waited: bool) -> bool {
        let Some((team, _)) = self.team.filter(|(team, _)| team.shares(depth - SPLIT)) else {
            return busy.begin(name, waited);
        };
        // What others are at is heard too late to keep processes apart that go through the same moves
        // in step. So each begins with its part of them, and looks afterwards what is left.
        let begins = (waited || team.owns(name)) && busy.begin(name, waited);
        if begins {
            team.tell(&Note::Busy { name, begins });
        }
        begins
    }

    /// A thread is done with a node.
    pub fn end(&self, busy: &Busy, name: u64, depth: i32) {
        busy.end(name);
        if let Some((team, _)) = self.team.filter(|(team, _)| team.shares(depth - SPLIT)) {
            team.tell(&Note::Busy { name, begins: false });
        }
    }

    /// Tells the others of a line that was found in following a plan.
    pub fn tell(&self, plan: u32, score: Score, pv: &[M]) {
        let mut best = lock(&self.best);
        if best.plan == plan && best.score < score {
            best.score = score;
            best.pv = pv.to_vec();
        }
    }

    /// A line that another thread has found in following a plan, if it is better than this.
    pub fn hear(&self, plan: u32, alpha: Score) -> Option<(Score, Vec<M>)> {
        let best = lock(&self.best);
        (best.plan == plan && best.score > alpha).then(|| (best.score, best.pv.clone()))
    }

    /// The plan that came after the one with this number, if there is one yet, and its number;
    /// `Err` when there will be none.
    pub fn after(&self, number: u32) -> Result<Option<(u32, Plan<M>)>, Finished> {
        match self.newest.load(Ordering::Acquire) {
            NO_MORE => Err(Finished),
            newest if newest == number => Ok(None),
            _ => Ok(Some(lock(&self.plan).clone())),
        }
    }

    /// Nodes of the threads of this process; those of thread `id` are known better than published.
    pub fn count_here(&self, id: usize, nodes: u64) -> u64 {
        let others = self.counts.iter().enumerate().filter(|(other, _)| *other != id);
        nodes + others.map(|(_, count)| count.0.load(Ordering::Relaxed)).sum::<u64>()
    }

    /// Nodes of all threads; those of thread `id` are known better than published.
    pub fn total(&self, id: usize, nodes: u64) -> u64 {
        self.count_here(id, nodes) + self.team.map_or(0, |(team, _)| team.nodes_of_others())
    }

    pub fn publish(&self, id: usize, nodes: u64) {
        self.counts[id].0.store(nodes, Ordering::Relaxed);
    }

    /// Whether somebody outside has told the search to stop.
    #[inline]
    pub fn is_told_to_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether a thread that has made so many nodes must stop: the first when
    /// the budget is spent, the others when the time is, or when there is a newer plan than theirs.
    pub fn must_stop(&self, (id, plan): (usize, u32), nodes: u64, budget: &mut Budget) -> bool {
        if self.is_told_to_stop() {
            return true;
        }
        if self.counts.len() == 1 && self.team.is_none() {
            return budget.spent(nodes);
        }
        self.publish(id, nodes);
        if id != 0 {
            return self.newest.load(Ordering::Relaxed) != plan || budget.spent(nodes);
        }
        let total = if budget.nodes.is_some() { self.total(id, nodes) } else { nodes };
        budget.spent(total)
    }
}

/// What is behind a lock is whole at any time, whatever became of who held it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
