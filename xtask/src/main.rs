//! The commands of the README, `cargo xtask play` and `cargo xtask test`, and
//! their parts.

mod cluster;
mod engine;
mod mpi;
mod play;
mod run;
mod test;
mod web;

use std::env;
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask play [ARGUMENTS]             build Agon and play in the browser; arguments go to `agon serve`
cargo xtask play --terminal [ARGUMENTS]  build Agon and play in the terminal; arguments go to `agon play`
cargo xtask test                         run everything that checks the project
cargo xtask torture                      kill, starve and mislead the program for some minutes
cargo xtask cluster-torture              the same to workers of a cluster and their database
cargo xtask web                          build the web app into web/dist, its engine included
cargo xtask engine                       build the engine for the browser into web/src/engine/pkg
";

fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let done = match args.next().as_deref() {
        Some("play") => play::play(&args.collect::<Vec<_>>()),
        Some("test") => test::test(),
        Some("torture") => test::torture(),
        Some("cluster-torture") => cluster::torture(),
        Some("web") => web::build(),
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
