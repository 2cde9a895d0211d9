//! An engine's process: lines in, lines out, and a sure end.

use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(unix)]
use super::guard::Guard;
use crate::{CommandLine, LineError, Lines};

/// The longest line that is read. Many of them may wait, so it is shorter than elsewhere.
const LONGEST_LINE: usize = 1 << 16;
/// Lines that may wait to be read; an engine that says more has to wait.
const WAITING: usize = 256;
/// How often a wait looks whether the run was stopped.
const LOOK: Duration = Duration::from_millis(50);
/// How long an engine may take to quit.
const QUITTING: Duration = Duration::from_millis(200);

/// A process that is sent lines and says lines.
pub(super) struct Process {
    child: Child,
    /// Closed before anything else when the process is to end.
    orders: Option<Sender<String>>,
    heard: Receiver<String>,
    /// Ends what is left of the process when this program does.
    #[cfg(unix)]
    guard: Guard,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quiet {
    /// The process has ended, or at least closed its output.
    Ended,
    /// Nothing came in time.
    Late,
    /// The run was stopped.
    Stopped,
}

impl Process {
    pub fn start(command: &CommandLine) -> io::Result<Self> {
        let mut start = Command::new(&command.program);
        start.args(&command.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        #[cfg(unix)]
        let guard = Guard::start()?;
        // A group of its own: whatever the engine starts ends with it, and
        // Ctrl-C at the terminal is ours to answer.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut start, guard.group());
        let mut child = start.spawn()?;
        let (orders, to_write) = channel();
        let (to_tell, heard) = sync_channel(WAITING);
        // Threads, because an engine that neither reads nor writes would block us.
        // They end when their pipe or channel does.
        if let Some(input) = child.stdin.take() {
            thread::spawn(move || write(input, &to_write));
        }
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || read(output, &to_tell));
        }
        Ok(Process {
            child,
            orders: Some(orders),
            heard,
            #[cfg(unix)]
            guard,
        })
    }

    /// Sends a line. That nobody hears it is noticed when no answer comes.
    pub fn send(&self, line: String) {
        if let Some(orders) = &self.orders {
            let _ = orders.send(line);
        }
    }

    /// Forgets what was said before it was asked for.
    pub fn drain(&self) {
        self.heard.try_iter().for_each(drop);
    }

    /// The next line.
    pub fn hear(&self, until: Instant, stop: &AtomicBool) -> Result<String, Quiet> {
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(Quiet::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.heard.recv_timeout(left.min(LOOK)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(Quiet::Ended),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Quiet::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// How the process ended, in words, once its output has.
    pub fn farewell(&mut self) -> String {
        match self.wait(QUITTING) {
            Some(status) => format!("the engine ended ({status})"),
            None => "the engine closed its output".to_string(),
        }
    }

    fn wait(&mut self, most: Duration) -> Option<std::process::ExitStatus> {
        let until = Instant::now() + most;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= until {
                return None;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Ends the process at once, and what it started.
    pub fn kill(&mut self) {
        #[cfg(unix)]
        self.guard.end();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    /// Asks the engine to quit, and makes sure that it does. What it started
    /// ends too, even where the engine itself has ended long ago.
    fn drop(&mut self) {
        self.send("quit".to_string());
        self.orders = None;
        self.wait(QUITTING);
        self.kill();
    }
}

/// Writes what is ordered until nothing more can be.
fn write(mut input: ChildStdin, orders: &Receiver<String>) {
    for line in orders {
        if input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines until there are none, or nobody listens.
fn read(output: ChildStdout, tell: &SyncSender<String>) {
    for line in Lines::with_longest(BufReader::new(output), LONGEST_LINE) {
        let line = match line {
            Ok(line) => line.trim().to_string(),
            // A name in an old encoding does no harm.
            Err(LineError::NotText(text)) => text.trim().to_string(),
            // No answer, whatever it is: it counts as nonsense if none follows.
            Err(LineError::TooLong(_)) => "a line without an end".to_string(),
            Err(LineError::Io(_)) => return,
        };
        if tell.send(line).is_err() {
            return;
        }
    }
}
