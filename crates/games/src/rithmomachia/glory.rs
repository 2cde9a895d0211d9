//! The glorious victory in all its forms: three numbers in progression, deep in the enemy's land.

use agon_core::Player;

use super::Rithmomachia;
use super::piece::{MOST_STACKS, Numbers, Piece};
use super::position::RithmomachiaPosition;
use super::ruleset::{Glory, GloryShape, Owners};
use super::squares::{
    GRID, SQUARES, STEPS, Squares, contains, diagonal, each_direction, nearest, opposite, shift, squares_of,
    steps_between,
};
use super::victory::{Progression, progression_kind};

/// The enemy's first ranks.
pub(super) fn land_of_enemy(side: Player, ranks: u8) -> Squares {
    let squares = u32::from(ranks) * u32::from(GRID.files);
    let low = Squares::MAX >> (SQUARES as u32 - squares);
    if side == Player::One { low } else { low << (SQUARES as u32 - squares) }
}

/// The two directions at a right angle to another.
fn across(direction: usize) -> [usize; 2] {
    // Straight directions are 0 1 4 5, diagonal ones 2 3 6 7.
    let other = direction ^ 1;
    [other, opposite(other)]
}

impl Rithmomachia {
    /// The numbers for which a piece can stand in a progression.
    fn terms(&self, position: &RithmomachiaPosition, square: u8, glory: Glory) -> Numbers {
        let owner = if contains(position.sides[Player::One], square) { Player::One } else { Player::Two };
        let piece = position.piece(square);
        let mut terms = Numbers::one(piece.traits(&self.stacks[owner]).0);
        if let Some(layers) = piece.layers().filter(|_| glory.layers) {
            let several = layers.count_ones() > 1;
            for layer in (0..8).map(|layer| 1u8 << layer).filter(|layer| several && layers & layer != 0) {
                terms.add(self.stacks[owner][usize::from(layer) % MOST_STACKS].value);
            }
        }
        terms
    }

    /// A progression by which a side wins, under any conditions. It is kept out of line, so that
    /// the simplest conditions stay fast.
    #[inline(never)]
    pub(super) fn glorious(&self, position: &RithmomachiaPosition, side: Player, glory: Glory) -> Option<Progression> {
        let land = land_of_enemy(side, glory.ranks);
        let own = position.sides[side] & land;
        let enough = if glory.owners == Owners::Own { 3 } else { 1 };
        if own.count_ones() < enough {
            return None;
        }
        if glory.after_pyramid
            && squares_of(position.sides[!side]).any(|square| position.piece(square).layers().is_some())
        {
            return None;
        }
        let field = Field { position, glory, own, land };
        match glory.shape {
            GloryShape::Anywhere => self.anywhere(&field),
            GloryShape::RankOrFile | GloryShape::Line => {
                let (counted, diagonals) = (field.counted(), glory.shape == GloryShape::Line);
                squares_of(counted).find_map(|middle| {
                    self.around(&field, middle, |one, two| {
                        (diagonals || diagonal(one.direction) == 0) && two.direction == opposite(one.direction)
                    })
                })
            }
            GloryShape::EvenLineOrAngle => {
                if !self.has_even(&field) {
                    return None;
                }
                squares_of(field.position.occupied() & land).find_map(|middle| {
                    self.around(&field, middle, |one, two| {
                        one.steps == two.steps
                            && (two.direction == opposite(one.direction)
                                || across(one.direction).contains(&two.direction))
                    })
                })
            }
        }
    }

    /// A progression with this middle and two of the first pieces in the eight directions from it.
    fn around(&self, field: &Field<'_>, middle: u8, stand: impl Fn(Arm, Arm) -> bool) -> Option<Progression> {
        let occupied = field.position.occupied();
        let (mut arms, mut count) = ([Arm::default(); 8], 0);
        for direction in 0..8 {
            if let Some(square) =
                nearest(middle, direction, occupied).filter(|square| contains(field.counted(), *square))
            {
                arms[count] = Arm { square, direction, steps: steps_between(middle, square, direction) };
                count += 1;
            }
        }
        let arms = &arms[..count];
        for (at, one) in arms.iter().enumerate() {
            for two in arms[at + 1..].iter().filter(|two| stand(*one, **two)) {
                if let Some(found) = self.three(field, [one.square, middle, two.square]) {
                    return Some(found);
                }
            }
        }
        None
    }

    /// Whether there is a progression whose middle is as far from one end as from the other, in
    /// opposite directions or at a right angle, with nothing between.
    fn has_even(&self, field: &Field<'_>) -> bool {
        if field.glory.ranks > GRID.ranks / 2 {
            return true;
        }
        // All of the land is in one half of the board, which fits a machine word.
        let base = if contains(field.land, 0) { 0 } else { SQUARES as u8 / 2 };
        let [pieces, own] = [field.counted(), field.own].map(|set| (set >> base) as u64);
        let own_middle = if field.glory.owners == Owners::OneEnd { 0 } else { own };
        let mut rays = [pieces; 8];
        for steps in 1..GRID.files {
            // The middles that an end sees so many steps away in each direction; straight and
            // diagonal, those that one end and two ends see, and those that the winner has a part in.
            let (mut hits, mut seen, mut owned) = ([0; 8], [[0; 2]; 2], [own_middle; 2]);
            each_direction!(DIRECTION => {
                let reached = shift(rays[DIRECTION].into(), DIRECTION, Squares::MAX) as u64;
                rays[DIRECTION] = reached & !pieces;
                let (hit, way) = (reached & pieces, diagonal(DIRECTION));
                let by = STEPS[DIRECTION].unsigned_abs() * steps;
                owned[way] |= hit & if DIRECTION < 4 { own << by } else { own >> by };
                let [once, twice] = seen[way];
                seen[way] = [once | hit, twice | once & hit];
                hits[DIRECTION] = hit;
            });
            for way in 0..2 {
                let middles = squares_of((seen[way][1] & owned[way]).into());
                for middle in middles {
                    let ends = [0, 1, 4, 5].map(|direction| direction + 2 * way).map(|direction| {
                        let end = (middle + base).wrapping_add_signed(-STEPS[direction] * steps as i8);
                        (hits[direction] >> middle & 1 != 0).then_some(end)
                    });
                    if self.has_even_around(field, middle + base, ends) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether a piece in the middle and two of four ends are a progression.
    #[inline]
    fn has_even_around(&self, field: &Field<'_>, middle: u8, ends: [Option<u8>; 4]) -> bool {
        let value = |square: u8| field.position.piece(square).plain_value().map(u32::from);
        for (at, first) in ends.iter().enumerate() {
            let Some(first) = *first else { continue };
            for second in ends[at + 1..].iter().filter_map(|second| *second) {
                match (value(first), value(middle), value(second)) {
                    (Some(a), Some(b), Some(c))
                        if a == c || 2 * b != a + c && b * b != a * c && b * (a + c) != 2 * a * c => {}
                    _ if self.three(field, [first, middle, second]).is_some() => return true,
                    _ => {}
                }
            }
        }
        false
    }

    /// A progression among all pieces that count.
    fn anywhere(&self, field: &Field<'_>) -> Option<Progression> {
        let (mut pieces, mut count) = ([0; MOST_PIECES], 0);
        for square in squares_of(field.counted()).take(MOST_PIECES) {
            pieces[count] = square;
            count += 1;
        }
        let pieces = &mut pieces[..count];
        pieces.sort_unstable_by_key(|square| self.terms(field.position, *square, field.glory).as_slice()[0]);
        for (at, first) in pieces.iter().enumerate() {
            for (next, second) in pieces.iter().enumerate().skip(at + 1) {
                for third in &pieces[next + 1..] {
                    if let Some(found) = self.three(field, [*first, *second, *third]) {
                        return Some(found);
                    }
                }
            }
        }
        None
    }

    /// Whether three pieces, the middle term second, are a progression of the right owners.
    fn three(&self, field: &Field<'_>, squares: [u8; 3]) -> Option<Progression> {
        let owned = squares.map(|square| contains(field.own, square));
        let enough = match field.glory.owners {
            Owners::Own => owned == [true; 3],
            Owners::OneEnd => owned[0] || owned[2],
            Owners::OneOfThree => owned.contains(&true),
        };
        if !enough {
            return None;
        }
        let pieces = squares.map(|square| field.position.piece(square));
        if let [Some(a), Some(b), Some(c)] = pieces.map(Piece::plain_value) {
            let values = [a, b, c];
            return progression_kind(values).map(|kind| Progression { kind, squares, values });
        }
        let terms = squares.map(|square| self.terms(field.position, square, field.glory));
        for a in terms[0].as_slice() {
            for b in terms[1].as_slice() {
                for c in terms[2].as_slice() {
                    let values = [*a, *b, *c];
                    if let Some(kind) = progression_kind(values) {
                        return Some(Progression { kind, squares, values });
                    }
                }
            }
        }
        None
    }
}

/// The most pieces that two armies have.
const MOST_PIECES: usize = 48;

/// Where a progression is looked for.
struct Field<'a> {
    position: &'a RithmomachiaPosition,
    glory: Glory,
    /// The winner's pieces there.
    own: Squares,
    /// The enemy's land.
    land: Squares,
}

impl Field<'_> {
    /// The pieces that may have a part in it.
    fn counted(&self) -> Squares {
        match self.glory.owners {
            Owners::Own => self.own,
            Owners::OneEnd | Owners::OneOfThree => self.position.occupied() & self.land,
        }
    }
}

/// The first piece in a direction from the middle of a progression.
#[derive(Clone, Copy, Debug, Default)]
struct Arm {
    square: u8,
    direction: usize,
    steps: u8,
}
