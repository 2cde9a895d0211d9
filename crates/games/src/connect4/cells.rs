//! Sets of cells as the bits of a number.

use super::ConnectFour;
use super::rules::{ConnectFourMove, ConnectFourPosition};

impl ConnectFour {
    /// How far apart the bits of neighbouring columns are.
    #[inline]
    pub(super) fn stride(&self) -> u8 {
        self.rows + 1
    }

    /// The cells of a column.
    #[inline]
    pub(super) fn column(&self, column: u8) -> u64 {
        ((1 << self.rows) - 1) << (column * self.stride())
    }

    /// How far apart the bits of neighbouring cells are: upwards, down to the right, to the right, up to the right.
    #[inline]
    pub(super) fn directions(&self) -> [u8; 4] {
        [1, self.stride() - 1, self.stride(), self.stride() + 1]
    }

    /// For each direction, the cells from which four of this set follow each other.
    #[inline]
    pub(super) fn lines_in(&self, cells: u64) -> [u64; 4] {
        self.directions().map(|step| {
            let pairs = cells & cells >> step;
            pairs & pairs >> (2 * step)
        })
    }

    /// Whether four of these discs are in a line.
    #[inline]
    pub(super) fn has_line(&self, discs: u64) -> bool {
        self.lines_in(discs).into_iter().fold(0, |any, lines| any | lines) != 0
    }

    /// The empty cells where one more of these discs completes a line.
    #[inline]
    pub(super) fn threats(&self, position: &ConnectFourPosition, discs: u64) -> u64 {
        let [_, sideways @ ..] = self.directions();
        let cells = sideways.into_iter().fold(discs << 1 & discs << 2 & discs << 3, |cells, step| {
            let (left, right) = (discs << step, discs >> step);
            let (two_left, two_right) = (left & discs << (2 * step), right & discs >> (2 * step));
            cells | two_left & (discs << (3 * step) | right) | two_right & (discs >> (3 * step) | left)
        });
        cells & (self.board ^ position.all)
    }

    /// The lowest empty cell of each column.
    #[inline]
    pub(super) fn open(&self, position: &ConnectFourPosition) -> u64 {
        (position.all + self.bottom) & self.board
    }

    /// The cells on which a disc can land: none after the end.
    #[inline]
    pub(super) fn legal(&self, position: &ConnectFourPosition) -> u64 {
        if self.has_line(position.own ^ position.all) { 0 } else { self.open(position) }
    }

    /// The moves to these cells, from the left.
    #[inline]
    pub(super) fn moves_to(&self, cells: u64) -> impl Iterator<Item = ConnectFourMove> {
        let columns = (0..self.columns).map(|column| ConnectFourMove { column });
        columns.filter(move |mv| cells & self.column(mv.column) != 0)
    }

    /// The cell on which the disc of a legal move lands.
    #[inline]
    pub(super) fn landing(&self, position: &ConnectFourPosition, mv: ConnectFourMove) -> u64 {
        self.open(position) & self.column(mv.column)
    }
}

/// The cells of a set, one by one.
pub(super) fn each(cells: u64) -> impl Iterator<Item = u8> {
    (0..64).filter(move |bit| cells >> bit & 1 != 0)
}
