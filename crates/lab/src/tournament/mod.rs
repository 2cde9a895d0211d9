//! Tournaments of many players.

mod knockout;
mod matrix;
mod ratings;
mod results;
mod schedule;
mod standings;
mod swiss;

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use agon_core::Record;

pub use knockout::{Stage, Tie};
pub use ratings::Ratings;
pub use results::Results;
pub use standings::Standing;

use crate::runner::Fixtures;
use crate::{Archive, Fixture, LabError, Runner};

/// A tournament of all players of a runner.
#[derive(Clone, Copy, Debug)]
pub struct Tournament {
    /// Who meets whom.
    pub format: Format,
    /// How many games two players play when they meet; each opening serves two of them.
    pub games: usize,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first player meets everybody else.
    Gauntlet,
    /// Whoever loses is out.
    Knockout,
    /// So many rounds, in each of which everybody meets one of about the same strength.
    Swiss(u16),
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let swiss = || text.strip_prefix("swiss:")?.parse().ok().filter(|rounds| *rounds > 0).map(Format::Swiss);
        match text {
            "round-robin" => Ok(Format::RoundRobin),
            "gauntlet" => Ok(Format::Gauntlet),
            "knockout" => Ok(Format::Knockout),
            _ => swiss().ok_or_else(|| {
                "it takes one of round-robin, gauntlet, knockout, or swiss and a number of rounds, as in swiss:7"
                    .to_string()
            }),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Format::RoundRobin => f.write_str("round-robin"),
            Format::Gauntlet => f.write_str("gauntlet"),
            Format::Knockout => f.write_str("knockout"),
            Format::Swiss(rounds) => write!(f, "swiss:{rounds}"),
        }
    }
}

/// How a tournament went.
#[derive(Clone, Debug)]
pub struct Course {
    /// All games, by who met whom.
    pub results: Results,
    /// The stages of a knock-out; empty for the other formats.
    pub stages: Vec<Stage>,
    /// How many games there are to be, as far as is known.
    pub asked: usize,
}

impl Tournament {
    /// Plays the tournament; `tell` hears of every game, with all results so far.
    pub fn run(
        &self,
        runner: &Runner<'_>,
        archive: Option<&mut Archive>,
        tell: &mut (dyn FnMut(&Record, &Results) + Send),
    ) -> Result<Course, LabError> {
        let players = runner.players().len();
        let mut results = Results::new(players);
        let pairings = match self.format {
            Format::RoundRobin => schedule::round_robin(players),
            Format::Gauntlet => schedule::gauntlet(players),
            Format::Knockout => return knockout::run(self.games, runner, archive, results, tell),
            Format::Swiss(rounds) => return swiss::run((rounds.into(), self.games), runner, archive, results, tell),
        };
        let asked = pairings.len().saturating_mul(self.games);
        let fixtures = Fixtures { games: asked, at: &|at| schedule::fixture_at(&pairings, self.games, at) };
        runner.run(fixtures, archive, &mut |fixture, record| hear(&mut results, fixture, record, tell))?;
        Ok(Course { results, stages: Vec::new(), asked })
    }

    /// How many games that will be; more if a knock-out's ties have to be broken.
    pub fn length(&self, players: usize) -> usize {
        let meetings = match self.format {
            Format::RoundRobin => players * players.saturating_sub(1) / 2,
            Format::Gauntlet | Format::Knockout => players.saturating_sub(1),
            Format::Swiss(rounds) => players / 2 * usize::from(rounds),
        };
        meetings.saturating_mul(self.games)
    }
}

fn hear(
    results: &mut Results,
    fixture: &Fixture,
    record: &Record,
    tell: &mut (dyn FnMut(&Record, &Results) + Send),
) -> ControlFlow<()> {
    results.add(fixture, record.result);
    tell(record, results);
    ControlFlow::Continue(())
}
