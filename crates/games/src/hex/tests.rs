use agon_core::{CellId, Evaluation, Game, Notation, Options, PerPlayer, Player, Rng, Tracked};

use super::{Hex, HexEvaluation, HexPosition};
use crate::two_distance::Potentials;

fn game(options: &str) -> Hex {
    Hex::new(Options::parse(Hex::INFO.options, options).unwrap()).unwrap()
}

fn moves(game: &Hex, position: &HexPosition) -> Vec<CellId> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

/// The positions of random games.
fn along_games(game: &Hex, games: u32, mut look: impl FnMut(&HexPosition)) {
    let mut rng = Rng::new(8);
    for _ in 0..games {
        let mut position = game.start();
        while let Some(mv) = game.random_move(&position, &mut rng) {
            look(&position);
            game.play(&mut position, mv);
        }
    }
}

fn potentials(game: &Hex, position: &HexPosition, player: Player) -> Potentials<6> {
    Potentials::new(&game.near, game.empty(position), position.stones[player], game.edges[player])
}

/// The judgement of a position.
fn judge(game: &Hex, position: &HexPosition) -> i32 {
    Tracked::new(game, &HexEvaluation::default(), *position).judge(game, &HexEvaluation::default())
}

#[test]
fn what_cannot_be_a_position_is_refused() {
    let refused = |text| game("size=3").parse_position(text).unwrap_err().to_string();
    assert_eq!(refused("3/3/3"), "bad position: expected the board and the side to move, separated by a space");
    assert_eq!(refused("3/3/3 G"), "bad position: the side to move is `G`, expected R or B");
    assert_eq!(refused("3/3 R"), "bad position: the board has 2 ranks, expected 3");
    assert_eq!(refused("3/1,R/3 R"), "bad position: rank 2 has 2 cells, expected 3");
    assert_eq!(refused("3/1,W,1/3 R"), "bad position: a cell is `W`, expected R, B or a number of empty cells");
    let won = "bad position: Red is to move, but has joined its edges and has won before";
    assert_eq!(refused("R,2/R,2/R,2 R"), won);
    assert!(game("size=3").parse_position("R,2/R,2/R,2 B").is_ok());
}

#[test]
fn a_key_foretold_is_the_key_that_comes() {
    for options in ["size=4", "size=11"] {
        let game = game(options);
        along_games(&game, 20, |position| {
            for mv in moves(&game, position) {
                let mut after = *position;
                game.play(&mut after, mv);
                assert!(game.key_after(position, mv).is_none_or(|key| key == game.key(&after)), "{mv:?}");
            }
        });
    }
}

#[test]
fn a_cell_is_one_further_than_its_second_best_neighbour() {
    let game = game("size=4");
    let red = |text| potentials(&game, &game.parse_position(text).unwrap(), Player::One);
    // Of any cell on the empty board, the distances from top and bottom add up to the rows and one.
    let whole = red("4/4/4/4 R");
    assert_eq!(whole.least, 5);
    // Two red stones that a bridge joins need one more stone: either cell between them will do.
    let bridge = red("2,R,1/2,R,1/4/1,R,2 R");
    assert_eq!((bridge.least, bridge.best.iter().collect::<Vec<_>>()), (2, vec![9, 10]));
    // With one of them taken, one is left.
    let cut = red("2,R,1/2,R,1/1,B,2/1,R,2 R");
    assert_eq!((cut.least, cut.best.iter().collect::<Vec<_>>()), (2, vec![10]));
}

#[test]
fn two_steps_are_left_exactly_where_a_stone_wins() {
    for options in ["size=3", "size=5", "size=11"] {
        let game = game(options);
        along_games(&game, 20, |position| {
            let known = potentials(&game, position, position.turn);
            for cell in moves(&game, position) {
                let mut after = *position;
                game.play(&mut after, cell);
                let near = known.of(cell) == Potentials::<6>::WIN;
                assert_eq!(near, game.outcome(&after).is_some(), "{}", game.position_text(position));
            }
        });
    }
}

#[test]
fn judgements_do_not_depend_on_colour_or_side() {
    let (game, evaluation) = (game("size=7"), HexEvaluation::default());
    along_games(&game, 30, |position| {
        let judgement = judge(&game, position);
        assert!(judgement.abs() < evaluation.limit());
        assert_eq!(judge(&game, &game.transform(1, position)), judgement);
        let of = |player: Player| position.stones[!player].iter().map(|cell| game.mirrored(cell)).collect();
        let mirrored = game.position(PerPlayer(Player::BOTH.map(of)), !position.turn);
        assert_eq!(judge(&game, &mirrored), judgement);
    });
}

#[test]
fn a_shorter_way_is_better() {
    let game = game("size=5");
    let judge = |text| judge(&game, &game.parse_position(text).unwrap());
    let start = judge("5/5/5/5/5 R");
    assert!(judge("5/5/2,R,2/5/5 R") > start && judge("5/5/2,R,2/5/5 B") < start);
    assert!(judge("5/5/2,R,2/5/5 R") > judge("R,4/5/5/5/5 R"));
}

#[test]
fn only_moves_that_lose_at_once_are_left_out() {
    let evaluation = HexEvaluation::default();
    let mut seen = [0; 4];
    for options in ["size=3", "size=4", "size=6"] {
        let game = game(options);
        let after = |position: &HexPosition, mv: CellId| {
            let mut after = *position;
            game.play(&mut after, mv);
            after
        };
        let win = |position: &HexPosition| {
            moves(&game, position).into_iter().find(|mv| game.outcome(&after(position, *mv)).is_some())
        };
        along_games(&game, 60, |position| {
            let all = moves(&game, position);
            let mut kept = Vec::new();
            evaluation.candidates(&game, position, &evaluation.state(&game, position), &mut kept);
            let text = game.position_text(position);
            if let Some(first) = win(position) {
                assert_eq!(kept, [first], "{text}");
                seen[0] += 1;
                return;
            }
            let safe = |mv: &CellId| win(&after(position, *mv)).is_none();
            let expected: Vec<CellId> = all.iter().copied().filter(safe).collect();
            if expected.is_empty() {
                assert!(kept.len() == 1 && all.contains(&kept[0]), "{text}");
                seen[1] += 1;
            } else {
                assert_eq!(kept, expected, "{text}");
                seen[2 + usize::from(kept.len() < all.len())] += 1;
            }
        });
    }
    assert!(seen.iter().all(|count| *count > 20), "{seen:?}");
}

#[test]
fn what_is_remembered_is_of_the_same_board() {
    let (small, large, evaluation) = (game("size=4"), game("size=9"), HexEvaluation::default());
    let promise = |game: &Hex| {
        let start = game.start();
        evaluation.promise(game, &start, &evaluation.state(game, &start), 5)
    };
    let fresh = [promise(&small), promise(&large)];
    assert_eq!([promise(&small), promise(&large)], fresh);
    assert_ne!(fresh[0], fresh[1]);
}
