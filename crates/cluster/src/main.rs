//! `agon-cluster`: matches, tournaments, experiments and self-play on many machines.

mod collect;
mod coordinator;
mod database;
mod description;
mod identity;
mod play;
mod queue;
mod status;
mod store;
mod verdict;
mod worker;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use agon_agents::Range;
use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand};
use serde_json::json;
use tokio::sync::Semaphore;

use crate::database::Database;
use crate::description::Description;
use crate::play::Desk;
use crate::store::Run;

/// Matches, tournaments, experiments and self-play on many machines, through `PostgreSQL`.
#[derive(Parser)]
#[command(name = "agon-cluster", version)]
struct Arguments {
    /// The database: postgres://USER:PASSWORD@HOST:PORT/NAME
    #[arg(long, global = true, env = "AGON_DATABASE", hide_env_values = true, value_name = "ADDRESS")]
    database: Option<String>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Hand in a match, self-play or an experiment; the same file again is the same run
    Submit {
        /// The TOML file that describes it
        file: PathBuf,
        /// The name of the run [default: the name of the file and a digest of what it says]
        #[arg(long)]
        name: Option<String>,
        /// How many seconds of games a job holds
        #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = job_seconds)]
        job_seconds: f64,
        /// The share of games that is played twice and compared, from 0 to 1
        #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = share)]
        verify: f64,
        /// The speed of the machine that times are meant for, in nodes a second by `agon bench`
        #[arg(long, value_name = "NODES", value_parser = speed)]
        speed: Option<f64>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Take jobs and do them
    Work {
        /// Games played at a time [default: as many as the machine has threads]
        #[arg(long, value_name = "N", value_parser = slots)]
        slots: Option<usize>,
        /// A command of an outside engine that may be run here, as the file has it: cmd:PROGRAM ARGUMENTS
        #[arg(long, value_name = "COMMAND")]
        allow: Vec<String>,
        /// The speed of this machine, in nodes a second by `agon bench`; timed games need it
        #[arg(long, value_name = "NODES", value_parser = speed)]
        speed: Option<f64>,
        /// End when there is nothing more to do
        #[arg(long)]
        drain: bool,
    },
    /// Tell how runs stand
    Status {
        /// The run; all of them if none is given
        run: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// End a run; what has been played stays
    Cancel {
        /// The run
        run: String,
    },
    /// Write the games of a run as a run on one machine would have written them
    Collect {
        /// The run
        run: String,
        /// The file for a match, the folder for self-play or an experiment
        #[arg(long, value_name = "PATH")]
        out: Option<PathBuf>,
        /// Wait until the run has ended
        #[arg(long)]
        wait: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

fn within(text: &str, least: f64, most: f64) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("it takes a number from {least} to {most}"))
}

fn job_seconds(text: &str) -> Result<f64, String> {
    within(text, coordinator::JOB_SECONDS.0, coordinator::JOB_SECONDS.1)
}

fn share(text: &str) -> Result<f64, String> {
    within(text, 0.0, 1.0)
}

fn speed(text: &str) -> Result<f64, String> {
    within(text, 1.0, 1e12)
}

fn slots(text: &str) -> Result<usize, String> {
    Range::CONCURRENCY.parse(text).map_err(|error| error.to_string())
}

/// Tells warnings on standard error.
struct Log;

impl log::Log for Log {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        metadata.level() <= log::Level::Warn || metadata.target().starts_with("agon")
    }

    fn log(&self, record: &log::Record<'_>) {
        if self.enabled(record.metadata()) {
            let word = if record.level() <= log::Level::Warn { "warning: " } else { "" };
            // Nobody may be left to hear it.
            let _ = writeln!(std::io::stderr(), "{word}{}", record.args());
        }
    }

    fn flush(&self) {}
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if log::set_logger(&Log).is_ok() {
        log::set_max_level(log::LevelFilter::Info);
    }
    // One thread for everything but searches, which have threads of their own.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let done = runtime.context("cannot start").and_then(|runtime| {
        let done = runtime.block_on(run(arguments));
        // Threads that still search are not waited for.
        runtime.shutdown_timeout(Duration::from_secs(1));
        done
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error:#}");
            ExitCode::from(2)
        }
    }
}

async fn run(arguments: Arguments) -> Result<()> {
    let address = arguments.database.context("which database? Give --database or set AGON_DATABASE")?;
    let database = Arc::new(Database::new(&address)?);
    match arguments.command {
        Command::Submit { file, name, job_seconds, verify, speed, json } => {
            let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
            let description = Description::parse(&text).with_context(|| file.display().to_string())?;
            if description.is_timed() && speed.is_none() {
                bail!(
                    "machines differ in speed: set nodes instead of times, or say by --speed what they are meant for"
                );
            }
            let build = identity::build()?;
            let told = format!("{text}\0{build}\0{verify}\0{speed:?}");
            let digest = identity::digest(0, told.as_bytes()) & 0xffff_ffff;
            let run = Run {
                id: name.unwrap_or_else(|| format!("{}-{digest:08x}", description::stem(&file))),
                title: description.title().to_string(),
                commands: description.commands()?,
                description: text,
                build,
                date: jiff::Zoned::now().date().to_string(),
                job_seconds,
                verify,
                speed: speed.filter(|_| description.is_timed()),
                state: "open".to_string(),
                error: None,
            };
            submit(&database, &run, json).await
        }
        Command::Work { slots, allow, speed, drain } => work(database, slots, allow, speed, drain).await,
        Command::Status { run, json } => {
            database.set_up().await?;
            tell(&database, run.as_deref(), json).await
        }
        Command::Cancel { run } => {
            database.set_up().await?;
            let pool = database.pool();
            let run = store::run(&pool, &run).await?;
            if !store::end(&pool, &run, "cancelled", None).await? {
                bail!("run {} has ended already: {}", run.id, store::run(&pool, &run.id).await?.state);
            }
            say(&format!("{} is cancelled", run.id))
        }
        Command::Collect { run, out, wait, json } => {
            database.set_up().await?;
            let mut run = store::run(&database.pool(), &run).await?;
            while wait && run.state == "open" {
                tokio::time::sleep(Duration::from_secs(1)).await;
                run = store::run(&database.pool(), &run.id).await?;
            }
            let found = collect::collect(&database.pool(), &run, out.as_deref()).await?;
            if json {
                let path = found.path.display().to_string();
                say(&json!({ "run": run.id, "path": path, "games": found.games, "finished": found.finished })
                    .to_string())
            } else {
                let part = if found.finished { "" } else { ", which are not all" };
                say(&format!("{} games{part}: {}", found.games, found.path.display()))
            }
        }
    }
}

async fn submit(database: &Database, run: &Run, json: bool) -> Result<()> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if run.id.is_empty() || run.id.len() > 100 || !run.id.chars().all(is_name) {
        bail!("a run's name is made of letters, digits and hyphens");
    }
    database.set_up().await?;
    let pool = database.pool();
    let new = store::submit(&pool, run).await?;
    if !new && store::run(&pool, &run.id).await?.description != run.description {
        bail!("there is another run named {}", run.id);
    }
    if json { say(&json!({ "run": run.id, "new": new }).to_string()) } else { say(&run.id) }
}

async fn tell(database: &Database, name: Option<&str>, json: bool) -> Result<()> {
    let pool = database.pool();
    let runs = match name {
        Some(name) => vec![store::run(&pool, name).await?],
        None => store::runs(&pool).await?,
    };
    let mut told = Vec::new();
    for run in &runs {
        told.push(status::of(&pool, run).await?);
    }
    let workers = status::workers(&pool).await?;
    if json {
        return say(&json!({ "runs": told, "workers": workers }).to_string());
    }
    for run in &told {
        say(&status::text(run))?;
    }
    let workers = workers.as_array().map_or(0, Vec::len);
    say(&format!("{workers} worker{} at work", if workers == 1 { "" } else { "s" }))
}

async fn work(
    database: Arc<Database>,
    slots: Option<usize>,
    allowed: Vec<String>,
    speed: Option<f64>,
    drain: bool,
) -> Result<()> {
    if let Some(wrong) = allowed.iter().find(|command| !command.starts_with("cmd:")) {
        bail!("--allow takes a command as the file has it, cmd:PROGRAM ARGUMENTS, and not `{wrong}`");
    }
    let slots = slots.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let machine = identity::machine();
    let stop = Arc::new(AtomicBool::new(false));
    let desk = Arc::new(Desk {
        database,
        worker: identity::unique_name(&machine),
        build: identity::build()?,
        allowed,
        speed,
        slots: Arc::new(Semaphore::new(slots)),
        stop: Arc::clone(&stop),
        searching: AtomicU64::new(0),
    });
    tokio::spawn(async move {
        asked_to_end().await;
        stop.store(true, Ordering::Relaxed);
    });
    worker::run(&worker::Setup { desk, machine, slots, drain }).await
}

/// Ends when the process is asked to: Ctrl-C, SIGTERM.
async fn asked_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut term) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = term.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

fn say(text: &str) -> Result<()> {
    Ok(writeln!(std::io::stdout(), "{text}")?)
}
