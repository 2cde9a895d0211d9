//! Andantino: hexagonal stones, five in a line or an enclosure wins.

use crate::{Ending, Options, Oracle};
use std::collections::{BTreeMap, BTreeSet};

/// The names of the options.
const OPTIONS: [&str; 3] = ["side", "tiles", "enclosure"];

/// A player and the colour of its stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Player {
    /// Player 1.
    Black,
    /// Player 2.
    White,
}

impl Player {
    /// The other player.
    fn other(self) -> Player {
        match self {
            Player::Black => Player::White,
            Player::White => Player::Black,
        }
    }

    /// The word for a win of this player.
    fn wins(self) -> &'static str {
        match self {
            Player::Black => "p1win",
            Player::White => "p2win",
        }
    }
}

/// What it takes to enclose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Enclosure {
    /// A ring with anything but own stones in it, away from the edge.
    Open,
    /// A group that has no empty neighbour, away from the edge.
    Strict,
}

/// A cell in axial coordinates (q, r).
type Cell = (i64, i64);

/// The stones on the board.
type Board = BTreeMap<Cell, Player>;

/// One direction of each of the three kinds of line; the other way is its negative.
const LINES: [(i64, i64); 3] = [(1, 0), (0, 1), (1, -1)];

/// The six cells around a cell, whether they exist or not.
fn around((q, r): Cell) -> Vec<Cell> {
    LINES.iter().flat_map(|(dq, dr)| [(q + dq, r + dr), (q - dq, r - dr)]).collect()
}

/// A game of Andantino.
#[derive(Clone, Debug)]
pub struct Andantino {
    side: i64,
    tiles: i64,
    enclosure: Enclosure,
    board: Board,
    to_move: Player,
    ending: Option<Ending>,
    rare: Vec<&'static str>,
}

impl Andantino {
    /// Opens a game with the options of the page: a black stone on the centre, White to move.
    pub fn new(options: &[(&str, &str)]) -> Self {
        let options = Options::new(options, &OPTIONS);
        Andantino {
            side: options.number("side", 3, 10, 10),
            tiles: options.number("tiles", 0, 200, 0),
            enclosure: match options.text("enclosure").unwrap_or("open") {
                "open" => Enclosure::Open,
                "strict" => Enclosure::Strict,
                other => panic!("enclosure: open or strict, not {other:?}"),
            },
            board: Board::from([((0, 0), Player::Black)]),
            to_move: Player::White,
            ending: None,
            rare: Vec::new(),
        }
    }

    /// The distance of a cell from the centre.
    fn distance((q, r): Cell) -> i64 {
        q.abs().max(r.abs()).max((q + r).abs())
    }

    /// Whether the board has such a cell.
    fn exists(&self, cell: Cell) -> bool {
        Self::distance(cell) < self.side
    }

    /// Whether a cell lies on the board's edge.
    fn on_edge(&self, cell: Cell) -> bool {
        Self::distance(cell) == self.side - 1
    }

    /// All cells of the board.
    fn cells(&self) -> Vec<Cell> {
        let range = -self.side..=self.side;
        range.clone().flat_map(|r| range.clone().map(move |q| (q, r))).filter(|cell| self.exists(*cell)).collect()
    }

    /// A cell's name: the row's letter from the top and the number q + r + side.
    fn name(&self, (q, r): Cell) -> String {
        let letter = char::from(b'a' + (r + self.side - 1) as u8);
        format!("{letter}{}", q + r + self.side)
    }

    /// The existing neighbours of a cell.
    fn neighbours(&self, cell: Cell) -> Vec<Cell> {
        let around = around(cell).into_iter();
        around.filter(|cell| self.exists(*cell)).collect()
    }

    /// How many stones, of any colour, a cell touches.
    fn touched(&self, cell: Cell) -> usize {
        let neighbours = self.neighbours(cell);
        neighbours.iter().filter(|n| self.board.contains_key(n)).count()
    }

    /// Whether the player has placed all its stones (the starting stone is one of Black's).
    fn out_of_stones(&self, player: Player) -> bool {
        let placed = self.board.values().filter(|owner| **owner == player);
        self.tiles != 0 && placed.count() as i64 >= self.tiles
    }

    /// The empty cells where a stone may go: next to one stone for White's first, next to two later.
    fn placements(&self) -> Vec<Cell> {
        if self.out_of_stones(self.to_move) {
            return Vec::new();
        }
        let needed = if self.board.len() == 1 { 1 } else { 2 };
        self.cells()
            .into_iter()
            .filter(|cell| !self.board.contains_key(cell))
            .filter(|cell| self.touched(*cell) >= needed)
            .collect()
    }

    /// The length of the player's longest straight line of stones.
    fn longest_line(&self, player: Player) -> usize {
        let mut longest = 0;
        for start in self.cells() {
            for (dq, dr) in LINES {
                let length = (0..)
                    .take_while(|n| self.board.get(&(start.0 + n * dq, start.1 + n * dr)) == Some(&player))
                    .count();
                longest = longest.max(length);
            }
        }
        longest
    }

    /// The connected cells around `start` that satisfy a condition, `start` with them.
    fn region(&self, start: Cell, belongs: impl Fn(Cell) -> bool) -> BTreeSet<Cell> {
        let mut region = BTreeSet::new();
        let mut waiting = vec![start];
        while let Some(cell) = waiting.pop() {
            if region.insert(cell) {
                let neighbours = self.neighbours(cell).into_iter();
                waiting.extend(neighbours.filter(|n| belongs(*n)));
            }
        }
        region
    }

    /// Whether the stone on a cell is enclosed by the other player, after the definition in force.
    fn enclosed(&self, stone: Cell, definition: Enclosure) -> bool {
        let owner = self.board[&stone];
        let encloser = owner.other();
        match definition {
            // All around it that is not the encloser's, empty or not, keeps away from the edge.
            Enclosure::Open => {
                let region = self.region(stone, |cell| self.board.get(&cell) != Some(&encloser));
                !region.iter().any(|cell| self.on_edge(*cell))
            }
            // Its group keeps away from the edge and touches nothing but the encloser's stones.
            Enclosure::Strict => {
                let group = self.region(stone, |cell| self.board.get(&cell) == Some(&owner));
                group.iter().all(|cell| {
                    !self.on_edge(*cell)
                        && self
                            .neighbours(*cell)
                            .iter()
                            .all(|n| group.contains(n) || self.board.get(n) == Some(&encloser))
                })
            }
        }
    }

    /// Whether the player encloses at least one enemy stone.
    fn encloses(&self, player: Player, definition: Enclosure) -> bool {
        self.board.iter().filter(|(_, owner)| **owner != player).any(|(cell, _)| self.enclosed(*cell, definition))
    }

    /// The end of the game after the mover's stone, in the order of the page.
    fn judge(&self, mover: Player, placed: Cell) -> Option<Ending> {
        if self.longest_line(mover) >= 5 {
            return Some((mover.wins(), "line"));
        }
        if self.encloses(mover, self.enclosure) {
            return Some((mover.wins(), "enclosure"));
        }
        if self.enclosed(placed, self.enclosure) {
            return Some((mover.other().wins(), "self-enclosure"));
        }
        if self.placements().is_empty() {
            return Some(("draw", "no-moves"));
        }
        None
    }

    /// Names what was rare about the stone just placed.
    fn name_rare_things(&mut self, mover: Player, placed: Cell) {
        self.rare.clear();
        if self.longest_line(mover) > 5 {
            self.rare.push("long-line");
        }
        let line = self.longest_line(mover) >= 5;
        let encloses = self.encloses(mover, self.enclosure);
        let enclosed = self.enclosed(placed, self.enclosure);
        if line && encloses {
            self.rare.push("line-and-enclosure");
        }
        if line && enclosed {
            self.rare.push("line-and-self-enclosure");
        }
        if encloses && enclosed {
            self.rare.push("enclosure-and-self-enclosure");
        }
        if encloses && !self.encloses(mover, Enclosure::Strict) {
            self.rare.push("enclosure-with-empty-cells");
        }
        if self.encloses(mover, Enclosure::Open) && !encloses {
            self.rare.push("enclosure-only-open");
        }
        if self.out_of_stones(self.to_move) {
            self.rare.push("out-of-stones");
        }
    }
}

impl Oracle for Andantino {
    fn moves(&self) -> Vec<String> {
        if self.ending.is_some() {
            return Vec::new();
        }
        self.placements().into_iter().map(|cell| self.name(cell)).collect()
    }

    fn play(&mut self, mv: &str) {
        assert!(self.ending.is_none(), "the game is over");
        let placed = self
            .placements()
            .into_iter()
            .find(|cell| self.name(*cell) == mv)
            .unwrap_or_else(|| panic!("illegal: {mv}"));
        let mover = self.to_move;
        self.board.insert(placed, mover);
        self.to_move = mover.other();
        self.ending = self.judge(mover, placed);
        self.name_rare_things(mover, placed);
    }

    fn result(&self) -> &'static str {
        self.ending.map_or("none", |(result, _)| result)
    }

    fn reason(&self) -> &'static str {
        self.ending.map_or("none", |(_, reason)| reason)
    }

    fn p1_turn(&self) -> bool {
        self.to_move == Player::Black
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

    /// A game with the given stones, named as on the page.
    fn position(options: &[(&str, &str)], black: &str, white: &str, to_move: Player) -> Andantino {
        let mut game = Andantino::new(options);
        game.board.clear();
        game.to_move = to_move;
        for (names, owner) in [(black, Player::Black), (white, Player::White)] {
            for name in names.split_whitespace() {
                let cells = game.cells();
                let cell = cells.iter().find(|c| game.name(**c) == name).unwrap();
                game.board.insert(*cell, owner);
            }
        }
        game
    }

    #[test]
    fn board_and_names() {
        let game = Andantino::new(&[]);
        assert_eq!(game.cells().len(), 271);
        assert_eq!(game.name((0, 0)), "j10");
        assert_eq!(game.name((1, 0)), "j11");
        assert_eq!(game.name((0, 1)), "k11");
        let edge = game.cells().into_iter().filter(|c| game.on_edge(*c));
        assert_eq!(edge.count(), 54);
        assert_eq!(Andantino::new(&[("side", "3")]).cells().len(), 19);
        assert!(!game.p1_turn());
    }

    #[test]
    fn perft_of_the_page() {
        let game = Andantino::new(&[]);
        let counts: Vec<u64> = (1..=4).map(|depth| perft(&game, depth)).collect();
        assert_eq!(counts, [6, 12, 36, 144]);
    }

    #[test]
    fn perft_of_the_page_at_depth_5() {
        assert_eq!(perft(&Andantino::new(&[]), 5), 720);
    }

    #[test]
    fn self_enclosure_of_the_page() {
        let mut game = Andantino::new(&[]);
        let line = "k10 k11 j9 j11 i10 l11 i11 l12 i9 j12 i8 h8 m12 h9 l10 m11 m13 l13 g8 k13 k12";
        for mv in line.split_whitespace() {
            assert_eq!(game.result(), "none", "before {mv}");
            game.play(mv);
        }
        assert_eq!((game.result(), game.reason()), ("p1win", "self-enclosure"));
    }

    #[test]
    fn stones_run_out() {
        let mut game = Andantino::new(&[("tiles", "1")]);
        game.play("j11");
        assert_eq!((game.result(), game.reason()), ("draw", "no-moves"));
        assert_eq!(game.rare(), ["out-of-stones"]);
        let mut game = Andantino::new(&[("tiles", "2")]);
        play_all(&mut game, "j11 i10");
        assert_eq!(game.result(), "none");
        assert_eq!(game.moves().len(), 3);
        let next = game.moves()[0].clone();
        game.play(&next);
        assert_eq!((game.result(), game.reason()), ("draw", "no-moves"));
    }

    #[test]
    fn five_or_more_in_each_direction() {
        // Along the row, along (0, 1) and along (1, -1).
        for (stones, last, rare) in [
            ("j8 j9 j11 j12", "j10", false),
            ("h8 i9 k11 l12", "j10", false),
            ("h10 i10 k10 l10", "j10", false),
            ("j8 j9 j11 j12 j13", "j10", true),
        ] {
            let mut game = position(&[], stones, "a1", Player::Black);
            game.play(last);
            assert_eq!((game.result(), game.reason()), ("p1win", "line"));
            assert_eq!(game.rare() == ["long-line"], rare);
        }
        let mut game = position(&[], "j8 j9 j11", "a1", Player::Black);
        game.play("j10");
        assert_eq!(game.result(), "none");
        // Not a line of the board: a zigzag across the rows.
        let mut game = position(&[], "h9 i10 k11 l12", "a1", Player::Black);
        game.play("j10");
        assert_eq!(game.result(), "none");
    }

    // The ring of twelve around the ring around j10.
    const RING_OF_TWELVE: &str = "h8 h9 h10 i11 j12 k12 l12 l11 l10 k9 j8";

    #[test]
    fn open_enclosure_may_hold_empty_cells() {
        let mut game = position(&[], RING_OF_TWELVE, "j10", Player::Black);
        game.play("i8");
        assert_eq!((game.result(), game.reason()), ("p1win", "enclosure"));
        assert_eq!(game.rare(), ["enclosure-with-empty-cells"]);
        let strict = &[("enclosure", "strict")];
        let mut game = position(strict, RING_OF_TWELVE, "j10", Player::Black);
        game.play("i8");
        assert_eq!(game.result(), "none");
        assert_eq!(game.rare(), ["enclosure-only-open"]);
    }

    #[test]
    fn an_empty_ring_is_nothing_until_an_enemy_steps_in() {
        let mut game = position(&[], RING_OF_TWELVE, "a1", Player::Black);
        game.play("i8");
        assert_eq!(game.result(), "none");
        game.play("j9");
        assert_eq!((game.result(), game.reason()), ("p1win", "self-enclosure"));
        let strict = &[("enclosure", "strict")];
        let mut game = position(strict, RING_OF_TWELVE, "a1", Player::Black);
        play_all(&mut game, "i8 j9");
        assert_eq!(game.result(), "none");
    }

    #[test]
    fn strict_enclosure_of_a_group() {
        for enclosure in ["open", "strict"] {
            let options = &[("enclosure", enclosure)];
            let mut game = position(options, "i9 i10 i11 j12 k12 k11 k10", "j10 j11", Player::Black);
            game.play("j9");
            assert_eq!((game.result(), game.reason()), ("p1win", "enclosure"));
        }
    }

    #[test]
    fn the_edge_is_not_a_wall() {
        // a5 is on the top row: its four existing neighbours are black, still it is not enclosed.
        for enclosure in ["open", "strict"] {
            let options = &[("enclosure", enclosure)];
            let mut game = position(options, "a4 a6 b5", "a5", Player::Black);
            game.play("b6");
            assert_eq!(game.result(), "none");
        }
    }

    #[test]
    fn own_enclosure_goes_before_self_enclosure() {
        // White fills the last hole in a black ring, but so encloses the black stone on j10.
        let mut game = position(&[], &format!("{RING_OF_TWELVE} i8 j10"), "i9 i10 j11 k11 k10", Player::White);
        game.play("j9");
        assert_eq!((game.result(), game.reason()), ("p2win", "enclosure"));
        assert_eq!(game.rare(), ["enclosure-and-self-enclosure"]);
    }

    #[test]
    fn a_full_board_is_a_draw() {
        // Every cell of side 3 but one is taken; no five in a line, nobody enclosed.
        let mut game =
            position(&[("side", "3")], "a1 a2 b3 c4 d5 d4 e3 c1 c2", "b1 a3 b2 b4 c5 c3 d2 e4 e5", Player::White);
        assert_eq!(game.moves(), ["d3"]);
        game.play("d3");
        assert_eq!((game.result(), game.reason()), ("draw", "no-moves"));
    }
}
