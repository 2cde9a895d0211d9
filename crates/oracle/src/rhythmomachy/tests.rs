use super::*;
use crate::testing::perft;

/// A game with the given pieces.
fn position(options: &[(&str, &str)], white: &str, black: &str, to_move: Player) -> Rhythmomachy {
    let mut board = Board::new();
    board.extend(pieces(white, Player::White));
    board.extend(pieces(black, Player::Black));
    Rhythmomachy::with_board(options, board, to_move)
}

/// The pieces of one side, sorted, in the notation that `pieces` reads.
fn side(game: &Rhythmomachy, owner: Player) -> Vec<String> {
    let mut words: Vec<String> = game
        .board
        .iter()
        .filter(|(_, piece)| piece.owner == owner)
        .map(|(square, piece)| {
            let letter = match piece.shape {
                Shape::Circle => 'C',
                Shape::Square => 'S',
            };
            format!("{letter}{}@{}", piece.number, name(*square))
        })
        .collect();
    words.sort();
    words
}

#[test]
fn setup_has_a_half_turn() {
    let game = Rhythmomachy::new(&[]);
    assert_eq!(game.board.len(), 28);
    let black = side(&game, Player::Black);
    assert!(black.contains(&"C8@c8".to_string()));
    assert!(black.contains(&"S32@d8".to_string()));
    assert!(black.contains(&"C0@h3".to_string()));
}

#[test]
fn perft_of_the_page() {
    let game = Rhythmomachy::new(&[]);
    assert_eq!(perft(&game, 1), 68);
    assert_eq!(perft(&game, 2), 4616);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow in debug")]
fn perft_of_the_page_at_depth_3() {
    assert_eq!(perft(&Rhythmomachy::new(&[]), 3), 318994);
}

#[test]
fn answer_of_the_one_level_player() {
    // The evaluation is the page's `sledge`, for Black one level after White's first move.
    let sledge = |game: &Rhythmomachy| {
        let me = Player::Black;
        let own = || game.board.iter().filter(|(_, piece)| piece.owner == me);
        let endangered = game
            .board
            .iter()
            .filter(|(_, piece)| piece.owner != me)
            .filter(|(at, _)| own().any(|(from, piece)| could_step(*piece, *from, **at)))
            .count() as i64;
        let central: i64 = own()
            .map(|((file, rank), _)| {
                // Distances from the centre point 4.5 are halves: rounded down, 0 to 3.
                let files = ((2 * file - 9).abs()) / 2;
                let ranks = ((2 * rank - 9).abs()) / 2;
                3 - files.max(ranks)
            })
            .sum();
        1_000_000 * game.captures[1] + 10_000 * game.points[1] + 100 * endangered + central
    };
    let mut game = Rhythmomachy::new(&[]);
    game.play("b3c5");
    let mut values: Vec<(i64, String)> = game
        .moves()
        .into_iter()
        .map(|mv| {
            let mut next = game.clone();
            next.play(&mv);
            (sledge(&next), mv)
        })
        .collect();
    values.sort();
    let best = &values[values.len() - 1];
    assert_eq!(best.1, "g6e4");
    assert!(values[values.len() - 2].0 < best.0);
}

#[test]
fn operations_on_numbers() {
    assert_eq!(operations(3, 5, 8), ["by-sum"]);
    assert_eq!(operations(3, 5, 2), ["by-difference"]);
    assert_eq!(operations(3, 5, 15), ["by-product"]);
    assert_eq!(operations(3, 12, 4), ["by-quotient"]);
    assert_eq!(operations(12, 3, 4), ["by-quotient"]);
    assert!(operations(5, 12, 2).is_empty());
    assert_eq!(operations(0, 4, 0), ["by-product", "by-quotient"]);
    assert_eq!(operations(4, 0, 4), ["by-sum", "by-difference"]);
    assert_eq!(operations(0, 0, 0), ["by-sum", "by-difference", "by-product"]);
}

#[test]
fn squares_leap_and_circles_step() {
    let game = position(&[], "S5@d4 C1@d5 C1@c4", "C9@e5", Player::White);
    let moves = game.moves();
    let leaps = moves.iter().filter(|mv| mv.starts_with("d4"));
    assert_eq!(leaps.count(), 16);
    assert!(moves.contains(&"d4e6".to_string()));
    assert!(!moves.contains(&"d4e4".to_string()));
    assert!(!moves.contains(&"d5e5".to_string()));
    let steps = moves.iter().filter(|mv| mv.starts_with("d5"));
    assert_eq!(steps.count(), 5);
}

#[test]
fn a_capture_needs_the_moved_piece_and_a_second_one() {
    // b4 and d4 both reach c5 with 3 + 5, but neither moves there: nothing happens.
    let mut game = position(&[], "C3@b4 C5@d4 C1@h1", "C8@c5", Player::White);
    game.play("h1h2");
    assert_eq!(game.captures, [0, 0]);
    // Black steps between them: nobody loses a piece by its own move.
    let mut game = position(&[], "C3@b4 C5@d4", "C8@c6", Player::Black);
    game.play("c6c5");
    assert_eq!((game.captures, game.board.len()), ([0, 0], 3));
    // One piece alone does not do it.
    let mut game = position(&[], "C8@c3", "C8@c5", Player::White);
    game.play("c3c4");
    assert_eq!(game.captures, [0, 0]);
    // With both it is taken, and goes to the corner.
    let mut game = position(&[], "C3@b4 C5@d3", "C8@c5 C1@h8", Player::White);
    game.play("d3d4");
    assert_eq!((game.captures, game.points), ([1, 0], [8, 0]));
    assert_eq!(side(&game, Player::White), ["C3@b4", "C5@d4", "C8@a1"]);
    assert_eq!(game.rare(), ["by-sum", "turned"]);
}

#[test]
fn nearest_squares_of_a_corner() {
    let order: Vec<String> = empty_squares_from(&Board::new(), (1, 1)).into_iter().take(9).map(name).collect();
    assert_eq!(order, ["a1", "b1", "a2", "b2", "c1", "a3", "c2", "b3", "c3"]);
    let order: Vec<String> = empty_squares_from(&Board::new(), (8, 8)).into_iter().take(4).map(name).collect();
    assert_eq!(order, ["h8", "g8", "h7", "g7"]);
}

#[test]
fn several_captured_come_back_in_the_order_of_the_board() {
    // The circle 4 on d4 takes 6 on e5 (with 2), 8 on c5 (with 2) and 2 on d3 (with 2).
    let mut game = position(&[], "C4@e4 S2@c3 S2@e3 S2@d5 S2@f3", "S8@c5 C6@e5 C2@d3 C40@h8", Player::White);
    game.play("e4d4");
    assert_eq!((game.captures, game.points), ([3, 0], [16, 0]));
    // c5 comes first, then e5, then d3.
    assert_eq!(side(&game, Player::White), ["C2@a2", "C4@d4", "C6@b1", "S2@c3", "S2@d5", "S2@e3", "S2@f3", "S8@a1"]);
    assert!(game.rare().contains(&"multi-capture"));
}

#[test]
fn a_turned_piece_passes_over_squares_where_it_would_capture() {
    // The turned circle 8 on a1 would take the 8 on b2 with the 0 on c3: it passes on to b1,
    // a2 (both beside b2 too), then to c1, which is beside b2 as well, then a3 likewise; c2 too.
    let mut game = position(&[], "C3@e4 C5@g3 C0@c3", "C8@f5 C8@b2 C1@h8", Player::White);
    game.play("g3g4");
    assert_eq!(game.captures, [1, 0]);
    assert!(side(&game, Player::White).contains(&"C8@d1".to_string()));
    assert_eq!(game.rare(), ["by-sum", "turned", "turned-passing-over"]);
}

#[test]
fn turned_pieces_count_at_once_and_those_to_come_do_not() {
    // Taken: 8 on c5 and 8 on e5, with 4 moved to d4 and the two 4s. The first turned 8 takes a1.
    // Black's circle 0 on b2 would be taken by the second 8 from b1, a2, c1, a3 with the first
    // on a1 (8 - 8), and from c2, b3, c3 too; a1 itself was safe for the first, being alone.
    let mut game = position(&[], "C4@d3 C4@b6 C4@f6", "C8@c5 C8@e5 C0@b2 C1@h8", Player::White);
    game.play("d3d4");
    assert_eq!(game.captures, [2, 0]);
    assert!(side(&game, Player::White).contains(&"C8@a1".to_string()));
    assert!(side(&game, Player::White).contains(&"C8@d1".to_string()));
}

#[test]
fn those_still_to_come_are_off_the_board() {
    // Taken: 8 on b4 and 8 on b2 (4 + 4). Were the second still on b2, the first would take it
    // from a1 with the 0 on c3 (8 + 0), and so pass on.
    let mut game = position(&[], "C4@c4 S4@d4 C0@c3", "C8@b4 C8@b2 C1@h8", Player::White);
    game.play("c4b3");
    assert_eq!(game.captures, [2, 0]);
    assert_eq!(side(&game, Player::White), ["C0@c3", "C4@b3", "C8@a1", "C8@b1", "S4@d4"]);
    assert_eq!(game.rare(), ["by-sum", "multi-capture", "turned"]);
}

#[test]
fn failing_all_others_a_turned_piece_takes_the_nearest_square() {
    // All squares full but h8 and g7; on both, the 0 takes an enemy 0 (0 x 7 = 0).
    let mut board = Board::new();
    for square in squares() {
        let owner = if square == (8, 7) || square == (7, 8) { Player::Black } else { Player::White };
        let number = if owner == Player::Black { 0 } else { 7 };
        let shape = Shape::Circle;
        board.insert(square, Piece { owner, shape, number });
    }
    board.remove(&(8, 8));
    board.remove(&(7, 7));
    let turned = Piece { owner: Player::White, shape: Shape::Circle, number: 0 };
    assert_eq!(place_for_turned(&board, turned), ((7, 7), None));
    // Were the enemies not 0, both squares would do.
    for square in [(8, 7), (7, 8)] {
        board.get_mut(&square).unwrap().number = 9;
    }
    assert_eq!(place_for_turned(&board, turned), ((7, 7), Some(0)));
}

#[test]
fn fallback_in_a_game() {
    // A full board but for d4: after the move only the squares left and vacated are empty.
    let mut board = Board::new();
    let white = |number| Piece { owner: Player::White, shape: Shape::Circle, number };
    let black = |number| Piece { owner: Player::Black, shape: Shape::Circle, number };
    for square in squares() {
        board.insert(square, white(7));
    }
    board.remove(&(4, 4));
    board.insert((4, 5), white(0));
    board.insert((5, 5), black(7));
    board.insert((4, 6), black(49));
    board.insert((3, 3), black(49));
    board.insert((8, 8), black(3));
    // The 0 steps d5-d4 and takes e5 (0 + 7); c3 (49) and d6 (49) it does not.
    // The turned 7 may go to d5 (beside d6: 7 x 7 = 49) or e5 (beside d6 as well): d5 is nearer.
    let mut game = Rhythmomachy::with_board(&[], board, Player::White);
    game.play("d5d4");
    assert_eq!(game.captures, [1, 0]);
    assert_eq!(game.board[&(4, 5)], white(7));
    assert!(!game.board.contains_key(&(5, 5)));
    assert!(game.rare().contains(&"turned-fallback"));
}

#[test]
fn winning_needs_captures_and_points() {
    let white = "C3@b4 C5@d3";
    let black = "C8@c5 C1@h8";
    for (captures, points, result) in [("1", "8", "p1win"), ("1", "9", "none"), ("2", "8", "none"), ("1", "0", "p1win")]
    {
        let options = &[("captures", captures), ("points", points), ("plies", "2")];
        let mut game = position(options, white, black, Player::White);
        game.play("d3d4");
        assert_eq!(game.result(), result);
        if result == "none" {
            game.play("h8h7");
            assert_eq!((game.result(), game.reason()), ("draw", "plies"));
        } else {
            assert_eq!(game.reason(), "captures");
        }
    }
}

#[test]
fn the_win_goes_before_the_draws_and_no_moves_before_plies() {
    // Black's only piece is taken: Black has no move, and it was the last ply as well.
    let one = ("plies", "1");
    let mut game = position(&[one], "C3@b4 C5@d3", "C8@c5", Player::White);
    game.play("d3d4");
    assert_eq!((game.result(), game.reason()), ("draw", "no-moves"));
    let options = &[one, ("captures", "1"), ("points", "8")];
    let mut game = position(options, "C3@b4 C5@d3", "C8@c5", Player::White);
    game.play("d3d4");
    assert_eq!((game.result(), game.reason()), ("p1win", "captures"));
}
