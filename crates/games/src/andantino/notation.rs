use std::fmt::Write as _;

use agon_core::{Game, MoveError, Notation, Outcome, PerPlayer, Player, PositionError};

use super::Andantino;
use super::bits::Bits;
use super::hexagon::Cell;
use super::lines::GOAL;
use super::rules::{AndantinoPosition, Status};

/// A row's letter.
pub(super) fn row_name(row: u8) -> char {
    char::from(b'a' + row)
}

/// A cell's name: the row's letter and the column's number.
pub(super) fn name(cell: Cell) -> String {
    format!("{}{}", row_name(cell.row()), cell.column() + 1)
}

/// The names of several cells.
pub(super) fn names(cells: impl IntoIterator<Item = Cell>) -> String {
    cells.into_iter().map(name).collect::<Vec<_>>().join(" ")
}

/// The letter of a player's stones.
pub(super) fn letter(player: Player) -> char {
    match player {
        Player::One => 'b',
        Player::Two => 'w',
    }
}

pub(super) fn player(letter: char) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| self::letter(*player) == letter)
}

impl Andantino {
    /// Says which cells there are instead of one outside the board.
    fn outside(&self, row: u8) -> String {
        if row < self.board.rows() {
            let columns = self.board.columns(row);
            let letter = row_name(row);
            format!("it is outside the board: row {letter} is {letter}{} to {letter}{}", columns.start + 1, columns.end)
        } else {
            format!("it is outside the board: the rows are a to {}", row_name(self.board.rows() - 1))
        }
    }

    pub(super) fn write_stones(&self, stones: &PerPlayer<Bits>, turn: Player) -> String {
        let row = |row: u8| {
            let mut text = String::new();
            let mut empty = 0;
            for column in self.board.columns(row) {
                let cell = Cell::at(row, column);
                match Player::BOTH.into_iter().find(|player| stones[*player].has(cell)) {
                    None => empty += 1,
                    Some(player) => {
                        push_run(&mut text, std::mem::take(&mut empty));
                        text.push(letter(player));
                    }
                }
            }
            push_run(&mut text, empty);
            text
        };
        let rows: Vec<String> = (0..self.board.rows()).map(row).collect();
        format!("{} {}", rows.join("/"), letter(turn))
    }

    pub(super) fn read_board(&self, text: &str) -> Result<PerPlayer<Bits>, PositionError> {
        let rows = text.split('/').count();
        if rows != usize::from(self.board.rows()) {
            return Err(PositionError::new(format!("the board has {rows} rows, expected {}", self.board.rows())));
        }
        let mut stones = PerPlayer([Bits::EMPTY; 2]);
        for (row, text) in (0..).zip(text.split('/')) {
            self.read_row(row, text, &mut stones)?;
        }
        Ok(stones)
    }

    fn read_row(&self, row: u8, text: &str, stones: &mut PerPlayer<Bits>) -> Result<(), PositionError> {
        let columns = self.board.columns(row);
        let wrong = || {
            let (letter, length) = (row_name(row), columns.len());
            PositionError::field(&format!("row {letter}"), text, &format!("{length} cells: b, w or runs of empty ones"))
        };
        let mut column = columns.start;
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            if let Some(player) = player(first) {
                if !columns.contains(&column) {
                    return Err(wrong());
                }
                stones[player].insert(Cell::at(row, column));
                column += 1;
                rest = &rest[1..];
            } else {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                let run = rest[..digits].parse::<u8>().ok().filter(|_| first != '0').ok_or_else(wrong)?;
                column = column.checked_add(run).filter(|column| *column <= columns.end).ok_or_else(wrong)?;
                rest = &rest[digits..];
            }
        }
        if column == columns.end { Ok(()) } else { Err(wrong()) }
    }
}

impl Notation for Andantino {
    fn move_text(&self, _: &AndantinoPosition, mv: Cell) -> String {
        name(mv)
    }

    fn parse_move(&self, _: &AndantinoPosition, text: &str) -> Result<Cell, MoveError> {
        let unreadable = || MoveError::unreadable(text, Andantino::INFO.move_help);
        let row = text.bytes().next().filter(u8::is_ascii_lowercase).ok_or_else(unreadable)? - b'a';
        let number = &text[1..];
        if number.starts_with('0') || number.len() > 2 || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(unreadable());
        }
        let column = number.parse::<u8>().map_err(|_| unreadable())? - 1;
        if row < self.board.rows() && self.board.columns(row).contains(&column) {
            return Ok(Cell::at(row, column));
        }
        Err(MoveError::Illegal { text: text.to_string(), why: self.outside(row) })
    }

    fn why_illegal(&self, position: &AndantinoPosition, cell: Cell) -> Option<String> {
        if position.occupied().has(cell) {
            return Some("the cell is occupied".to_string());
        }
        let touched = self.board.spot(cell).near.within(&position.occupied()).count();
        let needed = if position.occupied().count() == 1 { "a stone" } else { "at least two stones" };
        match touched {
            0 => Some(format!("it touches no stone, and must touch {needed}")),
            1 => Some(format!("it touches only one stone, and must touch {needed}")),
            _ => None,
        }
    }

    fn position_text(&self, position: &AndantinoPosition) -> String {
        self.write_stones(&position.stones, position.turn)
    }

    /// Any number of stones of either colour is a position, for the sake of
    /// problems, as long as somebody can have been the last to move.
    fn parse_position(&self, text: &str) -> Result<AndantinoPosition, PositionError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [board, turn] = fields[..] else {
            return Err(PositionError::new("expected the board and the side to move, separated by a space"));
        };
        let stones = self.read_board(board)?;
        let turn = read_turn(turn)?;
        if stones.0.iter().all(Bits::is_empty) {
            return Err(PositionError::new("there is no stone on the board"));
        }
        for player in Player::BOTH {
            let count = stones[player].count();
            if let Some(tiles) = self.tiles.map(u32::from).filter(|tiles| *tiles < count) {
                let who = Andantino::INFO.player(player);
                return Err(PositionError::new(format!("{who} has {count} stones, but only {tiles} to place")));
            }
        }
        let position = self.set_up(stones, turn);
        if position.lines.longest(turn) >= GOAL {
            let who = Andantino::INFO.player(turn);
            return Err(PositionError::new(format!("{who} is to move, but has five in a line and has won before")));
        }
        Ok(position)
    }

    /// The numbers behind an ending.
    fn outcome_detail(&self, position: &AndantinoPosition, _: Outcome) -> Option<String> {
        if position.status != Status::NoMoves {
            let texts: Vec<String> = self.causes(position).into_iter().map(|cause| cause.text).collect();
            return Some(texts.join("; "));
        }
        let who = Andantino::INFO.player(position.turn);
        Some(match self.in_hand(position, position.turn) {
            Some(0) => format!("{who} has no stone left"),
            _ if position.occupied() == self.board.cells() => "the board is full".to_string(),
            _ => format!("no empty cell touches two stones, {who} to move"),
        })
    }
}

/// The side to move.
pub(super) fn read_turn(text: &str) -> Result<Player, PositionError> {
    let mut letters = text.chars();
    let turn = letters.next().and_then(player).filter(|_| letters.next().is_none());
    turn.ok_or_else(|| PositionError::field("the side to move", text, "b or w"))
}

fn push_run(text: &mut String, empty: u8) {
    if empty > 0 {
        let _ = write!(text, "{empty}");
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Options;

    use super::*;

    fn refused(options: &str, text: &str) -> String {
        let game = Andantino::new(Options::parse(Andantino::INFO.options, options).unwrap()).unwrap();
        game.parse_position(text).unwrap_err().to_string()
    }

    #[test]
    fn impossible_positions_are_refused_with_the_reason() {
        let side = "side=3";
        for (text, part) in [
            ("", "expected the board and the side to move"),
            ("3/4/2b2/4/3", "expected the board and the side to move"),
            ("3/4/2b2/4/3 w w", "expected the board and the side to move"),
            ("3/4/2b2/4 w", "the board has 4 rows, expected 5"),
            ("3/4/2b2/4/3/ w", "the board has 6 rows, expected 5"),
            ("3/4/2b3/4/3 w", "row c is `2b3`, expected 5 cells"),
            ("3/4/2b2b/4/3 w", "row c is `2b2b`, expected 5 cells"),
            ("3/4/2b1/4/3 w", "row c is `2b1`, expected 5 cells"),
            ("3/4/2b02/4/3 w", "row c is `2b02`, expected 5 cells"),
            ("3/4/2x2/4/3 w", "row c is `2x2`, expected 5 cells"),
            ("3/4/2é2/4/3 w", "row c is `2é2`, expected 5 cells"),
            ("3/4/2b2/4/255 w", "row e is `255`, expected 3 cells"),
            ("3/4/2b2/4/999 w", "row e is `999`, expected 3 cells"),
            ("3/4//4/3 w", "row c is ``, expected 5 cells"),
            ("3/4/2b2/4/3 x", "the side to move is `x`, expected b or w"),
            ("3/4/2b2/4/3 bw", "the side to move is `bw`, expected b or w"),
            ("3/4/5/4/3 w", "there is no stone on the board"),
            ("3/4/wwwww/4/3 w", "White is to move, but has five in a line"),
            ("3/bbbb/wwwww/4/bbb w", "White is to move, but has five in a line"),
        ] {
            let message = refused(side, text);
            assert!(message.contains(part), "`{text}`: {message}");
        }
        let message = refused("side=3 tiles=2", "bbb/4/2w2/4/3 w");
        assert!(message.contains("Black has 3 stones, but only 2 to place"), "{message}");
    }
}
