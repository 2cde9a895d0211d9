//! A run that is killed again and again, and goes on each time.

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use agon_core::{Record, Rng};

const KILLS: usize = 20;
/// More games than anybody waits for.
const ENDLESS: &str = "1000000";

fn run(out: &Path, games: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
    command.args(["match", "rhythmomachy", "--first", "random", "--second", "random", "--concurrency", "2"]);
    command.args(["--games", games, "--resume", "--json", "--out"]).arg(out);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Waits until the file is longer than that: games have been written to it.
/// A loaded machine may take its time.
fn wait_for_more(out: &Path, length: u64) {
    for _ in 0..6000 {
        if size(out) > length {
            return;
        }
        thread::sleep(Duration::from_millis(5));
    }
    panic!("no game was written in half a minute");
}

fn size(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |file| file.len())
}

#[test]
fn a_run_killed_twenty_times_ends_with_every_game_once() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games.agon");
    let mut rng = Rng::new(1);
    for _ in 0..KILLS {
        let before = size(&out);
        let mut child = run(&out, ENDLESS).spawn().unwrap();
        wait_for_more(&out, before);
        thread::sleep(Duration::from_micros(u64::from(rng.below(10_000))));
        assert_eq!(child.try_wait().unwrap(), None, "it ended by itself");
        child.kill().unwrap();
        child.wait().unwrap();
    }
    // Games that were in progress are missing, and the last record may be torn.
    let text = std::fs::read_to_string(&out).unwrap();
    let games = text.matches("[Round ").count() + 50;
    let output = run(&out, &games.to_string()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["games"], games);
    let records = Record::parse_all(&std::fs::read_to_string(&out).unwrap()).unwrap();
    let mut rounds: Vec<usize> = records.iter().map(|record| record.tag("Round").unwrap().parse().unwrap()).collect();
    rounds.sort_unstable();
    assert_eq!(rounds, (1..=games).collect::<Vec<_>>());
    for record in &records {
        record.check(&*agon_games::open_record(&mut record.clone()).unwrap()).unwrap();
    }
    // The same as if nothing had happened.
    let whole = folder.path().join("whole.agon");
    let again = run(&whole, &games.to_string()).output().unwrap();
    let again: serde_json::Value = serde_json::from_slice(&again.stdout).unwrap();
    assert_eq!([&told["wins"], &told["pairs"], &told["plies"]], [&again["wins"], &again["pairs"], &again["plies"]]);
}

#[test]
fn an_engine_of_ours_plays_as_the_agent_it_is() {
    let engine = format!("cmd:\"{}\" ugi rhythmomachy", env!("CARGO_BIN_EXE_agon"));
    let play = |first: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_agon"))
            .args(["match", "rhythmomachy", "--first", first, "--second", "greedy", "--games", "4"])
            .args(["--nodes", "200", "--hash", "1", "-o", "plies=60", "--json"])
            .output()
            .unwrap();
        let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        (told["wins"].clone(), told["pairs"].clone(), told["plies"].clone(), told["terminations"].clone())
    };
    assert_eq!(play(&engine), play("best"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_saves_what_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games.agon");
    let child = run(&out, ENDLESS).spawn().unwrap();
    wait_for_more(&out, 10_000);
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let records = Record::parse_all(&std::fs::read_to_string(&out).unwrap()).unwrap();
    assert!(!records.is_empty());
    assert_eq!(told["games"], records.len());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.ends_with(&format!("of {ENDLESS} games; the same command with --resume goes on\n")), "{said}");
}
