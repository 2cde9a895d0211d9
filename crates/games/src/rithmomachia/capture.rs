use agon_core::Player;

use super::Rithmomachia;
use super::position::{RithmomachiaMove, RithmomachiaPosition};
use super::ruleset::{Capture, Ruleset};
use super::squares::{
    Directions, Squares, contains, diagonal, each_direction, four_sides, nearest, one, ray, steps_between,
};

/// What captures an enemy; there may be several reasons at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Kinds(u8);

impl Kinds {
    pub(super) const MEETING: Kinds = Kinds(1);
    pub(super) const ASSAULT: Kinds = Kinds(2);
    pub(super) const AMBUSH: Kinds = Kinds(4);
    pub(super) const SIEGE: Kinds = Kinds(8);

    #[inline]
    fn add(&mut self, kind: Kinds, holds: bool) {
        self.0 |= kind.0 * u8::from(holds);
    }

    pub(super) fn contain(self, kind: Kinds) -> bool {
        self.0 & kind.0 != 0
    }

    /// Whether a pyramid is taken whole: only a meeting takes no more than a layer.
    #[inline]
    pub(super) fn take_whole(self) -> bool {
        self.0 & !Kinds::MEETING.0 != 0
    }
}

/// An enemy that the move just made captures.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Strike {
    /// Where it stands.
    pub victim: u8,
    /// In which direction from the piece that moved.
    pub direction: u8,
    /// By which rules.
    pub kinds: Kinds,
}

/// The captures of a ruleset, ready for use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Captures {
    /// Along files and ranks, and along diagonals: how far away each set of
    /// shapes can land, bit `k` for `k` steps.
    reach: [[u16; 8]; 2],
    meeting: bool,
    equal: bool,
    assault: Directions,
    beyond: i8,
    ambush: Directions,
    siege: bool,
}

impl Captures {
    pub(super) fn new(ruleset: &Ruleset) -> Self {
        let mut captures = Captures {
            reach: [0, 1].map(|diagonal| std::array::from_fn(|shapes| reach(ruleset, diagonal, shapes))),
            meeting: false,
            equal: false,
            assault: Directions::NONE,
            beyond: 0,
            ambush: Directions::NONE,
            siege: false,
        };
        for capture in ruleset.captures {
            match *capture {
                Capture::Meeting { equal } => (captures.meeting, captures.equal) = (true, equal),
                Capture::Assault { directions, beyond } => (captures.assault, captures.beyond) = (directions, beyond),
                Capture::Ambush { directions } => captures.ambush = directions,
                Capture::Siege => captures.siege = true,
            }
        }
        captures
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

/// The piece that has just moved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Striker {
    /// Whose it is.
    pub side: Player,
    /// Where it stands now.
    pub at: u8,
    /// Its value.
    pub value: u16,
    /// The shapes as which it moves.
    pub shapes: u8,
}

/// Where pieces stand after the move that is judged.
#[derive(Clone, Copy, Debug)]
struct Field {
    /// Those of the side that moved.
    own: Squares,
    /// All of them.
    occupied: Squares,
}

impl Rithmomachia {
    /// Calls a function for each enemy that the piece captures. No two stand in
    /// one direction: every capture is of the first piece on a line.
    #[inline]
    pub(super) fn each_strike(&self, position: &RithmomachiaPosition, striker: Striker, each: impl FnMut(Strike)) {
        let field = Field { own: position.sides[striker.side], occupied: position.occupied() };
        self.each_strike_on(position, field, striker, each);
    }

    /// Calls a function for each enemy that a move of the side to move would
    /// capture, without making the move.
    #[inline]
    pub(super) fn each_capture(&self, position: &RithmomachiaPosition, mv: RithmomachiaMove, each: impl FnMut(Strike)) {
        let side = position.turn;
        let (value, shapes) = position.piece(mv.from).traits(&self.stacks[side]);
        let both = one(mv.from) | one(mv.to);
        let field = Field { own: position.sides[side] ^ both, occupied: position.occupied() ^ both };
        self.each_strike_on(position, field, Striker { side, at: mv.to, value, shapes }, each);
    }

    #[inline]
    fn each_strike_on(
        &self,
        position: &RithmomachiaPosition,
        field: Field,
        striker: Striker,
        mut each: impl FnMut(Strike),
    ) {
        let (enemies, occupied) = (position.sides[!striker.side], field.occupied);
        each_direction!(DIRECTION => {
            if ray(striker.at, DIRECTION) & enemies != 0
                && let Some(victim) = nearest(striker.at, DIRECTION, occupied)
                && contains(enemies, victim)
            {
                let kinds = self.kinds(position, field, striker, victim, DIRECTION);
                if kinds != Kinds::default() {
                    each(Strike { victim, direction: DIRECTION as u8, kinds });
                }
            }
        });
    }

    /// The rules by which a piece captures the first enemy in a direction.
    #[inline]
    fn kinds(
        &self,
        position: &RithmomachiaPosition,
        field: Field,
        striker: Striker,
        victim: u8,
        direction: usize,
    ) -> Kinds {
        let rules = &self.captures;
        let steps = steps_between(striker.at, victim, direction);
        let worth = self.value(position, !striker.side, victim);
        let mut kinds = Kinds::default();
        let lands = rules.meeting && rules.reach(striker.shapes, direction) >> steps & 1 != 0;
        kinds.add(Kinds::MEETING, lands && (!rules.equal || worth == striker.value));
        let product = i32::from(striker.value) * rules.factor(steps);
        kinds.add(Kinds::ASSAULT, rules.assault.contain(direction) && product == i32::from(worth));
        if rules.ambush.contain(direction) && worth > striker.value {
            let helper = self.helper_on(position, field, striker.side, victim, direction);
            kinds.add(Kinds::AMBUSH, helper.is_some_and(|(_, value)| striker.value + value == worth));
        }
        if rules.siege && steps == 1 && diagonal(direction) == 0 {
            kinds.add(Kinds::SIEGE, four_sides(victim).is_some_and(|sides| field.own & sides == sides));
        }
        kinds
    }

    /// The piece of `side` behind an enemy, if it is the first there: its square and value.
    pub(super) fn helper(
        &self,
        position: &RithmomachiaPosition,
        side: Player,
        victim: u8,
        direction: usize,
    ) -> Option<(u8, u16)> {
        let field = Field { own: position.sides[side], occupied: position.occupied() };
        self.helper_on(position, field, side, victim, direction)
    }

    #[inline]
    fn helper_on(
        &self,
        position: &RithmomachiaPosition,
        field: Field,
        side: Player,
        victim: u8,
        direction: usize,
    ) -> Option<(u8, u16)> {
        let square = nearest(victim, direction, field.occupied)?;
        contains(field.own, square).then(|| (square, self.value(position, side, square)))
    }
}
