//! Options, positions and what the evaluation leaves out, each against the rules.

use agon_core::{Editor, Evaluation, Game, Notation, Options, Player, Rng};

use super::{ConnectFour, ConnectFourEvaluation, ConnectFourMove, ConnectFourPosition};

const BOARDS: [&str; 6] =
    ["", "columns=4 rows=4", "columns=6 rows=4", "columns=5 rows=5", "columns=8 rows=7", "columns=7 rows=8"];

fn game(options: &str) -> ConnectFour {
    ConnectFour::new(Options::parse(ConnectFour::INFO.options, options).unwrap()).unwrap()
}

fn moves(game: &ConnectFour, position: &ConnectFourPosition) -> Vec<ConnectFourMove> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

fn after(game: &ConnectFour, position: &ConnectFourPosition, mv: ConnectFourMove) -> ConnectFourPosition {
    let mut after = *position;
    game.play(&mut after, mv);
    after
}

fn winner(game: &ConnectFour, position: &ConnectFourPosition) -> Option<Player> {
    game.outcome(position).and_then(|outcome| outcome.winner)
}

/// The positions of random games, without the last.
fn along_games(game: &ConnectFour, games: u32, mut look: impl FnMut(&ConnectFourPosition)) {
    let mut rng = Rng::new(4);
    for _ in 0..games {
        let mut position = game.start();
        while let Some(mv) = game.random_move(&position, &mut rng) {
            look(&position);
            game.play(&mut position, mv);
        }
    }
}

#[test]
fn boards_that_do_not_fit_are_refused() {
    let open = |text| ConnectFour::new(Options::parse(ConnectFour::INFO.options, text).unwrap());
    assert_eq!(
        open("columns=9 rows=7").unwrap_err().to_string(),
        "option columns cannot be `9`: it takes a whole number from 4 to 8 when rows is 7"
    );
    assert!(open("rows=8").is_ok() && open("columns=8 rows=8").is_err());
    assert!(open("columns=9").is_ok() && open("columns=8 rows=7").is_ok());
}

#[test]
fn what_cannot_be_a_position_is_refused() {
    let refused = |text| game("columns=5 rows=4").parse_position(text).unwrap_err().to_string();
    assert_eq!(refused("5/5/5"), "bad position: the board has 3 ranks, expected 4");
    assert_eq!(refused("5/5/5/x,4"), "bad position: a cell is `x`, expected R, Y or a number of empty cells");
    let counts = "expected as many, or one more of Red";
    assert_eq!(refused("5/5/5/R,R,3"), format!("bad position: Red has 2 discs and Yellow 0, {counts}"));
    assert_eq!(refused("5/5/5/R,Y,Y,2"), format!("bad position: Red has 1 discs and Yellow 2, {counts}"));
    assert_eq!(refused("5/5/R,4/5"), "bad position: the disc on a2 has nothing below it");
    let over = "bad position: the game was over before the last disc";
    assert_eq!(refused("5/5/Y,Y,Y,2/R,R,R,R,Y"), over);
    assert_eq!(refused("5/5/Y,Y,Y,Y,1/R,R,R,R,1"), over);
    // Red's disc on e2 came after the line, or the line after Yellow's discs on top of it.
    assert_eq!(refused("5/4,R/Y,Y,Y,Y,Y/R,R,R,R,R"), over);
    assert!(game("columns=5 rows=4").parse_position(" 5/5/Y,Y,Y,2/R,R,R,R,1 ").is_ok());
}

#[test]
fn keys_differ_wherever_positions_do() {
    let game = game("columns=4 rows=4");
    let mut seen = std::collections::BTreeMap::new();
    along_games(&game, 3000, |position| {
        let known = *seen.entry(game.key(position)).or_insert(*position);
        assert_eq!(known, *position);
        for mv in moves(&game, position) {
            assert_eq!(game.key_after(position, mv), Some(game.key(&after(&game, position, mv))));
        }
    });
    assert!(seen.len() > 1000, "{}", seen.len());
}

#[test]
fn only_moves_that_lose_or_need_not_be_searched_are_left_out() {
    let evaluation = ConnectFourEvaluation::default();
    let mut seen = [0; 4];
    for options in BOARDS {
        let game = game(options);
        along_games(&game, 200, |position| {
            let wins = |position: &ConnectFourPosition, mv| winner(&game, &after(&game, position, mv)).is_some();
            let safe = |mv: &ConnectFourMove| {
                let after = after(&game, position, *mv);
                !moves(&game, &after).into_iter().any(|reply| wins(&after, reply))
            };
            let (all, mut kept) = (moves(&game, position), Vec::new());
            evaluation.candidates(&game, position, &(), &mut kept);
            let text = game.position_text(position);
            let expected: Vec<_> = all.iter().copied().filter(safe).collect();
            let case = match () {
                () if all.iter().any(|mv| wins(position, *mv)) => {
                    assert!(kept.len() == 1 && wins(position, kept[0]), "{text}");
                    0
                }
                () if expected.is_empty() => {
                    assert!(kept.len() == 1 && all.contains(&kept[0]), "{text}");
                    1
                }
                () => {
                    assert_eq!(kept, expected, "{text}");
                    2 + usize::from(kept.len() < all.len())
                }
            };
            seen[case] += 1;
        });
    }
    assert!(seen.iter().all(|count| *count > 50), "{seen:?}");
}

#[test]
fn a_move_is_forcing_when_the_next_one_could_win() {
    let evaluation = ConnectFourEvaluation::default();
    let mut seen = [0; 2];
    for options in BOARDS {
        let game = game(options);
        along_games(&game, 100, |position| {
            for mv in moves(&game, position) {
                let next = after(&game, position, mv);
                if game.outcome(&next).is_some() {
                    continue;
                }
                // What the same player could do if the other passed.
                let passed = ConnectFourPosition { own: next.own ^ next.all, all: next.all, turn: !next.turn };
                let wins =
                    moves(&game, &passed).into_iter().any(|mv| winner(&game, &after(&game, &passed, mv)).is_some());
                assert_eq!(evaluation.is_forcing(&game, position, &(), mv), wins, "{}", game.position_text(position));
                seen[usize::from(wins)] += 1;
            }
        });
    }
    assert!(seen.iter().all(|count| *count > 100), "{seen:?}");
}

#[test]
fn judgements_do_not_depend_on_the_side_and_stay_within_bounds() {
    let (game, evaluation) = (game(""), ConnectFourEvaluation::default());
    along_games(&game, 100, |position| {
        let judgement = evaluation.evaluate(&game, position, &());
        assert_eq!(evaluation.evaluate(&game, &game.transform(1, position), &()), judgement);
        assert!(judgement.abs() < evaluation.limit());
    });
}

#[test]
fn red_likes_odd_rows_and_yellow_even_ones() {
    let (game, evaluation) = (game(""), ConnectFourEvaluation::default());
    let judge = |text| evaluation.evaluate(&game, &game.parse_position(text).unwrap(), &());
    // Three of Red's beside an empty d3, then beside an empty d2; Yellow's discs are the same.
    let odd = judge("7/7/7/R,R,R,4/Y,Y,R,4/Y,Y,Y,R,R,Y,1");
    let even = judge("7/7/7/Y,Y,R,4/R,R,R,4/Y,Y,Y,R,1,Y,R");
    assert!(odd > even, "{odd} {even}");
}

#[test]
fn discs_of_a_set_up_board_fall() {
    let game = game("");
    let mut setup = game.parse_setup("7/7/7/7/7/7").unwrap();
    for (cell, disc) in [(38, "R"), (38, "Y"), (38, "R")] {
        game.put(&mut setup, cell, disc);
    }
    assert_eq!(game.setup_text(&setup), "7/7/7/3,R,3/3,Y,3/3,R,3");
    game.put(&mut setup, 3, "Y");
    game.remove(&mut setup, 10);
    assert_eq!(game.setup_text(&setup), "7/7/7/7/3,R,3/3,Y,3");
    game.remove(&mut setup, 38);
    assert_eq!(game.setup_text(&setup), "7/7/7/7/3,R,3/3,Y,3");
}
