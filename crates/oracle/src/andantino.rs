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
mod tests;
