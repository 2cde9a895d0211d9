use std::collections::{BTreeMap, HashMap};

use agon_core::{GameResult, Player, Record};

use crate::ending::Ending;
use crate::{Games, Pairs};

/// What a match came to, from the first player's side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// The games: lost, drawn, won.
    pub games: Games,
    /// The pairs of games that both ended.
    pub pairs: Pairs,
    /// Half moves of all games.
    pub plies: u64,
    /// How games ended, by the word for it: lost, drawn, won.
    pub terminations: BTreeMap<String, Games>,
    /// The first game of each pair that waits for its second, in half points.
    halves: HashMap<usize, usize>,
}

impl Tally {
    /// Games won.
    pub fn wins(&self) -> u64 {
        self.games.0[2]
    }

    /// Games drawn.
    pub fn draws(&self) -> u64 {
        self.games.0[1]
    }

    /// Games lost.
    pub fn losses(&self) -> u64 {
        self.games.0[0]
    }

    /// What share of the points the first player took.
    pub fn score(&self) -> f64 {
        self.games.moments().map_or(0.0, |(mean, _)| mean)
    }

    /// What share of the games was drawn.
    pub fn draw_ratio(&self) -> f64 {
        self.draws() as f64 / self.games.total().max(1) as f64
    }

    /// Games that either lost on time.
    pub fn time_forfeits(&self) -> u64 {
        self.terminations.get(Ending::TIME).map_or(0, Games::total)
    }

    /// Counts a game, in which the first player had this side. A pair is
    /// counted when both of its games have ended.
    pub fn add(&mut self, record: &Record, first_is: Player, pair: usize) {
        let half_points = half_points(record.result, first_is);
        let reason = record.tag("Termination").unwrap_or_default();
        let word = reason.split(':').next().unwrap_or(reason).trim();
        self.games.add(half_points);
        self.plies += record.main.plies.len() as u64;
        self.terminations.entry(word.to_string()).or_default().add(half_points);
        match self.halves.remove(&pair) {
            Some(other) => self.pairs.add(other + half_points),
            None => drop(self.halves.insert(pair, half_points)),
        }
    }
}

/// What a player scored, in half points.
pub(crate) fn half_points(result: GameResult, player: Player) -> usize {
    match result {
        GameResult::Draw | GameResult::Unfinished => 1,
        GameResult::FirstWins => 2 * usize::from(player == Player::One),
        GameResult::SecondWins => 2 * usize::from(player == Player::Two),
    }
}
