use agon_core::{Game, GameInfo, OptionError, Options, Outcome, Player, Rng, Turn, mix};

use super::{ConnectFour, INFO};

/// The word for a win.
pub(super) const LINE: &str = "line";
/// The word for a draw.
pub(super) const FULL: &str = "full";

/// A disc dropped into a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnectFourMove {
    /// The column, from 0 at the left.
    pub column: u8,
}

/// A position of Connect Four, in sets of cells: bit `column * (rows + 1) + row`.
/// The bit above each column is never set, so no line runs from one column's top
/// into the next column (Tromp's Fhourstones).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectFourPosition {
    /// The discs of the player to move.
    pub(super) own: u64,
    /// The discs of both players.
    pub(super) all: u64,
    /// Who is to move.
    pub(super) turn: Player,
}

impl ConnectFourPosition {
    /// The discs of a player.
    #[inline]
    pub(super) fn discs(&self, player: Player) -> u64 {
        if player == self.turn { self.own } else { self.own ^ self.all }
    }

    /// Whose disc lies on a cell.
    pub(super) fn owner(&self, bit: u8) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.discs(*player) >> bit & 1 != 0)
    }
}

impl Game for ConnectFour {
    type Position = ConnectFourPosition;
    type Move = ConnectFourMove;

    const INFO: &'static GameInfo = &INFO;

    fn new(options: Options) -> Result<Self, OptionError> {
        let (columns, rows) = (options.int("columns") as u8, options.int("rows") as u8);
        let most = 64 / (rows + 1);
        if columns > most {
            let allowed = format!("a whole number from 4 to {most} when rows is {rows}");
            return Err(OptionError::Value { option: "columns", value: columns.to_string(), allowed });
        }
        let bottom = (0..columns).fold(0, |cells, column| cells | 1 << (column * (rows + 1)));
        let board = (0..rows).fold(0, |cells, row| cells | bottom << row);
        let odd_rows = (0..rows).step_by(2).fold(0, |cells, row| cells | bottom << row);
        Ok(ConnectFour { options, columns, rows, bottom, board, odd_rows })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn start(&self) -> ConnectFourPosition {
        ConnectFourPosition { own: 0, all: 0, turn: Player::One }
    }

    #[inline]
    fn turn(&self, position: &ConnectFourPosition) -> Turn {
        Turn::Player(position.turn)
    }

    #[inline]
    fn moves(&self, position: &ConnectFourPosition, moves: &mut Vec<ConnectFourMove>) {
        moves.clear();
        moves.extend(self.moves_to(self.legal(position)));
    }

    #[inline]
    fn count_moves(&self, position: &ConnectFourPosition) -> u64 {
        u64::from(self.legal(position).count_ones())
    }

    #[inline]
    fn random_move(&self, position: &ConnectFourPosition, rng: &mut Rng) -> Option<ConnectFourMove> {
        let cells = self.legal(position);
        if cells == 0 {
            return None;
        }
        // Few columns are full: trying until one is open is faster than counting to one.
        loop {
            let column = rng.below(u32::from(self.columns)) as u8;
            if cells & self.column(column) != 0 {
                return Some(ConnectFourMove { column });
            }
        }
    }

    #[inline]
    fn play(&self, position: &mut ConnectFourPosition, mv: ConnectFourMove) {
        position.own ^= position.all;
        // The carry runs through the discs of the column to the first empty cell.
        position.all |= position.all + (1 << (mv.column * self.stride()));
        position.turn = !position.turn;
    }

    #[inline]
    fn outcome(&self, position: &ConnectFourPosition) -> Option<Outcome> {
        if self.has_line(position.own ^ position.all) {
            return Some(Outcome::win(!position.turn, LINE));
        }
        (position.all == self.board).then_some(Outcome::draw(FULL))
    }

    /// In each column the sum has its highest bit on the first empty cell, and below it the
    /// discs of the player to move.
    #[inline]
    fn key(&self, position: &ConnectFourPosition) -> u64 {
        mix(position.own + position.all + self.bottom)
    }

    #[inline]
    fn key_after(&self, position: &ConnectFourPosition, mv: ConnectFourMove) -> Option<u64> {
        let mut next = *position;
        self.play(&mut next, mv);
        Some(self.key(&next))
    }

    fn symmetries(&self) -> u8 {
        2
    }

    fn transform(&self, symmetry: u8, position: &ConnectFourPosition) -> ConnectFourPosition {
        let mirrored = |cells: u64| {
            (0..self.columns).fold(0, |image, column| {
                let there = self.transform_move(symmetry, ConnectFourMove { column }).column;
                image | (cells >> (column * self.stride()) & self.column(0)) << (there * self.stride())
            })
        };
        ConnectFourPosition { own: mirrored(position.own), all: mirrored(position.all), ..*position }
    }

    fn transform_move(&self, symmetry: u8, mv: ConnectFourMove) -> ConnectFourMove {
        if symmetry == 0 { mv } else { ConnectFourMove { column: self.columns - 1 - mv.column } }
    }
}
