//! Programs under test: `agon-mpi` under `mpirun`, and by itself.

#![allow(dead_code, reason = "each test uses its part")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_agon-mpi");

/// `mpirun` as it works for anybody on any machine.
pub fn mpirun(ranks: usize) -> Command {
    let mut command = allowed(Command::new("mpirun"));
    command.args(["-n", &ranks.to_string(), "--oversubscribe"]).arg(PROGRAM);
    command
}

/// `mpirun` refuses to run for root where it is not told that it may.
pub fn allowed(mut command: Command) -> Command {
    command.env("OMPI_ALLOW_RUN_AS_ROOT", "1").env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    command
}

/// What `best` says in JSON, on so many ranks.
pub fn best(ranks: usize, arguments: &[&str]) -> serde_json::Value {
    let output = mpirun(ranks).arg("best").args(arguments).arg("--json").output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().last().unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

/// An engine that is spoken to.
pub struct Engine {
    pub child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Engine {
    pub fn start(mut command: Command) -> Engine {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (send, lines) = channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || output.lines().map_while(Result::ok).all(|line| send.send(line).is_ok()));
        Engine { input: child.stdin.take().unwrap(), child, lines }
    }

    /// The supervisor with so many ranks.
    pub fn launch(ranks: usize, game: &str) -> Engine {
        Engine::launch_with(ranks, game, |_| {})
    }

    pub fn launch_with(ranks: usize, game: &str, change: impl FnOnce(&mut Command)) -> Engine {
        let mut command = allowed(Command::new(PROGRAM));
        command.args(["launch", "-n", &ranks.to_string(), "--mpirun", "--oversubscribe", game]);
        change(&mut command);
        Engine::start(command)
    }

    pub fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
        self.input.flush().unwrap();
    }

    /// The next line that begins with this, and how long it took.
    pub fn hear(&self, start: &str, most: Duration) -> (String, Duration) {
        let asked = Instant::now();
        let mut heard = Vec::new();
        loop {
            let left = most.saturating_sub(asked.elapsed());
            match self.lines.recv_timeout(left) {
                Ok(line) if line.starts_with(start) => return (line, asked.elapsed()),
                Ok(line) => heard.push(line),
                Err(error) => panic!("no `{start}` ({error}), but {heard:#?}"),
            }
        }
    }

    /// The ranks of the job that runs now, below this process.
    pub fn ranks(&self) -> Vec<i32> {
        let mut ranks: Vec<i32> = below(self.child.id() as i32)
            .into_iter()
            .filter(|pid| {
                let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
                let mut words = line.split(|byte| *byte == 0);
                words.next().is_some_and(|program| program.ends_with(b"agon-mpi")) && words.next() == Some(b"ugi")
            })
            .collect();
        ranks.sort_by_key(|pid| rank_of(*pid));
        ranks
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Which rank a process is, as Open MPI tells it.
fn rank_of(pid: i32) -> Option<u32> {
    let environment = std::fs::read(format!("/proc/{pid}/environ")).ok()?;
    let text = String::from_utf8_lossy(&environment).into_owned();
    text.split('\0').find_map(|pair| pair.strip_prefix("OMPI_COMM_WORLD_RANK=")?.parse().ok())
}

/// All processes that a process has started, and those that they have.
fn below(pid: i32) -> Vec<i32> {
    let mut found = Vec::new();
    for task in std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten() {
        let children = std::fs::read_to_string(task.path().join("children")).unwrap_or_default();
        for child in children.split_whitespace().filter_map(|word| word.parse().ok()) {
            found.push(child);
            found.extend(below(child));
        }
    }
    found
}
