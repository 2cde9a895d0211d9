//! A game's portrait and its puzzles, from the command line.

use std::path::Path;
use std::process::{Command, Output};

use agon_lab::Puzzle;

fn agon(arguments: &[&str], out: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_agon")).args(arguments).arg("--out").arg(out).output().unwrap()
}

fn json(bytes: &[u8]) -> serde_json::Value {
    serde_json::from_slice(bytes).unwrap()
}

#[test]
fn a_portrait_is_a_folder_and_can_be_had_again() {
    let folder = tempfile::tempdir().unwrap();
    let report = |more: &[&str]| {
        let arguments = ["report", "tilesum", "--variant", "chance", "--budget", "small", "--concurrency", "2"];
        let output = agon(&[&arguments, more].concat(), folder.path());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    let told = json(&report(&["--json"]));
    let kept = std::fs::read(folder.path().join("report.json")).unwrap();
    assert_eq!(told, json(&kept));
    assert_eq!((&told["game"], &told["options"]["min"]), (&"tilesum".into(), &"random".into()));
    let page = std::fs::read_to_string(folder.path().join("index.html")).unwrap();
    assert!(page.contains("agon report tilesum -o min=random --budget small --seed 1"));
    assert!(folder.path().join("records/openings.agon").exists());
    // Nothing is left to play: the second run tells the same.
    let text = String::from_utf8(report(&[])).unwrap();
    assert!(text.starts_with("Tile Sum: ") && text.trim_end().ends_with("index.html"), "{text}");
    assert_eq!(std::fs::read(folder.path().join("report.json")).unwrap(), kept);
    let other = agon(&["report", "tilesum", "--budget", "small"], folder.path());
    let error = String::from_utf8(other.stderr).unwrap();
    assert_eq!(other.status.code(), Some(2));
    assert!(error.contains("game 1 is of another run: Options is min=random") && error.lines().count() == 1, "{error}");
}

#[test]
fn puzzles_are_written_as_json() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("puzzles.json");
    let output = agon(&["puzzles", "andantino", "-o", "side=5", "--games", "12", "--nodes", "50000"], &out);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let puzzles: Vec<Puzzle> = serde_json::from_slice(&std::fs::read(&out).unwrap()).unwrap();
    assert!(!puzzles.is_empty());
    for puzzle in puzzles {
        assert_eq!((puzzle.game.as_str(), puzzle.options["side"].as_str()), ("andantino", "5"));
        assert!(puzzle.win_in >= 3 && puzzle.moves.len() as u32 == puzzle.win_in);
    }
}
