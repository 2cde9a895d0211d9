use super::*;
use crate::rithmomachia::victories::progression;

/// Plays one move of Odd and tells what it captured and what was rare about it.
fn odd_plays(pieces: &str, mv: &str) -> (Vec<i64>, Vec<&'static str>) {
    let mut game = position(&[("victories", "")], pieces, Side::Odd);
    game.play(mv);
    (game.taken.clone(), game.rare())
}

/// An Even piece out of the way that can always move.
const BYSTANDER: &str = "C2@h1";

#[test]
fn setup() {
    let board = Rules::named("roy2020").setup.board();
    assert_eq!(board.len(), 48);
    assert_eq!(board[&(2, 2)].value(), 91);
    assert_eq!(board[&(8, 15)].value(), 190);
    assert!(Rithmomachia::new(&[]).p1_turn());
}

#[test]
fn perft_of_the_page() {
    let game = Rithmomachia::new(&[]);
    assert_eq!(perft(&game, 1), 24);
    assert_eq!(perft(&game, 2), 600);
    let even = Rithmomachia::with_board(&[], Rules::named("roy2020").setup.board(), Side::Even);
    assert_eq!(even.moves().len(), 25);
}

#[test]
fn perft_of_the_page_at_depth_3() {
    assert_eq!(perft(&Rithmomachia::new(&[]), 3), 17150);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow in debug")]
fn perft_of_the_page_at_depth_4() {
    assert_eq!(perft(&Rithmomachia::new(&[]), 4), 503922);
}

#[test]
fn first_captures_come_at_the_third_ply() {
    let mut captures_by_ply = [0, 0, 0];
    let start = Rithmomachia::new(&[]);
    for first in start.moves() {
        let mut one = start.clone();
        one.play(&first);
        captures_by_ply[0] += one.taken.len();
        for second in one.moves() {
            let mut two = one.clone();
            two.play(&second);
            captures_by_ply[1] += two.taken.len();
            if captures_by_ply[2] == 0 {
                for third in two.moves() {
                    let mut three = two.clone();
                    three.play(&third);
                    captures_by_ply[2] += three.taken.len();
                }
            }
        }
    }
    assert_eq!(captures_by_ply[..2], [0, 0]);
    assert!(captures_by_ply[2] > 0);
}

#[test]
fn progressions_among_plain_values() {
    for (side, expected) in [(Side::Even, [11, 11, 2]), (Side::Odd, [9, 10, 0])] {
        let values: BTreeSet<i64> = Rules::named("roy2020")
            .setup
            .board()
            .values()
            .filter(|piece| piece.side == side && !piece.pyramid)
            .map(Piece::value)
            .collect();
        let mut counts = [0, 0, 0];
        for a in &values {
            for b in &values {
                for c in &values {
                    match progression(*a, *b, *c) {
                        Some("glorious-arithmetic") if a < c => counts[0] += 1,
                        Some("glorious-geometric") if a < c => counts[1] += 1,
                        Some("glorious-harmonic") if a < c => counts[2] += 1,
                        _ => {}
                    }
                }
            }
        }
        assert_eq!(counts, expected);
    }
}

#[test]
fn pyramids_move_as_their_layers() {
    let count = |pieces: &str| position(&[], pieces, Side::Odd).moves().len();
    assert_eq!(count("c1@d8"), 8);
    // From d8 a square has no four to the left, and none on the two diagonals there.
    assert_eq!(count("t1@d8"), 8);
    assert_eq!(count("s1@d8"), 5);
    assert_eq!(count("p190@d8"), 21);
    assert_eq!(count("p64+49@d8"), 5);
    assert_eq!(count("p36+16@d8"), 16);
    // A piece in the way stops all that go beyond it.
    let blocked = position(&[], "s1@d8 C9@d10", Side::Odd).moves();
    assert!(!blocked.contains(&"d8d12".to_string()));
    let target = position(&[], "s1@d8 C9@d12", Side::Odd).moves();
    assert!(!target.contains(&"d8d12".to_string()));
}

#[test]
fn meeting_takes_whatever_stands_where_it_could_land() {
    // Values do not matter: the circle 3 arrives beside a 64.
    assert_eq!(odd_plays("c3@d8 C64@e6", "d8d7"), (vec![64], vec!["meeting"]));
    // Exactly the distance: a triangle three away, not two.
    assert_eq!(odd_plays("t30@d4 S45@d10", "d4d7").0, [45]);
    assert!(odd_plays("t30@d4 S45@d9", "d4d7").0.is_empty());
    // Not with something between, a friend or an enemy.
    assert!(odd_plays("t30@d4 S45@d10 c5@d9", "d4d7").0.is_empty());
    assert!(odd_plays("t30@d4 S45@d10 S7@d9", "d4d7").0.is_empty());
    // Only the moved piece takes part: the other circle beside the 64 does not.
    assert!(odd_plays("c3@d8 c5@f6 C64@e6 C2@h1", "d8c9").0.is_empty());
}

#[test]
fn nobody_loses_a_piece_by_its_own_move() {
    // The square 64 arrives beside a circle that could step onto it: nothing happens.
    let mut even = position(&[], "c3@d8 S64@e3 C2@h1", Side::Even);
    even.play("e3e7");
    assert_eq!(even.position.board.len(), 3);
}

#[test]
fn meetings_can_be_several() {
    let (captured, rare) = odd_plays("c3@d8 C64@e6 C4@c8", "d8d7");
    assert_eq!(captured, [4, 64]);
    assert_eq!(rare, ["meeting", "multi-capture"]);
}

#[test]
fn assault_multiplies_by_the_squares_of_the_line() {
    // d7 to d11: five squares with both ends.
    assert_eq!(odd_plays("c9@d6 S45@d11 C2@h1", "d6d7"), (vec![45], vec!["assault"]));
    // On a diagonal, d7 to g10: four squares.
    assert_eq!(odd_plays("c9@d6 S36@g10 C2@h1", "d6d7").0, [36]);
    // Neighbours count two: a triangle 10 beside a 20.
    assert_eq!(odd_plays("t10@d4 C20@e7 C2@h1", "d4d7"), (vec![20], vec!["assault"]));
    // Not with something between, and not by division.
    assert!(odd_plays("c9@d6 c1@d9 S45@d11 C2@h1", "d6d7").0.is_empty());
    assert!(odd_plays("c45@d6 S9@d11 C2@h1", "d6d7").0.is_empty());
    // A pyramid assaults with the sum of its layers: 16 + 36 = 52, twice is 104.
    assert_eq!(
        odd_plays("p36+16@d4 S104@d8 C2@h1", "d4d7"),
        (vec![104], vec!["assault", "doubly-captured", "meeting"])
    );
}

#[test]
fn ambush_adds_on_a_file_only() {
    // Distances 2 and 5: nothing but the sum counts.
    assert_eq!(odd_plays("c9@d5 C25@d8 t16@d13 C2@h1", "d5d6"), (vec![25], vec!["ambush"]));
    // Not on a rank.
    assert!(odd_plays("c9@a6 C25@d6 t16@g6 C2@h1", "a6b6").0.is_empty());
    // Not with anything else between, and not with the wrong sum.
    assert!(odd_plays("c9@d5 C25@d8 C3@d9 t16@d13 C2@h1", "d5d6").0.is_empty());
    assert!(odd_plays("c9@d5 C26@d8 t16@d13 C2@h1", "d5d6").0.is_empty());
    // An enemy behind is no helper.
    assert!(odd_plays("c9@d5 C25@d8 T16@d13 C2@h1", "d5d6").0.is_empty());
}

#[test]
fn ambush_works_in_both_directions_at_once() {
    let pieces = "c9@c7 C25@d9 t16@d13 C11@d4 s2@d1 C2@h1";
    let (captured, rare) = odd_plays(pieces, "c7d7");
    assert_eq!(captured, [11, 25]);
    assert_eq!(rare, ["ambush", "multi-capture"]);
}

#[test]
fn siege_needs_all_four_neighbours() {
    // A triangle arrives last, so that no meeting does it.
    let pieces = "t30@d2 t12@c6 t56@e6 t90@d7 S289@d6 C2@h1";
    assert_eq!(odd_plays(pieces, "d2d5"), (vec![289], vec!["siege"]));
    // One of them an enemy's, or missing.
    let pieces = "t30@d2 T12@c6 t56@e6 t90@d7 S289@d6 C2@h1";
    assert!(odd_plays(pieces, "d2d5").0.is_empty());
    let pieces = "t30@d2 t56@e6 t90@d7 S289@d6 C2@h1";
    assert!(odd_plays(pieces, "d2d5").0.is_empty());
    // At the edge one neighbour does not exist.
    let pieces = "t30@a2 t56@b6 t90@a7 S289@a6 C2@h1";
    assert!(odd_plays(pieces, "a2a5").0.is_empty());
    // The moved piece must be among the four.
    let pieces = "t30@d5 t12@c6 t56@e6 t90@d7 c3@a9 S289@d6 C2@h1";
    assert!(odd_plays(pieces, "a9a10").0.is_empty());
}

#[test]
fn a_meeting_takes_the_smallest_layer() {
    let mut game = position(&[], "c3@d8 P91@e6 c5@h8", Side::Odd);
    game.play("d8d7");
    assert_eq!(game.taken, [1]);
    assert_eq!(game.rare(), ["meeting", "pyramid-layer"]);
    let pyramid = &game.position.board[&(5, 6)];
    assert_eq!((pyramid.value(), pyramid.layers.len()), (90, 5));
    // Odd's pyramid without its circle cannot step.
    let mut game = position(&[], "p190@d8 C2@f6 C4@a1", Side::Even);
    game.play("f6e7");
    assert_eq!(game.taken, [16]);
    assert_eq!(game.position.board[&(4, 8)].layer_values(), [64, 49, 36, 25]);
    assert_eq!(game.quiet, 0);
}

#[test]
fn the_last_layer_takes_the_pyramid_off() {
    let mut game = position(&[], "c3@d8 P36@e6 C2@h1", Side::Odd);
    game.play("d8d7");
    assert_eq!(game.taken, [36]);
    assert_eq!(game.rare(), ["meeting", "pyramid-last-layer", "pyramid-layer"]);
    assert_eq!(game.position.board.len(), 2);
}

#[test]
fn assault_takes_a_pyramid_whole_also_with_a_meeting() {
    // A triangle 10 beside the pyramid 16 + 4 = 20.
    let mut game = position(&[], "t10@d4 P16+4@e7 C2@h1", Side::Odd);
    game.play("d4d7");
    assert_eq!(game.taken, [20]);
    assert_eq!(game.rare(), ["assault", "pyramid-by-total", "pyramid-whole"]);
    // A circle 10 meets it too.
    let mut game = position(&[], "c10@d6 P16+4@e7 C2@h1", Side::Odd);
    game.play("d6d7");
    assert_eq!(game.taken, [20]);
    assert_eq!(
        game.rare(),
        ["assault", "doubly-captured", "meeting", "pyramid-by-total", "pyramid-whole", "pyramid-whole-and-layer"]
    );
    assert_eq!(game.accounts[0], Account { value: 20, bodies: 1, digits: 2 });
}

#[test]
fn ambush_and_siege_take_a_pyramid_whole() {
    let (captured, rare) = odd_plays("c9@d5 P16+9@d8 t16@d13 C2@h1", "d5d6");
    assert_eq!((captured, rare), (vec![25], vec!["ambush", "pyramid-by-total", "pyramid-whole"]));
    let pieces = "t30@d2 t12@c6 t56@e6 t90@d7 P91@d6 C2@h1";
    let (captured, rare) = odd_plays(pieces, "d2d5");
    assert_eq!((captured, rare), (vec![91], vec!["pyramid-whole", "siege"]));
}

#[test]
fn victims_are_found_before_any_leaves() {
    // The 4 on d8 is met; behind it the 45 on d11 would be assaulted (9 x 5) only were it gone.
    let (captured, _) = odd_plays("c9@d6 C4@d8 S45@d11 C2@h1", "d6d7");
    assert_eq!(captured, [4]);
}

/// Plays one move of Odd and tells the reason of the end and the rare words for glory.
fn glory(pieces: &str, mv: &str) -> (&'static str, Vec<&'static str>) {
    let mut game = position(&[], &format!("{pieces} {BYSTANDER}"), Side::Odd);
    game.play(mv);
    let words = game.rare().into_iter();
    (game.reason(), words.filter(|word| word.starts_with("glorious")).collect())
}

#[test]
fn glorious_victories() {
    let won = |kind| ("glorious", vec![kind]);
    // Arithmetic on a rank, unevenly spaced; the moved piece completes it.
    assert_eq!(glory("c3@a5 c5@b6 c7@f5", "b6b5"), won("glorious-arithmetic"));
    // Geometric on a file, falling, the moved piece elsewhere.
    assert_eq!(glory("t16@b8 t12@b5 c9@b2 c3@g12", "g12g11"), won("glorious-geometric"));
    // Harmonic.
    assert_eq!(glory("s3@b8 s4@b5 s6@b2 c3@g12", "g12g11"), won("glorious-harmonic"));
    // A pyramid counts with its sum: 16, 52, 88.
    assert_eq!(glory("c16@a5 p36+16@b5 t88@f6", "a5a6"), ("none", vec![]));
    assert_eq!(glory("c16@a6 p36+16@b5 s88@f5", "a6a5"), won("glorious-arithmetic"));
    // In another order it is nothing.
    assert_eq!(glory("c5@a5 c3@b6 c7@f5", "b6b5").0, "none");
    // Not across the middle, not at home, not with another piece between.
    assert_eq!(glory("s3@b9 s4@b8 s6@b7 c3@g12", "g12g11").0, "none");
    assert_eq!(glory("s3@b9 s4@b10 s6@b11 c3@g12", "g12g11").0, "none");
    assert_eq!(glory("s3@b8 s4@b5 S200@b4 s6@b2 c3@g12", "g12g11").0, "none");
    assert_eq!(glory("s3@b8 s4@b5 s200@b4 s6@b2 c3@g12", "g12g11").0, "none");
    // Equal values are no progression.
    assert_eq!(glory("s3@b8 s3@b5 s3@b2 c3@g12", "g12g11").0, "none");
}

#[test]
fn glory_is_the_movers_and_may_follow_from_a_capture() {
    // Even's progression stands while Odd moves: only the mover is judged.
    let even = "C2@c10 C4@e10 C6@g10 c3@a1";
    let mut game = position(&[], even, Side::Odd);
    game.play("a1a2");
    assert_eq!(game.result(), "none");
    // At Even's next move, whichever, it holds; not if victories leaves it out.
    let mut unlisted = position(&[("victories", "goods,body")], even, Side::Even);
    unlisted.play("c10c11");
    assert_eq!(unlisted.result(), "none");
    let more = format!("{even} {BYSTANDER}");
    let mut game = position(&[], &more, Side::Even);
    game.play("h1h2");
    assert_eq!((game.result(), game.reason()), ("p2win", "glorious"));
    // The captured 8 between them is gone when it is judged.
    let pieces = "s3@a5 s4@b5 C8@d5 s6@f5 c9@d7 C2@h1";
    let mut game = position(&[], pieces, Side::Odd);
    game.play("d7d6");
    assert_eq!(game.reason(), "glorious");
    assert_eq!(game.rare(), ["glorious-harmonic", "meeting"]);
}

/// The reason of the end after a quiet move of Odd, who has captured these bodies before.
fn reason_with(captured: &[i64], options: &[(&str, &str)]) -> &'static str {
    let mut game = position(options, "c3@a14 C2@h1", Side::Odd);
    captured.iter().for_each(|value| game.accounts[0].add(*value));
    game.play("a14a13");
    game.reason()
}

#[test]
fn victories_by_captures() {
    let only = |word: &'static str| [("victories", word)];
    assert_eq!(reason_with(&[100, 100, 45, 5], &[]), "honour-lawsuit");
    assert_eq!(reason_with(&[100, 100, 44, 5], &[]), "none");
    assert_eq!(reason_with(&[90, 90, 64, 6], &[]), "none");
    assert_eq!(reason_with(&[289, 4, 2, 5], &[]), "honour");
    assert_eq!(reason_with(&[289, 4, 2, 4], &[]), "none");
    assert_eq!(reason_with(&[100, 100, 100], &[]), "lawsuit");
    assert_eq!(reason_with(&[100, 100, 99], &[]), "none");
    assert_eq!(reason_with(&[289, 61], &[]), "goods");
    assert_eq!(reason_with(&[289, 60], &[]), "none");
    assert_eq!(reason_with(&[2, 4, 6, 8, 9], &[]), "body");
    assert_eq!(reason_with(&[2, 4, 6, 8], &[]), "none");
    let all = [289, 169, 153, 100, 81];
    for word in &VICTORIES[1..] {
        assert_eq!(reason_with(&all, &only(word)), *word);
    }
    assert_eq!(reason_with(&all, &only("glorious")), "none");
    assert_eq!(reason_with(&all, &only("body,goods")), "goods");
    assert_eq!(reason_with(&all, &[]), "honour-lawsuit");
}

#[test]
fn thresholds_are_options() {
    assert_eq!(reason_with(&[2, 4], &[("body", "2")]), "body");
    assert_eq!(reason_with(&[2, 4], &[("goods", "6")]), "goods");
    let options = [("lawsuit_value", "6"), ("lawsuit_digits", "2")];
    assert_eq!(reason_with(&[2, 4], &options), "lawsuit");
    let options = [("honour_value", "6"), ("honour_bodies", "2")];
    assert_eq!(reason_with(&[2, 4], &options), "honour");
    let options = [("hl_value", "6"), ("hl_bodies", "2"), ("hl_digits", "2")];
    assert_eq!(reason_with(&[2, 4], &options), "honour-lawsuit");
    let options = [("hl_value", "6"), ("hl_bodies", "2"), ("hl_digits", "3")];
    assert_eq!(reason_with(&[2, 4], &options), "none");
}

#[test]
fn no_legal_move_loses() {
    // The last enemy is taken.
    let mut game = position(&[], "c3@d8 C64@e6", Side::Odd);
    game.play("d8d7");
    assert_eq!((game.result(), game.reason()), ("p1win", "no-moves"));
    // A triangle in the corner, walled in; also when the quiet plies are full.
    let mut game = position(&[("quiet", "1")], "T99@a1 s20@b1 s10@b2 t7@a2 c3@g12", Side::Odd);
    game.play("g12g11");
    assert_eq!((game.result(), game.reason()), ("p1win", "no-moves"));
}

#[test]
fn third_repetition_draws() {
    let mut game = Rithmomachia::new(&[("quiet", "8")]);
    let round = "c13c12 c4c5 c12c13 c5c4";
    play_all(&mut game, round);
    assert_eq!(game.result(), "none");
    play_all(&mut game, "c13c12 c4c5 c12c13");
    assert_eq!(game.result(), "none");
    game.play("c5c4");
    assert_eq!((game.result(), game.reason()), ("draw", "repetition"));
}

#[test]
fn quiet_half_moves_draw_and_captures_begin_anew() {
    let mut game = Rithmomachia::new(&[("quiet", "3")]);
    play_all(&mut game, "c13c12 c4c5");
    assert_eq!(game.result(), "none");
    game.play("c12c11");
    assert_eq!((game.result(), game.reason()), ("draw", "quiet"));
    let mut game = position(&[("quiet", "2")], "c3@d8 P91@e6 c5@h8", Side::Odd);
    play_all(&mut game, "h8h9 e6a6");
    assert_eq!(game.reason(), "quiet");
    let mut game = position(&[("quiet", "2")], "c3@d8 P91@e6 c5@h8", Side::Odd);
    play_all(&mut game, "d8d7 e6a6");
    assert_eq!(game.result(), "none");
    game.play("h8h9");
    assert_eq!(game.reason(), "quiet");
}
