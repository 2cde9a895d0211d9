//! Where pieces can go.

use super::captures::{captures_of, leaves};
use super::pieces::{Board, Direction, Piece, Shape, Side, Square, away, exists, holds, name, squares, squares_of};
use super::rules::{Draught, PyramidMoves, Rules};
use std::collections::BTreeSet;

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Move {
    /// A straight move to an empty square.
    March(Square, Square),
    /// A leap to an empty square.
    Leap(Square, Square),
    /// A straight move onto the square of an enemy that is taken.
    TakePlace(Square, Square),
    /// A captive enters, turned into the mover's own piece.
    Enter(Piece, Square),
}

impl Move {
    /// The move as text.
    pub(super) fn text(&self) -> String {
        match self {
            Move::March(from, to) | Move::Leap(from, to) | Move::TakePlace(from, to) => name(*from) + &name(*to),
            Move::Enter(piece, to) => piece.plain_text() + "@" + &name(*to),
        }
    }
}

/// The shapes as which a piece moves.
fn moving_shapes(rules: &Rules, piece: &Piece) -> Vec<Shape> {
    if piece.pyramid && rules.pyramid_moves == PyramidMoves::Square {
        vec![Shape::Square]
    } else {
        piece.layers.iter().map(|(shape, _)| *shape).collect()
    }
}

/// How a shape moves.
fn draught(rules: &Rules, shape: Shape) -> Draught {
    match shape {
        Shape::Circle => rules.circle,
        Shape::Triangle => rules.triangle,
        Shape::Square => rules.square,
    }
}

/// The ways in which a piece may go straight: direction and number of steps.
pub(super) fn ways(rules: &Rules, piece: &Piece) -> BTreeSet<(Direction, i64)> {
    let mut ways = BTreeSet::new();
    for shape in moving_shapes(rules, piece) {
        let draught = draught(rules, shape);
        ways.extend(draught.directions.iter().map(|direction| (*direction, draught.steps)));
    }
    ways
}

/// The squares to which the piece on `from` can go straight but for what stands there: the right
/// direction and number of steps, and nothing on the squares passed.
pub(super) fn landings(rules: &Rules, board: &Board, from: Square) -> Vec<Square> {
    let mut landings = Vec::new();
    for (direction, steps) in ways(rules, &board[&from]) {
        let clear = (1..steps).all(|passed| !board.contains_key(&away(from, direction, passed)));
        let target = away(from, direction, steps);
        if exists(target) && clear {
            landings.push(target);
        }
    }
    landings
}

/// The squares to which the piece on `from` can leap but for what stands there.
fn leaps(rules: &Rules, board: &Board, from: Square) -> BTreeSet<Square> {
    let piece = &board[&from];
    let mut leaps = BTreeSet::new();
    if piece.pyramid && rules.pyramid_moves != PyramidMoves::Layers {
        return leaps;
    }
    for shape in moving_shapes(rules, piece) {
        if let Some((long, short)) = draught(rules, shape).leap {
            for (files, ranks) in [(long, short), (short, long)] {
                for direction in [(files, ranks), (files, -ranks), (-files, ranks), (-files, -ranks)] {
                    leaps.insert(away(from, direction, 1));
                }
            }
        }
    }
    leaps.into_iter().filter(|target| exists(*target)).collect()
}

/// Whether the piece on `from` may move in on the enemy on `target`: it lands there, and the enemy
/// stands captured, so that it leaves the board altogether, by captures in which the piece takes part.
fn may_move_in(rules: &Rules, board: &Board, from: Square, target: Square) -> bool {
    leaves(&board[&target], &captures_of(rules, board, target, from))
}

/// All legal moves of a side with these captives.
pub(super) fn moves(rules: &Rules, board: &Board, side: Side, reserve: &[Piece]) -> Vec<Move> {
    let mut moves = Vec::new();
    for from in squares_of(board, side) {
        for target in landings(rules, board, from) {
            if !board.contains_key(&target) {
                moves.push(Move::March(from, target));
            } else if rules.moving_in && holds(board, target, side.other()) && may_move_in(rules, board, from, target) {
                moves.push(Move::TakePlace(from, target));
            }
        }
        for target in leaps(rules, board, from) {
            if !board.contains_key(&target) {
                moves.push(Move::Leap(from, target));
            }
        }
    }
    for target in squares() {
        if target.1 == side.back_rank() && !board.contains_key(&target) {
            for (index, piece) in reserve.iter().enumerate() {
                // Of equal captives only the first gives a move.
                if !reserve[..index].contains(piece) {
                    moves.push(Move::Enter(piece.clone(), target));
                }
            }
        }
    }
    moves
}
