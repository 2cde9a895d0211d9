//! Files and words of earlier versions are still understood. The files in `old`
//! were written by version 0.1.0 of November 2026 and never change:
//!
//! ```text
//! agon match crosphere -o size=3 -o strong=1 --first best:nodes=300
//!     --second mcts:playouts=50,leaf=heuristic --games 4 --openings 2 --seed 7 --out match.agon
//! agon selfplay tilesum --agent alphabeta:nodes=100 --games 3 --openings 1 --seed 7 --out selfplay
//! agon play tilesum --second alphabeta-seed --seed 3     (u, save kept.agon, quit)
//! ```

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn old(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/old").join(name)
}

/// Runs the program in a folder, with lines typed into it; it must succeed.
fn agon(line: &str, typed: &str, folder: &Path) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(line.split(' '))
        .current_dir(folder)
        .env("AGON_HOME", folder.join("home"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // One that reads nothing may have ended.
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "agon {line}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn records_are_read_and_matches_resumed() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["match.agon", "kept.agon"] {
        fs::copy(old(name), folder.path().join(name)).unwrap();
        agon(&format!("record check {name}"), "", folder.path());
    }
    let before = fs::read_to_string(old("match.agon")).unwrap();
    let resume = "match crosphere -o size=3 -o strong=1 --first best:nodes=300 \
                  --second mcts:playouts=50,leaf=heuristic --games 6 --openings 2 --seed 7 --out match.agon --resume";
    agon(resume, "", folder.path());
    let after = fs::read_to_string(folder.path().join("match.agon")).unwrap();
    assert!(after.starts_with(&before));
    assert_eq!(after.matches("[Game ").count(), 6);
}

#[test]
fn a_kept_game_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("home/games");
    fs::create_dir_all(&games).unwrap();
    fs::copy(old("kept.agon"), games.join("tilesum-20261118-091430-000.agon")).unwrap();
    let output = agon("play tilesum --resume", "save now.agon\nquit\n", folder.path());
    let now = fs::read_to_string(folder.path().join("now.agon")).unwrap();
    assert!(now.contains("1. u -1 *"), "{now}\n{}", said(&output));
}

#[test]
fn self_play_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (old("selfplay/part-00001.parquet"), folder.path().join("selfplay/part-00001.parquet"));
    fs::create_dir_all(to.parent().unwrap()).unwrap();
    fs::copy(&from, &to).unwrap();
    let command = "selfplay tilesum --agent alphabeta:nodes=100 --games 5 --openings 1 --seed 7 --out selfplay --json";
    let told: serde_json::Value = serde_json::from_str(&said(&agon(command, "", folder.path()))).unwrap();
    assert_eq!((&told["games"], &told["held"]), (&2.into(), &5.into()), "{told}");
    assert_eq!(fs::read(&to).unwrap(), fs::read(&from).unwrap(), "what was there stays as it was");
    assert!(folder.path().join("selfplay/part-00002.parquet").exists());
}

#[test]
fn agents_have_their_old_names_and_parameters() {
    let folder = tempfile::tempdir().unwrap();
    for (game, agent) in [
        ("crosphere", "best:lines=2,nodes=200,threads=1,hash=4,seed=5"),
        ("crosphere", "level:3,nodes=50,depth=2,blur=10,blind=5"),
        (
            "crosphere",
            "alphabeta:iterative=true,pvs=false,table_cuts=false,table_move=false,killers=false,history=false,\
             countermoves=false,promise=false,narrow=false,prune=false,reductions=false,extend_only_moves=false,\
             mate_distance=false,early_repetition=false,keep_word=false,lines=1,quiescence=2,full_iterations=1,\
             table_depth=1,aspiration=30,depth=1",
        ),
        ("crosphere", "alphabeta:plain=true,depth=1"),
        ("crosphere", "mcts:select=puct,c=1.2,leaf=mixed,share=0.3,guide=true,grave=50,bias=0.001,playouts=20"),
        ("crosphere", "mcts:select=ucb1,leaf=heuristic,solver=false,reuse=false,plain=true,playouts=20"),
        ("crosphere", "minimax:depth=1,prune=false"),
        ("crosphere", "greedy"),
        ("crosphere", "random"),
        ("crosphere", "jezek-random:playouts=20,c=0.3"),
        ("crosphere", "jezek-heuristic:playouts=20,sign=printed"),
        ("rhythmomachy", "sledge:depth=1,exhaustive=true"),
        ("rhythmomachy", "squares02:depth=1"),
        ("rhythmomachy", "allsquares:depth=1"),
        ("rhythmomachy", "aggressive:depth=1"),
        ("rithmomachia", "roy-minimax:depth=1"),
        ("andantino", "reisach2019:depth=1,table=false,iterative=false"),
        ("tilesum", "expectimax:depth=2"),
        ("tilesum", "alphabeta-seed:min=optimal"),
        ("tilesum", "perfect"),
    ] {
        let output = agon(&format!("best {game} --agent {agent} --json"), "", folder.path());
        let told: serde_json::Value = serde_json::from_str(&said(&output)).unwrap();
        assert!(told["move"].is_string(), "{game}: {agent}: {told}");
    }
}
