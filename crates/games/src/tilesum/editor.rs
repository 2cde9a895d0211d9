use agon_core::{
    CellId, Editor, Game, Palette, PaletteNumber, PalettePiece, Piece, PositionError, Setup, Shape, Side, number, parts,
};

use super::TileSum;
use super::scene::number_piece;

/// The square that is to be filled.
const OPEN: &str = "?";

/// The tile, to be laid on whatever number is there.
const TILE: &str = "()";

/// Numbers that a game comes to often; any other can be typed.
const NUMBERS: std::ops::RangeInclusive<i32> = -3..=8;

/// The number under the tile.
fn under_tile(token: &str) -> Option<&str> {
    token.strip_prefix('(')?.strip_suffix(')')
}

impl TileSum {
    /// Takes the tile from where it lies; the number stays.
    fn lift_tile(setup: &mut Setup) {
        for token in setup.pieces.values_mut() {
            if let Some(number) = under_tile(token) {
                *token = number.to_string();
            }
        }
    }
}

impl Editor for TileSum {
    fn palette(&self) -> Palette {
        let numbers = NUMBERS.map(|number| number.to_string());
        let tokens = [TILE.to_string(), OPEN.to_string()].into_iter().chain(numbers);
        let pieces =
            tokens.filter_map(|token| self.parse_piece(&token).map(|piece| PalettePiece { piece, token })).collect();
        let score = PaletteNumber { player: None, name: "score", least: -999_999, most: 999_999 };
        let made = PaletteNumber { player: None, name: "moves made", least: 0, most: i64::from(self.moves) };
        Palette { pieces, numbers: vec![score, made] }
    }

    fn parse_setup(&self, text: &str) -> Result<Setup, PositionError> {
        let [board, score, made] = parts(text)?;
        let rows: Vec<Vec<&str>> = board.split('/').map(|row| row.split(',').collect()).collect();
        let size = usize::from(self.size);
        if rows.len() != size || rows.iter().any(|row| row.len() != size) {
            return Err(PositionError::new(format!("expected {size} rows of {size} numbers")));
        }
        let squares = (0..).zip(rows.concat());
        let pieces = squares.map(|(square, token)| (self.cell(square), token.to_string())).collect();
        Ok(Setup { pieces, turn: None, numbers: vec![number(score)?, number(made)?], ..Setup::default() })
    }

    fn setup_text(&self, setup: &Setup) -> String {
        let square = |square: u8| setup.pieces.get(&self.cell(square)).map_or("0", String::as_str);
        let row = |row: u8| (0..self.size).map(|column| square(row * self.size + column)).collect::<Vec<_>>().join(",");
        let rows: Vec<String> = (0..self.size).map(row).collect();
        let numbers: Vec<String> = setup.numbers.iter().map(i64::to_string).collect();
        format!("{} {}", rows.join("/"), numbers.join(" "))
    }

    fn parse_piece(&self, token: &str) -> Option<Piece> {
        let tile = |label: &str| Piece::new(Side::One, Shape::Tile, label);
        match token {
            OPEN => Some(Piece::new(Side::Neutral, Shape::Number, OPEN)),
            TILE => Some(tile("")),
            _ => match under_tile(token) {
                Some(number) => number.parse::<i32>().ok().map(|number| tile(&number.to_string())),
                None => token.parse().ok().map(number_piece),
            },
        }
    }

    /// There is one tile and one open square: they leave where they were. A number goes under the tile.
    fn put(&self, setup: &mut Setup, cell: CellId, token: &str) {
        let here = setup.pieces.get(&cell).map_or("0", String::as_str);
        let number = under_tile(here).unwrap_or(here).replace(OPEN, "0");
        let laid = match token {
            TILE => format!("({number})"),
            _ if token != OPEN && under_tile(token).is_none() && under_tile(here).is_some() => format!("({token})"),
            _ => token.to_string(),
        };
        if token == OPEN {
            for other in setup.pieces.values_mut().filter(|other| *other == OPEN) {
                *other = "0".to_string();
            }
        }
        if under_tile(&laid).is_some() {
            Self::lift_tile(setup);
        }
        setup.pieces.insert(cell, laid);
    }

    fn remove(&self, setup: &mut Setup, cell: CellId) {
        self.put(setup, cell, "0");
    }

    fn clear(&self, setup: &mut Setup) {
        let squares = 0..self.size * self.size;
        setup.pieces = squares.map(|square| (self.cell(square), "0".to_string())).collect();
        self.put(setup, self.cell(self.start().tile), TILE);
        setup.numbers.fill(0);
    }
}
