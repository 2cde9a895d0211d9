//! Enemies that may be captured: a quick look that leaves none out, before every cause is looked for.

use agon_core::{PerPlayer, Player};

use super::Rithmomachia;
use super::cause::Mover;
use super::piece::{MOST_STACKS, Piece};
use super::position::RithmomachiaPosition;
use super::ruleset::{Equality, Lines, Siege, Stance};
use super::squares::{
    Squares, contains, diagonal, each_direction, first_seen, nearest, one, opposite, shift, squares_of, steps_between,
};

/// How many classes of pieces there are.
const CLASSES: usize = 128;

/// The class of pieces that no army has at the start.
const UNKNOWN: u8 = 0;

/// The first class of pyramids; the set of their layers is added to it.
const PYRAMIDS: u8 = 64;

/// From how far away a piece may take another alone, looked up instead of worked out.
#[derive(Clone, Debug)]
pub(super) struct Takes {
    /// The class of each piece, by its code.
    classes: Box<[u8; 1 << 16]>,
    /// By captor's side and class, victim's class and kind of line, the distances: bit `k` for `k` steps.
    steps: PerPlayer<Box<[[[u16; 2]; CLASSES]; CLASSES]>>,
}

/// `N` times the same, never on the stack.
fn boxed<T: Clone, const N: usize>(item: T) -> Box<[T; N]> {
    let items = vec![item; N].into_boxed_slice();
    items.try_into().unwrap_or_else(|_| unreachable!("the vector has the length of the array"))
}

impl Takes {
    pub(super) fn new(game: &Rithmomachia) -> Self {
        let mut takes =
            Takes { classes: boxed(UNKNOWN), steps: PerPlayer([(); 2].map(|()| boxed([[u16::MAX; 2]; CLASSES]))) };
        let mut pieces = vec![Piece::NONE];
        for square in squares_of(game.start.occupied()) {
            let piece = game.start.piece(square);
            if piece.layers().is_none() && !pieces.contains(&piece) && pieces.len() < usize::from(PYRAMIDS) {
                takes.classes[usize::from(piece.code())] = pieces.len() as u8;
                pieces.push(piece);
            }
        }
        for layers in 1..MOST_STACKS as u8 {
            let piece = Piece::pyramid(layers);
            takes.classes[usize::from(piece.code())] = PYRAMIDS + layers;
            pieces.push(piece);
        }
        for side in Player::BOTH {
            for captor in &pieces[1..] {
                for victim in &pieces[1..] {
                    let steps = [0, 1].map(|diagonal| distances(game, side, *captor, *victim, diagonal));
                    let [captor, victim] = [captor, victim].map(|piece| takes.class(*piece));
                    takes.steps[side][captor][victim] = steps;
                }
            }
        }
        takes
    }

    #[inline]
    fn class(&self, piece: Piece) -> usize {
        usize::from(self.classes[usize::from(piece.code())]) % CLASSES
    }

    /// Whether a meeting or an assault may take the victim.
    #[inline]
    fn may(&self, side: Player, captor: Piece, victim: Piece, direction: usize, steps: u8) -> bool {
        self.steps[side][self.class(captor)][self.class(victim)][diagonal(direction)] >> (steps % 16) & 1 != 0
    }
}

/// From how far away a piece may take another by a meeting or an assault: bit `k` for `k` steps.
fn distances(game: &Rithmomachia, side: Player, captor: Piece, victim: Piece, diagonal: usize) -> u16 {
    let rules = &game.captures;
    let reach = rules.reach(captor.traits(&game.stacks[side]).1, 2 * diagonal);
    let on_line = rules.assault.is_some_and(|(lines, _)| match lines {
        Lines::Of(directions) => (0..8).any(|way| super::squares::diagonal(way) == diagonal && directions.contain(way)),
        Lines::Own => reach != 0,
    });
    let values = captor.captor_values(&game.stacks[side]);
    let mut distances = 0;
    game.each_part(!side, victim, |part| {
        for value in values.as_slice() {
            let (great, small) = ((*value).max(part.value), (*value).min(part.value));
            if rules.meeting.is_some_and(|(equality, _)| equality == Equality::Any || great == small) {
                distances |= reach;
            }
            if on_line && small > 0 && great % small == 0 {
                let steps = i32::from(great / small) - rules.factor(0);
                distances |= u32::try_from(steps).ok().and_then(|steps| 1u16.checked_shl(steps)).unwrap_or(0);
            }
        }
    });
    distances
}

/// The squares that are in at least two of several sets.
#[inline]
pub(super) fn in_two(sets: &[Squares]) -> Squares {
    let (mut once, mut twice) = (0, 0);
    for set in sets {
        twice |= once & set;
        once |= set;
    }
    twice
}

impl Rithmomachia {
    /// Every enemy that the side to move captures with any of its pieces, on a board on which its
    /// move is made; others may be among them.
    pub(super) fn candidates(&self, board: &RithmomachiaPosition) -> Squares {
        let (own, enemies, empty) = (board.sides[board.turn], board.sides[!board.turn], !board.occupied());
        let rules = &self.captures;
        let Some(takes) = &self.takes else { return enemies };
        let (mut found, mut seen) = (0, [0; 8]);
        each_direction!(DIRECTION => {
            if rules.lines.contain(DIRECTION) {
                seen[DIRECTION] = first_seen(own, DIRECTION, empty, enemies);
                for square in squares_of(seen[DIRECTION]) {
                    let from = nearest(square, opposite(DIRECTION), own).unwrap_or(square);
                    let steps = steps_between(from, square, DIRECTION);
                    if takes.may(board.turn, board.piece(from), board.piece(square), DIRECTION, steps) {
                        found |= one(square);
                    }
                }
            }
        });
        found |= self.ambushed(board, &seen);
        match rules.siege {
            Some(Siege::Neighbours { corners, edge }) => found | surrounded(own, enemies, corners, edge),
            Some(Siege::Ways) => found | self.shut_in(board, seen.iter().fold(0, |all, set| all | set)),
            None => found,
        }
    }

    /// Whether one piece may have a part in the capture of an enemy that it sees; `landed_twice`
    /// gives the enemies on which two pieces could land.
    pub(super) fn may_take(
        &self,
        board: &RithmomachiaPosition,
        mover: Mover,
        victim: u8,
        direction: usize,
        landed_twice: impl Fn() -> Squares,
    ) -> bool {
        let steps = steps_between(mover.at, victim, direction);
        let besieges = match self.captures.siege {
            Some(Siege::Neighbours { corners, .. }) => steps == 1 && (corners || diagonal(direction) == 0),
            Some(Siege::Ways) => {
                let (_, shapes) = board.piece(victim).traits(&self.stacks[!board.turn]);
                self.captures.reach(shapes, direction) >> steps != 0 && self.shut_in(board, one(victim)) != 0
            }
            None => false,
        };
        if besieges || mover.leapt && self.ruleset.leaps_only_besiege {
            return besieges;
        }
        let ambushes = self.captures.ambush.is_some_and(|(stance, _, several)| {
            let two_land = || {
                let (_, shapes) = board.piece(mover.at).traits(&self.stacks[board.turn]);
                self.captures.reach(shapes, direction) >> steps & 1 != 0 && contains(landed_twice(), victim)
            };
            match stance {
                Stance::Between(directions) => {
                    let beyond = nearest(victim, direction, board.occupied());
                    let helped = beyond.is_some_and(|helper| contains(board.sides[board.turn], helper));
                    directions.contain(direction) && helped || several && two_land()
                }
                Stance::Flanking | Stance::Adjacent => steps == 1 || several && two_land(),
                Stance::Landing => two_land(),
            }
        });
        let takes = &self.takes;
        ambushes
            || takes
                .as_ref()
                .is_none_or(|takes| takes.may(board.turn, board.piece(mover.at), board.piece(victim), direction, steps))
    }

    /// The enemies on which a piece of the side to move could land, by direction.
    #[inline]
    pub(super) fn landings(&self, board: &RithmomachiaPosition) -> [Squares; 8] {
        let movers = self.movers(board, board.turn);
        let (enemies, empty) = (board.sides[!board.turn], !board.occupied());
        let mut landings = [0; 8];
        each_direction!(DIRECTION => {
            let movers = &movers[diagonal(DIRECTION)];
            let near = movers[2..].iter().rev().fold(0, |others, movers| shift(others | movers, DIRECTION, empty));
            landings[DIRECTION] = shift(near | movers[1], DIRECTION, enemies);
        });
        landings
    }
    /// The enemies that two captors may take together; `seen` are those that a captor sees, by direction.
    #[inline]
    fn ambushed(&self, board: &RithmomachiaPosition, seen: &[Squares; 8]) -> Squares {
        let Some((stance, operations, several)) = self.captures.ambush else { return 0 };
        let landed = if several || stance == Stance::Landing { in_two(&self.landings(board)) } else { 0 };
        let (own, enemies) = (board.sides[board.turn], board.sides[!board.turn]);
        landed
            | match stance {
                Stance::Landing => 0,
                Stance::Between(_) => (0..4).fold(0, |all, way| all | seen[way] & seen[opposite(way)]),
                Stance::Adjacent => {
                    let mut near = [0; 8];
                    each_direction!(DIRECTION => { near[DIRECTION] = shift(own, DIRECTION, enemies); });
                    in_two(&near)
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

    /// The enemies of a set each of whose straight ways is blocked by a captor or leads off the board.
    #[inline]
    fn shut_in(&self, board: &RithmomachiaPosition, mut set: Squares) -> Squares {
        let (movers, own, empty) = (self.movers(board, !board.turn), board.sides[board.turn], !board.occupied());
        each_direction!(DIRECTION => {
            let back = opposite(DIRECTION);
            let off_board = !shift(Squares::MAX, back, Squares::MAX);
            let (held, open) = (shift(own, back, Squares::MAX) | off_board, shift(empty, back, Squares::MAX));
            // The squares from which so many steps, over empty squares, lead to a captor or off the board.
            let mut blocked = held;
            for movers in &movers[diagonal(DIRECTION)][1..] {
                set &= !movers | blocked;
                blocked = held | open & shift(blocked, back, Squares::MAX);
            }
            if set == 0 {
                return 0;
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
