//! Where the games of a portrait are played and kept.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_core::{DynGame, PerPlayer, Record};

use crate::archive::round;
use crate::runner::Fixtures;
use crate::{Archive, Conditions, Contender, Fixture, LabError, Openings, RandomOpenings, Runner};

/// Half moves after which a game is given up.
const MOST_PLIES: usize = 1_000;

/// Plays the games of a portrait, and keeps them in its folder.
pub(super) struct Hall<'h> {
    pub game: &'h dyn DynGame,
    pub records: PathBuf,
    pub seed: u64,
    pub concurrency: usize,
    pub hash: usize,
    /// Random half moves at the beginning of games that do not say otherwise.
    pub openings: u32,
    pub date: String,
    pub stop: &'h Arc<AtomicBool>,
    /// Hears of every game: of which part, its number in it, and how many there are.
    pub tell: &'h mut (dyn FnMut(&str, usize, usize) + Send),
}

/// Some games between two players.
pub(super) struct Meeting<'m> {
    /// The name of the file.
    pub name: String,
    /// What is told of it.
    pub what: &'m str,
    pub players: [String; 2],
    pub games: usize,
    /// Random half moves at the beginning of each game.
    pub openings: u32,
    /// Whether each opening is played twice, sides swapped.
    pub paired: bool,
}

impl Hall<'_> {
    /// Plays the games that are not there yet; gives all of them, in order.
    pub fn play(&mut self, meeting: &Meeting<'_>) -> Result<Vec<Record>, LabError> {
        let players = meeting.players.iter().map(|text| text.parse::<Contender>()).collect::<Result<Vec<_>, _>>()?;
        let untimed = Conditions::untimed(self.seed, self.concurrency, self.hash, Some(MOST_PLIES));
        let conditions = Conditions { date: self.date.clone(), ..untimed };
        let rules = RandomOpenings { plies: meeting.openings, seed: self.seed, balance: None };
        let runner = Runner::new(self.game, &players, &conditions, Openings::random(self.game, rules), self.stop)?;
        let mut archive = Archive::resume(&self.records.join(format!("{}.agon", meeting.name)))?;
        let fixtures = Fixtures { games: meeting.games, at: &|number| fixture(number, meeting.paired) };
        let mut records = Vec::new();
        runner.run(fixtures, Some(&mut archive), &mut |_, record| {
            records.push(record.clone());
            (self.tell)(meeting.what, records.len(), meeting.games);
            ControlFlow::Continue(())
        })?;
        records.sort_by_key(round);
        Ok(records)
    }
}

fn fixture(number: usize, paired: bool) -> Fixture {
    let (players, opening) = match (paired, number % 2) {
        (false, _) => ([0, 1], number),
        (true, 0) => ([0, 1], number / 2),
        (true, _) => ([1, 0], number / 2),
    };
    Fixture { round: number + 1, players: PerPlayer(players), opening }
}

/// How many half moves at the beginning of a game nobody chose: players leave
/// a note with each of theirs.
pub(super) fn drawn(record: &Record) -> usize {
    record.main.plies.iter().take_while(|ply| ply.remark.time.is_none()).count()
}

/// The word for how a game ended.
pub(super) fn ending(record: &Record) -> &str {
    let told = record.tag("Termination").unwrap_or_default();
    told.split(':').next().unwrap_or(told).trim()
}
