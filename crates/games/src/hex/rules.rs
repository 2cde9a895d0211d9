use agon_core::{CellId, Game, GameInfo, HexGrid, OptionError, Options, Outcome, PerPlayer, Player, Rng, Turn};

use super::position::{Cells, HexPosition};
use super::{Hex, INFO};

/// The word for a win.
pub(super) const CONNECTION: &str = "connection";

impl Game for Hex {
    type Position = HexPosition;
    /// The cell of the stone, counted row by row from a1.
    type Move = CellId;
    const INFO: &'static GameInfo = &INFO;

    fn new(options: Options) -> Result<Self, OptionError> {
        let grid = HexGrid { size: options.int("size") as u8 };
        let (size, cells) = (u16::from(grid.size), grid.cells());
        let row = |at: u16| (at * size..(at + 1) * size).collect::<Cells>();
        let column = |at: u16| (0..size).map(|row| row * size + at).collect::<Cells>();
        let edges = PerPlayer([[row(0), row(size - 1)], [column(0), column(size - 1)]]);
        let near = (0..cells).map(|cell| grid.neighbours(cell).collect()).collect();
        Ok(Hex { options, grid, cells, board: (0..cells).collect(), edges, near })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn start(&self) -> HexPosition {
        self.position(PerPlayer::default(), Player::One)
    }

    #[inline]
    fn turn(&self, position: &HexPosition) -> Turn {
        Turn::Player(position.turn)
    }

    fn moves(&self, position: &HexPosition, moves: &mut Vec<CellId>) {
        moves.clear();
        if position.winner.is_none() {
            moves.extend(self.empty(position).iter());
        }
    }

    fn count_moves(&self, position: &HexPosition) -> u64 {
        if position.winner.is_none() { u64::from(self.cells - position.placed) } else { 0 }
    }

    #[inline]
    fn random_move(&self, position: &HexPosition, rng: &mut Rng) -> Option<CellId> {
        if position.winner.is_some() {
            return None;
        }
        // Trying cells until one is empty is faster than counting to one.
        let taken = position.taken();
        loop {
            let cell = rng.below(self.cells.into()) as CellId;
            if !taken.has(cell) {
                return Some(cell);
            }
        }
    }

    #[inline]
    fn play(&self, position: &mut HexPosition, cell: CellId) {
        let me = position.turn;
        position.key = position.key_with(cell);
        position.stones[me].insert(cell);
        position.placed += 1;
        position.turn = !me;
        if position.reach[me].has(cell) {
            self.join(position, me, cell);
        }
    }

    #[inline]
    fn outcome(&self, position: &HexPosition) -> Option<Outcome> {
        position.winner.map(|winner| Outcome::win(winner, CONNECTION))
    }

    #[inline]
    fn key(&self, position: &HexPosition) -> u64 {
        position.key
    }

    #[inline]
    fn key_after(&self, position: &HexPosition, cell: CellId) -> Option<u64> {
        Some(position.key_with(cell))
    }

    /// Turned by half: each player's edges change places.
    fn symmetries(&self) -> u8 {
        2
    }

    fn transform(&self, symmetry: u8, position: &HexPosition) -> HexPosition {
        let turned = |stones: Cells| stones.iter().map(|cell| self.turned(symmetry, cell)).collect();
        self.position(PerPlayer(position.stones.0.map(turned)), position.turn)
    }

    fn transform_move(&self, symmetry: u8, cell: CellId) -> CellId {
        self.turned(symmetry, cell)
    }
}

impl Hex {
    /// The cell's image in the long diagonal, which exchanges the players' edges.
    pub(super) fn mirrored(&self, cell: CellId) -> CellId {
        let size = u16::from(self.grid.size);
        cell % size * size + cell / size
    }

    pub(super) fn turned(&self, symmetry: u8, cell: CellId) -> CellId {
        if symmetry == 0 { cell } else { self.cells - 1 - cell }
    }
}
