use agon_core::{Editor, Palette, PalettePiece, Piece, Player, PositionError, Setup, parts};

use super::Hex;
use super::notation::{LETTERS, player};
use super::scene::stone;

impl Editor for Hex {
    fn palette(&self) -> Palette {
        let piece_of = |player| PalettePiece { token: LETTERS[player].to_string(), piece: stone(player) };
        Palette { pieces: Player::BOTH.map(piece_of).to_vec(), numbers: Vec::new() }
    }

    fn parse_setup(&self, text: &str) -> Result<Setup, PositionError> {
        let expected = "expected the board and the side to move, separated by a space";
        let [board, turn] = parts(text).map_err(|_| PositionError::new(expected))?;
        let pieces = self.grid.pieces(board)?;
        if let Some(unknown) = pieces.values().find(|text| player(text).is_none()) {
            return Err(PositionError::field("a cell", unknown, "R, B or a number of empty cells"));
        }
        let turn = player(turn).ok_or_else(|| PositionError::field("the side to move", turn, "R or B"))?;
        Ok(Setup { pieces, turn: Some(turn), ..Setup::default() })
    }

    fn setup_text(&self, setup: &Setup) -> String {
        let board = self.grid.write(|cell| setup.pieces.get(&cell).cloned());
        format!("{board} {}", LETTERS[setup.turn.unwrap_or(Player::One)])
    }

    fn parse_piece(&self, token: &str) -> Option<Piece> {
        player(token).map(stone)
    }
}
