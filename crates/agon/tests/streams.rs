//! What comes in and goes out through pipes: lines that are none, pipes that
//! close, and engines that outlive whoever started them.

use std::collections::HashSet;
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything here may take, on whatever machine.
const FOREVER: Duration = Duration::from_secs(60);

fn agon(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(args)
        .env("AGON_HOME", env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// What a command prints that is told all this.
fn answers(args: &[&str], told: &[u8]) -> String {
    let mut child = agon(args);
    let (mut input, told) = (child.stdin.take().unwrap(), told.to_vec());
    let writer = thread::spawn(move || input.write_all(&told).unwrap());
    let mut said = String::new();
    child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    writer.join().unwrap();
    assert!(end_of(&mut child).success());
    said
}

/// How a process ends, which it has to do by itself.
fn end_of(child: &mut Child) -> ExitStatus {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if begun.elapsed() > FOREVER {
            child.kill().unwrap();
            panic!("the process does not end");
        }
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn damaged_and_endless_lines_are_answered_and_the_session_goes_on() {
    let mut told = b"b\xff\xfe\nisready\n".to_vec();
    told.extend(vec![b'x'; 1_000_001]);
    told.extend(b"\nisready\nquit\n");
    let said = answers(&["ugi", "tilesum"], &told);
    let expected = "info string error: the line is not text in UTF-8\nreadyok\n\
                    info string error: the line is too long: at most 1000000 bytes are allowed\nreadyok\n";
    assert_eq!(said, expected);
    // A long line that is allowed is read.
    let long = format!("{}isready\nquit\n", " ".repeat(900_000));
    assert_eq!(answers(&["ugi", "tilesum"], long.as_bytes()), "readyok\n");

    told.truncate(3);
    told.extend(b"\n");
    told.extend(vec![b'x'; 3_000_000]);
    told.extend(b"\nmoves\nquit\n");
    let said = answers(&["play", "tilesum", "--seed", "1"], &told);
    let lines: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    assert_eq!(
        lines[..2],
        ["the line is not text in UTF-8", "the line is too long: at most 1000000 bytes are allowed"],
        "{said}"
    );
    assert!(lines.len() >= 3, "{said}");
}

/// Half a gigabyte without an end of line, in a process that has only little memory for it.
#[cfg(target_os = "linux")]
#[test]
fn a_line_without_an_end_takes_no_memory() {
    for args in [["ugi", "tilesum"], ["play", "tilesum"]] {
        let mut child = agon(&args);
        let mut out = child.stdout.take().unwrap();
        let reader = thread::spawn(move || out.read_to_end(&mut Vec::new()).unwrap());
        let mut input = child.stdin.take().unwrap();
        for _ in 0..512 {
            input.write_all(&vec![0; 1 << 20]).unwrap();
        }
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let peak: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(peak < 200_000, "{args:?}: {peak} kB");
        drop(input);
        assert!(end_of(&mut child).success());
        reader.join().unwrap();
    }
}

/// A search that nobody waits for any more, in every form that has no near
/// end. Elsewhere it ends only when it next has something to say.
#[cfg(unix)]
#[test]
fn a_search_whose_output_is_closed_ends() {
    for go in ["go depth 99", "go nodes 1000000000000", "go movetime 100000000", "go infinite"] {
        for also_input in [true, false] {
            let mut child = agon(&["ugi", "crosphere"]);
            let mut input = child.stdin.take().unwrap();
            writeln!(input, "{go}").unwrap();
            let mut out = std::io::BufReader::new(child.stdout.take().unwrap());
            let mut line = String::new();
            std::io::BufRead::read_line(&mut out, &mut line).unwrap();
            assert!(line.starts_with("info depth "), "{line}");
            let kept = (!also_input).then_some(input);
            drop(out);
            assert!(end_of(&mut child).success(), "{go}");
            drop(kept);
        }
    }
}

#[cfg(unix)]
#[test]
fn an_engine_that_has_nothing_to_say_ends_when_its_output_is_closed() {
    let mut child = agon(&["ugi", "tilesum"]);
    drop(child.stdout.take());
    assert!(end_of(&mut child).success());
}

#[test]
fn at_the_end_of_the_input_a_search_still_answers() {
    for go in ["go depth 3", "go nodes 20000", "go movetime 500", "go infinite"] {
        let said = answers(&["ugi", "crosphere"], format!("{go}\n").as_bytes());
        assert!(said.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{go}: {said}");
    }
}

#[test]
fn what_a_search_has_found_is_told_once() {
    // What the clock and the memory have to do with is no news.
    let news = |line: &str| -> Vec<String> {
        let words: Vec<&str> = line.split(' ').collect();
        let told = |at: &usize| {
            !["nps", "time", "hashfull"].iter().any(|w| words[*at] == *w || words[at.saturating_sub(1)] == *w)
        };
        (0..words.len()).filter(told).map(|at| words[at].to_string()).collect()
    };
    for (agent, go) in [
        ("best", "go depth 4"),
        ("alphabeta:lines=2", "go depth 2"),
        ("mcts", "go playouts 2000"),
        ("minimax", "go depth 2"),
        ("random", "go"),
    ] {
        let said = answers(&["ugi", "crosphere"], format!("setoption name agent value {agent}\n{go}\n").as_bytes());
        let infos: Vec<Vec<String>> = said.lines().filter(|line| line.starts_with("info ")).map(news).collect();
        let different: HashSet<&Vec<String>> = infos.iter().collect();
        assert!(!infos.is_empty() && different.len() == infos.len(), "{agent}: {said}");
        assert!(said.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{agent}: {said}");
    }
}

/// An engine that listens to nothing, with a child of its own, in a match that
/// is ended in every way that there is.
#[cfg(unix)]
#[test]
fn engines_end_with_the_run_however_it_ends() {
    let alive = |pid: &str| Command::new("kill").args(["-0", pid]).stderr(Stdio::null()).status().unwrap().success();
    for signal in ["KILL", "INT", "TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let pids = folder.path().join("pids");
        // It ignores signals and the end of its input, and so does its child.
        let engine = format!(
            "cmd:sh -c 'trap \"\" HUP INT TERM; echo ugiok; echo readyok; (while :; do sleep 0.1; done) & \
             echo $$ $! >{0}.new; mv {0}.new {0}; while :; do sleep 0.1; done'",
            pids.display()
        );
        let args = ["match", "crosphere", "--games", "2", "--first", &engine, "--second", "random", "--time", "100s"];
        let mut run = agon(&args);
        let begun = Instant::now();
        while !pids.exists() {
            assert!(begun.elapsed() < FOREVER && run.try_wait().unwrap().is_none(), "the engine has not begun");
            thread::sleep(Duration::from_millis(10));
        }
        let pids = std::fs::read_to_string(&pids).unwrap();
        let pids: Vec<&str> = pids.split_whitespace().collect();
        assert!(pids.len() == 2 && pids.iter().all(|pid| alive(pid)), "{pids:?}");
        assert!(Command::new("kill").args(["-s", signal, &run.id().to_string()]).status().unwrap().success());
        end_of(&mut run);
        let begun = Instant::now();
        while pids.iter().any(|pid| alive(pid)) {
            if begun.elapsed() > FOREVER {
                let _ = Command::new("kill").args(["-s", "KILL"]).args(&pids).status();
                panic!("{signal}: {pids:?} are still running");
            }
            thread::sleep(Duration::from_millis(10));
        }
    }
}
