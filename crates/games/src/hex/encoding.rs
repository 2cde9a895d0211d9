use agon_core::{CellId, Encoding, FeatureWriter, Lattice, PlaneShape, PlaneWriter, Player};

use super::Hex;
use super::position::{Cells, HexPosition};

impl Hex {
    /// Blue sees the board mirrored, so that a player's own edges are always the top and the bottom.
    fn cell_seen_by(&self, perspective: Player, cell: u32) -> u32 {
        if perspective == Player::One { cell } else { self.mirrored(cell as CellId).into() }
    }

    /// Own stones and those of the enemy, ascending.
    fn stones_seen_by(&self, position: &HexPosition, perspective: Player) -> [Cells; 2] {
        [perspective, !perspective].map(|player| {
            let cells = position.stones[player].iter();
            cells.map(|cell| self.cell_seen_by(perspective, cell.into()) as CellId).collect()
        })
    }
}

impl Encoding<Hex> for Hex {
    fn version(&self) -> u32 {
        1
    }

    /// Stones by their cells.
    fn actions(&self) -> u32 {
        self.cells.into()
    }

    fn action(&self, cell: CellId) -> u32 {
        cell.into()
    }

    fn move_of(&self, action: u32) -> Option<CellId> {
        (action < self.actions()).then_some(action as CellId)
    }

    fn action_seen_by(&self, perspective: Player, action: u32) -> u32 {
        self.cell_seen_by(perspective, action)
    }

    fn shape(&self) -> PlaneShape {
        PlaneShape { planes: 2, rows: self.grid.size.into(), columns: self.grid.size.into() }
    }

    fn lattice(&self) -> Lattice {
        Lattice::HexRising
    }

    fn planes(&self, position: &HexPosition, planes: &mut Vec<f32>) {
        let mut writer = PlaneWriter::new(self.shape(), planes);
        for stones in self.stones_seen_by(position, position.turn) {
            writer.ones(stones.iter().map(u32::from));
        }
    }

    fn features(&self) -> u32 {
        2 * u32::from(self.cells)
    }

    fn sparse(&self, position: &HexPosition, perspective: Player, features: &mut Vec<u32>) {
        let mut writer = FeatureWriter::new(features);
        for stones in self.stones_seen_by(position, perspective) {
            writer.set(self.cells.into(), stones.iter().map(u32::from));
        }
    }

    /// A half turn is one for both.
    fn cell_under(&self, symmetry: u8, _: Player, cell: u32) -> u32 {
        self.turned(symmetry, cell as CellId).into()
    }

    fn feature_under(&self, symmetry: u8, perspective: Player, feature: u32) -> u32 {
        let cell = feature % u32::from(self.cells);
        feature - cell + self.cell_under(symmetry, perspective, cell)
    }
}
