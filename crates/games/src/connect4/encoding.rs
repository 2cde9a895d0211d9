use agon_core::{Encoding, FeatureWriter, PlaneShape, PlaneWriter, Player};

use super::ConnectFour;
use super::rules::{ConnectFourMove, ConnectFourPosition};

/// Sets of cells: own and enemy discs, then the cells that complete a line for either.
const SETS: u32 = 4;

impl ConnectFour {
    fn cells(&self) -> u32 {
        u32::from(self.columns) * u32::from(self.rows)
    }

    fn sets(&self, position: &ConnectFourPosition, perspective: Player) -> [u64; SETS as usize] {
        let (own, enemy) = (position.discs(perspective), position.discs(!perspective));
        [own, enemy, self.threats(position, own), self.threats(position, enemy)]
    }

    /// The cells of a set, row by row from the bottom.
    fn by_rows(&self, set: u64) -> impl Iterator<Item = u32> {
        (0..self.cells()).filter(move |cell| set >> self.bit(*cell as u16) & 1 != 0)
    }
}

impl Encoding<ConnectFour> for ConnectFour {
    fn version(&self) -> u32 {
        1
    }

    fn actions(&self) -> u32 {
        self.columns.into()
    }

    fn action(&self, mv: ConnectFourMove) -> u32 {
        mv.column.into()
    }

    fn move_of(&self, action: u32) -> Option<ConnectFourMove> {
        (action < self.actions()).then_some(ConnectFourMove { column: action as u8 })
    }

    fn shape(&self) -> PlaneShape {
        PlaneShape { planes: SETS, rows: self.rows.into(), columns: self.columns.into() }
    }

    fn planes(&self, position: &ConnectFourPosition, planes: &mut Vec<f32>) {
        let mut writer = PlaneWriter::new(self.shape(), planes);
        for set in self.sets(position, position.turn) {
            writer.ones(self.by_rows(set));
        }
    }

    fn features(&self) -> u32 {
        SETS * self.cells()
    }

    fn sparse(&self, position: &ConnectFourPosition, perspective: Player, features: &mut Vec<u32>) {
        let mut writer = FeatureWriter::new(features);
        for set in self.sets(position, perspective) {
            writer.set(self.cells(), self.by_rows(set));
        }
    }

    fn cell_under(&self, symmetry: u8, _: Player, cell: u32) -> u32 {
        let columns = u32::from(self.columns);
        if symmetry == 0 { cell } else { cell - cell % columns + (columns - 1 - cell % columns) }
    }

    fn feature_under(&self, symmetry: u8, perspective: Player, feature: u32) -> u32 {
        let cell = feature % self.cells();
        feature - cell + self.cell_under(symmetry, perspective, cell)
    }
}
