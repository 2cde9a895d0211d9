//! The commands of the README, `cargo xtask play` and `cargo xtask test`, and
//! their parts.

mod engine;
mod run;
mod test;

use std::env;
use std::process::{Command, ExitCode};

use anyhow::Result;

use crate::run::{cargo, root, run, step};

const HELP: &str = "\
cargo xtask play [ARGUMENTS]   build Agon and play; arguments go to `agon play`
cargo xtask test               run everything that checks the project
cargo xtask engine             build the engine for the browser into web/src/engine/pkg
";

fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let done = match args.next().as_deref() {
        Some("play") => play(&args.collect::<Vec<_>>()),
        Some("test") => test::test(),
        Some("engine") => engine::build(),
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
