//! The data of the engine's tests, tried on the oracle. Of the named cases: positions, results, legal
//! moves and the words of the rules, not the texts that only the engine makes. Of the counts: the first.

use super::notation::{game_from, position_text};
use super::*;
use std::path::Path;

/// The rules of captures and entries, which the oracle names among its rare things too.
const RULES: [&str; 6] = ["meeting", "assault", "ambush", "siege", "moving-in", "entry"];

/// The texts of a suite's files for Rithmomachia.
fn texts(suite: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/tests").join(suite);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.file_name().unwrap().to_str().unwrap().starts_with("rithmomachia"));
    files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect()
}

/// Options as pairs.
fn pairs(options: &str) -> Vec<(&str, &str)> {
    options.split_whitespace().filter_map(|pair| pair.split_once('=')).collect()
}

#[test]
fn the_counts_of_the_engine_hold() {
    for text in texts("perft") {
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split('|').map(str::trim).collect();
            let options = pairs(fields[0]);
            let game = if fields[1] == "start" { Rithmomachia::new(&options) } else { game_from(&options, fields[1]) };
            for (depth, count) in (1..=2).zip(fields[2].split_whitespace()) {
                assert_eq!(perft(&game, depth).to_string(), count, "{line}");
            }
        }
    }
}

#[test]
fn the_cases_of_the_engine_hold() {
    let mut failures = Vec::new();
    for text in texts("cases") {
        let text = format!("\n{text}");
        for case in text.split("\n[").skip(1) {
            let (title, body) = case.split_once("]\n").unwrap();
            // The oracle knows no variants.
            if !body.contains("\nvariant ") && !body.starts_with("variant ") {
                failures.extend(std::panic::catch_unwind(|| run(body)).is_err().then(|| title.to_string()));
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

/// Plays one case and checks what it says.
fn run(body: &str) {
    let lines = body.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let fields: Vec<(&str, &str)> = lines.map(|line| line.split_once(' ').unwrap_or((line, ""))).collect();
    let one = |key| fields.iter().find(|(field, _)| *field == key).map(|(_, value)| value.trim());
    let options = pairs(one("options").unwrap_or(""));
    let mut game = match one("position") {
        Some(text) => {
            let mut game = game_from(&options, text);
            // The side that is not to move is taken to have just moved.
            game.ending = game.judge(game.position.to_move.other());
            game
        }
        None => Rithmomachia::new(&options),
    };
    play_all(&mut game, one("play").unwrap_or(""));
    for (key, value) in &fields {
        let value = value.trim();
        let (word, _) = value.split_once(": ").unwrap_or((value, ""));
        match *key {
            "event" if RULES.contains(&word) => assert!(game.rare.contains(&word), "no {value} in {:?}", game.rare),
            "no-event" => assert!(!game.rare.contains(&word), "{value} in {:?}", game.rare),
            "result" => {
                let found = format!("{} {}", game.result(), game.reason());
                assert_eq!(if found == "none none" { "none" } else { &found }, value);
            }
            "legal" => {
                let moves = game.moves();
                value.split_whitespace().for_each(|mv| assert!(moves.iter().any(|legal| legal == mv), "{mv}"));
            }
            "illegal" => assert!(!game.moves().iter().any(|legal| legal == word), "{value}"),
            "after" => assert_eq!(position_text(&game), value),
            _ => {}
        }
    }
}
