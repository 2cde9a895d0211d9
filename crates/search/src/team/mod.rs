//! Several processes that search one position together, each with a table of
//! its own. This part knows no transport: it collects words for the other
//! processes and takes in theirs. Whoever has a network carries them.

mod note;

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use agon_core::mix;

pub use note::{Begin, JointPlan, Note, Task, Unreadable, Worth};

/// From this depth on, entries of the table are shared where nothing else is said.
const SHARED_FROM: u32 = 4;
/// The most words that may wait for one process; hints beyond are dropped.
const MOST_WAITING: usize = 1 << 17;

/// One process among those that search together. Rank 0 answers, the others help.
#[derive(Debug)]
pub struct Team {
    rank: usize,
    /// Table entries of at least this depth are shared.
    shared_from: u32,
    /// Words for each of the processes.
    outgoing: Vec<Mutex<Vec<u64>>>,
    /// What has been heard of each and is no whole note yet.
    partial: Vec<Mutex<Vec<u64>>>,
    current: Mutex<Current>,
    /// The number of the search that is going on, or was last.
    search: AtomicU32,
    inbox: Mutex<VecDeque<(usize, Note)>>,
    /// How many notes are in the inbox.
    waiting: AtomicUsize,
    arrived: Condvar,
    /// Moves that each process has made in the current search.
    nodes: Vec<AtomicU64>,
    orders: Mutex<Sender<Order>>,
}

/// The search that is going on.
#[derive(Debug, Default)]
struct Current {
    is_active: bool,
    stop: Arc<AtomicBool>,
}

/// What a process that helps is told to do.
#[derive(Clone, Debug)]
pub enum Order {
    /// What the program on rank 0 wants the others to know.
    Text(String),
    /// A search to help with, and the flag that ends it.
    Search(Begin, Arc<AtomicBool>),
}

impl Team {
    /// A process among `size`, and the orders that it gets.
    pub fn new(rank: usize, size: usize) -> (Arc<Team>, Receiver<Order>) {
        Team::sharing_from(rank, size, SHARED_FROM)
    }

    /// The same, which shares table entries from a depth on.
    pub fn sharing_from(rank: usize, size: usize, depth: u32) -> (Arc<Team>, Receiver<Order>) {
        let (orders, told) = mpsc::channel();
        let words = || (0..size).map(|_| Mutex::default()).collect();
        let team = Team {
            rank,
            shared_from: depth,
            outgoing: words(),
            partial: words(),
            current: Mutex::default(),
            search: AtomicU32::new(0),
            inbox: Mutex::default(),
            waiting: AtomicUsize::new(0),
            arrived: Condvar::new(),
            nodes: (0..size).map(|_| AtomicU64::new(0)).collect(),
            orders: Mutex::new(orders),
        };
        (Arc::new(team), told)
    }

    /// Which process this is.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// How many processes there are.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Whether this is the process that answers.
    pub fn leads(&self) -> bool {
        self.rank == 0
    }

    /// Whether a search is going on.
    pub fn is_active(&self) -> bool {
        lock(&self.current).is_active
    }

    /// Whether what is found at this depth is shared.
    #[inline]
    pub fn shares(&self, depth: i32) -> bool {
        depth >= self.shared_from as i32
    }

    /// Whether this process is the one to begin with something of this name: each has an equal part.
    #[inline]
    pub fn owns(&self, name: u64) -> bool {
        (u128::from(mix(name)) * self.size() as u128) >> 64 == self.rank as u128
    }

    /// Begins a search that the others are to help with; only rank 0 does.
    pub fn begin(&self, begin: Begin) {
        self.enter(self.search.load(Ordering::Relaxed).wrapping_add(1));
        self.tell(&Note::Begin(begin));
    }

    /// Ends the search that was begun.
    pub fn end(&self) {
        self.leave();
        self.tell(&Note::End);
    }

    /// Tells all others.
    pub fn tell(&self, note: &Note) {
        for rank in (0..self.size()).filter(|rank| *rank != self.rank) {
            self.tell_one(rank, note);
        }
    }

    /// Tells one process.
    pub fn tell_one(&self, rank: usize, note: &Note) {
        let is_hint = matches!(note, Note::Entry { .. } | Note::Busy { .. });
        let mut words = lock(&self.outgoing[rank]);
        if !is_hint || words.len() < MOST_WAITING {
            note.write(self.search.load(Ordering::Relaxed), &mut words);
        }
    }

    /// Takes the words that wait for a process.
    pub fn outgoing(&self, rank: usize) -> Vec<u64> {
        std::mem::take(&mut *lock(&self.outgoing[rank]))
    }

    /// Takes in words of a process; they may end in the middle of a note.
    pub fn deliver(&self, from: usize, words: &[u64]) -> Result<(), Unreadable> {
        let mut partial = lock(self.partial.get(from).ok_or(Unreadable)?);
        partial.extend_from_slice(words);
        let mut used = 0;
        while let Some((note, search, count)) = Note::read(&partial[used..])? {
            self.sort(from, note, search);
            used += count;
        }
        partial.drain(..used);
        Ok(())
    }

    fn sort(&self, from: usize, note: Note, search: u32) {
        match note {
            Note::Text(text) => self.order(Order::Text(text)),
            Note::Begin(begin) => {
                let stop = self.enter(search);
                self.order(Order::Search(begin, stop));
            }
            // Whatever belongs to an earlier search comes too late.
            _ if search != self.search.load(Ordering::Relaxed) => {}
            Note::End => self.leave(),
            Note::Nodes(nodes) => self.nodes[from].store(nodes, Ordering::Relaxed),
            _ if !self.is_active() => {}
            note => {
                if let Note::Worth(Worth { nodes, .. }) = note {
                    self.nodes[from].fetch_add(nodes, Ordering::Relaxed);
                }
                let mut inbox = lock(&self.inbox);
                inbox.push_back((from, note));
                self.waiting.store(inbox.len(), Ordering::Relaxed);
                self.arrived.notify_one();
            }
        }
    }

    fn order(&self, order: Order) {
        // Nobody listens where the process is about to end.
        let _ = lock(&self.orders).send(order);
    }

    /// A search begins: what belonged to the last one is forgotten. Gives the flag that ends it.
    fn enter(&self, search: u32) -> Arc<AtomicBool> {
        let mut current = lock(&self.current);
        current.stop.store(true, Ordering::Relaxed);
        *current = Current { is_active: true, stop: Arc::default() };
        let mut inbox = lock(&self.inbox);
        inbox.clear();
        self.waiting.store(0, Ordering::Relaxed);
        self.search.store(search, Ordering::Relaxed);
        for nodes in &self.nodes {
            nodes.store(0, Ordering::Relaxed);
        }
        Arc::clone(&current.stop)
    }

    fn leave(&self) {
        let mut current = lock(&self.current);
        current.is_active = false;
        current.stop.store(true, Ordering::Relaxed);
        self.arrived.notify_all();
    }

    /// The number of the search that is going on, or was last.
    pub fn search(&self) -> u32 {
        self.search.load(Ordering::Relaxed)
    }

    /// Whether anything has been told that nobody has read.
    #[inline]
    pub fn has_notes(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    /// Takes what has been told in a search; nothing when another has begun.
    pub fn take(&self, search: u32) -> VecDeque<(usize, Note)> {
        let mut inbox = lock(&self.inbox);
        if self.search.load(Ordering::Relaxed) != search {
            return VecDeque::new();
        }
        self.waiting.store(0, Ordering::Relaxed);
        std::mem::take(&mut *inbox)
    }

    /// Takes the next note of a search, if one comes within some time.
    pub fn wait(&self, search: u32, most: Duration) -> Option<(usize, Note)> {
        let inbox = lock(&self.inbox);
        let (mut inbox, _) = self
            .arrived
            .wait_timeout_while(inbox, most, |inbox| inbox.is_empty())
            .unwrap_or_else(PoisonError::into_inner);
        if self.search.load(Ordering::Relaxed) != search {
            return None;
        }
        let note = inbox.pop_front();
        self.waiting.store(inbox.len(), Ordering::Relaxed);
        note
    }

    /// Moves that the other processes have made in this search, as far as they have told.
    pub fn nodes_of_others(&self) -> u64 {
        let others = self.nodes.iter().enumerate().filter(|(rank, _)| *rank != self.rank);
        others.map(|(_, nodes)| nodes.load(Ordering::Relaxed)).sum()
    }

    /// Moves made in the last search by each process, out of a total; rank 0 knows.
    pub fn nodes_by_rank(&self, total: u64) -> Vec<u64> {
        let mut nodes: Vec<u64> = self.nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).collect();
        let others = self.nodes_of_others();
        nodes[self.rank] = total.saturating_sub(others);
        nodes
    }
}

/// What is behind a lock is whole at any time, whatever became of who held it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn carry(from: &Team, to: &Team) {
        // One word at a time, as the worst of networks might.
        for word in from.outgoing(to.rank()) {
            to.deliver(from.rank(), &[word]).unwrap();
        }
    }

    #[test]
    fn a_search_begins_and_ends_everywhere_and_late_notes_are_dropped() {
        let (leader, _) = Team::new(0, 2);
        let (helper, orders) = Team::new(1, 2);
        leader.begin(Begin { start: "here".to_string(), ..Begin::default() });
        leader.tell(&Note::Busy { name: 1, begins: true });
        carry(&leader, &helper);
        let Order::Search(begin, stop) = orders.try_recv().unwrap() else { panic!("no search") };
        assert_eq!((begin.start.as_str(), stop.load(Ordering::Relaxed)), ("here", false));
        assert!(helper.has_notes() && helper.take(helper.search()).len() == 1 && !helper.has_notes());
        leader.end();
        helper.tell(&Note::Nodes(5));
        carry(&leader, &helper);
        carry(&helper, &leader);
        assert!(stop.load(Ordering::Relaxed) && !helper.is_active());
        assert_eq!((leader.nodes_of_others(), leader.nodes_by_rank(12)), (5, vec![7, 5]));
        helper.tell(&Note::Nodes(9));
        leader.begin(Begin::default());
        carry(&helper, &leader);
        assert_eq!(leader.nodes_of_others(), 0);
    }
}
