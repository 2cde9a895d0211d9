//! Hex: two players join opposite edges of a rhombus of hexagons.

use crate::{Options, Oracle};
use std::collections::{BTreeMap, BTreeSet};

/// The names of the options.
const OPTIONS: [&str; 1] = ["size"];

/// A player, and the colour of its stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Player {
    /// Player 1, from top to bottom.
    Red,
    /// Player 2, from left to right.
    Blue,
}

impl Player {
    /// The other player.
    fn other(self) -> Player {
        match self {
            Player::Red => Player::Blue,
            Player::Blue => Player::Red,
        }
    }

    /// The word for a win of this player.
    fn wins(self) -> &'static str {
        match self {
            Player::Red => "p1win",
            Player::Blue => "p2win",
        }
    }
}

/// A cell: row from the top and column from the left, both from 0.
type Cell = (i64, i64);

/// The cells that share a side with a cell: two above, two beside, two below. Rows lean to the right.
fn neighbours((row, column): Cell) -> [Cell; 6] {
    [
        (row - 1, column),
        (row - 1, column + 1),
        (row, column - 1),
        (row, column + 1),
        (row + 1, column - 1),
        (row + 1, column),
    ]
}

/// A cell's name: the column's letter and the row's number.
fn name((row, column): Cell) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

/// A game of Hex.
#[derive(Clone, Debug)]
pub struct Hex {
    size: i64,
    board: BTreeMap<Cell, Player>,
    to_move: Player,
    rare: Vec<&'static str>,
}

impl Hex {
    /// Opens a game with the options of the page.
    pub fn new(options: &[(&str, &str)]) -> Self {
        let options = Options::new(options, &OPTIONS);
        Hex { size: options.number("size", 3, 19, 11), board: BTreeMap::new(), to_move: Player::Red, rare: Vec::new() }
    }

    /// Whether a chain of the player's stones joins the player's two edges.
    fn connected(&self, player: Player) -> bool {
        // How far a cell is from the edge where the player starts: rows for Red, columns for Blue.
        let progress = |cell: Cell| match player {
            Player::Red => cell.0,
            Player::Blue => cell.1,
        };
        let stones: BTreeSet<Cell> =
            self.board.iter().filter(|(_, owner)| **owner == player).map(|(cell, _)| *cell).collect();
        let mut reached: BTreeSet<Cell> = BTreeSet::new();
        let mut waiting: Vec<Cell> = stones.iter().copied().filter(|cell| progress(*cell) == 0).collect();
        while let Some(cell) = waiting.pop() {
            if reached.insert(cell) {
                waiting.extend(neighbours(cell).iter().filter(|next| stones.contains(next)));
            }
        }
        reached.iter().any(|cell| progress(*cell) == self.size - 1)
    }

    /// Who has won.
    fn winner(&self) -> Option<Player> {
        [Player::Red, Player::Blue].into_iter().find(|player| self.connected(*player))
    }

    /// The cells without a stone.
    fn empty_cells(&self) -> Vec<Cell> {
        (0..self.size)
            .flat_map(|row| (0..self.size).map(move |column| (row, column)))
            .filter(|cell| !self.board.contains_key(cell))
            .collect()
    }
}

impl Oracle for Hex {
    fn moves(&self) -> Vec<String> {
        if self.winner().is_some() {
            return Vec::new();
        }
        self.empty_cells().into_iter().map(name).collect()
    }

    fn play(&mut self, mv: &str) {
        assert!(self.winner().is_none(), "the game is over");
        self.rare.clear();
        let cell = self.empty_cells().into_iter().find(|cell| name(*cell) == mv);
        self.board.insert(cell.unwrap_or_else(|| panic!("illegal: {mv}")), self.to_move);
        self.to_move = self.to_move.other();
        if self.winner().is_some() && self.empty_cells().is_empty() {
            self.rare.push("won-with-the-last-cell");
        }
    }

    fn result(&self) -> &'static str {
        self.winner().map_or("none", Player::wins)
    }

    fn reason(&self) -> &'static str {
        self.winner().map_or("none", |_| "connection")
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
    use crate::testing::{Dice, perft, play_all};

    fn open(options: &[(&str, &str)]) -> Hex {
        Hex::new(options)
    }

    fn after(options: &[(&str, &str)], moves: &str) -> Hex {
        let mut game = open(options);
        play_all(&mut game, moves);
        game
    }

    const SMALL: &[(&str, &str)] = &[("size", "3")];

    #[test]
    fn lines_are_as_many_as_the_page_says() {
        let count = |options, depth| perft(&open(options), depth);
        assert_eq!([1, 2, 3].map(|depth| count(&[], depth)), [121, 14_520, 1_727_880]);
        assert_eq!([1, 2, 3, 4, 5, 6].map(|depth| count(SMALL, depth)), [9, 72, 504, 3_024, 15_120, 54_720]);
    }

    #[test]
    fn red_joins_top_and_bottom() {
        let game = after(SMALL, "a1 c1 a2 c2 a3");
        assert_eq!((game.result(), game.reason()), ("p1win", "connection"));
        assert!(game.moves().is_empty());
    }

    #[test]
    fn blue_joins_left_and_right() {
        let game = after(SMALL, "a1 a2 b1 b2 a3 c2");
        assert_eq!((game.result(), game.reason()), ("p2win", "connection"));
    }

    #[test]
    fn the_way_down_to_the_left_joins_and_down_to_the_right_does_not() {
        assert_eq!(after(SMALL, "c1 a1 b2 a2 a3").result(), "p1win");
        assert_eq!(after(SMALL, "a1 c1 b2 b1 c3").result(), "none");
    }

    #[test]
    fn a_full_board_has_one_winner() {
        let mut dice = Dice(5);
        for _ in 0..50 {
            let mut game = open(&[("size", "5")]);
            for (at, cell) in game.empty_cells().into_iter().enumerate() {
                let player = if dice.below(2) == 0 && at > 0 { Player::Red } else { Player::Blue };
                game.board.insert(cell, player);
            }
            assert_ne!(game.connected(Player::Red), game.connected(Player::Blue));
        }
    }
}
