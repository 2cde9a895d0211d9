//! Crosphere: two players join their edges with their own strong stones and with weak stones that serve both.

use crate::{Ending, Options, Oracle};
use std::collections::{BTreeMap, BTreeSet};

/// The names of the options.
const OPTIONS: [&str; 2] = ["size", "strong"];

/// A stone on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stone {
    /// Grey, of use to both players.
    Weak,
    /// Green's own.
    Green,
    /// Pink's own.
    Pink,
}

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Player {
    /// Player 1, from top to bottom.
    Green,
    /// Player 2, from left to right.
    Pink,
}

impl Player {
    /// The other player.
    fn other(self) -> Player {
        match self {
            Player::Green => Player::Pink,
            Player::Pink => Player::Green,
        }
    }

    /// The player's strong stone.
    fn strong(self) -> Stone {
        match self {
            Player::Green => Stone::Green,
            Player::Pink => Stone::Pink,
        }
    }

    /// The word for a win of this player.
    fn wins(self) -> &'static str {
        match self {
            Player::Green => "p1win",
            Player::Pink => "p2win",
        }
    }
}

/// A square: row from the top and column from the left, both from 0.
type Square = (i64, i64);

/// The stones on the board.
type Board = BTreeMap<Square, Stone>;

/// The squares that share an edge with a square.
fn neighbours((row, column): Square) -> [Square; 4] {
    [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
}

/// Whether a stone may be part of the player's chain: weak stones and the player's own strong ones.
fn serves(stone: Stone, player: Player) -> bool {
    stone == Stone::Weak || stone == player.strong()
}

/// Whether the player's chain joins the player's two edges.
fn connected(board: &Board, size: i64, player: Player) -> bool {
    // How far a square is from the edge where the player starts: rows for Green, columns for Pink.
    let progress = |square: Square| match player {
        Player::Green => square.0,
        Player::Pink => square.1,
    };
    let usable: BTreeSet<Square> =
        board.iter().filter(|(_, stone)| serves(**stone, player)).map(|(square, _)| *square).collect();
    let mut reached: BTreeSet<Square> = BTreeSet::new();
    let mut waiting: Vec<Square> = usable.iter().copied().filter(|square| progress(*square) == 0).collect();
    while let Some(square) = waiting.pop() {
        if reached.insert(square) {
            waiting.extend(neighbours(square).iter().filter(|n| usable.contains(n)));
        }
    }
    reached.iter().any(|square| progress(*square) == size - 1)
}

/// A game of Crosphere.
#[derive(Clone, Debug)]
pub struct Crosphere {
    size: i64,
    strong: i64,
    board: Board,
    to_move: Player,
    ending: Option<Ending>,
    rare: Vec<&'static str>,
}

impl Crosphere {
    /// Opens a game with the options of the page.
    pub fn new(options: &[(&str, &str)]) -> Self {
        let options = Options::new(options, &OPTIONS);
        let size = options.number("size", 3, 8, 8);
        Crosphere {
            size,
            strong: options.number("strong", 0, size * size, 5),
            board: Board::new(),
            to_move: Player::Green,
            ending: None,
            rare: Vec::new(),
        }
    }

    /// A square's name as in chess: file letter from the left, rank number from the bottom.
    fn name(&self, (row, column): Square) -> String {
        let file = char::from(b'a' + column as u8);
        format!("{file}{}", self.size - row)
    }

    /// Strong stones that a player has not placed yet.
    fn strong_in_hand(&self, player: Player) -> i64 {
        let placed = self.board.values().filter(|s| **s == player.strong());
        self.strong - placed.count() as i64
    }

    /// The squares without a stone.
    fn empty_squares(&self) -> Vec<Square> {
        (0..self.size)
            .flat_map(|row| (0..self.size).map(move |column| (row, column)))
            .filter(|square| !self.board.contains_key(square))
            .collect()
    }

    /// The board with one more stone.
    fn with(&self, square: Square, stone: Stone) -> Board {
        let mut board = self.board.clone();
        board.insert(square, stone);
        board
    }

    /// Whether a weak stone on this square would complete both connections at once.
    fn forbidden(&self, square: Square) -> bool {
        let board = self.with(square, Stone::Weak);
        connected(&board, self.size, Player::Green) && connected(&board, self.size, Player::Pink)
    }

    /// The legal placements: on every empty square a strong stone while the mover has one, and a
    /// weak stone where that is not forbidden.
    fn placements(&self) -> Vec<(Square, Stone)> {
        let mut placements = Vec::new();
        for square in self.empty_squares() {
            if self.strong_in_hand(self.to_move) > 0 {
                placements.push((square, self.to_move.strong()));
            }
            if !self.forbidden(square) {
                placements.push((square, Stone::Weak));
            }
        }
        placements
    }

    /// How a placement is written.
    fn text(&self, (square, stone): (Square, Stone)) -> String {
        let letter = if stone == Stone::Weak { 'W' } else { 'S' };
        format!("{letter}{}", self.name(square))
    }

    /// Whoever's edges are joined wins, whoever placed the stone; a player who cannot move draws.
    fn judge(&self) -> Option<Ending> {
        for player in [Player::Green, Player::Pink] {
            if connected(&self.board, self.size, player) {
                return Some((player.wins(), "connection"));
            }
        }
        if self.placements().is_empty() {
            return Some(("draw", "no-moves"));
        }
        None
    }

    /// Names what was rare about the stone just placed.
    fn name_rare_things(&mut self, mover: Player) {
        self.rare.clear();
        match self.ending {
            Some((result, "connection")) if result == mover.other().wins() => {
                self.rare.push("joined-for-opponent");
            }
            Some(("draw", _)) if !self.empty_squares().is_empty() => {
                self.rare.push("no-moves-with-empty-squares");
            }
            _ => {}
        }
        if self.ending.is_none() {
            if self.empty_squares().iter().any(|s| self.forbidden(*s)) {
                self.rare.push("forbidden-exists");
            }
            if self.strong_in_hand(self.to_move) == 0 {
                self.rare.push("no-strong-left");
            }
        }
    }
}

impl Oracle for Crosphere {
    fn moves(&self) -> Vec<String> {
        if self.ending.is_some() {
            return Vec::new();
        }
        self.placements().into_iter().map(|placement| self.text(placement)).collect()
    }

    fn play(&mut self, mv: &str) {
        assert!(self.ending.is_none(), "the game is over");
        let (square, stone) = self
            .placements()
            .into_iter()
            .find(|placement| self.text(*placement) == mv)
            .unwrap_or_else(|| panic!("illegal: {mv}"));
        let mover = self.to_move;
        self.board.insert(square, stone);
        self.to_move = mover.other();
        self.ending = self.judge();
        self.name_rare_things(mover);
    }

    fn result(&self) -> &'static str {
        self.ending.map_or("none", |(result, _)| result)
    }

    fn reason(&self) -> &'static str {
        self.ending.map_or("none", |(_, reason)| reason)
    }

    fn p1_turn(&self) -> bool {
        self.to_move == Player::Green
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

    const SEED_GAME: &str = "Sg7 Wd6 Wd8 Wf8 Wd5 Sd7 Sg8 Sg5 Sh5 Sh6 Sg6 Wb6 Sf5 Sf4 Wf6 Wa6 We1 Se4 \
                             Wd3 Wg4 Wd2 Wh4 Wd1 Wc6 We6 We5";

    /// A game from rows of letters, top row first: W weak, G green, P pink.
    fn position(rows: &[&str], strong: i64, to_move: Player) -> Crosphere {
        let mut game = Crosphere::new(&[("size", &rows.len().to_string())]);
        game.strong = strong;
        game.to_move = to_move;
        for (row, line) in rows.iter().enumerate() {
            for (column, letter) in line.chars().enumerate() {
                let stone = match letter {
                    'W' => Stone::Weak,
                    'G' => Stone::Green,
                    'P' => Stone::Pink,
                    _ => continue,
                };
                game.board.insert((row as i64, column as i64), stone);
            }
        }
        game
    }

    #[test]
    fn perft_of_the_page() {
        let game = Crosphere::new(&[]);
        assert_eq!(perft(&game, 1), 128);
        assert_eq!(perft(&game, 2), 16128);
        let game = Crosphere::new(&[("size", "4"), ("strong", "2")]);
        assert_eq!(perft(&game, 1), 32);
        assert_eq!(perft(&game, 2), 960);
        assert_eq!(perft(&game, 3), 26880);
    }

    #[test]
    fn game_of_the_seed() {
        let mut game = Crosphere::new(&[]);
        let moves: Vec<&str> = SEED_GAME.split_whitespace().collect();
        assert_eq!(moves.len(), 26);
        for mv in moves {
            assert_eq!(game.result(), "none");
            game.play(mv);
        }
        assert_eq!((game.result(), game.reason()), ("p2win", "connection"));
        assert!(game.moves().is_empty());
    }

    #[test]
    fn strong_stones_run_out() {
        let mut game = Crosphere::new(&[("size", "5"), ("strong", "1")]);
        play_all(&mut game, "Sa1 Wb3");
        assert_eq!(game.rare(), ["no-strong-left"]);
        assert_eq!(game.moves().len(), 23);
        game.play("Wd4");
        assert_eq!(game.moves().len(), 44);
    }

    #[test]
    fn a_weak_stone_for_both_is_forbidden() {
        // The middle completes both; a strong stone there is legal and completes one.
        let rows = [".W.", "W.W", ".W."];
        let game = position(&rows, 1, Player::Green);
        assert!(!game.moves().contains(&"Wb2".to_string()));
        let mut strong = game.clone();
        strong.play("Sb2");
        assert_eq!(strong.result(), "p1win");
        // Naming it as rare: before that, the last of the four arms is placed.
        let mut game = position(&[".W.", "W..", ".W."], 0, Player::Green);
        game.play("Wc2");
        assert_eq!(game.rare(), ["forbidden-exists", "no-strong-left"]);
    }

    #[test]
    fn a_weak_stone_may_join_for_the_opponent() {
        let mut game = position(&["...", "WP.", "..."], 1, Player::Green);
        game.play("Wc2");
        assert_eq!((game.result(), game.reason()), ("p2win", "connection"));
        assert_eq!(game.rare(), ["joined-for-opponent"]);
    }

    #[test]
    fn corners_do_not_join() {
        let mut game = position(&["W..", ".W.", "..."], 1, Player::Green);
        game.play("Wc1");
        assert_eq!(game.result(), "none");
    }

    #[test]
    fn enemy_strong_stones_do_not_join() {
        let mut game = position(&["W..", "P..", "..."], 1, Player::Green);
        game.play("Wa1");
        assert_eq!(game.result(), "none");
    }

    #[test]
    fn no_legal_move_is_a_draw() {
        // The middle is the only empty square left and would complete both; nobody has a strong stone.
        let mut game = position(&["GWP", "W.W", "PW."], 2, Player::Green);
        // Four strong stones are on the board, so nobody has one left once Green places its last.
        game.play("Sc1");
        assert_eq!((game.result(), game.reason()), ("draw", "no-moves"));
        assert_eq!(game.rare(), ["no-moves-with-empty-squares"]);
    }
}
