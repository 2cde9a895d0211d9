use agon_core::PerPlayer;

use super::Andantino;
use super::bits::Bits;
use super::hexagon::Cell;
use super::rules::AndantinoPosition;

/// The ways in which a board can lie: turned by so many sixths, and mirrored or not.
fn ways() -> impl Iterator<Item = (u32, bool)> {
    (0..6).flat_map(|turns| [(turns, false), (turns, true)])
}

impl Andantino {
    /// A position in all twelve ways in which its board can lie, itself the first.
    pub(super) fn images(&self, position: &AndantinoPosition) -> Vec<AndantinoPosition> {
        let image = |way| {
            let moved = |stones: Bits| stones.iter().map(|cell| self.lying(cell, way)).collect();
            self.set_up(PerPlayer(position.stones.0.map(moved)), position.turn)
        };
        ways().map(image).collect()
    }

    /// Where a cell comes to lie when the board is mirrored, or not, and
    /// turned around its centre by so many sixths.
    fn lying(&self, cell: Cell, (turns, mirrored): (u32, bool)) -> Cell {
        let middle = i32::from(self.board.side()) - 1;
        // Axial coordinates.
        let (row, column) = (i32::from(cell.row()) - middle, i32::from(cell.column()) - middle);
        let (mut q, mut r) = if mirrored { (row, column - row) } else { (column - row, row) };
        for _ in 0..turns {
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

    #[test]
    fn a_board_lies_in_twelve_ways() {
        for side in ["side=3", "side=10"] {
            let game = Andantino::new(Options::parse(Andantino::INFO.options, side).unwrap()).unwrap();
            let board = |way| game.board.cells().iter().map(|cell| game.lying(cell, way)).collect();
            let boards: BTreeSet<Vec<Cell>> = ways().map(board).collect();
            assert_eq!(boards.len(), 12);
            for board in boards {
                assert_eq!(board.into_iter().collect::<Bits>(), game.board.cells());
            }
        }
    }
}
