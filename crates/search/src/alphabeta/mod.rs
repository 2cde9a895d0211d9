//! Alpha-beta: iterative deepening negamax with what the field has found to
//! pay, each part with its switch in [`AlphaBetaConfig`].

mod busy;
mod config;
mod found;
mod joint;
mod order;
mod promise;
mod prune;
mod quiescence;
mod root;
mod search;
mod shared;

use std::sync::Arc;

use agon_core::{Evaluation, Game, History, Player, Turn};

pub use config::AlphaBetaConfig;

use crate::agent::choices;
use crate::table::Table;
use crate::{Agent, Budget, Info, Limits, NoMemory, SearchError, Tablebase, Team, Thought, Watch};
use order::Memory;
use promise::Promise;
use root::Iterations;
use search::Worker;
use shared::Shared;

/// The longest line that is looked at, extensions included.
const MOST_PLIES: u32 = 200;
/// The deepest iteration.
const MOST_DEPTH: u32 = 127;

/// An agent that searches with alpha-beta.
///
/// A turn of chance is taken for one of the opponent's, which is too much
/// respect for chance: [`Expectimax`](crate::Expectimax) is exact.
pub struct AlphaBeta<G: Game, E> {
    evaluation: E,
    config: AlphaBetaConfig,
    table: Option<Table>,
    memories: Vec<Memory<G::Move>>,
    last_searcher: Option<Player>,
    /// The last win that was announced.
    promise: Option<Promise<G>>,
    /// Other processes that search the same position.
    team: Option<Arc<Team>>,
    /// What is certain, where somebody has built a table.
    tablebase: Option<Arc<Tablebase>>,
}

impl<G: Game, E: Evaluation<G>> AlphaBeta<G, E> {
    /// A searcher with this judgement, and a table as large as can be had.
    pub fn new(evaluation: E, config: AlphaBetaConfig) -> Self {
        let table = (config.hash > 0).then(|| Table::new(config.hash));
        AlphaBeta::with_table(evaluation, config, table)
    }

    /// A searcher with this judgement, if there is room for its table.
    pub fn try_new(evaluation: E, config: AlphaBetaConfig) -> Result<Self, NoMemory> {
        let table = (config.hash > 0).then(|| Table::try_new(config.hash)).transpose()?;
        Ok(AlphaBeta::with_table(evaluation, config, table))
    }

    fn with_table(evaluation: E, config: AlphaBetaConfig, table: Option<Table>) -> Self {
        let memories = (0..config.threads.max(1)).map(|_| Memory::new()).collect();
        AlphaBeta {
            evaluation,
            config,
            table,
            memories,
            last_searcher: None,
            promise: None,
            team: None,
            tablebase: None,
        }
    }

    /// The switches it was made with.
    pub fn config(&self) -> &AlphaBetaConfig {
        &self.config
    }

    /// A score that took chance for the opponent of one side is wrong for the
    /// other, so the table cannot be kept when the searcher changes.
    fn prepare(&mut self, history: &History<G>, searcher: Player) {
        let changed = self.last_searcher.replace(searcher).is_some_and(|last| last != searcher);
        if let Some(table) = &mut self.table {
            if changed && has_chance(history) {
                table.clear();
            }
            table.grow_older();
        }
        for memory in &mut self.memories {
            memory.fade();
        }
    }
}

/// Whether chance has moved, or moves next, in this game: then it does every few plies.
fn has_chance<G: Game>(history: &History<G>) -> bool {
    let game = history.game();
    let before = (0..=history.line().len()).filter_map(|plies| history.position_at(plies));
    before.into_iter().any(|position| game.turn(position) == Turn::Chance)
}

impl<G: Game, E: Evaluation<G>> Agent<G> for AlphaBeta<G, E> {
    fn think(
        &mut self,
        history: &History<G>,
        limits: &Limits,
        watch: &mut Watch<'_, G::Move>,
    ) -> Result<Thought<G::Move>, SearchError> {
        choices(history)?;
        let Turn::Player(searcher) = history.game().turn(history.position()) else { return Err(SearchError::Chance) };
        let budget = Budget::new(limits, searcher);
        // Where no clock runs, nothing is lost by getting ready now.
        if budget.hard.is_none() {
            Agent::<G>::get_ready(self);
        }
        self.prepare(history, searcher);
        let due = self.promise.as_ref().filter(|_| self.config.keep_word).and_then(|it| it.due(history, searcher));
        let stop = Arc::clone(watch.stop_flag());
        let team = self.team.as_deref();
        // In a process that helps, all threads are like those that help in the process that answers.
        let helps = team.is_some_and(|team| !team.leads());
        let shared = Shared::new(&stop, self.memories.len() + usize::from(helps), team);
        let tablebase = self.tablebase.as_deref();
        let tools = (&self.evaluation, &self.config, self.table.as_ref());
        let help = |id: usize, memory: &mut Memory<G::Move>, budget: Budget| {
            let mut worker = Worker::new(history, tools, &shared, memory, (id, searcher, budget));
            worker.tablebase = tablebase;
            Iterations::new(&mut worker, history, None).help();
            worker.finish_count();
        };
        if helps {
            std::thread::scope(|scope| {
                for (id, memory) in (1..).zip(&mut self.memories) {
                    let (help, mut budget) = (&help, budget.clone());
                    budget.nodes = None;
                    if std::thread::Builder::new().spawn_scoped(scope, move || help(id, memory, budget)).is_err() {
                        break;
                    }
                }
            });
            let mv = history.moves()[0];
            return Ok(Thought { mv, info: Info { pv: vec![mv], ..Info::default() } });
        }
        let Some((memory, others)) = self.memories.split_first_mut() else { return Err(SearchError::Chance) };
        let mut worker = Worker::new(history, tools, &shared, memory, (0, searcher, budget.clone()));
        worker.tablebase = tablebase;
        worker.trace = watch.take_trace();
        let answer = |worker: &mut Worker<'_, G, E>, watch: &mut Watch<'_, G::Move>| {
            Iterations::new(worker, history, due.clone()).run(|worker, found| watch.report(&found.info(worker)))
        };
        let found = if others.is_empty() {
            answer(&mut worker, watch)
        } else {
            std::thread::scope(|scope| {
                let help = &help;
                for (id, memory) in (1..).zip(others) {
                    // Every thread looks at the clock for itself: one that waited to be
                    // told would keep a core from the thread that has to tell it.
                    let mut budget = budget.clone();
                    budget.nodes = None;
                    // Where no more threads are to be had, fewer do.
                    if std::thread::Builder::new().spawn_scoped(scope, move || help(id, memory, budget)).is_err() {
                        break;
                    }
                }
                let found = answer(&mut worker, watch);
                shared.finish();
                found
            })
        };
        watch.put_trace(worker.trace.take());
        let thought = Thought { mv: found.pv[0], info: found.info(&worker) };
        self.promise = Promise::of(history, searcher, &thought).or_else(|| self.promise.take());
        Ok(thought)
    }

    fn join(&mut self, team: &Arc<Team>) -> bool {
        self.team = Some(Arc::clone(team));
        true
    }

    fn get_ready(&mut self) {
        if let Some(table) = &mut self.table {
            table.touch();
        }
    }

    fn new_game(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        self.memories.fill_with(Memory::new);
        self.last_searcher = None;
        self.promise = None;
    }

    fn use_tablebase(&mut self, table: &Arc<Tablebase>) {
        self.tablebase = Some(Arc::clone(table));
    }
}
