//! The games against the oracle: a second, plain implementation of the same
//! rules. Random games, half of them steered towards what a move seldom does,
//! are compared ply by ply: legal moves, side to move, result and reason.

use std::collections::{BTreeMap, HashMap};

use agon_core::{DynPlay, Rng, Turn};

use crate::common;

/// Games for each set of options; more with `DIFFERENTIAL_GAMES=n`.
fn games() -> u64 {
    std::env::var("DIFFERENTIAL_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(20)
}

#[test]
fn rhythmomachy_plays_as_the_oracle() {
    compare("rhythmomachy", "-");
    compare("rhythmomachy", "captures=1 points=0");
    compare("rhythmomachy", "captures=2 points=60 plies=25");
    compare("rhythmomachy", "captures=12 points=100 plies=300");
    compare("rhythmomachy", "captures=99 points=9999 plies=600");
}

#[test]
fn crosphere_plays_as_the_oracle() {
    compare("crosphere", "-");
    compare("crosphere", "size=5 strong=3");
    compare("crosphere", "size=3 strong=0");
    compare("crosphere", "size=3 strong=1");
    compare("crosphere", "size=4 strong=0");
    compare("crosphere", "size=4 strong=16");
    compare("crosphere", "size=6 strong=36");
    compare("crosphere", "size=3 strong=1 swap=true");
}

#[test]
fn connect4_plays_as_the_oracle() {
    compare("connect4", "-");
    compare("connect4", "columns=4 rows=4");
    compare("connect4", "columns=5 rows=5");
    compare("connect4", "columns=6 rows=4");
    compare("connect4", "columns=4 rows=8");
    compare("connect4", "columns=7 rows=8");
    compare("connect4", "columns=8 rows=7");
    compare("connect4", "columns=9 rows=6");
    compare("connect4", "columns=9 rows=4");
    compare("connect4", "columns=4 rows=4 swap=true");
}

#[test]
fn connect4_ends_as_the_oracle() {
    compare_ends("connect4", "-");
    compare_ends("connect4", "columns=8 rows=7");
    compare_ends("connect4", "columns=4 rows=8");
}

#[test]
fn tilesum_plays_as_the_oracle() {
    compare("tilesum", "-");
    compare("tilesum", "min=random goal=4");
    compare("tilesum", "size=4 board=1,-1,0,1,0,1,0,-1,1,0,1,-1,0,1,-1,0 goal=30 moves=20");
    compare("tilesum", "size=2 board=5,-7,100,3 goal=999 moves=99");
}

#[test]
fn rithmomachia_plays_as_the_oracle() {
    compare("rithmomachia", "-");
    compare("rithmomachia", "victories=glorious");
    compare("rithmomachia", "victories= quiet=300");
    compare("rithmomachia", "victories=honour-lawsuit,honour,lawsuit hl_digits=12 honour_bodies=6");
    compare("rithmomachia", "body=30 goods=9999 lawsuit_value=600 honour_value=9999 hl_value=9999");
    compare("rithmomachia", "victories=glorious,honour honour_value=800 honour_bodies=14 quiet=25");
    compare("rithmomachia", "quiet=6");
}

/// Random games of a ruleset: with its own victories, without any, and with two that seldom decide.
fn compare_ruleset(ruleset: &str) {
    compare("rithmomachia", &format!("ruleset={ruleset}"));
    compare("rithmomachia", &format!("ruleset={ruleset} victories= quiet=300"));
    compare("rithmomachia", &format!("ruleset={ruleset} victories=glorious quiet=400"));
    compare("rithmomachia", &format!("ruleset={ruleset} victories=goods,body body=3,2 goods=150,90"));
}

#[test]
fn rithmomachia_modern_plays_as_the_oracle() {
    compare_ruleset("modern");
}

#[test]
fn rithmomachia_boardspace_plays_as_the_oracle() {
    compare_ruleset("boardspace");
}

#[test]
fn rithmomachia_boissiere_plays_as_the_oracle() {
    compare_ruleset("boissiere-1556");
}

#[test]
fn rithmomachia_mebben_plays_as_the_oracle() {
    compare_ruleset("mebben-1616");
}

#[test]
fn rithmomachia_fulke_third_kind_plays_as_the_oracle() {
    compare_ruleset("fulke-1563-3");
}

#[test]
fn rithmomachia_fulke_first_kind_plays_as_the_oracle() {
    compare_ruleset("fulke-1563-1");
}

#[test]
fn andantino_plays_as_the_oracle() {
    compare("andantino", "-");
    compare("andantino", "enclosure=strict");
    compare("andantino", "side=3");
    compare("andantino", "side=4");
    compare("andantino", "side=5 enclosure=strict");
    compare("andantino", "side=6 tiles=15");
    compare("andantino", "side=7 tiles=1");
    compare("andantino", "side=3 swap=true");
}

#[test]
fn andantino_ends_as_the_oracle() {
    compare_ends("andantino", "side=4");
    compare_ends("andantino", "side=4 enclosure=strict");
    compare_ends("andantino", "side=5 tiles=28");
}

#[test]
fn hex_plays_as_the_oracle() {
    compare("hex", "-");
    compare("hex", "swap=true");
    compare("hex", "size=3");
    compare("hex", "size=3 swap=true");
    compare("hex", "size=4 swap=true");
    compare("hex", "size=8");
    compare("hex", "size=19");
}

#[test]
fn hex_ends_as_the_oracle() {
    compare_ends("hex", "size=5");
    compare_ends("hex", "size=3 swap=true");
}

/// Plays games of both and compares them; prints how often each rule fired.
fn compare(name: &str, options: &str) {
    let game = common::open_text(name, options);
    let pairs: Vec<(&str, &str)> = options.split_whitespace().filter_map(|pair| pair.split_once('=')).collect();
    let mut rules: BTreeMap<String, u64> = BTreeMap::new();
    for seed in 0..games() {
        let mut rng = Rng::new(seed);
        let mut play = game.start();
        let mut oracle = agon_oracle::open(name, &pairs);
        // How often each rule fired in this game: the seldom ones attract.
        let mut fired: HashMap<&'static str, u32> = HashMap::new();
        loop {
            let at = || format!("{name} {options}\nseed {seed}, after {}", play.line().join(" "));
            let (mut ours, mut theirs) = (play.moves(), oracle.moves());
            ours.sort_unstable();
            theirs.sort_unstable();
            assert_eq!(ours, theirs, "legal moves of {}", at());
            let outcome = play.outcome();
            assert_eq!(outcome.map_or("none", |end| end.word()), oracle.result(), "result of {}", at());
            assert_eq!(outcome.map_or("none", |end| end.reason), oracle.reason(), "reason of {}", at());
            if let Some(end) = outcome {
                *rules.entry(format!("= {}", end.reason)).or_default() += 1;
                break;
            }
            let player_one = play.turn() == Turn::Player(agon_core::Player::One);
            assert_eq!(player_one, oracle.p1_turn(), "turn of {}", at());
            let mv = if seed % 2 == 0 { random(&*play, &mut rng) } else { steered(&*play, &fired, &mut rng) };
            play.play(&mv).unwrap();
            oracle.play(&mv);
            for event in play.last_events() {
                *fired.entry(event.rule).or_default() += 1;
                *rules.entry(event.rule.to_string()).or_default() += 1;
            }
            for rare in oracle.rare() {
                *rules.entry(format!("~ {rare}")).or_default() += 1;
            }
        }
    }
    println!("{name} {options}: {rules:?}");
}

/// Plays long games, which end only when every move ends them, and compares
/// how each move not chosen would have ended them; prints how often it did.
fn compare_ends(name: &str, options: &str) {
    let game = common::open_text(name, options);
    let pairs: Vec<(&str, &str)> = options.split_whitespace().filter_map(|pair| pair.split_once('=')).collect();
    let mut reasons: BTreeMap<&'static str, u64> = BTreeMap::new();
    for seed in 0..games().div_ceil(10) {
        let mut rng = Rng::new(seed);
        let (mut play, mut oracle) = (game.start(), agon_oracle::open(name, &pairs));
        while play.outcome().is_none() {
            let (mut going, mut ending) = (Vec::new(), Vec::new());
            for mv in play.moves() {
                let (mut next, mut theirs) = (play.boxed_clone(), oracle.boxed_clone());
                next.play(&mv).unwrap();
                theirs.play(&mv);
                let outcome = next.outcome();
                let ours = outcome.map_or(("none", "none"), |end| (end.word(), end.reason));
                let line = next.line().join(" ");
                assert_eq!(ours, (theirs.result(), theirs.reason()), "{name} {options}, seed {seed}, after {line}");
                *reasons.entry(ours.1).or_default() += 1;
                if outcome.is_some() { &mut ending } else { &mut going }.push(mv);
            }
            let moves = if going.is_empty() { ending } else { going };
            let mv = &moves[rng.below(moves.len() as u32) as usize];
            play.play(mv).unwrap();
            oracle.play(mv);
        }
    }
    println!("{name} {options}: {reasons:?}");
}

fn random(play: &dyn DynPlay, rng: &mut Rng) -> String {
    play.random_move(rng).expect("a move while the game goes on")
}

/// Of a few random moves the one whose rules have fired least.
fn steered(play: &dyn DynPlay, fired: &HashMap<&'static str, u32>, rng: &mut Rng) -> String {
    let novelty = |mv: &String| {
        let events = play.preview(mv).expect("a legal move");
        events.iter().map(|event| 1000 / (1 + fired.get(event.rule).copied().unwrap_or(0))).max().unwrap_or(0)
    };
    (0..6).map(|_| random(play, rng)).max_by_key(novelty).expect("some move")
}
