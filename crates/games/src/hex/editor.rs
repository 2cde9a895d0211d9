use agon_core::{Editor, Palette, PalettePiece, Piece, Player, PositionError, Setup};

use super::Hex;
use super::notation::{letter, player};
use super::scene::stone;

impl Editor for Hex {
    fn palette(&self) -> Palette {
        let piece_of = |player| PalettePiece { token: letter(player).to_string(), piece: stone(player) };
        Palette { pieces: Player::BOTH.map(piece_of).to_vec(), numbers: Vec::new() }
    }

    fn parse_setup(&self, text: &str) -> Result<Setup, PositionError> {
        let (stones, turn) = self.read_stones(text)?;
        let pieces = stones.into_iter().map(|(cell, owner)| (cell, letter(owner).to_string())).collect();
        Ok(Setup { pieces, turn: Some(turn), numbers: Vec::new() })
    }

    fn setup_text(&self, setup: &Setup) -> String {
        let owner = |cell| setup.pieces.get(&cell).and_then(|token| player(token));
        self.write_stones(owner, setup.turn.unwrap_or(Player::One))
    }

    fn parse_piece(&self, token: &str) -> Option<Piece> {
        player(token).map(stone)
    }
}
