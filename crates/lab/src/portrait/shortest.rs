//! The shortest games that somebody won.

use agon_core::{DynGame, GameResult, Record};
use serde::Serialize;

use super::hall::drawn;
use super::walk::{self, Walks};

/// A short game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShortGame {
    /// Who played it.
    pub player: String,
    /// How many half moves.
    pub plies: usize,
    /// Half moves at its beginning that were drawn at random.
    pub random: usize,
    /// The moves.
    pub moves: Vec<String>,
    /// Who won by which rule, in words.
    pub ending: String,
    /// The game as a record.
    pub record: String,
}

impl ShortGame {
    /// The shortest decisive one of random games.
    pub(super) fn of_walks(game: &dyn DynGame, walks: &Walks, seed: u64) -> Option<Self> {
        let moves = walk::line(game, seed, walks.shortest()?);
        let all = moves.len();
        ShortGame::replay(game, &moves, "random", all)
    }

    /// The shortest decisive one of these games.
    pub(super) fn of_records(game: &dyn DynGame, records: &[Record]) -> Option<Self> {
        let won = |record: &&Record| matches!(record.result, GameResult::FirstWins | GameResult::SecondWins);
        let record = records.iter().filter(won).min_by_key(|record| record.main.plies.len())?;
        let moves: Vec<String> = record.main.plies.iter().map(|ply| ply.mv.clone()).collect();
        ShortGame::replay(game, &moves, record.tag("First").unwrap_or_default(), drawn(record))
    }

    fn replay(game: &dyn DynGame, moves: &[String], player: &str, random: usize) -> Option<Self> {
        let mut play = game.start();
        for mv in moves {
            play.play(mv).ok()?;
        }
        Some(ShortGame {
            player: player.to_string(),
            plies: moves.len(),
            random,
            moves: moves.to_vec(),
            ending: play.outcome_text()?,
            record: Record::of(&*play).to_string(),
        })
    }
}
