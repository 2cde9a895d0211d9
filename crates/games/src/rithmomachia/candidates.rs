//! Enemies that may be captured: a quick look that leaves none out, before every cause is looked for.

use super::Rithmomachia;
use super::cause::Mover;
use super::piece::Piece;
use super::position::RithmomachiaPosition;
use super::ruleset::{Equality, Lines, Siege, Stance};
use super::squares::{
    Squares, diagonal, each_direction, first_seen, nearest, one, opposite, shift, squares_of, steps_between,
};

/// A captor and a victim on one line, with nothing between them.
#[derive(Clone, Copy, Debug)]
struct Pair {
    captor: Piece,
    victim: Piece,
    /// From the captor to the victim.
    direction: usize,
    steps: u8,
}

/// Squares that are in at least one and in at least two of several sets.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    once: Squares,
    twice: Squares,
}

impl Counted {
    #[inline]
    fn add(&mut self, set: Squares) {
        self.twice |= self.once & set;
        self.once |= set;
    }
}

impl Rithmomachia {
    /// Every enemy that the side to move captures with any of its pieces, on a board on which its
    /// move is made; others may be among them.
    pub(super) fn candidates(&self, board: &RithmomachiaPosition) -> Squares {
        let (own, enemies, empty) = (board.sides[board.turn], board.sides[!board.turn], !board.occupied());
        let rules = &self.captures;
        let (mut found, mut landed, mut seen) = (0, Counted::default(), [0; 8]);
        each_direction!(DIRECTION => {
            if rules.lines.contain(DIRECTION) {
                seen[DIRECTION] = first_seen(own, DIRECTION, empty, enemies);
                for square in squares_of(seen[DIRECTION]) {
                    let from = nearest(square, opposite(DIRECTION), own).unwrap_or(square);
                    let steps = steps_between(from, square, DIRECTION);
                    let (captor, victim) = (board.piece(from), board.piece(square));
                    let pair = Pair { captor, victim, direction: DIRECTION, steps };
                    let lands = self.lands(board, pair);
                    if lands {
                        landed.add(one(square));
                    }
                    if self.may_take_alone(board, pair, lands) {
                        found |= one(square);
                    }
                }
            }
        });
        found |= self.ambushed(board, &seen, landed.twice);
        match rules.siege {
            Some(Siege::Neighbours { corners, edge }) => found | surrounded(own, enemies, corners, edge),
            Some(Siege::Ways) => found | self.without_way(board, seen.iter().fold(0, |all, set| all | set)),
            None => found,
        }
    }

    /// Whether one piece may have a part in the capture of an enemy that it sees.
    pub(super) fn may_take(&self, board: &RithmomachiaPosition, mover: Mover, square: u8, direction: usize) -> bool {
        let steps = steps_between(mover.at, square, direction);
        let pair = Pair { captor: board.piece(mover.at), victim: board.piece(square), direction, steps };
        let besieges = match self.captures.siege {
            Some(Siege::Neighbours { corners, .. }) => steps == 1 && (corners || diagonal(direction) == 0),
            Some(Siege::Ways) => {
                let (_, shapes) = pair.victim.traits(&self.stacks[!board.turn]);
                self.captures.reach(shapes, direction) >> steps != 0 && self.without_way(board, one(square)) != 0
            }
            None => false,
        };
        if besieges || mover.leapt && self.ruleset.leaps_only_besiege {
            return besieges;
        }
        let lands = self.lands(board, pair);
        let ambushes = self.captures.ambush.is_some_and(|(stance, _, several)| {
            several && lands
                || match stance {
                    Stance::Between(directions) => directions.contain(direction),
                    Stance::Flanking | Stance::Adjacent => steps == 1,
                    Stance::Landing => lands,
                }
        });
        ambushes || self.may_take_alone(board, pair, lands)
    }

    /// Whether the captor could land on the victim.
    #[inline]
    fn lands(&self, board: &RithmomachiaPosition, pair: Pair) -> bool {
        let (_, shapes) = pair.captor.traits(&self.stacks[board.turn]);
        self.captures.reach(shapes, pair.direction) >> pair.steps & 1 != 0
    }

    /// Whether a meeting or an assault may take the victim.
    #[inline]
    fn may_take_alone(&self, board: &RithmomachiaPosition, pair: Pair, lands: bool) -> bool {
        match (pair.captor.plain_value(), pair.victim.plain_value()) {
            (Some(value), Some(worth)) => self.may_equal(board, pair, lands, value, worth),
            _ => self.pyramid_may_take_alone(board, pair, lands),
        }
    }

    /// The same where one of the two is a pyramid.
    #[inline(never)]
    fn pyramid_may_take_alone(&self, board: &RithmomachiaPosition, pair: Pair, lands: bool) -> bool {
        let values = pair.captor.captor_values(&self.stacks[board.turn]);
        let mut found = false;
        self.each_part(board, pair.victim, |part| {
            found |= values.as_slice().iter().any(|value| self.may_equal(board, pair, lands, *value, part.value));
        });
        found
    }

    /// Whether the numbers fit for a meeting or an assault.
    #[inline]
    fn may_equal(&self, board: &RithmomachiaPosition, pair: Pair, lands: bool, value: u16, worth: u16) -> bool {
        let rules = &self.captures;
        let meets = lands && rules.meeting.is_some_and(|(equality, _)| equality == Equality::Any || value == worth);
        let assaults = rules.assault.is_some_and(|(lines, _)| {
            let (value, worth, factor) = (i32::from(value), i32::from(worth), rules.factor(pair.steps));
            (value * factor == worth || worth * factor == value)
                && match lines {
                    Lines::Of(directions) => directions.contain(pair.direction),
                    Lines::Own => {
                        let (_, shapes) = pair.captor.traits(&self.stacks[board.turn]);
                        rules.reach(shapes, pair.direction) != 0
                    }
                }
        });
        meets || assaults
    }

    /// The enemies that two captors may take together. `seen` are those that a captor sees, by
    /// direction, `landed` those on which at least two could land.
    #[inline]
    fn ambushed(&self, board: &RithmomachiaPosition, seen: &[Squares; 8], landed: Squares) -> Squares {
        let Some((stance, operations, several)) = self.captures.ambush else { return 0 };
        let found = if several { landed } else { 0 };
        let (own, enemies) = (board.sides[board.turn], board.sides[!board.turn]);
        found
            | match stance {
                Stance::Landing => landed,
                Stance::Between(_) => (0..4).fold(0, |all, way| all | seen[way] & seen[opposite(way)]),
                Stance::Adjacent => {
                    let mut near = Counted::default();
                    each_direction!(DIRECTION => { near.add(shift(own, DIRECTION, enemies)); });
                    near.twice
                }
                Stance::Flanking => {
                    let mut flanked = 0;
                    each_direction!(DIRECTION => {
                        if DIRECTION < 4 {
                            let between = shift(own, DIRECTION, enemies) & shift(own, opposite(DIRECTION), enemies);
                            let makes = |square: &u8| {
                                let sides = [DIRECTION, opposite(DIRECTION)].map(|way| nearest(*square, way, own));
                                let value = |square: u8| board.piece(square).plain_value();
                                match (sides[0].and_then(value), sides[1].and_then(value), value(*square)) {
                                    (Some(first), Some(second), Some(worth)) => operations.make(first, second, worth),
                                    _ => true,
                                }
                            };
                            flanked |= squares_of(between).filter(makes).fold(0, |all, square| all | one(square));
                        }
                    });
                    flanked
                }
            }
    }

    /// The enemies of a set that have no straight way to an empty square.
    #[inline]
    fn without_way(&self, board: &RithmomachiaPosition, mut set: Squares) -> Squares {
        let empty = !board.occupied();
        each_direction!(DIRECTION => {
            if set == 0 {
                return 0;
            }
            // The squares from which so many steps lead over empty squares.
            let (mut open, mut steps) = (shift(empty, opposite(DIRECTION), Squares::MAX), 1);
            let next = open;
            let longest = self.steps.iter().map(|steps| steps[diagonal(DIRECTION)]).max().unwrap_or(0);
            while steps <= longest {
                for (shape, _) in self.steps.iter().enumerate().filter(|(_, way)| way[diagonal(DIRECTION)] == steps) {
                    set &= !(board.movers[shape] & open);
                }
                open = next & shift(open, opposite(DIRECTION), Squares::MAX);
                steps += 1;
            }
        });
        set
    }
}

/// The enemies that captors surround; where `edge`, the edge of the board stands in for them.
#[inline]
fn surrounded(own: Squares, enemies: Squares, corners: bool, edge: bool) -> Squares {
    let mut held = [enemies; 2];
    each_direction!(DIRECTION => {
        let off_board = if edge { !shift(Squares::MAX, DIRECTION, Squares::MAX) } else { 0 };
        held[diagonal(DIRECTION)] &= shift(own, DIRECTION, enemies) | off_board;
    });
    held[0] | if corners { held[1] } else { 0 }
}
