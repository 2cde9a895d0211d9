use agon_core::{PerPlayer, Player, mix};

use super::man::{MOST_NUMBER, Man};
use super::tables::{leap, squares_of, step};

/// More captures are not read, so that no counter overflows: a move makes at
/// most sixteen more, and a game has at most 10000 moves.
pub(super) const MOST_CAPTURES: u32 = 1_000_000;

/// The most points that so many captures can bring.
pub(super) const fn most_points(captures: u32) -> u32 {
    captures * MOST_NUMBER as u32
}

/// Separates the keys of the two sides to move.
const TURN_KEY: u64 = mix(0x5247_5453_0000_0001);

/// A position of Rhythmomachy. Squares are numbered a1, b1, … h8; sets of
/// squares have the bit of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RhythmomachyPosition {
    /// Where each player's pieces stand.
    pieces: PerPlayer<u64>,
    /// Where squares stand, of both players.
    squares: u64,
    /// The key of all but the half moves played, kept up to date.
    key: u64,
    /// What stands where; zero on empty squares.
    men: [u8; 64],
    captures: PerPlayer<u32>,
    points: PerPlayer<u32>,
    turn: Player,
    plies: u16,
}

impl RhythmomachyPosition {
    /// Nothing on the board, nothing captured, nothing played.
    pub(super) fn empty(turn: Player) -> Self {
        let mut position = RhythmomachyPosition {
            pieces: PerPlayer::default(),
            squares: 0,
            key: if turn == Player::One { 0 } else { TURN_KEY },
            men: [0; 64],
            captures: PerPlayer::default(),
            points: PerPlayer::default(),
            turn,
            plies: 0,
        };
        for player in Player::BOTH {
            position.key ^= position.tally_key(player);
        }
        position
    }

    /// The set of squares on which a player's pieces stand.
    #[inline]
    pub fn pieces(&self, player: Player) -> u64 {
        self.pieces[player]
    }

    /// The set of squares on which square pieces stand, of both players.
    #[inline]
    pub fn square_pieces(&self) -> u64 {
        self.squares
    }

    /// The number of the piece on a square; 0 when there is none.
    #[inline]
    pub fn number(&self, square: u8) -> u8 {
        self.man(square).number()
    }

    /// How many pieces a player has captured.
    #[inline]
    pub fn captures(&self, player: Player) -> u32 {
        self.captures[player]
    }

    /// The sum of the numbers that a player has captured.
    #[inline]
    pub fn points(&self, player: Player) -> u32 {
        self.points[player]
    }

    /// Who is to move.
    #[inline]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// How many half moves have been played.
    #[inline]
    pub fn plies(&self) -> u16 {
        self.plies
    }

    /// The set of squares that at least one piece of a player could step
    /// onto, whatever stands there.
    #[inline]
    pub fn reach(&self, player: Player) -> u64 {
        let (own, squares) = (self.pieces[player], self.squares);
        step(own & !squares) | leap(own & squares)
    }

    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    pub(super) fn empty_squares(&self) -> u64 {
        !(self.pieces.0[0] | self.pieces.0[1])
    }

    /// Whose piece stands on a square.
    pub(super) fn owner(&self, square: u8) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.pieces[*player] >> square & 1 == 1)
    }

    /// What stands on an occupied square.
    #[inline]
    pub(super) fn man(&self, square: u8) -> Man {
        Man::from_code(self.men[usize::from(square) % 64])
    }

    /// Where the piece on a square can go.
    #[inline]
    pub(super) fn targets(&self, from: u8) -> u64 {
        self.man(from).reach(from) & self.empty_squares()
    }

    #[inline]
    pub(super) fn can_move(&self) -> bool {
        squares_of(self.pieces[self.turn]).any(|from| self.targets(from) != 0)
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(super) fn put(&mut self, player: Player, man: Man, square: u8) {
        self.men[usize::from(square) % 64] = man.code();
        self.pieces[player] |= 1 << square;
        self.squares |= u64::from(man.is_square()) << square;
        self.key ^= man_key(player, man, square);
    }

    /// Takes a player's piece from its square.
    #[inline]
    pub(super) fn take(&mut self, player: Player, square: u8) -> Man {
        let man = Man::from_code(std::mem::take(&mut self.men[usize::from(square) % 64]));
        self.pieces[player] &= !(1 << square);
        self.squares &= !(1 << square);
        self.key ^= man_key(player, man, square);
        man
    }

    /// Moves a player's piece to an empty square.
    #[inline]
    pub(super) fn shift(&mut self, player: Player, from: u8, to: u8) -> Man {
        let man = Man::from_code(std::mem::take(&mut self.men[usize::from(from) % 64]));
        self.men[usize::from(to) % 64] = man.code();
        let both = 1 << from | 1 << to;
        self.pieces[player] ^= both;
        self.squares ^= if man.is_square() { both } else { 0 };
        self.key ^= man_key(player, man, from) ^ man_key(player, man, to);
        man
    }

    /// Passes the turn, one half move later.
    #[inline]
    pub(super) fn pass(&mut self) {
        self.turn = !self.turn;
        self.plies += 1;
        self.key ^= TURN_KEY;
    }

    /// Adds to what a player has captured.
    #[inline]
    pub(super) fn score(&mut self, player: Player, captures: u32, points: u32) {
        self.key ^= self.tally_key(player);
        self.captures[player] += captures;
        self.points[player] += points;
        self.key ^= self.tally_key(player);
    }

    pub(super) fn set_plies(&mut self, plies: u16) {
        self.plies = plies;
    }

    fn tally_key(&self, player: Player) -> u64 {
        let tally = u64::from(self.captures[player]) << 32 | u64::from(self.points[player]);
        mix(mix(tally).wrapping_add(player.index() as u64 + 1))
    }
}

/// The part of the key that a piece on a square has.
#[inline]
fn man_key(player: Player, man: Man, square: u8) -> u64 {
    mix((player.index() as u64 + 1) << 16 | u64::from(man.code()) << 8 | u64::from(square))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rhythmomachy::Rhythmomachy;
    use agon_core::{Game, Options, Rng};

    /// Every position of a few long random games.
    fn along_games(mut each: impl FnMut(&Rhythmomachy, &RhythmomachyPosition)) {
        let long = [("captures", "99"), ("points", "9999"), ("plies", "300")];
        let game = Rhythmomachy::new(Options::from_pairs(Rhythmomachy::INFO.options, long).unwrap()).unwrap();
        for seed in 0..20 {
            let (mut position, mut rng) = (game.start(), Rng::new(seed));
            while let Some(mv) = game.random_move(&position, &mut rng) {
                game.play(&mut position, mv);
                each(&game, &position);
            }
        }
    }

    #[test]
    fn what_is_kept_equals_what_is_counted() {
        along_games(|_, position| {
            let mut again = RhythmomachyPosition::empty(position.turn);
            for player in Player::BOTH {
                for square in squares_of(position.pieces[player]) {
                    again.put(player, position.man(square), square);
                }
                again.score(player, position.captures[player], position.points[player]);
            }
            again.set_plies(position.plies);
            assert_eq!(again, *position);
            assert_eq!(position.empty_squares().count_ones(), 64 - 28, "no piece is ever lost");
        });
    }

    #[test]
    fn reach_is_that_of_all_pieces() {
        along_games(|_, position| {
            for player in Player::BOTH {
                let each = squares_of(position.pieces[player]).map(|square| position.man(square).reach(square));
                assert_eq!(position.reach(player), each.fold(0, |all, one| all | one));
            }
        });
    }

    #[test]
    fn the_key_forgets_the_half_moves_and_nothing_else() {
        along_games(|game, position| {
            let mut later = *position;
            later.set_plies(position.plies + 1);
            assert_eq!(game.key(&later), game.key(position));
            for player in Player::BOTH {
                for (captures, points) in [(1, 0), (0, 1), (1, 1)] {
                    let mut other = *position;
                    other.score(player, captures, points);
                    assert_ne!(game.key(&other), game.key(position));
                }
            }
            let mut passed = *position;
            passed.pass();
            assert_ne!(game.key(&passed), game.key(position));
        });
    }

    #[test]
    fn a_position_is_small() {
        assert!(size_of::<RhythmomachyPosition>() <= 120);
    }
}
