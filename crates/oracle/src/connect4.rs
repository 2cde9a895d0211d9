//! Connect Four: discs fall to the lowest empty cell of a column, and four in a line win.

use crate::{Ending, Options, Oracle};

/// The names of the options.
const OPTIONS: [&str; 2] = ["columns", "rows"];

/// To the right, upwards, and both diagonals, as steps of column and row.
const DIRECTIONS: [(i64, i64); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Player {
    /// Player 1, who begins.
    Red,
    /// Player 2.
    Yellow,
}

/// A game of Connect Four.
#[derive(Clone, Debug)]
pub struct ConnectFour {
    /// What is on the board: columns from the left, each from the bottom.
    board: Vec<Vec<Option<Player>>>,
    to_move: Player,
    ending: Option<Ending>,
    rare: Vec<&'static str>,
}

impl ConnectFour {
    /// Opens a game with the options of the page.
    pub fn new(options: &[(&str, &str)]) -> Self {
        let options = Options::new(options, &OPTIONS);
        let rows = options.number("rows", 4, 8, 6);
        let columns = options.number("columns", 4, 9, 7);
        assert!(columns * (rows + 1) <= 64, "{columns} columns of {rows} rows are too many");
        ConnectFour {
            board: vec![vec![None; rows as usize]; columns as usize],
            to_move: Player::Red,
            ending: None,
            rare: Vec::new(),
        }
    }

    /// What lies on a cell, if there is such a cell.
    fn at(&self, column: i64, row: i64) -> Option<Player> {
        let cells = self.board.get(usize::try_from(column).ok()?)?;
        *cells.get(usize::try_from(row).ok()?)?
    }

    /// How many discs of a player lie in a row from a cell on, that cell included.
    fn run(&self, player: Player, (column, row): (i64, i64), (right, up): (i64, i64)) -> usize {
        (0..).take_while(|n| self.at(column + n * right, row + n * up) == Some(player)).count()
    }

    /// The lengths of the player's lines of four or more, each counted once from its first disc.
    fn lines(&self, player: Player) -> Vec<usize> {
        let mut lengths = Vec::new();
        for column in 0..self.board.len() as i64 {
            for row in 0..self.board[0].len() as i64 {
                for (right, up) in DIRECTIONS {
                    let is_first = self.at(column - right, row - up) != Some(player);
                    let length = self.run(player, (column, row), (right, up));
                    if is_first && length >= 4 {
                        lengths.push(length);
                    }
                }
            }
        }
        lengths
    }

    /// Whether no cell is empty.
    fn is_full(&self) -> bool {
        self.board.iter().flatten().all(Option::is_some)
    }

    /// The columns, from 0, that have an empty cell.
    fn open_columns(&self) -> Vec<usize> {
        (0..self.board.len()).filter(|column| self.board[*column].contains(&None)).collect()
    }
}

impl Oracle for ConnectFour {
    fn moves(&self) -> Vec<String> {
        if self.ending.is_some() {
            return Vec::new();
        }
        self.open_columns().into_iter().map(|column| (column + 1).to_string()).collect()
    }

    fn play(&mut self, mv: &str) {
        assert!(self.moves().iter().any(|legal| legal == mv), "illegal: {mv}");
        let column: usize = mv.parse().expect("a legal move is a number");
        let mover = self.to_move;
        let cells = &mut self.board[column - 1];
        let lowest = cells.iter().position(Option::is_none).expect("a legal column has an empty cell");
        cells[lowest] = Some(mover);
        self.to_move = if mover == Player::Red { Player::Yellow } else { Player::Red };

        let lines = self.lines(mover);
        self.ending = match () {
            () if !lines.is_empty() && mover == Player::Red => Some(("p1win", "line")),
            () if !lines.is_empty() => Some(("p2win", "line")),
            () if self.is_full() => Some(("draw", "full")),
            () => None,
        };
        self.rare.clear();
        if lines.len() > 1 {
            self.rare.push("two-lines");
        }
        if lines.iter().any(|length| *length > 4) {
            self.rare.push("long-line");
        }
        if !lines.is_empty() && self.is_full() {
            self.rare.push("line-with-the-last-disc");
        }
        if self.ending.is_none() && self.open_columns().len() < self.board.len() {
            self.rare.push("full-column");
        }
    }

    fn result(&self) -> &'static str {
        self.ending.map_or("none", |(result, _)| result)
    }

    fn reason(&self) -> &'static str {
        self.ending.map_or("none", |(_, reason)| reason)
    }

    fn p1_turn(&self) -> bool {
        self.to_move == Player::Red
    }

    fn rare(&self) -> Vec<&'static str> {
        self.rare.clone()
    }

    fn boxed_clone(&self) -> Box<dyn Oracle> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{perft, play_all};

    fn played(options: &[(&str, &str)], moves: &str) -> ConnectFour {
        let mut game = ConnectFour::new(options);
        play_all(&mut game, moves);
        game
    }

    /// The numbers of lines of each length, after these moves.
    fn counts(options: &[(&str, &str)], moves: &str, longest: u32) -> Vec<u64> {
        let game = played(options, moves);
        (1..=longest).map(|depth| perft(&game, depth)).collect()
    }

    #[test]
    fn perft_of_the_page() {
        assert_eq!(counts(&[], "", 7), [7, 49, 343, 2401, 16807, 117649, 823536]);
    }

    #[test]
    fn perft_of_other_boards_and_positions() {
        assert_eq!(counts(&[], "1 1 2 2 3 3", 5), [7, 42, 294, 1806, 12387]);
        assert_eq!(counts(&[], "4 4 4 4 4 4", 5), [6, 36, 216, 1296, 7776]);
        let small = [("columns", "4"), ("rows", "4")];
        assert_eq!(counts(&small, "", 8), [4, 16, 64, 256, 1020, 4020, 15540, 57504]);
        let low = [("columns", "6"), ("rows", "4")];
        assert_eq!(counts(&low, "", 7), [6, 36, 216, 1296, 7770, 46470, 276570]);
        assert_eq!(counts(&[("columns", "9")], "", 6), [9, 81, 729, 6561, 59049, 531441]);
        assert_eq!(counts(&[("columns", "8"), ("rows", "7")], "", 5), [8, 64, 512, 4096, 32768]);
        assert_eq!(counts(&[("columns", "4"), ("rows", "8")], "", 7), [4, 16, 64, 256, 1024, 4096, 16384]);
    }

    #[test]
    #[cfg_attr(debug_assertions, ignore = "slow in debug")]
    fn perft_of_the_page_to_the_last() {
        assert_eq!(counts(&[], "", 8)[7], 5673234);
    }

    #[test]
    fn lines_win_in_every_direction() {
        for (moves, result) in [
            ("1 1 2 2 3 3 4", "p1win"),
            ("1 2 1 2 1 2 1", "p1win"),
            ("1 2 2 3 3 4 3 4 4 6 4", "p1win"),
            ("7 6 6 5 5 4 5 4 4 2 4", "p1win"),
            ("1 2 1 2 1 2 3 2", "p2win"),
        ] {
            let game = played(&[], moves);
            assert_eq!((game.result(), game.reason()), (result, "line"), "{moves}");
            assert!(game.moves().is_empty());
        }
    }

    #[test]
    fn three_do_not_win_and_no_line_goes_round_the_edge() {
        assert_eq!(played(&[], "1 1 2 2 3 3").result(), "none");
        // Red has the last two cells of one rank and the first two of the next.
        assert_eq!(played(&[], "6 1 7 2 1 7 2").result(), "none");
    }

    #[test]
    fn a_full_column_takes_no_disc() {
        let game = played(&[], "4 4 4 4 4 4");
        assert_eq!(game.moves(), ["1", "2", "3", "5", "6", "7"]);
        assert_eq!(game.rare(), ["full-column"]);
    }

    #[test]
    fn a_full_board_without_a_line_is_a_draw() {
        let game = played(&[("columns", "4"), ("rows", "4")], "1 2 1 2 2 1 2 1 3 4 3 4 4 3 4 3");
        assert_eq!((game.result(), game.reason()), ("draw", "full"));
    }

    #[test]
    fn one_disc_may_complete_a_long_line() {
        let game = played(&[], "1 1 2 2 3 3 5 5 6 6 7 7 4");
        assert_eq!((game.result(), game.rare()), ("p1win", vec!["long-line"]));
    }
}
