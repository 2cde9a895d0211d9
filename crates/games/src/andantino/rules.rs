use agon_core::{Game, GameInfo, OptionError, Options, Outcome, PerPlayer, Player, Rng, Turn, zobrist};

use super::bits::{Bits, Patch};
use super::hexagon::{CELLS, Cell, Hexagon, Spot};
use super::lines::{GOAL, Lines};
use super::star::Star;
use super::symmetry::SYMMETRIES;
use super::{Andantino, INFO};

/// The keys of a black and a white stone on each cell.
static STONE_KEYS: [[u64; 2]; CELLS] = {
    let (black, white): ([u64; CELLS], [u64; CELLS]) = (zobrist(0xb1ac), zobrist(0x3417e));
    let mut keys = [[0; 2]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        keys[cell] = [black[cell], white[cell]];
        cell += 1;
    }
    keys
};

/// The key of Black's turn.
const BLACK_TO_MOVE: u64 = zobrist::<1>(0x707)[0];

/// When an enemy stone counts as enclosed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Enclosure {
    /// No way leads over empty cells and enemy stones to the edge.
    Open,
    /// Its group is off the edge and touches no empty cell.
    Strict,
}

/// How far the game has come: the reason of its end, who won follows from
/// the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Ongoing,
    Line,
    Enclosure,
    SelfEnclosure,
    NoMoves,
}

/// A position of Andantino: the stones, whose turn it is, and what follows
/// from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AndantinoPosition {
    /// The stones of each player.
    pub(crate) stones: PerPlayer<Bits>,
    /// All stones by lines.
    pub(crate) lines: Lines,
    /// Cells that touch at least one stone, occupied or not.
    pub(crate) touched: Bits,
    /// Empty cells on which the next stone can be placed, if there is one.
    pub(crate) legal: Bits,
    /// Empty cells inside a ring of one player in which no stone of the other
    /// stands; none after the end. Only for [`Enclosure::Open`].
    pub(crate) walled: Bits,
    /// The Zobrist key of the stones.
    pub(crate) key: u64,
    /// How many stones each player has on the board.
    pub(crate) placed: PerPlayer<u16>,
    /// How many cells are legal.
    pub(crate) choices: u16,
    /// Who is to move.
    pub(crate) turn: Player,
    /// Whether and how the game has ended.
    pub(crate) status: Status,
}

/// The key of a stone.
#[inline]
fn stone_key(player: Player, cell: Cell) -> u64 {
    STONE_KEYS[cell.index()][player.index()]
}

/// The key of stones, whose key this is, when it is a player's turn.
#[inline]
fn key_with(stones: u64, turn: Player) -> u64 {
    if turn == Player::One { stones ^ BLACK_TO_MOVE } else { stones }
}

impl AndantinoPosition {
    /// All stones.
    pub(crate) fn occupied(&self) -> Bits {
        self.stones[Player::One] | self.stones[Player::Two]
    }

    /// How many stones a player has on the board.
    pub fn stones_of(&self, player: Player) -> u32 {
        u32::from(self.placed[player])
    }

    /// The length of a player's longest line.
    pub fn longest_line(&self, player: Player) -> u32 {
        self.lines.longest(player)
    }

    /// The squares of the lengths of all of a player's lines, those of one
    /// stone included, added up; that is, for each stone the lengths of the
    /// three lines through it.
    pub fn line_squares(&self, player: Player) -> u32 {
        self.lines.squares(player)
    }

    /// Puts a stone of the side to move on the board and passes the turn.
    #[expect(clippy::inline_always, reason = "part of every move, and the call is a quarter of it")]
    #[inline(always)]
    fn place(&mut self, cell: Cell, spot: &Spot) {
        let mover = self.turn;
        self.stones[mover].insert(cell);
        self.lines.insert(mover, spot);
        self.key ^= stone_key(mover, cell);
        self.placed[mover] += 1;
        self.turn = !mover;
        self.extend(cell, spot.near);
    }

    /// Brings the legal cells up to date with the new stone.
    #[expect(clippy::inline_always, reason = "part of every move, and the call is more than half of it")]
    #[inline(always)]
    fn extend(&mut self, cell: Cell, near: Patch) {
        if self.placed[Player::One] + self.placed[Player::Two] == 2 {
            // The second stone was free to touch only one; the third is not.
            self.legal = Bits::EMPTY;
            self.choices = 0;
        } else {
            self.legal.remove(cell);
            self.choices -= 1;
        }
        let [black, white] = &self.stones.0;
        let fresh = near.within(&self.touched).without(&self.legal).without(black).without(white);
        self.legal.insert_all(fresh);
        self.touched.insert_all(near);
        self.choices += fresh.count() as u16;
    }
}

impl Game for Andantino {
    type Position = AndantinoPosition;
    type Move = Cell;

    const INFO: &'static GameInfo = &INFO;

    fn new(options: Options) -> Result<Self, OptionError> {
        let enclosure = if options.text("enclosure") == "strict" { Enclosure::Strict } else { Enclosure::Open };
        let tiles = match options.int("tiles") {
            0 => None,
            tiles => Some(tiles as u16),
        };
        let board = Hexagon::new(options.int("side") as u8);
        Ok(Andantino { options, board, enclosure, tiles })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn start(&self) -> AndantinoPosition {
        let centre = std::iter::once(self.board.centre()).collect();
        self.set_up(PerPlayer([centre, Bits::EMPTY]), Player::Two)
    }

    fn turn(&self, position: &AndantinoPosition) -> Turn {
        Turn::Player(position.turn)
    }

    fn moves(&self, position: &AndantinoPosition, moves: &mut Vec<Cell>) {
        if position.status == Status::Ongoing {
            position.legal.list(usize::from(position.choices), moves);
        } else {
            moves.clear();
        }
    }

    #[inline]
    fn count_moves(&self, position: &AndantinoPosition) -> u64 {
        if position.status == Status::Ongoing { u64::from(position.choices) } else { 0 }
    }

    #[inline]
    fn random_move(&self, position: &AndantinoPosition, rng: &mut Rng) -> Option<Cell> {
        if position.status == Status::Ongoing {
            position.legal.nth(rng.below(u32::from(position.choices)))
        } else {
            None
        }
    }

    #[inline]
    fn play(&self, position: &mut AndantinoPosition, mv: Cell) {
        self.put(position, mv, &mut ());
    }

    #[inline]
    fn outcome(&self, position: &AndantinoPosition) -> Option<Outcome> {
        match position.status {
            Status::Ongoing => None,
            Status::Line => Some(Outcome::win(!position.turn, "line")),
            Status::Enclosure => Some(Outcome::win(!position.turn, "enclosure")),
            Status::SelfEnclosure => Some(Outcome::win(position.turn, "self-enclosure")),
            Status::NoMoves => Some(Outcome::draw("no-moves")),
        }
    }

    #[inline]
    fn key(&self, position: &AndantinoPosition) -> u64 {
        key_with(position.key, position.turn)
    }

    #[inline]
    fn key_after(&self, position: &AndantinoPosition, mv: Cell) -> Option<u64> {
        Some(key_with(position.key ^ stone_key(position.turn, mv), !position.turn))
    }

    fn symmetries(&self) -> u8 {
        SYMMETRIES
    }

    /// Without setting up the images: a key is a sum over the stones.
    fn kind(&self, position: &AndantinoPosition) -> u64 {
        let image = |symmetry| {
            let keys = Player::BOTH.into_iter().flat_map(|player| {
                position.stones[player].iter().map(move |cell| stone_key(player, self.transform_cell(symmetry, cell)))
            });
            key_with(keys.fold(0, |sum, key| sum ^ key), position.turn)
        };
        (1..SYMMETRIES).map(image).fold(self.key(position), u64::min)
    }

    fn transform(&self, symmetry: u8, position: &AndantinoPosition) -> AndantinoPosition {
        let moved = |stones: Bits| stones.iter().map(|cell| self.transform_cell(symmetry, cell)).collect();
        self.set_up(PerPlayer(position.stones.0.map(moved)), position.turn)
    }

    fn transform_move(&self, symmetry: u8, mv: Cell) -> Cell {
        self.transform_cell(symmetry, mv)
    }
}

impl Andantino {
    /// The position with these stones, judged as if the last of them had just
    /// been placed. Which one that was makes no difference: a line is the
    /// mover's, and no stone but the last can have come to be enclosed by the
    /// opponent, because an end before would have stood.
    pub(super) fn set_up(&self, stones: PerPlayer<Bits>, turn: Player) -> AndantinoPosition {
        let mut position = AndantinoPosition {
            stones,
            lines: Lines::default(),
            touched: Bits::EMPTY,
            legal: Bits::EMPTY,
            walled: Bits::EMPTY,
            key: 0,
            placed: PerPlayer(stones.0.map(|stones| stones.count() as u16)),
            choices: 0,
            turn,
            status: Status::Ongoing,
        };
        let mut twice = Bits::EMPTY;
        for player in Player::BOTH {
            for cell in stones[player].iter() {
                let spot = self.board.spot(cell);
                position.lines.insert(player, spot);
                position.key ^= stone_key(player, cell);
                twice.insert_all(spot.near.within(&position.touched));
                position.touched.insert_all(spot.near);
            }
        }
        let alone = position.placed[Player::One] + position.placed[Player::Two] == 1;
        position.legal = if alone { position.touched } else { twice } & !position.occupied();
        position.choices = position.legal.count() as u16;
        position.status = self.judge_all(&position);
        if position.status == Status::Ongoing {
            position.walled = self.all_walled(&position);
        }
        position
    }

    /// Judges a position without knowing which stone was the last.
    fn judge_all(&self, position: &AndantinoPosition) -> Status {
        let (mover, other) = (!position.turn, position.turn);
        if position.lines.longest(mover) >= GOAL {
            Status::Line
        } else if !self.enclosed(position, mover).is_empty() {
            Status::Enclosure
        } else if !self.enclosed(position, other).is_empty() {
            Status::SelfEnclosure
        } else {
            self.judge_moves(position)
        }
    }

    #[inline]
    fn judge_moves(&self, position: &AndantinoPosition) -> Status {
        let stuck = position.choices == 0 || self.in_hand(position, position.turn) == Some(0);
        if stuck { Status::NoMoves } else { Status::Ongoing }
    }

    /// Stones that a player has left; `None` when there is no end of them.
    #[inline]
    pub(super) fn in_hand(&self, position: &AndantinoPosition, player: Player) -> Option<u16> {
        self.tiles.map(|tiles| tiles.saturating_sub(position.placed[player]))
    }

    /// Places a stone, and lets somebody look on: what an evaluation wants to
    /// know of a stone is found on the way.
    #[inline]
    pub(super) fn put(&self, position: &mut AndantinoPosition, cell: Cell, onlooker: &mut impl Onlooker) {
        let (spot, mover) = (self.board.spot(cell), position.turn);
        let star = position.lines.star(mover, spot);
        let stone = Stone { cell, spot, mover, star, walled: position.walled.has(cell) };
        let seen = onlooker.placing(self, position, stone);
        position.place(cell, spot);
        position.status = if star.wins() {
            Status::Line
        } else {
            match self.judge_enclosure(position, stone) {
                Status::Ongoing => self.judge_moves(position),
                end => end,
            }
        };
        if position.status != Status::Ongoing {
            position.walled = Bits::EMPTY;
        }
        onlooker.placed(self, position, stone, seen);
    }
}

/// A stone that is being placed, and what was around it.
#[derive(Clone, Copy)]
pub(super) struct Stone<'b> {
    pub cell: Cell,
    pub spot: &'b Spot,
    pub mover: Player,
    pub star: Star,
    /// Whether the cell was walled.
    pub walled: bool,
}

/// Who is told of a stone while it is placed.
pub(super) trait Onlooker {
    /// What it wants to know again once the stone is placed.
    type Seen;

    /// Before anything has changed.
    fn placing(&mut self, game: &Andantino, position: &AndantinoPosition, stone: Stone<'_>) -> Self::Seen;

    /// Once all is done.
    fn placed(&mut self, game: &Andantino, position: &AndantinoPosition, stone: Stone<'_>, seen: Self::Seen);
}

/// Nobody.
impl Onlooker for () {
    type Seen = ();

    #[inline]
    fn placing(&mut self, _: &Andantino, _: &AndantinoPosition, _: Stone<'_>) {}

    #[inline]
    fn placed(&mut self, _: &Andantino, _: &AndantinoPosition, _: Stone<'_>, (): ()) {}
}

#[cfg(test)]
mod tests;
