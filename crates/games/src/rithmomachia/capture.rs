use super::Rithmomachia;
use super::candidates::in_two;
use super::cause::Mover;
use super::piece::Loss;
use super::position::{RithmomachiaMove, RithmomachiaPosition};
use super::ruleset::{Actor, CaptorValues, Capture, Equality, Lines, Operations, Ruleset, Siege, Stance, VictimParts};
use super::squares::{
    Directions, Squares, contains, diagonal, direction_to, each_direction, four_sides, nearest, neighbours, one, ray,
    squares_of, steps_between,
};

/// An enemy that a move captures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Strike {
    /// Where it stands.
    pub victim: u8,
    /// What is taken of it.
    pub loss: Loss,
}

/// The most that one move can capture at once, where the piece that moved has a part in it: one
/// enemy in each direction.
pub(super) const MOST_STRIKES: usize = 8;

/// The captures of a ruleset, ready for use.
#[derive(Clone, Debug)]
pub(super) struct Captures {
    /// Along files and ranks, and along diagonals: how far away each set of
    /// shapes can land, bit `k` for `k` steps.
    reach: [[u16; 8]; 2],
    pub meeting: Option<(Equality, bool)>,
    pub assault: Option<(Lines, bool)>,
    beyond: i8,
    pub ambush: Option<(Stance, Operations, bool)>,
    pub siege: Option<Siege>,
    /// The lines on which a captor can stand.
    pub lines: Directions,
    /// Set where every capture is made by the piece that moved, with one number, in ways that
    /// need only a look along its lines: several times faster than looking for all causes.
    swift: Option<Swift>,
}

/// What differs between rulesets whose captures are looked for swiftly.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a rule that holds or does not")]
struct Swift {
    equal: bool,
    assault: Directions,
    divide: bool,
    ambush: Directions,
    operations: Operations,
    edge: bool,
    /// Layers capture and are captured: then pyramids need all causes.
    layers: bool,
    /// Meetings of any values, no division, sums only, no edge and no layers: decided when the
    /// program is compiled, which makes a search a tenth faster.
    plain: bool,
}

impl Captures {
    pub(super) fn new(ruleset: &Ruleset) -> Self {
        let mut captures = Captures {
            reach: [0, 1].map(|diagonal| std::array::from_fn(|shapes| reach(ruleset, diagonal, shapes))),
            meeting: None,
            assault: None,
            beyond: 0,
            ambush: None,
            siege: None,
            lines: Directions::ALL,
            swift: None,
        };
        for capture in ruleset.captures {
            match *capture {
                Capture::Meeting { equality, totals } => captures.meeting = Some((equality, totals)),
                Capture::Assault { lines, beyond, divide } => {
                    (captures.assault, captures.beyond) = (Some((lines, divide)), beyond);
                }
                Capture::Ambush { stance, operations, several } => {
                    captures.ambush = Some((stance, operations, several));
                }
                Capture::Siege(siege) => captures.siege = Some(siege),
            }
        }
        captures.lines = captures.lines();
        captures.swift = captures.swift(ruleset);
        captures
    }

    fn lines(&self) -> Directions {
        Directions::that(|direction| {
            let moves = self.reach[diagonal(direction)].iter().any(|reach| *reach != 0);
            let assaults = matches!(self.assault, Some((Lines::Of(directions), _)) if directions.contain(direction));
            let ambushes = match self.ambush {
                Some((Stance::Between(directions), ..)) => directions.contain(direction),
                Some((Stance::Flanking | Stance::Adjacent, ..)) => true,
                Some((Stance::Landing, ..)) | None => false,
            };
            moves || assaults || ambushes
        })
    }

    fn swift(&self, ruleset: &Ruleset) -> Option<Swift> {
        let total = ruleset.captor == CaptorValues::Total && ruleset.victim == VictimParts::Smallest;
        match (self.meeting, self.assault, self.ambush, self.siege) {
            (
                Some((equality @ (Equality::Any | Equality::Equal), true)),
                Some((Lines::Of(assault), divide)),
                Some((Stance::Between(ambush), operations, false)),
                Some(Siege::Neighbours { corners: false, edge }),
            ) if ruleset.actor == Actor::Moved && !ruleset.leaps_only_besiege && self.beyond == 1 => {
                let (equal, layers) = (equality == Equality::Equal, !total);
                let plain = !equal && !divide && operations == Operations::SUM && !edge && !layers;
                Some(Swift { equal, assault, divide, ambush, operations, edge, layers, plain })
            }
            _ => None,
        }
    }

    /// Whether no pair of numbers ever needs to be looked up.
    pub(super) fn is_plain(&self) -> bool {
        self.swift.is_some_and(|swift| swift.plain)
    }

    /// How far away a piece of these shapes can land: bit `k` for `k` steps.
    #[inline]
    pub(super) fn reach(&self, shapes: u8, direction: usize) -> u16 {
        self.reach[diagonal(direction)][usize::from(shapes) % 8]
    }

    /// By how much an assault over so many steps multiplies.
    #[inline]
    pub(super) fn factor(&self, steps: u8) -> i32 {
        i32::from(steps) + i32::from(self.beyond)
    }
}

fn reach(ruleset: &Ruleset, diagonal: usize, shapes: usize) -> u16 {
    let steps = ruleset.gaits.map(|gait| [gait.straight, gait.diagonal][diagonal]);
    let able = (0..3).filter(|shape| shapes >> shape & 1 != 0 && steps[*shape] > 0);
    able.fold(0, |reach, shape| reach | 1 << steps[shape])
}

/// A piece where its move has brought it, and the pieces around it.
#[derive(Clone, Copy, Debug)]
struct Attack<'a> {
    /// The board, on which the move may or may not have been made.
    position: &'a RithmomachiaPosition,
    /// The pieces of the side that moves, after the move.
    own: Squares,
    /// All pieces after the move.
    occupied: Squares,
    /// Where the piece stands after the move.
    at: u8,
    /// Its value.
    value: u16,
    /// The shapes as which it moves.
    shapes: u8,
    swift: Swift,
}

impl Rithmomachia {
    /// Calls a function for each enemy that a move has captured, which is already made on the board.
    #[inline]
    pub(super) fn each_strike(&self, board: &RithmomachiaPosition, mv: RithmomachiaMove, each: impl FnMut(Strike)) {
        match self.captures.swift {
            Some(swift) if swift.plain => {
                self.each_swift_strike::<true>(&self.attack_made(board, mv, swift), |_, _| None, each);
            }
            _ => self.each_strike_at_length(board, mv, each),
        }
    }

    /// The attack of a move that is made on the board.
    #[inline]
    fn attack_made<'a>(&self, board: &'a RithmomachiaPosition, mv: RithmomachiaMove, swift: Swift) -> Attack<'a> {
        let (value, shapes) = board.piece(mv.to).traits(&self.stacks[board.turn]);
        let (own, occupied) = (board.sides[board.turn], board.occupied());
        Attack { position: board, own, occupied, at: mv.to, value, shapes, swift }
    }

    /// The attack of a move of the side to move that is not yet made.
    #[inline]
    fn attack<'a>(&self, position: &'a RithmomachiaPosition, mv: RithmomachiaMove, swift: Swift) -> Attack<'a> {
        let (value, shapes) = position.piece(mv.from).traits(&self.stacks[position.turn]);
        let both = one(mv.from) | one(mv.to);
        let (own, occupied) = (position.sides[position.turn] ^ both, position.occupied() ^ both);
        Attack { position, own, occupied, at: mv.to, value, shapes, swift }
    }

    /// The same for rulesets that ask for more. It is kept out of line, so that the others stay small.
    #[inline(never)]
    fn each_strike_at_length(&self, board: &RithmomachiaPosition, mv: RithmomachiaMove, mut each: impl FnMut(Strike)) {
        if let Some(swift) = self.captures.swift
            && !(swift.layers && board.piece(mv.to).layers().is_some())
        {
            let of_pyramid = |victim, direction| self.loss_to(board, victim, direction, self.mover(mv));
            self.each_swift_strike::<false>(&self.attack_made(board, mv, swift), of_pyramid, each);
            return;
        }
        match self.ruleset.actor {
            Actor::Moved | Actor::MovedOrMovingIn => self.each_strike_of(board, self.mover(mv), each),
            Actor::Any | Actor::AnyInChain => {
                for victim in squares_of(self.candidates(board)) {
                    if let Some(loss) = self.loss(board, victim, None) {
                        each(Strike { victim, loss });
                    }
                }
            }
        }
    }

    /// What one piece takes of an enemy that it sees in a direction.
    fn loss_to(&self, board: &RithmomachiaPosition, victim: u8, direction: usize, mover: Mover) -> Option<Loss> {
        let landed_twice = || in_two(&self.landings(board));
        let may = self.may_take(board, mover, victim, direction, landed_twice);
        may.then(|| self.loss(board, victim, Some(mover))).flatten()
    }

    /// The piece that a move has brought to its square.
    pub(super) fn mover(&self, mv: RithmomachiaMove) -> Mover {
        Mover { at: mv.to, leapt: !self.leaps.is_empty() && direction_to(mv.from, mv.to).is_none() }
    }

    /// Calls a function for each enemy that one piece takes part in capturing. Every
    /// capture is of the first piece on a line, so no two stand in one direction.
    fn each_strike_of(&self, board: &RithmomachiaPosition, mover: Mover, mut each: impl FnMut(Strike)) {
        let (enemies, occupied) = (board.sides[!board.turn], board.occupied());
        for direction in 0..8 {
            if let Some(victim) = nearest(mover.at, direction, occupied)
                && contains(enemies, victim)
                && let Some(loss) = self.loss_to(board, victim, direction, mover)
            {
                each(Strike { victim, loss });
            }
        }
    }

    /// Calls a function for each enemy that a move of the side to move would
    /// capture by the piece that moves, without making the move.
    #[inline]
    pub(super) fn each_capture(&self, position: &RithmomachiaPosition, mv: RithmomachiaMove, each: impl FnMut(Strike)) {
        match self.captures.swift {
            Some(swift) if swift.plain => {
                self.each_swift_strike::<true>(&self.attack(position, mv, swift), |_, _| None, each);
            }
            _ => self.each_capture_at_length(position, mv, each),
        }
    }

    /// The same for rulesets that ask for more, out of line like the strikes.
    #[inline(never)]
    fn each_capture_at_length(
        &self,
        position: &RithmomachiaPosition,
        mv: RithmomachiaMove,
        mut each: impl FnMut(Strike),
    ) {
        if mv.captive().is_some() {
            return;
        }
        let (side, piece) = (position.turn, position.piece(mv.from));
        let shapes = piece.traits(&self.stacks[side]).1;
        if let Some(swift) = self.captures.swift
            && !(swift.layers && piece.layers().is_some())
        {
            let of_pyramid = |victim, direction| {
                let mut board = *position;
                board.carry(mv, piece, shapes);
                self.loss_to(&board, victim, direction, self.mover(mv))
            };
            self.each_swift_strike::<false>(&self.attack(position, mv, swift), of_pyramid, each);
            return;
        }
        let mut board = *position;
        if contains(position.sides[!side], mv.to) {
            each(Strike { victim: mv.to, loss: Loss::Whole });
            board.take(mv.to, Loss::Whole, false, &self.stacks[!side]);
        }
        board.carry(mv, piece, shapes);
        self.each_strike_of(&board, self.mover(mv), each);
    }

    /// Calls a function for each enemy that a piece of one number captures; `of_pyramid` says
    /// what is taken where layers count.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "eight directions, each with constants of its own: a tenth of a search")]
    fn each_swift_strike<const PLAIN: bool>(
        &self,
        attack: &Attack<'_>,
        of_pyramid: impl Fn(u8, usize) -> Option<Loss>,
        mut each: impl FnMut(Strike),
    ) {
        let enemies = attack.position.sides[!attack.position.turn];
        each_direction!(DIRECTION => {
            if ray(attack.at, DIRECTION) & enemies != 0
                && let Some(victim) = nearest(attack.at, DIRECTION, attack.occupied)
                && contains(enemies, victim)
                && let Some(loss) = self.swift_loss::<PLAIN>(attack, victim, DIRECTION, &of_pyramid)
            {
                each(Strike { victim, loss });
            }
        });
    }

    /// What a piece takes of the first enemy in a direction.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as above")]
    fn swift_loss<const PLAIN: bool>(
        &self,
        attack: &Attack<'_>,
        victim: u8,
        direction: usize,
        of_pyramid: &impl Fn(u8, usize) -> Option<Loss>,
    ) -> Option<Loss> {
        let (position, swift, side) = (attack.position, attack.swift, attack.position.turn);
        let helper = || nearest(victim, direction, attack.occupied).filter(|square| contains(attack.own, *square));
        if !PLAIN
            && swift.layers
            && (position.piece(victim).layers().is_some()
                || helper().is_some_and(|square| position.piece(square).layers().is_some()))
        {
            return of_pyramid(victim, direction);
        }
        let rules = &self.captures;
        let steps = steps_between(attack.at, victim, direction);
        let (value, worth) = (attack.value, self.value(position, !side, victim));
        let factor = rules.factor(steps);
        let (times, by) = (i32::from(value) * factor, i32::from(worth) * factor);
        let assault = swift.assault.contain(direction)
            && (times == i32::from(worth) || !PLAIN && swift.divide && by == i32::from(value));
        let ambush = || {
            let other = helper().map(|square| self.value(position, side, square));
            let fits = |other| if PLAIN { value + other == worth } else { swift.operations.make(value, other, worth) };
            other.is_some_and(fits)
        };
        let in_doubt = worth > value || !PLAIN && swift.operations != Operations::SUM;
        let siege = || {
            let sides = if !PLAIN && swift.edge { Some(neighbours(victim, 0)) } else { four_sides(victim) };
            sides.is_some_and(|sides| attack.own & sides == sides)
        };
        if assault
            || (in_doubt && swift.ambush.contain(direction) && ambush())
            || (steps == 1 && diagonal(direction) == 0 && siege())
        {
            return Some(Loss::Whole);
        }
        let lands = rules.reach(attack.shapes, direction) >> steps & 1 != 0;
        (lands && (PLAIN || !swift.equal || value == worth)).then_some(Loss::Smallest)
    }
}
