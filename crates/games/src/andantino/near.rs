use agon_core::Player;

use super::gather::Gather;
use super::hexagon::Spot;
use super::lines::{BOTH, HALF, PLACES};

/// How far [`Near`] reaches.
pub(super) const ROUND: usize = 2;

/// Of each row, how many columns are passed over, counted from two before the
/// middle on; how many cells follow; and how many are in the rows above it.
const ROWS: [(usize, usize, usize); 2 * ROUND + 1] = [(0, 3, 0), (0, 4, 3), (0, 5, 7), (1, 4, 12), (2, 3, 16)];

/// A bit for each cell.
const CELLS: usize = 19;

/// The steps to the neighbours in a circle, as rows down and columns to the
/// right, as [`STEPS`](super::hexagon::STEPS) has them.
const CIRCLE: [(isize, isize); 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

/// A cell and its neighbours as patterns have them, row by row.
const RING: [(isize, isize); 7] = [(-1, -1), (-1, 0), (0, -1), (0, 0), (0, 1), (1, 0), (1, 1)];

/// The cells of the rings, other than the one around the middle, to which the
/// middle belongs: it is the last cell of the first ring, and the first of the last.
pub(super) const OUTER_RINGS: [Gather<12>; 6] = {
    const fn ring(centre: usize, factor: u64) -> Gather<12> {
        let (mut cells, mut at) = (0, 0);
        while at < RING.len() {
            // The middle is as far from the end of the ring as the centre is from the beginning.
            if at + centre != RING.len() - 1 {
                cells |= BOTH << ring_bit(centre, at);
            }
            at += 1;
        }
        Gather::new(cells, factor)
    }
    [
        ring(0, 0x2002_0040_0080_0002),
        ring(1, 0x0304_0010_4200_0842),
        ring(2, 0x0004_0004_3301_0000),
        ring(4, 0x8014_4000_0085_0000),
        ring(5, 0x4000_4000_0002_0080),
        ring(6, 0x0209_2000_1008_0080),
    ]
};

/// The cells at most two steps from a cell, row by row: one player's stones in
/// the lower half, the other's in the upper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Near(pub(super) u64);

impl Near {
    /// From the rows, two columns before the middle at the first bit of each half.
    #[inline]
    pub(super) fn new(rows: [u64; 2 * ROUND + 1]) -> Self {
        let part = |row: usize| {
            let (before, cells, bit) = ROWS[row];
            (rows[row] >> before & (BOTH * ((1 << cells) - 1))) << bit
        };
        Near(part(0) | part(1) | part(2) | part(3) | part(4))
    }

    /// With nothing but these neighbours of the middle, as a
    /// [`Star`](super::star::Star) tells them.
    pub(super) fn of_neighbours(own: u8, enemy: u8) -> Self {
        let bits = |set: u8| {
            let cells = CIRCLE.iter().zip(PLACES).filter(|(_, place)| set >> place & 1 == 1);
            cells.fold(0, |bits, ((row, column), _)| bits | 1 << bit(*row, *column))
        };
        Near(bits(own) | bits(enemy) << HALF)
    }

    /// With the stones of this player below, which were Black's.
    #[inline]
    pub(super) fn seen_by(self, player: Player) -> Self {
        Near(self.0.rotate_right(player.index() as u32 * HALF))
    }

    /// The places that have no stone.
    pub(super) fn inverted(self) -> Self {
        Near(!self.0 & (BOTH * ((1 << CELLS) - 1)))
    }

    /// With stones of both players where there is no board.
    #[inline]
    pub(super) fn walled(self, spot: &Spot) -> Self {
        Near(self.0 | spot.beyond.0)
    }

    /// One of the rings to which the middle belongs, or the one around it, as
    /// a pattern has it: a bit for each cell of the player below, and behind
    /// them those of the one above.
    pub(super) fn ring(self, centre: usize) -> usize {
        let both = (0..RING.len()).map(|at| (self.0 >> ring_bit(centre, at) & BOTH) << at).sum::<u64>();
        (both | both >> (HALF as usize - RING.len())) as usize % (1 << (2 * RING.len()))
    }

    /// The neighbours of the middle that touch a stone of the player below
    /// two steps from it, as bits of [`Star::neighbours`](super::star::Star::neighbours).
    #[inline]
    pub(super) fn touching(self) -> u8 {
        TOUCHING[0][self.0 as usize % PART] | TOUCHING[1][(self.0 >> (CELLS - PART_CELLS)) as usize % PART]
    }
}

/// The bit of the cell that is so many rows and columns away.
const fn bit(row: isize, column: isize) -> usize {
    let (before, _, bit) = ROWS[(row + ROUND as isize) as usize];
    (bit as isize + column + ROUND as isize - before as isize) as usize
}

/// The bit of a cell of the ring around this cell of the middle's own ring.
const fn ring_bit(centre: usize, at: usize) -> usize {
    bit(RING[centre].0 + RING[at].0, RING[centre].1 + RING[at].1)
}

/// The cells before the middle, or behind it…
const PART_CELLS: usize = CELLS / 2;
/// …and all that they can hold.
const PART: usize = 1 << PART_CELLS;

/// For stones before the middle and behind it: [`Near::touching`].
static TOUCHING: [[u8; PART]; 2] = {
    let mut touching = [0u8; CELLS];
    let mut direction = 0;
    while direction < CIRCLE.len() {
        let (row, column) = CIRCLE[direction];
        let mut next = 0;
        while next < CIRCLE.len() {
            touching[bit(row + CIRCLE[next].0, column + CIRCLE[next].1)] |= 1 << PLACES[direction];
            next += 1;
        }
        direction += 1;
    }
    // Only what is two steps away counts.
    let mut at = 0;
    while at < RING.len() {
        touching[bit(RING[at].0, RING[at].1)] = 0;
        at += 1;
    }
    let mut table = [[0; PART]; 2];
    let mut stones = 0;
    while stones < PART {
        let mut cell = 0;
        while cell < PART_CELLS {
            if stones >> cell & 1 == 1 {
                table[0][stones] |= touching[cell];
                table[1][stones] |= touching[cell + CELLS - PART_CELLS];
            }
            cell += 1;
        }
        stones += 1;
    }
    table
};
