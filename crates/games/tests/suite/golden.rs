//! Every answer of every game along one random game, compared with
//! `golden/<game>.txt`, so that a change of behaviour is a change of a file.
//! `UPDATE_GOLDEN=1 cargo test -p agon-games --test suite golden` writes them anew.

use std::fmt::Write as _;
use std::{env, fs};

use agon_core::{DynGame, Rng};

/// Longer games are cut: what follows repeats what came before.
const MOST_PLIES: usize = 60;

#[test]
fn playthroughs_are_as_before() {
    for (name, game) in crate::common::every_game() {
        let path = crate::common::folder("golden").join(format!("{name}.txt"));
        let now = playthrough(&*game);
        if env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&path, now).unwrap();
            continue;
        }
        let before = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for (line, (now, before)) in now.lines().zip(before.lines()).enumerate() {
            assert_eq!(now, before, "{}, line {}", path.display(), line + 1);
        }
        assert_eq!(now.len(), before.len(), "{}", path.display());
    }
}

fn playthrough(game: &dyn DynGame) -> String {
    let mut text = String::new();
    let info = game.info();
    let _ = writeln!(text, "game {}\noptions {}", info.name, game.options());
    let mut rng = Rng::new(2024);
    let mut play = game.start();
    for ply in 0..=MOST_PLIES {
        let _ = writeln!(text, "\nply {ply}\nposition {}\nkey {:016x}", play.position_text(), play.key());
        let _ = writeln!(text, "turn {:?}\nmoves {}", play.turn(), play.moves().join(" "));
        for counter in play.scene().counters {
            let player = counter.player.map_or("both", |player| info.player(player));
            let target = counter.target.map_or_else(String::new, |target| format!(" of {target}"));
            let _ = writeln!(text, "counter {player} {} {}{target}", counter.name, counter.value);
        }
        let _ = writeln!(text, "outcome {}", play.outcome_text().unwrap_or_else(|| "none".to_string()));
        let Some(mv) = play.random_move(&mut rng) else { break };
        play.play(&mv).unwrap();
        let _ = writeln!(text, "\nplay {mv}");
        for event in play.last_events() {
            let _ = writeln!(text, "event {}: {}", event.rule, event.text);
        }
    }
    text
}
