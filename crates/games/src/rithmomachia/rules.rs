use agon_core::{Game, GameInfo, OptionError, Options, Outcome, PerPlayer, Player, Rng, Turn};

use super::capture::{Captures, Strike, Striker};
use super::piece::stacks;
use super::position::{Captured, RithmomachiaMove, RithmomachiaPosition};
use super::ruleset::{LONGEST, RULESETS, Ruleset};
use super::squares::{Squares, diagonal, each_direction, nearest, nth, opposite, shift, squares_of};
use super::victory::{Win, goals};
use super::{INFO, Rithmomachia};

impl Game for Rithmomachia {
    type Position = RithmomachiaPosition;
    type Move = RithmomachiaMove;

    const INFO: &'static GameInfo = &INFO;

    fn new(options: Options) -> Result<Self, OptionError> {
        let name = options.text("ruleset");
        let ruleset = RULESETS.into_iter().find(|ruleset| ruleset.name == name).unwrap_or(RULESETS[0]);
        Ok(Rithmomachia::with_ruleset(ruleset, options))
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
        self.arrivals(position, |direction, to| {
            for to in squares_of(to) {
                moves.push(arrival(position, direction, to));
            }
            false
        });
    }

    fn count_moves(&self, position: &RithmomachiaPosition) -> u64 {
        let mut count = 0u32;
        if self.outcome(position).is_none() {
            self.arrivals(position, |_, to| {
                count += to.count_ones();
                false
            });
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
        let mut left = rng.below(counts.iter().sum());
        for (direction, count) in counts.into_iter().enumerate() {
            if left < count {
                return Some(arrival(position, direction, nth(sets[direction], left)));
            }
            left -= count;
        }
        None
    }

    fn play(&self, position: &mut RithmomachiaPosition, mv: RithmomachiaMove) {
        let side = position.turn;
        let piece = position.piece(mv.from);
        let (value, shapes) = piece.traits(&self.stacks[side]);
        position.carry(mv, piece, shapes);
        let (mut strikes, mut count) = ([Strike::default(); 8], 0);
        self.each_strike(position, Striker { side, at: mv.to, value, shapes }, |strike| {
            strikes[count] = strike;
            count += 1;
        });
        for strike in &strikes[..count] {
            position.take(strike.victim, strike.kinds.take_whole(), &self.stacks[!side]);
        }
        position.pass_turn(count > 0);
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
        let mut game = Rithmomachia {
            ruleset,
            start: none,
            steps: ruleset.gaits.map(|gait| [gait.straight, gait.diagonal]),
            stacks: stacks(ruleset),
            captures: Captures::new(ruleset),
            goals: goals(ruleset, &options),
            quiet: options.int("quiet") as u16,
            options,
        };
        game.start = game.set_up(none, ruleset.setup).expect("the set-up of a ruleset can be read");
        game
    }

    /// The value of what stands on a square.
    #[inline]
    pub(super) fn value(&self, position: &RithmomachiaPosition, owner: Player, square: u8) -> u16 {
        position.piece(square).traits(&self.stacks[owner]).0
    }

    /// Calls a function for each direction, with the squares that the side to
    /// move can reach in it, until it says that it has seen enough; tells
    /// whether it has. A square is reached in a direction by one piece at most,
    /// the first behind it.
    #[inline]
    fn arrivals(&self, position: &RithmomachiaPosition, mut enough: impl FnMut(usize, Squares) -> bool) -> bool {
        let own = position.sides[position.turn];
        let mut movers = [[0; LONGEST + 1]; 2];
        for (shape, steps) in position.movers.iter().zip(&self.steps) {
            movers[0][usize::from(steps[0])] |= own & shape;
            movers[1][usize::from(steps[1])] |= own & shape;
        }
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

    fn can_move(&self, position: &RithmomachiaPosition) -> bool {
        // Nearly always a piece can make a single step upwards; then nothing else need be looked at.
        let own = position.sides[position.turn];
        let walkers = position.movers.iter().zip(&self.steps).filter(|(_, steps)| steps[0] == 1);
        let ahead = walkers.fold(0, |all, (shape, _)| all | own & shape);
        shift(ahead, 0, !position.occupied()) != 0 || self.arrivals(position, |_, to| to != 0)
    }

    /// How the side that has just moved has won, if it has.
    pub(super) fn settle(&self, position: &RithmomachiaPosition) -> Option<Win> {
        self.victory(position).or_else(|| (!self.can_move(position)).then_some(Win::NoMoves))
    }
}

/// The move that reaches a square in a direction.
#[inline]
fn arrival(position: &RithmomachiaPosition, direction: usize, to: u8) -> RithmomachiaMove {
    RithmomachiaMove { from: nearest(to, opposite(direction), position.occupied()).unwrap_or(to), to }
}
