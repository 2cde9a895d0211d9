//! The two commands of the README: `cargo xtask play` and `cargo xtask test`.

use std::env;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context, Result, bail};

const HELP: &str = "\
cargo xtask play [ARGUMENTS]   build Agon and play; arguments go to `agon play`
cargo xtask test               run everything that checks the project
";

/// The fuzz targets, and how many inputs each is tried with: enough to walk
/// through the parsers anew. From a fixed seed, so that a test that passed
/// passes again; `cargo fuzz run TARGET` looks further.
const FUZZ_TARGETS: [(&str, u32); 4] =
    [("record", 100_000), ("position", 100_000), ("legal", 5_000), ("format", 50_000)];
const WASM: &str = "wasm32-unknown-unknown";

fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let done = match args.next().as_deref() {
        Some("play") => play(&args.collect::<Vec<_>>()),
        Some("test") => test(),
        Some("help" | "--help" | "-h") => {
            print!("{HELP}");
            Ok(())
        }
        _ => {
            eprint!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn play(args: &[String]) -> Result<()> {
    step("build", cargo(&["build", "--release", "--package", "agon"]))?;
    let mut agon = Command::new(root().join("target/release/agon"));
    run(agon.arg("play").args(args))
}

fn test() -> Result<()> {
    step("formatting", cargo(&["fmt", "--all", "--check"]))?;
    step("clippy", cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    step("tests", cargo(&["test", "--workspace"]))?;
    step("documentation", cargo(&["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"))?;
    step("wasm target", Command::new("rustup").args(["target", "add", WASM]).current_dir(root()))?;
    step("wasm", cargo(&["check", "--package", "agon-games", "--target", WASM]))?;
    fuzz()?;
    println!("\neverything passes");
    Ok(())
}

/// Builds the fuzz targets with the stable compiler, and runs each for a while.
fn fuzz() -> Result<()> {
    let installed =
        Command::new("cargo").args(["fuzz", "--version"]).output().is_ok_and(|output| output.status.success());
    if !installed {
        step("cargo-fuzz", cargo(&["install", "cargo-fuzz", "--locked"]))?;
    }
    for (target, runs) in FUZZ_TARGETS {
        let runs = format!("-runs={runs}");
        let args = ["fuzz", "run", "--sanitizer", "none", target, "--", "-seed=1", &runs, "-verbosity=0"];
        step(&format!("fuzz {target}"), &mut cargo(&args))?;
    }
    Ok(())
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root());
    command
}

/// Runs a command under a heading, and tells how long it took.
fn step(name: &str, mut command: impl std::borrow::BorrowMut<Command>) -> Result<()> {
    println!("\n== {name}");
    let begin = Instant::now();
    run(command.borrow_mut()).with_context(|| name.to_string())?;
    println!("== {name}: {:.0} s", begin.elapsed().as_secs_f32());
    Ok(())
}

fn run(command: &mut Command) -> Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command.status().with_context(|| format!("cannot start {program}"))?;
    if !status.success() {
        bail!("{program} failed ({status})");
    }
    Ok(())
}
