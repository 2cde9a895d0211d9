use agon_core::{CellId, Editor, Palette, PalettePiece, PerPlayer, Piece, Player, PositionError, Setup, parts};

use super::Andantino;
use super::bits::Bits;
use super::notation::{letter, player, read_turn};
use super::scene::stone;

impl Editor for Andantino {
    fn palette(&self) -> Palette {
        let piece_of = |player| PalettePiece { token: letter(player).to_string(), piece: stone(player) };
        Palette { pieces: Player::BOTH.map(piece_of).to_vec(), numbers: Vec::new() }
    }

    fn parse_setup(&self, text: &str) -> Result<Setup, PositionError> {
        let [board, turn] = parts(text)?;
        let stones = self.read_board(board)?;
        let placed =
            |player: Player| stones[player].iter().map(move |cell| (self.id(cell), letter(player).to_string()));
        let pieces = Player::BOTH.into_iter().flat_map(placed).collect();
        Ok(Setup { pieces, turn: Some(read_turn(turn)?), ..Setup::default() })
    }

    fn setup_text(&self, setup: &Setup) -> String {
        let mut stones = PerPlayer([Bits::EMPTY; 2]);
        for (id, cell) in (0 as CellId..).zip(self.board.cells().iter()) {
            let owner = setup.pieces.get(&id).and_then(|token| token.chars().next()).and_then(player);
            if let Some(owner) = owner {
                stones[owner].insert(cell);
            }
        }
        self.write_stones(&stones, setup.turn.unwrap_or(Player::One))
    }

    fn parse_piece(&self, token: &str) -> Option<Piece> {
        Player::BOTH.into_iter().find(|player| letter(*player).to_string() == token).map(stone)
    }
}
