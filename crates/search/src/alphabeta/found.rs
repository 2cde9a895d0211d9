use agon_core::Game;

use super::search::Worker;
use crate::table::Table;
use crate::{Info, RootMove, Score, Variation};

/// What a thread has found.
#[derive(Clone, Debug)]
pub(super) struct Found<M> {
    /// Completed iterations.
    pub depth: u32,
    pub score: Score,
    /// Whether the score is a win or loss that may come sooner than it says.
    pub at_most: bool,
    /// The principal variation; the first is the move to play.
    pub pv: Vec<M>,
    /// The best lines of the last completed iteration, this one first.
    pub lines: Vec<Variation<M>>,
    pub root: Vec<RootMove<M>>,
}

impl<M: Clone> Found<M> {
    /// As it is reported.
    pub fn info<G: Game<Move = M>, E>(&self, worker: &Worker<'_, G, E>) -> Info<M> {
        Info {
            depth: self.depth,
            seldepth: worker.seldepth.max(1),
            nodes: worker.shared.total(worker.id, worker.nodes),
            playouts: 0,
            time: worker.budget.elapsed(),
            hashfull: worker.table.map_or(0, Table::fullness),
            score: self.score,
            at_most: self.at_most,
            pv: self.pv.clone(),
            lines: self.lines.clone(),
            root: self.root.clone(),
        }
    }
}
