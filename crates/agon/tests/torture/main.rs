//! The program as its enemies would treat it, driven from outside: killed at
//! any moment, fed damaged files, without room on the disk, beside bad engines,
//! with nonsense on its input and hostile clients at its port.
//!
//! Everything follows from a seed and is bounded. The short form runs with the
//! other tests; `cargo xtask torture` runs the long one and prints its figures,
//! which `docs/reliability.md` holds.

#![cfg(unix)]

mod damage;
mod disk;
mod engines;
mod kills;
mod lines;
mod sockets;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use agon_core::Rng;

/// Far longer than anything here should take, for machines with much else to do.
const PATIENCE: Duration = Duration::from_secs(60);

/// How much is tried.
struct Scale {
    is_long: bool,
    seed: u64,
}

impl Scale {
    /// As the environment says: `AGON_TORTURE=long`, `AGON_TORTURE_SEED=7`.
    fn new() -> Self {
        let seed = env::var("AGON_TORTURE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
        Scale { is_long: env::var("AGON_TORTURE").is_ok_and(|scale| scale == "long"), seed }
    }

    fn pick(&self, short: usize, long: usize) -> usize {
        if self.is_long { long } else { short }
    }

    fn rng(&self) -> Rng {
        Rng::new(self.seed)
    }
}

/// A place for one test, with its own data folder.
struct Room {
    folder: tempfile::TempDir,
}

impl Room {
    fn new() -> Self {
        Room { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(binary());
        command.args(arguments).current_dir(self.folder.path()).env("AGON_HOME", self.path("home"));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs a command to its end.
    fn run(&self, arguments: &[&str]) -> Output {
        let output = self.command(arguments).output().expect("the program runs");
        check(&output, arguments);
        output
    }
}

fn binary() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_agon"))
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Whatever happened, the program did not panic or abort.
fn check(output: &Output, what: &(impl std::fmt::Debug + ?Sized)) {
    let said = stderr(output);
    let is_sound = output.status.code().is_some_and(|code| [0, 2, 130].contains(&code));
    assert!(is_sound && !said.contains("panicked"), "{what:?} ended with {}: {said}", output.status);
}

/// Waits for something, with much patience.
fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Waits for a process to end.
fn wait(child: &mut Child, what: &str) -> std::process::ExitStatus {
    let mut status = None;
    wait_until(what, || {
        status = child.try_wait().expect("the child can be waited for");
        status.is_some()
    });
    status.expect("it has ended")
}

fn kill(child: &mut Child) {
    child.kill().expect("the child can be killed");
    child.wait().expect("the child can be waited for");
}
