//! The games in which puzzles are looked for.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_core::{DynGame, Record};

use super::PuzzleHunt;
use crate::archive::round;
use crate::{Conditions, Contender, Contest, LabError, Openings, RandomOpenings, Runner};

/// Who plays them: one that sees much and one that sees little, so that there
/// is something to punish.
const PLAYERS: [&str; 2] = ["best:nodes=2000", "best:nodes=200"];
/// Random half moves that open each game.
const OPENINGS: u32 = 4;
/// Half moves after which a game is given up.
const MOST_PLIES: usize = 600;
/// Megabytes for the table of a player.
const HASH: usize = 4;

impl PuzzleHunt {
    /// Plays so many games in which puzzles may come up, and gives them in
    /// order; `tell` hears of each.
    pub fn play(
        &self,
        game: &dyn DynGame,
        games: usize,
        seed: u64,
        stop: &Arc<AtomicBool>,
        tell: &mut (dyn FnMut() + Send),
    ) -> Result<Vec<Record>, LabError> {
        let players = PLAYERS.iter().map(|text| text.parse::<Contender>()).collect::<Result<Vec<_>, _>>()?;
        let conditions = Conditions::untimed(seed, self.concurrency, HASH, Some(MOST_PLIES));
        let openings = Openings::random(game, RandomOpenings { plies: OPENINGS, seed, balance: None });
        let runner = Runner::new(game, &players, &conditions, openings, stop)?;
        let mut records = Vec::new();
        Contest { games, sprt: None }.run(&runner, None, &mut |record, _| {
            records.push(record.clone());
            tell();
        })?;
        records.sort_by_key(round);
        Ok(records)
    }
}
