//! `agon-mpi launch`: runs `mpirun`, watches it, and starts it again with
//! fewer ranks when one is lost. The last completed iteration is known here,
//! so that the move that was being thought about is answered all the same.

mod asked;
mod job;

use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::exit;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use agon_ugi::{LineError, Lines, say};
use anyhow::{Context, Result, bail};

use crate::guard::{ALIVE, LOST};
use asked::Asked;
use job::Job;

/// Rank 0 says something every second; after so much silence it is taken for lost.
const SILENCE: Duration = Duration::from_secs(6);
/// How long `mpirun` may take to start.
const STARTING: Duration = Duration::from_secs(30);
/// How often the silence is looked at.
const LOOK: Duration = Duration::from_millis(250);
/// So many losses in a row without a single answer mean that the job cannot run at all.
const MOST_LOSSES: u32 = 4;

/// Arguments of `agon-mpi launch`.
#[derive(clap::Args)]
pub struct Args {
    /// How many ranks to start
    #[arg(short = 'n', long, value_parser = clap::value_parser!(u32).range(1..=4096))]
    ranks: u32,
    /// Further arguments for mpirun, separated by spaces, as in `--hostfile hosts`
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    mpirun: String,
    /// Share table entries of at least this depth between ranks
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=127))]
    share: u32,
    /// Keep the last completed iteration in this file
    #[arg(long)]
    checkpoint: Option<PathBuf>,
    /// The game's name; `agon games` lists them
    game: String,
}

/// What the supervisor hears.
pub enum Event {
    /// A line from whoever asks, or the end of the input.
    Order(Option<String>),
    /// A line from rank 0 of the job with this number, or the end of its output.
    Told(u32, Option<String>),
}

/// Speaks UGI until `quit` or the end of the input.
pub fn run(args: &Args) -> Result<()> {
    agon_games::game_of(&args.game)?;
    let (send, events) = channel();
    let orders = send.clone();
    thread::spawn(move || read_orders(&orders));
    let mut supervisor = Supervisor::new(args, send)?;
    supervisor.run(&events)
}

fn read_orders(send: &Sender<Event>) {
    for line in Lines::new(io::stdin().lock()) {
        let line = match line {
            Ok(line) | Err(LineError::NotText(line)) => line,
            Err(LineError::TooLong(_)) => continue,
            Err(LineError::Io(_)) => break,
        };
        if send.send(Event::Order(Some(line))).is_err() {
            return;
        }
    }
    let _ = send.send(Event::Order(None));
}

struct Supervisor<'a> {
    args: &'a Args,
    events: Sender<Event>,
    job: Job,
    /// The number of the job; the one before it may still have something to say.
    number: u32,
    ranks: u32,
    heard: Instant,
    /// Whether the job has said anything yet.
    is_up: bool,
    losses: u32,
    asked: Asked,
}

impl<'a> Supervisor<'a> {
    fn new(args: &'a Args, events: Sender<Event>) -> Result<Self> {
        let job = Job::start(args, args.ranks, 0, events.clone())?;
        Ok(Supervisor {
            args,
            events,
            job,
            number: 0,
            ranks: args.ranks,
            heard: Instant::now(),
            is_up: false,
            losses: 0,
            asked: Asked::default(),
        })
    }

    fn run(&mut self, events: &Receiver<Event>) -> Result<()> {
        loop {
            match events.recv_timeout(LOOK) {
                Ok(Event::Order(Some(line))) => {
                    self.asked.order(&line);
                    self.job.send(&line);
                    if line.trim() == "quit" {
                        return self.job.quit();
                    }
                }
                Ok(Event::Order(None)) => {
                    self.asked.end();
                    self.job.close();
                }
                Ok(Event::Told(number, _)) if number != self.number => {}
                Ok(Event::Told(_, Some(line))) => self.pass_on(&line)?,
                Ok(Event::Told(_, None)) if self.asked.is_over() => return self.job.quit(),
                Ok(Event::Told(_, None)) => self.replace("mpirun has ended")?,
                Err(RecvTimeoutError::Timeout) => {
                    let most = if self.is_up { SILENCE } else { STARTING };
                    if self.heard.elapsed() > most {
                        self.replace("rank 0 is silent")?;
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    }

    /// Hands on what rank 0 has said.
    fn pass_on(&mut self, line: &str) -> Result<()> {
        self.heard = Instant::now();
        self.is_up = true;
        if line == ALIVE {
            return Ok(());
        }
        if let Some(why) = line.strip_prefix(LOST) {
            return self.replace(why);
        }
        if self.asked.hear(line) {
            self.losses = 0;
        }
        if line.starts_with("info depth")
            && let Some(file) = &self.args.checkpoint
        {
            fs::write(file, format!("{}\n{line}\n", self.asked.position()))
                .with_context(|| format!("the checkpoint {}", file.display()))?;
        }
        tell(&[line.to_string()]);
        Ok(())
    }

    /// Starts again with a rank less, after answering from the checkpoint what was asked.
    fn replace(&mut self, why: &str) -> Result<()> {
        self.job.kill();
        self.losses += 1;
        if self.losses > MOST_LOSSES {
            bail!("{why}, {MOST_LOSSES} times in a row: mpirun or a rank cannot start");
        }
        self.ranks = (self.ranks - 1).max(1);
        tell(&[format!("info string a rank was lost ({why}); going on with {} ranks", self.ranks)]);
        if let Some(lines) = self.asked.answer() {
            tell(&lines);
        }
        self.number += 1;
        self.job = Job::start(self.args, self.ranks, self.number, self.events.clone())?;
        (self.heard, self.is_up) = (Instant::now(), false);
        for line in self.asked.again() {
            self.job.send(&line);
        }
        if self.asked.has_ended() {
            self.job.close();
        }
        Ok(())
    }
}

/// Says something; where nobody can hear it any more, there is nothing left to do.
fn tell(lines: &[String]) {
    if say(lines).is_err() {
        exit(0);
    }
}
