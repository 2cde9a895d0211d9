use agon_core::{Kit, Layout, Piece, Player, PositionError, Side, Stock, Workbench, parts};

use super::Crosphere;
use super::notation::{letter, read_turn};
use super::scene::stone_piece;

/// The stones of both sides, and the weak ones.
const STONES: [(&str, Side); 3] = [("G", Side::One), ("P", Side::Two), ("W", Side::Neutral)];

impl Workbench for Crosphere {
    fn kit(&self) -> Kit {
        let stock = |(token, side): (&str, Side)| Stock { token: token.to_string(), piece: stone_piece(side) };
        Kit { tray: STONES.map(stock).to_vec(), numbers: Vec::new() }
    }

    fn take_apart(&self, text: &str) -> Result<Layout, PositionError> {
        let [board, turn] = parts(text)?;
        Ok(Layout { pieces: self.grid().layout(board)?, turn: Some(read_turn(turn)?), numbers: Vec::new() })
    }

    fn put_together(&self, layout: &Layout) -> String {
        let turn = layout.turn.unwrap_or(Player::One);
        format!("{} {}", self.grid().write(|cell| layout.pieces.get(&cell).cloned()), letter(turn))
    }

    fn look(&self, token: &str) -> Option<Piece> {
        STONES.into_iter().find(|(known, _)| *known == token).map(|(_, side)| stone_piece(side))
    }
}
