use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use agon_core::{Game, History, Outcome};
use thiserror::Error;

use crate::{Info, Limits, Tablebase, Team, Thought, Trace};

/// Something that chooses moves. It may remember from move to move (a table, a
/// tree), but what it answers must be right whatever position comes next.
///
/// With the same seed, a limit of nodes, depth or playouts and one thread, an
/// agent that has just been made gives the same answers on every machine.
pub trait Agent<G: Game>: Send {
    /// Chooses a move in a position that is not over and at the turn of a player.
    ///
    /// Reports to `watch` now and then, and returns soon after it is stopped,
    /// with the best move found so far: within a few milliseconds.
    fn think(
        &mut self,
        history: &History<G>,
        limits: &Limits,
        watch: &mut Watch<'_, G::Move>,
    ) -> Result<Thought<G::Move>, SearchError>;

    /// Forgets what was remembered of earlier games.
    fn new_game(&mut self) {}

    /// Does what can be done before the first search, such as having the
    /// system find memory, so that it costs no time on a clock.
    fn get_ready(&mut self) {}

    /// From now on searches together with other processes that hold the same agent: on rank 0
    /// [`think`](Agent::think) answers, on the others it helps until it is stopped. `false`
    /// where the agent cannot, and goes on alone.
    fn join(&mut self, _team: &Arc<Team>) -> bool {
        false
    }

    /// From now on, takes what a table says of positions within the search for certain. The
    /// table belongs to the game that is played. Searches that cannot ask one ignore it.
    fn use_tablebase(&mut self, _table: &Arc<Tablebase>) {}
}

/// Why there is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SearchError {
    /// The game is over.
    #[error("the game is over ({})", .0.reason)]
    Over(Outcome),
    /// Nobody chooses at a turn of chance.
    #[error("chance is to move: nobody chooses here")]
    Chance,
}

/// The line between a search and whoever waits for it.
pub struct Watch<'w, M> {
    stop: Arc<AtomicBool>,
    report: &'w mut dyn FnMut(&Info<M>),
    trace: Option<Trace<M>>,
}

impl<'w, M> Watch<'w, M> {
    /// A search that is stopped by `stop`, and reports to `report`.
    pub fn new(stop: Arc<AtomicBool>, report: &'w mut dyn FnMut(&Info<M>)) -> Self {
        Watch { stop, report, trace: None }
    }

    /// Has the search write down what it looks at; searches without a log leave it empty.
    #[must_use]
    pub fn with_trace(self, trace: Trace<M>) -> Self {
        Watch { trace: Some(trace), ..self }
    }

    /// The log, for a search to write, and afterwards for whoever asked for it.
    pub fn take_trace(&mut self) -> Option<Trace<M>> {
        self.trace.take()
    }

    /// Puts the log back that a search has written.
    pub(crate) fn put_trace(&mut self, trace: Option<Trace<M>>) {
        self.trace = trace;
    }

    /// The flag that stops the search; threads of one search share it.
    pub fn stop_flag(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    /// Whether the search is to stop.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Tells what has been found so far.
    pub fn report(&mut self, info: &Info<M>) {
        (self.report)(info);
    }
}

/// The legal moves where a player chooses, or why nobody does.
pub(crate) fn choices<G: Game>(history: &History<G>) -> Result<Vec<G::Move>, SearchError> {
    if let Some(outcome) = history.outcome() {
        return Err(SearchError::Over(outcome));
    }
    if history.game().turn(history.position()).player().is_none() {
        return Err(SearchError::Chance);
    }
    Ok(history.moves())
}
