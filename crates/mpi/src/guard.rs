//! What keeps a rank that is lost from hanging the others: panics abort, ranks
//! end with whoever started them, and who falls silent is noticed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{env, panic, process, thread};

use agon_ugi::say;
use rustix::process::{Signal, getpid, kill_process, set_parent_process_death_signal};

/// How often rank 0 and the others give each other a sign of life.
pub const BEAT: Duration = Duration::from_millis(500);
/// A rank that has been silent for so long is taken for lost.
const SILENCE: Duration = Duration::from_secs(4);
/// How often that is looked at.
const LOOK: Duration = Duration::from_millis(250);
/// How long the last words may take.
const FAREWELL: Duration = Duration::from_millis(100);
/// Set by `agon-mpi launch`, which wants to hear how rank 0 is.
pub const SUPERVISED: &str = "AGON_MPI_SUPERVISED";
/// What it hears now and then…
pub const ALIVE: &str = "info string alive";
/// …and when a rank is lost.
pub const LOST: &str = "info string lost: ";
/// For tests: `RANK:MILLISECONDS`, after which that rank panics.
const PANIC: &str = "AGON_MPI_PANIC";

/// A panic in any thread ends the rank at once, and so the others: MPI would wait for it.
pub fn abort_on_panic() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        usual(info);
        process::abort();
    }));
}

/// The rank ends when the process that started it does, even when that was killed.
pub fn end_with_parent() {
    // Where the system cannot do that, the signs of life stop instead.
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
}

/// Panics after a while, if a test wants this rank to.
pub fn panic_if_asked(rank: usize) {
    let Ok(text) = env::var(PANIC) else { return };
    let Some((who, after)) = text.split_once(':') else { return };
    if who.parse() == Ok(rank)
        && let Ok(after) = after.parse()
    {
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(after));
            panic!("rank {rank} panics as {PANIC} wants it to");
        });
    }
}

/// When each rank was last heard of. Rank 0 listens to all, the others to rank 0.
pub struct Pulse(Arc<Marks>);

struct Marks {
    began: Instant,
    rank: usize,
    /// Milliseconds after the beginning.
    heard: Vec<AtomicU64>,
    /// The same, for the thread that carries messages.
    looked: AtomicU64,
    finishing: AtomicBool,
}

impl Pulse {
    /// Begins to watch the others.
    pub fn start(rank: usize, size: usize) -> Pulse {
        let watched = if rank == 0 { size } else { 1 };
        let marks = Arc::new(Marks {
            began: Instant::now(),
            rank,
            heard: (0..watched).map(|_| AtomicU64::new(0)).collect(),
            looked: AtomicU64::new(0),
            finishing: AtomicBool::new(false),
        });
        let watched = Arc::clone(&marks);
        thread::spawn(move || watched.watch());
        Pulse(marks)
    }

    /// A rank has said something.
    pub fn heard(&self, rank: usize) {
        if let Some(mark) = self.0.heard.get(rank) {
            mark.store(self.0.now(), Ordering::Relaxed);
        }
    }

    /// The thread that carries messages is at work.
    pub fn looked(&self) {
        self.0.looked.store(self.0.now(), Ordering::Relaxed);
    }

    /// Nobody will say anything any more; what is left must not take long.
    pub fn finish(&self) {
        self.looked();
        self.0.finishing.store(true, Ordering::Relaxed);
    }
}

impl Marks {
    fn now(&self) -> u64 {
        self.began.elapsed().as_millis() as u64
    }

    fn watch(&self) {
        let mut last = self.now();
        loop {
            thread::sleep(LOOK);
            let now = self.now();
            // Who was stopped itself, or whose machine slept, cannot tell how long others were silent.
            let slept = now - std::mem::replace(&mut last, now) > 4 * LOOK.as_millis() as u64;
            let silent = |mark: &AtomicU64| {
                if slept {
                    mark.store(now, Ordering::Relaxed);
                }
                now.saturating_sub(mark.load(Ordering::Relaxed)) > SILENCE.as_millis() as u64
            };
            let Marks { rank, heard, looked, finishing, .. } = self;
            if silent(looked) {
                give_up(*rank, "messages cannot be sent");
            }
            let is_finishing = finishing.load(Ordering::Relaxed);
            for (other, mark) in heard.iter().enumerate().filter(|(other, _)| other != rank && !is_finishing) {
                if silent(mark) {
                    give_up(*rank, &format!("rank {other} has not been heard of for {} s", SILENCE.as_secs()));
                }
            }
        }
    }
}

/// Ends this rank, and with it all: `mpirun` sees to that.
fn give_up(rank: usize, why: &str) {
    eprintln!("agon-mpi: rank {rank}: {why}; ending the search");
    if env::var_os(SUPERVISED).is_some() {
        // `mpirun` may take its time to end when a host is lost; whoever started it need not wait.
        let line = format!("{LOST}{why}");
        thread::spawn(move || say(&[line]));
        thread::sleep(FAREWELL);
    }
    // Nothing that runs at an orderly end may wait for the rank that is lost.
    let _ = kill_process(getpid(), Signal::KILL);
    process::abort();
}
