use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_core::{DynPlay, History, Notation, Player, Registered, Swap};
use agon_games::Visitor;
use agon_search::{Budget, Certifier, GaveUp, Info, Informed, Limits, Proof, Prover, Watch};

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
    /// It was given up.
    Unknown {
        /// Moves made.
        nodes: u64,
        /// Why.
        because: GaveUp,
    },
}

/// Proves whether a player wins from here; every proof has been checked by a
/// walk through all of its lines. `hash` is in megabytes.
///
/// Nothing is proven while a swap is open: whoever may swap takes the side that wins.
///
/// Alpha-beta is tried first, within half of the limits, then proof numbers
/// with all that is left. If their answer cannot be checked before the limits
/// are reached, alpha-beta uses up the rest.
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
        /// The side that is to win.
        side: Player,
        limits: &'s Limits,
        hash: u32,
        stop: &'s Arc<AtomicBool>,
        progress: &'s mut dyn FnMut(u64),
    }
    impl Visitor for Solve<'_> {
        type Output = Solved;
        fn visit<G: Registered>(&mut self) -> Solved {
            let Some(history) = self.play.as_any().downcast_ref::<History<G>>() else {
                return Solved::Unknown { nodes: 0, because: GaveUp::NoWinSeen };
            };
            let mut report = |info: &Info<G::Move>| (self.progress)(info.nodes);
            let mut watch = Watch::new(Arc::clone(self.stop), &mut report);
            let (player, limits) = (self.side, self.limits);
            let clock = Budget::new(limits, player);
            let certifier = || Certifier::new(G::Evaluation::default(), self.hash / 2);
            let mut before = 0;
            let left = |spent| Limits {
                time: limits.time.map(|time| time.saturating_sub(clock.elapsed())),
                nodes: limits.nodes.map(|nodes| nodes.saturating_sub(spent)),
                ..*limits
            };
            // A short win is found by alpha-beta if by anything; all else is for proof numbers.
            let mut proof = certifier().prove(history, player, &half(limits), &mut watch);
            if let Proof::Unknown { nodes, because } = proof
                && because != GaveUp::Stopped
            {
                before += nodes;
                let mut prover = Prover::informed(self.hash, Informed::new(G::Evaluation::default()));
                proof = prover.prove(history, player, &left(before), &mut watch);
            }
            if let Proof::Unknown { nodes, because: GaveUp::Check } = proof
                && (limits.time.is_some() || limits.nodes.is_some())
            {
                before += nodes;
                proof = match certifier().tireless().prove(history, player, &left(before), &mut watch) {
                    Proof::Unknown { nodes, because: GaveUp::NoWinSeen } => {
                        Proof::Unknown { nodes, because: GaveUp::Check }
                    }
                    proof => proof,
                };
            }
            match proof {
                Proof::Win { line, nodes } => Solved::Win { line: texts(history, &line), nodes: before + nodes },
                Proof::NoWin { nodes } => Solved::NoWin { nodes: before + nodes },
                Proof::Unknown { nodes, because } => Solved::Unknown { nodes: before + nodes, because },
            }
        }
    }
    let nothing = Solved::Unknown { nodes: 0, because: GaveUp::NoWinSeen };
    if matches!(play.swap(), Swap::Next | Swap::Now) {
        return nothing;
    }
    let mut visitor = Solve { play, side: play.side(player), limits, hash, stop, progress };
    agon_games::visit(play.info().name, &mut visitor).unwrap_or(nothing)
}

/// Half of the limits.
fn half(limits: &Limits) -> Limits {
    Limits { time: limits.time.map(|time| time / 2), nodes: limits.nodes.map(|nodes| nodes.div_ceil(2)), ..*limits }
}

fn texts<G: Notation>(history: &History<G>, line: &[G::Move]) -> Vec<String> {
    let mut history = history.clone();
    let mut texts = Vec::new();
    for mv in line {
        texts.push(history.game().move_text(history.position(), *mv));
        history.play(*mv);
    }
    texts
}

#[cfg(test)]
mod tests {
    use agon_core::Options;

    use super::*;

    #[test]
    fn what_one_way_of_proving_leaves_the_other_uses() {
        let info = agon_games::game_of("crosphere").unwrap();
        let options = Options::parse(info.options, "size=4 strong=1").unwrap();
        let game = agon_games::open("crosphere", options).unwrap();
        let solved = |nodes| {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            solve(&*game.start(), Player::One, &limits, 16, &Arc::new(AtomicBool::new(false)), &mut |_| {})
        };
        // Alpha-beta sees at once that it is lost; the proof takes more than half of the nodes.
        let Solved::NoWin { nodes } = solved(1_800_000) else { panic!("it was given up too soon") };
        assert!((900_000..1_800_000).contains(&nodes), "{nodes}");
        // With too few, all of them are used, and that is what is said.
        let Solved::Unknown { nodes, because } = solved(100_000) else { panic!("it cannot be known yet") };
        assert_eq!(because, GaveUp::Nodes);
        assert!((100_000..110_000).contains(&nodes), "{nodes}");
    }
}
