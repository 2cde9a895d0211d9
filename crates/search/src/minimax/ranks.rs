//! Root splitting over processes, as on the Cray of Anderson et al. 1999: one
//! of them hands out the moves of the root, and searches too.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use agon_core::{Game, History};

use super::{At, LeafValue, Minimax, Root, Worker, searcher};
use crate::agent::choices;
use crate::team::{Task, Worth};
use crate::{Budget, Info, Limits, Note, SearchError, Team, Thought};

/// How long who hands out waits for an answer before it looks whether its own threads have stopped.
const LOOK: Duration = Duration::from_millis(2);

/// Hands out the moves of the root to `threads` threads of this process and as many of each other.
pub(super) fn hand_out<'s, G: Game, L: LeafValue<G>>(
    team: &Team,
    start: &At<G, L>,
    moves: &[G::Move],
    (depth, prune): (u32, bool),
    threads: u32,
    worker: impl Fn() -> Worker<'s, G, L>,
) -> (Vec<Option<i64>>, u64, u32) {
    let root = Mutex::new(Root::new(moves.len(), prune));
    let lock = || root.lock().unwrap_or_else(PoisonError::into_inner);
    let search = team.search();
    let (nodes, deepest) = (AtomicU64::new(0), AtomicU32::new(1));
    let (running, stopped) = (AtomicU32::new(0), AtomicBool::new(false));
    let work = |mut worker: Worker<'s, G, L>| {
        // The lock must be free while a move is searched.
        loop {
            let Some((at, alpha)) = lock().next() else { break };
            let Some(worth) = worker.root_move(start, moves[at], depth, alpha) else {
                stopped.store(true, Ordering::Relaxed);
                break;
            };
            lock().answer(at, worth);
        }
        nodes.fetch_add(worker.nodes, Ordering::Relaxed);
        deepest.fetch_max(worker.deepest(), Ordering::Relaxed);
        running.fetch_sub(1, Ordering::Relaxed);
    };
    let task = || lock().next().map(|(at, alpha)| Note::Task(Task { depth, at: at as u32, alpha }));
    std::thread::scope(|scope| {
        // The first move of each sets the mark for the rest, so this process begins.
        for _ in 0..threads {
            running.fetch_add(1, Ordering::Relaxed);
            let (work, worker) = (&work, worker());
            // Where no more threads are to be had, fewer do.
            if std::thread::Builder::new().spawn_scoped(scope, move || work(worker)).is_err() {
                running.fetch_sub(1, Ordering::Relaxed);
                break;
            }
        }
        let mut asked = 0;
        for _ in 0..threads {
            for rank in (0..team.size()).filter(|rank| *rank != team.rank()) {
                if let Some(task) = task() {
                    team.tell_one(rank, &task);
                    asked += 1;
                }
            }
        }
        if running.load(Ordering::Relaxed) == 0 && asked == 0 {
            running.fetch_add(1, Ordering::Relaxed);
            work(worker());
        }
        while asked > 0 && !stopped.load(Ordering::Relaxed) {
            let Some((rank, Note::Worth(found))) = team.wait(search, LOOK) else { continue };
            if found.depth != depth {
                continue;
            }
            asked -= 1;
            nodes.fetch_add(found.nodes, Ordering::Relaxed);
            deepest.fetch_max(found.deepest, Ordering::Relaxed);
            let Some(worth) = found.value else {
                stopped.store(true, Ordering::Relaxed);
                break;
            };
            lock().answer(found.at as usize, worth);
            if let Some(task) = task() {
                team.tell_one(rank, &task);
                asked += 1;
            }
        }
    });
    let worths = std::mem::take(&mut lock().worths);
    (worths, nodes.into_inner(), deepest.into_inner())
}

impl<L> Minimax<L> {
    /// Searches the moves that another process hands out, until that ends the search.
    pub(super) fn help<G: Game>(
        &self,
        team: &Arc<Team>,
        history: &History<G>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Thought<G::Move>, SearchError>
    where
        L: LeafValue<G>,
    {
        let moves = choices(history)?;
        let searcher = searcher(history)?;
        let position = *history.position();
        let start = At::<G, L> { position, state: self.leaf.state(history.game(), &position) };
        let mut budget = Budget::new(limits, searcher);
        budget.nodes = budget.nodes.map(|nodes| nodes / (u64::from(self.threads.max(1)) * team.size() as u64));
        let search = team.search();
        let work = || {
            while !stop.load(Ordering::Relaxed) {
                let Some((_, Note::Task(Task { depth, at, alpha }))) = team.wait(search, LOOK) else { continue };
                let Some(mv) = moves.get(at as usize) else { continue };
                let mut worker =
                    Worker::new(&self.leaf, history, (searcher, self.prune, depth), (stop, budget.clone()));
                let value = worker.root_move(&start, *mv, depth, alpha);
                let (nodes, deepest) = (worker.nodes, worker.deepest());
                team.tell_one(0, &Note::Worth(Worth { depth, at, value, nodes, deepest }));
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads.max(1) {
                if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        Ok(Thought { mv: moves[0], info: Info { pv: vec![moves[0]], ..Info::default() } })
    }
}
