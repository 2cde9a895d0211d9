//! How far away wins and losses are, held to all of a small game.

use std::collections::HashMap;
use std::sync::Arc;

use agon_core::{Game, History, Notation, Options};
use agon_games::{Crosphere, CrosphereEvaluation};
use agon_search::{AlphaBeta, AlphaBetaConfig, Info, Score, Value};

use crate::common::{think, to_depth};

type Position = <Crosphere as Game>::Position;

/// The true score of every position that can be reached, looked through to its end.
struct Truth {
    game: Arc<Crosphere>,
    known: HashMap<u64, Vec<(Position, Score)>>,
}

impl Truth {
    fn of(options: &str) -> Self {
        let options = Options::parse(Crosphere::INFO.options, options).unwrap();
        let game = Arc::new(Crosphere::new(options).unwrap());
        let start = game.start();
        let mut truth = Truth { game, known: HashMap::new() };
        truth.score(&start);
        truth
    }

    /// From the side of the player to move; a ply farther from an end, a ply less.
    fn score(&mut self, position: &Position) -> Score {
        let key = self.game.key(position);
        if let Some((_, score)) = self.known.get(&key).and_then(|all| all.iter().find(|(at, _)| at == position)) {
            return *score;
        }
        let turn = self.game.turn(position).player().unwrap();
        let score = match self.game.outcome(position).map(|outcome| outcome.winner) {
            Some(Some(winner)) => {
                if winner == turn {
                    Value::win(0)
                } else {
                    Value::loss(0)
                }
            }
            Some(None) => 0,
            None => {
                let mut moves = Vec::new();
                self.game.moves(position, &mut moves);
                let scores = moves.into_iter().map(|mv| {
                    let mut next = *position;
                    self.game.play(&mut next, mv);
                    match Value::of(-self.score(&next)) {
                        Value::Win(plies) => Value::win(plies + 1),
                        Value::Loss(plies) => Value::loss(plies + 1),
                        Value::Points(_) => 0,
                    }
                });
                scores.max().unwrap()
            }
        };
        self.known.entry(key).or_default().push((*position, score));
        score
    }

    /// All positions that go on, as the beginning of a game, each with its score.
    fn positions(&self) -> impl Iterator<Item = (History<Crosphere>, Score)> {
        let open = self.known.values().flatten().filter(|(position, _)| self.game.outcome(position).is_none());
        open.map(|(position, score)| (History::new(Arc::clone(&self.game), *position), *score))
    }
}

/// What is announced is true, and exact unless it says that it is not; gives
/// whether it was a win or loss, and whether it was said to be exact.
fn is_true(info: &Info<<Crosphere as Game>::Move>, truth: Score, history: &History<Crosphere>) -> (bool, bool) {
    let text = history.game().position_text(history.position());
    let told = Value::of(info.score);
    match (told, Value::of(truth)) {
        (Value::Win(told), Value::Win(plies)) | (Value::Loss(told), Value::Loss(plies)) => {
            let holds = if info.at_most { told >= plies } else { told == plies };
            assert!(holds, "{told} instead of {plies} (at most: {}): {text}", info.at_most);
            (true, !info.at_most)
        }
        (Value::Points(_), Value::Points(_)) => (false, false),
        (told, plies) => panic!("{told} instead of {plies}: {text}"),
    }
}

#[test]
fn announced_distances_are_true_in_all_of_a_small_game() {
    for strong in 0..=2 {
        let truth = Truth::of(&format!("size=3 strong={strong}"));
        let config = AlphaBetaConfig { hash: 1, ..AlphaBetaConfig::default() };
        let full = AlphaBetaConfig { reductions: false, extend_only_moves: false, quiescence: 0, ..config.clone() };
        // One agent for all positions, so that what it remembers may mislead it, and one for each.
        let agent = |config: &AlphaBetaConfig| AlphaBeta::new(CrosphereEvaluation::default(), config.clone());
        let mut kept = agent(&config);
        let (mut decided, mut exact, mut all) = (0, 0, 0);
        for (history, score) in truth.positions() {
            all += 1;
            is_true(&think(&mut kept, &history, &to_depth(9)).info, score, &history);
            let told = is_true(&think(&mut agent(&config), &history, &to_depth(9)).info, score, &history);
            decided += u32::from(told.0);
            exact += u32::from(told.1);
            // A search that leaves nothing out and looks no farther than its depth is always exact.
            let (decided, exact) = is_true(&think(&mut agent(&full), &history, &to_depth(9)).info, score, &history);
            assert_eq!(decided, exact, "{}", history.game().position_text(history.position()));
        }
        println!("strong={strong}: {all} positions, {decided} decided, {exact} of them said to be exact");
        assert!(decided > 100 && exact > 100, "{decided} {exact}");
    }
}
