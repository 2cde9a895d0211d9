use agon_core::{Game, GameInfo, OptionError, Options, Outcome, Player, Rng, Turn};

use super::man::Man;
use super::position::RhythmomachyPosition;
use super::tables::{CIRCLE_STEPS, SQUARE_STEPS, STEPS, squares_of};
use super::{INFO, Rhythmomachy};

/// White's pieces at the start: rank and file of each counted from 0, then
/// whether it is a square, then its number. Black's stand a half turn away.
pub(super) const SETUP: [(u8, u8, bool, u8); 14] = [
    (0, 5, false, 8),
    (0, 4, true, 32),
    (0, 3, true, 0),
    (0, 2, true, 18),
    (1, 5, false, 16),
    (1, 2, true, 12),
    (2, 2, false, 4),
    (2, 1, true, 24),
    (2, 0, true, 1),
    (3, 0, true, 2),
    (4, 0, true, 9),
    (5, 2, false, 3),
    (5, 1, false, 6),
    (5, 0, false, 0),
];

/// A piece goes from one square to another. Squares are numbered a1, b1, … h8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RhythmomachyMove {
    /// Where it stands.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

impl Game for Rhythmomachy {
    type Position = RhythmomachyPosition;
    type Move = RhythmomachyMove;

    const INFO: &'static GameInfo = &INFO;

    fn new(options: Options) -> Result<Self, OptionError> {
        let (captures, points) = (options.int("captures") as u32, options.int("points") as u32);
        let plies = options.int("plies") as u16;
        Ok(Rhythmomachy { options, captures, points, plies })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn start(&self) -> RhythmomachyPosition {
        let mut position = RhythmomachyPosition::empty(Player::One);
        for (rank, file, square, number) in SETUP {
            let (man, at) = (Man::new(square, number), rank * 8 + file);
            position.put(Player::One, man, at);
            position.put(Player::Two, man, 63 - at);
        }
        position
    }

    fn turn(&self, position: &RhythmomachyPosition) -> Turn {
        Turn::Player(position.turn())
    }

    /// By from-square, then by to-square.
    fn moves(&self, position: &RhythmomachyPosition, moves: &mut Vec<RhythmomachyMove>) {
        moves.clear();
        if self.outcome(position).is_some() {
            return;
        }
        for from in squares_of(position.pieces(position.turn())) {
            for to in squares_of(position.targets(from)) {
                moves.push(RhythmomachyMove { from, to });
            }
        }
    }

    fn count_moves(&self, position: &RhythmomachyPosition) -> u64 {
        if self.outcome(position).is_some() {
            return 0;
        }
        let own = squares_of(position.pieces(position.turn()));
        own.map(|from| u64::from(position.targets(from).count_ones())).sum()
    }

    /// Draws a step and the place of a piece among those that could take it;
    /// where fewer can, draws again. So each move is drawn by one pair.
    fn random_move(&self, position: &RhythmomachyPosition, rng: &mut Rng) -> Option<RhythmomachyMove> {
        if self.outcome(position).is_some() {
            return None;
        }
        let (empty, own) = (position.empty_squares(), position.pieces(position.turn()));
        let (circles, squares) = (own & !position.square_pieces(), own & position.square_pieces());
        let circle_draws = circles.count_ones() * CIRCLE_STEPS;
        let draws = circle_draws + squares.count_ones() * SQUARE_STEPS;
        loop {
            let drawn = rng.below(draws);
            let (set, place, step) = if drawn < circle_draws {
                (circles, drawn / CIRCLE_STEPS, drawn % CIRCLE_STEPS)
            } else {
                let drawn = drawn - circle_draws;
                (squares, drawn / SQUARE_STEPS, CIRCLE_STEPS + drawn % SQUARE_STEPS)
            };
            let step = STEPS[step as usize];
            let mut targets = step.ahead(set) & empty;
            if place < targets.count_ones() {
                for _ in 0..place {
                    targets &= targets - 1;
                }
                let to = targets.trailing_zeros() as u8;
                return Some(RhythmomachyMove { from: step.back(to), to });
            }
        }
    }

    #[inline]
    fn play(&self, position: &mut RhythmomachyPosition, mv: RhythmomachyMove) {
        let player = position.turn();
        let man = position.shift(player, mv.from, mv.to);
        let captured = position.captured(player, man, mv.to);
        if captured != 0 {
            position.turn_over(player, captured);
        }
        position.pass();
    }

    /// The win first, and of the player who has just moved before the other:
    /// only in a position set up by hand can the other have it.
    #[inline]
    fn outcome(&self, position: &RhythmomachyPosition) -> Option<Outcome> {
        let won =
            |player: &Player| position.captures(*player) >= self.captures && position.points(*player) >= self.points;
        let turn = position.turn();
        if let Some(winner) = [!turn, turn].into_iter().find(won) {
            Some(Outcome::win(winner, "captures"))
        } else if !position.can_move() {
            Some(Outcome::draw("no-moves"))
        } else if position.plies() >= self.plies {
            Some(Outcome::draw("plies"))
        } else {
            None
        }
    }

    fn key(&self, position: &RhythmomachyPosition) -> u64 {
        position.key()
    }
}
