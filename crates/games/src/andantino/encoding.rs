use agon_core::{Encoding, FeatureWriter, Lattice, PlaneShape, PlaneWriter, Player, scaled};

use super::Andantino;
use super::bits::Bits;
use super::hexagon::Cell;
use super::rules::AndantinoPosition;

/// Sets of cells: own stones, enemy stones, cells where a stone can be placed,
/// and those on which one wins for the player and for the enemy.
const SETS: u32 = 5;

/// Stones in hand are counted up to this.
const MOST_HAND: u16 = 15;

/// Planes and actions have a number for every place of a square grid, so that
/// neighbours are at the same distance everywhere; sparse features have
/// one only for the cells that exist.
impl Andantino {
    fn rows(&self) -> u32 {
        u32::from(self.board.rows())
    }

    /// The place of a cell in the grid.
    fn place(&self, cell: Cell) -> u32 {
        u32::from(cell.row()) * self.rows() + u32::from(cell.column())
    }

    /// The cell at a place of the grid, if the board has it.
    fn cell_at(&self, place: u32) -> Option<Cell> {
        let (row, column) = (place / self.rows(), place % self.rows());
        let exists = row < self.rows() && row.abs_diff(column) < u32::from(self.board.side());
        exists.then(|| Cell::at(row as u8, column as u8))
    }

    fn cells(&self) -> u32 {
        let side = u32::from(self.board.side());
        3 * side * (side - 1) + 1
    }

    /// How many cells the first rows have together.
    fn cells_above(&self, rows: u32) -> u32 {
        let side = u32::from(self.board.side());
        if rows <= side {
            rows * side + rows * rows.saturating_sub(1) / 2
        } else {
            self.cells() - self.cells_above(self.rows() - rows)
        }
    }

    /// The number of a cell among those that exist.
    fn number(&self, cell: Cell) -> u32 {
        let first = self.board.columns(cell.row()).start;
        self.cells_above(cell.row().into()) + u32::from(cell.column() - first)
    }

    fn numbered(&self, number: u32) -> Cell {
        let row = (1..self.rows()).find(|row| self.cells_above(*row) > number).unwrap_or(self.rows()) - 1;
        let column = self.board.columns(row as u8).start + (number - self.cells_above(row)) as u8;
        Cell::at(row as u8, column)
    }

    fn sets(&self, position: &AndantinoPosition, perspective: Player) -> [Bits; SETS as usize] {
        [
            position.stones[perspective],
            position.stones[!perspective],
            position.legal,
            self.winning(position, perspective),
            self.winning(position, !perspective),
        ]
    }

    /// One for each number of stones in hand; none where there is no end of them.
    fn hand_buckets(&self) -> u32 {
        self.tiles.map_or(0, |tiles| u32::from(tiles.min(MOST_HAND)) + 1)
    }
}

impl Encoding<Andantino> for Andantino {
    fn version(&self) -> u32 {
        1
    }

    fn actions(&self) -> u32 {
        self.rows() * self.rows()
    }

    fn action(&self, mv: Cell) -> u32 {
        self.place(mv)
    }

    fn move_of(&self, action: u32) -> Option<Cell> {
        self.cell_at(action)
    }

    /// The first plane tells which cells exist.
    fn shape(&self) -> PlaneShape {
        PlaneShape { planes: 1 + SETS + 2, rows: self.rows(), columns: self.rows() }
    }

    fn lattice(&self) -> Lattice {
        Lattice::HexFalling
    }

    fn has_cell(&self, cell: u32) -> bool {
        self.cell_at(cell).is_some()
    }

    fn planes(&self, position: &AndantinoPosition, planes: &mut Vec<f32>) {
        let me = position.turn;
        let mut writer = PlaneWriter::new(self.shape(), planes);
        writer.ones(self.board.cells().iter().map(|cell| self.place(cell)));
        for set in self.sets(position, me) {
            writer.ones(set.iter().map(|cell| self.place(cell)));
        }
        for player in [me, !me] {
            let hand = self.in_hand(position, player).unwrap_or(0);
            writer.fill(scaled(hand.into(), self.tiles.unwrap_or(0).into()));
        }
    }

    fn features(&self) -> u32 {
        SETS * self.cells() + 2 * self.hand_buckets()
    }

    fn sparse(&self, position: &AndantinoPosition, perspective: Player, features: &mut Vec<u32>) {
        let mut writer = FeatureWriter::new(features);
        for set in self.sets(position, perspective) {
            writer.set(self.cells(), set.iter().map(|cell| self.number(cell)));
        }
        for player in [perspective, !perspective] {
            if let Some(hand) = self.in_hand(position, player) {
                writer.one_hot(self.hand_buckets(), hand.into());
            }
        }
    }

    /// Places outside the board stay where they are.
    fn cell_under(&self, symmetry: u8, _: Player, place: u32) -> u32 {
        self.cell_at(place).map_or(place, |cell| self.place(self.transform_cell(symmetry, cell)))
    }

    fn feature_under(&self, symmetry: u8, _: Player, feature: u32) -> u32 {
        if feature >= SETS * self.cells() {
            return feature;
        }
        let number = feature % self.cells();
        feature - number + self.number(self.transform_cell(symmetry, self.numbered(number)))
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Game, Options, PerPlayer, Rng};

    use super::*;

    fn game(options: &str) -> Andantino {
        Andantino::new(Options::parse(Andantino::INFO.options, options).unwrap()).unwrap()
    }

    #[test]
    fn cells_are_numbered_in_order() {
        for side in 3..=10 {
            let game = game(&format!("side={side}"));
            assert_eq!(game.cells(), game.board.cells().count());
            for (number, cell) in (0..).zip(game.board.cells().iter()) {
                assert_eq!((game.number(cell), game.numbered(number)), (number, cell), "side {side}");
            }
        }
        assert_eq!(game("").features(), 1355);
    }

    #[test]
    fn both_players_see_the_same_game() {
        let game = game("side=5 tiles=12");
        let (mut position, mut rng) = (game.start(), Rng::new(5));
        while let Some(mv) = game.random_move(&position, &mut rng) {
            let [black, white] = position.stones.0;
            let swapped = game.set_up(PerPlayer([white, black]), !position.turn);
            let (mut planes, mut others) = (Vec::new(), Vec::new());
            game.planes(&position, &mut planes);
            game.planes(&swapped, &mut others);
            assert_eq!(planes, others);
            for player in Player::BOTH {
                let (mut features, mut others) = (Vec::new(), Vec::new());
                game.sparse(&position, player, &mut features);
                game.sparse(&swapped, !player, &mut others);
                assert_eq!(features, others);
            }
            game.play(&mut position, mv);
        }
    }
}
