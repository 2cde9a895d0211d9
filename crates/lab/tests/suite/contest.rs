//! Matches between agents.

use std::collections::HashSet;
use std::fs;
use std::time::Duration;

use crate::common::{conditions, open, play};
use agon_lab::{Adjudication, Archive, Conditions, Control, GameClock, Threshold};
use agon_search::Limits;

#[test]
fn every_game_is_told_once_and_adds_up() {
    let game = open("rhythmomachy", &[]);
    let shared = Conditions { control: Control::default(), ..conditions() };
    let (tally, records) = play(&*game, ["sledge:depth=1", "random"], 11, &shared, None).unwrap();
    let rounds: HashSet<_> = records.iter().map(|record| record.tag("Round").unwrap()).collect();
    assert_eq!((records.len(), rounds.len()), (11, 11));
    assert_eq!(tally.games.total(), 11);
    assert_eq!(tally.pairs.total(), 5);
    assert_eq!(tally.terminations.values().map(agon_lab::Games::total).sum::<u64>(), 11);
    assert!(tally.score() > 0.8, "{tally:?}");
    for record in records {
        record.check(&*game).unwrap();
    }
}

#[test]
fn a_match_can_be_played_again() {
    let game = open("rhythmomachy", &[]);
    let play = |concurrency| {
        let shared = Conditions { concurrency, ..conditions() };
        let (_, records) = play(&*game, ["random", "greedy"], 8, &shared, None).unwrap();
        let line = |record: &agon_core::Record| {
            let moves: Vec<String> = record.main.plies.iter().map(|ply| ply.mv.clone()).collect();
            (record.tag("Round").unwrap().to_string(), moves)
        };
        let mut lines: Vec<_> = records.iter().map(line).collect();
        lines.sort();
        lines
    };
    assert_eq!(play(1), play(3));
}

#[test]
fn a_pair_begins_alike_with_sides_swapped() {
    let game = open("andantino", &[]);
    let (_, mut records) = play(&*game, ["random", "greedy"], 6, &conditions(), None).unwrap();
    records.sort_by_key(|record| record.tag("Round").unwrap().parse::<usize>().unwrap());
    for pair in records.chunks(2) {
        assert_eq!(pair[0].main.plies[..2], pair[1].main.plies[..2]);
        assert_eq!(pair[0].tag("First"), pair[1].tag("Second"));
    }
    assert_ne!(records[0].main.plies[..2], records[2].main.plies[..2]);
}

#[test]
fn wrong_players_are_told_at_once() {
    let game = open("rhythmomachy", &[]);
    let error = |first| play(&*game, [first, "random"], 2, &conditions(), None).unwrap_err().to_string();
    assert!(error("sledg").starts_with("there is no agent `sledg`"));
    assert!(error("cmd:./there-is-no-such-engine").starts_with("cannot run `./there-is-no-such-engine`: "));
    let endless = Conditions { control: Control::default(), ..conditions() };
    let error = play(&*game, ["cmd:engine", "random"], 2, &endless, None).unwrap_err().to_string();
    assert!(error.starts_with("`engine` has to be told how long to think"), "{error}");
}

#[test]
fn whoever_is_late_loses_on_time() {
    let game = open("rhythmomachy", &[]);
    let time = Some(Duration::from_nanos(1));
    let control = Control { limits: Limits { time, ..Limits::default() }, ..Control::default() };
    let (tally, records) =
        play(&*game, ["random", "random"], 4, &Conditions { control, ..conditions() }, None).unwrap();
    assert_eq!(tally.time_forfeits(), 4);
    assert!(records[0].tag("Termination").unwrap().starts_with("time: "));
    records[0].check(&*game).unwrap();
}

#[test]
fn agents_live_with_a_short_clock() {
    let game = open("tilesum", &[]);
    let clock = GameClock { base: Duration::from_millis(300), increment: Duration::from_millis(5) };
    // Late answers of a loaded machine are not what is tested here.
    let control = Control { clock: Some(clock), margin: Duration::from_millis(200), ..Control::default() };
    let shared = Conditions { control, ..conditions() };
    let (tally, records) = play(&*game, ["alphabeta", "mcts"], 4, &shared, None).unwrap();
    assert_eq!(tally.time_forfeits(), 0);
    assert_eq!(records[0].tag("TimeControl"), Some("clock=0.3s+0.005s"));
}

#[test]
fn games_can_be_cut_short() {
    let game = open("rhythmomachy", &[]);
    let adjudication = Adjudication { plies: Some(5), ..Adjudication::default() };
    let (tally, records) =
        play(&*game, ["random", "random"], 4, &Conditions { adjudication, ..conditions() }, None).unwrap();
    assert_eq!(tally.draws(), 4);
    assert!(records.iter().all(|record| record.main.plies.len() == 5));
    assert_eq!(records[0].tag("Termination"), Some("too-long: no end after 5 half moves"));
    let resign = Some(Threshold { score: 300, moves: 2 });
    let adjudication = Adjudication { resign, ..Adjudication::default() };
    let (tally, _) =
        play(&*game, ["alphabeta", "random"], 4, &Conditions { adjudication, ..conditions() }, None).unwrap();
    assert_eq!(tally.losses(), 0);
}

#[test]
fn a_proven_game_ends_as_it_would_have_ended() {
    for name in ["andantino", "crosphere"] {
        let game = open(name, &[]);
        let rounds = |prove| {
            let limits = Limits { nodes: Some(2000), ..Limits::default() };
            let adjudication = Adjudication { prove, ..Adjudication::default() };
            let control = Control { limits, ..Control::default() };
            let shared = Conditions { control, adjudication, ..conditions() };
            let (tally, mut records) = play(&*game, ["alphabeta", "greedy"], 8, &shared, None).unwrap();
            records.sort_by_key(|record| record.tag("Round").unwrap().to_string());
            (tally, records)
        };
        let ((_, played), (tally, proven)) = (rounds(None), rounds(Some(100_000)));
        assert!(tally.terminations.contains_key("proven"), "{name}: {tally:?}");
        for (played, proven) in played.iter().zip(&proven) {
            let moves = |record: &agon_core::Record| -> Vec<String> {
                record.main.plies.iter().map(|ply| ply.mv.clone()).collect()
            };
            assert!(moves(played).starts_with(&moves(proven)));
            assert_eq!(played.result, proven.result, "{name}: {proven}");
            proven.check(&*game).unwrap();
        }
    }
}

#[test]
fn a_run_goes_on_where_it_ended() {
    let game = open("tilesum", &[("min", "random")]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.agon");
    let run = |games, seed| {
        let mut archive = Archive::resume(&path).unwrap();
        play(&*game, ["random", "greedy"], games, &Conditions { seed, ..conditions() }, Some(&mut archive))
    };
    let (part, _) = run(7, 1).unwrap();
    let (whole, told) = run(20, 1).unwrap();
    assert_eq!((part.games.total(), whole.games.total(), told.len()), (7, 20, 20));
    assert_eq!(Archive::resume(&path).unwrap().len(), 20);
    // What is there already is not played again, nor more than asked for told.
    let before = fs::read(&path).unwrap();
    assert_eq!(run(20, 1).unwrap().0, whole);
    assert_eq!(run(7, 1).unwrap().0.games, part.games);
    assert_eq!(fs::read(&path).unwrap(), before);
    let error = run(20, 2).unwrap_err().to_string();
    assert!(error.ends_with("game 1 is of another run: Seed is 1 and would be 2"), "{error}");
}

#[test]
fn an_agent_against_itself_is_no_stronger() {
    let game = open("crosphere", &[]);
    let holds = (1..=20).filter(|seed| {
        let shared = Conditions { seed: *seed, control: Control::default(), ..conditions() };
        let (tally, _) = play(&*game, ["random", "random"], 60, &shared, None).unwrap();
        let elo = tally.pairs.elo().unwrap();
        elo.elo.abs() <= elo.error
    });
    assert!(holds.count() >= 17);
}
