use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_core::{History, Options, Rng, mix};
use agon_games::Andantino;

use super::super::root::Iterations;
use super::*;
use crate::Limits;

const DEPTH: u32 = 4;

/// Says something else of every position, so that a move left out shows.
#[derive(Clone)]
struct Senseless;

impl Evaluation<Andantino> for Senseless {
    type State = ();

    fn state(&self, _: &Andantino, _: &<Andantino as Game>::Position) {}

    fn evaluate(&self, game: &Andantino, position: &<Andantino as Game>::Position, (): &()) -> i32 {
        (mix(game.key(position)) % 2001) as i32 - 1000
    }
}

/// Says of every other node below a position that a thread is at it.
fn occupy(busy: &Busy, line: &mut History<Andantino>, depth: i32) {
    for mv in line.moves() {
        line.play(mv);
        let key = line.game().key(line.position());
        if key.is_multiple_of(2) {
            busy.begin(Busy::name(key, depth), true);
        }
        if depth > SHARED_DEPTH && line.outcome().is_none() {
            occupy(busy, line, depth - 1);
        }
        line.undo();
    }
}

/// The score of a search that finds another thread at every other node, or nobody anywhere.
fn score(history: &History<Andantino>, occupied: bool) -> Score {
    let config = AlphaBetaConfig {
        iterative: true,
        pvs: true,
        hash: 1,
        table_move: true,
        history: true,
        history_weight: 50,
        ..AlphaBetaConfig::plain()
    };
    let stop = AtomicBool::new(false);
    let shared = Shared::new(&stop, 1 + usize::from(occupied), None);
    if let Some(busy) = &shared.busy {
        occupy(busy, &mut history.clone(), DEPTH as i32);
    }
    let (table, mut memory) = (Table::new(config.hash), Memory::new());
    let searcher = history.game().turn(history.position()).player().unwrap();
    let budget = Budget::new(&Limits { depth: Some(DEPTH), ..Limits::default() }, searcher);
    let tools = (&Senseless, &config, Some(&table));
    let mut worker = Worker::new(history, tools, &shared, &mut memory, (0, searcher, budget));
    Iterations::new(&mut worker, history, None).run(|_, _| {}).score
}

#[test]
fn what_had_to_wait_is_tried_after_all() {
    let game = Arc::new(Andantino::new(Options::defaults(Andantino::INFO.options)).unwrap());
    let mut rng = Rng::new(7);
    for _ in 0..30 {
        let mut history = History::new(Arc::clone(&game), game.start());
        for _ in 0..6 {
            history.play(game.random_move(history.position(), &mut rng).unwrap());
        }
        assert_eq!(score(&history, true), score(&history, false), "{history:?}");
    }
}
