use agon_core::{CellId, Editor, Palette, PalettePiece, Piece, Player, PositionError, Setup, parts};

use super::ConnectFour;
use super::notation::letter;
use super::scene::disc;

impl Editor for ConnectFour {
    fn palette(&self) -> Palette {
        let piece = |player| PalettePiece { token: letter(player).to_string(), piece: disc(player) };
        Palette { pieces: Player::BOTH.map(piece).to_vec(), numbers: Vec::new() }
    }

    /// Who is to move follows from the number of discs.
    fn parse_setup(&self, text: &str) -> Result<Setup, PositionError> {
        let [board] = parts(text)?;
        Ok(Setup { pieces: self.grid().setup_pieces(board)?, turn: None, ..Setup::default() })
    }

    fn setup_text(&self, setup: &Setup) -> String {
        self.grid().write(|cell| setup.pieces.get(&cell).cloned())
    }

    fn parse_piece(&self, token: &str) -> Option<Piece> {
        Player::BOTH.into_iter().find(|player| letter(*player) == token).map(disc)
    }

    /// A disc put on an empty cell falls to the lowest one of the column.
    fn put(&self, setup: &mut Setup, cell: CellId, token: &str) {
        let mut column = (cell % CellId::from(self.columns)..cell).step_by(self.columns.into());
        let lowest = column.find(|below| !setup.pieces.contains_key(below));
        setup.pieces.insert(lowest.unwrap_or(cell), token.to_string());
    }

    /// The discs above the one that is taken away fall.
    fn remove(&self, setup: &mut Setup, cell: CellId) {
        let above = cell + CellId::from(self.columns);
        setup.pieces.remove(&cell);
        if let Some(disc) = setup.pieces.get(&above).cloned() {
            setup.pieces.insert(cell, disc);
            self.remove(setup, above);
        }
    }
}
