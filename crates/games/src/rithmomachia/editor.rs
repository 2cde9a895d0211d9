use agon_core::{
    Editor, Palette, PaletteNumber, PalettePiece, Piece as Picture, Player, PositionError, Setup, number, parts,
};

use super::Rithmomachia;
use super::notation::{TURNS, read_turn};
use super::piece::{MOST_STACKS, Piece};
use super::position::MOST_CAPTURED;
use super::squares::{GRID, squares_of};

impl Rithmomachia {
    /// A side's pieces at the start by shape and value, then what becomes of its pyramid.
    fn army(&self, owner: Player) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = squares_of(self.start.sides[owner])
            .map(|square| self.start.piece(square))
            .filter(|piece| piece.layers().is_none())
            .collect();
        pieces.sort_by_key(|piece| (piece.shape() as u8, piece.plain_value()));
        pieces.dedup();
        // The pyramids that are left as layer after layer goes, the smallest first.
        let mut layers = self.all_layers(owner);
        while layers != 0 {
            pieces.push(Piece::pyramid(layers));
            layers = self.stacks[owner][usize::from(layers) % MOST_STACKS].rest;
        }
        pieces
    }
}

impl Editor for Rithmomachia {
    fn palette(&self) -> Palette {
        let piece_of = |owner: Player| {
            let piece =
                move |piece| PalettePiece { token: self.piece_text(owner, piece), piece: self.picture(owner, piece) };
            self.army(owner).into_iter().map(piece)
        };
        let field = |player, name, most: u16| PaletteNumber { player, name, least: 0, most: i64::from(most) };
        let captured = |player| ["value", "bodies", "digits"].map(|name| field(Some(player), name, MOST_CAPTURED));
        let mut numbers = Player::BOTH.map(captured).concat();
        numbers.push(field(None, "quiet plies", self.quiet));
        Palette { pieces: Player::BOTH.into_iter().flat_map(piece_of).collect(), numbers }
    }

    fn parse_setup(&self, text: &str) -> Result<Setup, PositionError> {
        let captives = text.rsplit_once(' ').filter(|(_, last)| self.ruleset.captives_enter && last.contains('/'));
        let (text, rest) = captives.unwrap_or((text, ""));
        let [board, turn, odd, even, quiet] = parts(text)?;
        let captured = [odd, even].map(|side| side.split(':').map(number).collect::<Result<Vec<i64>, _>>());
        let mut numbers = Vec::new();
        for side in captured {
            let side = side?;
            if side.len() != 3 {
                return Err(PositionError::new("what a side has captured is value:bodies:digits"));
            }
            numbers.extend(side);
        }
        numbers.push(number(quiet)?);
        Ok(Setup { pieces: GRID.setup_pieces(board)?, turn: Some(read_turn(turn)?), numbers, rest: rest.to_string() })
    }

    fn setup_text(&self, setup: &Setup) -> String {
        let board = GRID.write(|cell| setup.pieces.get(&cell).cloned());
        let turn = TURNS[setup.turn.unwrap_or(Player::One)];
        let numbers: Vec<String> = setup
            .numbers
            .chunks(3)
            .map(|chunk| chunk.iter().map(i64::to_string).collect::<Vec<_>>().join(":"))
            .collect();
        let rest = if setup.rest.is_empty() { String::new() } else { format!(" {}", setup.rest) };
        format!("{board} {turn} {}{rest}", numbers.join(" "))
    }

    fn parse_piece(&self, token: &str) -> Option<Picture> {
        self.read_piece(token).ok().map(|(owner, piece)| self.picture(owner, piece))
    }
}
