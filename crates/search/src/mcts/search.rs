use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use agon_core::{Game, History, Options, Player, Rng};

use super::amaf::Numbers;
use super::config::MctsConfig;
use super::report::{equally_good, is_doubtful, line, measure, root_moves, score};
use super::trace::write_tree;
use super::tree::{Block, Tree};
use super::worker::{Seat, Subject, Worker};
use crate::agent::choices;
use crate::line::outcome_at;
use crate::{Agent, Budget, Evaluator, Info, Limits, SearchError, Tablebase, Thought, Value, Watch};

/// Nodes between two looks at what is not urgent.
const LOOK_EVERY: u64 = 4096;
/// Time to the first report: whoever stops the search after it has an answer.
const FIRST_REPORT: Duration = Duration::from_millis(50);
/// Time between two reports.
const REPORT_EVERY: Duration = Duration::from_millis(500);
/// How much longer than usual to think while the move looked into most is not
/// the one that looks best.
const UNDECIDED: f64 = 2.0;
/// The part of the usual time that a move takes that is the only one.
const ONLY_MOVE: f64 = 0.05;
/// Iterations between two counts when there are several threads: what they
/// count together is slow to touch. One thread counts each.
const BATCH: u64 = 16;
/// Visits are counted in 32 bits; this many are enough.
const MOST_VISITS: u32 = u32::MAX / 2;

/// Monte-Carlo tree search with what `V` knows of the game.
#[derive(Debug)]
pub struct Mcts<G: Game, V> {
    config: MctsConfig,
    /// One for each thread.
    seats: Vec<Seat<V>>,
    memory: Option<Memory<G>>,
    /// What is certain, where somebody has built a table.
    tablebase: Option<Arc<Tablebase>>,
}

/// The tree of the last move, and the game that it belongs to.
#[derive(Debug)]
struct Memory<G: Game> {
    options: Options,
    start: G::Position,
    line: Vec<G::Move>,
    tree: Tree<G::Move>,
    numbers: Numbers<G::Move>,
}

impl<G: Game, V: Evaluator<G>> Mcts<G, V> {
    /// A search that knows of the game what `evaluator` does.
    pub fn new(config: MctsConfig, evaluator: V) -> Self {
        let mut seeds = Rng::new(config.seed);
        let threads = config.threads.max(1) as usize;
        let seat = |evaluator| Seat { evaluator, rng: Rng::new(seeds.bits()) };
        let seats = std::iter::repeat_n(evaluator, threads).map(seat).collect();
        Mcts { config, seats, memory: None, tablebase: None }
    }

    /// The tree of the last search, if it was kept.
    pub(super) fn tree(&self) -> Option<&Tree<G::Move>> {
        self.memory.as_ref().map(|memory| &memory.tree)
    }

    /// What the last search left, if its tree holds this position; else an
    /// empty tree.
    fn recall(&mut self, history: &History<G>, any: G::Move) -> (Tree<G::Move>, Numbers<G::Move>) {
        let memory = self
            .memory
            .take()
            .filter(|memory| memory.options == *history.game().options() && memory.start == *history.start());
        if let Some(memory) = memory {
            let mut since = history.line();
            let follows = memory.line.iter().all(|mv| since.next() == Some(*mv));
            let since: Vec<G::Move> = since.collect();
            if let Some(tree) = follows.then(|| memory.tree.below(&since)).flatten() {
                return (tree, memory.numbers);
            }
        }
        (Tree::new(any, self.config.most_nodes.max(1)), Numbers::new())
    }
}

impl<G: Game, V: Evaluator<G>> Agent<G> for Mcts<G, V> {
    fn think(
        &mut self,
        history: &History<G>,
        limits: &Limits,
        watch: &mut Watch<'_, G::Move>,
    ) -> Result<Thought<G::Move>, SearchError> {
        let moves = choices(history)?;
        let player = history.game().turn(history.position()).player().ok_or(SearchError::Chance)?;
        let budget = Budget::new(limits, player);
        let (tree, numbers) = self.recall(history, moves[0]);
        let subject = Subject {
            game: history.game(),
            config: self.config,
            tree: &tree,
            numbers: &numbers,
            root: *history.position(),
            keys: history.keys(),
            tablebase: self.tablebase.as_deref(),
            // Leaves that are gathered are under way at the same time, as those of several threads are.
            alone: self.seats.len() == 1 && self.seats[0].evaluator.batch_size() == 0,
        };
        let shared = Shared { limit: limits.playouts, ..Shared::default() };
        run(&subject, player, &mut self.seats, &shared, budget.clone(), watch);
        let mut info = describe(&subject, player, &shared, &budget);
        if let Some(block) = tree.block(&tree.root).filter(|_| self.config.random_ties) {
            let equals = equally_good(block, player, self.config.solver);
            draw_first(&mut info, equals, &mut self.seats[0].rng);
        }
        watch.report(&info);
        if let Some(mut trace) = watch.take_trace() {
            write_tree::<G>(&tree, player, self.config.solver, &mut trace);
            watch.put_trace(Some(trace));
        }
        let mv = info.root.first().map_or(moves[0], |best| best.mv);
        if self.config.reuse {
            let (options, start) = (history.game().options().clone(), *history.start());
            self.memory = Some(Memory { options, start, line: history.line().collect(), tree, numbers });
        }
        Ok(Thought { mv, info })
    }

    fn new_game(&mut self) {
        self.memory = None;
    }

    fn use_tablebase(&mut self, table: &Arc<Tablebase>) {
        self.tablebase = Some(Arc::clone(table));
    }
}

/// Puts any of the first moves in front, each equally likely.
fn draw_first<M: Copy + PartialEq>(info: &mut Info<M>, equals: usize, rng: &mut Rng) {
    if equals < 2 {
        return;
    }
    info.root.swap(0, rng.below(equals as u32) as usize);
    let mv = info.root[0].mv;
    // What would follow is known of the first of them only.
    if info.pv.first() != Some(&mv) {
        info.pv = vec![mv];
        info.depth = 1;
    }
}

/// What the threads of one search tell each other.
#[derive(Default)]
struct Shared {
    stop: AtomicBool,
    limit: Option<u64>,
    playouts: AtomicU64,
    nodes: AtomicU64,
    deepest: AtomicU32,
}

impl Shared {
    /// Takes as many of `most` iterations as are still to be done.
    fn take_turns(&self, most: u64) -> u64 {
        if self.stop.load(Relaxed) {
            return 0;
        }
        let before = self.playouts.fetch_add(most, Relaxed);
        let granted = self.limit.map_or(most, |limit| limit.saturating_sub(before).min(most));
        self.playouts.fetch_sub(most - granted, Relaxed);
        granted
    }
}

/// Searches with one thread a seat until something says enough.
fn run<G: Game, V: Evaluator<G>>(
    subject: &Subject<'_, G>,
    player: Player,
    seats: &mut [Seat<V>],
    shared: &Shared,
    budget: Budget,
    watch: &mut Watch<'_, G::Move>,
) {
    let Some((first, others)) = seats.split_first_mut() else { return };
    let mut lead = Worker::new(subject, first);
    lead.open_root();
    shared.nodes.fetch_add(lead.nodes, Relaxed);
    thread::scope(|scope| {
        for seat in others {
            let stop = watch.stop_flag().clone();
            let help = move || {
                let mut worker = Worker::new(subject, seat);
                while steps(&mut worker, subject, shared, &stop) {}
            };
            // Where no more threads are to be had, fewer do.
            if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                break;
            }
        }
        let _stop = StopOthers(&shared.stop);
        lead_search(&mut lead, subject, player, shared, budget, watch);
    });
}

/// Whether there is nothing more to find out.
fn is_known<G: Game>(subject: &Subject<'_, G>) -> bool {
    let root = &subject.tree.root;
    (subject.config.solver && root.is_proven()) || root.visits() >= MOST_VISITS
}

/// Stops the other threads when the first leaves, however it leaves.
struct StopOthers<'s>(&'s AtomicBool);

impl Drop for StopOthers<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Some iterations, counted at its end; whether there may be more to do.
fn steps<G: Game, V: Evaluator<G>>(
    worker: &mut Worker<'_, G, V>,
    subject: &Subject<'_, G>,
    shared: &Shared,
    stop: &AtomicBool,
) -> bool {
    let turns = shared.take_turns(if subject.alone { 1 } else { BATCH.max(worker.batch_size()) });
    let (mut done, before) = (0, worker.nodes);
    while done < turns && !is_known(subject) && !stop.load(Relaxed) {
        done += worker.iterate(turns - done);
    }
    shared.playouts.fetch_sub(turns - done, Relaxed);
    shared.nodes.fetch_add(worker.nodes - before, Relaxed);
    shared.deepest.fetch_max(worker.deepest, Relaxed);
    done == turns && turns > 0
}

/// The thread that also looks at the clock, and reports.
fn lead_search<G: Game, V: Evaluator<G>>(
    worker: &mut Worker<'_, G, V>,
    subject: &Subject<'_, G>,
    player: Player,
    shared: &Shared,
    mut budget: Budget,
    watch: &mut Watch<'_, G::Move>,
) {
    let solver = subject.config.solver;
    let Some(block) = subject.tree.block(&subject.tree.root) else { return };
    let mut next_look = shared.nodes.load(Relaxed) + LOOK_EVERY;
    let mut next_report = FIRST_REPORT;
    loop {
        if budget.spent(shared.nodes.load(Relaxed)) || !steps(worker, subject, shared, watch.stop_flag()) {
            return;
        }
        let nodes = shared.nodes.load(Relaxed);
        if nodes < next_look {
            continue;
        }
        next_look = nodes + LOOK_EVERY;
        let enough = budget.soft.is_some() && budget.is_enough(patience(block, player, solver));
        if enough || is_deep_enough(subject, &budget) {
            return;
        }
        if budget.elapsed() >= next_report {
            watch.report(&describe(subject, player, shared, &budget));
            next_report = budget.elapsed() + REPORT_EVERY;
        }
    }
}

/// How much of the usual time this position deserves.
fn patience<M>(block: &Block<M>, player: Player, solver: bool) -> f64 {
    if block.children.len() == 1 {
        ONLY_MOVE
    } else if is_doubtful(block, player, solver) {
        UNDECIDED
    } else {
        1.0
    }
}

/// Whether the line of most visits is as long as was asked for, ends the game,
/// or cannot grow any more.
fn is_deep_enough<G: Game>(subject: &Subject<'_, G>, budget: &Budget) -> bool {
    let Some(depth) = budget.depth else { return false };
    let line = line(subject.tree, subject.config.solver);
    if line.len() as u64 >= u64::from(depth) || subject.tree.is_full() {
        return true;
    }
    let mut position = subject.root;
    let mut keys = subject.keys.clone();
    for mv in line {
        subject.game.play(&mut position, mv);
        keys.push(subject.game.key(&position));
    }
    outcome_at(subject.game, &position, &keys, subject.game.repetition()).is_some()
}

/// What has been found so far.
fn describe<G: Game>(subject: &Subject<'_, G>, player: Player, shared: &Shared, budget: &Budget) -> Info<G::Move> {
    let solver = subject.config.solver;
    if solver {
        measure(subject.tree);
    }
    let pv = line(subject.tree, solver);
    let score = score(&subject.tree.root, player, 0, solver);
    Info {
        depth: pv.len() as u32,
        seldepth: shared.deepest.load(Relaxed).max(pv.len() as u32),
        nodes: shared.nodes.load(Relaxed),
        playouts: shared.playouts.load(Relaxed),
        time: budget.elapsed(),
        hashfull: subject.tree.fullness(),
        score,
        // A tree that grows unevenly proves one win, not the nearest.
        at_most: matches!(Value::of(score), Value::Win(2..) | Value::Loss(2..)),
        pv,
        lines: Vec::new(),
        root: subject.tree.block(&subject.tree.root).map_or_else(Vec::new, |block| root_moves(block, player, solver)),
    }
}
