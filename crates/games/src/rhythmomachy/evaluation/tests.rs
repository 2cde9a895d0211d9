use super::*;
use agon_core::{Game, Notation, Options, Rng};

const START: &str = "2,c8,s32,s0,s18,2/2,c16,2,s12,2/C0,C6,C3,2,c4,s24,s1/S9,6,s2/S2,6,s9/\
                     S1,S24,C4,2,c3,c6,c0/2,S12,2,C16,2/2,S18,S0,S32,C8,2";

fn game(options: &[(&str, &str)]) -> Rhythmomachy {
    let options = Options::from_pairs(Rhythmomachy::INFO.options, options.iter().copied()).unwrap();
    Rhythmomachy::new(options).unwrap()
}

fn judge(board: &str, rest: &str) -> i32 {
    let game = game(&[]);
    let position = game.parse_position(&format!("{board} {rest}")).unwrap();
    RhythmomachyEvaluation::default().evaluate(&game, &position, &())
}

/// The same position seen from the other side of the board.
fn turned(position: &RhythmomachyPosition) -> RhythmomachyPosition {
    let mut turned = RhythmomachyPosition::empty(!position.turn());
    for player in Player::BOTH {
        for square in squares_of(position.pieces(player)) {
            turned.put(!player, position.man(square), 63 - square);
        }
        turned.score(!player, position.captures(player), position.points(player));
    }
    turned.set_plies(position.plies());
    turned
}

#[test]
fn both_sides_are_judged_alike_and_within_the_limit() {
    let evaluation = RhythmomachyEvaluation::default();
    let long = [("captures", "99"), ("points", "9999"), ("plies", "400")];
    for game in [game(&[]), game(&long), game(&[("captures", "1"), ("points", "0")])] {
        for seed in 0..20 {
            let (mut position, mut rng) = (game.start(), Rng::new(seed));
            while let Some(mv) = game.random_move(&position, &mut rng) {
                let judgement = evaluation.evaluate(&game, &position, &());
                assert_eq!(judgement, evaluation.evaluate(&game, &turned(&position), &()));
                assert!(judgement.abs() <= 50_000);
                game.play(&mut position, mv);
            }
        }
    }
}

#[test]
fn at_the_start_only_the_move_counts() {
    assert_eq!(judge(START, "w 0 0 0 0 0"), RhythmomachyEvaluation::default().tempo);
}

#[test]
fn captures_count_and_points_as_long_as_they_are_missing() {
    let white = |tally: &str| judge(START, &format!("w {tally} 0 0 20"));
    assert!(white("1 0") > white("0 0") + 100);
    assert!(white("1 9") > white("1 0"));
    assert!(white("2 25") > white("2 20"));
    assert_eq!(white("2 40"), white("2 25"));
    assert!(white("3 25") > white("4 1"), "one short is nearer than all captures with most points to come");
    assert!(judge(START, "b 2 20 0 0 20") < -200);
}

#[test]
fn who_can_win_at_once_stands_best() {
    // White goes d4c5 and has 4 + 5 = 9, or Black goes h8g7 and has 7 - 4 = 3.
    let board = "7,c7/C4,4,c4,2/1,c9,4,C3,1/8/3,C5,4/8/8/8";
    assert!(judge(board, "w 3 20 3 23 40") > 1000);
    assert!(judge(board, "b 3 20 3 23 40") > 1000);
    assert!(judge(board, "w 3 10 3 23 40") < 1000);
    assert!(judge(board, "b 0 0 0 0 40").abs() < 1000);
}

#[test]
fn winning_captures_are_tried_before_others_and_others_before_quiet_moves() {
    let (game, evaluation) = (game(&[]), RhythmomachyEvaluation::default());
    let board = "8/C4,6,C1/1,c9,4,s2,1/8/3,C5,C3,3/8/8/8 w 3 20 0 0 40";
    let position = game.parse_position(board).unwrap();
    let promise = |text: &str| {
        let mv = game.parse_move(&position, text).unwrap();
        (evaluation.promise(&game, &position, &(), mv), evaluation.is_forcing(&game, &position, &(), mv))
    };
    let (win, capture, quiet) = (promise("d4c5"), promise("e4f5"), promise("e4e5"));
    assert!(win.0 > capture.0 && capture.0 > quiet.0);
    assert_eq!((win.1, capture.1, quiet.1), (true, true, false));
}
