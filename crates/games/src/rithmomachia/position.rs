use agon_core::{PerPlayer, Player, mix};

use super::piece::{Loss, MOST_STACKS, Piece, Shape, Stack, digits};
use super::squares::{GRID, SQUARES, Squares, one, squares_of};
use super::victory::Win;

/// A move: the piece on `from` goes to `to`; or a captive enters on `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RithmomachiaMove {
    /// The square that is left: `rank * 8 + file`; or 128 and more: the number of a captive.
    pub from: u8,
    /// The square that is reached.
    pub to: u8,
}

impl RithmomachiaMove {
    /// A captive, by its number, enters on a square.
    pub(super) fn entry(captive: u8, to: u8) -> Self {
        RithmomachiaMove { from: SQUARES as u8 + captive, to }
    }

    /// The number of the captive that enters, if one does.
    #[inline]
    pub(super) fn captive(self) -> Option<u8> {
        self.from.checked_sub(SQUARES as u8)
    }
}

/// A position of Rithmomachia. Squares are numbered `rank * 8 + file`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RithmomachiaPosition {
    /// Where each side's pieces stand.
    pub(super) sides: PerPlayer<Squares>,
    /// Where pieces stand that move as circles, as triangles and as squares:
    /// a pyramid in each of them of which it has a layer.
    pub(super) movers: [Squares; 3],
    /// What stands on each square.
    pub(super) board: [Piece; SQUARES],
    /// The key of everything but the counter of quiet plies.
    pub(super) key: u64,
    /// What each side has captured.
    pub(super) captured: PerPlayer<Captured>,
    /// The captives that each side may enter, by their numbers.
    pub(super) captives: PerPlayer<u64>,
    /// Plies since the last capture.
    pub(super) quiet: u16,
    /// Who is to move.
    pub(super) turn: Player,
    /// How the side that has just moved has won, if it has.
    pub(super) win: Option<Win>,
}

/// What a side has captured. No number grows beyond [`MOST_CAPTURED`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Captured {
    /// The sum of the values.
    pub value: u16,
    /// How many pieces and layers.
    pub bodies: u16,
    /// How many digits the values have.
    pub digits: u16,
}

/// The greatest threshold of any victory: counting further would tell nothing.
pub(super) const MOST_CAPTURED: u16 = 9999;

impl Captured {
    /// Counts a piece or layer more.
    #[inline]
    pub(super) fn add(&mut self, value: u16) {
        let add = |sum: &mut u16, more: u16| *sum = (*sum + more).min(MOST_CAPTURED);
        add(&mut self.value, value);
        add(&mut self.bodies, 1);
        add(&mut self.digits, digits(value));
    }

    /// Whether each number is at least that of `least`.
    #[inline]
    pub(super) fn reaches(self, least: Captured) -> bool {
        self.value >= least.value && self.bodies >= least.bodies && self.digits >= least.digits
    }

    fn key(self, player: Player) -> u64 {
        let numbers = u64::from(self.value) | u64::from(self.bodies) << 16 | u64::from(self.digits) << 32;
        mix(1 << 63 | (player as u64) << 48 | numbers)
    }
}

/// What the key changes by when the other side is to move.
const TURN_KEY: u64 = mix(1 << 62);

#[inline]
fn piece_key(player: Player, square: u8, piece: Piece) -> u64 {
    mix(u64::from(square) | (player as u64) << 8 | u64::from(piece.code()) << 16)
}

impl RithmomachiaPosition {
    /// A board without pieces.
    pub(super) fn empty(turn: Player, captured: PerPlayer<Captured>, quiet: u16) -> Self {
        let mut key = if turn == Player::One { 0 } else { TURN_KEY };
        for player in Player::BOTH {
            key ^= captured[player].key(player);
        }
        RithmomachiaPosition {
            sides: PerPlayer::default(),
            movers: [0; 3],
            board: [Piece::NONE; SQUARES],
            key,
            captured,
            captives: PerPlayer::default(),
            quiet,
            turn,
            win: None,
        }
    }

    /// How many pieces and layers a side has captured.
    #[inline]
    pub fn bodies(&self, captor: Player) -> u16 {
        self.captured[captor].bodies
    }

    /// The circles of a side that are no layers of a pyramid: value and rank, counted from 1.
    #[inline]
    pub fn circles(&self, owner: Player) -> impl Iterator<Item = (u16, u8)> {
        let circles = squares_of(self.sides[owner] & self.movers[Shape::Circle as usize]);
        circles.filter_map(|square| Some((self.piece(square).plain_value()?, square / GRID.files + 1)))
    }

    #[inline]
    pub(super) fn occupied(&self) -> Squares {
        self.sides[Player::One] | self.sides[Player::Two]
    }

    #[inline]
    pub(super) fn piece(&self, square: u8) -> Piece {
        self.board[usize::from(square) % SQUARES]
    }

    /// Whose piece stands on a square, and which.
    pub(super) fn at(&self, square: u8) -> Option<(Player, Piece)> {
        let owner = Player::BOTH.into_iter().find(|player| self.sides[*player] & one(square) != 0)?;
        Some((owner, self.piece(square)))
    }

    /// Puts a piece of these shapes onto an empty square, or takes it away.
    #[inline]
    fn toggle(&mut self, player: Player, square: u8, piece: Piece, shapes: u8) {
        self.key ^= piece_key(player, square, piece);
        self.sides[player] ^= one(square);
        self.turn_movers(one(square), shapes);
    }

    #[inline]
    fn turn_movers(&mut self, squares: Squares, shapes: u8) {
        for (shape, movers) in self.movers.iter_mut().enumerate() {
            *movers ^= squares & Squares::from(shapes >> shape & 1).wrapping_neg();
        }
    }

    /// Puts a piece onto an empty square.
    pub(super) fn put(&mut self, player: Player, square: u8, piece: Piece, stacks: &[Stack; MOST_STACKS]) {
        self.toggle(player, square, piece, piece.traits(stacks).1);
        self.board[usize::from(square) % SQUARES] = piece;
    }

    /// Moves a piece of the side to move.
    #[inline]
    pub(super) fn carry(&mut self, mv: RithmomachiaMove, piece: Piece, shapes: u8) {
        let player = self.turn;
        let both = one(mv.from) | one(mv.to);
        self.key ^= piece_key(player, mv.from, piece) ^ piece_key(player, mv.to, piece);
        self.sides[player] ^= both;
        self.turn_movers(both, shapes);
        self.board[usize::from(mv.from) % SQUARES] = Piece::NONE;
        self.board[usize::from(mv.to) % SQUARES] = piece;
    }

    /// The side to move captures what stands on a square, or some layers of it. Where
    /// `layers_count`, a pyramid taken whole counts layer by layer.
    #[inline]
    pub(super) fn take(&mut self, square: u8, loss: Loss, layers_count: bool, stacks: &[Stack; MOST_STACKS]) {
        let (taker, owner) = (self.turn, !self.turn);
        let piece = self.piece(square);
        let (value, shapes) = piece.traits(stacks);
        self.toggle(owner, square, piece, shapes);
        self.board[usize::from(square) % SQUARES] = Piece::NONE;
        self.key ^= self.captured[taker].key(taker);
        match piece.layers() {
            Some(layers) => self.take_layers(square, layers, loss, layers_count, stacks),
            None => self.captured[taker].add(value),
        }
        self.key ^= self.captured[taker].key(taker);
    }

    /// Puts back what is left of a pyramid, and counts what is not.
    #[inline(never)]
    fn take_layers(&mut self, square: u8, layers: u8, loss: Loss, layers_count: bool, stacks: &[Stack; MOST_STACKS]) {
        let (taker, left) = (self.turn, loss.rest(layers, stacks));
        if left != 0 {
            self.put(!taker, square, Piece::pyramid(left), stacks);
        }
        if left == 0 && loss == Loss::Whole && !layers_count {
            self.captured[taker].add(stacks[usize::from(layers) % MOST_STACKS].value);
        } else {
            for layer in (0..8).map(|layer| 1 << layer).filter(|layer| layers & !left & layer != 0) {
                self.captured[taker].add(stacks[usize::from(layer) % MOST_STACKS].value);
            }
        }
    }

    /// Adds a captive to those of a side, or takes it away.
    #[inline]
    pub(super) fn toggle_captive(&mut self, holder: Player, captive: u8) {
        self.captives[holder] ^= 1 << captive;
        self.key ^= mix(1 << 61 | (holder as u64) << 8 | u64::from(captive));
    }

    /// Ends the ply: a capture makes the game loud again.
    #[inline]
    pub(super) fn pass_turn(&mut self, captured: bool) {
        self.quiet = if captured { 0 } else { self.quiet + 1 };
        self.turn = !self.turn;
        self.key ^= TURN_KEY;
    }
}
