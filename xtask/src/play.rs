//! Building everything and starting it.

use std::process::Command;

use anyhow::Result;

use crate::run::{cargo, root, run, step};
use crate::web;

/// Nearly as fast a program as that of `release`, in two thirds of the time.
const PROFILE: &str = "quick";

/// Builds the app and the program, and serves the app; with `--terminal`
/// first, builds the program alone and plays in the terminal.
pub fn play(args: &[String]) -> Result<()> {
    println!("building Agon; the first time that takes several minutes, and each step is named as it begins");
    let terminal = args.first().is_some_and(|first| first == "--terminal");
    if !terminal {
        web::build()?;
    }
    step("build", cargo(&["build", "--profile", PROFILE, "--package", "agon"]))?;
    let mut agon = Command::new(root().join("target").join(PROFILE).join("agon"));
    if terminal { run(agon.arg("play").args(&args[1..])) } else { run(agon.args(["serve", "--open"]).args(args)) }
}
