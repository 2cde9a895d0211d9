//! Rhythmomachy (PGSS 1999): circles and squares with numbers; captured pieces change sides.

use crate::{Ending, Options, Oracle};
use std::collections::BTreeMap;

/// The names of the options.
const OPTIONS: [&str; 3] = ["captures", "points", "plies"];

/// White's setup; Black's follows by a half turn. C circle, S square.
const WHITE_SETUP: &str = "C8@f1 S32@e1 S0@d1 S18@c1 C16@f2 S12@c2 C4@c3 \
                           S24@b3 S1@a3 S2@a4 S9@a5 C3@c6 C6@b6 C0@a6";

/// A player and the colour of its pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Player {
    /// Player 1, home corner a1.
    White,
    /// Player 2, home corner h8.
    Black,
}

impl Player {
    /// The other player.
    fn other(self) -> Player {
        match self {
            Player::White => Player::Black,
            Player::Black => Player::White,
        }
    }

    /// The word for a win of this player.
    fn wins(self) -> &'static str {
        match self {
            Player::White => "p1win",
            Player::Black => "p2win",
        }
    }

    /// The player's home corner.
    fn corner(self) -> Square {
        match self {
            Player::White => (1, 1),
            Player::Black => (8, 8),
        }
    }

    /// Where the player's entries stand in a pair.
    fn index(self) -> usize {
        match self {
            Player::White => 0,
            Player::Black => 1,
        }
    }
}

/// The shape of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    /// Steps to king-distance one.
    Circle,
    /// Leaps to king-distance two.
    Square,
}

/// A piece: whose it is, its shape and its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Piece {
    owner: Player,
    shape: Shape,
    number: i64,
}

/// A square: file and rank, both from 1 to 8.
type Square = (i64, i64);

/// The pieces on the board.
type Board = BTreeMap<Square, Piece>;

/// All squares, rank 8 down to 1 and within a rank file a to h.
fn squares() -> Vec<Square> {
    (1..=8).rev().flat_map(|rank| (1..=8).map(move |file| (file, rank))).collect()
}

/// A square's name.
fn name((file, rank): Square) -> String {
    format!("{}{rank}", char::from(b'a' + (file - 1) as u8))
}

/// The square with this name.
fn square_named(text: &str) -> Square {
    *squares().iter().find(|s| name(**s) == text).unwrap()
}

/// How many steps a king needs from one square to another.
fn king_distance(a: Square, b: Square) -> i64 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

/// Whether a piece standing on `from` could step onto `to`, whatever stands there or between.
fn could_step(piece: Piece, from: Square, to: Square) -> bool {
    match piece.shape {
        Shape::Circle => king_distance(from, to) == 1,
        Shape::Square => king_distance(from, to) == 2,
    }
}

/// Whether `target` is the quotient `a` / `b`: exact and not by zero.
fn is_quotient(a: i64, b: i64, target: i64) -> bool {
    b != 0 && a % b == 0 && a / b == target
}

/// The ways in which two numbers give a third one.
fn operations(a: i64, b: i64, target: i64) -> Vec<&'static str> {
    let mut operations = Vec::new();
    if a + b == target {
        operations.push("by-sum");
    }
    if (a - b).abs() == target {
        operations.push("by-difference");
    }
    if a * b == target {
        operations.push("by-product");
    }
    if is_quotient(a, b, target) || is_quotient(b, a, target) {
        operations.push("by-quotient");
    }
    operations
}

/// The operations with which the piece moved to `at` captures the enemy on `victim`, a second
/// piece of the same side helping; empty when it does not capture it.
fn ways_to_capture(board: &Board, at: Square, victim: Square) -> Vec<&'static str> {
    let moved = board[&at];
    let enemy = board[&victim];
    if enemy.owner == moved.owner || !could_step(moved, at, victim) {
        return Vec::new();
    }
    board
        .iter()
        .filter(|(square, helper)| **square != at && helper.owner == moved.owner)
        .filter(|(square, helper)| could_step(**helper, **square, victim))
        .flat_map(|(_, helper)| operations(moved.number, helper.number, enemy.number))
        .collect()
}

/// The squares of all enemies that the piece moved to `at` captures, in the order of turning.
fn captured_by(board: &Board, at: Square) -> Vec<Square> {
    squares()
        .into_iter()
        .filter(|square| board.contains_key(square))
        .filter(|square| !ways_to_capture(board, at, *square).is_empty())
        .collect()
}

/// The empty squares, nearest to a corner first: by king-distance, then by the sum of rank and
/// file distances, then by rank distance.
fn empty_squares_from(board: &Board, corner: Square) -> Vec<Square> {
    let mut empty = squares();
    empty.retain(|square| !board.contains_key(square));
    empty.sort_by_key(|square| {
        let files = (square.0 - corner.0).abs();
        let ranks = (square.1 - corner.1).abs();
        (king_distance(*square, corner), files + ranks, ranks)
    });
    empty
}

/// Where a turned piece (already in its new colour) goes: the nearest empty square where it would
/// not capture at once (with how many squares were passed over), or else (`None`) the nearest one.
fn place_for_turned(board: &Board, turned: Piece) -> (Square, Option<usize>) {
    let empty = empty_squares_from(board, turned.owner.corner());
    for (passed_over, square) in empty.iter().enumerate() {
        let mut tried = board.clone();
        tried.insert(*square, turned);
        if captured_by(&tried, *square).is_empty() {
            return (*square, Some(passed_over));
        }
    }
    (empty[0], None)
}

/// A game of Rhythmomachy.
#[derive(Clone, Debug)]
pub struct Rhythmomachy {
    captures_needed: i64,
    points_needed: i64,
    plies_allowed: i64,
    board: Board,
    to_move: Player,
    /// Captures made by White and by Black.
    captures: [i64; 2],
    /// The sums of the captured numbers, White's and Black's.
    points: [i64; 2],
    plies: i64,
    ending: Option<Ending>,
    rare: Vec<&'static str>,
}

impl Rhythmomachy {
    /// Opens a game with the options of the page.
    pub fn new(options: &[(&str, &str)]) -> Self {
        let mut board = Board::new();
        for ((file, rank), piece) in pieces(WHITE_SETUP, Player::White) {
            board.insert((file, rank), piece);
            let twin = Piece { owner: Player::Black, ..piece };
            board.insert((9 - file, 9 - rank), twin);
        }
        Self::with_board(options, board, Player::White)
    }

    /// A game that begins with any board.
    fn with_board(options: &[(&str, &str)], board: Board, to_move: Player) -> Self {
        let options = Options::new(options, &OPTIONS);
        Rhythmomachy {
            captures_needed: options.number("captures", 1, 99, 4),
            points_needed: options.number("points", 0, 9999, 25),
            plies_allowed: options.number("plies", 1, 10000, 200),
            board,
            to_move,
            captures: [0, 0],
            points: [0, 0],
            plies: 0,
            ending: None,
            rare: Vec::new(),
        }
    }

    /// The steps of the side to move onto empty squares.
    fn steps(&self) -> Vec<(Square, Square)> {
        let mut steps = Vec::new();
        for (from, piece) in &self.board {
            for to in squares() {
                let own = piece.owner == self.to_move;
                if own && could_step(*piece, *from, to) && !self.board.contains_key(&to) {
                    steps.push((*from, to));
                }
            }
        }
        steps
    }

    /// The captures of the piece that has just moved to `at`, and the turning of the captured.
    fn capture(&mut self, at: Square) {
        let mover = self.board[&at].owner;
        let victims = captured_by(&self.board, at);
        for victim in &victims {
            self.rare.extend(ways_to_capture(&self.board, at, *victim).iter());
        }
        if victims.len() > 1 {
            self.rare.push("multi-capture");
        }
        // All of them leave the board first ...
        let taken: Vec<Piece> = victims.iter().map(|square| self.board.remove(square).unwrap()).collect();
        // ... and then come back one after the other in the capturer's colour.
        for piece in taken {
            self.captures[mover.index()] += 1;
            self.points[mover.index()] += piece.number;
            let turned = Piece { owner: mover, ..piece };
            let (square, passed_over) = place_for_turned(&self.board, turned);
            self.board.insert(square, turned);
            self.rare.push("turned");
            match passed_over {
                None => self.rare.push("turned-fallback"),
                Some(0) => {}
                Some(_) => self.rare.push("turned-passing-over"),
            }
            if victims.contains(&square) {
                self.rare.push("turned-to-vacated-square");
            }
        }
        self.rare.sort();
        self.rare.dedup();
    }

    /// The end of the game after a move of the mover and its turning, the win first.
    fn judge(&self, mover: Player) -> Option<Ending> {
        if self.captures[mover.index()] >= self.captures_needed && self.points[mover.index()] >= self.points_needed {
            return Some((mover.wins(), "captures"));
        }
        if self.steps().is_empty() {
            return Some(("draw", "no-moves"));
        }
        if self.plies >= self.plies_allowed {
            return Some(("draw", "plies"));
        }
        None
    }
}

/// Reads pieces such as `C8@f1 S32@e1`.
fn pieces(text: &str, owner: Player) -> Vec<(Square, Piece)> {
    let read = |word: &str| {
        let (piece, square) = word.split_once('@').unwrap();
        let (shape, number) = piece.split_at(1);
        let shape = match shape {
            "C" => Shape::Circle,
            "S" => Shape::Square,
            _ => panic!("no shape: {shape}"),
        };
        let number = number.parse().unwrap();
        (square_named(square), Piece { owner, shape, number })
    };
    text.split_whitespace().map(read).collect()
}

impl Oracle for Rhythmomachy {
    fn moves(&self) -> Vec<String> {
        if self.ending.is_some() {
            return Vec::new();
        }
        self.steps().into_iter().map(|(from, to)| name(from) + &name(to)).collect()
    }

    fn play(&mut self, mv: &str) {
        assert!(self.ending.is_none(), "the game is over");
        let (from, to) = self
            .steps()
            .into_iter()
            .find(|(from, to)| name(*from) + &name(*to) == mv)
            .unwrap_or_else(|| panic!("illegal: {mv}"));
        let mover = self.to_move;
        self.rare.clear();
        let piece = self.board.remove(&from).unwrap();
        self.board.insert(to, piece);
        self.capture(to);
        self.plies += 1;
        self.to_move = mover.other();
        self.ending = self.judge(mover);
    }

    fn result(&self) -> &'static str {
        self.ending.map_or("none", |(result, _)| result)
    }

    fn reason(&self) -> &'static str {
        self.ending.map_or("none", |(_, reason)| reason)
    }

    fn p1_turn(&self) -> bool {
        self.to_move == Player::White
    }

    fn rare(&self) -> Vec<&'static str> {
        self.rare.clone()
    }

    fn boxed_clone(&self) -> Box<dyn Oracle> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests;
