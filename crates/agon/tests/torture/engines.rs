//! Outside engines that do whatever an engine should not.

use std::fs;
use std::process::Command;

use agon_core::Record;

use super::{PATIENCE, Room, Scale, binary, kill, stderr, wait_until};

/// How each engine misbehaves, as a shell script; `$AGON` is a good engine,
/// and `$1` marks all processes of a test.
const ENGINES: [(&str, &str); 24] = [
    ("ends at once", "exit 0"),
    ("fails at once", "exit 3"),
    ("kills itself", "kill -9 $$"),
    ("is silent", "exec sleep 1000"),
    ("closes its output", "exec >&-; exec sleep 1000"),
    ("closes its input", "exec <&-; echo ugiok; exec sleep 1000"),
    ("ends after the greeting", "echo ugiok; exit 0"),
    ("is never ready", "echo ugiok; exec sleep 1000"),
    ("knows only one word", "exec yes ugiok"),
    ("says nonsense", "while read -r line; do echo 'What a lovely day'; done"),
    ("says nothing but blank lines", "exec yes ''"),
    ("has no end of line", "exec tr '\\0' 'x' < /dev/zero"),
    ("sends zeros", "exec cat /dev/zero"),
    ("sends noise", "exec head -c 10000000 /dev/urandom"),
    ("does not send text", "printf 'ugiok\\377\\376\\n'; while read -r line; do printf '\\377\\376\\n'; done"),
    ("plays an illegal move", "$AGON ugi tilesum | sed -u 's/^bestmove.*/bestmove z9/'"),
    ("plays half a move", "$AGON ugi tilesum | sed -u 's/^bestmove.*/bestmove/'"),
    ("plays what is no move", "$AGON ugi tilesum | sed -u 's/^bestmove.*/bestmove \\xff\\xfe/'"),
    ("repeats everything", "$AGON ugi tilesum | sed -u 'p'"),
    (
        "ends when it should move",
        "while read -r line; do case $line in ugi) echo ugiok;; isready) echo readyok;; go*) exit 1;; esac; done",
    ),
    ("never moves", "while read -r line; do case $line in ugi) echo ugiok;; isready) echo readyok;; esac; done"),
    ("does not want to end", "trap '' TERM HUP INT PIPE; echo ugiok; while :; do sleep 1; done"),
    (
        "leaves children behind",
        "sleep 1000 & sleep 1001 & while read -r line; do case $line in ugi) echo ugiok;; isready) echo readyok;; go*) exit 1;; esac; done",
    ),
    (
        "announces wins without end",
        "$AGON ugi tilesum | sed -u 's/^info.*/info score mate 99999999999999999999 depth -3 nodes 1e99 pv/'",
    ),
];

/// The processes that carry a mark in their environment.
fn marked(mark: &str) -> Vec<String> {
    let wanted = format!("AGON_TORTURE_MARK={mark}");
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let is_marked = |path: &std::path::Path| {
        let is_dead = fs::read_to_string(path.join("stat")).map_or(true, |stat| stat.contains(") Z "));
        let environment = fs::read(path.join("environ")).unwrap_or_default();
        !is_dead && environment.split(|byte| *byte == 0).any(|line| line == wanted.as_bytes())
    };
    processes
        .filter(|entry| is_marked(&entry.path()))
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect()
}

fn script(room: &Room, name: &str, text: &str) -> String {
    let path = room.path(name);
    fs::write(&path, text).unwrap();
    format!("cmd:sh \"{}\"", path.display())
}

fn contest(room: &Room, engine: &str, mark: &str, games: &str) -> Command {
    let players = ["match", "tilesum", "--first", engine, "--second", "random", "--openings", "0"];
    let rest = ["--games", games, "--time", "0.2s", "--patience", "1s", "--out", "games.agon"];
    let mut command = room.command(&[&players[..], &rest].concat());
    command.env("AGON_TORTURE_MARK", mark).env("AGON", binary());
    command
}

#[test]
fn bad_engines_lose_their_games_and_leave_nothing_behind() {
    let scale = Scale::new();
    let mut engines: Vec<_> = ENGINES.to_vec();
    if !scale.is_long {
        // Another third each time the seed changes.
        engines = engines
            .into_iter()
            .enumerate()
            .filter(|(at, _)| (*at as u64 + scale.seed).is_multiple_of(3))
            .map(|(_, engine)| engine)
            .collect();
    }
    for (number, (name, text)) in engines.iter().enumerate() {
        let room = Room::new();
        let mark = format!("{}-bad-{number}", std::process::id());
        let engine = script(&room, "engine.sh", text);
        let output = contest(&room, &engine, &mark, "2").output().unwrap();
        super::check(&output, name);
        assert!(output.status.success(), "{name}: {}", stderr(&output));
        let records = Record::parse_all(&fs::read_to_string(room.path("games.agon")).unwrap()).unwrap();
        assert_eq!(records.len(), 2, "{name}");
        wait_until(&format!("{name}: processes are left"), || marked(&mark).is_empty());
    }
    println!("engines: {} kinds of bad engine, every game ended and written, no process left", engines.len());
}

#[test]
fn engines_end_however_the_run_ends() {
    let room = Room::new();
    for (how, signal) in [("Ctrl-C", "-INT"), ("SIGTERM", "-TERM"), ("SIGKILL", "-KILL")] {
        for (name, text) in [
            ("a good engine", "exec $AGON ugi tilesum"),
            (
                "one that searches for ever",
                "echo ugiok; while read -r line; do case $line in isready) echo readyok;; esac; done; while :; do sleep 1; done",
            ),
        ] {
            let _ = fs::remove_file(room.path("games.agon"));
            let mark = format!("{}{signal}-{}", std::process::id(), name.len());
            let engine = script(&room, "engine.sh", text);
            let mut child = contest(&room, &engine, &mark, "1000000").arg("--resume").spawn().unwrap();
            wait_until("the engine did not start", || marked(&mark).len() > 1);
            let killed = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
            assert!(killed.success());
            super::wait(&mut child, how);
            wait_until(&format!("{how}: {name} is left after {PATIENCE:?}"), || marked(&mark).is_empty());
        }
    }
    println!("engines: none left after Ctrl-C, SIGTERM and SIGKILL");
}

#[test]
fn an_engine_without_anybody_to_talk_to_ends() {
    use std::io::Write;
    use std::process::Stdio;

    let room = Room::new();
    for limit in ["depth 99", "nodes 100000000000", "movetime 10000000", "infinite"] {
        let mut child = room.command(&["ugi", "andantino"]).stdin(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(format!("position startpos moves j11 k11 i10\ngo {limit}\n").as_bytes()).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(300));
        drop((input, child.stdout.take(), child.stderr.take()));
        if child.try_wait().unwrap().is_none() {
            super::wait(&mut child, &format!("`go {limit}` goes on with both pipes closed"));
        }
    }
    // Killing what has ended does no harm.
    let mut child = room.command(&["ugi", "tilesum"]).spawn().unwrap();
    super::wait(&mut child, "end of input");
    kill(&mut child);
}
