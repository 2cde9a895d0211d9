//! Workers as processes that are killed, and what they cost.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use crate::postgres::{Server, inside, run};

/// The program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_agon-cluster");

/// Processor time, in seconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// Of the threads that search.
    pub search: f64,
    /// Of all threads, as the kernel counted them when the process had ended.
    pub all: f64,
}

/// A worker process.
pub struct Worker {
    child: Child,
}

/// Some worker processes, of which those that were killed are replaced.
pub struct Workers<'w> {
    address: String,
    namespace: Option<&'w str>,
    arguments: Vec<String>,
    all: Vec<Worker>,
    /// Of all that have ended.
    pub cost: Cost,
}

impl<'w> Workers<'w> {
    pub fn start(address: &str, count: usize, arguments: &[&str], namespace: Option<&'w str>) -> Self {
        let arguments = arguments.iter().map(|argument| (*argument).to_string()).collect();
        let mut workers =
            Workers { address: address.to_string(), namespace, arguments, all: Vec::new(), cost: Cost::default() };
        (0..count).for_each(|_| workers.add());
        workers
    }

    pub fn add(&mut self) {
        let mut command = inside(self.namespace, Path::new(PROGRAM));
        command.args(["work", "--slots", "1"]).args(&self.arguments).env("AGON_DATABASE", &self.address);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        self.all.push(Worker { child: command.spawn().unwrap() });
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Kills a worker in the middle of whatever it does.
    pub fn kill(&mut self, at: usize) {
        let mut worker = self.all.remove(at);
        // It stands still while its threads are read.
        signal(worker.child.id(), "STOP");
        let search = search_time(worker.child.id());
        let before = ended_children();
        worker.child.kill().unwrap();
        worker.child.wait().unwrap();
        self.cost.search += search;
        self.cost.all += ended_children() - before;
    }

    /// Kills them all.
    pub fn end(&mut self) {
        while !self.all.is_empty() {
            self.kill(0);
        }
    }
}

impl Drop for Workers<'_> {
    fn drop(&mut self) {
        for worker in &mut self.all {
            let _ = worker.child.kill();
            let _ = worker.child.wait();
        }
    }
}

pub fn signal(process: u32, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &process.to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Seconds that the threads of a worker have searched: all threads but the first, on which
/// everything else is done, and the coordinator's.
fn search_time(process: u32) -> f64 {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).unwrap();
    let seconds = tasks.flatten().filter_map(|task| {
        let is_first = task.file_name().to_str()? == process.to_string();
        let name = fs::read_to_string(task.path().join("comm")).ok()?;
        let time = fs::read_to_string(task.path().join("schedstat")).ok()?;
        let nanoseconds: f64 = time.split(' ').next()?.parse().ok()?;
        (!is_first && name.trim() != "coordinator").then_some(nanoseconds / 1e9)
    });
    seconds.sum()
}

/// Seconds of processor time of all children that have ended and were waited for (`RUSAGE_CHILDREN`,
/// as the kernel tells it in `/proc`).
pub fn ended_children() -> f64 {
    let (user, system) = fields("self", 15);
    user + system
}

/// Seconds of processor time that a process and all its children, ended or not, have taken.
pub fn family_time(process: u32) -> f64 {
    let own = |process: u32| {
        let ((user, system), (ended_user, ended_system)) =
            (fields(&process.to_string(), 13), fields(&process.to_string(), 15));
        user + system + ended_user + ended_system
    };
    let children = fs::read_to_string(format!("/proc/{process}/task/{process}/children")).unwrap_or_default();
    own(process) + children.split_whitespace().filter_map(|child| child.parse().ok()).map(own).sum::<f64>()
}

/// Two fields of a process's times, in seconds.
fn fields(process: &str, at: usize) -> (f64, f64) {
    const TICKS: f64 = 100.0;
    let Ok(stat) = fs::read_to_string(format!("/proc/{process}/stat")) else { return (0.0, 0.0) };
    // The name, in brackets, may hold spaces.
    let after = stat.rsplit_once(')').map_or("", |(_, after)| after);
    let numbers: Vec<f64> = after.split_whitespace().skip(at - 2).take(2).filter_map(|n| n.parse().ok()).collect();
    match numbers.as_slice() {
        [a, b] => (a / TICKS, b / TICKS),
        _ => (0.0, 0.0),
    }
}

/// Runs the program against a server; it has to work.
pub fn agon(server: &Server, arguments: &[&str]) -> String {
    let output = run(Command::new(PROGRAM).args(arguments).env("AGON_DATABASE", server.address()));
    String::from_utf8(output.stdout).unwrap().trim().to_string()
}

/// Runs the program against a server, and lets it fail.
pub fn attempt(server: &Server, arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).env("AGON_DATABASE", server.address()).output().unwrap()
}

/// Waits until something holds.
pub fn wait(what: &str, longest: Duration, mut holds: impl FnMut() -> bool) {
    let begun = std::time::Instant::now();
    while !holds() {
        assert!(begun.elapsed() < longest, "{what} took longer than {longest:?}");
        std::thread::sleep(Duration::from_millis(200));
    }
}
