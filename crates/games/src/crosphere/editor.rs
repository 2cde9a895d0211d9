use agon_core::{Editor, Palette, PalettePiece, Piece, Player, PositionError, Setup, Side, parts};

use super::Crosphere;
use super::notation::{letter, read_turn};
use super::scene::stone_piece;

/// The stones of both sides, and the weak ones.
const STONES: [(&str, Side); 3] = [("G", Side::One), ("P", Side::Two), ("W", Side::Neutral)];

impl Editor for Crosphere {
    fn palette(&self) -> Palette {
        let piece_of =
            |(token, side): (&str, Side)| PalettePiece { token: token.to_string(), piece: stone_piece(side) };
        Palette { pieces: STONES.map(piece_of).to_vec(), numbers: Vec::new() }
    }

    fn parse_setup(&self, text: &str) -> Result<Setup, PositionError> {
        let [board, turn] = parts(text)?;
        Ok(Setup { pieces: self.grid().setup_pieces(board)?, turn: Some(read_turn(turn)?), ..Setup::default() })
    }

    fn setup_text(&self, setup: &Setup) -> String {
        let turn = setup.turn.unwrap_or(Player::One);
        format!("{} {}", self.grid().write(|cell| setup.pieces.get(&cell).cloned()), letter(turn))
    }

    fn parse_piece(&self, token: &str) -> Option<Piece> {
        STONES.into_iter().find(|(known, _)| *known == token).map(|(_, side)| stone_piece(side))
    }
}
