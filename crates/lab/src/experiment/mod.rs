//! Experiments as files: what is played is written down before it is played,
//! and everything that comes of it goes into one folder.

mod file;
mod measure;
mod measured_page;
mod page;
mod parameters;
mod part;
mod rows;
mod search;
mod table;
mod value;

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_core::{DynGame, Record};

pub use file::{Experiment, Printed, Section};
pub use measure::Measure;
pub use parameters::{Parameters, PrintedParameters};
pub use part::Setting;
pub use rows::Row;
pub use search::{PrintedSearch, Search};
pub use value::Values;

use measure::{Found, Store};
use table::{Cell, Table};

use crate::archive::BUSY;
use crate::files::{self, Lock};
use crate::tournament::Course;
use crate::{Archive, Conditions, Contender, LabError, Openings, RandomOpenings, Remote, Results, Runner, Tournament};

/// Under what circumstances an experiment is run; the report tells them.
#[derive(Clone, Debug)]
pub struct Circumstances {
    /// The version of the program.
    pub version: String,
    /// The machine.
    pub machine: String,
    /// The date, as records have it.
    pub date: String,
    /// The command that runs it again.
    pub command: String,
    /// Games played at a time.
    pub concurrency: usize,
}

/// What is told of while an experiment runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// A game has been played, or was there already.
    Game,
    /// Something was measured, or was there already.
    Measured,
}

/// A tournament of an experiment, with what came of it.
pub(crate) struct Done<'d> {
    section: &'d Section,
    players: Vec<Contender>,
    /// The games of all seeds together.
    course: Course,
    rows: Vec<Row>,
}

/// All that came of an experiment; of each kind of part in the order of the file.
struct Outcome<'o> {
    values: Vec<(&'o Values, Found)>,
    parameters: Vec<(&'o Parameters, Found)>,
    /// The games of the parameters.
    rows: Vec<Row>,
    searches: Vec<(&'o Search, Found)>,
    tournaments: Vec<Done<'o>>,
}

impl Experiment {
    /// How many games and measurements there will be, ties of knock-outs aside.
    pub fn length(&self) -> usize {
        let length = |section: &Section| {
            let tournament = Tournament { format: section.format(), games: section.games };
            tournament.length(section.entrants().len()).saturating_mul(section.seeds.len())
        };
        let lengths = self.sections.iter().map(length).chain(self.values.iter().map(Values::length));
        let lengths = lengths.chain(self.parameters.iter().map(Parameters::length));
        lengths.chain(self.searches.iter().map(Search::length)).fold(0, usize::saturating_add)
    }

    /// Runs all of it, or what of it is missing in the folder, and writes the
    /// tables and the report there. `tell` hears of every game and measurement.
    /// Gives whether it came to its end.
    pub fn run(
        &self,
        folder: &Path,
        circumstances: &Circumstances,
        stop: &Arc<AtomicBool>,
        tell: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<bool, LabError> {
        let records = folder.join("records");
        let _lock = occupy(folder, &records)?;
        let outcome = self.run_parts(&records, circumstances, stop, tell)?;
        let games = outcome.tournaments.iter().flat_map(|done| &done.rows);
        write_table(folder, "games", &rows::COLUMNS, outcome.rows.iter().chain(games))?;
        write_table(folder, "measurements", &measure::COLUMNS, outcome.found().flat_map(|found| &found.measures))?;
        write(&folder.join("report.html"), page::page(self, circumstances, &outcome).as_bytes())?;
        Ok(outcome.is_finished())
    }

    /// Has the games of all its parts played elsewhere, each seed as a series that is called like
    /// the file of its records. Gives whether it came to its end. What is measured without games is
    /// left for [`run`](Experiment::run), which finds the games in the folder of records.
    pub fn play_elsewhere(
        &self,
        remote: &dyn Remote,
        date: &str,
        stop: &Arc<AtomicBool>,
        tell: &mut (dyn FnMut() + Send),
    ) -> Result<bool, LabError> {
        let place = Place { date, concurrency: 1, remote: Some(remote) };
        let mut finished = true;
        for part in &self.parameters {
            let mut games = 0;
            part.play(&place, None, stop, &mut |_, _| {
                games += 1;
                tell();
                ControlFlow::Continue(())
            })?;
            finished &= games == part.length();
        }
        for section in &self.sections {
            for seed in &section.seeds {
                let course = play_section(section, *seed, &place, None, stop, &mut |_| tell())?;
                finished &= course.results.games() >= course.asked as u64;
            }
        }
        Ok(finished)
    }

    /// Runs all parts, tournaments last, because they take longest.
    fn run_parts<'e>(
        &'e self,
        records: &Path,
        circumstances: &Circumstances,
        stop: &Arc<AtomicBool>,
        tell: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<Outcome<'e>, LabError> {
        let mut outcome = Outcome {
            values: Vec::new(),
            parameters: Vec::new(),
            rows: Vec::new(),
            searches: Vec::new(),
            tournaments: Vec::new(),
        };
        let store = |name: &str| Store::open(&records.join(format!("{name}.tsv")));
        for part in &self.values {
            let found = part.run(&mut store(&part.name)?, stop, &mut || tell(Progress::Measured))?;
            outcome.values.push((part, found));
        }
        for part in &self.parameters {
            let (found, rows) = part.run(records, circumstances, stop, &mut || tell(Progress::Game))?;
            outcome.parameters.push((part, found));
            outcome.rows.extend(rows);
        }
        for part in &self.searches {
            let found = part.run(&mut store(&part.name)?, stop, &mut || tell(Progress::Measured))?;
            outcome.searches.push((part, found));
        }
        for section in &self.sections {
            outcome.tournaments.push(run_section(section, records, circumstances, stop, tell)?);
        }
        Ok(outcome)
    }
}

impl Outcome<'_> {
    /// What was found without tournaments.
    fn found(&self) -> impl Iterator<Item = &Found> {
        let values = self.values.iter().map(|(_, found)| found);
        let parameters = self.parameters.iter().map(|(_, found)| found);
        values.chain(parameters).chain(self.searches.iter().map(|(_, found)| found))
    }

    fn is_finished(&self) -> bool {
        let is_played = |done: &Done<'_>| done.course.results.games() >= done.course.asked as u64;
        self.found().all(|found| found.finished) && self.tournaments.iter().all(is_played)
    }
}

fn run_section<'d>(
    section: &'d Section,
    records: &Path,
    circumstances: &Circumstances,
    stop: &Arc<AtomicBool>,
    tell: &mut (dyn FnMut(Progress) + Send),
) -> Result<Done<'d>, LabError> {
    let game = section.open()?;
    let players = section.players()?;
    let mut course = Course { results: Results::new(players.len()), stages: Vec::new(), asked: 0 };
    let mut rows = Vec::new();
    for seed in &section.seeds {
        let mut archive = Archive::resume(&records.join(format!("{}.agon", section.series(*seed))))?;
        let mut played = Vec::new();
        let this =
            play_section(section, *seed, &Place::here(circumstances), Some(&mut archive), stop, &mut |record| {
                played.push(record.clone());
                tell(Progress::Game);
            })?;
        course.results.absorb(&this.results);
        course.stages = this.stages;
        course.asked += this.asked;
        rows.extend(in_order(&played, &section.name, &*game, *seed));
    }
    Ok(Done { section, players, course, rows })
}

/// Where and when games are played.
struct Place<'p> {
    date: &'p str,
    concurrency: usize,
    remote: Option<&'p dyn Remote>,
}

impl<'p> Place<'p> {
    fn here(circumstances: &'p Circumstances) -> Self {
        Place { date: &circumstances.date, concurrency: circumstances.concurrency, remote: None }
    }

    /// The runner, with its games played in this place.
    fn runner<'r>(&self, runner: Runner<'r>, series: &str) -> Runner<'r>
    where
        'p: 'r,
    {
        match self.remote {
            Some(remote) => runner.elsewhere(remote, series),
            None => runner,
        }
    }
}

/// Plays the tournament of one seed.
fn play_section(
    section: &Section,
    seed: u64,
    place: &Place<'_>,
    archive: Option<&mut Archive>,
    stop: &Arc<AtomicBool>,
    tell: &mut (dyn FnMut(&Record) + Send),
) -> Result<Course, LabError> {
    let (game, players) = (section.open()?, section.players()?);
    let mut conditions = Conditions {
        control: section.control()?,
        date: place.date.to_string(),
        ..Conditions::untimed(seed, place.concurrency, section.hash, section.max_plies)
    };
    conditions.adjudication.prove = section.prove;
    let random = RandomOpenings { plies: section.openings, seed, balance: section.balance.map(i32::from) };
    let runner = Runner::new(&*game, &players, &conditions, Openings::random(&*game, random), stop)?;
    let runner = place.runner(runner, &section.series(seed));
    let tournament = Tournament { format: section.format(), games: section.games };
    tournament.run(&runner, archive, &mut |record, _| tell(record))
}

/// The rows of games, by their number: the order in which they ended is of no account.
fn in_order(records: &[Record], name: &str, game: &dyn DynGame, seed: u64) -> Vec<Row> {
    let mut rows: Vec<Row> = records.iter().map(|record| Row::of(record, name, game, seed)).collect();
    rows.sort_by_key(|row| row.round);
    rows
}

/// Writes a table in both of its forms.
fn write_table<'r, T: 'r>(
    folder: &Path,
    name: &str,
    columns: &[(&'static str, Cell<T>)],
    rows: impl Iterator<Item = &'r T>,
) -> Result<(), LabError> {
    let rows: Vec<&T> = rows.collect();
    let table = Table { columns, rows: &rows };
    write(&folder.join(format!("{name}.csv")), table.csv().as_bytes())?;
    let path = folder.join(format!("{name}.parquet"));
    let bytes = table.parquet().map_err(|error| LabError::archive(&path, error.to_string()))?;
    write(&path, &bytes)
}

/// Writes a file whole or not at all.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), LabError> {
    files::write(path, bytes).map_err(|error| LabError::archive(path, error.to_string()))
}

/// Makes the folder of a run, with its folder for records, and locks it.
pub(crate) fn occupy(folder: &Path, records: &Path) -> Result<Lock, LabError> {
    fs::create_dir_all(records).map_err(|error| LabError::archive(records, error.to_string()))?;
    let lock = Lock::folder(folder).map_err(|error| LabError::archive(folder, error.to_string()))?;
    lock.ok_or_else(|| LabError::archive(folder, BUSY))
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};

    use super::*;

    const FILE: &str = "
title = 'All kinds'
[[value]]
name = 'forced'
game = 'tilesum'
for = { moves = [1, 2, 3] }
highest = 'goal'
printed = [1, 3, 4]
expected = [1, 3, 777]
[[parameters]]
name = 'games'
game = 'tilesum'
agents = ['random', 'greedy']
games = 3
printed = [{ agent = 'greedy', length = 9 }]
[[parameters]]
name = 'again'
game = 'tilesum'
agents = ['best:nodes=50']
games = 5
openings = 0
[[search]]
name = 'depths'
game = 'tilesum'
agents = ['alphabeta', 'mcts']
budgets = ['nodes=30']
positions = ['', 'u 0']
random = 1
openings = 4
printed = [{ agent = 'mcts:nodes=30', position = 'u 0', best = 'r', nodes = 7 }]
[[tournament]]
name = 'met'
game = 'tilesum'
agents = ['random', 'greedy']
games = 2
printed = [
    { first = 'random', second = 'greedy', wins = 3, losses = 7, note = 'table 2' },
    { first = 'random', second = 'greedy', wins = 7, losses = 3, note = 'appendix B' },
]
[[tournament]]
name = 'many'
game = 'tilesum'
format = 'swiss:2'
agents = ['greedy', 'mcts:playouts=3']
others = ['random:seed=1', 'random:seed=2', 'random:seed=3', 'random:seed=4', 'random:seed=5', 'random:seed=6', 'random:seed=7', 'random:seed=8', 'random:seed=9']
games = 2
max_plies = 90
prove = 100
";

    fn run(folder: &Path, stopped: bool) -> (bool, Vec<Progress>) {
        let [version, machine, date, command] = ["1", "m", "2026-01-01", "c"].map(String::from);
        let circumstances = Circumstances { version, machine, date, command, concurrency: 1 };
        let mut heard = Vec::new();
        let stop = Arc::new(AtomicBool::new(stopped));
        let experiment = Experiment::parse(FILE).unwrap();
        let finished = experiment.run(folder, &circumstances, &stop, &mut |progress| heard.push(progress)).unwrap();
        assert!(stopped || heard.len() == experiment.length());
        (finished, heard)
    }

    #[test]
    fn all_kinds_of_parts_run_once() {
        let folder = tempfile::tempdir().unwrap();
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(run(folder.path(), true), (false, Vec::new()));
        assert_eq!(read("measurements.csv").lines().count(), 1);
        let (finished, heard) = run(folder.path(), false);
        assert!(finished);
        assert_eq!(heard.iter().filter(|heard| **heard == Progress::Measured).count(), 3 + 2 * 3);
        // Few players are told in full, many by their points alone.
        let report = read("report.html");
        assert_eq!(report.matches("won : drawn : lost against").count(), 1);
        assert_eq!(report.matches("class=\"met\"").count(), 2 * 5 * 2);
        assert!(
            report
                .contains("drawn after 90 half moves; decided where at most 100 nodes prove an announced win or loss")
        );
        // What the source printed is told from what is known otherwise, and where it printed it.
        assert!(report.contains(">printed</td><td>1</td><td>3</td><td>4</td>"));
        assert!(report.contains(">expected</td><td>1</td><td>3</td><td>777</td>"));
        assert!(report.contains("random against greedy (table 2)") && report.contains("greedy (appendix B)"));
        let table = read("measurements.csv");
        assert!(table.contains("\nforced,value,tilesum,moves=3,,,goal,4,,,4,\n"), "{table}");
        assert!(table.contains("\ngames,parameters,tilesum,,greedy,,games,3,,,,\n"), "{table}");
        // One game played five times is one game, and has no error.
        assert!(table.contains("\nagain,parameters,tilesum,,best:nodes=50,,games,1,,,,\n"), "{table}");
        let searched =
            |line: &str| line.starts_with("depths,search,tilesum,,mcts:nodes=30,u 0,nodes,") && line.ends_with(",7,");
        assert_eq!(table.lines().filter(|line| searched(line)).count(), 1, "{table}");
        for name in ["games", "measurements"] {
            let reader =
                SerializedFileReader::new(fs::File::open(folder.path().join(format!("{name}.parquet"))).unwrap());
            let rows = reader.unwrap().metadata().file_metadata().num_rows() as usize;
            assert_eq!((rows, rows > 0), (read(&format!("{name}.csv")).lines().count() - 1, true), "{name}");
        }
        // Times would differ if anything were searched again.
        assert!(run(folder.path(), true).1.len() == heard.len() && run(folder.path(), false).0);
        assert_eq!(read("measurements.csv"), table);
    }
}
