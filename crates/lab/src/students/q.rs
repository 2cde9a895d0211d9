//! Q-learning with a table (Watkins 1989; Sutton and Barto 2018, section 6.5), for two players.
//!
//! `Q(s, a)` is the result that the player to move in `s` gets after `a` when both play best from
//! there on. After each game its moves are gone through backwards, and each value is moved
//! towards what follows: the result, if the game is over, or else the best value of the next
//! position. Where the other player is to move there, its gain is the first one's loss.
//!
//! Values do not depend on how moves were chosen, as long as all are tried again and again. So
//! a share of the moves explores what was tried least, and the others are the best so far.

use std::collections::BTreeMap;
use std::sync::Arc;

use agon_agents::ActionTable;
use agon_core::{Player, Registered, Rng};
use agon_neural::Header;
use serde_json::{Value, json};

use super::student::{Student, advance, begin, result, to_move};
use crate::LabError;

/// What is known of a position.
#[derive(Clone, Debug, Default, PartialEq)]
struct Known {
    /// The position as text.
    text: String,
    /// The legal moves as text, in the game's order.
    moves: Vec<String>,
    /// What each is worth to the player to move.
    values: Vec<f64>,
    /// How often each was tried.
    tries: Vec<u32>,
}

impl Known {
    /// What the position is worth to the player to move.
    fn value(&self) -> f64 {
        self.values.iter().copied().fold(f64::MIN, f64::max)
    }
}

/// A learner with a table, whose positions are found by their keys.
pub(super) struct QStudent {
    table: BTreeMap<u64, Known>,
    /// How far a value is moved towards what follows.
    rate: f64,
    /// The share of moves that explore.
    explore: f64,
}

/// A move that was made.
struct Made {
    key: u64,
    player: Player,
    choice: usize,
    /// Whether chance played before the next choice.
    by_chance: bool,
}

impl QStudent {
    pub fn new(rate: f64, explore: f64) -> Self {
        QStudent { table: BTreeMap::new(), rate, explore }
    }

    /// The number of a move to be made here.
    fn choose(&self, key: u64, rng: &mut Rng) -> usize {
        let known = &self.table[&key];
        let equals: Vec<usize> = if rng.unit() < self.explore {
            let least = known.tries.iter().min();
            (0..known.tries.len()).filter(|at| known.tries.get(*at) == least).collect()
        } else {
            let best = known.value();
            (0..known.values.len()).filter(|at| known.values[*at] >= best).collect()
        };
        equals[rng.below(equals.len() as u32) as usize]
    }

    /// Goes through a game backwards; `end` is its result for player 1.
    fn learn(&mut self, line: &[Made], end: f64) {
        let side = |player, value: f64| if player == Player::One { value } else { -value };
        let mut after = end;
        for made in line.iter().rev() {
            let Some(known) = self.table.get_mut(&made.key) else { return };
            known.tries[made.choice] += 1;
            // The mean of what chance brought; without chance what follows is always the same.
            let rate = if made.by_chance { 1.0 / f64::from(known.tries[made.choice]) } else { self.rate };
            let value = &mut known.values[made.choice];
            *value += rate * (side(made.player, after) - *value);
            after = side(made.player, known.value());
        }
    }
}

impl<G: Registered> Student<G> for QStudent {
    fn play(&mut self, game: &Arc<G>, _progress: f64, rng: &mut Rng) {
        let (mut history, mut line) = (begin(game, rng), Vec::new());
        while let Some(player) = to_move(&history) {
            let (key, moves) = (game.key(history.position()), history.moves());
            self.table.entry(key).or_insert_with(|| Known {
                text: game.position_text(history.position()),
                moves: moves.iter().map(|mv| game.move_text(history.position(), *mv)).collect(),
                values: vec![0.0; moves.len()],
                tries: vec![0; moves.len()],
            });
            let choice = self.choose(key, rng);
            let by_chance = advance(&mut history, moves[choice], rng);
            line.push(Made { key, player, choice, by_chance });
        }
        self.learn(&line, result(&history, Player::One));
    }

    fn save(&self) -> Value {
        let known = self.table.iter().map(|(key, known)| {
            let bits: Vec<u64> = known.values.iter().map(|value| value.to_bits()).collect();
            json!([key, known.text, known.moves, bits, known.tries])
        });
        known.collect()
    }

    fn restore(&mut self, saved: &Value) -> Option<()> {
        let read = |known: &Value| {
            let text = |text: &Value| text.as_str().map(str::to_string);
            let bits = |bits: &Value| bits.as_u64().map(f64::from_bits);
            let known_here = Known {
                text: text(&known[1])?,
                moves: known[2].as_array()?.iter().map(text).collect::<Option<_>>()?,
                values: known[3].as_array()?.iter().map(bits).collect::<Option<_>>()?,
                tries: super::state::whole(&known[4])?,
            };
            let count = known_here.moves.len();
            let is_whole = count > 0 && known_here.values.len() == count && known_here.tries.len() == count;
            is_whole.then_some((known[0].as_u64()?, known_here))
        };
        self.table = saved.as_array()?.iter().map(read).collect::<Option<_>>()?;
        Some(())
    }

    fn bytes(&self, game: &G, run: &str) -> Result<Vec<u8>, LabError> {
        let none = agon_neural::NetError::NoFeatures { game: G::INFO.name };
        let header = Header::of(game).ok_or(none)?;
        let moves = |known: &Known| known.moves.iter().cloned().zip(known.values.iter().copied()).collect();
        let positions = self.table.values().map(|known| (known.text.clone(), moves(known))).collect();
        let table = ActionTable { game: header.game, options: header.options, run: run.to_string(), positions };
        Ok(table.to_bytes())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use agon_core::{Game, Options, Solver, Turn, solver::Part};
    use agon_games::{Crosphere, TileSum};

    use super::*;

    /// What a position is worth to player 1 when both play best, and chance by its probabilities.
    fn exact<G: Game>(game: &G, position: &G::Position, known: &mut HashMap<u64, f64>) -> f64 {
        if let Some(outcome) = game.outcome(position) {
            return outcome.winner.map_or(0.0, |winner| if winner == Player::One { 1.0 } else { -1.0 });
        }
        let key = game.key(position);
        if let Some(value) = known.get(&key) {
            return *value;
        }
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let worth: Vec<(f64, f64)> = moves
            .into_iter()
            .map(|mv| {
                let mut next = *position;
                game.play(&mut next, mv);
                (exact(game, &next, known), game.probability(position, mv))
            })
            .collect();
        let values = worth.iter().map(|(value, _)| *value);
        let value = match game.turn(position) {
            Turn::Player(Player::One) => values.fold(f64::MIN, f64::max),
            Turn::Player(Player::Two) => values.fold(f64::MAX, f64::min),
            Turn::Chance => worth.iter().map(|(value, probability)| value * probability).sum(),
        };
        known.insert(key, value);
        value
    }

    fn taught<G: Registered>(options: &str, explore: f64, games: u32) -> (Arc<G>, QStudent) {
        let game = Arc::new(G::new(Options::parse(G::INFO.options, options).unwrap()).unwrap());
        let (mut student, mut rng) = (QStudent::new(1.0, explore), Rng::new(1));
        for _ in 0..games {
            student.play(&game, 0.0, &mut rng);
        }
        (game, student)
    }

    /// How many positions of the game there are at a player's turn, and the worst error among the
    /// values of all their moves.
    fn worst<G: Registered>(game: &G, student: &QStudent) -> (usize, f64) {
        let (mut known, mut worst) = (HashMap::new(), 0.0f64);
        exact(game, &game.start(), &mut known);
        let (mut open, mut seen) = (vec![game.start()], std::collections::HashSet::new());
        let mut count = 0;
        while let Some(position) = open.pop() {
            if game.outcome(&position).is_some() || !seen.insert(game.key(&position)) {
                continue;
            }
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let player = game.turn(&position).player();
            count += usize::from(player.is_some());
            for (at, mv) in moves.into_iter().enumerate() {
                let mut next = position;
                game.play(&mut next, mv);
                open.push(next);
                let Some(player) = player else { continue };
                let value = exact(game, &next, &mut known);
                let value = if player == Player::One { value } else { -value };
                let learnt = student.table.get(&game.key(&position)).map_or(f64::NAN, |known| known.values[at]);
                // What was never met is wrong, too.
                worst = worst.max(if learnt.is_nan() { 2.0 } else { (value - learnt).abs() });
            }
        }
        (count, worst)
    }

    /// All values of all positions, not only of those that good players reach.
    #[test]
    fn tile_sum_is_known_exactly() {
        let (game, student) = taught::<TileSum>("moves=4 goal=5", 1.0, 20_000);
        let (positions, error) = worst(&*game, &student);
        assert!(positions > 100 && error == 0.0, "{positions} positions, {error}");
        // And the game's own solver says the same of the start.
        let solution = game.solve(&game.start());
        let forced = solution.prospects.iter().find(|prospect| prospect.part == Part::Adversary).unwrap();
        let start = student.table[&game.key(&game.start())].value();
        assert_eq!(start > 0.0, forced.wins == forced.of, "{start}");
    }

    #[test]
    fn crosphere_on_nine_squares_is_known_exactly() {
        let (game, student) = taught::<Crosphere>("size=3 strong=1", 1.0, 100_000);
        let (positions, error) = worst(&*game, &student);
        assert!(positions > 1_000 && error == 0.0, "{positions} positions, {error}");
    }

    /// Where chance takes part values are means, which come nearer the more games are played.
    #[test]
    fn chances_are_learnt_as_means() {
        let solved = |goal: u32| {
            let options = Options::parse(TileSum::INFO.options, &format!("min=random moves=3 goal={goal}")).unwrap();
            let game = TileSum::new(options).unwrap();
            let chance = game.solve(&game.start()).prospects.into_iter().find(|it| it.part == Part::Chance).unwrap();
            (goal, 2.0 * chance.wins as f64 / chance.of as f64 - 1.0)
        };
        let (goal, value) = (1..9).map(solved).find(|(_, value)| value.abs() < 0.9).unwrap();
        let (game, student) = taught::<TileSum>(&format!("min=random moves=3 goal={goal}"), 0.5, 60_000);
        let learnt = student.table[&game.key(&game.start())].value();
        assert!((value - learnt).abs() < 0.05, "{value} and {learnt}");
    }

    #[test]
    fn what_was_saved_is_restored() {
        let (game, student) = taught::<TileSum>("moves=3", 0.5, 300);
        let mut other = QStudent::new(1.0, 0.5);
        Student::<TileSum>::restore(&mut other, &Student::<TileSum>::save(&student)).unwrap();
        assert_eq!(other.table, student.table);
        let bytes = student.bytes(&*game, "").unwrap();
        assert_eq!(ActionTable::for_game("tilesum", "moves=3", &bytes).unwrap().positions.len(), student.table.len());
        assert!(Student::<TileSum>::restore(&mut other, &json!([[1, "x", ["u"], [], []]])).is_none());
    }
}
