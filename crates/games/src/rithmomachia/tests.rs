use std::sync::Arc;

use agon_core::{Game, History, Notation, Options, Player, Rng, View};

use super::piece::{Loss, Shape};
use super::position::{RithmomachiaMove, RithmomachiaPosition};
use super::ruleset::{Actor, Capture, Equality, Gait, Lines, Operations, ROY_2020, RULESETS, Ruleset, Stance};
use super::squares::{Directions, squares_of};
use super::{INFO, Rithmomachia};

fn game(options: &str) -> Rithmomachia {
    Rithmomachia::new(Options::parse(INFO.options, options).unwrap()).unwrap()
}

/// The game with a ruleset that is not among those of the option.
fn game_with(ruleset: Ruleset) -> Rithmomachia {
    Rithmomachia::with_ruleset(Box::leak(Box::new(ruleset)), Options::defaults(INFO.options))
}

/// The usual ruleset with other steps: straight and diagonal for each shape.
fn with_gaits(steps: [(u8, u8); 3], first: Player) -> Ruleset {
    let gaits = steps.map(|(straight, diagonal)| Gait { straight, diagonal, leap: 0 });
    Ruleset { first, gaits, ..ROY_2020 }
}

/// The position made anew from its pieces: nothing in it may depend on how it came about.
fn rebuilt(game: &Rithmomachia, position: &RithmomachiaPosition) -> RithmomachiaPosition {
    let mut again = RithmomachiaPosition::empty(position.turn, position.captured, position.quiet);
    for player in Player::BOTH {
        let held = (0..64).filter(|number| position.captives[player] >> number & 1 != 0);
        held.for_each(|number| again.toggle_captive(player, number));
    }
    for square in squares_of(position.occupied()) {
        let (owner, piece) = position.at(square).unwrap();
        again.put(owner, square, piece, &game.stacks[owner]);
    }
    again.win = game.settle(&again);
    again
}

#[test]
fn positions_made_step_by_step_equal_positions_made_at_once() {
    let rulesets = RULESETS.map(|ruleset| format!("ruleset={}", ruleset.name));
    for options in rulesets.into_iter().chain(["victories= quiet=60".to_string()]) {
        let game = Arc::new(game(&options));
        for seed in 0..40 {
            let mut rng = Rng::new(seed);
            let mut history = History::new(Arc::clone(&game), game.start());
            while history.outcome().is_none() {
                history.play(game.random_move(history.position(), &mut rng).unwrap());
                assert_eq!(*history.position(), rebuilt(&game, history.position()));
            }
        }
    }
}

/// What is looked for swiftly, or only among candidates, is what every cause comes to.
#[test]
fn captures_are_those_that_have_a_cause() {
    for ruleset in RULESETS {
        let game = game(&format!("ruleset={} victories=", ruleset.name));
        let (mut rng, mut moves, mut strikes) = (Rng::new(7), Vec::new(), 0);
        for _ in 0..4 {
            let mut position = game.start();
            while game.outcome(&position).is_none() {
                game.moves(&position, &mut moves);
                let quiet = |mv: &&RithmomachiaMove| mv.captive().is_none() && position.at(mv.to).is_none();
                for mv in moves.iter().filter(quiet) {
                    let (mut board, piece) = (position, position.piece(mv.from));
                    board.carry(*mv, piece, piece.traits(&game.stacks[board.turn]).1);
                    let rest = |victim: u8, loss: Loss| {
                        board.piece(victim).layers().map_or(0, |layers| loss.rest(layers, &game.stacks[!board.turn]))
                    };
                    let mut found = Vec::new();
                    game.each_strike(&board, *mv, |strike| {
                        found.push((strike.victim, rest(strike.victim, strike.loss)));
                    });
                    found.sort_unstable();
                    let any = matches!(ruleset.actor, Actor::Any | Actor::AnyInChain);
                    let mover = (!any).then(|| game.mover(*mv));
                    let lost = |victim: u8| Some((victim, rest(victim, game.loss(&board, victim, mover)?)));
                    let expected: Vec<(u8, u8)> = squares_of(board.sides[!board.turn]).filter_map(lost).collect();
                    assert_eq!(found, expected, "{} {mv:?} {}", ruleset.name, game.position_text(&position));
                    strikes += found.len();
                }
                let mv = game.random_move(&position, &mut rng).unwrap();
                game.play(&mut position, mv);
            }
        }
        assert!(strikes > 100, "{}: {strikes}", ruleset.name);
    }
}

/// Pieces that no army has at the start are captured all the same.
#[test]
fn unknown_numbers_are_captured_where_any_piece_captures() {
    let game = game("ruleset=boardspace");
    // From b9 to b6 both squares count: 10 times 4 is 40.
    let text = "8/8/8/8/8/8/8/1,c10,6/8/8/1,S40,6/8/8/8/8/8 even 0:0:0 0:0:0 0";
    let position = game.parse_position(text).unwrap();
    let board = RithmomachiaPosition { turn: Player::One, ..position };
    assert!(squares_of(game.candidates(&board)).eq(squares_of(board.sides[Player::Two])));
    assert_eq!(
        squares_of(board.sides[Player::Two]).filter(|victim| game.loss(&board, *victim, None).is_some()).count(),
        1
    );
}

#[test]
fn a_position_stays_small() {
    assert!(size_of::<RithmomachiaPosition>() <= 384);
}

#[test]
fn every_ruleset_has_its_option_and_sound_layers() {
    for ruleset in RULESETS {
        let game = game(&format!("ruleset={}", ruleset.name));
        assert_eq!(game.ruleset.name, ruleset.name);
        for player in Player::BOTH {
            let values: Vec<u16> = ruleset.layers[player].iter().map(|(_, value)| *value).collect();
            assert!(values.len() <= 6 && values.windows(2).all(|pair| pair[0] > pair[1]), "{values:?}");
            assert!(ruleset.layers[player].iter().all(|(shape, _)| *shape != Shape::Pyramid));
        }
    }
}

#[test]
fn the_armies_add_up() {
    let game = game("");
    let sum = |player: Player| {
        squares_of(game.start.sides[player])
            .map(|square| u32::from(game.value(&game.start, player, square)))
            .sum::<u32>()
    };
    assert_eq!(Player::BOTH.map(sum), [1752, 1312]);
}

/// The opening moves of Odd and Even under the movement rules of several sources.
#[test]
fn other_gaits_are_only_other_data() {
    for (steps, odd, even) in [
        ([(1, 1), (3, 3), (4, 4)], 24, 25),
        ([(1, 1), (2, 2), (3, 3)], 24, 25),
        ([(1, 0), (3, 0), (4, 0)], 12, 12),
        ([(0, 1), (2, 0), (3, 0)], 16, 17),
        ([(1, 0), (0, 2), (3, 0)], 10, 10),
    ] {
        let count = |first| {
            let game = game_with(with_gaits(steps, first));
            game.count_moves(&game.start())
        };
        assert_eq!((count(Player::One), count(Player::Two)), (odd, even), "{steps:?}");
    }
}

/// A pyramid that can make one move as two of its layers still has it once.
#[test]
fn shapes_that_move_alike_share_their_moves() {
    let game = game_with(with_gaits([(1, 1), (1, 2), (2, 2)], Player::One));
    let position = game.parse_position("8/8/8/8/8/8/8/8/3,p190,4/8/8/8/8/8/8/8 odd 0:0:0 0:0:0 0").unwrap();
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    assert_eq!(moves.len(), 16);
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves.len(), 16);
}

/// The same moves under other captures.
#[test]
fn other_captures_are_only_other_data() {
    const LINES: Lines = Lines::Of(Directions::ALL);
    const STANCE: Stance = Stance::Between(Directions::ALL);
    let rules = |event: &str, captures: &'static [Capture], text: &str, mv: &str| {
        let game = game_with(Ruleset { captures, ..with_gaits([(1, 1), (3, 3), (4, 4)], Player::One) });
        let position = game.parse_position(text).unwrap();
        let events = game.events(&position, game.parse_move(&position, mv).unwrap());
        let found = events[1..].iter().map(|event| event.rule).collect::<Vec<_>>().join(" ");
        assert_eq!(found, event, "{text} {mv}");
    };
    let equals: &[Capture] = &[Capture::Meeting { equality: Equality::Equal, totals: true }];
    rules("meeting", equals, "8/8/8/8/8/8/8/1,c9,6/8/1,C9,6/8/8/8/8/8/8 odd 0:0:0 0:0:0 0", "b9b8");
    rules("", equals, "8/8/8/8/8/8/8/1,c9,6/8/1,C8,6/8/8/8/8/8/8 odd 0:0:0 0:0:0 0", "b9b8");
    // From b8 to b5 there are three steps and two squares between.
    let board = |value: u16| format!("8/8/8/8/8/8/8/1,c5,6/8/8/8/1,S{value},6/8/8/8/8 odd 0:0:0 0:0:0 0");
    let between: &[Capture] = &[Capture::Assault { lines: LINES, beyond: -1, divide: false }];
    let steps: &[Capture] = &[Capture::Assault { lines: LINES, beyond: 0, divide: false }];
    rules("assault", between, &board(10), "b9b8");
    rules("", between, &board(15), "b9b8");
    rules("assault", steps, &board(15), "b9b8");
    rules("", steps, &board(20), "b9b8");
    // On a rank, where the usual ruleset knows no ambush.
    let lines: &[Capture] = &[Capture::Ambush { stance: STANCE, operations: Operations::SUM, several: false }];
    rules("ambush", lines, "8/8/8/8/8/8/8/1,c5,6/3,S8,c3,3/8/8/8/8/8/8/8 odd 0:0:0 0:0:0 0", "b9b8");
    rules("", &[], "8/8/8/8/8/8/8/1,c5,6/8/1,S10,6/8/8/8/8/8/8 odd 0:0:0 0:0:0 0", "b9b8");
}

#[test]
fn counters_stop_at_their_bound() {
    let game = game("victories=");
    let mut position =
        game.parse_position("8/8/8/8/8/8/8/1,c9,6/8/1,S9999,5,C1/8/8/8/8/8/8 odd 9998:9999:9997 0:0:0 0").unwrap();
    let mv = game.parse_move(&position, "b9b8").unwrap();
    game.play(&mut position, mv);
    let text = game.position_text(&position);
    assert!(text.ends_with("even 9999:9999:9999 0:0:0 0"), "{text}");
    assert_eq!(game.parse_position(&text), Ok(position));
}

#[test]
fn what_cannot_be_a_position_is_refused() {
    let game = game("");
    let rest = "/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8 odd 0:0:0 0:0:0 0";
    let many = format!("{0}/{0}/{0}/c1,7/8/8/8/8/8/8/8/8/8/8/8/8 odd 0:0:0 0:0:0 0", "c1,c1,c1,c1,c1,c1,c1,c1");
    for (text, part) in [
        (format!("8{rest} 1"), "separated by spaces"),
        (format!("8{}", rest.replace("odd", "white")), "expected odd or even"),
        (format!("8{}", rest.replacen("0:0:0", "0:0", 1)), "value:bodies:digits"),
        (format!("8{}", rest.replacen("0:0:0", "0:10000:0", 1)), "value:bodies:digits"),
        (format!("8{}", rest.replace("0:0:0 0:0:0 0", "0:0:0 0:0:0 101")), "expected 0 to 100"),
        (format!("c0,7{rest}"), "a value from 1 to 9999"),
        (format!("c10000,7{rest}"), "a value from 1 to 9999"),
        (format!("c+1,7{rest}"), "a value from 1 to 9999"),
        (format!("é1,7{rest}"), "a letter of ctspCTSP"),
        (format!("p91,7{rest}"), "expected p190, or some of the layers, p[64+49+36+25+16]"),
        (format!("P[36+36],7{rest}"), "P[36+25+16+9+4+1]"),
        (format!("P[64],7{rest}"), "P[36+25+16+9+4+1]"),
        (format!("P[],7{rest}"), "P[36+25+16+9+4+1]"),
        (format!("P91,P[36],6{rest}"), "Even has two pyramids"),
        (many, "Odd has 25 pieces, at most 24 are possible"),
    ] {
        match game.parse_position(&text) {
            Err(error) => assert!(error.to_string().contains(part), "{text}: {error}"),
            Ok(_) => panic!("{text} was read"),
        }
    }
}
