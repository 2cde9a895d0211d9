//! The search over MPI: a workspace of its own, since it needs what the rest does not.

use std::process::Command;

use anyhow::Result;

use crate::run::{cargo, program, root, step, works};
use crate::web::apt;

/// What Debian calls it.
const PACKAGES: [&str; 3] = ["openmpi-bin", "libopenmpi-dev", "libclang-dev"];

/// Checks it, if Open MPI is there or can be installed.
pub fn test() -> Result<()> {
    if !is_there()
        && let Err(error) = apt("Open MPI", &PACKAGES)
    {
        println!("\n== MPI is skipped: {error:#}");
        return Ok(());
    }
    step("MPI formatting", at_home(&["fmt", "--check"]))?;
    step("MPI clippy", at_home(&["clippy", "--all-targets", "--", "-D", "warnings"]))?;
    // One test at a time: each starts several ranks, and they look at the clock.
    step("MPI tests", at_home(&["test", "--", "--test-threads", "1"]))
}

/// Whether the packages are installed, or on another system an MPI that can compile.
fn is_there() -> bool {
    if works(program("dpkg", &["--version"])) {
        works(program("dpkg", &[&["-s"], &PACKAGES[..]].concat()))
    } else {
        works(program("mpicc", &["--version"])) && works(program("mpirun", &["--version"]))
    }
}

/// Cargo in that workspace, with the target folder of this one.
fn at_home(args: &[&str]) -> Command {
    let mut command = cargo(args);
    command.current_dir(root().join("crates/mpi")).env("CARGO_TARGET_DIR", root().join("target"));
    command
}
