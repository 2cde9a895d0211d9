use agon_core::Player;

use super::man::Man;
use super::position::RhythmomachyPosition;
use super::tables::{NEAREST, from_the_top, partners, reach, squares_of};

/// No piece can step onto more squares, so no move captures more pieces.
const MOST_VICTIMS: usize = 16;

impl RhythmomachyPosition {
    /// The pieces of a player, other than one on `not`, that could step onto a square.
    #[inline]
    pub(super) fn helpers(&self, player: Player, victim: u8, not: u8) -> u64 {
        let own = self.pieces(player) & !(1 << not);
        let squares = self.square_pieces();
        own & (reach(false, victim) & !squares | reach(true, victim) & squares)
    }

    /// What a player's piece captures when it has come to `at`.
    #[inline]
    pub(super) fn captured(&self, player: Player, man: Man, at: u8) -> u64 {
        self.captured_beside(player, man, at, at)
    }

    /// What a player's piece captures from `at`, without the help of one on `not`.
    #[inline]
    pub(super) fn captured_beside(&self, player: Player, man: Man, at: u8, not: u8) -> u64 {
        let mut captured = 0;
        for victim in squares_of(man.reach(at) & self.pieces(!player)) {
            let fitting = partners(man.number(), self.number(victim));
            let mut helpers = squares_of(self.helpers(player, victim, not));
            if helpers.any(|helper| fitting >> self.number(helper) & 1 == 1) {
                captured |= 1 << victim;
            }
        }
        captured
    }

    /// Where a captured piece goes when it turns to `player`: the nearest
    /// empty square to the corner on which it captures nothing, or the
    /// nearest when it captures on each. `passed` hears of every square on
    /// which it would capture.
    pub(super) fn landing(&self, player: Player, man: Man, mut passed: impl FnMut(u8)) -> u8 {
        let mut nearest = None;
        for square in NEAREST[player.index()] {
            if self.empty_squares() >> square & 1 == 0 {
                continue;
            }
            if self.captured(player, man, square) == 0 {
                return square;
            }
            passed(square);
            nearest.get_or_insert(square);
        }
        nearest.expect("a captured piece leaves its square empty")
    }

    /// Takes the captured pieces off the board, counts them, and puts them
    /// back in the capturer's colour.
    pub(super) fn turn_over(&mut self, player: Player, captured: u64) {
        let mut men = [Man::new(false, 0); MOST_VICTIMS];
        let (mut count, mut points) = (0, 0);
        for (slot, victim) in men.iter_mut().zip(from_the_top(captured)) {
            *slot = self.take(!player, victim);
            points += u32::from(slot.number());
            count += 1;
        }
        for man in &men[..count] {
            let square = self.landing(player, *man, |_| ());
            self.put(player, *man, square);
        }
        self.score(player, count as u32, points);
    }
}

/// How two numbers make a third, as text; the first of sum, difference,
/// product and quotient that does.
pub(super) fn arithmetic(a: u8, b: u8, c: u8) -> Option<String> {
    let (a, b, c) = (u32::from(a), u32::from(b), u32::from(c));
    let (more, less) = (a.max(b), a.min(b));
    if a + b == c {
        Some(format!("{a} + {b} = {c}"))
    } else if more - less == c {
        Some(format!("{more} - {less} = {c}"))
    } else if a * b == c {
        Some(format!("{a} x {b} = {c}"))
    } else {
        // 0 divided by a number is 0, as is their product.
        (less > 0 && more == less * c).then(|| format!("{more} / {less} = {c}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rhythmomachy::tables::{NUMBERS, related};

    #[test]
    fn what_captures_has_its_arithmetic_and_nothing_else() {
        for a in 0..NUMBERS as u8 {
            for b in 0..NUMBERS as u8 {
                for c in 0..NUMBERS as u8 {
                    assert_eq!(arithmetic(a, b, c).is_some(), related(a, b) >> c & 1 == 1, "{a} {b} {c}");
                }
            }
        }
    }
}
