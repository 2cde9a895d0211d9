use super::tables::{NUMBERS, reach};

/// The greatest number on a piece.
pub(super) const MOST_NUMBER: u8 = NUMBERS as u8 - 1;

/// A circle or a square with its number, of neither colour: the number in the
/// low six bits, and one bit more for a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Man(u8);

impl Man {
    /// The bit of a square.
    const SQUARE: u8 = NUMBERS as u8;

    pub(super) const fn new(square: bool, number: u8) -> Self {
        Man((number % Self::SQUARE) | if square { Self::SQUARE } else { 0 })
    }

    /// Reads what [`code`](Man::code) gives.
    #[inline]
    pub(super) const fn from_code(code: u8) -> Self {
        Man(code)
    }

    #[inline]
    pub(super) const fn code(self) -> u8 {
        self.0
    }

    #[inline]
    pub(super) const fn is_square(self) -> bool {
        self.0 & Self::SQUARE != 0
    }

    #[inline]
    pub(super) const fn number(self) -> u8 {
        self.0 % Self::SQUARE
    }

    /// The squares it could step onto, whatever stands there.
    #[inline]
    pub(super) fn reach(self, from: u8) -> u64 {
        reach(self.is_square(), from)
    }
}
