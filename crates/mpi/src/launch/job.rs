//! One run of `mpirun`.

use std::env;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use agon_ugi::Lines;
use anyhow::{Context, Result};

use super::{Args, Event};
use crate::guard::SUPERVISED;

/// How long `mpirun` may take to end when it is told to.
const QUITTING: Duration = Duration::from_secs(5);

/// `mpirun` with its ranks, of which rank 0 speaks UGI.
pub struct Job {
    child: Child,
    input: Option<ChildStdin>,
}

impl Job {
    /// Starts it; what rank 0 says becomes events with this number.
    pub fn start(args: &Args, ranks: u32, number: u32, events: Sender<Event>) -> Result<Job> {
        let own = env::current_exe().context("this program's own file")?;
        let mut command = Command::new("mpirun");
        command.args(["-n", &ranks.to_string(), "-x", SUPERVISED]);
        if number > 0 {
            // A host that is lost must not be waited for where fewer ranks do without it.
            command.arg("--novm");
        }
        command.args(args.mpirun.split_whitespace()).arg(own);
        command.args(["ugi", &args.game, "--share", &args.share.to_string()]);
        command.env(SUPERVISED, "1").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().context("mpirun cannot be started")?;
        let input = child.stdin.take();
        let output = child.stdout.take().context("mpirun has no output")?;
        thread::spawn(move || {
            for line in Lines::new(BufReader::new(output)).map_while(Result::ok) {
                if events.send(Event::Told(number, Some(line))).is_err() {
                    return;
                }
            }
            let _ = events.send(Event::Told(number, None));
        });
        Ok(Job { child, input })
    }

    /// Sends a line. That nobody reads it is noticed when the output ends.
    pub fn send(&mut self, line: &str) {
        if let Some(input) = &mut self.input {
            let _ = writeln!(input, "{line}").and_then(|()| input.flush());
        }
    }

    /// Tells rank 0 that nothing more will be said.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Waits for the end, and makes sure of it.
    pub fn quit(&mut self) -> Result<()> {
        self.close();
        let until = Instant::now() + QUITTING;
        while Instant::now() < until {
            if self.child.try_wait().context("mpirun")?.is_some() {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(10));
        }
        self.kill();
        Ok(())
    }

    /// Ends it at once. The ranks end with it: see [`end_with_parent`](crate::guard::end_with_parent).
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.kill();
    }
}
