use super::Andantino;
use super::hexagon::Cell;

/// Six turns of the board, each mirrored or not.
pub(super) const SYMMETRIES: u8 = 12;

impl Andantino {
    /// Where a cell comes to lie under a symmetry: mirrored if it is odd, then
    /// turned around the centre by half as many sixths.
    pub(super) fn transform_cell(&self, symmetry: u8, cell: Cell) -> Cell {
        let middle = i32::from(self.board.side()) - 1;
        // Axial coordinates.
        let (row, column) = (i32::from(cell.row()) - middle, i32::from(cell.column()) - middle);
        let (mut q, mut r) = if symmetry & 1 != 0 { (row, column - row) } else { (column - row, row) };
        for _ in 0..symmetry / 2 {
            (q, r) = (-r, q + r);
        }
        Cell::at((r + middle) as u8, (q + r + middle) as u8)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use agon_core::{Game, Options};

    use super::*;
    use crate::andantino::bits::Bits;

    #[test]
    fn a_board_has_twelve_symmetries() {
        for side in ["side=3", "side=10"] {
            let game = Andantino::new(Options::parse(Andantino::INFO.options, side).unwrap()).unwrap();
            let board = |symmetry| game.board.cells().iter().map(|cell| game.transform_cell(symmetry, cell)).collect();
            let boards: BTreeSet<Vec<Cell>> = (0..SYMMETRIES).map(board).collect();
            assert_eq!(boards.len(), 12);
            for board in boards {
                assert_eq!(board.into_iter().collect::<Bits>(), game.board.cells());
            }
        }
    }
}
