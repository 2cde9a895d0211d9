//! Outside engines, good and bad. The bad ones are a few lines of shell each.

#![cfg(unix)]

use std::time::{Duration, Instant};

use crate::common::{conditions, open, play};
use agon_core::Record;
use agon_lab::{Adjudication, Conditions, Control, Tally};
use agon_search::Limits;

/// An engine that introduces itself and then, asked for a move, does `deed`.
fn engine(deed: &str) -> String {
    format!(
        "cmd:sh -c 'while read word rest; do case $word in ugi) echo id name bad; echo ugiok;; \
         isready) echo readyok;; go) {deed};; quit) exit;; esac; done'"
    )
}

/// Plays against an engine with a tenth of a second a move.
fn face(engine: &str) -> (Tally, Vec<Record>) {
    let game = open("rhythmomachy", &[]);
    let limits = Limits { time: Some(Duration::from_millis(100)), ..Limits::default() };
    // Room for a loaded machine: only the engine is to be late.
    let control = Control { limits, margin: Duration::from_millis(300), ..Control::default() };
    let shared = Conditions { control, patience: Duration::from_secs(1), ..conditions() };
    play(&*game, [engine, "greedy"], 4, &shared, None).unwrap()
}

/// Asserts that an engine loses every game in this way, and that the games go on without it.
fn loses(engine: &str, word: &str) {
    let (tally, records) = face(engine);
    assert_eq!((tally.losses(), tally.games.total()), (4, 4), "{tally:?}");
    assert_eq!(tally.terminations.keys().collect::<Vec<_>>(), [word], "{records:?}");
    for record in records {
        record.check(&*open("rhythmomachy", &[])).unwrap();
    }
}

#[test]
fn an_engine_that_crashes_loses() {
    loses(&engine("exit 3"), "crash");
    loses("cmd:false", "crash");
    loses("cmd:sh -c 'kill -9 $$'", "crash");
    let (_, records) = face(&engine("exit 3"));
    assert!(records[0].tag("Termination").unwrap().contains("exit status: 3"));
}

#[test]
fn an_engine_that_says_nothing_loses() {
    loses(&engine("sleep 100"), "silence");
    loses("cmd:sleep 100", "silence");
    // One that does not even read what it is sent.
    loses("cmd:tail -f /dev/null", "silence");
}

#[test]
fn an_engine_that_talks_nonsense_loses() {
    loses(&engine("echo hello; echo bestmove"), "garbage");
    loses(&engine("echo bestmove %&/"), "garbage");
    loses("cmd:yes nonsense", "garbage");
    // Bytes that are no text, in a line without an end.
    loses("cmd:cat /dev/zero", "garbage");
}

#[test]
fn an_engine_that_plays_wrongly_loses() {
    loses(&engine("echo bestmove a1a1"), "illegal");
}

#[test]
fn an_engine_that_boasts_is_not_believed() {
    let game = open("rhythmomachy", &[]);
    let adjudication = Adjudication { prove: Some(2000), ..Adjudication::default() };
    let shared = Conditions { adjudication, ..conditions() };
    let boaster = engine("echo info score mate 3; echo bestmove b3c5");
    let (tally, records) = play(&*game, [&boaster, "greedy"], 4, &shared, None).unwrap();
    assert!(records.iter().any(|record| record.main.plies.iter().any(|ply| ply.mv == "b3c5")), "{records:?}");
    assert_eq!(tally.terminations.keys().collect::<Vec<_>>(), ["illegal"]);
}

#[test]
fn an_engine_that_is_slow_loses_and_may_go_on() {
    loses(&engine("sleep 0.8; echo bestmove b3c5"), "time");
}

#[test]
fn what_an_engine_started_ends_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("alive");
    // A child that would write a sign of life after the games are over.
    let deed = format!("(sleep 4; touch {}) & wait", path.display());
    let begun = Instant::now();
    loses(&engine(&deed), "silence");
    std::thread::sleep(Duration::from_secs(6).saturating_sub(begun.elapsed()));
    assert!(!path.exists());
}

#[test]
fn what_an_engine_leaves_behind_ends_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("alive");
    // The engine quits when it is told to, or ends by itself, and its child stays behind.
    for deed in [
        format!("(sleep 4; touch {}) & echo bestmove a1a1", path.display()),
        format!("(sleep 4; touch {}) & exit 3", path.display()),
    ] {
        let begun = Instant::now();
        face(&engine(&deed));
        std::thread::sleep(Duration::from_secs(6).saturating_sub(begun.elapsed()));
        assert!(!path.exists(), "{deed}");
    }
}

#[test]
fn damaged_and_endless_lines_between_answers_are_passed_over() {
    let odd = "printf \"id author Bj\\366rn\\n\"; head -c 100000 /dev/zero; echo";
    let talks = format!(
        "cmd:sh -c 'while read word rest; do {odd}; case $word in ugi) echo ugiok;; isready) echo readyok;; \
         go) echo bestmove a1a1;; quit) exit;; esac; done'"
    );
    loses(&talks, "illegal");
}

#[test]
fn where_no_time_is_set_patience_ends() {
    let game = open("rhythmomachy", &[]);
    let shared = Conditions { patience: Duration::from_secs(1), ..conditions() };
    let (tally, _) = play(&*game, [&engine("sleep 100"), "random"], 2, &shared, None).unwrap();
    assert_eq!(tally.terminations["silence"].total(), 2);
    // An engine that reports now and then is thinking.
    let slow = engine("for i in 1 2 3; do sleep 0.5; echo info depth $i; done; echo bestmove a1a1");
    let (tally, _) = play(&*game, [&slow, "random"], 2, &shared, None).unwrap();
    assert_eq!(tally.terminations["illegal"].total(), 2);
}
