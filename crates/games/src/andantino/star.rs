use agon_core::Player;

use super::gather::Gather;
use super::hexagon::{AXES, Cell, Spot, Step};
use super::lines::{BOTH, GOAL, HALF};
use super::patterns::CELLS;
use super::shapes::Windows;

/// How far a line of five reaches from any of its cells.
pub(super) const REACH: usize = GOAL as usize - 1;

/// Bits of an axis: the cell in the middle, and as far as five reach either way.
pub(super) const SPAN: usize = 2 * REACH + 1;

/// An axis in each half.
const ARMS: u64 = BOTH * ((1 << SPAN) - 1);

/// The lowest bit of each axis of one half.
const FIRSTS: u64 = 1 | 1 << SPAN | 1 << (2 * SPAN);

/// Where windows of five begin that contain the cell in the middle.
const WINDOWS: u64 = FIRSTS * 0b11111;

/// The two bits beside the middle of each axis.
const PAIRS: u64 = FIRSTS * (0b101 << (REACH - 1));

/// The neighbours of the middle, both players'.
pub(super) const NEIGHBOURS: Gather<12> = Gather::new(BOTH * PAIRS, 0x8020_0900_0200_0210);

/// Three cells to either side of the middle on the first axis, both players'.
pub(super) const ROW: Gather<13> = {
    const OTHERS: u64 = ((1 << CELLS) - 1) << (REACH - CELLS / 2) & !(1 << REACH);
    Gather::new(BOTH * OTHERS, 0x0100_0103_ca60_428a)
};

/// How far the first axis is shifted for [`Star::neighbours`], to come to rest
/// on the lowest bit; the second axis comes to the bit above, and the third to the fifth.
const SHIFTED: usize = 2 * SPAN - 1;
const SHIFTS: u64 =
    1 << (SHIFTED + 1 - REACH) | 1 << (SHIFTED + 2 - REACH - SPAN) | 1 << (SHIFTED + 5 - REACH - 2 * SPAN);

/// The stones on the three lines through a cell, at most four cells away: all
/// that matters to windows of five that contain it.
///
/// One player's stones are in the lower half and the other's in the upper, so
/// that both are counted at once. The cell itself has a bit on each axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Star(pub(super) u64);

impl Star {
    /// From the lines along the axes, the cell at bit [`REACH`] of each half.
    #[inline]
    pub(super) fn new([row, column, diagonal]: [u64; 3]) -> Self {
        Star(row & ARMS | (column & ARMS) << SPAN | (diagonal & ARMS) << (2 * SPAN))
    }

    /// With the stones of this player below, which were Black's.
    #[inline]
    pub(super) fn seen_by(self, player: Player) -> Self {
        Star(self.0.rotate_right(player.index() as u32 * HALF))
    }

    /// The places that have no stone.
    pub(super) fn inverted(self) -> Self {
        Star(!self.0 & (BOTH * (FIRSTS * ((1 << SPAN) - 1))))
    }

    /// Which neighbours have a stone of the player below: a number for
    /// [`arcs`](super::lines::arcs), 0 for none.
    #[inline]
    pub(crate) fn neighbours(self) -> u8 {
        // One product shifts the axes to where their two bits belong, side by side.
        (((self.0 & PAIRS) * SHIFTS) >> SHIFTED) as u8 & 0b101_1111
    }

    /// The same for the player above.
    #[inline]
    pub(crate) fn enemy_neighbours(self) -> u8 {
        Star(self.0 >> HALF).neighbours()
    }

    /// With stones of both players where there is no board.
    #[inline]
    pub(super) fn walled(self, spot: &Spot) -> Self {
        Star(self.0 | spot.outside.0)
    }

    /// What is on the axes around the middle, each for [`ROW`].
    #[inline]
    pub(super) fn axes(self) -> [u64; 3] {
        std::array::from_fn(|axis| self.0 >> (axis * SPAN))
    }

    /// Three cells to either side of the middle along each axis, and the middle:
    /// the player below has the first [`CELLS`] bits, the one above the next.
    pub(super) fn rows(self) -> [usize; 3] {
        const SIDE: u64 = (1 << CELLS) - 1;
        std::array::from_fn(|axis| {
            let axis = self.0 >> (axis * SPAN + REACH - CELLS / 2);
            (axis & SIDE | axis >> (HALF as usize - CELLS) & (SIDE << CELLS)) as usize
        })
    }

    /// The same for cells of the board without a stone of the player above.
    #[inline]
    pub(crate) fn free_neighbours(self, spot: &Spot) -> u8 {
        !Star(self.0 >> HALF | spot.outside.0).neighbours()
    }

    /// The stones of the player below, with one on the cell in the middle.
    #[inline]
    fn with_centre(self) -> u32 {
        self.0 as u32 | (FIRSTS << REACH) as u32
    }

    /// Whether a stone of the player below in the middle completes five.
    #[inline]
    pub(crate) fn wins(self) -> bool {
        let own = self.with_centre();
        let two = own & own >> 1;
        let four = two & two >> 2;
        four & own >> 4 & WINDOWS as u32 != 0
    }

    /// The windows through the cell, which is empty, that only one player has stones in.
    #[inline]
    pub(crate) fn windows(self, spot: &Spot) -> Windows {
        let blocked = self.0.rotate_right(HALF) | spot.outside.0;
        let pair = blocked | blocked >> 1;
        let open = !(pair | pair >> 2 | blocked >> 4) & (BOTH * WINDOWS);
        // The stones of each window, counted in all windows at once: pairs
        // first, then pairs of pairs, then the fifth.
        let own = self.0;
        let (low, high) = (own ^ own >> 1, own & own >> 1);
        let (low_next, high_next) = (low >> 2, high >> 2);
        let (ones, twos, four) = (low ^ low_next, (high ^ high_next) | low & low_next, high & high_next);
        let fifth = own >> 4;
        let (ones, carry) = (ones ^ fifth, ones & fifth);
        let (twos, fours) = (twos ^ carry, four | twos & carry);
        Windows([ones & !twos & !fours & open, twos & !ones & open, ones & twos & open, fours & !ones & open])
    }

    /// The empty cells on which the player below completes five that contain
    /// the cell in the middle, once it has a stone there.
    #[inline]
    pub(crate) fn completing(self, cell: Cell, windows: Windows) -> impl Iterator<Item = Cell> {
        let (own, mut left) = (self.with_centre(), windows.0[2] as u32);
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let begin = left.trailing_zeros();
                left &= left - 1;
                let bit = begin + (!own >> begin).trailing_zeros();
                cell.moved(STEPS_TO[bit as usize % STEPS_TO.len()])
            })
        })
    }
}

/// The step from the middle to the cell that each bit stands for.
static STEPS_TO: [Step; 32] = {
    let mut steps = [0; 32];
    let mut bit = 0;
    while bit < 3 * SPAN {
        steps[bit] = ((bit % SPAN) as Step - REACH as Step) * AXES[bit / SPAN];
        bit += 1;
    }
    steps
};
