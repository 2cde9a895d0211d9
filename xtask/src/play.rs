//! Building everything and starting it.

use std::process::Command;

use anyhow::Result;

use crate::run::{cargo, root, run, step};
use crate::web;

/// Builds the app and the program, and serves the app; with `--terminal`
/// first, builds the program alone and plays in the terminal.
pub fn play(args: &[String]) -> Result<()> {
    let terminal = args.first().is_some_and(|first| first == "--terminal");
    if !terminal {
        web::build()?;
    }
    step("build", cargo(&["build", "--release", "--package", "agon"]))?;
    let mut agon = Command::new(root().join("target/release/agon"));
    if terminal { run(agon.arg("play").args(&args[1..])) } else { run(agon.args(["serve", "--open"]).args(args)) }
}
