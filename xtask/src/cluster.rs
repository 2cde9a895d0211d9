//! What `agon-cluster` is tested with: worker processes and a `PostgreSQL` server.

use std::path::Path;

use anyhow::Result;

use crate::run::{cargo, step};
use crate::web::apt;

/// Tests that take seconds.
const SHORT: [&str; 5] =
    ["marathon::short_marathon", "marathon::an_orphaned_job", "formats::", "trust::only_what", "trust::what_does"];
/// Tests that take minutes.
const LONG: [&str; 4] =
    ["marathon::long_marathon", "marathon::an_orphaned_job", "marathon::a_link_that_is_cut", "trust::a_machine"];

/// The short form: 50 games, three kills and a restart of the database; and everything that can
/// be submitted.
pub fn test() -> Result<()> {
    install()?;
    run("cluster", &SHORT)
}

/// The long form, whose figures `docs/cluster.md` holds.
pub fn torture() -> Result<()> {
    install()?;
    run("cluster torture", &LONG)
}

/// The server, where it is missing, on Debian. Its programs are in no search path there.
fn install() -> Result<()> {
    if Path::new("/usr/lib/postgresql").exists() || std::env::var_os("AGON_POSTGRES").is_some() {
        return Ok(());
    }
    apt("PostgreSQL", &["postgresql"])
}

/// Runs some tests, one at a time: kills are timed, and workers take what processors there are.
fn run(name: &str, tests: &[&str]) -> Result<()> {
    // The features of the whole workspace, so that nothing is built a second time.
    let args = ["test", "--workspace", "--test", "cluster", "--"];
    let options = ["--ignored", "--nocapture", "--test-threads", "1"];
    step(name, cargo(&[&args[..], tests, &options[..]].concat()))
}
