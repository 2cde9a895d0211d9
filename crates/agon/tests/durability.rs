//! What a person made is never lost: commands that are interrupted, run twice
//! at once, or pointed at files that are not what they seem.

#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use agon_core::Record;

/// Much longer than anything here should take; a loaded machine takes its time.
const PATIENCE: Duration = Duration::from_secs(60);

fn agon(arguments: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
    command.args(arguments).current_dir(folder).env("AGON_HOME", folder.join("home"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str], folder: &Path) -> Output {
    agon(arguments, folder).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Types lines into `agon play`, and gives what it prints.
fn play(arguments: &[&str], lines: &str, folder: &Path) -> Output {
    let mut child = agon(&[&["play"], arguments].concat(), folder).stdin(Stdio::piped()).spawn().unwrap();
    // One that refuses to begin reads nothing.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    child.wait_with_output().unwrap()
}

fn kept_games(folder: &Path) -> Vec<(String, String)> {
    let mut kept: Vec<(String, String)> = fs::read_dir(folder.join("home/games"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_string(), fs::read_to_string(&path).unwrap()))
        .collect();
    kept.sort();
    kept
}

const MATCH: [&str; 12] = [
    "match",
    "tilesum",
    "--first",
    "random",
    "--second",
    "greedy",
    "--games",
    "10",
    "--json",
    "--resume",
    "--out",
    "games.agon",
];

#[test]
fn an_archive_with_other_line_ends_is_resumed_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.agon");
    assert!(run(&MATCH, folder.path()).status.success());
    let text = fs::read_to_string(&path).unwrap();
    for form in [text.replace('\n', "\r\n"), text.replace("\n\n", "\n \n"), text.replace("\n\n", "\n")] {
        fs::write(&path, &form).unwrap();
        let again = run(&MATCH, folder.path());
        assert!(again.status.success(), "{}", said(&again));
        assert!(fs::read_to_string(&path).unwrap().starts_with(&form), "the games were changed");
    }
    let foreign = format!("{text}Dear diary\n");
    fs::write(&path, &foreign).unwrap();
    let refused = run(&MATCH, folder.path());
    let line = foreign.lines().count();
    assert_eq!(
        (refused.status.code(), said(&refused)),
        (Some(2), format!("error: games.agon: line {line}: no record begins here\n"))
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), foreign);
}

#[test]
fn an_experiment_keeps_games_whose_line_ends_were_changed() {
    let folder = tempfile::tempdir().unwrap();
    let file =
        "title = 'x'\n[[tournament]]\nname = 'met'\ngame = 'tilesum'\nagents = ['random', 'greedy']\ngames = 6\n";
    fs::write(folder.path().join("x.toml"), file).unwrap();
    let experiment = ["experiment", "x.toml", "--out", "results"];
    assert!(run(&experiment, folder.path()).status.success());
    let path = folder.path().join("results/records/met-1.agon");
    // A time that no new game would have.
    let marked = fs::read_to_string(&path).unwrap().replace("[%time 0.0", "[%time 7.0").replace('\n', "\r\n");
    fs::write(&path, &marked).unwrap();
    assert!(run(&experiment, folder.path()).status.success());
    assert_eq!(
        fs::read_to_string(&path).unwrap().replace("\r\n", "\n").trim_end(),
        marked.replace("\r\n", "\n").trim_end()
    );
}

#[test]
fn changed_conditions_are_named_and_old_archives_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.agon");
    fs::write(folder.path().join("openings.txt"), "u 0\nr 0\n").unwrap();
    assert!(run(&MATCH, folder.path()).status.success());
    for (changed, name) in [
        (&["--openings", "3"][..], "openings is 4 and would be 3"),
        (&["--openings-file", "openings.txt"], "openings is 4 and would be not set"),
        (&["--balance", "50"], "balance is not set and would be 50"),
        (&["--max-plies", "90"], "max-plies is not set and would be 90"),
        (&["--hash", "8"], "hash is 16 and would be 8"),
        (&["--threads", "2"], "threads is 1 and would be 2"),
        (&["--resign", "900,3"], "resign is not set and would be 900,3"),
        (&["--draw", "5,10"], "draw is not set and would be 5,10"),
        (&["--prove", "100"], "prove is not set and would be 100"),
    ] {
        let refused = run(&[&MATCH, changed].concat(), folder.path());
        let wanted = format!("error: games.agon: game 1 is of another run: {name}\n");
        assert_eq!((refused.status.code(), said(&refused)), (Some(2), wanted));
    }
    // As it was before conditions were written down.
    let text = fs::read_to_string(&path).unwrap();
    let old: Vec<&str> = text.split_inclusive('\n').filter(|line| !line.starts_with("[Conditions ")).collect();
    let old = old.concat();
    assert!(old.len() < text.len());
    fs::write(&path, &old).unwrap();
    let resumed = run(&MATCH, folder.path());
    assert!(
        resumed.status.success() && said(&resumed).starts_with("warning: games.agon: its games do not say"),
        "{}",
        said(&resumed)
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), old);
}

#[test]
fn output_files_stay_what_they_are() {
    use std::os::unix::fs::{FileTypeExt, symlink};

    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("game.agon"), "[Game \"tilesum\"]\n\n1. u 0 *\n").unwrap();
    let convert = |out: &str| run(&["record", "convert", "game.agon", "--out", out], folder.path());
    symlink("target.agon", at("link.agon")).unwrap();
    assert!(convert("link.agon").status.success());
    assert!(fs::symlink_metadata(at("link.agon")).unwrap().is_symlink() && at("target.agon").is_file());
    assert!(Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
    let reader = thread::spawn({
        let pipe = at("pipe");
        move || fs::read_to_string(pipe).unwrap()
    });
    assert!(convert("pipe").status.success());
    assert!(reader.join().unwrap().contains("[Game \"tilesum\"]"));
    assert!(fs::metadata(at("pipe")).unwrap().file_type().is_fifo());
    assert!(convert("/dev/null").status.success());
    let full = convert("/dev/full");
    assert_eq!((full.status.code(), said(&full).lines().count()), (Some(2), 1));
    assert!(!convert("missing/game.agon").status.success());
    let mut names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["game.agon", "link.agon", "pipe", "target.agon"]);
}

#[test]
fn a_refused_load_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("other.agon"), "[Game \"tilesum\"]\n\n1. u 0 *\n").unwrap();
    // There is no such agent in the other game, so it cannot be loaded.
    let told =
        play(&["rhythmomachy", "--second", "sledge:depth=1"], "b3c5\nload other.agon\nposition\nquit\n", folder.path());
    let text = String::from_utf8_lossy(&told.stdout).into_owned();
    assert!(text.contains("sledge"), "{text}");
    let kept = kept_games(folder.path());
    assert_eq!(kept.len(), 1);
    assert!(kept[0].1.contains("[Game \"rhythmomachy\"]") && kept[0].1.contains("b3c5"), "{kept:?}");
    // The game goes on as the one it was.
    let position = text.lines().rev().find(|line| line.contains('/')).unwrap();
    assert!(position.matches('/').count() >= 7, "{text}");
}

#[test]
fn an_empty_file_does_not_hide_an_older_game() {
    let folder = tempfile::tempdir().unwrap();
    play(&["tilesum"], "u\nquit\n", folder.path());
    fs::write(folder.path().join("home/games/tilesum-99990101-000000-000.agon"), "").unwrap();
    fs::write(folder.path().join("home/games/tilesum-99990101-000001-000.agon"), "[Game \"tilesum\"]\n\n1. x *\n")
        .unwrap();
    let resumed = play(&["tilesum", "--resume"], "0\nquit\n", folder.path());
    assert!(resumed.status.success(), "{}", said(&resumed));
    assert!(kept_games(folder.path())[0].1.contains("1. u 0"));
}

#[test]
fn a_game_is_played_in_one_terminal_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = agon(&["play", "tilesum"], folder.path()).stdin(Stdio::piped()).spawn().unwrap();
    let mut input = first.stdin.take().unwrap();
    input.write_all(b"u\n").unwrap();
    let games = folder.path().join("home/games");
    let is_kept = || {
        fs::read_dir(&games).is_ok_and(|mut entries| {
            entries.any(|entry| fs::read_to_string(entry.unwrap().path()).is_ok_and(|text| text.contains("1. u")))
        })
    };
    wait_until("the game was not kept", is_kept);
    let second = play(&["tilesum", "--resume"], "+1\nquit\n", folder.path());
    assert_eq!(second.status.code(), Some(2));
    assert!(said(&second).contains("this game is being played in another terminal"), "{}", said(&second));
    // A killed one leaves no lock behind.
    first.kill().unwrap();
    first.wait().unwrap();
    let third = play(&["tilesum", "--resume"], "0\nquit\n", folder.path());
    assert!(third.status.success(), "{}", said(&third));
    let games: Vec<_> = kept_games(folder.path()).into_iter().filter(|(name, _)| !name.starts_with('.')).collect();
    assert!(games.len() == 1 && games[0].1.contains("1. u 0"), "{games:?}");
}

#[test]
fn a_folder_of_self_play_belongs_to_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["selfplay", "rhythmomachy", "--agent", "random", "--out", "data", "--games", "1000000", "--json"];
    let first = agon(&arguments, folder.path()).spawn().unwrap();
    wait_until("nothing was written", || folder.path().join("data/part-00001.parquet").exists());
    let second = run(&arguments, folder.path());
    assert_eq!(
        (second.status.code(), said(&second)),
        (Some(2), "error: data: another run is writing it\n".to_string())
    );
    // What is unwritten when the system asks to end is written then.
    signal(&first, "-TERM");
    let output = first.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["games"], told["held"]);
    let parts = fs::read_dir(folder.path().join("data")).unwrap().map(|entry| entry.unwrap().path());
    let samples = parts.filter(|path| path.extension() == Some("parquet".as_ref())).map(|path| {
        let (samples, _) = agon_lab::read_samples(fs::read(path).unwrap()).unwrap();
        samples.len() as u64
    });
    assert_eq!(told["positions"].as_u64(), Some(samples.sum()));
}

#[test]
fn interrupted_puzzles_leave_the_old_ones() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("puzzles.json");
    fs::write(&out, "[1, 2, 3]\n").unwrap();
    for name in ["-INT", "-TERM"] {
        let arguments = ["puzzles", "andantino", "--games", "100000", "--out", "puzzles.json"];
        let child = agon(&arguments, folder.path()).spawn().unwrap();
        thread::sleep(Duration::from_millis(500));
        signal(&child, name);
        assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
        assert_eq!(fs::read_to_string(&out).unwrap(), "[1, 2, 3]\n");
    }
}

/// It took 24 s when nobody told the search for even openings.
#[test]
fn ctrl_c_is_heard_while_openings_are_weighed() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "match",
        "andantino",
        "--first",
        "best",
        "--second",
        "best",
        "--balance",
        "0",
        "--openings",
        "9",
        "--nodes",
        "10",
    ];
    let child = agon(&arguments, folder.path()).spawn().unwrap();
    thread::sleep(Duration::from_millis(500));
    signal(&child, "-INT");
    let begun = Instant::now();
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
}

#[test]
fn games_of_a_killed_run_are_all_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.agon");
    assert!(run(&MATCH, folder.path()).status.success());
    let text = fs::read_to_string(&path).unwrap();
    // As a kill in the middle of a write leaves it.
    fs::write(&path, &text[..text.len() - 20]).unwrap();
    let resumed = run(&MATCH, folder.path());
    assert!(said(&resumed).contains("which are now in games.agon.torn-1"), "{}", said(&resumed));
    let torn = fs::read_to_string(folder.path().join("games.agon.torn-1")).unwrap();
    assert!(text.contains(torn.trim()) && torn.trim_start().starts_with("[Game "));
    assert_eq!(Record::parse_all(&fs::read_to_string(&path).unwrap()).unwrap().len(), 10);
}
