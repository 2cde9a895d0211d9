use agon_core::{
    Editor, Game, Palette, PaletteNumber, PalettePiece, Piece, Player, PositionError, Setup, number, parts,
};

use super::Rhythmomachy;
use super::man::Man;
use super::notation::{GRID, man_text, parse_man, read_turn, turn_text};
use super::position::{MOST_CAPTURES, most_points};
use super::scene::look;
use super::tables::squares_of;

impl Rhythmomachy {
    /// The pieces of an army, circles before squares; captured ones change sides, so both can have all.
    fn army(&self) -> Vec<Man> {
        let start = self.start();
        let mut men: Vec<Man> = squares_of(!start.empty_squares()).map(|square| start.man(square)).collect();
        men.sort_by_key(|man| (man.is_square(), man.number()));
        men.dedup();
        men
    }
}

impl Editor for Rhythmomachy {
    fn palette(&self) -> Palette {
        let army = self.army();
        let piece_of = |owner: Player| {
            army.iter().map(move |man| PalettePiece { token: man_text(owner, *man), piece: look(owner, *man) })
        };
        let field = |player, name, most: u32| PaletteNumber { player, name, least: 0, most: i64::from(most) };
        let tally = |player| {
            [field(Some(player), "captures", MOST_CAPTURES), field(Some(player), "points", most_points(MOST_CAPTURES))]
        };
        let mut numbers = Player::BOTH.map(tally).concat();
        numbers.push(field(None, "half moves", u32::from(self.plies)));
        Palette { pieces: Player::BOTH.into_iter().flat_map(piece_of).collect(), numbers }
    }

    fn parse_setup(&self, text: &str) -> Result<Setup, PositionError> {
        let [board, turn, tallies @ ..] = parts::<7>(text)?;
        let numbers = tallies.into_iter().map(number).collect::<Result<_, _>>()?;
        Ok(Setup { pieces: GRID.setup_pieces(board)?, turn: Some(read_turn(turn)?), numbers, ..Setup::default() })
    }

    fn setup_text(&self, setup: &Setup) -> String {
        let board = GRID.write(|cell| setup.pieces.get(&cell).cloned());
        let numbers: Vec<String> = setup.numbers.iter().map(i64::to_string).collect();
        format!("{board} {} {}", turn_text(setup.turn.unwrap_or(Player::One)), numbers.join(" "))
    }

    fn parse_piece(&self, token: &str) -> Option<Piece> {
        parse_man(token).map(|(owner, man)| look(owner, man))
    }
}
