//! One rank: the main thread carries what ranks tell each other, as MPI wants
//! it; rank 0 answers on a thread of its own, the others help on theirs.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use agon_search::Team;
use anyhow::{Context, Result, anyhow};
use mpi::Threading;
use mpi::point_to_point::MatchedReceiveVec;
use mpi::topology::{Communicator, SimpleCommunicator};
use mpi::traits::{Destination, Source};

use crate::guard::{self, Pulse};
use crate::helper;

/// What every rank has to know alike.
#[derive(Clone, Copy, clap::Args)]
pub struct RankArgs {
    /// Share table entries of at least this depth between ranks
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=127))]
    share: u32,
    /// Look for messages every so many microseconds during a search
    #[arg(long, default_value_t = 250, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    every: u64,
}

/// The tag of all messages.
const TAG: mpi::Tag = 1;
/// The most words of a message: 2 kB, so that no transport waits for the other side to be ready.
const MOST_WORDS: usize = 256;
/// How often messages are looked for between searches.
const IDLE: Duration = Duration::from_millis(1);

/// Runs a rank: `program` on rank 0, a helper on the others. Returns when rank 0 is done.
pub fn run(args: RankArgs, program: impl FnOnce(&Arc<Team>) -> Result<()> + Send + 'static) -> Result<()> {
    guard::end_with_parent();
    guard::abort_on_panic();
    let (universe, threading) =
        mpi::initialize_with_threading(Threading::Funneled).context("MPI has been initialized already")?;
    if threading < Threading::Funneled {
        return Err(anyhow!("this MPI library does not allow threads"));
    }
    let world = universe.world();
    let (rank, size) = (world.rank() as usize, world.size() as usize);
    let (team, orders) = Team::sharing_from(rank, size, args.share);
    let pulse = Pulse::start(rank, size);
    guard::panic_if_asked(rank);
    let work = {
        let team = Arc::clone(&team);
        let run = move || {
            let done = if team.leads() { program(&team) } else { helper::run(&team, &orders) };
            if team.leads() {
                helper::quit(&team);
            }
            done
        };
        thread::Builder::new().spawn(run).context("no thread can be started")?
    };
    let mut is_last = false;
    let mut beat = Instant::now();
    loop {
        // What was told before the end is still sent.
        let is_done = work.is_finished();
        let heard = receive(&world, &team, &pulse)?;
        let sent = send(&world, &team, &mut beat);
        pulse.looked();
        if is_last {
            break;
        }
        is_last = is_done;
        // What came just now may be answered at once, but a stream of hints is read in batches.
        if team.is_active() || !(heard || sent) {
            thread::sleep(if team.is_active() { Duration::from_micros(args.every) } else { IDLE });
        }
    }
    pulse.finish();
    let done = work.join().map_err(|_| anyhow!("the search failed"))?;
    drop(universe);
    done
}

/// Takes in what has arrived; gives whether anything has.
fn receive(world: &SimpleCommunicator, team: &Team, pulse: &Pulse) -> Result<bool> {
    let mut heard = false;
    while let Some(message) = world.any_process().immediate_matched_probe_with_tag(TAG) {
        let (words, status) = message.matched_receive_vec::<u64>();
        let from = status.source_rank() as usize;
        pulse.heard(from);
        team.deliver(from, &words).with_context(|| format!("rank {from}"))?;
        heard |= !words.is_empty();
    }
    Ok(heard)
}

/// Sends what waits, and now and then a sign of life; gives whether anything waited.
fn send(world: &SimpleCommunicator, team: &Team, beat: &mut Instant) -> bool {
    let mut sent = false;
    let is_due = beat.elapsed() >= guard::BEAT;
    if is_due {
        *beat = Instant::now();
    }
    for rank in (0..team.size()).filter(|rank| *rank != team.rank()) {
        let words = team.outgoing(rank);
        let process = world.process_at_rank(rank as i32);
        for part in words.chunks(MOST_WORDS) {
            process.send_with_tag(part, TAG);
            sent = true;
        }
        if is_due && words.is_empty() && (team.leads() || rank == 0) {
            process.send_with_tag(&words[..], TAG);
        }
    }
    sent
}
