//! Moves that only some rulesets have: leaps, moving onto an enemy that
//! stands captured, and captives that enter the board again.

use agon_core::Player;

use super::Rithmomachia;
use super::capture::Strike;
use super::cause::Mover;
use super::piece::{Loss, Piece, Shape};
use super::position::{RithmomachiaMove, RithmomachiaPosition};
use super::ruleset::{Actor, PyramidMoves};
use super::squares::{
    LEAPS, SQUARES, Squares, contains, diagonal, each_direction, leap, leap_by, one, shift, squares_of,
};

/// Moves of one kind to several squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// Where they lead.
    pub to: Squares,
    from: Origin,
}

/// Where a move of a group comes from.
#[derive(Clone, Copy, Debug)]
enum Origin {
    /// So much below the square that is reached.
    Below(i8),
    /// A square.
    Square(u8),
    /// The captive of this number.
    Captive(u8),
}

impl Group {
    /// The move of the group to one of its squares.
    pub(super) fn move_to(self, to: u8) -> RithmomachiaMove {
        match self.from {
            Origin::Below(by) => RithmomachiaMove { from: to.wrapping_sub(by as u8), to },
            Origin::Square(from) => RithmomachiaMove { from, to },
            Origin::Captive(number) => RithmomachiaMove::entry(number, to),
        }
    }

    pub(super) fn each_move(self, mut each: impl FnMut(RithmomachiaMove)) {
        squares_of(self.to).for_each(|to| each(self.move_to(to)));
    }
}

/// A side's own back rank, on which captives enter.
fn back_rank(side: Player) -> Squares {
    match side {
        Player::One => 0xff << (SQUARES - 8),
        Player::Two => 0xff,
    }
}

/// The plain pieces of both armies, by shape and value.
pub(super) fn captives(start: &RithmomachiaPosition) -> Vec<Piece> {
    let pieces = squares_of(start.occupied()).map(|square| start.piece(square));
    let mut captives: Vec<Piece> = pieces.filter(|piece| piece.layers().is_none()).collect();
    captives.sort_by_key(|piece| (piece.shape() as u8, piece.plain_value()));
    captives
}

impl Rithmomachia {
    /// The number under which a captured piece joins those that a side holds already, if it may
    /// enter again: the first free one of its equals.
    #[inline]
    pub(super) fn captive_number(&self, piece: Piece, held: u64) -> Option<u8> {
        let equal = |(number, known): &(usize, &Piece)| **known == piece && held >> number & 1 == 0;
        self.captives.iter().enumerate().find(equal).map(|(number, _)| number as u8)
    }

    /// The captive that a move enters.
    pub(super) fn entering(&self, mv: RithmomachiaMove) -> Option<Piece> {
        self.captives.get(usize::from(mv.captive()?)).copied()
    }

    /// Calls a function for each group of moves that are no straight ones onto empty squares,
    /// until it says that it has seen enough; tells whether it has.
    #[inline]
    pub(super) fn each_irregular(
        &self,
        position: &RithmomachiaPosition,
        mut enough: impl FnMut(Group) -> bool,
    ) -> bool {
        self.leaps && self.each_leap(position, &mut enough)
            || self.ruleset.actor == Actor::MovedOrMovingIn && self.each_moving_in(position, &mut enough)
            || self.each_entry(position, &mut enough)
    }

    fn each_leap(&self, position: &RithmomachiaPosition, enough: &mut impl FnMut(Group) -> bool) -> bool {
        let (mut own, empty) = (position.sides[position.turn], !position.occupied());
        if self.ruleset.pyramids == PyramidMoves::LayersWithoutLeaps {
            let pyramid = squares_of(own).find(|square| position.piece(*square).layers().is_some());
            own &= !pyramid.map_or(0, one);
        }
        for shape in [Shape::Circle, Shape::Triangle, Shape::Square] {
            let far = self.ruleset.gaits[shape as usize].leap;
            let leapers = own & position.movers[shape as usize];
            if far == 0 || leapers == 0 {
                continue;
            }
            for way in 0..LEAPS {
                let to = leap(leapers, far, way, empty);
                if enough(Group { to, from: Origin::Below(leap_by(far, way)) }) {
                    return true;
                }
            }
        }
        false
    }

    /// Moves onto enemies that stand captured by the piece that moves.
    fn each_moving_in(&self, position: &RithmomachiaPosition, enough: &mut impl FnMut(Group) -> bool) -> bool {
        let movers = self.movers(position);
        let (enemies, empty) = (position.sides[!position.turn], !position.occupied());
        each_direction!(DIRECTION => {
            let movers = &movers[diagonal(DIRECTION)];
            let near = movers[2..].iter().rev().fold(0, |others, movers| shift(others | movers, DIRECTION, empty));
            for to in squares_of(shift(near | movers[1], DIRECTION, enemies)) {
                let from = super::rules::arrival(position, DIRECTION, to).from;
                if self.moves_in(position, from, to) && enough(Group { to: one(to), from: Origin::Square(from) }) {
                    return true;
                }
            }
        });
        false
    }

    /// Whether an enemy stands captured by a piece, so that it may be taken by moving in.
    fn moves_in(&self, position: &RithmomachiaPosition, from: u8, to: u8) -> bool {
        let Some(loss) = self.loss(position, to, Some(Mover { at: from, leapt: false })) else { return false };
        position.piece(to).layers().is_none_or(|layers| loss.rest(layers, &self.stacks[!position.turn]) == 0)
    }

    fn each_entry(&self, position: &RithmomachiaPosition, enough: &mut impl FnMut(Group) -> bool) -> bool {
        let held = position.captives[position.turn];
        if held == 0 {
            return false;
        }
        let to = back_rank(position.turn) & !position.occupied();
        for (number, piece) in self.captives.iter().enumerate().filter(|(number, _)| held >> number & 1 != 0) {
            // Of two equal captives one stands for both.
            let again = number > 0 && self.captives[number - 1] == *piece && held >> (number - 1) & 1 != 0;
            if !again && enough(Group { to, from: Origin::Captive(number as u8) }) {
                return true;
            }
        }
        false
    }

    /// Takes the enemy onto which a piece moves, if there is one; gives whether there is.
    pub(super) fn move_in(&self, position: &mut RithmomachiaPosition, mv: RithmomachiaMove) -> bool {
        let enemy = contains(position.sides[!position.turn], mv.to);
        if enemy {
            let loss = self.loss(position, mv.to, Some(Mover { at: mv.from, leapt: false }));
            self.take(position, Strike { victim: mv.to, loss: loss.unwrap_or(Loss::Whole) });
        }
        enemy
    }

    /// Puts a captive of the side to move onto the board.
    pub(super) fn enter(&self, position: &mut RithmomachiaPosition, number: u8, to: u8) {
        let side = position.turn;
        let Some(piece) = self.entering(RithmomachiaMove::entry(number, to)) else { return };
        position.put(side, to, piece, &self.stacks[side]);
        // Of equal captives the last goes, so that those that are left do not depend on the order.
        let equal = |other: &usize| self.captives[*other] == piece && position.captives[side] >> other & 1 != 0;
        if let Some(last) = (0..self.captives.len()).rev().find(equal) {
            position.toggle_captive(side, last as u8);
        }
    }
}
