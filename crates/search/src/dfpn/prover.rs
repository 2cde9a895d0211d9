use agon_core::{Game, History, Player};

use super::search::Search;
use super::table::Table;
use super::verify::{verify_no_win, verify_win};
use crate::{Budget, Guide, Limits, Unguided, Watch};

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
    /// The search was stopped before it knew, or the check found a hole.
    Unknown {
        /// Moves made.
        nodes: u64,
    },
}

/// Proves wins by proof numbers, and checks its proofs.
#[derive(Clone, Debug)]
pub struct Prover<K = Unguided> {
    megabytes: u32,
    guide: K,
}

impl Prover {
    /// A prover with a table of so many megabytes.
    pub fn new(megabytes: u32) -> Self {
        Prover { megabytes, guide: Unguided }
    }
}

impl<K> Prover<K> {
    /// A prover that leaves out moves by [`Guide::candidates`]; the check does not.
    pub fn guided(megabytes: u32, guide: K) -> Self {
        Prover { megabytes, guide }
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
        K: Guide<G>,
    {
        if let Some(outcome) = history.outcome() {
            let won = outcome.winner == Some(player);
            return if won { Proof::Win { line: Vec::new(), nodes: 0 } } else { Proof::NoWin { nodes: 0 } };
        }
        let (table, budget) = (Table::new(self.megabytes), Budget::new(limits, player));
        let mut search = Search::new(history, player, table, &mut self.guide, budget, watch);
        let position = history.position();
        let numbers = search.decide(position);
        let win = if numbers.proof == 0 { verify_win(&mut search, position) } else { None };
        let nothing = numbers.disproof == 0 && verify_no_win(&mut search, position);
        let nodes = search.nodes;
        match win {
            Some(line) => Proof::Win { line, nodes },
            None if nothing => Proof::NoWin { nodes },
            None => Proof::Unknown { nodes },
        }
    }
}
