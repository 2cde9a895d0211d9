//! Portraits: every game has one, its figures hold together, and what can be
//! known exactly is what they say.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_core::{DynGame, DynPlay, Player, Record};
use agon_lab::{Circumstances, LabError, Portrait, Scale, Share, Sitting};

use crate::common::open;

fn circumstances() -> Circumstances {
    let text = |text: &str| text.to_string();
    Circumstances {
        version: text("Agon"),
        machine: text("a <machine>"),
        date: text("2026-01-01"),
        command: text("agon report"),
        concurrency: 2,
    }
}

fn sit(game: &dyn DynGame, folder: &Path, seed: u64) -> Result<Option<Portrait>, LabError> {
    let stop = Arc::new(AtomicBool::new(false));
    Sitting { scale: Scale::Small, seed }.run(game, folder, &circumstances(), &stop, &mut |_, _, _| {})
}

fn records(path: &Path) -> Vec<Record> {
    Record::parse_all(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Makes a portrait, and looks whether its figures hold together.
fn portray(name: &str, options: &[(&str, &str)]) -> Portrait {
    let game = open(name, options);
    let folder = tempfile::tempdir().unwrap();
    let portrait = sit(&*game, folder.path(), 1).unwrap().unwrap();
    let random = &portrait.random;
    let total = |endings: &BTreeMap<String, [u64; 3]>| endings.values().flatten().sum::<u64>();
    assert_eq!((total(&random.endings), random.lengths.values().sum()), (random.games, random.games));
    let plies: u64 = random.lengths.iter().map(|(plies, games)| u64::from(*plies) * games).sum();
    assert!((plies as f64 / random.games as f64 - random.plies).abs() < 1e-9);
    let drawn: u64 = random.endings.values().map(|[_, _, drawn]| drawn).sum();
    assert!((random.decisive.value - (random.games - drawn) as f64 / random.games as f64).abs() < 1e-9);
    for rung in &portrait.strengths {
        assert_eq!(total(&rung.endings), rung.games, "{name}: {}", rung.player);
        let drawn: u64 = rung.endings.values().map(|[_, _, drawn]| drawn).sum();
        assert!((rung.draws.value - drawn as f64 / rung.games as f64).abs() < 1e-9);
        for share in [rung.first, rung.draws] {
            holds(&share);
        }
    }
    for step in &portrait.chain.steps {
        holds(&step.score);
        assert_eq!(step.wins + step.draws + step.losses, step.score.games);
        assert_eq!(step.holds, step.score.value >= portrait.chain.bar);
    }
    assert_eq!(portrait.openings.moves.iter().map(|first| first.played).sum::<u64>(), portrait.openings.games);
    assert_eq!(portrait.openings.moves.len(), game.start().moves().len());
    let kept = folder.path().join("records");
    heat_is_what_was_played(&portrait, &kept);
    for entry in fs::read_dir(&kept).unwrap() {
        for record in records(&entry.unwrap().path()) {
            record.check(&*game).unwrap();
        }
    }
    for short in &portrait.shortest {
        let play = short.record.parse::<Record>().unwrap().check(&*game).unwrap();
        assert!(play.outcome().unwrap().winner.is_some() && play.line().len() == short.plies);
    }
    for puzzle in &portrait.puzzles {
        let mut play = game.position(&puzzle.position).unwrap();
        let player = play.turn().player();
        puzzle.moves.iter().for_each(|mv| play.play(mv).unwrap());
        assert_eq!(play.outcome().unwrap().winner, player);
    }
    whole(&fs::read_to_string(folder.path().join("index.html")).unwrap(), game.info().title);
    portrait
}

fn holds(share: &Share) {
    assert!(
        0.0 <= share.low && share.low <= share.value && share.value <= share.high && share.high <= 1.0,
        "{share:?}"
    );
}

/// The heat map counts each move that a player chose in the games of the middling player.
fn heat_is_what_was_played(portrait: &Portrait, kept: &Path) {
    let squares = &portrait.squares;
    let on_cells: u64 = Player::BOTH.iter().flat_map(|player| &squares.ends[*player]).sum();
    assert_eq!(on_cells + squares.elsewhere, squares.moves);
    let thinking = &portrait.strengths[1..];
    let middle = kept.join(format!("strength-{}.agon", thinking[thinking.len() / 2].nodes));
    let chosen = |record: &Record| record.main.plies.iter().filter(|ply| ply.remark.time.is_some()).count() as u64;
    assert_eq!(squares.moves, records(&middle).iter().map(chosen).sum::<u64>());
}

/// The page has all its parts, is closed everywhere, and needs nothing else.
fn whole(page: &str, title: &str) {
    for part in [
        "Choices and length",
        "How games end",
        "Who begins",
        "Skill chain",
        "Openings",
        "Squares used",
        "How large",
        "Shortest games",
        "Puzzles",
        "How this was made",
    ] {
        assert!(page.contains(&format!("<h2>{part}")), "{title}: {part}");
    }
    for tag in ["svg", "figure", "figcaption", "div", "table", "p", "dl", "b", "g", "text", "main", "footer"] {
        let opened = page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{title}: {tag}");
    }
    for wrong in ["NaN", "inf ", "<script", "http", "a <machine>", "-0 ", "{}"] {
        assert!(!page.contains(wrong), "{title}: {wrong}");
    }
    assert!(page.contains(&format!("<h1>{title}</h1>")) && page.ends_with("</html>\n"));
}

#[test]
fn rithmomachia_has_a_portrait() {
    portray("rithmomachia", &[]);
}

#[test]
fn rhythmomachy_has_a_portrait() {
    portray("rhythmomachy", &[]);
}

#[test]
fn crosphere_has_a_portrait() {
    portray("crosphere", &[]);
}

#[test]
fn andantino_has_a_portrait() {
    portray("andantino", &[]);
}

#[test]
fn games_with_chance_and_games_that_soon_end_have_one() {
    portray("tilesum", &[("min", "random")]);
    portray("tilesum", &[("moves", "1")]);
    assert_eq!(portray("andantino", &[("tiles", "1")]).random.range, [1, 1]);
    let once = portray("rhythmomachy", &[("plies", "1")]);
    assert_eq!((once.random.range, once.random.decisive.value, once.shortest.len()), ([1, 1], 0.0, 0));
    portray("crosphere", &[("size", "3"), ("strong", "0")]);
    portray("andantino", &[("side", "3")]);
}

/// Leaves of a game tree, and the keys of its positions, by walking through it.
fn walk(play: &mut dyn DynPlay, keys: &mut HashSet<u64>) -> u64 {
    keys.insert(play.key());
    let moves = play.moves();
    let below = |mv: &String| {
        play.play(mv).unwrap();
        let leaves = walk(play, keys);
        play.undo();
        leaves
    };
    let leaves: u64 = moves.iter().map(below).sum();
    leaves.max(1)
}

/// Where a game is small enough to walk through, the truth lies within the intervals.
#[test]
fn sizes_are_those_of_games_that_can_be_counted() {
    for options in [&[("moves", "4")][..], &[("min", "random"), ("moves", "4")], &[("goal", "3")]] {
        let game = open("tilesum", options);
        let mut keys = HashSet::new();
        let leaves = walk(&mut *game.start(), &mut keys) as f64;
        let sizes = portray("tilesum", options).sizes;
        assert_eq!(sizes.positions, Some(keys.len() as u64), "{options:?}");
        let truth = leaves.log10();
        assert!(sizes.leaves.low <= truth && truth <= sizes.leaves.high, "{options:?}: {truth} and {:?}", sizes.leaves);
        let states = (keys.len() as f64).log10();
        // A lower bound but for chance, and no lower than what was met.
        assert!((sizes.met as f64).log10() <= sizes.at_least && sizes.at_least <= states + 0.1, "{sizes:?}");
        assert!(states <= sizes.at_most + 0.1, "{sizes:?}");
    }
}

/// A portrait follows from its seed, is not played twice, and is not mixed up with another.
#[test]
fn a_portrait_is_gone_on_with() {
    let game = open("andantino", &[("side", "3")]);
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let first = sit(&*game, folder.path(), 1).unwrap().unwrap();
    assert_eq!(sit(&*game, other.path(), 1).unwrap().unwrap(), first);
    // Half of the games are lost, one of them torn.
    let path = other.path().join("records/strength-16.agon");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, &text[..text.len() / 2]).unwrap();
    assert_eq!(sit(&*game, other.path(), 1).unwrap().unwrap(), first);
    assert_ne!(sit(&*game, tempfile::tempdir().unwrap().path(), 2).unwrap().unwrap(), first);
    let error = sit(&*game, folder.path(), 2).unwrap_err().to_string();
    assert!(error.contains("game 1 is of another run: Seed is 1 and would be 2"), "{error}");
    let stop = Arc::new(AtomicBool::new(true));
    let sitting = Sitting { scale: Scale::Small, seed: 1 };
    assert_eq!(sitting.run(&*game, folder.path(), &circumstances(), &stop, &mut |_, _, _| {}).unwrap(), None);
}
