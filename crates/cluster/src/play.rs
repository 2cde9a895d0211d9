//! A job as a worker does it: the games are played on a thread of their own and kept as they end.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use agon_core::Record;
use agon_lab::{Contender, LabError, PlannedGame, Terms};
use anyhow::{Context, Result, bail};
use tokio::sync::{Semaphore, mpsc};
use tokio::time::{sleep, timeout};

use crate::database::{Database, PATIENCE};
use crate::description::{Description, command};
use crate::identity::{digest, processor_time};
use crate::queue::Job;
use crate::store::{self, Origin, Played};

/// How long games may wait until they are kept: a worker that is killed loses no more than these
/// and the game in progress.
const KEEP: Duration = Duration::from_secs(1);

/// How often a job asks whether its games are still wanted.
const ASK: Duration = Duration::from_secs(3);

/// The longest wait between two tries to reach the database.
const LONGEST_WAIT: Duration = Duration::from_secs(3);

/// How long a worker that was asked to end tries to keep what it has.
const LAST_TRIES: Duration = Duration::from_secs(10);

/// What all jobs of a process share.
pub struct Desk {
    pub database: Arc<Database>,
    pub worker: String,
    pub build: String,
    /// Commands of outside engines that may be run here.
    pub allowed: Vec<String>,
    /// The speed of this machine, if it is known.
    pub speed: Option<f64>,
    /// As many games at a time as there are permits.
    pub slots: Arc<Semaphore>,
    pub stop: Arc<AtomicBool>,
    /// Processor time of all searches, in nanoseconds.
    pub searching: AtomicU64,
}

/// What the games of a series are played by.
enum Rules {
    Games(Box<Terms>),
    SelfPlay(Box<crate::description::SelfPlayFile>),
}

impl Rules {
    fn is_repeatable(&self) -> bool {
        match self {
            Rules::Games(terms) => terms.is_repeatable(),
            Rules::SelfPlay(file) => file.is_repeatable(),
        }
    }
}

/// Does a job. It may be one that another worker has done already, or has begun: what is there
/// is not played again, unless that is asked for.
pub async fn work(desk: Arc<Desk>, job: Job) -> Result<()> {
    let _slot = desk.slots.acquire().await.context("the worker ends")?;
    if job.build != desk.build {
        bail!("a job of build {} came to a worker of build {}", job.build, desk.build);
    }
    let pool = desk.database.pool();
    if !store::is_wanted(&pool, &job.run, &job.series).await? {
        return Ok(());
    }
    let run = store::run(&pool, &job.run).await?;
    let rules = match Description::parse(&run.description)? {
        Description::SelfPlay(file) => Rules::SelfPlay(file),
        _ => Rules::Games(serde_json::from_str(&store::terms_of(&pool, &job.run, &job.series).await?)?),
    };
    if let Rules::Games(terms) = &rules {
        allow(&desk, terms)?;
    }
    let pace = match (run.speed, desk.speed) {
        (Some(meant), Some(own)) => meant / own,
        (Some(_), None) => bail!("run {} is timed, and the speed of this machine is not known", run.id),
        (None, _) => 1.0,
    };
    let rounds: Vec<i64> = job.games.iter().map(|game| game.round as i64).collect();
    let held: HashSet<i64> = if job.again {
        HashSet::new()
    } else {
        store::held(&pool, &job.run, &job.series, &rounds).await?.into_iter().collect()
    };
    let games: Vec<PlannedGame> = job.games.into_iter().filter(|game| !held.contains(&(game.round as i64))).collect();
    if games.is_empty() {
        return Ok(());
    }
    let (run, series, worker) = (job.run, job.series, desk.worker.clone());
    let origin = Origin { run, series, worker, pace, is_repeatable: rules.is_repeatable() };
    let (send, played) = mpsc::unbounded_channel();
    // Ends the games in progress.
    let stop = Arc::new(AtomicBool::new(false));
    let search = {
        let (desk, stop) = (Arc::clone(&desk), Arc::clone(&stop));
        // On a thread that may be busy for long: on any other, the worker's heartbeats would stop.
        tokio::task::spawn_blocking(move || {
            let before = processor_time().1;
            let done = play(&rules, &games, pace, &stop, &send);
            desk.searching.fetch_add(((processor_time().1 - before) * 1e9) as u64, Ordering::Relaxed);
            done
        })
    };
    keep(&desk, &origin, played, &stop).await?;
    search.await.context("the search panicked")??;
    if desk.stop.load(Ordering::Relaxed) {
        bail!("the worker was asked to end");
    }
    Ok(())
}

/// Whether every outside engine may be run here.
fn allow(desk: &Desk, terms: &Terms) -> Result<()> {
    for text in &terms.players {
        let player: Contender = text.parse().map_err(LabError::from)?;
        if let Some(command) = command(&player)
            && !desk.allowed.contains(&command)
        {
            bail!("`{command}` is not on this worker's list of commands; allow it with --allow");
        }
    }
    Ok(())
}

fn play(
    rules: &Rules,
    games: &[PlannedGame],
    pace: f64,
    stop: &Arc<AtomicBool>,
    send: &mpsc::UnboundedSender<Played>,
) -> Result<()> {
    let mut begun = Instant::now();
    let mut told = |round: usize, digest: u64, record: String| {
        let seconds = begun.elapsed().as_secs_f64();
        begun = Instant::now();
        let sent = send.send(Played { round: round as i64, digest: digest as i64, record, seconds });
        if sent.is_err() || stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    match rules {
        Rules::Games(terms) => Ok(terms.play(games, pace, stop, &mut |planned, record| {
            told(planned.round, digest_of(&record), record.to_string())
        })?),
        Rules::SelfPlay(file) => {
            let (game, selfplay) = (file.open()?, file.selfplay()?);
            for planned in games {
                let Some(samples) = selfplay.play_round(&*game, planned.round as u64, stop)? else { break };
                let text = serde_json::to_string(&samples)?;
                if told(planned.round, digest(0, text.as_bytes()), text).is_break() {
                    break;
                }
            }
            Ok(())
        }
    }
}

/// A digest of what has to be the same whenever a game is played again.
pub fn digest_of(record: &Record) -> u64 {
    digest(0, timeless(record).as_bytes())
}

/// A record without what differs from one time to the next: how long moves took, and the date.
pub fn timeless(record: &Record) -> String {
    let mut record = record.clone();
    record.main.plies.iter_mut().for_each(|ply| ply.remark.time = None);
    record.set_tag("Date", "");
    record.to_string()
}

/// Keeps games as they end, however often the database goes away, and ends the job when the
/// worker is to end or its games are not wanted any more.
async fn keep(
    desk: &Desk,
    origin: &Origin,
    mut played: mpsc::UnboundedReceiver<Played>,
    stop: &AtomicBool,
) -> Result<()> {
    let (mut games, mut more, mut asked) = (Vec::new(), true, Instant::now());
    while more {
        let end = Instant::now() + KEEP;
        // Games that end within the same moment are kept together.
        while let Some(left) = end.checked_duration_since(Instant::now()) {
            match timeout(left, played.recv()).await {
                Ok(Some(game)) => games.push(game),
                Ok(None) => {
                    more = false;
                    break;
                }
                Err(_) => break,
            }
        }
        if !games.is_empty() {
            keep_all(desk, origin, &games).await?;
            games.clear();
        }
        if desk.stop.load(Ordering::Relaxed) {
            stop.store(true, Ordering::Relaxed);
        } else if more && asked.elapsed() > ASK {
            asked = Instant::now();
            let pool = desk.database.pool();
            if let Ok(Ok(false)) = timeout(PATIENCE, store::is_wanted(&pool, &origin.run, &origin.series)).await {
                stop.store(true, Ordering::Relaxed);
            }
        }
    }
    Ok(())
}

async fn keep_all(desk: &Desk, origin: &Origin, games: &[Played]) -> Result<()> {
    let mut wait = Duration::from_millis(100);
    let mut stopped: Option<Instant> = None;
    loop {
        let pool = desk.database.pool();
        let why = match timeout(PATIENCE, store::keep(&pool, origin, games)).await {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(error)) => format!("{error:#}"),
            Err(_) => "no answer".to_string(),
        };
        if desk.stop.load(Ordering::Relaxed) && stopped.get_or_insert_with(Instant::now).elapsed() > LAST_TRIES {
            bail!("{} games could not be kept: {why}", games.len());
        }
        log::warn!("{}: {} games wait for the database: {why}", origin.run, games.len());
        sleep(wait).await;
        wait = (wait * 2).min(LONGEST_WAIT);
    }
}
