use super::*;
use crate::testing::{perft, play_all};

/// A game with the given stones, named as on the page.
fn position(options: &[(&str, &str)], black: &str, white: &str, to_move: Player) -> Andantino {
    let mut game = Andantino::new(options);
    game.board.clear();
    game.to_move = to_move;
    for (names, owner) in [(black, Player::Black), (white, Player::White)] {
        for name in names.split_whitespace() {
            let cells = game.cells();
            let cell = cells.iter().find(|c| game.name(**c) == name).unwrap();
            game.board.insert(*cell, owner);
        }
    }
    game
}

#[test]
fn board_and_names() {
    let game = Andantino::new(&[]);
    assert_eq!(game.cells().len(), 271);
    assert_eq!(game.name((0, 0)), "j10");
    assert_eq!(game.name((1, 0)), "j11");
    assert_eq!(game.name((0, 1)), "k11");
    let edge = game.cells().into_iter().filter(|c| game.on_edge(*c));
    assert_eq!(edge.count(), 54);
    assert_eq!(Andantino::new(&[("side", "3")]).cells().len(), 19);
    assert!(!game.p1_turn());
}

#[test]
fn perft_of_the_page() {
    let game = Andantino::new(&[]);
    let counts: Vec<u64> = (1..=4).map(|depth| perft(&game, depth)).collect();
    assert_eq!(counts, [6, 12, 36, 144]);
}

#[test]
fn perft_of_the_page_at_depth_5() {
    assert_eq!(perft(&Andantino::new(&[]), 5), 720);
}

#[test]
fn self_enclosure_of_the_page() {
    let mut game = Andantino::new(&[]);
    let line = "k10 k11 j9 j11 i10 l11 i11 l12 i9 j12 i8 h8 m12 h9 l10 m11 m13 l13 g8 k13 k12";
    for mv in line.split_whitespace() {
        assert_eq!(game.result(), "none", "before {mv}");
        game.play(mv);
    }
    assert_eq!((game.result(), game.reason()), ("p1win", "self-enclosure"));
}

#[test]
fn stones_run_out() {
    let mut game = Andantino::new(&[("tiles", "1")]);
    game.play("j11");
    assert_eq!((game.result(), game.reason()), ("draw", "no-moves"));
    assert_eq!(game.rare(), ["out-of-stones"]);
    let mut game = Andantino::new(&[("tiles", "2")]);
    play_all(&mut game, "j11 i10");
    assert_eq!(game.result(), "none");
    assert_eq!(game.moves().len(), 3);
    let next = game.moves()[0].clone();
    game.play(&next);
    assert_eq!((game.result(), game.reason()), ("draw", "no-moves"));
}

#[test]
fn five_or_more_in_each_direction() {
    // Along the row, along (0, 1) and along (1, -1).
    for (stones, last, rare) in [
        ("j8 j9 j11 j12", "j10", false),
        ("h8 i9 k11 l12", "j10", false),
        ("h10 i10 k10 l10", "j10", false),
        ("j8 j9 j11 j12 j13", "j10", true),
    ] {
        let mut game = position(&[], stones, "a1", Player::Black);
        game.play(last);
        assert_eq!((game.result(), game.reason()), ("p1win", "line"));
        assert_eq!(game.rare() == ["long-line"], rare);
    }
    let mut game = position(&[], "j8 j9 j11", "a1", Player::Black);
    game.play("j10");
    assert_eq!(game.result(), "none");
    // Not a line of the board: a zigzag across the rows.
    let mut game = position(&[], "h9 i10 k11 l12", "a1", Player::Black);
    game.play("j10");
    assert_eq!(game.result(), "none");
}

// The ring of twelve around the ring around j10.
const RING_OF_TWELVE: &str = "h8 h9 h10 i11 j12 k12 l12 l11 l10 k9 j8";

#[test]
fn open_enclosure_may_hold_empty_cells() {
    let mut game = position(&[], RING_OF_TWELVE, "j10", Player::Black);
    game.play("i8");
    assert_eq!((game.result(), game.reason()), ("p1win", "enclosure"));
    assert_eq!(game.rare(), ["enclosure-with-empty-cells"]);
    let strict = &[("enclosure", "strict")];
    let mut game = position(strict, RING_OF_TWELVE, "j10", Player::Black);
    game.play("i8");
    assert_eq!(game.result(), "none");
    assert_eq!(game.rare(), ["enclosure-only-open"]);
}

#[test]
fn an_empty_ring_is_nothing_until_an_enemy_steps_in() {
    let mut game = position(&[], RING_OF_TWELVE, "a1", Player::Black);
    game.play("i8");
    assert_eq!(game.result(), "none");
    game.play("j9");
    assert_eq!((game.result(), game.reason()), ("p1win", "self-enclosure"));
    let strict = &[("enclosure", "strict")];
    let mut game = position(strict, RING_OF_TWELVE, "a1", Player::Black);
    play_all(&mut game, "i8 j9");
    assert_eq!(game.result(), "none");
}

#[test]
fn strict_enclosure_of_a_group() {
    for enclosure in ["open", "strict"] {
        let options = &[("enclosure", enclosure)];
        let mut game = position(options, "i9 i10 i11 j12 k12 k11 k10", "j10 j11", Player::Black);
        game.play("j9");
        assert_eq!((game.result(), game.reason()), ("p1win", "enclosure"));
    }
}

#[test]
fn the_edge_is_not_a_wall() {
    // a5 is on the top row: its four existing neighbours are black, still it is not enclosed.
    for enclosure in ["open", "strict"] {
        let options = &[("enclosure", enclosure)];
        let mut game = position(options, "a4 a6 b5", "a5", Player::Black);
        game.play("b6");
        assert_eq!(game.result(), "none");
    }
}

#[test]
fn own_enclosure_goes_before_self_enclosure() {
    // White fills the last hole in a black ring, but so encloses the black stone on j10.
    let mut game = position(&[], &format!("{RING_OF_TWELVE} i8 j10"), "i9 i10 j11 k11 k10", Player::White);
    game.play("j9");
    assert_eq!((game.result(), game.reason()), ("p2win", "enclosure"));
    assert_eq!(game.rare(), ["enclosure-and-self-enclosure"]);
}

#[test]
fn a_full_board_is_a_draw() {
    // Every cell of side 3 but one is taken; no five in a line, nobody enclosed.
    let mut game =
        position(&[("side", "3")], "a1 a2 b3 c4 d5 d4 e3 c1 c2", "b1 a3 b2 b4 c5 c3 d2 e4 e5", Player::White);
    assert_eq!(game.moves(), ["d3"]);
    game.play("d3");
    assert_eq!((game.result(), game.reason()), ("draw", "no-moves"));
}
