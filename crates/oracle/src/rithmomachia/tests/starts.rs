//! The starts of all rulesets: how the pieces stand, who begins, and how many lines there are.

use super::*;
use crate::rithmomachia::pieces::{name, squares_of};

/// Each ruleset, whether Odd begins, and its lines of 1, 2 and 3 plies. Those of one are counted
/// by hand, piece by piece; the others are the oracle's.
const COUNTS: [(&str, bool, [u64; 3]); 6] = [
    ("roy2020", true, [24, 600, 17150]),
    // Circles 10, triangles 8 straight and 22 by leaps, squares 2 and 21, the pyramid 6 by leaps.
    ("boardspace", true, [69, 4898, 346800]),
    // Circles 6, triangles 4, squares 2.
    ("boissiere-1556", false, [12, 144, 2134]),
    // Circles 6, triangles 2, squares 2.
    ("mebben-1616", true, [10, 100, 1310]),
    ("fulke-1563-3", false, [12, 144, 2134]),
    // Circles 10, triangles 8 straight and 22 by leaps, squares 2 and 19, the pyramid 1.
    ("fulke-1563-1", false, [62, 3906, 250077]),
];

/// The start of a ruleset.
fn start(ruleset: &str) -> Rithmomachia {
    Rithmomachia::new(&[("ruleset", ruleset)])
}

#[test]
fn lines() {
    for (ruleset, odd_first, counts) in COUNTS {
        let game = start(ruleset);
        assert_eq!(game.p1_turn(), odd_first, "{ruleset}");
        let deepest = if cfg!(debug_assertions) && counts[2] > 100_000 { 2 } else { 3 };
        for depth in 1..=deepest {
            assert_eq!(perft(&game, depth), counts[depth as usize - 1], "{ruleset} at depth {depth}");
        }
    }
}

#[test]
fn setups() {
    for (ruleset, _, _) in COUNTS {
        let board = start(ruleset).position.board;
        for (side, value) in [(Side::Even, 1312), (Side::Odd, 1752)] {
            let squares = squares_of(&board, side);
            assert_eq!(squares.len(), 24, "{ruleset}");
            assert_eq!(squares.iter().map(|square| board[square].value()).sum::<i64>(), value, "{ruleset}");
        }
    }
    let at = |ruleset, square| {
        let board = start(ruleset).position.board;
        let found = board.iter().find(|(place, _)| name(**place) == square);
        found.map(|(_, piece)| piece.plain_text())
    };
    let some = |text: &str| Some(text.to_string());
    assert_eq!(at("boardspace", "c13"), some("t36"));
    assert_eq!(at("boardspace", "a16"), None);
    assert_eq!(at("boardspace", "f6"), some("C2"));
    assert_eq!(at("boissiere-1556", "c15"), some("t36"));
    assert_eq!(at("fulke-1563-3", "c15"), some("t30"));
    assert_eq!(at("fulke-1563-3", "d15"), some("t36"));
    assert_eq!(at("fulke-1563-1", "c13"), some("t30"));
    assert_eq!(at("fulke-1563-1", "d13"), some("t36"));
    assert_eq!(at("fulke-1563-1", "h3"), some("S25"));
}

#[test]
fn nothing_stands_captured_at_the_start() {
    for (ruleset, _, _) in COUNTS {
        let game = start(ruleset);
        for side in [Side::Odd, Side::Even] {
            assert_eq!(captures(&game.rules, &game.position.board, side), [], "{ruleset}");
        }
    }
}

/// The first moves that capture, with the values taken.
fn first_captures(ruleset: &str) -> Vec<(String, Vec<i64>)> {
    let start = start(ruleset);
    let after = |mv: &String| {
        let mut game = start.clone();
        game.play(mv);
        game.taken
    };
    start.moves().into_iter().map(|mv| (mv.clone(), after(&mv))).filter(|(_, taken)| !taken.is_empty()).collect()
}

#[test]
fn first_moves_capture_in_boardspace_only() {
    // 12 x 6 squares = 72 down the b file; the pyramid leaps to the g file, and its layer 36 = 6 x 6.
    let expected = [("b12b10".to_string(), vec![72]), ("h13g10".to_string(), vec![6])];
    assert_eq!(first_captures("boardspace"), expected);
    for (ruleset, _, _) in COUNTS.into_iter().filter(|(ruleset, _, _)| *ruleset != "boardspace") {
        assert_eq!(first_captures(ruleset), [], "{ruleset}");
    }
}

#[test]
fn thresholds_may_differ_by_side() {
    let reason = |options: &[(&str, &str)], value| {
        let mut game = position(options, "c3@d9 s997@h16 S991@a1", Side::Odd);
        game.accounts[0].add(value);
        game.play("d9e10");
        game.reason()
    };
    let boardspace = ("ruleset", "boardspace");
    assert_eq!(reason(&[boardspace], 985), "goods");
    assert_eq!(reason(&[boardspace], 984), "none");
    assert_eq!(reason(&[boardspace, ("goods", "7,9999")], 7), "goods");
    assert_eq!(reason(&[boardspace, ("goods", "9999,7")], 7), "none");
    assert_eq!(reason(&[boardspace, ("goods", "7")], 7), "goods");
    // A threshold that the ruleset does not name is that of roy2020.
    assert_eq!(reason(&[boardspace, ("victories", "lawsuit"), ("lawsuit_digits", "3")], 300), "lawsuit");
    assert_eq!(reason(&[boardspace, ("victories", "lawsuit"), ("lawsuit_digits", "3")], 299), "none");
}

#[test]
#[should_panic(expected = "no ruleset called")]
fn an_unknown_ruleset_is_refused() {
    start("fulke-1563-2");
}

#[test]
#[should_panic(expected = "is not in 1..=9999")]
fn a_threshold_out_of_range_is_refused() {
    Rithmomachia::new(&[("goods", "5,0")]);
}
