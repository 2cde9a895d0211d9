//! No room on the disk.

use std::fs;
use std::process::{Command, Stdio};

use agon_core::Record;

use super::{Room, Scale, binary, check, stderr};

/// Runs a command that can write no file longer than so many blocks of 512 bytes.
fn run_within(room: &Room, blocks: usize, arguments: &[&str]) -> std::process::Output {
    // With the signal ignored the write fails, as on a full disk.
    let limit = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &limit]).arg(binary()).args(arguments);
    command.current_dir(room.folder.path()).env("AGON_HOME", room.path("home")).stdin(Stdio::null());
    let output = command.output().expect("the program runs");
    check(&output, arguments);
    output
}

#[test]
fn a_full_disk_costs_nothing_that_was_there() {
    let (scale, room) = (Scale::new(), Room::new());
    let contest = |games| {
        let players = ["match", "tilesum", "--first", "random", "--second", "greedy", "--resume"];
        [&players[..], &["--out", "games.agon", "--games", games]].concat()
    };
    let mut kept = 0;
    for blocks in (4..4 + scale.pick(5, 40)).map(|blocks| 2 * blocks) {
        let output = run_within(&room, blocks, &contest("2000"));
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        let said = stderr(&output);
        let last = said.lines().last().unwrap_or_default();
        assert!(last.starts_with("error: games.agon: "), "{last}");
        // There is room again: what was written is still there.
        let games = fs::read_to_string(room.path("games.agon")).unwrap().matches("[Round ").count();
        assert!(games >= kept, "{games} games after {kept}");
        kept = games;
    }
    let games = (kept + 5).to_string();
    assert!(room.run(&contest(&games)).status.success());
    let records = Record::parse_all(&fs::read_to_string(room.path("games.agon")).unwrap()).unwrap();
    assert_eq!(records.len(), kept + 5);
    println!("disk: {kept} games written piece by piece onto a full disk, none lost");

    // A file that is replaced stays as it was.
    fs::write(room.path("long.agon"), fs::read(room.path("games.agon")).unwrap()).unwrap();
    fs::write(room.path("out.agon"), "what was there").unwrap();
    let output = run_within(&room, 8, &["record", "convert", "long.agon", "--out", "out.agon"]);
    assert_eq!(
        (output.status.code(), fs::read_to_string(room.path("out.agon")).unwrap()),
        (Some(2), "what was there".into())
    );
    let left = fs::read_dir(room.folder.path()).unwrap().flatten().map(|entry| entry.file_name());
    assert!(left.into_iter().all(|name| !name.to_string_lossy().ends_with(".part")));
}

#[test]
fn nobody_panics_where_output_cannot_be_written() {
    let room = Room::new();
    fs::write(
        room.path("x.toml"),
        "title = 'x'\n[[tournament]]\nname = 'met'\ngame = 'tilesum'\nagents = ['random', 'greedy']\ngames = 2\n",
    )
    .unwrap();
    fs::write(room.path("game.agon"), "[Game \"tilesum\"]\n\n1. u 0 *\n").unwrap();
    let commands: [&[&str]; 12] = [
        &["games"],
        &["games", "tilesum", "--json"],
        &["perft", "tilesum", "3"],
        &["best", "tilesum", "--nodes", "100"],
        &["match", "tilesum", "--first", "random", "--second", "greedy", "--games", "2"],
        &["tournament", "tilesum", "--players", "random; greedy", "--games", "2"],
        &["experiment", "x.toml", "--out", "results"],
        &["selfplay", "tilesum", "--agent", "random", "--games", "2", "--out", "data"],
        &["puzzles", "tilesum", "--games", "1"],
        &["record", "show", "game.agon"],
        &["--help"],
        &["solve", "tilesum", "--time", "1s"],
    ];
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    for command in commands {
        let output = room.command(command).stdout(full()).output().unwrap();
        check(&output, command);
        // And an error that cannot be told.
        let wrong = [command, &["--no-such-flag"]].concat();
        let output = room.command(&wrong).stderr(full()).output().unwrap();
        assert!(output.status.code().is_some_and(|code| [0, 2].contains(&code)), "{wrong:?}: {}", output.status);
    }
    let missing = room.command(&["record", "show", "missing.agon"]).stderr(full()).output().unwrap();
    assert_eq!(missing.status.code(), Some(2));
    println!("output: {} commands with a full device as standard output and error, no panic", commands.len());
}
