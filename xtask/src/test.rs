//! Everything that checks the project.

use anyhow::Result;

use crate::run::{cargo, step, works};
use crate::{cluster, engine, mpi, web};

/// The fuzz targets, and how many inputs each is tried with: enough to walk
/// through the parsers anew. From a fixed seed, so that a test that passed
/// passes again; `cargo fuzz run TARGET` looks further.
const FUZZ_TARGETS: [(&str, u32); 4] =
    [("record", 100_000), ("position", 100_000), ("legal", 5_000), ("format", 50_000)];

/// Checks everything. The app is built first, so that what is tested holds it.
pub fn test() -> Result<()> {
    step("formatting", cargo(&["fmt", "--all", "--check"]))?;
    if web::is_there() {
        web::build()?;
    } else {
        engine::build()?;
    }
    step("clippy", cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    step("tests", cargo(&["test", "--workspace"]))?;
    cluster::test()?;
    step("documentation", cargo(&["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"))?;
    if web::is_there() {
        web::test()?;
    }
    mpi::test()?;
    fuzz()?;
    println!("\neverything passes");
    Ok(())
}

/// The long form of the torture test, which `cargo xtask test` runs in its short one. It prints
/// the figures that `docs/reliability.md` holds.
pub fn torture() -> Result<()> {
    // One test at a time: kills are timed, and should meet a process that is running.
    let args = ["test", "-p", "agon", "--test", "torture", "--", "--nocapture", "--test-threads", "1"];
    step("torture", cargo(&args).env("AGON_TORTURE", "long"))
}

/// Builds the fuzz targets with the stable compiler, and runs each for a while.
fn fuzz() -> Result<()> {
    if !works(cargo(&["fuzz", "--version"])) {
        step("cargo-fuzz", cargo(&["install", "cargo-fuzz", "--locked"]))?;
    }
    for (target, runs) in FUZZ_TARGETS {
        let runs = format!("-runs={runs}");
        let args = ["fuzz", "run", "--sanitizer", "none", target, "--", "-seed=1", &runs, "-verbosity=0"];
        step(&format!("fuzz {target}"), &mut cargo(&args))?;
    }
    Ok(())
}
