//! Files that the program makes for searches: logs, books, tables.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn agon(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
    command.args(arguments).current_dir(folder).env("AGON_HOME", folder.join("home"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn told(folder: &Path, arguments: &[&str]) -> serde_json::Value {
    let output = agon(folder, arguments, "");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = agon(folder, arguments, "");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error.trim_end().lines().count(), 1, "{error}");
    error
}

fn lines(folder: &Path, file: &str) -> Vec<serde_json::Value> {
    let text = std::fs::read_to_string(folder.join(file)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_search_leaves_its_log() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path();
    let search = ["best", "connect4", "--depth", "4", "--json"];
    let plain = told(folder, &search);
    let traced = told(folder, &[&search[..], &["--trace", "log.jsonl", "--trace-nodes", "200"]].concat());
    assert_eq!((&plain["move"], &plain["nodes"]), (&traced["move"], &traced["nodes"]));
    let log = lines(folder, "log.jsonl");
    assert_eq!((&log[0]["trace"], &log[0]["game"], &log[0]["player"]), (&1.into(), &"connect4".into(), &1.into()));
    assert_eq!(log.iter().filter(|line| line["progress"].is_object()).count(), 4);
    let nodes: Vec<_> = log.iter().filter(|line| line["node"].is_number()).collect();
    assert_eq!(nodes.len(), 200);
    assert!(nodes.iter().any(|node| node["why"] == "cut"));
    let result = &log.last().unwrap()["result"];
    assert_eq!(result["move"], plain["move"]);
    assert!(result["left_out"].as_u64() > Some(0));
    assert!(
        refused(folder, &["best", "connect4", "--depth", "1", "--trace", "no/such/log"])
            .contains("cannot write the trace")
    );

    // Over UGI every search adds its log.
    let output = agon(
        folder,
        &["ugi", "connect4"],
        "setoption name trace value ugi.jsonl\nposition startpos\ngo depth 2\nsetoption name agent value mcts\ngo playouts 50\n",
    );
    assert!(output.status.success());
    let log = lines(folder, "ugi.jsonl");
    let agents: Vec<_> = log.iter().filter(|line| line["trace"] == 1).map(|line| line["agent"].clone()).collect();
    assert_eq!(agents, ["best", "mcts"]);
    assert!(log.iter().any(|line| line["visits"].as_u64() > Some(0)));
}

#[test]
fn a_book_is_built_resumed_shown_merged_and_played() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path();
    let build = |positions: &str, file: &str| {
        told(
            folder,
            &["book", "build", "connect4", "--positions", positions, "--nodes", "500", "--out", file, "--json"],
        )
    };
    assert_eq!(build("20", "a.book")["new"], 20);
    assert_eq!(build("30", "a.book")["new"], 10);
    assert_eq!(build("30", "b.book")["positions"], 30);
    let shown = told(folder, &["book", "show", "a.book", "--moves", "4", "--json"]);
    assert!(!shown["moves"].as_array().unwrap().is_empty(), "{shown}");
    assert!(agon(folder, &["book", "merge", "a.book", "b.book", "--out", "c.book"], "").status.success());
    let best = told(folder, &["best", "connect4", "--agent", "best:book=c.book", "--nodes", "100", "--json"]);
    assert_eq!(best["nodes"], 0);
    assert!(
        refused(folder, &["best", "hex", "--agent", "best:book=c.book"])
            .contains("the book is of connect4, not of hex")
    );
    std::fs::write(folder.join("d.book"), "no book").unwrap();
    assert!(refused(folder, &["book", "show", "d.book"]).contains("not an opening book"));
    assert!(refused(folder, &["book", "build", "tilesum", "-o", "min=random", "--out", "e.book"]).contains("chance"));
}

#[test]
fn a_table_is_used_once_it_is_built_and_damage_does_no_harm() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path();
    let best = ["best", "crosphere", "-o", "size=3", "-o", "strong=1", "--depth", "1", "--json"];
    let before = told(folder, &best);
    let table = told(folder, &["tablebase", "crosphere", "-o", "size=3", "-o", "strong=1", "--json"]);
    assert!(table["verified"]["solved"].as_u64() > Some(0), "{table}");
    let with = told(folder, &best);
    assert_ne!(before["score"], with["score"]);
    assert_eq!(with["score"]["mate"].as_i64().map(i64::abs), table["plies"].as_i64());
    assert_eq!(told(folder, &[&best[..], &["--no-table"]].concat())["score"], before["score"]);
    let file = table["file"].as_str().unwrap();
    let agent = format!("alphabeta:tablebase={file}");
    assert!(
        refused(folder, &["best", "crosphere", "--agent", &agent]).contains("the table was built with size=3 strong=1")
    );
    let mut bytes = std::fs::read(file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(file, bytes).unwrap();
    assert_eq!(told(folder, &best)["score"], before["score"]);
    assert!(refused(folder, &["tablebase", "crosphere", "-o", "size=3", "-o", "strong=1"]).contains("damaged"));
}
