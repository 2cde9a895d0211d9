use agon_core::Player;

use super::position::RhythmomachyPosition;
use super::rules::RhythmomachyMove;
use super::tables::{leap, partners, reach, squares_of, step};

/// What a player's pieces could do to the enemy's if it were its turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Threats {
    /// Enemy pieces that some move would capture: exact.
    pub captures: u64,
    /// Enemy pieces that one piece reaches and that it would capture together
    /// with another, wherever that one stands.
    pub latent: u64,
    /// How many pairs there are of a piece and an enemy that it reaches.
    pub contacts: u32,
}

impl RhythmomachyPosition {
    /// What a legal move captures, without making it.
    #[inline]
    pub(super) fn captured_by(&self, mv: RhythmomachyMove) -> u64 {
        let player = self.turn();
        let man = self.man(mv.from);
        self.captured_beside(player, man, mv.to, mv.from)
    }

    /// What a player threatens.
    ///
    /// A piece is captured by two that reach it, one of them fresh from its
    /// move. Nothing stands in another's way but on the square it goes to, so
    /// it is enough that one piece reaches the victim now, and that another
    /// one with a fitting number can come to an empty square from which it does.
    #[inline]
    pub(super) fn threats(&self, player: Player) -> Threats {
        let (own, empty, squares) = (self.pieces(player), self.empty_squares(), self.square_pieces());
        let (circles, squares) = (own & !squares, own & squares);
        let all = self.numbers(own);
        let mut threats = Threats::default();
        for victim in squares_of(self.pieces(!player)) {
            let (beside, away) = (reach(false, victim), reach(true, victim));
            let helpers = circles & beside | squares & away;
            if helpers == 0 {
                continue;
            }
            threats.contacts += helpers.count_ones();
            let movers = circles & step(beside & empty) | squares & leap(away & empty);
            let near = self.numbers(movers);
            let number = self.number(victim);
            for helper in squares_of(helpers) {
                let fitting = partners(self.number(helper), number);
                if all.has(fitting, self.number(helper), true) {
                    threats.latent |= 1 << victim;
                    if near.has(fitting, self.number(helper), movers >> helper & 1 == 1) {
                        threats.captures |= 1 << victim;
                        break;
                    }
                }
            }
        }
        threats
    }

    /// The numbers of the pieces on a set of squares.
    #[inline]
    fn numbers(&self, set: u64) -> Numbers {
        let (mut once, mut twice) = (0, 0);
        for square in squares_of(set) {
            let number = 1 << self.number(square);
            twice |= once & number;
            once |= number;
        }
        Numbers { once, twice }
    }
}

/// A set of numbers, and of those that more than one piece has.
#[derive(Clone, Copy)]
struct Numbers {
    once: u64,
    twice: u64,
}

impl Numbers {
    /// Whether a piece has one of the fitting numbers. A piece with the number
    /// `own` does not count for itself, if it is `among` them.
    #[inline]
    fn has(self, fitting: u64, own: u8, among: bool) -> bool {
        let others = if among { self.once & !(1 << own) | self.twice } else { self.once };
        others & fitting != 0
    }
}
