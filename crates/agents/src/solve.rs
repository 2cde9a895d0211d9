use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_core::{DynPlay, Game, History, Player};
use agon_games::Visitor;
use agon_search::{Certifier, Info, Limits, Promising, Proof, Prover, Watch};

/// What is certain about a position, in text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solved {
    /// The player wins, and this is how, against the longest defence.
    Win {
        /// The line.
        line: Vec<String>,
        /// Moves made to find and to check the proof.
        nodes: u64,
    },
    /// The player cannot force a win.
    NoWin {
        /// Moves made to find and to check the proof.
        nodes: u64,
    },
    /// The limits were reached first.
    Unknown {
        /// Moves made.
        nodes: u64,
    },
}

/// Proves whether a player wins from here; every proof has been checked by a
/// walk through all of its lines. `hash` is in megabytes.
///
/// Alpha-beta is tried first, then proof numbers, each within half of the limits.
pub fn solve(
    play: &dyn DynPlay,
    player: Player,
    limits: &Limits,
    hash: u32,
    stop: &Arc<AtomicBool>,
    progress: &mut dyn FnMut(u64),
) -> Solved {
    struct Solve<'s> {
        play: &'s dyn DynPlay,
        player: Player,
        limits: &'s Limits,
        hash: u32,
        stop: &'s Arc<AtomicBool>,
        progress: &'s mut dyn FnMut(u64),
    }
    impl Visitor for Solve<'_> {
        type Output = Solved;
        fn visit<G: Game>(&mut self) -> Solved {
            let Some(history) = self.play.as_any().downcast_ref::<History<G>>() else {
                return Solved::Unknown { nodes: 0 };
            };
            let mut report = |info: &Info<G::Move>| (self.progress)(info.nodes);
            let mut watch = Watch::new(Arc::clone(self.stop), &mut report);
            // A short win is found by alpha-beta if by anything; all else is for proof numbers.
            let mut certifier = Certifier::new(G::Evaluation::default(), self.hash / 2);
            let first = certifier.prove(history, self.player, &part(self.limits), &mut watch);
            drop(certifier);
            let (proof, before) = match first {
                Proof::Unknown { nodes } => {
                    let mut prover = Prover::guided(self.hash, Promising::new(G::Evaluation::default()));
                    (prover.prove(history, self.player, &part(self.limits), &mut watch), nodes)
                }
                known => (known, 0),
            };
            match proof {
                Proof::Win { line, nodes } => Solved::Win { line: texts(history, &line), nodes: before + nodes },
                Proof::NoWin { nodes } => Solved::NoWin { nodes: before + nodes },
                Proof::Unknown { nodes } => Solved::Unknown { nodes: before + nodes },
            }
        }
    }
    let mut visitor = Solve { play, player, limits, hash, stop, progress };
    agon_games::visit(play.info().name, &mut visitor).unwrap_or(Solved::Unknown { nodes: 0 })
}

/// Half of the limits: two ways of proving share them.
fn part(limits: &Limits) -> Limits {
    Limits { time: limits.time.map(|time| time / 2), nodes: limits.nodes.map(|nodes| nodes.div_ceil(2)), ..*limits }
}

fn texts<G: Game>(history: &History<G>, line: &[G::Move]) -> Vec<String> {
    let mut history = history.clone();
    let mut texts = Vec::new();
    for mv in line {
        texts.push(history.game().move_text(history.position(), *mv));
        history.play(*mv);
    }
    texts
}
