//! How commands are run and told of.

use std::borrow::BorrowMut;
use std::env;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};

/// Where the workspace is.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// The cargo that runs this program.
pub fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root());
    command
}

/// Any other program.
pub fn program(name: &str, args: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(args).current_dir(root());
    command
}

/// Whether a program is there and works.
pub fn works(mut command: impl BorrowMut<Command>) -> bool {
    let quiet = command.borrow_mut().stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// Runs a command under a heading, and tells how long it took.
pub fn step(name: &str, mut command: impl BorrowMut<Command>) -> Result<()> {
    timed(name, || run(command.borrow_mut()))
}

/// Does something under a heading, and tells how long it took.
pub fn timed(name: &str, work: impl FnOnce() -> Result<()>) -> Result<()> {
    println!("\n== {name}");
    let begin = Instant::now();
    work().with_context(|| name.to_string())?;
    println!("== {name}: {:.0} s", begin.elapsed().as_secs_f32());
    Ok(())
}

/// Runs a command; that it failed is an error.
pub fn run(command: &mut Command) -> Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command.status().with_context(|| format!("cannot start {program}"))?;
    if !status.success() {
        bail!("{program} failed ({status})");
    }
    Ok(())
}
