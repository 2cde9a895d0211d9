//! A win that was announced comes no later than announced, whatever the opponent does.

use agon_core::{History, Options, Registered, Rng};
use agon_games::{Visitor, visit};
use agon_search::{AlphaBeta, AlphaBetaConfig, Limits, Value};

use crate::common::think;

/// So many games of one kind, from random beginnings.
struct Wins {
    options: &'static str,
    opening: u32,
    games: u64,
    nodes: u64,
    keep_word: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    announced: u32,
    /// Announcements after which the next was farther away than it should have been.
    late: u32,
}

impl Visitor for Wins {
    type Output = Counts;

    fn visit<G: Registered>(&mut self) -> Counts {
        let mut counts = Counts::default();
        for seed in 0..self.games {
            let options = Options::parse(G::INFO.options, self.options).unwrap();
            let game = std::sync::Arc::new(G::new(options).unwrap());
            let start = game.start();
            self.play(History::new(game, start), seed, &mut counts);
        }
        counts
    }
}

impl Wins {
    /// Plays a game to its end: an agent against one that defends itself as well as
    /// it can, or against chance.
    fn play<G: Registered>(&self, mut history: History<G>, seed: u64, counts: &mut Counts) {
        let mut rng = Rng::new(seed);
        let (mut agent, mut defence) = (agent::<G>(self.keep_word), agent::<G>(true));
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let random = |history: &History<G>, rng: &mut Rng| history.game().random_move(history.position(), rng);
        for _ in 0..self.opening {
            let Some(mv) = random(&history, &mut rng) else { return };
            history.play(mv);
        }
        let Some(player) = history.game().turn(history.position()).player() else { return };
        let mut due = None;
        for ply in 0..100 {
            if history.outcome().is_some() {
                break;
            }
            let mover = history.game().turn(history.position()).player();
            let mv = if mover == Some(player) {
                let thought = think(&mut agent, &history, &limits);
                let told = match Value::of(thought.info.score) {
                    Value::Win(plies) => Some(ply + plies),
                    _ => None,
                };
                counts.announced += u32::from(told.is_some());
                counts.late += u32::from(due.is_some_and(|due| told.is_none_or(|told| told > due)));
                due = told.or(due);
                thought.mv
            } else if seed.is_multiple_of(2) {
                think(&mut defence, &history, &limits).mv
            } else {
                random(&history, &mut rng).unwrap()
            };
            history.play(mv);
        }
        if let Some(due) = due.filter(|_| self.keep_word) {
            let plies = history.line().len() as i32 - self.opening as i32;
            assert!(history.outcome().is_some() && plies <= due, "{plies} {due} {seed}");
        }
    }
}

fn agent<G: Registered>(keep_word: bool) -> AlphaBeta<G, G::Evaluation> {
    AlphaBeta::new(G::Evaluation::default(), AlphaBetaConfig { hash: 4, keep_word, ..AlphaBetaConfig::default() })
}

fn count(name: &str, options: &'static str, (opening, games, nodes): (u32, u64, u64), keep_word: bool) -> Counts {
    visit(name, &mut Wins { options, opening, games, nodes, keep_word }).expect("a known game")
}

#[test]
fn a_win_comes_no_later_than_announced() {
    for (name, options, numbers) in [
        ("andantino", "", (14, 200, 1_000)),
        ("crosphere", "size=5 strong=3", (4, 40, 2_000)),
        ("rithmomachia", "", (20, 6, 2_000)),
        ("rhythmomachy", "", (20, 6, 2_000)),
    ] {
        let kept = count(name, options, numbers, true);
        assert!(kept.late == 0, "{name}: {kept:?}");
        assert!(kept.announced > 0, "{name}: {kept:?}");
        if name == "andantino" {
            let forgetful = count(name, options, numbers, false);
            assert!(forgetful.late > 0, "there was nothing to forget: {forgetful:?}");
        }
    }
}

#[test]
#[ignore = "measures how often a shorter win is forgotten; takes minutes"]
fn how_often_a_win_is_forgotten() {
    for (nodes, games) in [(300, 600), (1_000, 600), (5_000, 200), (20_000, 100)] {
        for keep_word in [false, true] {
            let counts = count("andantino", "", (14, games, nodes), keep_word);
            println!("{nodes} nodes, keep_word={keep_word}: {counts:?}");
        }
    }
}
