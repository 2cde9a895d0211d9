//! Proof numbers against looking through everything.

#[expect(dead_code, reason = "each suite uses a part of it")]
mod exhaustive;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use agon_core::{Evaluation, Game, History, Notation, Player, Registered, Rng};
use agon_games::{Visitor, visit, visit_all};
use agon_search::{Certifier, GaveUp, Info, Informed, Limits, Proof, Prover, Watch};
use exhaustive::solver::{self, Later, Solver, winner_after};
use exhaustive::{Exhaustive, begin, late_positions, nodes, unwatched};

const MEGABYTES: u32 = 4;

fn prove<G: Game>(history: &History<G>, player: Player, limits: &Limits) -> Proof<G::Move> {
    unwatched(|watch| Prover::new(MEGABYTES).prove(history, player, limits, watch))
}

/// What is claimed is so, for both players; nothing is left open but where
/// positions may repeat, if that is allowed.
struct Agrees {
    may_not_know: bool,
}

impl Solver for Agrees {
    fn solves<G: Notation>(&self, history: &History<G>, winner: Option<Player>) {
        let may_not_know = self.may_not_know && history.game().repetition().is_some();
        for player in Player::BOTH {
            let proof = prove(history, player, &nodes(20_000_000));
            let text = history.game().position_text(history.position());
            match &proof {
                Proof::Win { line, .. } => {
                    assert_eq!(winner, Some(player), "{}: {text}", G::INFO.name);
                    assert_eq!(winner_after(history, line), Some(player));
                }
                Proof::NoWin { .. } => assert_ne!(winner, Some(player), "{}: {text}", G::INFO.name),
                Proof::Unknown { .. } => assert!(may_not_know, "{}: {text} for {player:?}", G::INFO.name),
            }
        }
    }
}

const KNOWS: Agrees = Agrees { may_not_know: false };

#[test]
fn tile_sum_is_solved_for_every_goal_and_number_of_moves() {
    solver::tile_sums(&KNOWS);
}

#[test]
fn small_crosphere_is_solved() {
    solver::small_crosphere(&KNOWS);
}

#[test]
fn crosphere_on_four_by_four_is_solved() {
    solver::whole("crosphere", "size=4 strong=0", &KNOWS);
    for strong in [1, 2, 4, 16] {
        let options = &format!("size=4 strong={strong}");
        Later { name: "crosphere", options, plies: 8, count: 10, seed: 5 }.try_on(&KNOWS);
    }
}

#[test]
fn late_positions_of_every_game_are_solved() {
    solver::ends_of_all_games(11, 3_000, &Agrees { may_not_know: true });
}

#[test]
fn small_andantino_is_solved_from_late_positions() {
    Later { name: "andantino", options: "side=3", plies: 7, count: 20, seed: 5 }.try_on(&KNOWS);
}

#[test]
fn a_tiny_table_forgets_but_is_never_wrong() {
    struct Tiny;
    impl Visitor for Tiny {
        type Output = ();
        fn visit<G: Registered>(&mut self) {
            let history = begin::<G>("goal=3 moves=4");
            let winner = Exhaustive::new(u64::MAX).winner(&mut history.clone()).expect("small enough");
            for player in Player::BOTH {
                let limits = nodes(2_000_000);
                let proof = unwatched(|watch| Prover::new(0).prove(&history, player, &limits, watch));
                match proof {
                    Proof::Win { .. } => assert_eq!(winner, Some(player)),
                    Proof::NoWin { .. } => assert_ne!(winner, Some(player)),
                    Proof::Unknown { .. } => {}
                }
            }
        }
    }
    visit("tilesum", &mut Tiny).expect("a game");
}

#[test]
fn an_evaluation_may_leave_moves_out_and_the_check_still_sees_them() {
    /// Leaves all but the first winning move, as an evaluation may.
    #[derive(Clone)]
    struct Winning;
    impl<G: Game> Evaluation<G> for Winning {
        type State = ();

        fn state(&self, _: &G, _: &G::Position) {}
        fn evaluate(&self, _: &G, _: &G::Position, (): &()) -> i32 {
            0
        }
        fn candidates(&self, game: &G, position: &G::Position, (): &(), moves: &mut Vec<G::Move>) {
            game.moves(position, moves);
            let wins = |mv: &&G::Move| {
                let mut after = *position;
                game.play(&mut after, **mv);
                game.outcome(&after).and_then(|outcome| outcome.winner) == game.turn(position).player()
            };
            if let Some(mv) = moves.iter().find(wins).copied() {
                *moves = vec![mv];
            }
        }
    }
    struct Narrowed;
    impl Visitor for Narrowed {
        type Output = ();
        fn visit<G: Registered>(&mut self) {
            let history = begin::<G>("size=3 strong=2");
            let winner = Exhaustive::new(u64::MAX).winner(&mut history.clone()).expect("small enough");
            for player in Player::BOTH {
                let mut prover = Prover::informed(MEGABYTES, Informed::new(Winning));
                let proof = unwatched(|watch| prover.prove(&history, player, &Limits::default(), watch));
                assert_eq!(matches!(proof, Proof::Win { .. }), winner == Some(player));
                assert_eq!(matches!(proof, Proof::NoWin { .. }), winner != Some(player));
            }
        }
    }
    visit("crosphere", &mut Narrowed).expect("a game");
}

#[test]
fn it_stops_when_it_is_told_to_or_has_made_its_nodes() {
    struct Stopped;
    impl Visitor for Stopped {
        type Output = ();
        fn visit<G: Registered>(&mut self) {
            let history = begin::<G>("");
            let Some(player) = history.game().turn(history.position()).player() else { return };
            let stop = Arc::new(AtomicBool::new(true));
            let mut ignore = |_: &Info<G::Move>| ();
            let mut watch = Watch::new(stop.clone(), &mut ignore);
            let proof = Prover::new(1).prove(&history, player, &Limits::default(), &mut watch);
            assert!(matches!(proof, Proof::Unknown { nodes, because: GaveUp::Stopped } if nodes < 1_000));
            stop.store(false, Ordering::Relaxed);
            match prove(&history, player, &nodes(5_000)) {
                Proof::Unknown { nodes, because } => {
                    assert!((5_000..20_000).contains(&nodes), "{nodes}");
                    assert_eq!(because, GaveUp::Nodes);
                }
                Proof::Win { .. } | Proof::NoWin { .. } => {}
            }
        }
    }
    visit_all(&mut Stopped);
}

/// What alpha-beta finds is proven too, and nothing that is not so.
#[test]
fn certified_wins_are_wins() {
    struct Late;
    impl Visitor for Late {
        type Output = usize;
        fn visit<G: Registered>(&mut self) -> usize {
            let mut found = 0;
            for (history, winner) in late_positions::<G>(&mut Rng::new(21), 12, 2_000) {
                for player in Player::BOTH {
                    let mut certifier = Certifier::new(G::Evaluation::default(), 1);
                    let proof = unwatched(|watch| certifier.prove(&history, player, &nodes(2_000_000), watch));
                    let text = history.game().position_text(history.position());
                    assert_eq!(matches!(proof, Proof::Win { .. }), winner == Some(player), "{}: {text}", G::INFO.name);
                    if let Proof::Win { line, .. } = proof {
                        assert_eq!(winner_after(&history, &line), Some(player));
                        found += 1;
                    }
                }
            }
            found
        }
    }
    let counts = visit_all(&mut Late);
    assert!(counts.iter().all(|count| *count > 2), "{counts:?}");
}
