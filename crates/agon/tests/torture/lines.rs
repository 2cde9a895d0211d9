//! Lines that no reasonable program would send.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::mpsc::channel;
use std::thread;

use agon_core::Rng;

use super::{PATIENCE, Room, Scale};

const GAMES: [&str; 5] = ["tilesum", "crosphere", "andantino", "rhythmomachy", "rithmomachia"];

/// Words of the protocol, of the games, and some that are neither.
const WORDS: [&str; 56] = [
    "ugi",
    "isready",
    "uginewgame",
    "setoption",
    "name",
    "value",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "stop",
    "query",
    "p1turn",
    "gameover",
    "result",
    "reason",
    "movetime",
    "depth",
    "nodes",
    "playouts",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "agent",
    "hash",
    "threads",
    "seed",
    "best",
    "random",
    "mcts:playouts=3",
    "alphabeta:depth=1",
    "level:1",
    "level:0",
    "u",
    "0",
    "+1",
    "j11",
    "k11",
    "b3c5",
    "Wc2",
    "Sa1",
    "-1",
    "1",
    "18446744073709551616",
    "1e9",
    "0.5",
    "nan",
    "\u{feff}",
    "é",
    "\u{202e}",
    "'",
    "\"",
    "[",
    "--",
];

/// A line made of words, of noise, or of far too much.
fn line(rng: &mut Rng) -> Vec<u8> {
    let mut line = Vec::new();
    match rng.below(20) {
        0 => line.extend((0..rng.below(200)).map(|_| rng.below(256) as u8)),
        1 => line.resize(rng.below(100_000) as usize, b'a' + rng.below(26) as u8),
        2 => line.extend(b"position startpos moves ".iter().chain(&b"u ".repeat(rng.below(500) as usize))),
        3 => {
            line.extend(b"position fen ".iter().copied().chain((0..rng.below(80)).map(|_| b' ' + rng.below(90) as u8)));
        }
        kind => {
            for _ in 0..rng.below(if kind < 10 { 5 } else { 12 }) {
                line.extend_from_slice(WORDS[rng.below(WORDS.len() as u32) as usize].as_bytes());
                line.push(if rng.below(30) == 0 { b'\t' } else { b' ' });
            }
        }
    }
    line.retain(|byte| *byte != b'\n');
    // It would be obeyed.
    if line.starts_with(b"quit") { Vec::new() } else { line }
}

#[test]
fn no_line_stops_the_engine() {
    let (scale, room) = (Scale::new(), Room::new());
    let mut rng = scale.rng();
    let (sessions, each) = (scale.pick(10, 100), 100);
    for session in 0..sessions {
        let game = GAMES[session % GAMES.len()];
        let mut child = room.command(&["ugi", game]).stdin(Stdio::piped()).spawn().unwrap();
        let (mut input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (heard, ready) = channel();
        let reader = thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut bytes = Vec::new();
            while output.read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
                if bytes.starts_with(b"readyok") {
                    let _ = heard.send(());
                }
                bytes.clear();
            }
        });
        let mut sent = Vec::new();
        for _ in 0..each {
            sent.extend(line(&mut rng));
            sent.push(b'\n');
            // So that a search that was begun ends.
            sent.extend(b"stop\n");
        }
        let lines = String::from_utf8_lossy(&sent).into_owned();
        input.write_all(&sent).unwrap_or_else(|error| panic!("{game} ended ({error}) within:\n{lines}"));
        let asked = lines.lines().filter(|line| line.trim() == "isready").count();
        input.write_all(b"stop\nisready\n").unwrap();
        for _ in 0..=asked {
            ready.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("{game} does not answer after:\n{lines}"));
        }
        input.write_all(b"quit\n").unwrap();
        super::wait(&mut child, "quit");
        drop(input);
        reader.join().unwrap();
        let output = child.wait_with_output().unwrap();
        super::check(&output, &lines);
    }
    println!("lines: {} lines in {sessions} sessions, every one answered or refused, no panic", sessions * each);
}

#[test]
fn a_line_without_an_end_does_not_fill_the_memory() {
    let room = Room::new();
    for command in [&["ugi", "tilesum"][..], &["play", "tilesum"]] {
        // 64 MB without an end of line, with at most 512 MB of memory in all.
        let script = "ulimit -v 524288; head -c 67108864 /dev/zero | \"$0\" \"$@\"";
        let output = std::process::Command::new("sh")
            .args(["-c", script])
            .arg(super::binary())
            .args(command)
            .current_dir(room.folder.path())
            .env("AGON_HOME", room.path("home"))
            .output()
            .unwrap();
        super::check(&output, command);
    }
}
