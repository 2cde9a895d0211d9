//! Ranks that are killed, stopped or panic: each is noticed within ten seconds,
//! and the search goes on with fewer.

mod common;

use std::time::{Duration, Instant};

use common::{Engine, mpirun};
use rustix::process::{Pid, Signal, kill_process};

/// Within this time a lost rank is noticed and survived.
const NOTICED: Duration = Duration::from_secs(10);
const PATIENCE: Duration = Duration::from_secs(30);

fn signal(pid: i32, signal: Signal) {
    kill_process(Pid::from_raw(pid).unwrap(), signal).unwrap();
}

/// Has three ranks think for a minute, once the search has completed some iterations.
fn thinking() -> Engine {
    let mut engine = Engine::launch(3, "rhythmomachy");
    engine.say("ugi");
    engine.hear("ugiok", PATIENCE);
    engine.say("setoption name hash value 16");
    engine.say("isready");
    engine.hear("readyok", PATIENCE);
    engine.say("position startpos moves b3c5");
    engine.say("go movetime 60000");
    engine.hear("info depth 4", PATIENCE);
    assert_eq!(engine.ranks().len(), 3);
    engine
}

/// The move that was thought about is answered from the checkpoint, and the next is searched by fewer.
fn goes_on(mut engine: Engine, lost: Instant) {
    engine.hear("info string a rank was lost", NOTICED.saturating_sub(lost.elapsed()));
    engine.hear("info string answered from the checkpoint", Duration::from_secs(1));
    let (answer, _) = engine.hear("bestmove", Duration::from_secs(1));
    assert!(lost.elapsed() < NOTICED, "{:?}", lost.elapsed());
    println!("answered after {:.1} s", lost.elapsed().as_secs_f32());
    let mv = answer.strip_prefix("bestmove ").unwrap();
    engine.say(&format!("position startpos moves b3c5 {mv}"));
    engine.say("go depth 4");
    let (line, _) = engine.hear("info string nodes by rank", PATIENCE);
    assert_eq!(line.split(' ').filter(|word| word.parse::<u64>().is_ok()).count(), 2, "{line}");
    engine.hear("bestmove", PATIENCE);
    assert_eq!(engine.ranks().len(), 2, "what is left of the old job has ended");
    engine.say("quit");
    assert!(engine.child.wait().unwrap().success());
}

#[test]
fn a_killed_rank_is_survived() {
    for rank in [2, 0] {
        let engine = thinking();
        signal(engine.ranks()[rank], Signal::KILL);
        goes_on(engine, Instant::now());
    }
}

#[test]
fn a_stopped_rank_is_survived() {
    for rank in [1, 0] {
        let engine = thinking();
        signal(engine.ranks()[rank], Signal::STOP);
        goes_on(engine, Instant::now());
    }
}

#[test]
fn a_panicking_rank_is_survived() {
    // It panics on rank 2, which there is no more after it was lost.
    let mut engine = Engine::launch_with(3, "rhythmomachy", |command| {
        command.env("AGON_MPI_PANIC", "2:4000");
    });
    let begin = Instant::now();
    engine.say("position startpos moves b3c5");
    engine.say("go movetime 60000");
    engine.hear("info depth 4", PATIENCE);
    assert!(begin.elapsed() < Duration::from_secs(4), "the machine is too slow for this test");
    goes_on(engine, Instant::now() + Duration::from_secs(4).saturating_sub(begin.elapsed()));
}

/// The game goes on: one move at most is answered with what was known when the rank was lost.
#[test]
fn a_killed_rank_costs_at_most_one_move_of_a_game() {
    let mut engine = Engine::launch(3, "andantino");
    engine.say("setoption name hash value 16");
    let (mut moves, mut lost) = (Vec::<String>::new(), 0);
    for ply in 0..16 {
        let line = if ply > 0 { format!(" moves {}", moves.join(" ")) } else { String::new() };
        engine.say(&format!("position startpos{line}"));
        engine.say("query gameover");
        if engine.hear("response", PATIENCE).0 == "response true" {
            break;
        }
        engine.say("go movetime 400");
        if ply == 5 {
            engine.hear("info depth 3", PATIENCE);
            signal(engine.ranks()[1], Signal::KILL);
        }
        let asked = Instant::now();
        let mv = loop {
            let (line, _) = engine.hear("", NOTICED);
            lost += u32::from(line == "info string answered from the checkpoint");
            if let Some(mv) = line.strip_prefix("bestmove ") {
                break mv.to_string();
            }
        };
        assert!(asked.elapsed() < NOTICED);
        moves.push(mv);
    }
    assert!(moves.len() > 8 && lost <= 1, "{lost} moves lost of {moves:?}");
    assert_eq!(engine.ranks().len(), 2);
}

/// Without a supervisor a lost rank ends the job; it does not hang.
#[test]
fn without_a_supervisor_a_stopped_rank_ends_the_job() {
    let mut command = mpirun(2);
    command.args(["ugi", "rhythmomachy"]);
    let mut engine = Engine::start(command);
    engine.say("go infinite");
    engine.hear("info depth 3", PATIENCE);
    let lost = Instant::now();
    signal(engine.ranks()[1], Signal::STOP);
    let status = engine.child.wait().unwrap();
    assert!(!status.success() && lost.elapsed() < NOTICED, "{status} after {:?}", lost.elapsed());
}

/// Nothing is left behind by a supervisor that is killed.
#[test]
fn the_ranks_end_with_the_supervisor() {
    let mut engine = thinking();
    let ranks = engine.ranks();
    engine.child.kill().unwrap();
    engine.child.wait().unwrap();
    let until = Instant::now() + NOTICED;
    let is_there = |pid: &i32| std::path::Path::new(&format!("/proc/{pid}/fd/0")).exists();
    while ranks.iter().any(is_there) {
        assert!(Instant::now() < until, "ranks are left");
        std::thread::sleep(Duration::from_millis(50));
    }
}
