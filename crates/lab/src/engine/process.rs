//! An engine's process: lines in, lines out, and a sure end.

use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::CommandLine;

/// The longest line that is read.
const LONGEST_LINE: u64 = 1 << 16;
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
    heard: Receiver<Heard>,
    /// Whether a line without an end has come, after which nothing more is read.
    babbles: Cell<bool>,
}

/// What came from the process.
enum Heard {
    Line(String),
    TooLong,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quiet {
    /// The process has ended, or at least closed its output.
    Ended,
    /// Nothing came in time.
    Late,
    /// The line has no end.
    TooLong,
    /// The run was stopped.
    Stopped,
}

impl Process {
    pub fn start(command: &CommandLine) -> io::Result<Self> {
        let mut start = Command::new(&command.program);
        start.args(&command.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // A group of its own: whatever the engine starts ends with it, and
        // Ctrl-C at the terminal is ours to answer.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut start, 0);
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
        Ok(Process { child, orders: Some(orders), heard, babbles: Cell::new(false) })
    }

    /// Sends a line. That nobody hears it is noticed when no answer comes.
    pub fn send(&self, line: String) {
        if let Some(orders) = &self.orders {
            let _ = orders.send(line);
        }
    }

    /// Forgets what was said before it was asked for.
    pub fn drain(&self) {
        for heard in self.heard.try_iter() {
            self.babbles.set(matches!(heard, Heard::TooLong));
        }
    }

    /// The next line.
    pub fn hear(&self, until: Instant, stop: &AtomicBool) -> Result<String, Quiet> {
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(Quiet::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.heard.recv_timeout(left.min(LOOK)) {
                Ok(Heard::Line(line)) => return Ok(line),
                Ok(Heard::TooLong) => return Err(Quiet::TooLong),
                Err(RecvTimeoutError::Disconnected) if self.babbles.get() => return Err(Quiet::TooLong),
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
        if let Ok(pid) = i32::try_from(self.child.id())
            && let Some(group) = rustix::process::Pid::from_raw(pid)
        {
            // That the group is gone already is as good.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    /// Asks the engine to quit, and makes sure that it does.
    fn drop(&mut self) {
        if !matches!(self.child.try_wait(), Ok(None)) {
            return;
        }
        self.send("quit".to_string());
        self.orders = None;
        if self.wait(QUITTING).is_none() {
            self.kill();
        }
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
fn read(output: ChildStdout, tell: &SyncSender<Heard>) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(length) => {
                let whole = bytes.ends_with(b"\n") || (length as u64) < LONGEST_LINE;
                let line = Heard::Line(String::from_utf8_lossy(&bytes).trim().to_string());
                if tell.send(if whole { line } else { Heard::TooLong }).is_err() || !whole {
                    return;
                }
            }
        }
    }
}
