use agon_core::{Evaluation, Player};

use super::Rithmomachia;
use super::position::{Captured, RithmomachiaMove, RithmomachiaPosition};
use super::squares::{GRID, Squares, diagonal, each_direction, shift, squares_of};
use super::victory::Win;

/// A capture in the numbers of [`RithmomachiaEvaluation::distance`]: so much
/// value is a usual capture, one body, two digits.
const CAPTURE: i32 = 64;

/// How a position of Rithmomachia stands.
///
/// Five captures win, and so do fewer if they are large: what counts is how
/// many captures each side is away from its nearest victory, and each counts
/// more than the one before it. A meeting asks for no number, so whatever an
/// enemy can reach in two moves is lost with the next one if it stays there:
/// hence what stands in danger counts beside what is captured, less for the side
/// that can still run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RithmomachiaEvaluation {
    /// A capture less to the nearest victory.
    pub capture: i32,
    /// What being near adds: all of it at the goal, half of it one capture
    /// before, a third two captures before.
    pub nearness: i32,
    /// A usual capture's value, whether it leads to a victory or not.
    pub value: i32,
    /// Each piece on the board.
    pub piece: i32,
    /// The side to move can capture the piece: hundredths of what that is worth to it.
    pub threat: i32,
    /// The side to move would lose the piece: hundredths of what that is worth to the other.
    pub danger: i32,
    /// Each move there is.
    pub mobility: i32,
    /// Each square that could be met on with the next move.
    pub space: i32,
    /// Each rank that a circle is away from its side's edge.
    pub advance: i32,
    /// Each piece in the enemy's half, where progressions are made.
    pub invader: i32,
}

impl Default for RithmomachiaEvaluation {
    fn default() -> Self {
        RithmomachiaEvaluation {
            capture: 100,
            nearness: 600,
            value: 10,
            piece: 10,
            threat: 10,
            danger: 30,
            mobility: 2,
            space: 1,
            advance: 3,
            invader: 5,
        }
    }
}

/// What a side can do with its next move.
struct Reach {
    /// How many moves it has, about.
    moves: i32,
    /// The squares on which it would meet an enemy after one of them.
    meets: Squares,
}

impl Reach {
    #[inline]
    fn of(game: &Rithmomachia, position: &RithmomachiaPosition, side: Player) -> Reach {
        let empty = !position.occupied();
        let mut reach = Reach { moves: 0, meets: 0 };
        for (shape, steps) in position.movers.iter().zip(&game.steps) {
            let movers = shape & position.sides[side];
            let mut arrived = 0;
            each_direction!(DIRECTION => {
                let arrivals = go(movers, DIRECTION, steps[diagonal(DIRECTION)], empty, empty);
                reach.moves += arrivals.count_ones() as i32;
                arrived |= arrivals;
            });
            each_direction!(DIRECTION => {
                reach.meets |= go(arrived, DIRECTION, steps[diagonal(DIRECTION)], empty, Squares::MAX);
            });
        }
        reach
    }
}

/// The pieces of a set so many steps on, over empty squares onto those of `target`.
#[inline]
fn go(mut set: Squares, direction: usize, steps: u8, empty: Squares, target: Squares) -> Squares {
    if steps == 0 {
        return 0;
    }
    for _ in 1..steps {
        set = shift(set, direction, empty);
    }
    shift(set, direction, target)
}

impl RithmomachiaEvaluation {
    /// How far captures are from the nearest victory, in parts of [`CAPTURE`].
    #[inline]
    fn distance(game: &Rithmomachia, captured: Captured) -> i32 {
        let lack = |least: u16, have: u16| i32::from(least.saturating_sub(have));
        let mut nearest = None;
        for goal in &game.goals {
            if goal.win == Win::Glorious {
                continue;
            }
            let value = lack(goal.least.value, captured.value);
            let bodies = lack(goal.least.bodies, captured.bodies) * CAPTURE;
            let digits = lack(goal.least.digits, captured.digits) * (CAPTURE / 2);
            let distance = value.max(bodies).max(digits);
            nearest = Some(nearest.map_or(distance, |nearest: i32| nearest.min(distance)));
        }
        nearest.unwrap_or(0)
    }

    /// What captures are worth to the side that made them.
    #[inline]
    fn worth(&self, game: &Rithmomachia, captured: Captured) -> i32 {
        let distance = Self::distance(game, captured);
        let near = self.nearness * CAPTURE / (distance + CAPTURE);
        near + (self.value * i32::from(captured.value) - self.capture * distance) / CAPTURE
    }

    /// What `side` would gain by capturing each of a set of enemies, together.
    #[inline]
    fn prizes(&self, game: &Rithmomachia, position: &RithmomachiaPosition, side: Player, set: Squares) -> i32 {
        if set == 0 {
            return 0;
        }
        let have = self.worth(game, position.captured[side]);
        let mut sum = 0;
        for square in squares_of(set) {
            let mut captured = position.captured[side];
            captured.add(position.piece(square).prize(false, &game.stacks[!side]));
            sum += self.worth(game, captured) - have + self.piece;
        }
        sum
    }

    /// Everything about one side that does not depend on who is to move.
    #[inline]
    fn side(&self, game: &Rithmomachia, position: &RithmomachiaPosition, side: Player, reach: &Reach) -> i32 {
        let own = position.sides[side];
        let half: Squares = if side == Player::One { Squares::MAX >> 64 } else { Squares::MAX << 64 };
        let advance: i32 = squares_of(own & position.movers[0])
            .map(|square| {
                let rank = i32::from(square / GRID.files);
                if side == Player::One { i32::from(GRID.ranks) - 1 - rank } else { rank }
            })
            .sum();
        self.worth(game, position.captured[side])
            + self.piece * own.count_ones() as i32
            + self.mobility * reach.moves
            + self.space * reach.meets.count_ones() as i32
            + self.advance * advance
            + self.invader * (own & half).count_ones() as i32
    }
}

impl Evaluation<Rithmomachia> for RithmomachiaEvaluation {
    fn evaluate(&self, game: &Rithmomachia, position: &RithmomachiaPosition) -> i32 {
        let (us, them) = (position.turn, !position.turn);
        let (ours, theirs) = (Reach::of(game, position, us), Reach::of(game, position, them));
        let threat = self.prizes(game, position, us, ours.meets & position.sides[them]);
        let danger = self.prizes(game, position, them, theirs.meets & position.sides[us]);
        let judgement = self.side(game, position, us, &ours) - self.side(game, position, them, &theirs)
            + (self.threat * threat - self.danger * danger) / 100;
        judgement.clamp(-<Self as Evaluation<Rithmomachia>>::LIMIT, <Self as Evaluation<Rithmomachia>>::LIMIT)
    }

    /// Captures first, the best before the others.
    fn promise(&self, game: &Rithmomachia, position: &RithmomachiaPosition, mv: RithmomachiaMove) -> i32 {
        let mut captured = position.captured[position.turn];
        let before = captured;
        game.each_capture(position, mv, |strike| {
            let victim = position.piece(strike.victim);
            captured.add(victim.prize(strike.kinds.take_whole(), &game.stacks[!position.turn]));
        });
        if captured == before { 0 } else { 1000 + self.worth(game, captured) - self.worth(game, before) }
    }

    fn is_forcing(&self, game: &Rithmomachia, position: &RithmomachiaPosition, mv: RithmomachiaMove) -> bool {
        let mut captures = false;
        game.each_capture(position, mv, |_| captures = true);
        captures
    }
}
