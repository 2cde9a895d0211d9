use agon_core::{CellId, CellSet, PerPlayer, Player, zobrist};

use super::Hex;

/// Cells of a board of any size.
pub(super) type Cells = CellSet<6>;

/// The cells of the largest board.
const MOST_CELLS: usize = 19 * 19;

/// Keys of the stones of each player, and of Blue's turn.
static STONES: PerPlayer<[u64; MOST_CELLS]> = PerPlayer([zobrist(0x4e01), zobrist(0x4e02)]);
const BLUE_TO_MOVE: u64 = zobrist::<1>(0x4e03)[0];

/// A position of Hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexPosition {
    pub(super) stones: PerPlayer<Cells>,
    /// Where a stone of each player is, or would be, joined to its first edge:
    /// the top for Red, the left for Blue. Cheaper to keep than to find.
    pub(super) reach: PerPlayer<Cells>,
    pub(super) turn: Player,
    pub(super) winner: Option<Player>,
    /// How many stones there are.
    pub(super) placed: u16,
    pub(super) key: u64,
}

impl HexPosition {
    /// The cells with a stone.
    #[inline]
    pub(super) fn taken(&self) -> Cells {
        self.stones[Player::One] | self.stones[Player::Two]
    }

    /// The key after a stone on this cell.
    #[inline]
    pub(super) fn key_with(&self, cell: CellId) -> u64 {
        self.key ^ STONES[self.turn][usize::from(cell)] ^ BLUE_TO_MOVE
    }
}

impl Hex {
    /// The position with these stones.
    pub(super) fn position(&self, stones: PerPlayer<Cells>, turn: Player) -> HexPosition {
        let key = if turn == Player::Two { BLUE_TO_MOVE } else { 0 };
        let reach = PerPlayer(self.edges.0.map(|[first, _]| first));
        let mut position = HexPosition { stones, reach, turn, winner: None, placed: 0, key };
        for player in Player::BOTH {
            position.placed += stones[player].count() as u16;
            position.key ^= stones[player].iter().fold(0, |key, cell| key ^ STONES[player][usize::from(cell)]);
            let ends = stones[player] & self.edges[player][0];
            ends.iter().for_each(|cell| self.join(&mut position, player, cell));
        }
        position
    }

    /// Joins a stone to its player's first edge, and with it all that it connects.
    #[inline]
    pub(super) fn join(&self, position: &mut HexPosition, player: Player, cell: CellId) {
        let (own, reach) = (position.stones[player], &mut position.reach[player]);
        let mut left = Cells::EMPTY;
        left.insert(cell);
        while let Some(cell) = left.pop() {
            if self.edges[player][1].has(cell) {
                position.winner = Some(player);
            }
            let near = self.near[usize::from(cell)];
            left |= near & own & !*reach;
            *reach |= near;
        }
    }

    /// The cells without a stone.
    #[inline]
    pub(super) fn empty(&self, position: &HexPosition) -> Cells {
        self.board & !position.taken()
    }
}
