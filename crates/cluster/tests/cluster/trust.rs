//! Whom a run trusts: machines that err, commands, other builds, and the speed of machines.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::postgres::Server;
use crate::workers::{PROGRAM, Workers, agon, attempt, wait};

const MATCH: &str =
    "[match]\ngame = 'connect4'\nfirst = 'alphabeta'\nsecond = 'random'\ngames = 12\nnodes = 50\nhash = 1\n";

fn submit(server: &Server, folder: &Path, name: &str, text: &str, more: &[&str]) -> std::process::Output {
    let file = folder.join(format!("{name}.toml"));
    fs::write(&file, text).unwrap();
    attempt(server, &[&["submit", file.to_str().unwrap(), "--name", name], more].concat())
}

fn state(server: &Server, run: &str) -> String {
    server.ask(&format!("SELECT state FROM agon.runs WHERE id = '{run}'"))
}

fn told(output: &std::process::Output) -> String {
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8_lossy(&output.stderr).trim().to_string()
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_machine_that_errs_is_found_and_named() {
    let server = Server::start();
    let folder = tempfile::tempdir().unwrap();
    assert!(submit(&server, folder.path(), "doubt", MATCH, &["--verify", "1"]).status.success());
    let mut workers = Workers::start(&server.address(), 3, &[], None);
    wait("some games", Duration::from_mins(1), || server.ask("SELECT count(*) FROM agon.games WHERE round = 1") == "1");
    workers.end();
    // As if a machine whose arithmetic is wrong had brought the first game.
    let before = server.ask("SELECT digest FROM agon.games WHERE round = 1");
    server.ask("UPDATE agon.games SET digest = 1, worker = 'broken-1' WHERE round = 1");
    server.ask("UPDATE apalis.jobs SET status = 'Pending', lock_by = NULL WHERE idempotency_key LIKE '%/again'");
    server.ask("UPDATE agon.runs SET state = 'open', lease = '-infinity'");
    (0..3).for_each(|_| workers.add());
    wait("the verdict", Duration::from_mins(2), || {
        state(&server, "doubt") == "done" || state(&server, "doubt") == "failed"
    });
    let status = agon(&server, &["status", "doubt"]);
    assert!(status.contains("game 1 of games wrong on broken-1"), "{status}");
    assert_eq!(server.ask("SELECT digest FROM agon.games WHERE round = 1"), before);
}

#[test]
#[ignore = "needs PostgreSQL"]
fn only_what_is_allowed_is_run() {
    let server = Server::start();
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("engine.sh");
    let trace = folder.path().join("it-ran");
    fs::write(&script, format!("#!/bin/sh\ntouch {}\n", trace.display())).unwrap();
    let command = format!("cmd:sh {}", script.display());
    let text = MATCH.replace("'random'", &format!("'{command}'"));
    assert!(submit(&server, folder.path(), "engine", &text, &[]).status.success());
    let mut workers = Workers::start(&server.address(), 2, &["--allow", "cmd:sh other"], None);
    // Jobs for everybody are done meanwhile.
    assert!(submit(&server, folder.path(), "plain", MATCH, &[]).status.success());
    wait("the other run", Duration::from_mins(1), || state(&server, "plain") == "done");
    assert_eq!(server.ask("SELECT count(*) FROM agon.games WHERE run = 'engine'"), "0");
    assert!(!trace.exists(), "a command was run that nobody had allowed");
    workers.end();
    let mut workers = Workers::start(&server.address(), 1, &["--allow", &command], None);
    wait("the engine's run", Duration::from_mins(2), || state(&server, "engine") == "done");
    assert!(trace.exists());
    workers.end();
    let refused = attempt(&server, &["work", "--allow", "sh other"]);
    assert!(told(&refused).starts_with("error: --allow takes a command as the file has it"));
}

#[test]
#[ignore = "needs PostgreSQL"]
fn what_does_not_fit_is_refused() {
    let server = Server::start();
    let folder = tempfile::tempdir().unwrap();
    let submit = |name: &str, text: &str, more: &[&str]| submit(&server, folder.path(), name, text, more);
    // Times on machines that are not alike.
    let timed = MATCH.replace("nodes = 50", "time = '5ms'");
    assert!(told(&submit("timed", &timed, &[])).contains("machines differ in speed"));
    assert!(submit("timed", &timed, &["--speed", "1000000"]).status.success());
    let mut slow = Workers::start(&server.address(), 1, &["--speed", "500000"], None);
    wait("the timed run", Duration::from_mins(2), || state(&server, "timed") == "done");
    assert_eq!(server.ask("SELECT DISTINCT pace FROM agon.games WHERE run = 'timed'"), "2");
    let out = folder.path().join("timed.agon");
    agon(&server, &["collect", "timed", "--out", out.to_str().unwrap()]);
    let text = fs::read_to_string(out).unwrap();
    assert_eq!(
        (text.matches("[Pace \"2.000\"]").count(), text.matches("[TimeControl \"time=0.005s\"]").count()),
        (12, 12)
    );
    slow.end();
    // Another run of the same name, names that are none, files that are wrong.
    assert!(submit("one", MATCH, &[]).status.success());
    assert!(told(&submit("one", &MATCH.replace("12", "14"), &[])).contains("there is another run named one"));
    assert!(told(&submit("a b", MATCH, &[])).contains("letters, digits and hyphens"));
    assert!(told(&submit("two", &MATCH.replace("12", "0"), &[])).contains("games cannot be"));
    assert!(told(&attempt(&server, &["status", "three"])).contains("there is no run `three`"));
    let nowhere = std::process::Command::new(PROGRAM).arg("status").env("AGON_DATABASE", "secret").output().unwrap();
    assert!(!told(&nowhere).contains("secret"));
    // A worker of another build has nothing to do here.
    server.ask("UPDATE agon.runs SET build = 'other' WHERE state = 'open'");
    let refused = told(&attempt(&server, &["work"]));
    assert!(refused.starts_with("error: run one is of build other, and this worker is of build "), "{refused}");
    // A run that is cancelled is over, and what was played stays.
    agon(&server, &["cancel", "one"]);
    assert_eq!(state(&server, "one"), "cancelled");
    assert!(told(&attempt(&server, &["cancel", "one"])).contains("has ended already: cancelled"));
    assert!(attempt(&server, &["work", "--drain"]).status.success());
}
