//! What is told of the rare things, by which a comparison with an engine knows what it has tried.
//! The captures themselves are tried by the cases.

use super::*;

/// The rare words after one move. The pieces 997 and 991 stand by.
fn rare(ruleset: &str, side: Side, pieces: &str, mv: &str) -> Vec<&'static str> {
    let pieces = format!("{pieces} s997@h16 S991@a1");
    let mut game = position(&[("ruleset", ruleset)], &pieces, side);
    game.play(mv);
    game.rare()
}

/// The rare words after one move of Odd.
fn odd(ruleset: &str, pieces: &str, mv: &str) -> Vec<&'static str> {
    rare(ruleset, Side::Odd, pieces, mv)
}

#[test]
fn operations() {
    let ruleset = "boardspace";
    assert_eq!(odd(ruleset, "c25@e10 C5@d5", "e10d9"), ["assault", "assault-division"]);
    assert_eq!(odd(ruleset, "c9@b9 t16@e8 S25@d8", "b9c8"), ["ambush"]);
    assert_eq!(odd(ruleset, "c9@b9 t16@e8 S7@d8", "b9c8"), ["ambush", "ambush-difference"]);
    assert_eq!(odd(ruleset, "c3@b9 t9@e8 S27@d8", "b9c8"), ["ambush", "ambush-product"]);
    assert_eq!(odd(ruleset, "c3@b9 t15@e8 S5@d8", "b9c8"), ["ambush", "ambush-quotient"]);
    assert_eq!(odd("mebben-1616", "c5@d10 c9@e8 t16@f10 S30@d8", "d10d9"), ["ambush", "ambush-of-more"]);
}

#[test]
fn sieges() {
    let ruleset = "boardspace";
    assert_eq!(odd(ruleset, "t90@a9 t12@b8 t30@a5 S289@a8", "a5a7"), ["siege", "siege-edge"]);
    assert_eq!(odd(ruleset, "t12@c7 t56@e7 t90@c9 t30@e11 S289@d8", "e11e9"), ["siege", "siege-diagonal"]);
    let ruleset = "boissiere-1556";
    assert_eq!(odd(ruleset, "t12@c8 t56@e8 t90@d9 t30@d5 C101@d8", "d5d7"), ["siege", "siege-ways"]);
    assert_eq!(odd(ruleset, "s28@h2 s49@g4 T101@h1", "g4g1"), ["siege", "siege-edge", "siege-ways"]);
    let pieces = "t12@c9 t56@e9 t90@c7 t30@d5 C101@d8";
    assert_eq!(odd("fulke-1563-1", pieces, "d5e7"), ["leap-with-siege", "siege", "siege-ways"]);
}

#[test]
fn pyramids() {
    let ruleset = "boardspace";
    assert_eq!(odd(ruleset, "p190@c8 C25@d12", "c8d9"), ["captor-layer", "meeting"]);
    assert_eq!(odd(ruleset, "c16@e10 P91@c8", "e10d9"), ["meeting", "pyramid-layer"]);
    let two = ["captured-by-others", "meeting", "pyramid-layer", "pyramid-layers-at-once"];
    assert_eq!(odd(ruleset, "c16@e10 t9@c10 P91@c8", "e10d9"), two);
    assert_eq!(odd(ruleset, "c7@e14 P91@d1", "e14d13"), ["assault", "pyramid-by-total", "pyramid-whole"]);
    let last = ["meeting", "pyramid-last-layer", "pyramid-layer"];
    assert_eq!(odd("fulke-1563-1", "c16@e10 P16@c8", "e10d9"), last);
}

#[test]
fn captures_without_the_piece_that_moved_and_chains() {
    assert_eq!(odd("boardspace", "t16@d12 c3@d11 C16@d10", "d11e12"), ["captured-by-others", "meeting"]);
    let two = ["assault", "chain-2", "meeting", "multi-capture"];
    assert_eq!(odd("boissiere-1556", "c5@d10 C5@d8 S10@d6", "d10d9"), two);
    let three = ["assault", "chain-2", "chain-3", "meeting", "multi-capture"];
    assert_eq!(odd("boissiere-1556", "c5@d10 C5@d8 S10@d6 S25@d3", "d10d9"), three);
}

#[test]
fn moving_in() {
    assert_eq!(odd("fulke-1563-3", "t16@d12 C16@d10", "d12d10"), ["meeting", "moving-in"]);
    let more = ["ambush", "meeting", "moving-in", "moving-in-and-capture"];
    assert_eq!(odd("fulke-1563-3", "c9@d9 t16@e9 S25@d8 T9@d7", "d9d8"), more);
}

#[test]
fn captives() {
    let mut game = position(&[("ruleset", "fulke-1563-1")], "t30@c5 C3@d9 c7@g12", Side::Even);
    let captive = |value| Piece::plain(Side::Even, pieces::Shape::Triangle, value);
    game.position.reserves[1] = vec![captive(30), captive(30), captive(36)];
    // Two equal captives give one move on each of the eight squares.
    assert_eq!(game.moves().iter().filter(|mv| mv.contains('@')).count(), 16);
    game.play("T30@c1");
    assert_eq!(game.rare(), ["entry"]);
    game.play("c5c3");
    assert_eq!(game.rare(), ["captive-recaptured", "meeting"]);
    assert_eq!(game.position.reserves[1], [captive(30), captive(36)]);
    assert_eq!(game.position.reserves[0][0].plain_text(), "t30");
}

#[test]
fn glory() {
    let ruleset = "boardspace";
    assert_eq!(odd(ruleset, "c3@d8 c5@d5 c7@h6", "h6g5"), ["glorious-angle", "glorious-arithmetic"]);
    assert_eq!(odd(ruleset, "c3@b3 c5@d5 c7@g8", "g8f7"), ["glorious-arithmetic", "glorious-diagonal"]);
    assert_eq!(odd(ruleset, "c3@b5 C4@d5 c5@g6", "g6f5"), ["glorious-arithmetic", "glorious-with-enemy"]);
    assert_eq!(odd(ruleset, "c5@a6 s15@d5 p190@f5", "a6b5"), ["glorious-arithmetic", "glorious-layer"]);
    let anywhere = ["glorious-anywhere", "glorious-arithmetic"];
    assert_eq!(rare("boissiere-1556", Side::Even, "C2@b10 C4@g15 C6@d8", "d8d9"), anywhere);
    let after = ["glorious-after-pyramid", "glorious-arithmetic"];
    assert_eq!(odd("fulke-1563-3", "c3@b5 c5@c5 c7@f6", "f6f5"), after);
    let mut game = position(&[("ruleset", "fulke-1563-1")], "c3@b5 c5@c5 c7@g6 s997@h16 S991@a1", Side::Odd);
    game.entered.insert((7, 6));
    game.play("g6f5");
    assert_eq!(game.rare(), ["glorious-after-pyramid", "glorious-arithmetic", "glorious-with-captive"]);
}
