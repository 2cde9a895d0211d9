//! Why an enemy is captured, rule by rule: the whole truth, for every ruleset.

use agon_core::Player;

use super::Rithmomachia;
use super::piece::{Loss, MOST_STACKS, Numbers, Piece};
use super::position::RithmomachiaPosition;
use super::ruleset::{Equality, Lines, Operations, Siege, Stance, VictimParts};
use super::squares::{Squares, contains, four_corners, four_sides, nearest, neighbours, opposite, ray, steps_between};

/// The piece that has moved, where it must take part in a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mover {
    /// Where it stands now.
    pub at: u8,
    /// Whether it leapt there.
    pub leapt: bool,
}

/// A captor and the number with which it captures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Term {
    pub square: u8,
    pub value: u16,
}

/// How two captors' numbers make the victim's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Sum,
    Difference,
    Product,
    Quotient,
}

/// Why an enemy is captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    Meeting {
        captor: Term,
    },
    Assault {
        captor: Term,
        steps: u8,
        divided: bool,
    },
    /// The first number is the greater where the order matters.
    Ambush {
        captors: [Term; 2],
        operation: Operation,
    },
    /// Three and more that add up; those that are not used are 0.
    Sum {
        captors: [Term; 8],
    },
    /// The squares that shut it in.
    Siege {
        held: Squares,
    },
}

/// What is captured, with the number that counts for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub value: u16,
    pub loss: Loss,
}

/// The first piece in a direction from a victim.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    square: u8,
    steps: u8,
    /// Whether it is one of the captor's.
    hostile: bool,
}

/// A captor's piece that is the first in its direction from a victim.
#[derive(Clone, Copy, Debug, Default)]
struct Contact {
    square: u8,
    direction: u8,
    steps: u8,
    lands: bool,
    /// Whether it moves in this direction at all.
    moves_so: bool,
    /// Its total, for a pyramid of several layers.
    total: Option<u16>,
    values: Numbers,
}

/// Whether a number is a perfect square.
pub(super) fn is_square(number: u16) -> bool {
    let root = number.isqrt();
    root * root == number
}

impl Operations {
    /// Whether two numbers make a third.
    #[inline]
    pub(super) fn make(self, first: u16, second: u16, value: u16) -> bool {
        let (a, b, v) = (u32::from(first.max(second)), u32::from(first.min(second)), u32::from(value));
        a + b == v || self.difference && a - b == v || self.product && a * b == v || self.quotient && a == v * b
    }

    /// Calls a function for each operation by which two numbers make a third.
    #[inline]
    fn each_that_makes(self, first: Term, second: Term, value: u16, mut each: impl FnMut([Term; 2], Operation)) {
        let [great, small] = if first.value >= second.value { [first, second] } else { [second, first] };
        let (a, b, v) = (u32::from(great.value), u32::from(small.value), u32::from(value));
        if a + b == v {
            each([first, second], Operation::Sum);
        }
        if self.difference && a - b == v {
            each([great, small], Operation::Difference);
        }
        if self.product && a * b == v {
            each([first, second], Operation::Product);
        }
        if self.quotient && a == v * b {
            each([great, small], Operation::Quotient);
        }
    }
}

impl Rithmomachia {
    /// What the side to move takes of an enemy, on a board on which its move is made; with a
    /// mover only what that piece has a part in.
    pub(super) fn loss(&self, board: &RithmomachiaPosition, victim: u8, mover: Option<Mover>) -> Option<Loss> {
        let mut found: Option<Loss> = None;
        self.each_cause(board, victim, mover, |part, _| {
            found = Some(match (found, part.loss) {
                (Some(Loss::Whole), _) | (_, Loss::Whole) => Loss::Whole,
                (Some(Loss::Layers(some)), Loss::Layers(more)) => Loss::Layers(some | more),
                (_, loss) => loss,
            });
        });
        found
    }

    /// Calls a function for every reason for which the side to move captures an enemy.
    pub(super) fn each_cause(
        &self,
        board: &RithmomachiaPosition,
        victim: u8,
        mover: Option<Mover>,
        mut each: impl FnMut(Part, Cause),
    ) {
        let mut seen = [None; 8];
        let (mut contacts, mut count) = ([Contact::default(); 8], 0);
        let (own, occupied) = (board.sides[board.turn], board.occupied());
        for (direction, seen) in seen.iter_mut().enumerate() {
            let Some(square) = nearest(victim, direction, occupied) else { continue };
            let steps = steps_between(victim, square, direction);
            let hostile = contains(own, square);
            *seen = Some(Seen { square, steps, hostile });
            if hostile {
                contacts[count] = self.contact(board, square, direction, steps);
                count += 1;
            }
        }
        let contacts = &contacts[..count];
        if contacts.is_empty() || mover.is_some_and(|mover| contacts.iter().all(|contact| contact.square != mover.at)) {
            return;
        }
        let prey = board.piece(victim);
        if !(self.ruleset.leaps_only_besiege && mover.is_some_and(|mover| mover.leapt)) {
            self.each_part(!board.turn, prey, |part| {
                self.single_causes(contacts, part, prey, mover, &mut each);
                self.pair_causes(contacts, part, mover, &mut each);
            });
        }
        if let Some(held) = self.besieged(board, victim, &seen, mover) {
            each(Part { value: self.value(board, !board.turn, victim), loss: Loss::Whole }, Cause::Siege { held });
        }
    }

    fn contact(&self, board: &RithmomachiaPosition, square: u8, direction: usize, steps: u8) -> Contact {
        let (piece, stacks) = (board.piece(square), &self.stacks[board.turn]);
        let (value, shapes) = piece.traits(stacks);
        let reach = self.captures.reach(shapes, direction);
        let several = piece.layers().is_some_and(|layers| layers.count_ones() > 1);
        Contact {
            square,
            direction: direction as u8,
            steps,
            lands: reach >> steps & 1 != 0,
            moves_so: reach != 0,
            total: several.then_some(value),
            values: piece.captor_values(stacks),
        }
    }

    /// Calls a function for what can be taken of a piece: all of it, and layers of a pyramid.
    #[inline]
    pub(super) fn each_part(&self, owner: Player, prey: Piece, mut each: impl FnMut(Part)) {
        let stacks = &self.stacks[owner];
        each(Part { value: prey.traits(stacks).0, loss: Loss::Whole });
        if let Some(layers) = prey.layers() {
            let takeable = stacks[usize::from(layers) % MOST_STACKS].takeable;
            for layer in (0..8).map(|layer| 1u8 << layer).filter(|layer| takeable & layer != 0) {
                each(Part { value: stacks[usize::from(layer) % MOST_STACKS].value, loss: Loss::Layers(layer) });
            }
        }
    }

    /// Meetings and assaults.
    #[inline]
    fn single_causes(
        &self,
        contacts: &[Contact],
        part: Part,
        prey: Piece,
        mover: Option<Mover>,
        each: &mut impl FnMut(Part, Cause),
    ) {
        let rules = &self.captures;
        let several_layers = prey.layers().is_some_and(|layers| layers.count_ones() > 1);
        for contact in contacts.iter().filter(|contact| mover.is_none_or(|mover| mover.at == contact.square)) {
            if contact.lands
                && let Some((equality, totals)) = rules.meeting
            {
                let counts = |value: &&u16| match equality {
                    Equality::Any => true,
                    Equality::Equal => **value == part.value,
                    Equality::EqualSquares => **value == part.value && is_square(**value),
                };
                let allowed = |value: &&u16| totals || contact.total != Some(**value);
                let victim_allowed = totals || !(several_layers && part.loss == Loss::Whole);
                if let Some(value) = contact.values.as_slice().iter().filter(allowed).find(counts)
                    && victim_allowed
                {
                    let captor = Term { square: contact.square, value: *value };
                    let smallest = self.ruleset.victim == VictimParts::Smallest && prey.layers().is_some();
                    let part = if smallest { Part { loss: Loss::Smallest, ..part } } else { part };
                    each(part, Cause::Meeting { captor });
                }
            }
            let Some((lines, divide)) = rules.assault else { continue };
            let on_line = match lines {
                Lines::Of(directions) => directions.contain(usize::from(contact.direction)),
                Lines::Own => contact.moves_so,
            };
            let factor = rules.factor(contact.steps);
            if !on_line || factor < 2 {
                continue;
            }
            for value in contact.values.as_slice() {
                let captor = Term { square: contact.square, value: *value };
                let (value, worth) = (i32::from(*value), i32::from(part.value));
                if value * factor == worth {
                    each(part, Cause::Assault { captor, steps: contact.steps, divided: false });
                } else if divide && worth * factor == value {
                    each(part, Cause::Assault { captor, steps: contact.steps, divided: true });
                }
            }
        }
    }

    /// Ambushes.
    #[inline]
    fn pair_causes(&self, contacts: &[Contact], part: Part, mover: Option<Mover>, each: &mut impl FnMut(Part, Cause)) {
        let Some((stance, operations, several)) = self.captures.ambush else { return };
        for (at, first) in contacts.iter().enumerate() {
            for second in &contacts[at + 1..] {
                let involved = mover.is_none_or(|mover| mover.at == first.square || mover.at == second.square);
                if !involved || !stance.holds(first, second) {
                    continue;
                }
                // The piece that moved is told first.
                let moved_second = mover.is_some_and(|mover| mover.at == second.square);
                let (first, second) = if moved_second { (second, first) } else { (first, second) };
                for one in first.values.as_slice() {
                    for two in second.values.as_slice() {
                        let first = Term { square: first.square, value: *one };
                        let second = Term { square: second.square, value: *two };
                        operations.each_that_makes(first, second, part.value, |captors, operation| {
                            each(part, Cause::Ambush { captors, operation });
                        });
                    }
                }
            }
        }
        if several && contacts.iter().filter(|contact| contact.lands).count() > 2 {
            add_up(contacts, part.value, [Term::default(); 8], 0, &mut |captors| each(part, Cause::Sum { captors }));
        }
    }

    /// The squares of the captors that shut an enemy in, the mover among them.
    fn besieged(
        &self,
        board: &RithmomachiaPosition,
        victim: u8,
        seen: &[Option<Seen>; 8],
        mover: Option<Mover>,
    ) -> Option<Squares> {
        let own = board.sides[board.turn];
        let involved = |held: Squares| mover.is_none_or(|mover| contains(held, mover.at));
        match self.captures.siege? {
            Siege::Neighbours { corners, edge } => {
                let sides = if edge { Some(neighbours(victim, 0)) } else { four_sides(victim) };
                let corners = match (corners, edge) {
                    (false, _) => None,
                    (true, true) => Some(neighbours(victim, 1)),
                    (true, false) => four_corners(victim),
                };
                [sides, corners].into_iter().flatten().find(|around| own & around == *around && involved(*around))
            }
            Siege::Ways => {
                let (_, shapes) = board.piece(victim).traits(&self.stacks[!board.turn]);
                let mut held = 0;
                for (direction, seen) in seen.iter().enumerate() {
                    let reach = self.captures.reach(shapes, direction);
                    if reach == 0 {
                        continue;
                    }
                    let (shortest, longest) = (reach.trailing_zeros(), reach.ilog2());
                    let blocked_at = seen.map_or(u32::MAX, |seen| u32::from(seen.steps));
                    // A way that ends before the first piece is open, unless it leads off the board.
                    let room = ray(victim, direction).count_ones();
                    if shortest < blocked_at && shortest <= room {
                        return None;
                    }
                    if let Some(seen) = seen.filter(|_| blocked_at <= longest) {
                        if !seen.hostile {
                            return None;
                        }
                        held |= 1 << seen.square;
                    }
                }
                (held != 0 && involved(held)).then_some(held)
            }
        }
    }
}

impl Stance {
    #[inline]
    fn holds(self, first: &Contact, second: &Contact) -> bool {
        let opposed = usize::from(first.direction) == opposite(usize::from(second.direction));
        let adjacent = first.steps == 1 && second.steps == 1;
        match self {
            Stance::Between(directions) => opposed && directions.contain(usize::from(first.direction)),
            Stance::Flanking => opposed && adjacent,
            Stance::Landing => first.lands && second.lands,
            Stance::Adjacent => adjacent,
        }
    }
}

/// Calls a function for each three or more captors that could land and whose numbers add up to a value.
fn add_up(contacts: &[Contact], value: u16, terms: [Term; 8], count: usize, each: &mut impl FnMut([Term; 8])) {
    if value == 0 {
        if count > 2 {
            each(terms);
        }
        return;
    }
    let Some((first, rest)) = contacts.split_first() else { return };
    add_up(rest, value, terms, count, each);
    if first.lands {
        for number in first.values.as_slice().iter().filter(|number| **number <= value) {
            let mut terms = terms;
            terms[count] = Term { square: first.square, value: *number };
            add_up(rest, value - number, terms, count + 1, each);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_of_numbers_are_known() {
        let squares: Vec<u16> = (0..100).filter(|number| is_square(*number)).collect();
        assert_eq!(squares, [0, 1, 4, 9, 16, 25, 36, 49, 64, 81]);
        assert!(!is_square(9998) && is_square(9801));
    }
}
