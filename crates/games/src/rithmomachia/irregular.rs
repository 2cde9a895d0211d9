//! Moves that only some rulesets have: leaps, moving onto an enemy that
//! stands captured, and captives that enter the board again.

use agon_core::Player;

use super::Rithmomachia;
use super::candidates::in_two;
use super::capture::Strike;
use super::cause::Mover;
use super::piece::{Loss, Piece, Shape};
use super::position::{RithmomachiaMove, RithmomachiaPosition};
use super::ruleset::{Actor, PyramidMoves, Ruleset};
use super::squares::{LEAPS, SQUARES, Squares, contains, leap, leap_by, nth, one, squares_of};

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
    fn move_to(self, to: u8) -> RithmomachiaMove {
        match self.from {
            Origin::Below(by) => RithmomachiaMove { from: to.wrapping_sub(by as u8), to },
            Origin::Square(from) => RithmomachiaMove { from, to },
            Origin::Captive(number) => RithmomachiaMove::entry(number, to),
        }
    }

    fn moves(self) -> impl Iterator<Item = RithmomachiaMove> {
        squares_of(self.to).map(move |to| self.move_to(to))
    }
}

/// A way to leap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leap {
    shape: Shape,
    /// How much the number of the square changes.
    by: i16,
    /// The squares to which it can lead.
    within_reach: Squares,
}

/// Every way to leap.
pub(super) fn leaps(ruleset: &Ruleset) -> Vec<Leap> {
    let mut leaps = Vec::new();
    for shape in [Shape::Circle, Shape::Triangle, Shape::Square] {
        let far = ruleset.gaits[shape as usize].leap;
        for way in (0..LEAPS).filter(|_| far > 0) {
            let within_reach = leap(Squares::MAX, far, way, Squares::MAX);
            leaps.push(Leap { shape, by: leap_by(far, way).into(), within_reach });
        }
    }
    leaps
}

/// Where a side's pyramid stands, if it has one.
fn pyramid(position: &RithmomachiaPosition, side: Player) -> Squares {
    let (own, [circles, triangles, squares]) = (position.sides[side], position.movers);
    // Only a pyramid has several shapes; it may also have but one.
    let several = own & (circles & (triangles | squares) | triangles & squares);
    let is_pyramid = |square: &u8| position.piece(*square).layers().is_some();
    if several != 0 { several } else { squares_of(own).find(is_pyramid).map_or(0, one) }
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

    /// Adds a captured piece to those that the side to move may enter, if it is one of them.
    #[inline(never)]
    pub(super) fn hold(&self, position: &mut RithmomachiaPosition, piece: Piece) {
        let side = position.turn;
        if let Some(captive) = self.captive_number(piece, position.captives[side]) {
            position.toggle_captive(side, captive);
        }
    }

    /// The captive that a move enters.
    pub(super) fn entering(&self, mv: RithmomachiaMove) -> Option<Piece> {
        self.captives.get(usize::from(mv.captive()?)).copied()
    }

    /// Adds the moves that are no straight ones onto empty squares.
    #[inline(never)]
    pub(super) fn irregular_moves(&self, position: &RithmomachiaPosition, moves: &mut Vec<RithmomachiaMove>) {
        self.each_irregular(position, |group| {
            moves.extend(group.moves());
            false
        });
    }

    /// How many moves are no straight ones onto empty squares.
    #[inline(never)]
    pub(super) fn count_irregular(&self, position: &RithmomachiaPosition) -> u32 {
        let mut count = 0;
        self.each_irregular(position, |group| {
            count += group.to.count_ones();
            false
        });
        count
    }

    /// Of the moves that are no straight ones onto empty squares the one after so many others.
    #[inline(never)]
    pub(super) fn nth_irregular(&self, position: &RithmomachiaPosition, others: u32) -> Option<RithmomachiaMove> {
        let (mut left, mut chosen) = (others, None);
        self.each_irregular(position, |group| {
            let count = group.to.count_ones();
            if left < count {
                chosen = Some(group.move_to(nth(group.to, left)));
            }
            left = left.saturating_sub(count);
            chosen.is_some()
        });
        chosen
    }

    /// Calls a function for each group of moves that are no straight ones onto empty squares,
    /// until it says that it has seen enough; tells whether it has.
    #[inline]
    fn each_irregular(&self, position: &RithmomachiaPosition, mut enough: impl FnMut(Group) -> bool) -> bool {
        self.each_leap(position, &mut enough)
            || self.ruleset.actor == Actor::MovedOrMovingIn && self.each_moving_in(position, &mut enough)
            || self.each_entry(position, &mut enough)
    }

    fn each_leap(&self, position: &RithmomachiaPosition, enough: &mut impl FnMut(Group) -> bool) -> bool {
        let (mut own, empty) = (position.sides[position.turn], !position.occupied());
        if self.ruleset.pyramids == PyramidMoves::LayersWithoutLeaps && !self.leaps.is_empty() {
            own &= !pyramid(position, position.turn);
        }
        for leap in &self.leaps {
            let leapers = own & position.movers[leap.shape as usize];
            let to = leapers.rotate_left(leap.by.rem_euclid(SQUARES as i16) as u32) & leap.within_reach & empty;
            if enough(Group { to, from: Origin::Below(leap.by as i8) }) {
                return true;
            }
        }
        false
    }

    /// Moves onto enemies that stand captured by the piece that moves.
    fn each_moving_in(&self, position: &RithmomachiaPosition, enough: &mut impl FnMut(Group) -> bool) -> bool {
        let landings = self.landings(position);
        let twice = in_two(&landings);
        for (direction, landings) in landings.into_iter().enumerate() {
            for to in squares_of(landings) {
                let from = super::rules::arrival(position, direction, to).from;
                let mover = Mover { at: from, leapt: false };
                if self.may_take(position, mover, to, direction, || twice)
                    && self.moves_in(position, mover, to)
                    && enough(Group { to: one(to), from: Origin::Square(from) })
                {
                    return true;
                }
            }
        }
        false
    }

    /// Whether an enemy stands captured by a piece, so that it may be taken by moving in.
    fn moves_in(&self, position: &RithmomachiaPosition, mover: Mover, to: u8) -> bool {
        let Some(loss) = self.loss(position, to, Some(mover)) else { return false };
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
    #[inline(never)]
    pub(super) fn move_in(&self, position: &mut RithmomachiaPosition, mv: RithmomachiaMove) -> bool {
        let enemy = contains(position.sides[!position.turn], mv.to);
        if enemy {
            let loss = self.loss(position, mv.to, Some(Mover { at: mv.from, leapt: false }));
            self.take(position, Strike { victim: mv.to, loss: loss.unwrap_or(Loss::Whole) });
        }
        enemy
    }

    /// Puts a captive of the side to move onto the board.
    #[inline(never)]
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
