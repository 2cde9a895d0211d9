use std::sync::Arc;

use agon_core::{Game, GameInfo, OptionError, Options, Outcome, PerPlayer, Player, Rng, Turn};

use super::candidates::Takes;
use super::capture::{Captures, MOST_STRIKES, Strike};
use super::irregular::{captives, leaps};
use super::piece::stacks;
use super::position::{Captured, RithmomachiaMove, RithmomachiaPosition};
use super::progressions::Progressions;
use super::ruleset::{Actor, Equality, LONGEST, ROY_2020, Ruleset};
use super::squares::{Squares, diagonal, each_direction, nearest, nth, opposite, shift, squares_of};
use super::threats::Threats;
use super::victory::{Win, goals};
use super::{INFO, Rithmomachia};

impl Game for Rithmomachia {
    type Position = RithmomachiaPosition;
    type Move = RithmomachiaMove;

    const INFO: &'static GameInfo = &INFO;

    fn new(options: Options) -> Result<Self, OptionError> {
        let name = options.text("ruleset");
        Ok(Rithmomachia::with_ruleset(Ruleset::named(name).unwrap_or(&ROY_2020), options))
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn start(&self) -> RithmomachiaPosition {
        self.start
    }

    fn turn(&self, position: &RithmomachiaPosition) -> Turn {
        Turn::Player(position.turn)
    }

    fn moves(&self, position: &RithmomachiaPosition, moves: &mut Vec<RithmomachiaMove>) {
        moves.clear();
        if self.outcome(position).is_some() {
            return;
        }
        self.each_arrival(position, |mv| moves.push(mv));
        if self.irregular {
            self.irregular_moves(position, moves);
        }
    }

    fn count_moves(&self, position: &RithmomachiaPosition) -> u64 {
        let mut count = 0u32;
        if self.outcome(position).is_none() {
            self.arrivals(position, |_, to| {
                count += to.count_ones();
                false
            });
            if self.irregular {
                count += self.count_irregular(position);
            }
        }
        u64::from(count)
    }

    fn random_move(&self, position: &RithmomachiaPosition, rng: &mut Rng) -> Option<RithmomachiaMove> {
        if self.outcome(position).is_some() {
            return None;
        }
        let (mut sets, mut counts) = ([0; 8], [0; 8]);
        self.arrivals(position, |direction, to| {
            (sets[direction], counts[direction]) = (to, to.count_ones());
            false
        });
        let regular: u32 = counts.iter().sum();
        let others = if self.irregular { self.count_irregular(position) } else { 0 };
        let mut left = rng.below(regular + others);
        for (direction, count) in counts.into_iter().enumerate() {
            if left < count {
                return Some(arrival(position, direction, nth(sets[direction], left)));
            }
            left -= count;
        }
        self.nth_irregular(position, left)
    }

    fn play(&self, position: &mut RithmomachiaPosition, mv: RithmomachiaMove) {
        if let Some(captive) = mv.captive() {
            self.enter(position, captive, mv.to);
            position.pass_turn(false);
        } else {
            let moved_in = self.irregular && self.move_in(position, mv);
            let piece = position.piece(mv.from);
            position.carry(mv, piece, piece.traits(&self.stacks[position.turn]).1);
            let captured = self.capture(position, mv);
            position.pass_turn(captured || moved_in);
        }
        position.win = self.settle(position);
    }

    #[inline]
    fn outcome(&self, position: &RithmomachiaPosition) -> Option<Outcome> {
        match position.win {
            Some(win) => Some(Outcome::win(!position.turn, win.word())),
            None => (position.quiet >= self.quiet).then_some(Outcome::draw("quiet")),
        }
    }

    fn key(&self, position: &RithmomachiaPosition) -> u64 {
        position.key
    }

    fn repetition(&self) -> Option<u32> {
        Some(3)
    }

    fn reversible(&self, position: &RithmomachiaPosition) -> u32 {
        u32::from(position.quiet)
    }
}

impl Rithmomachia {
    /// The game with a ruleset, whatever the option `ruleset` says.
    pub(super) fn with_ruleset(ruleset: &'static Ruleset, options: Options) -> Self {
        let none = RithmomachiaPosition::empty(ruleset.first, PerPlayer([Captured::default(); 2]), 0);
        let captures = Captures::new(ruleset);
        let leaps = leaps(ruleset);
        let mut game = Rithmomachia {
            ruleset,
            start: none,
            steps: ruleset.gaits.map(|gait| [gait.straight, gait.diagonal]),
            strides: std::array::from_fn(|shapes| stride(ruleset, shapes)),
            irregular: !leaps.is_empty() || ruleset.captives_enter || ruleset.actor == Actor::MovedOrMovingIn,
            leaps,
            stacks: stacks(ruleset),
            takes: None,
            captives: Vec::new(),
            meets_any: captures.meeting.is_some_and(|(equality, _)| equality == Equality::Any),
            progressions: Progressions::default(),
            threats: Arc::default(),
            simple_glory: ruleset.glory.is_simple(),
            captures,
            goals: goals(ruleset, &options),
            quiet: options.int("quiet") as u16,
            options,
        };
        game.start = game.set_up(none, ruleset.setup).expect("the setup of a ruleset can be read");
        if ruleset.captives_enter {
            game.captives = captives(&game.start);
        }
        if !game.captures.is_plain() {
            game.takes = Some(Takes::new(&game));
        }
        game.progressions = Progressions::new(&game);
        if !game.meets_any {
            game.threats = Arc::new(Threats::new(&game));
        }
        game
    }

    /// The value of what stands on a square.
    #[inline]
    pub(super) fn value(&self, position: &RithmomachiaPosition, owner: Player, square: u8) -> u16 {
        position.piece(square).traits(&self.stacks[owner]).0
    }

    /// Calls a function for each straight move onto an empty square.
    #[inline]
    pub(super) fn each_arrival(&self, position: &RithmomachiaPosition, mut each: impl FnMut(RithmomachiaMove)) {
        self.arrivals(position, |direction, to| {
            squares_of(to).for_each(|to| each(arrival(position, direction, to)));
            false
        });
    }

    /// Calls a function for each direction, with the squares that the side to
    /// move can reach in it, until it says that it has seen enough; tells
    /// whether it has. A square is reached in a direction by one piece at most,
    /// the first behind it.
    #[inline]
    fn arrivals(&self, position: &RithmomachiaPosition, mut enough: impl FnMut(usize, Squares) -> bool) -> bool {
        let movers = self.movers(position, position.turn);
        let empty = !position.occupied();
        each_direction!(DIRECTION => {
            // Those with the longest way set out first, so that all arrive together.
            let under_way = movers[diagonal(DIRECTION)][1..].iter().rev();
            let arrived = under_way.fold(0, |others, movers| shift(others | movers, DIRECTION, empty));
            if enough(DIRECTION, arrived) {
                return true;
            }
        });
        false
    }

    /// The pieces of a side, straight and diagonal, by the number of their steps.
    #[inline]
    pub(super) fn movers(&self, position: &RithmomachiaPosition, side: Player) -> [[Squares; LONGEST + 1]; 2] {
        let own = position.sides[side];
        let mut movers = [[0; LONGEST + 1]; 2];
        for (shape, steps) in position.movers.iter().zip(&self.steps) {
            movers[0][usize::from(steps[0])] |= own & shape;
            movers[1][usize::from(steps[1])] |= own & shape;
        }
        movers
    }

    /// Takes what a move captures, which is made on the board; gives whether it captures.
    #[inline]
    fn capture(&self, position: &mut RithmomachiaPosition, mv: RithmomachiaMove) -> bool {
        if matches!(self.ruleset.actor, Actor::Any | Actor::AnyInChain) {
            return self.capture_all(position, mv);
        }
        let (mut strikes, mut count) = ([Strike::default(); MOST_STRIKES], 0);
        self.each_strike(position, mv, |strike| {
            strikes[count] = strike;
            count += 1;
        });
        for strike in &strikes[..count] {
            self.take(position, *strike);
        }
        count > 0
    }

    /// The same where any pieces capture, however many. Like all that only some rulesets have, it
    /// is kept out of line, so that the others stay fast.
    #[inline(never)]
    fn capture_all(&self, position: &mut RithmomachiaPosition, mv: RithmomachiaMove) -> bool {
        let mut captured = false;
        loop {
            let before = *position;
            let mut count = 0;
            self.each_strike(&before, mv, |strike| {
                self.take(position, strike);
                count += 1;
            });
            captured |= count > 0;
            if count == 0 || self.ruleset.actor != Actor::AnyInChain {
                return captured;
            }
        }
    }

    /// Takes an enemy, or layers of it, for the side to move.
    #[inline]
    pub(super) fn take(&self, position: &mut RithmomachiaPosition, strike: Strike) {
        let (side, piece) = (position.turn, position.piece(strike.victim));
        position.take(strike.victim, strike.loss, self.ruleset.layers_count, &self.stacks[!side]);
        if self.ruleset.captives_enter {
            self.hold(position, piece);
        }
    }

    fn can_move(&self, position: &RithmomachiaPosition) -> bool {
        // Nearly always a piece can make a single step upwards; then nothing else need be looked at.
        let own = position.sides[position.turn];
        let walkers = position.movers.iter().zip(&self.steps).filter(|(_, steps)| steps[0] == 1);
        let ahead = walkers.fold(0, |all, (shape, _)| all | own & shape);
        shift(ahead, 0, !position.occupied()) != 0
            || self.arrivals(position, |_, to| to != 0)
            || self.irregular && self.count_irregular(position) != 0
    }

    /// How the side that has just moved has won, if it has.
    pub(super) fn settle(&self, position: &RithmomachiaPosition) -> Option<Win> {
        self.victory(position).or_else(|| (!self.can_move(position)).then_some(Win::NoMoves))
    }
}

/// How many ranks a piece of these shapes advances with a move, at most.
fn stride(ruleset: &Ruleset, shapes: usize) -> u8 {
    let able = ruleset.gaits.iter().enumerate().filter(|(shape, _)| shapes >> shape & 1 != 0);
    able.map(|(_, gait)| gait.straight.max(gait.diagonal)).max().unwrap_or(0).max(1)
}

/// The move that reaches a square in a direction.
#[inline]
pub(super) fn arrival(position: &RithmomachiaPosition, direction: usize, to: u8) -> RithmomachiaMove {
    RithmomachiaMove { from: nearest(to, opposite(direction), position.occupied()).unwrap_or(to), to }
}
