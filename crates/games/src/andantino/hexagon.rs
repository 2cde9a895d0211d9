use agon_core::Player;

use super::bits::{Bits, Patch};
use super::lines::Lines;
use super::near::Near;
use super::patterns::Arms;
use super::star::Star;

/// The side of the largest board.
pub(crate) const MOST_SIDE: u8 = 10;

/// The rows, and the cells of the longest row, of the largest board.
pub(crate) const MOST_ROWS: usize = 2 * MOST_SIDE as usize - 1;

/// Bits from one row to the next: one more than a row has cells, so that the
/// neighbour of a row's last cell is not the next row's first.
pub(crate) const STRIDE: usize = MOST_ROWS + 1;

/// Places for cells, whether or not the board has them all.
pub(crate) const CELLS: usize = MOST_ROWS * STRIDE;

/// A cell of the board; as a move, where a stone is placed.
///
/// Row 0 is the top one, called `a`; column 0 is the one called 1. In axial
/// coordinates row = r + side - 1 and column = q + r + side - 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u16);

impl Cell {
    /// The cell of this number, which is below [`CELLS`].
    #[inline]
    pub(crate) fn new(index: u32) -> Self {
        debug_assert!((index as usize) < CELLS);
        Cell(index as u16)
    }

    /// The cell in this row and column.
    #[inline]
    pub(crate) fn at(row: u8, column: u8) -> Self {
        Cell::new(u32::from(row) * STRIDE as u32 + u32::from(column))
    }

    /// Its number: row by row from the top, rows [`STRIDE`] apart.
    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The cell that is a step away, or several steps in a row.
    #[inline]
    pub(crate) fn moved(self, step: Step) -> Self {
        Cell::new(u32::from(self.0.wrapping_add_signed(step)))
    }

    /// The row, counted from the top.
    pub(crate) fn row(self) -> u8 {
        (self.index() / STRIDE) as u8
    }

    /// The column, counted along the row; columns lean to the right.
    pub(crate) fn column(self) -> u8 {
        (self.index() % STRIDE) as u8
    }
}

/// The way from a cell to a neighbour, as a difference of cell numbers.
pub(crate) type Step = i16;

/// The six neighbours in a circle: right, below right, below left, left,
/// above left, above right.
pub(crate) const STEPS: [Step; 6] = {
    let stride = STRIDE as Step;
    [1, stride + 1, stride, -1, -stride - 1, -stride]
};

/// The three axes: along a row, a column, a diagonal.
pub(crate) const AXES: [Step; 3] = [1, STRIDE as Step, STRIDE as Step + 1];

/// What a move needs to know of its cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    /// The neighbours on the board.
    pub(crate) near: Patch,
    /// The row.
    pub(crate) row: u8,
    /// The column.
    pub(crate) column: u8,
    /// The diagonal, which runs down to the right: q + 9 in axial coordinates.
    pub(crate) diagonal: u8,
    /// The cell itself on its three lines: [`Lines::centre`].
    pub(crate) centre: u64,
    /// Where there is no board nearby, for either player: on the lines through the cell…
    pub(crate) outside: Star,
    /// …at most two steps away…
    pub(crate) beyond: Near,
    /// …and on the arms of patterns.
    pub(crate) walls: [Arms; 3],
}

impl Spot {
    /// Whether the cell is on the edge of the board.
    #[inline]
    pub(crate) fn is_edge(&self) -> bool {
        self.near.count() < 6
    }
}

/// A hexagonal board of hexagons. Boards of all sides share one numbering of
/// cells, each in the upper left corner of the largest.
#[derive(Clone, Debug)]
pub(crate) struct Hexagon {
    side: u8,
    cells: Bits,
    spots: [Spot; CELLS],
}

impl Hexagon {
    /// The board of this side, at most [`MOST_SIDE`].
    pub(crate) fn new(side: u8) -> Self {
        let rows = 2 * side - 1;
        let inside = |row: u8, column: u8| row.abs_diff(column) < side;
        let all = (0..rows).flat_map(|row| (0..rows).map(move |column| (row, column)));
        let cells: Bits =
            all.filter(|(row, column)| inside(*row, *column)).map(|(row, column)| Cell::at(row, column)).collect();
        let spot = |index: usize| {
            let cell = Cell::new(index as u32);
            let near = STEPS.iter().filter_map(|step| stepped(cell, *step)).filter(|cell| cells.has(*cell)).collect();
            let (row, column) = (cell.row(), cell.column());
            // Only cells of the board are asked for their diagonal.
            let diagonal = (column + MOST_SIDE - 1).saturating_sub(row).min(MOST_ROWS as u8 - 1);
            let centre = Lines::centre(row, column);
            let (outside, beyond, walls) = (Star::default(), Near::default(), [Arms::default(); 3]);
            Spot { near: Patch::around(cell, near), row, column, diagonal, centre, outside, beyond, walls }
        };
        let mut spots = std::array::from_fn(spot);
        let mut lines = Lines::default();
        for (cell, player) in cells.iter().flat_map(|cell| Player::BOTH.map(|player| (cell, player))) {
            lines.insert(player, &spots[cell.index()]);
        }
        for cell in cells.iter() {
            let spot = &mut spots[cell.index()];
            spot.outside = lines.star(Player::One, spot).inverted();
            spot.beyond = lines.near(Player::One, spot).inverted();
            spot.walls = lines.stretches(Player::One, spot).map(|stretch| Arms::of(stretch).inverted());
        }
        Hexagon { side, cells, spots }
    }

    /// The cells along an edge.
    pub(crate) fn side(&self) -> u8 {
        self.side
    }

    /// How many rows there are, and columns, and diagonals.
    pub(crate) fn rows(&self) -> u8 {
        2 * self.side - 1
    }

    /// The middle.
    pub(crate) fn centre(&self) -> Cell {
        Cell::at(self.side - 1, self.side - 1)
    }

    /// All cells of the board.
    pub(crate) fn cells(&self) -> Bits {
        self.cells
    }

    /// What is known of a cell.
    #[inline]
    pub(crate) fn spot(&self, cell: Cell) -> &Spot {
        &self.spots[cell.index()]
    }

    /// The columns that a row has.
    pub(crate) fn columns(&self, row: u8) -> std::ops::Range<u8> {
        let middle = self.side - 1;
        row.saturating_sub(middle)..self.rows().min(row + self.side)
    }

    /// The neighbour of a cell, where the board has one.
    #[inline]
    pub(crate) fn step(&self, cell: Cell, step: Step) -> Option<Cell> {
        stepped(cell, step).filter(|cell| self.cells.has(*cell))
    }
}

#[inline]
fn stepped(cell: Cell, step: Step) -> Option<Cell> {
    cell.0.checked_add_signed(step).filter(|index| usize::from(*index) < CELLS).map(Cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Axial coordinates, as the rules define the board.
    fn axial(side: u8, cell: Cell) -> (i32, i32) {
        let row = i32::from(cell.row()) - i32::from(side) + 1;
        (i32::from(cell.column()) - i32::from(side) + 1 - row, row)
    }

    #[test]
    fn boards_are_hexagons_in_axial_coordinates() {
        for side in 3..=MOST_SIDE {
            let board = Hexagon::new(side);
            let most = i32::from(side) - 1;
            let exists = |(q, r): (i32, i32)| q.abs() <= most && r.abs() <= most && (q + r).abs() <= most;
            assert_eq!(board.cells().count(), 3 * u32::from(side) * (u32::from(side) - 1) + 1);
            for cell in board.cells().iter() {
                let (q, r) = axial(side, cell);
                assert!(exists((q, r)));
                assert!(board.columns(cell.row()).contains(&cell.column()));
                assert_eq!(i32::from(board.spot(cell).diagonal), q + 9);
                let around = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)].map(|(dq, dr)| (q + dq, r + dr));
                for (step, expected) in STEPS.iter().zip(around) {
                    let found = board.step(cell, *step).map(|cell| axial(side, cell));
                    assert_eq!(found, exists(expected).then_some(expected), "side {side}, ({q}, {r})");
                }
                let near: Vec<_> = board.spot(cell).near.iter().map(|cell| axial(side, cell)).collect();
                assert_eq!(near.len(), around.iter().filter(|place| exists(**place)).count());
                assert!(near.iter().all(|place| around.contains(place)));
                assert_eq!(board.spot(cell).is_edge(), [q, r, q + r].iter().any(|n| n.abs() == most));
            }
        }
    }
}
