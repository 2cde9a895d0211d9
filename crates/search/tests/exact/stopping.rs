use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use agon_core::{Evaluation, Game, History, Registered};
use agon_search::{
    Agent, AlphaBeta, AlphaBetaConfig, Expectimax, Greedy, Info, LeafValue, Limits, Minimax, SearchError, Watch,
};

use crate::common::{Check, Senseless, every_game, positions, think};

fn agents<G: Game>() -> Vec<Box<dyn Agent<G>>> {
    let config = AlphaBetaConfig { hash: 1, ..AlphaBetaConfig::default() };
    vec![
        Box::new(AlphaBeta::new(Senseless, AlphaBetaConfig::plain())),
        Box::new(AlphaBeta::new(Senseless, config.clone())),
        Box::new(AlphaBeta::new(Senseless, AlphaBetaConfig { threads: 2, ..config })),
        Box::new(Minimax::new(Senseless, 4)),
        Box::new(Minimax { threads: 2, ..Minimax::new(Senseless, 4) }),
        Box::new(Expectimax::new(Senseless)),
        Box::new(Greedy::new(Senseless, 1)),
    ]
}

#[test]
fn a_search_that_is_stopped_at_once_still_moves() {
    struct Stopped;
    impl Check for Stopped {
        fn check<G: Registered>(&mut self, game: &Arc<G>) {
            for history in positions(game, 4, 40) {
                for mut agent in agents::<G>() {
                    let mut report = |_: &Info<G::Move>| ();
                    let mut watch = Watch::new(Arc::new(AtomicBool::new(true)), &mut report);
                    let thought = agent.think(&history, &Limits::default(), &mut watch).unwrap();
                    assert!(history.moves().contains(&thought.mv));
                }
            }
        }
    }
    every_game(&mut Stopped);
}

#[test]
fn a_few_nodes_are_not_exceeded() {
    struct Few;
    impl Check for Few {
        fn check<G: Registered>(&mut self, game: &Arc<G>) {
            for history in positions(game, 2, 40) {
                for nodes in [0, 1, 2, 3, 10, 57, 200] {
                    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                    let config = AlphaBetaConfig { hash: 1, ..AlphaBetaConfig::default() };
                    let thought = think(&mut AlphaBeta::new(Senseless, config), &history, &limits);
                    assert!(thought.info.nodes <= nodes.max(1), "{} of {nodes}", thought.info.nodes);
                }
            }
        }
    }
    every_game(&mut Few);
}

/// Raises the flag after a number of judgements, as somebody outside would.
#[derive(Clone)]
struct StopAfter {
    left: Arc<AtomicU64>,
    after: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
}

impl<G: Game> Evaluation<G> for StopAfter {
    type State = ();

    fn state(&self, _: &G, _: &G::Position) {}

    fn evaluate(&self, game: &G, position: &G::Position, (): &()) -> i32 {
        if self.left.load(Ordering::Relaxed) == 0 {
            self.stop.store(true, Ordering::Relaxed);
            self.after.fetch_add(1, Ordering::Relaxed);
        } else {
            self.left.fetch_sub(1, Ordering::Relaxed);
        }
        Senseless.evaluate(game, position, &())
    }
}

#[test]
fn a_search_stops_within_a_judgement_of_being_told() {
    struct Prompt;
    impl Check for Prompt {
        fn check<G: Registered>(&mut self, game: &Arc<G>) {
            for history in positions(game, 2, 10) {
                for left in [0, 1, 30, 300] {
                    let stop = Arc::new(AtomicBool::new(false));
                    let after = Arc::new(AtomicU64::new(0));
                    let left = Arc::new(AtomicU64::new(left));
                    let evaluation = StopAfter { left, after: Arc::clone(&after), stop: Arc::clone(&stop) };
                    let config = AlphaBetaConfig { hash: 1, ..AlphaBetaConfig::default() };
                    let mut agent = AlphaBeta::<G, _>::new(evaluation, config);
                    let mut report = |_: &Info<G::Move>| ();
                    let mut watch = Watch::new(stop, &mut report);
                    let limits = Limits { depth: Some(12), ..Limits::default() };
                    let thought = agent.think(&history, &limits, &mut watch).unwrap();
                    assert!(history.moves().contains(&thought.mv));
                    assert!(after.load(Ordering::Relaxed) <= 1);
                }
            }
        }
    }
    every_game(&mut Prompt);
}

#[test]
fn nobody_moves_after_the_end() {
    struct Over;
    impl Check for Over {
        fn check<G: Registered>(&mut self, game: &Arc<G>) {
            let mut rng = agon_core::Rng::new(3);
            let mut history = History::new(Arc::clone(game), game.start());
            while history.outcome().is_none() {
                let mv = game.random_move(history.position(), &mut rng).unwrap();
                history.play(mv);
            }
            for mut agent in agents::<G>() {
                let mut report = |_: &Info<G::Move>| ();
                let mut watch = Watch::new(Arc::new(AtomicBool::new(false)), &mut report);
                let refused = agent.think(&history, &Limits::default(), &mut watch).unwrap_err();
                assert_eq!(Some(refused), history.outcome().map(SearchError::Over));
            }
        }
    }
    every_game(&mut Over);
}

#[test]
fn scores_of_leaves_are_shown_within_what_is_told_from_wins() {
    let shown = LeafValue::<agon_games::TileSum>::score(&Senseless, i64::MAX);
    assert!(!agon_search::Value::is_decided(shown));
}
