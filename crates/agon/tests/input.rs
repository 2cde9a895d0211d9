//! Numbers, files and outputs that nobody should give, and that people give all the same.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

fn agon(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
    command.args(arguments).stdin(Stdio::null());
    command
}

/// What is said to a command that ends as one that was told something wrong: one line.
fn refusal(arguments: &[&str]) -> String {
    let Output { status, stderr, .. } = agon(arguments).output().unwrap();
    let told = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(2), "{arguments:?}: {told}");
    assert_eq!(told.lines().count(), 1, "{arguments:?}: {told}");
    told
}

const PAIR: [&str; 6] = ["match", "tilesum", "--first", "random", "--second", "random"];

#[test]
fn numbers_out_of_range_are_refused_in_the_same_words() {
    let series: [(&[&str], &str); 8] = [
        (&["--games", "18446744073709551615"], "from 1 to 1000000000000000"),
        (&["--games", "0"], "from 1 to 1000000000000000"),
        (&["--games", "-3"], "from 1 to 1000000000000000"),
        (&["--hash", "1000000"], "from 1 to 65536 (megabytes)"),
        (&["--concurrency", "5000"], "from 1 to 256"),
        (&["--threads", "20000"], "(four a core)"),
        (&["--openings", "4294967295"], "from 0 to 1000"),
        (&["--max-plies", "0"], "from 1 to 1000000"),
    ];
    for (wrong, allowed) in series {
        let told = refusal(&[&PAIR[..], wrong].concat());
        assert!(told.contains("it takes a whole number ") && told.contains(allowed), "{wrong:?}: {told}");
    }
    let others: [(&[&str], &str); 8] = [
        (&["sprt", "tilesum", "--first", "random", "--second", "random", "--games", "18446744073709551615"], "from 1"),
        (&["solve", "tilesum", "--hash", "4294967295"], "from 1 to 65536 (megabytes)"),
        (&["best", "tilesum", "--agent", "alphabeta:hash=1000000"], "from 1 to 65536 (megabytes)"),
        (&["best", "tilesum", "--agent", "mcts:threads=20000"], "(four a core)"),
        (&["best", "tilesum", "--agent", "minimax", "--depth", "4294967295"], "from 1 to 1000"),
        (&["perft", "tilesum", "4294967295"], "from 0 to 1000"),
        (&["puzzles", "tilesum", "--concurrency", "5000"], "from 1 to 256"),
        (&["selfplay", "tilesum", "--out", "nowhere", "--games", "0"], "from 1 to"),
    ];
    for (wrong, allowed) in others {
        let told = refusal(wrong);
        assert!(told.contains("it takes a whole number ") && told.contains(allowed), "{wrong:?}: {told}");
    }
}

#[test]
fn numbers_of_experiments_and_of_the_protocol_are_checked_alike() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wrong.toml");
    let text = "title = 'x'\n[[tournament]]\nname = 'a'\ngame = 'tilesum'\nagents = ['random', 'greedy']\n";
    for (numbers, allowed) in [
        ("games = 2000000000000000", "games cannot be `2000000000000000`: it takes a whole number from 1"),
        ("games = 2\nhash = 1000000", "hash cannot be `1000000`: it takes a whole number from 1 to 65536 (megabytes)"),
    ] {
        std::fs::write(&file, format!("{text}{numbers}\n")).unwrap();
        let told =
            refusal(&["experiment", file.to_str().unwrap(), "--out", folder.path().join("out").to_str().unwrap()]);
        assert!(told.contains(allowed), "{numbers}: {told}");
    }
    let input = folder.path().join("lines");
    std::fs::write(&input, "setoption name hash value 1000000\nsetoption name threads value 20000\nquit\n").unwrap();
    let output = agon(&["ugi", "tilesum"]).stdin(std::fs::File::open(&input).unwrap()).output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("option hash cannot be `1000000`: it takes a whole number from 1 to 65536"), "{told}");
    assert!(told.contains("option threads cannot be `20000`: it takes a whole number from 1"), "{told}");
}

/// Waits until there is something in the file; a loaded machine may take its time.
fn wait_for(file: &Path) {
    for _ in 0..6000 {
        if std::fs::metadata(file).is_ok_and(|file| file.len() > 0) {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("nothing was written in a minute");
}

#[test]
fn as_many_games_as_anybody_asks_for_begin_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let players = ["--players", "random;greedy;random:seed=2", "--nodes", "10", "--games", "1000000000000"];
    let runs: [Vec<&str>; 5] = [
        [&PAIR[..], &["--games", "1000000000000"]].concat(),
        [&["sprt"], &PAIR[1..], &["--games", "1000000000000000", "--elo1", "0.001"]].concat(),
        [&["tournament", "tilesum"][..], &players].concat(),
        [&["tournament", "tilesum", "--format", "knockout"][..], &players].concat(),
        [&["tournament", "tilesum", "--format", "swiss:65535"][..], &players].concat(),
    ];
    for (number, run) in runs.iter().enumerate() {
        let out = folder.path().join(number.to_string());
        let mut child = agon(run).arg("--out").arg(&out).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_for(&out);
        assert_eq!(child.try_wait().unwrap(), None, "{run:?} ended by itself");
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn memory_that_nobody_has_is_an_error() {
    let told = |arguments: &[&str]| {
        let Output { status, stderr, .. } = agon(arguments).output().unwrap();
        (status.code(), String::from_utf8(stderr).unwrap())
    };
    // A table of this size is allowed; whether it is refused depends on the machine.
    if std::fs::read_to_string("/proc/meminfo").is_ok_and(|text| memory(&text) < 60_000_000) {
        for arguments in [
            &["best", "andantino", "--hash", "65536", "--nodes", "10"][..],
            &["best", "andantino", "--agent", "mcts:hash=65536", "--nodes", "10"],
            &["best", "andantino", "--agent", "reisach2019:hash=65536", "--nodes", "10"],
            &["solve", "andantino", "--hash", "65536", "--nodes", "10"],
        ] {
            let (code, told) = told(arguments);
            assert_eq!(code, Some(2), "{arguments:?}: {told}");
            assert!(told.starts_with("error: there is no room for 65536 MB of tables"), "{arguments:?}: {told}");
        }
    }
}

/// The memory of the machine, in kilobytes.
fn memory(told: &str) -> u64 {
    let number = told.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    number.and_then(|line| line.trim().split(' ').next()?.parse().ok()).unwrap_or(u64::MAX)
}

#[test]
fn a_value_may_begin_with_a_hyphen() {
    let position = "-1,0,0/0,(0),0/0,0,0 0 0";
    let output = agon(&["best", "tilesum", "--nodes", "10", "--position", position]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(refusal(&["best", "tilesum", "--moves", "-1"]).contains("`-1` is not legal here"));
}

#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_written_is_an_error_and_no_panic() {
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    std::fs::write(
        path("small.toml"),
        "title = 'x'\n[[tournament]]\nname = 'a'\ngame = 'tilesum'\nagents = ['random', 'greedy']\ngames = 2\n",
    )
    .unwrap();
    let commands: [Vec<String>; 5] = [
        vec!["experiment".into(), path("small.toml"), "--out".into(), path("experiment")],
        ["selfplay", "tilesum", "--agent", "random", "--games", "2", "--out", &path("samples")].map(Into::into).into(),
        ["puzzles", "tilesum", "--games", "2", "--out", &path("puzzles.json")].map(Into::into).into(),
        ["perft", "tilesum", "2"].map(Into::into).into(),
        ["--help"].map(Into::into).into(),
    ];
    for command in commands {
        let arguments: Vec<&str> = command.iter().map(String::as_str).collect();
        let output = agon(&arguments).stdout(full()).stderr(Stdio::piped()).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        assert!(told.starts_with("error: ") && told.lines().count() == 1, "{arguments:?}: {told}");
    }
    for wrong in [&["best", "chess"][..], &["dance"], &["record", "check", "/nowhere"]] {
        let output = agon(wrong).stdout(Stdio::null()).stderr(full()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn files_may_begin_with_a_byte_order_mark() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, format!("\u{feff}{text}")).unwrap();
        path.to_str().unwrap().to_string()
    };
    let (players, openings) = (file("players", "random\ngreedy\n"), file("openings", "u 0\n"));
    let records = file("records", "[Game \"tilesum\"]\n\n1. u 0 *\n");
    for arguments in [
        &["tournament", "tilesum", "--players", &players][..],
        &[&PAIR[..], &["--games", "2", "--openings-file", &openings]].concat(),
        &["record", "check", &records],
    ] {
        let output = agon(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn a_home_that_is_empty_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("here");
    std::fs::create_dir(&here).unwrap();
    std::fs::write(folder.path().join("lines"), "u\nquit\n").unwrap();
    let mut play = agon(&["play", "tilesum"]);
    let data = folder.path().join("data");
    play.env("AGON_HOME", "").env("XDG_DATA_HOME", &data).env("HOME", &data).env("APPDATA", &data);
    play.stdin(std::fs::File::open(folder.path().join("lines")).unwrap()).current_dir(&here);
    assert!(play.output().unwrap().status.success());
    assert_eq!(std::fs::read_dir(&here).unwrap().count(), 0, "a game was kept where somebody happened to be");
}

#[test]
fn self_play_whose_games_are_cut_short_ends_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let run = ["selfplay", "crosphere", "--agent", "random", "--games", "5", "--max-plies", "4", "--out"];
    let output = agon(&run).arg(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
