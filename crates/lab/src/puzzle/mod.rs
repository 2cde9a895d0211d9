//! Puzzles: positions in which one move wins, and only one.

mod forced;
mod games;

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_agents::{Settings, Spec};
use agon_core::{DynGame, DynPlay, Eval, History, Player, Record, Registered, Turn};
use agon_games::Visitor;
use agon_search::{Limits, Value};
use serde::{Deserialize, Serialize};

use crate::spread::spread;
use forced::{Exhausted, Forced};

/// The longest puzzle that is proven, in half moves.
const LONGEST: u32 = 7;
/// The shortest that is worth the name: what wins at once, or after any
/// answer, is seen by everybody.
const SHORTEST: u32 = 3;
/// To see that another move does not win more slowly, this part of the moves
/// that a proof may take is made for each.
const DOUBT: u64 = 100;

/// A position in which exactly one move wins within a number of half moves,
/// whatever the other side (or chance) does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Puzzle {
    /// The name of the game.
    pub game: String,
    /// Its options, those at their defaults left out.
    pub options: BTreeMap<String, String>,
    /// The position; the player to move wins.
    pub position: String,
    /// The solution: the quickest win against the longest defence. Only its
    /// first move is sure to be the only one.
    pub moves: Vec<String>,
    /// Half moves to the win, as many as the solution has.
    pub win_in: u32,
}

/// How puzzles are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleHunt {
    /// Moves made to prove a puzzle before it is given up.
    pub nodes: u64,
    /// The most positions that are looked at; those of the first records come first.
    pub most: Option<usize>,
    /// Positions looked at a time.
    pub concurrency: usize,
}

impl PuzzleHunt {
    /// The puzzles in the games of these records, each once, in the order in
    /// which they came up. Only positions are looked at in which the player
    /// to move saw a win, as the record says; `tell` hears of each, and of
    /// how many there are.
    pub fn search(
        &self,
        game: &dyn DynGame,
        records: &[Record],
        stop: &Arc<AtomicBool>,
        tell: &mut (dyn FnMut(usize) + Send),
    ) -> Vec<Puzzle> {
        let mut positions = candidates(game, records);
        positions.truncate(self.most.unwrap_or(usize::MAX));
        let work = |position: &String| {
            let play = game.position(position).ok()?;
            self.prove(game, &*play, stop)
        };
        let all = positions.len();
        let proven = spread(&positions, self.concurrency, stop, work, &mut || tell(all));
        proven.into_iter().flatten().collect()
    }

    /// The puzzle that a position is, if it is one and that could be proven.
    pub fn prove(&self, game: &dyn DynGame, play: &dyn DynPlay, stop: &Arc<AtomicBool>) -> Option<Puzzle> {
        let moves = self.solution(play)?;
        if self.another_wins(game, play, &moves[0], stop) {
            return None;
        }
        let options = play.options().changed().map(|(name, value)| (name.to_string(), value.to_string()));
        Some(Puzzle {
            game: play.info().name.to_string(),
            options: options.collect(),
            position: play.position_text(),
            win_in: moves.len() as u32,
            moves,
        })
    }

    /// The winning line of a position in which exactly one move wins within as
    /// many half moves, if that could be proven.
    fn solution(&self, play: &dyn DynPlay) -> Option<Vec<String>> {
        struct Prove<'p>(&'p dyn DynPlay, u64);
        impl Visitor for Prove<'_> {
            type Output = Option<Vec<String>>;
            fn visit<G: Registered>(&mut self) -> Self::Output {
                let history = self.0.as_any().downcast_ref::<History<G>>()?;
                only_win(history, self.1).ok().flatten()
            }
        }
        agon_games::visit(play.info().name, &mut Prove(play, self.nodes)).ok().flatten()
    }

    /// Whether a quick search sees another move win, if more slowly: who
    /// plays that has not failed.
    fn another_wins(&self, game: &dyn DynGame, play: &dyn DynPlay, only: &str, stop: &Arc<AtomicBool>) -> bool {
        let best = Spec::named(agon_agents::DEFAULT);
        let settings = Settings { seed: 1, threads: 1, hash: 1 };
        let Ok(mut judge) = agon_agents::make(game, &best, settings) else { return false };
        let limits = Limits { nodes: Some((self.nodes / DOUBT).max(1)), ..Limits::default() };
        play.moves().iter().filter(|mv| *mv != only).any(|mv| {
            let mut after = play.boxed_clone();
            let played = after.play(mv).is_ok() && after.outcome().is_none();
            let seen = played.then(|| judge.think(&*after, &limits, stop, &mut |_| {}));
            // At a turn of chance nobody can be asked; the proof alone speaks there.
            matches!(seen, Some(Ok(report)) if matches!(report.score, Value::Loss(_)))
        })
    }
}

/// Positions of these games in which the player to move saw a win that is not too near.
fn candidates(game: &dyn DynGame, records: &[Record]) -> Vec<String> {
    let (mut seen, mut found) = (HashSet::new(), Vec::new());
    for record in records {
        let Ok(mut play) = record.beginning(game) else { continue };
        for ply in &record.main.plies {
            let sees_win = match (play.turn(), ply.remark.eval) {
                (Turn::Player(Player::One), Some(Eval::Mate(plies))) => plies >= SHORTEST as i32,
                (Turn::Player(Player::Two), Some(Eval::Mate(plies))) => plies <= -(SHORTEST as i32),
                _ => false,
            };
            if sees_win && seen.insert(play.position_text()) {
                found.push(play.position_text());
            }
            if play.play(&ply.mv).is_err() {
                break;
            }
        }
    }
    found
}

/// The winning line of a position in which one move wins, and no other within
/// as many half moves; `None` if it is no such position.
fn only_win<G: Registered>(history: &History<G>, most_nodes: u64) -> Result<Option<Vec<String>>, Exhausted> {
    let (game, position) = (history.game(), history.position());
    let Turn::Player(attacker) = game.turn(position) else { return Ok(None) };
    let mut forced = Forced::new(game, attacker, most_nodes);
    let at = forced.at(position);
    let Some(plies) = forced.distance(&at, LONGEST)?.filter(|plies| *plies >= SHORTEST) else { return Ok(None) };
    let (mut winning, mut others) = (None, 0);
    for (mv, after) in forced.successors(&at) {
        match (forced.wins(&after, plies - 1)?, winning) {
            (true, Some(_)) => return Ok(None),
            (true, None) => winning = Some((mv, after)),
            (false, _) => others += 1,
        }
    }
    let Some((mv, after)) = winning.filter(|_| others > 0) else { return Ok(None) };
    let rest = forced.line(&after, plies - 1)?;
    let mut line = history.clone();
    let mut texts = Vec::new();
    for mv in std::iter::once(mv).chain(rest) {
        texts.push(game.move_text(line.position(), mv));
        line.play(mv);
    }
    Ok(Some(texts))
}

#[cfg(test)]
mod tests {
    use agon_core::Options;

    use super::*;

    const HUNT: PuzzleHunt = PuzzleHunt { nodes: 100_000, most: None, concurrency: 1 };

    fn open(name: &str, options: &str) -> Box<dyn DynGame> {
        let info = agon_games::game_of(name).unwrap();
        agon_games::open(name, Options::parse(info.options, options).unwrap()).unwrap()
    }

    /// Half moves in which `player` wins, if within so many, by walking
    /// through everything in text: slow, and nothing shared with the search.
    fn walk(play: &dyn DynPlay, player: Player, within: u32) -> Option<u32> {
        if let Some(outcome) = play.outcome() {
            return (outcome.winner == Some(player)).then_some(0);
        }
        let after = |mv: &String| {
            let mut after = play.boxed_clone();
            after.play(mv).unwrap();
            walk(&*after, player, within - 1)
        };
        let all: Vec<Option<u32>> = if within == 0 { return None } else { play.moves().iter().map(after).collect() };
        let plies = if play.turn() == Turn::Player(player) {
            all.into_iter().flatten().min()
        } else {
            all.into_iter().collect::<Option<Vec<u32>>>().and_then(|all| all.into_iter().max())
        };
        plies.map(|plies| plies + 1)
    }

    /// Every position of some random games of small boards is a puzzle exactly
    /// if the walk says so.
    #[test]
    fn puzzles_are_what_a_walk_through_all_lines_says() {
        let (mut puzzles, mut others) = (0, 0);
        for (name, options) in
            [("tilesum", "goal=6 moves=4"), ("tilesum", "min=random goal=5"), ("andantino", "side=3")]
        {
            let game = open(name, options);
            let mut rng = agon_core::Rng::new(5);
            for _ in 0..15 {
                let mut play = game.start();
                while let Some(mv) = play.random_move(&mut rng) {
                    play.play(&mv).unwrap();
                    let Some(player) = play.turn().player().filter(|_| play.outcome().is_none()) else { continue };
                    // What is longer than the walk can go is left to the search.
                    let Some(plies) = walk(&*play, player, 3) else { continue };
                    let wins = |mv: &String| {
                        let mut after = play.boxed_clone();
                        after.play(mv).unwrap();
                        walk(&*after, player, plies - 1).is_some()
                    };
                    let winning: Vec<String> = play.moves().into_iter().filter(wins).collect();
                    let is_puzzle = plies >= SHORTEST && winning.len() == 1 && play.moves().len() > 1;
                    let fresh = game.position(&play.position_text()).unwrap();
                    let found = HUNT.solution(&*fresh);
                    assert_eq!(found.is_some(), is_puzzle, "{name}: {}", play.position_text());
                    if let Some(moves) = found {
                        assert_eq!((moves.len() as u32, &moves[0]), (plies, &winning[0]));
                    }
                    puzzles += u32::from(is_puzzle);
                    others += u32::from(!is_puzzle);
                }
            }
        }
        assert!(puzzles > 0 && others > 10, "{puzzles} and {others}");
    }

    #[test]
    fn games_are_played_for_puzzles_and_come_in_order() {
        let (game, stop) = (open("andantino", ""), Arc::new(AtomicBool::new(false)));
        let mut told = 0;
        let hunt = PuzzleHunt { concurrency: 2, ..HUNT };
        let records = hunt.play(&*game, 6, 1, &stop, &mut || told += 1).unwrap();
        let rounds: Vec<Option<&str>> = records.iter().map(|record| record.tag("Round")).collect();
        assert_eq!((told, rounds), (6, ["1", "2", "3", "4", "5", "6"].map(Some).to_vec()));
        // Who sees much sees wins: otherwise nothing would be looked at.
        assert!(!candidates(&*game, &records).is_empty());
    }

    #[test]
    fn a_solution_is_a_game_that_the_player_to_move_wins() {
        let game = open("andantino", "side=4");
        let stop = Arc::new(AtomicBool::new(false));
        let (mut rng, mut found) = (agon_core::Rng::new(1), 0);
        for _ in 0..20 {
            let mut play = game.start();
            while let Some(mv) = play.random_move(&mut rng) {
                play.play(&mv).unwrap();
                let fresh = game.position(&play.position_text()).unwrap();
                let Some(puzzle) = HUNT.prove(&*game, &*fresh, &stop) else { continue };
                let mut line = game.position(&puzzle.position).unwrap();
                let player = line.turn().player();
                for mv in &puzzle.moves {
                    line.play(mv).unwrap();
                }
                assert_eq!(line.outcome().map(|outcome| outcome.winner), Some(player));
                found += 1;
            }
        }
        assert!(found > 0);
    }
}
