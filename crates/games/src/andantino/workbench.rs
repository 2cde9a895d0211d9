use agon_core::{CellId, Kit, Layout, PerPlayer, Piece, Player, PositionError, Stock, Workbench, parts};

use super::Andantino;
use super::bits::Bits;
use super::notation::{letter, player, read_turn};
use super::scene::stone;

impl Workbench for Andantino {
    fn kit(&self) -> Kit {
        let stock = |player| Stock { token: letter(player).to_string(), piece: stone(player) };
        Kit { tray: Player::BOTH.map(stock).to_vec(), numbers: Vec::new() }
    }

    fn take_apart(&self, text: &str) -> Result<Layout, PositionError> {
        let [board, turn] = parts(text)?;
        let stones = self.read_board(board)?;
        let placed =
            |player: Player| stones[player].iter().map(move |cell| (self.id(cell), letter(player).to_string()));
        let pieces = Player::BOTH.into_iter().flat_map(placed).collect();
        Ok(Layout { pieces, turn: Some(read_turn(turn)?), numbers: Vec::new() })
    }

    fn put_together(&self, layout: &Layout) -> String {
        let mut stones = PerPlayer([Bits::EMPTY; 2]);
        for (id, cell) in (0 as CellId..).zip(self.board.cells().iter()) {
            let owner = layout.pieces.get(&id).and_then(|token| token.chars().next()).and_then(player);
            if let Some(owner) = owner {
                stones[owner].insert(cell);
            }
        }
        self.write_stones(&stones, layout.turn.unwrap_or(Player::One))
    }

    fn look(&self, token: &str) -> Option<Piece> {
        Player::BOTH.into_iter().find(|player| letter(*player).to_string() == token).map(stone)
    }
}
