use agon_core::{Field, Game, Kit, Layout, Piece, Player, PositionError, Stock, Workbench, number, parts};

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

impl Workbench for Rhythmomachy {
    fn kit(&self) -> Kit {
        let army = self.army();
        let stock = |owner: Player| {
            army.iter().map(move |man| Stock { token: man_text(owner, *man), piece: look(owner, *man) })
        };
        let field = |player, name, most: u32| Field { player, name, least: 0, most: i64::from(most) };
        let tally = |player| {
            [field(Some(player), "captures", MOST_CAPTURES), field(Some(player), "points", most_points(MOST_CAPTURES))]
        };
        let mut numbers = Player::BOTH.map(tally).concat();
        numbers.push(field(None, "half moves", u32::from(self.plies)));
        Kit { tray: Player::BOTH.into_iter().flat_map(stock).collect(), numbers }
    }

    fn take_apart(&self, text: &str) -> Result<Layout, PositionError> {
        let [board, turn, tallies @ ..] = parts::<7>(text)?;
        let numbers = tallies.into_iter().map(number).collect::<Result<_, _>>()?;
        Ok(Layout { pieces: GRID.layout(board)?, turn: Some(read_turn(turn)?), numbers })
    }

    fn put_together(&self, layout: &Layout) -> String {
        let board = GRID.write(|cell| layout.pieces.get(&cell).cloned());
        let numbers: Vec<String> = layout.numbers.iter().map(i64::to_string).collect();
        format!("{board} {} {}", turn_text(layout.turn.unwrap_or(Player::One)), numbers.join(" "))
    }

    fn look(&self, token: &str) -> Option<Piece> {
        parse_man(token).map(|(owner, man)| look(owner, man))
    }
}
