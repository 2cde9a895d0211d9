use std::fmt;

use agon_core::{Game, History, Player};

use super::search::Search;
use super::table::Table;
use super::verify::{verify_no_win, verify_win};
use crate::{Budget, Evaluator, Limits, Playout, Watch};

/// What could be proven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof<M> {
    /// The player wins, whatever the opponent and chance do.
    Win {
        /// The quickest win found against the longest defence.
        line: Vec<M>,
        /// Moves made to find and to check the proof.
        nodes: u64,
    },
    /// The player cannot be sure to win.
    NoWin {
        /// Moves made to find and to check the proof.
        nodes: u64,
    },
    /// The search ended before it knew.
    Unknown {
        /// Moves made.
        nodes: u64,
        /// What ended it.
        because: GaveUp,
    },
}

/// Why a search for a proof ended without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GaveUp {
    /// The time ran out.
    Time,
    /// The nodes ran out.
    Nodes,
    /// Somebody stopped it.
    Stopped,
    /// It had an answer that could not be checked: the table had forgotten
    /// too much of the proof, or the proof rested on repetitions.
    Check,
    /// Alpha-beta saw no win within the nodes that it has for one position,
    /// or one that did not hold.
    NoWinSeen,
}

impl GaveUp {
    /// A word for programs.
    pub const fn word(self) -> &'static str {
        match self {
            GaveUp::Time => "time",
            GaveUp::Nodes => "nodes",
            GaveUp::Stopped => "stopped",
            GaveUp::Check => "check",
            GaveUp::NoWinSeen => "no-win-seen",
        }
    }

    /// What ended a search that has made so many nodes; `otherwise` if it was no limit.
    pub(crate) fn of<M>(budget: &mut Budget, nodes: u64, watch: &Watch<'_, M>, otherwise: GaveUp) -> GaveUp {
        match () {
            () if watch.is_stopped() => GaveUp::Stopped,
            () if budget.nodes.is_some_and(|most| nodes >= most) => GaveUp::Nodes,
            () if budget.spent(nodes) => GaveUp::Time,
            () => otherwise,
        }
    }
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GaveUp::Time => "the time ran out",
            GaveUp::Nodes => "the nodes ran out",
            GaveUp::Stopped => "the search was stopped",
            GaveUp::Check => "an answer was found, but the table has forgotten too much of it to check it",
            GaveUp::NoWinSeen => "no win was seen",
        })
    }
}

/// Proves wins by proof numbers, and checks its proofs.
#[derive(Clone, Debug)]
pub struct Prover<V = Playout> {
    megabytes: u32,
    evaluator: V,
}

impl Prover {
    /// A prover with a table of so many megabytes.
    pub fn new(megabytes: u32) -> Self {
        Prover { megabytes, evaluator: Playout }
    }
}

impl<V> Prover<V> {
    /// A prover that leaves out moves by [`Evaluator::candidates`]; the check does not.
    pub fn informed(megabytes: u32, evaluator: V) -> Self {
        Prover { megabytes, evaluator }
    }

    /// Whether `player` wins from here, whoever is to move. Draws are not
    /// wins, and nothing that has stood before may come again on the way to a win.
    pub fn prove<G: Game>(
        &mut self,
        history: &History<G>,
        player: Player,
        limits: &Limits,
        watch: &mut Watch<'_, G::Move>,
    ) -> Proof<G::Move>
    where
        V: Evaluator<G>,
    {
        if let Some(outcome) = history.outcome() {
            let won = outcome.winner == Some(player);
            return if won { Proof::Win { line: Vec::new(), nodes: 0 } } else { Proof::NoWin { nodes: 0 } };
        }
        // The time runs while memory is found for the table.
        let budget = Budget::new(limits, player);
        let table = Table::new(self.megabytes);
        let mut search = Search::new(history, player, table, &mut self.evaluator, budget, watch);
        let position = history.position();
        let numbers = search.decide(position);
        let win = if numbers.proof == 0 { verify_win(&mut search, position) } else { None };
        let nothing = numbers.disproof == 0 && verify_no_win(&mut search, position);
        let nodes = search.nodes;
        match win {
            Some(line) => Proof::Win { line, nodes },
            None if nothing => Proof::NoWin { nodes },
            None => Proof::Unknown { nodes, because: search.gave_up() },
        }
    }
}
