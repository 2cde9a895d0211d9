use agon_core::{Board, Counter, Effect, Event, Game, Gesture, Mark, Piece, Placed, Player, Scene, Shape, View};

use super::Rhythmomachy;
use super::capture::arithmetic;
use super::man::Man;
use super::notation::{GRID, name};
use super::position::RhythmomachyPosition;
use super::rules::RhythmomachyMove;
use super::tables::{corner, from_the_top, squares_of};
use crate::danger::endangered;

impl View for Rhythmomachy {
    fn board(&self) -> Board {
        GRID.board()
    }

    fn scene(&self, position: &RhythmomachyPosition) -> Scene {
        let occupied = squares_of(!position.empty_squares());
        let pieces = occupied.filter_map(|square| {
            let piece = look(position.owner(square)?, position.man(square));
            Some(Placed { cell: u16::from(square), piece })
        });
        let counter = |player, name, value: u32, target: u32| Counter {
            player,
            name,
            value: i64::from(value),
            target: Some(i64::from(target)),
        };
        let tally = |player| {
            [
                counter(Some(player), "captures", position.captures(player), self.captures),
                counter(Some(player), "points", position.points(player), self.points),
            ]
        };
        let mut counters = Player::BOTH.map(tally).concat();
        counters.push(counter(None, "half moves", u32::from(position.plies()), u32::from(self.plies)));
        Scene { pieces: pieces.collect(), hands: Vec::new(), counters }
    }

    fn marks(&self, position: &RhythmomachyPosition) -> Vec<Mark> {
        let mut passed = *position;
        passed.pass();
        [*position, passed].iter().flat_map(|position| endangered(self, position, position.turn())).collect()
    }

    fn gesture(&self, _: &RhythmomachyPosition, mv: RhythmomachyMove) -> Gesture {
        Gesture::cells([u16::from(mv.from), u16::from(mv.to)])
    }

    fn events(&self, position: &RhythmomachyPosition, mv: RhythmomachyMove) -> Vec<Event> {
        let player = position.turn();
        let mut board = *position;
        let man = board.shift(player, mv.from, mv.to);
        let mut events = vec![Event {
            rule: "move",
            text: format!("{}'s {} moves from {} to {}", who(player), words(man), name(mv.from), name(mv.to)),
            cells: vec![u16::from(mv.from), u16::from(mv.to)],
            effect: Effect::Move { from: u16::from(mv.from), to: u16::from(mv.to) },
        }];
        let captured = board.captured(player, man, mv.to);
        events.extend(from_the_top(captured).filter_map(|victim| capture(&board, player, mv.to, victim)));
        let taken: Vec<(u8, Man)> =
            from_the_top(captured).map(|victim| (victim, board.take(!player, victim))).collect();
        for (stood, man) in taken {
            events.push(turn(&mut board, player, man, stood));
        }
        events
    }
}

/// Why a piece is captured by the one on `at`: the first helper that makes its number.
fn capture(board: &RhythmomachyPosition, player: Player, at: u8, victim: u8) -> Option<Event> {
    let number = board.number(victim);
    let (helper, sum) = squares_of(board.helpers(player, victim, at))
        .find_map(|helper| arithmetic(board.number(at), board.number(helper), number).map(|sum| (helper, sum)))?;
    let (second, taken) = (words(board.man(helper)), words(board.man(victim)));
    Some(Event {
        rule: "capture",
        text: format!("Capture: {sum}, with the {second} on {}, takes the {taken} on {}", name(helper), name(victim)),
        cells: [at, victim, helper].map(u16::from).to_vec(),
        effect: Effect::Remove { cell: u16::from(victim) },
    })
}

/// Puts a captured piece back in its new colour, and says why there.
fn turn(board: &mut RhythmomachyPosition, player: Player, man: Man, stood: u8) -> Event {
    let mut passed = Vec::new();
    let square = board.landing(player, man, |square| passed.push(square));
    let why = if passed.contains(&square) {
        format!("the empty square nearest to {}: it would capture at once on every one", name(corner(player)))
    } else if passed.is_empty() {
        format!("the empty square nearest to {}", name(corner(player)))
    } else {
        let names: Vec<String> = passed.into_iter().map(name).collect();
        format!("and not to {}, where it would capture at once", names.join(", "))
    };
    board.put(player, man, square);
    Event {
        rule: "turn",
        text: format!("Turn: the {} becomes {}'s and goes to {}, {why}", words(man), who(player), name(square)),
        cells: [square, stood].map(u16::from).to_vec(),
        effect: Effect::Place { cell: u16::from(square), piece: look(player, man) },
    }
}

pub(super) fn who(player: Player) -> &'static str {
    Rhythmomachy::INFO.player(player)
}

/// A piece in words: "square 12".
fn words(man: Man) -> String {
    format!("{} {}", if man.is_square() { "square" } else { "circle" }, man.number())
}

pub(super) fn look(owner: Player, man: Man) -> Piece {
    let shape = if man.is_square() { Shape::Square } else { Shape::Circle };
    Piece::new(owner.into(), shape, man.number().to_string())
}
