//! The coordinator of a run: it hands out games, hears of them in the order of their rounds, and
//! decides what follows. It holds nothing that is not in the database, so another can take over
//! at any moment, and two at once do no harm.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use agon_core::{PerPlayer, Record, mix};
use agon_lab::{LabError, Openings, PlannedGame, Remote, Runner, Terms};
use anyhow::{Result, bail};
use tokio::runtime::Handle;
use tokio::time::timeout;

use crate::database::{Database, PATIENCE};
use crate::description::{Description, Match, SelfPlayFile};
use crate::queue::{self, Job};
use crate::store::{self, Run};
use crate::verdict;

/// The series of a run that has only one.
pub const ONLY: &str = "games";

/// How often the coordinator looks for new games.
const LOOK: Duration = Duration::from_millis(500);
/// How often it looks for jobs that were lost and games that differ.
const INSPECT: Duration = Duration::from_secs(5);
/// The fewest and the most seconds of games in a job.
pub const JOB_SECONDS: (f64, f64) = (5.0, 60.0);
/// Jobs handed out for each slot of a worker before any of them is done.
const AHEAD: i64 = 3;

/// Coordinates a run to its end, or until `stop` is set. What goes wrong with the run ends it;
/// what goes wrong with the database is an error.
pub fn coordinate(database: &Arc<Database>, handle: &Handle, run: &Run, stop: &Arc<AtomicBool>) -> Result<()> {
    let queue = Queue { database, handle, run, stop, lost: Mutex::new(None) };
    let done = queue.coordinate();
    if let Some(lost) = queue.lost.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(lost);
    }
    let (state, error) = match done {
        Ok(true) => ("done", None),
        Ok(false) => return Ok(()),
        Err(error) => ("failed", Some(format!("{error:#}"))),
    };
    handle.block_on(store::end(&database.pool(), run, state, error.as_deref()))?;
    log::info!("{}: {state}{}", run.id, error.map_or_else(String::new, |error| format!(": {error}")));
    Ok(())
}

/// Games of a run that are played through the queue.
struct Queue<'q> {
    database: &'q Database,
    handle: &'q Handle,
    run: &'q Run,
    /// Set by whoever runs the coordinator, and by nobody else.
    stop: &'q Arc<AtomicBool>,
    /// What went wrong with the database.
    lost: Mutex<Option<anyhow::Error>>,
}

impl Queue<'_> {
    /// Plays the run; gives whether it came to its end.
    fn coordinate(&self) -> Result<bool> {
        match Description::parse(&self.run.description)? {
            Description::Match(file) => self.play_match(&file),
            Description::SelfPlay(file) => self.play_selfplay(&file),
            Description::Experiment(experiment) => {
                let ended = experiment.play_elsewhere(self, &self.run.date, self.stop, &mut || {})?;
                Ok(ended && !self.is_stopped())
            }
        }
    }

    fn play_match(&self, file: &Match) -> Result<bool> {
        let (game, players, conditions) = (file.open()?, file.players()?, file.conditions(&self.run.date)?);
        let openings = Openings::random(&*game, file.openings());
        // A match that has decided stops its runner, but not what runs the coordinator.
        let decided = Arc::new(AtomicBool::new(false));
        let runner = Runner::new(&*game, &players, &conditions, openings, &decided)?.elsewhere(self, ONLY);
        file.contest()?.run(&runner, None, &mut |_, _| {})?;
        Ok(!self.is_stopped())
    }

    fn play_selfplay(&self, file: &SelfPlayFile) -> Result<bool> {
        let games = file.selfplay()?.games;
        let planned = |round| PlannedGame { round, players: PerPlayer([0, 0]), position: None, moves: Vec::new() };
        let mut rounds = (1..=games).map(planned);
        self.serve(ONLY, "{}", &mut rounds, &mut |_| Ok(ControlFlow::Continue(())))?;
        Ok(!self.is_stopped())
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Has games played as a series, and tells of each in the order of the rounds.
    fn serve(
        &self,
        series: &str,
        terms: &str,
        games: &mut dyn Iterator<Item = PlannedGame>,
        tell: &mut dyn FnMut(&str) -> Result<ControlFlow<()>, LabError>,
    ) -> Result<(), LabError> {
        let mut counter = Counter { queue: self, series, planned: Vec::new(), last: 0, told: 0, jobs: BTreeSet::new() };
        match counter.serve(terms, games, tell) {
            Ok(()) => Ok(()),
            Err(Trouble::Lab(error)) => Err(error),
            Err(Trouble::Database(error)) => {
                let told = LabError::Planned(format!("the database: {error:#}"));
                *self.lost.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                Err(told)
            }
        }
    }
}

impl Remote for Queue<'_> {
    fn play(
        &self,
        series: &str,
        terms: &Terms,
        games: &mut dyn Iterator<Item = PlannedGame>,
        tell: &mut dyn FnMut(Record) -> Result<ControlFlow<()>, LabError>,
    ) -> Result<(), LabError> {
        let wrong = |why: String| LabError::Planned(format!("series {series}: {why}"));
        let text = serde_json::to_string(terms).map_err(|error| wrong(error.to_string()))?;
        self.serve(series, &text, games, &mut |record| {
            tell(record.parse().map_err(|error| wrong(format!("a record cannot be read: {error}")))?)
        })
    }
}

enum Trouble {
    Lab(LabError),
    Database(anyhow::Error),
}

impl From<LabError> for Trouble {
    fn from(error: LabError) -> Self {
        Trouble::Lab(error)
    }
}

impl From<anyhow::Error> for Trouble {
    fn from(error: anyhow::Error) -> Self {
        Trouble::Database(error)
    }
}

/// The games of a series on their way through the queue.
struct Counter<'c> {
    queue: &'c Queue<'c>,
    series: &'c str,
    /// Games that have been planned and are not told yet.
    planned: Vec<PlannedGame>,
    /// The last round that was handed out…
    last: i64,
    /// …and the last that was told.
    told: i64,
    /// The first rounds of jobs that an earlier coordinator meant to hand out, and may not have.
    jobs: BTreeSet<(i64, i64)>,
}

impl Counter<'_> {
    /// Asks the database, and does not wait for ever.
    fn ask<T>(&self, question: impl Future<Output = Result<T>>) -> Result<T> {
        self.queue.handle.block_on(async {
            match timeout(PATIENCE, question).await {
                Ok(answer) => answer,
                Err(_) => bail!("no answer"),
            }
        })
    }

    fn serve(
        &mut self,
        terms: &str,
        games: &mut dyn Iterator<Item = PlannedGame>,
        tell: &mut dyn FnMut(&str) -> Result<ControlFlow<()>, LabError>,
    ) -> Result<(), Trouble> {
        let Queue { run, database, .. } = self.queue;
        let pool = || database.pool();
        let found = self.ask(store::series(&pool(), &run.id, self.series, terms))?;
        if found != terms {
            return Err(LabError::Planned(format!("series {} has other terms in the database", self.series)).into());
        }
        self.recall()?;
        let Some(first) = games.next() else { return Ok(()) };
        self.told = first.round as i64 - 1;
        let total = games.size_hint().1.map_or(1, |more| more as i64 + 1);
        let end = self.told + total;
        self.ask(store::progress(&pool(), &run.id, self.series, end, self.told, false))?;
        self.planned.push(first);
        let (mut inspected, mut sized) = (Instant::now(), None);
        while self.told < end && !self.queue.is_stopped() {
            if sized.is_none_or(|at: Instant| at.elapsed() > LOOK) {
                sized = Some(Instant::now());
                self.hand_out(games, end)?;
            }
            let records = self.ask(store::games_after(&pool(), &run.id, self.series, self.told))?;
            let none = records.is_empty();
            for record in records {
                if self.told == end {
                    break;
                }
                // The game is planned before it is told, as in a run of one machine.
                while self.planned.last().is_none_or(|planned| (planned.round as i64) <= self.told) {
                    match games.next() {
                        Some(game) => self.planned.push(game),
                        None => break,
                    }
                }
                self.told += 1;
                let told = tell(&record)?;
                if told.is_break() {
                    self.ask(store::progress(&pool(), &run.id, self.series, end, self.told, true))?;
                    self.ask(store::take_back(&pool(), run, &format!("{}/{}/", run.id, self.series)))?;
                    return Ok(());
                }
            }
            let told = self.told;
            // A game that was handed out and is not told may have to be handed out again.
            self.planned.retain(|game| game.round as i64 > told);
            if inspected.elapsed() > INSPECT {
                inspected = Instant::now();
                self.inspect(games)?;
            }
            if none {
                thread::sleep(LOOK);
            }
        }
        if self.told == end {
            self.ask(store::progress(&pool(), &run.id, self.series, end, self.told, false))?;
            self.settle_all()?;
        }
        Ok(())
    }

    /// Finds what an earlier coordinator handed out.
    fn recall(&mut self) -> Result<()> {
        let (run, pool) = (&self.queue.run.id, self.queue.database.pool());
        let sql = "SELECT first, games, sent FROM agon.jobs WHERE run = $1 AND series = $2 ORDER BY first";
        let jobs = sqlx::query_as(sql).bind(run).bind(self.series);
        let jobs: Vec<(i64, i64, bool)> = self.ask(async { Ok(jobs.fetch_all(&pool).await?) })?;
        self.last = jobs.last().map_or(0, |(first, games, _)| first + games - 1);
        self.jobs = jobs.iter().filter(|(_, _, sent)| !sent).map(|(first, games, _)| (*first, *games)).collect();
        Ok(())
    }

    /// Hands out as many jobs as the workers need to be busy for a while.
    fn hand_out(&mut self, games: &mut dyn Iterator<Item = PlannedGame>, end: i64) -> Result<()> {
        let Queue { run, database, .. } = self.queue;
        let pool = database.pool();
        let workers = self.ask(store::workers(&pool, Some(&run.build)))?;
        let slots = workers.iter().map(|worker| i64::from(worker.slots)).sum::<i64>().max(1);
        let (played, seconds) = self.ask(store::pace(&pool, &run.id, self.series))?;
        // Until it is known how long a game takes, each is a job of its own.
        let size = seconds.map_or(1, |seconds| {
            let (least, most) = (JOB_SECONDS.0 / seconds, JOB_SECONDS.1 / seconds);
            // Towards the end jobs become smaller, so that nobody is long alone at work.
            let fair = (end - self.last) as f64 / (2 * slots) as f64;
            fair.min(run.job_seconds / seconds).clamp(least.min(most), most).max(1.0) as i64
        });
        let window = played + size * slots * AHEAD;
        for (first, games_of_job) in std::mem::take(&mut self.jobs) {
            self.plan(games, first + games_of_job - 1);
            self.send(first, games_of_job)?;
        }
        while self.last < end && self.last < window && !self.queue.is_stopped() {
            let (first, count) = (self.last + 1, size.min(end - self.last));
            let sql =
                "INSERT INTO agon.jobs (run, series, first, games) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
            let insert = sqlx::query(sql).bind(&run.id).bind(self.series).bind(first).bind(count);
            let added = self.ask(async { Ok(insert.execute(&pool).await?.rows_affected()) })?;
            if added == 0 {
                bail!("another coordinator is at work");
            }
            self.plan(games, first + count - 1);
            self.send(first, count)?;
            self.last = first + count - 1;
        }
        Ok(())
    }

    /// Plans games up to a round.
    fn plan(&mut self, games: &mut dyn Iterator<Item = PlannedGame>, round: i64) {
        while self.planned.last().is_none_or(|planned| (planned.round as i64) < round) {
            match games.next() {
                Some(game) => self.planned.push(game),
                None => break,
            }
        }
    }

    /// Puts a job into the queue. A job is noted before it is sent, so that one that was sent and
    /// not noted as such is sent again, and its key keeps it from being there twice.
    fn send(&self, first: i64, count: i64) -> Result<()> {
        let Queue { run, database, .. } = self.queue;
        let pool = database.pool();
        let sql = "SELECT attempt FROM agon.jobs WHERE run = $1 AND series = $2 AND first = $3";
        let attempt = sqlx::query_scalar(sql).bind(&run.id).bind(self.series).bind(first);
        let attempt: i32 = self.ask(async { Ok(attempt.fetch_one(&pool).await?) })?;
        let games = self.games(first..first + count);
        if !games.is_empty() {
            let key = self.key(first, attempt);
            self.ask(queue::push(&pool, &run.queue(), &key, self.job(games, false)))?;
        }
        let sampled = |round: &i64| (mix(*round as u64) >> 11) as f64 / (1_u64 << 53) as f64 <= run.verify;
        let again = self.games(first..first + count).into_iter().filter(|game| sampled(&(game.round as i64)));
        let again: Vec<PlannedGame> = if run.verify > 0.0 { again.collect() } else { Vec::new() };
        if !again.is_empty() {
            let key = format!("{}/again", self.key(first, 0));
            self.ask(queue::push(&pool, &run.queue(), &key, self.job(again, true)))?;
        }
        let sql = "UPDATE agon.jobs SET sent = true WHERE run = $1 AND series = $2 AND first = $3";
        let update = sqlx::query(sql).bind(&run.id).bind(self.series).bind(first);
        self.ask(async { Ok(update.execute(&pool).await.map(drop)?) })
    }

    fn key(&self, first: i64, attempt: i32) -> String {
        format!("{}/{}/{first}/{attempt}", self.queue.run.id, self.series)
    }

    fn job(&self, games: Vec<PlannedGame>, again: bool) -> Job {
        let Run { id, build, .. } = self.queue.run;
        Job { run: id.clone(), series: self.series.to_string(), build: build.clone(), again, games }
    }

    /// The games of some rounds that are planned and not told.
    fn games(&self, rounds: std::ops::Range<i64>) -> Vec<PlannedGame> {
        self.planned.iter().filter(|game| rounds.contains(&(game.round as i64))).cloned().collect()
    }

    /// Hands out again what the queue has given up, and has doubtful games played again.
    fn inspect(&mut self, games: &mut dyn Iterator<Item = PlannedGame>) -> Result<()> {
        let Queue { run, database, .. } = self.queue;
        let pool = database.pool();
        // The queue has done with the job, and yet a game of it is missing.
        let sql = "SELECT j.first, j.games FROM agon.jobs j \
            JOIN apalis.jobs a ON a.job_type = $3 \
            AND a.idempotency_key = j.run || '/' || j.series || '/' || j.first || '/' || j.attempt \
            WHERE j.run = $1 AND j.series = $2 AND j.first + j.games - 1 > $4 \
            AND (a.status IN ('Done', 'Killed') OR (a.status = 'Failed' AND a.attempts >= a.max_attempts)) \
            AND (SELECT count(*) FROM agon.games g WHERE g.run = j.run AND g.series = j.series \
            AND g.round >= j.first AND g.round < j.first + j.games) < j.games";
        let lost = sqlx::query_as(sql).bind(&run.id).bind(self.series).bind(run.queue()).bind(self.told);
        let lost: Vec<(i64, i64)> = self.ask(async { Ok(lost.fetch_all(&pool).await?) })?;
        for (first, count) in lost {
            log::warn!("{}: the job of round {first} was lost and is handed out again", run.id);
            let sql = "UPDATE agon.jobs SET attempt = attempt + 1, sent = false \
                WHERE run = $1 AND series = $2 AND first = $3";
            let update = sqlx::query(sql).bind(&run.id).bind(self.series).bind(first);
            self.ask(async { Ok(update.execute(&pool).await?) })?;
            self.plan(games, first + count - 1);
            self.send(first, count)?;
        }
        self.doubt().map(drop)
    }

    /// Has doubtful games played once more, or settles them; gives whether any is open.
    fn doubt(&self) -> Result<bool> {
        let Queue { run, database, .. } = self.queue;
        let pool = database.pool();
        let mut open = false;
        for doubt in self.ask(verdict::doubts(&pool, &run.id))?.iter().filter(|doubt| doubt.series == self.series) {
            if doubt.right.is_some() {
                self.ask(verdict::settle(&pool, &run.id, doubt))?;
                continue;
            }
            let keys = format!("{}/{}/doubt/{}/", run.id, self.series, doubt.round);
            let sql = "SELECT count(*), count(*) FILTER (WHERE status NOT IN ('Done', 'Killed')) FROM apalis.jobs \
                WHERE job_type = $1 AND starts_with(idempotency_key, $2)";
            let again = sqlx::query_as(sql).bind(run.queue()).bind(&keys);
            let (asked, waiting): (i64, i64) = self.ask(async { Ok(again.fetch_one(&pool).await?) })?;
            open |= waiting > 0 || asked < verdict::MOST;
            if waiting > 0 || asked >= verdict::MOST {
                continue;
            }
            // What was told is not planned any more, but the queue still holds how it began.
            let sql = "SELECT job FROM apalis.jobs WHERE job_type = $1 AND starts_with(idempotency_key, $2)";
            let held = sqlx::query_scalar(sql).bind(run.queue()).bind(format!("{}/{}/", run.id, self.series));
            let held: Vec<Vec<u8>> = self.ask(async { Ok(held.fetch_all(&pool).await?) })?;
            let jobs = held.iter().filter_map(|job| serde_json::from_slice::<Job>(job).ok());
            if let Some(game) = jobs.flat_map(|job| job.games).find(|game| game.round as i64 == doubt.round) {
                let key = format!("{keys}{asked}");
                self.ask(queue::push(&pool, &run.queue(), &key, self.job(vec![game], true)))?;
            }
        }
        Ok(open)
    }

    /// Waits for games that are played again, as long as they are on their way.
    fn settle_all(&self) -> Result<()> {
        let Queue { run, database, .. } = self.queue;
        loop {
            let pool = database.pool();
            let open = self.doubt()?;
            let sql = "SELECT count(*) FROM apalis.jobs WHERE job_type = $1 AND starts_with(idempotency_key, $2) \
                AND (idempotency_key LIKE '%/again' OR idempotency_key LIKE '%/doubt/%') \
                AND status IN ('Pending', 'Queued', 'Running', 'Failed')";
            let waiting = sqlx::query_scalar(sql).bind(run.queue()).bind(format!("{}/{}/", run.id, self.series));
            let waiting: i64 = self.ask(async { Ok(waiting.fetch_one(&pool).await?) })?;
            if (waiting == 0 && !open) || self.queue.is_stopped() {
                return Ok(());
            }
            thread::sleep(LOOK);
        }
    }
}
