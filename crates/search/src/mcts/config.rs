use agon_core::Game;

use super::node::Node;

/// How Monte-Carlo tree search goes about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MctsConfig {
    /// Which child is looked into next.
    pub selection: Selection,
    /// Whether wins, losses and draws that are certain are told from mere
    /// values and handed up the tree.
    pub solver: bool,
    /// Whether the part of the tree that is still needed is kept from move to move.
    pub reuse: bool,
    /// Whether moves are also judged by games in which they came later: for
    /// games whose moves mean much the same a few moves later.
    pub amaf: Option<Amaf>,
    /// How many nodes the tree may have; when it is full it grows no more, but
    /// goes on counting.
    pub most_nodes: u32,
    /// Whether one of several equally good moves is played at random; else the first in the
    /// game's order is.
    pub random_ties: bool,
    /// How many threads walk the tree.
    pub threads: u32,
    /// From which all random numbers follow.
    pub seed: u64,
}

/// How a child is selected, with m its mean value to the player who chooses, n
/// its visits, N those of its parent and p its prior.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Selection {
    /// The largest m + c sqrt(ln N / n); those without visits before all
    /// others, at random (Auer, Cesa-Bianchi, Fischer 2002; Kocsis, Szepesvári 2006).
    Ucb1 {
        /// How much is explored.
        c: f64,
    },
    /// The largest m + c p sqrt(N) / (1 + n) (Rosin 2011; Silver et al. 2017).
    /// Without visits, m is the mean of the parent less `reduction`.
    Puct {
        /// How much is explored.
        c: f64,
        /// How much worse a move is thought to be before it was looked into.
        reduction: f64,
    },
}

/// Statistics by move, as in GRAVE (Cazenave 2015, "Generalized Rapid Action
/// Value Estimation"); with `reference` 0 it is RAVE (Gelly, Silver 2007).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Amaf {
    /// The visits from which on a node keeps statistics of its own; below it,
    /// those of its nearest ancestor that does are used.
    pub reference: u32,
    /// How soon a move's own value outweighs the statistics: later when smaller.
    pub bias: f64,
}

impl MctsConfig {
    /// The textbook: UCB1 with this constant, one node added in each
    /// iteration, values from the leaf, and nothing else.
    pub const fn plain(c: f64) -> Self {
        MctsConfig {
            selection: Selection::Ucb1 { c },
            solver: false,
            reuse: false,
            amaf: None,
            most_nodes: Self::MOST_NODES,
            random_ties: false,
            threads: 1,
            seed: 0,
        }
    }

    /// The usual size of the tree.
    pub const MOST_NODES: u32 = 4 << 20;

    /// This, with a tree that takes about so many megabytes.
    #[must_use]
    pub fn with_memory<G: Game>(self, megabytes: u32) -> Self {
        let nodes = (u64::from(megabytes) << 20) / size_of::<Node<G::Move>>() as u64;
        MctsConfig { most_nodes: nodes.clamp(1 << 10, u64::from(u32::MAX / 2)) as u32, ..self }
    }

    /// This, with another seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        MctsConfig { seed, ..self }
    }

    /// This, with so many threads.
    #[must_use]
    pub fn with_threads(self, threads: u32) -> Self {
        MctsConfig { threads, ..self }
    }
}

impl Default for MctsConfig {
    fn default() -> Self {
        MctsConfig { solver: true, reuse: true, ..MctsConfig::plain(0.4) }
    }
}
