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
        let all = Numbers::new(squares_of(own).map(|square| self.number(square)));
        let mut threats = Threats::default();
        for victim in squares_of(self.pieces(!player)) {
            let (beside, away) = (reach(false, victim), reach(true, victim));
            let helpers = circles & beside | squares & away;
            threats.contacts += helpers.count_ones();
            for helper in squares_of(helpers) {
                let number = self.number(helper);
                let fitting = partners(number, self.number(victim));
                if !all.has_other(number, fitting) {
                    continue;
                }
                threats.latent |= 1 << victim;
                let movers = circles & step(beside & empty) | squares & leap(away & empty);
                let mut movers = squares_of(movers & !(1 << helper));
                if movers.any(|mover| fitting >> self.number(mover) & 1 == 1) {
                    threats.captures |= 1 << victim;
                    break;
                }
            }
        }
        threats
    }
}

/// The numbers of some pieces, and those that more than one of them has.
#[derive(Clone, Copy)]
struct Numbers {
    once: u64,
    twice: u64,
}

impl Numbers {
    #[inline]
    fn new(numbers: impl Iterator<Item = u8>) -> Self {
        let (mut once, mut twice) = (0, 0);
        for number in numbers {
            twice |= once & 1 << number;
            once |= 1 << number;
        }
        Numbers { once, twice }
    }

    /// Whether, beside one of them with this number, there is one with a fitting number.
    #[inline]
    fn has_other(self, number: u8, fitting: u64) -> bool {
        (self.once & !(1 << number) | self.twice) & fitting != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rhythmomachy::Rhythmomachy;
    use agon_core::{Game, Options, Rng};

    /// Every position of a few long random games, with either player to move.
    fn along_games(mut each: impl FnMut(&RhythmomachyPosition)) {
        let long = [("captures", "99"), ("points", "9999"), ("plies", "300")];
        let game = Rhythmomachy::new(Options::from_pairs(Rhythmomachy::INFO.options, long).unwrap()).unwrap();
        for seed in 0..20 {
            let (mut position, mut rng) = (game.start(), Rng::new(seed));
            while let Some(mv) = game.random_move(&position, &mut rng) {
                game.play(&mut position, mv);
                each(&position);
                let mut passed = position;
                passed.pass();
                each(&passed);
            }
        }
    }

    fn moves(position: &RhythmomachyPosition) -> impl Iterator<Item = RhythmomachyMove> {
        squares_of(position.pieces(position.turn()))
            .flat_map(|from| squares_of(position.targets(from)).map(move |to| RhythmomachyMove { from, to }))
    }

    #[test]
    fn what_a_move_captures_is_known_without_making_it() {
        let game = Rhythmomachy::new(Options::defaults(Rhythmomachy::INFO.options)).unwrap();
        along_games(|position| {
            for mv in moves(position) {
                let mut next = *position;
                game.play(&mut next, mv);
                let player = position.turn();
                let captured = position.captured_by(mv);
                let points: u32 = squares_of(captured).map(|victim| u32::from(position.number(victim))).sum();
                assert_eq!(captured.count_ones(), next.captures(player) - position.captures(player));
                assert_eq!(points, next.points(player) - position.points(player));
            }
        });
    }

    #[test]
    fn threats_are_what_all_moves_together_capture() {
        let mut seen = 0;
        along_games(|position| {
            let threats = position.threats(position.turn());
            let captured = moves(position).fold(0, |all, mv| all | position.captured_by(mv));
            assert_eq!(threats.captures, captured);
            assert_eq!(threats.captures & !threats.latent, 0);
            seen += captured.count_ones();
        });
        assert!(seen > 1000);
    }
}
