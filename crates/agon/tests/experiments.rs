//! Every experiment runs from one command: its short form does, here.

use std::path::Path;
use std::process::{Command, Output};

fn run(file: &Path, out: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
    command.args(["experiment", "--short", "--json", "--concurrency", "2", "--out"]).arg(out).arg(file);
    command.output().unwrap()
}

#[test]
fn every_experiment_runs_and_can_be_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let experiments = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
    let mut count = 0;
    for entry in std::fs::read_dir(experiments).unwrap() {
        let file = entry.unwrap().path();
        if file.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        count += 1;
        let out = folder.path().join(file.file_stem().unwrap());
        let output = run(&file, &out);
        assert!(output.status.success(), "{}: {}", file.display(), String::from_utf8_lossy(&output.stderr));
        let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(told["finished"], true);
        let table = std::fs::read_to_string(out.join("games.csv")).unwrap();
        assert_eq!(told["games"], table.lines().count() - 1);
        assert!(std::fs::read(out.join("games.parquet")).unwrap().starts_with(b"PAR1"));
        let measurements = std::fs::read_to_string(out.join("measurements.csv")).unwrap();
        assert_eq!(told["measurements"].as_u64() > Some(0), measurements.lines().any(is_measured));
        assert!(std::fs::read(out.join("measurements.parquet")).unwrap().starts_with(b"PAR1"));
        let page = std::fs::read_to_string(out.join("report.html")).unwrap();
        assert!(page.contains("<table") && !page.contains("<script") && !page.contains("http"), "{}", file.display());
        // Nothing is left to do: the second run tells the same, times included.
        let again: serde_json::Value = serde_json::from_slice(&run(&file, &out).stdout).unwrap();
        assert_eq!(again["games"], told["games"]);
        assert_eq!(again["measurements"], told["measurements"]);
        assert_eq!(std::fs::read_to_string(out.join("games.csv")).unwrap(), table);
        assert_eq!(std::fs::read_to_string(out.join("measurements.csv")).unwrap(), measurements);
    }
    assert!(count >= 9);
}

/// Whether a line of the table was measured; those of parameters are counted in games.
fn is_measured(line: &str) -> bool {
    matches!(line.split(',').nth(1), Some("value" | "search"))
}
