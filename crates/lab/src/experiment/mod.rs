//! Experiments as files: what is played is written down before it is played,
//! and everything that comes of it goes into one folder.

mod file;
mod page;
mod parquet;
mod rows;

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use agon_agents::Settings;
use agon_core::{DynGame, Record};

pub use file::{Experiment, Printed, Section, Setting};
pub use rows::Row;

use crate::tournament::Course;
use crate::{
    Adjudication, Archive, Conditions, Contender, LabError, Openings, RandomOpenings, Results, Runner, Tournament,
};

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

/// A part of an experiment, with what came of it.
pub(crate) struct Done<'d> {
    section: &'d Section,
    players: Vec<Contender>,
    /// The games of all seeds together.
    course: Course,
    rows: Vec<Row>,
}

impl Experiment {
    /// How many games there will be, ties of knock-outs aside.
    pub fn length(&self) -> usize {
        let length = |section: &Section| {
            let tournament = Tournament { format: section.format(), games: section.games };
            tournament.length(section.player_texts().len()) * section.seeds.len()
        };
        self.sections.iter().map(length).sum()
    }

    /// Runs all of it, or what of it is missing in the folder, and writes the
    /// tables and the report there. `tell` hears of every game. Gives whether
    /// it came to its end.
    pub fn run(
        &self,
        folder: &Path,
        circumstances: &Circumstances,
        stop: &Arc<AtomicBool>,
        tell: &mut (dyn FnMut(&Record) + Send),
    ) -> Result<bool, LabError> {
        let records = folder.join("records");
        fs::create_dir_all(&records).map_err(|error| LabError::archive(&records, error.to_string()))?;
        let mut done = Vec::new();
        for section in &self.sections {
            done.push(run_section(section, &records, circumstances, stop, tell)?);
        }
        let finished = done.iter().all(|done| done.course.results.games() >= done.course.asked as u64);
        let rows: Vec<&Row> = done.iter().flat_map(|done| &done.rows).collect();
        write(&folder.join("games.csv"), rows::csv(&rows).as_bytes())?;
        let path = folder.join("games.parquet");
        let table = parquet::write(&rows).map_err(|error| LabError::archive(&path, error.to_string()))?;
        write(&path, &table)?;
        write(&folder.join("report.html"), page::page(self, circumstances, &done, finished).as_bytes())?;
        Ok(finished)
    }
}

fn run_section<'d>(
    section: &'d Section,
    records: &Path,
    circumstances: &Circumstances,
    stop: &Arc<AtomicBool>,
    tell: &mut (dyn FnMut(&Record) + Send),
) -> Result<Done<'d>, LabError> {
    let game = section.open()?;
    let players = section.players()?;
    let tournament = Tournament { format: section.format(), games: section.games };
    let mut course = Course { results: Results::new(players.len()), stages: Vec::new(), asked: 0 };
    let mut rows = Vec::new();
    for seed in &section.seeds {
        let mut archive = Archive::resume(&records.join(format!("{}-{seed}.agon", section.name)))?;
        let conditions = conditions(section, circumstances, *seed)?;
        let random = RandomOpenings { plies: section.openings, seed: *seed, balance: None };
        let runner = Runner::new(&*game, &players, &conditions, Openings::random(&*game, random), stop)?;
        let mut played = Vec::new();
        let this = tournament.run(&runner, Some(&mut archive), &mut |record, _| {
            played.push(record.clone());
            tell(record);
        })?;
        course.results.absorb(&this.results);
        course.stages = this.stages;
        course.asked += this.asked;
        rows.extend(in_order(&played, section, &*game, *seed));
    }
    Ok(Done { section, players, course, rows })
}

/// The rows of games, by their number: the order in which they ended is of no account.
fn in_order(records: &[Record], section: &Section, game: &dyn DynGame, seed: u64) -> Vec<Row> {
    let mut rows: Vec<Row> = records.iter().map(|record| Row::of(record, &section.name, game, seed)).collect();
    rows.sort_by_key(|row| row.round);
    rows
}

fn conditions(section: &Section, circumstances: &Circumstances, seed: u64) -> Result<Conditions, LabError> {
    /// Silence that no experiment should wait longer for.
    const PATIENCE: Duration = Duration::from_secs(60);
    Ok(Conditions {
        control: section.control()?,
        adjudication: Adjudication { plies: section.max_plies, ..Adjudication::default() },
        seed,
        concurrency: circumstances.concurrency,
        settings: Settings { seed, threads: 1, hash: section.hash },
        patience: PATIENCE,
        date: circumstances.date.clone(),
    })
}

/// Writes a file whole or not at all.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), LabError> {
    let part = path.with_extension("part");
    fs::write(&part, bytes)
        .and_then(|()| fs::rename(&part, path))
        .map_err(|error| LabError::archive(path, error.to_string()))
}
