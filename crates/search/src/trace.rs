//! What a search looked at, in the order in which it did.

use crate::{Bound, Score};

/// Why a position was looked at no further.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Why {
    /// All moves that matter were looked at.
    #[default]
    Searched,
    /// A move refuted the one that led here.
    Cut,
    /// The transposition table knew enough.
    Table,
    /// A table of certain values knew the position.
    Tablebase,
    /// The game is over, or taken for drawn.
    End,
    /// The line ended here, and forcing moves were followed.
    Leaf,
    /// A judgement was enough.
    Judged,
    /// A tree that counts visits kept the position.
    Visited,
    /// The search was stopped here.
    Stopped,
}

impl Why {
    /// A word for programs.
    pub const fn word(self) -> &'static str {
        match self {
            Why::Searched => "searched",
            Why::Cut => "cut",
            Why::Table => "table",
            Why::Tablebase => "tablebase",
            Why::End => "end",
            Why::Leaf => "leaf",
            Why::Judged => "judged",
            Why::Visited => "visited",
            Why::Stopped => "stopped",
        }
    }
}

/// A position that a search looked at. All scores are from the side of the player who searches.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceNode<M> {
    /// The node that its move was made in, by its place; `None` for the root.
    pub parent: Option<u32>,
    /// The iteration, where there are iterations.
    pub iteration: u32,
    /// The move that leads here.
    pub mv: M,
    /// Plies that were left to look ahead; less than 0 where forcing moves are followed.
    pub depth: i32,
    /// What the searcher was sure of and what the opponent was; `None` for a search without windows.
    pub window: Option<(Score, Score)>,
    /// What was found.
    pub score: Score,
    /// Why it was looked at no further.
    pub why: Why,
    /// Visits and player 1's mean chance, by a search that counts.
    pub visits: Option<(u32, f64)>,
}

impl<M> TraceNode<M> {
    /// What the score says about the true one.
    pub fn bound(&self) -> Bound {
        match self.window {
            Some((alpha, _)) if self.score <= alpha => Bound::Upper,
            Some((_, beta)) if self.score >= beta => Bound::Lower,
            _ => Bound::Exact,
        }
    }
}

/// The log of a search: every position that it looked at, up to a number of them.
#[derive(Clone, Debug)]
pub struct Trace<M> {
    /// The positions, each after the one that it follows from.
    pub nodes: Vec<TraceNode<M>>,
    /// Positions that were not kept, because there were too many.
    pub left_out: u64,
    /// The iteration that is under way.
    pub(crate) iteration: u32,
    most: usize,
    /// The nodes that are being looked at, root first; `None` for one that was not kept.
    open: Vec<Option<u32>>,
}

impl<M> Trace<M> {
    /// A log that keeps so many positions.
    pub fn new(most: u32) -> Self {
        Trace { nodes: Vec::new(), left_out: 0, iteration: 0, most: most as usize, open: Vec::new() }
    }

    /// Whether no more are kept.
    pub(crate) fn is_full(&self) -> bool {
        self.nodes.len() >= self.most
    }

    /// Adds a position that is known already; gives its place.
    pub(crate) fn add(&mut self, node: TraceNode<M>) -> Option<u32> {
        if self.is_full() {
            self.left_out += 1;
            return None;
        }
        self.nodes.push(node);
        Some(self.nodes.len() as u32 - 1)
    }

    /// The search comes to a position.
    pub(crate) fn enter(&mut self, mv: M, depth: i32, window: (Score, Score)) {
        let iteration = self.iteration;
        let place = match self.open.last() {
            // What follows from a position that was not kept has no place either.
            Some(None) => {
                self.left_out += 1;
                None
            }
            parent => {
                let parent = parent.copied().flatten();
                let why = Why::default();
                self.add(TraceNode { parent, iteration, mv, depth, window: Some(window), score: 0, why, visits: None })
            }
        };
        self.open.push(place);
    }

    /// Why the position that the search is at is looked at no further.
    pub(crate) fn note(&mut self, why: Why) {
        if let Some(Some(place)) = self.open.last() {
            self.nodes[*place as usize].why = why;
        }
    }

    /// The search leaves a position.
    pub(crate) fn leave(&mut self, score: Score) {
        if let Some(Some(place)) = self.open.pop() {
            self.nodes[place as usize].score = score;
        }
    }
}
