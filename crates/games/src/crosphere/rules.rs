use agon_core::{Game, GameInfo, OptionError, Options, Outcome, Player, Rng, Turn, mix};

use super::bitboard::{around, file, flood, mirrored, rank, squares, whole_board};
use super::distance::stones_needed;
use super::{Crosphere, INFO};

/// The word for a win.
pub(super) const CONNECTION: &str = "connection";
/// The word for a draw.
pub(super) const NO_MOVES: &str = "no-moves";

/// The two kinds of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stone {
    /// A stone of the player who places it.
    Strong,
    /// A stone of both players.
    Weak,
}

/// A stone placed on a square. In order: strong ones from a1, b1… on, then
/// weak ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CrosphereMove {
    /// What is placed.
    pub stone: Stone,
    /// Where: `8 * rank + file`, whatever the size of the board.
    pub square: u8,
}

/// A position of Crosphere, in sets of squares: bit `8 * rank + file`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrospherePosition {
    /// The stones that serve each player: its strong ones and all weak ones.
    pub(super) chains: [u64; 2],
    /// For each player and each of its two edges, the squares on which a
    /// stone of its chain is, or would be, joined to that edge. It follows
    /// from the chains, but is much cheaper to keep than to find.
    pub(super) reach: [[u64; 2]; 2],
    /// Who is to move.
    pub(super) turn: Player,
}

impl CrospherePosition {
    /// The weak stones.
    #[inline]
    pub fn weak(&self) -> u64 {
        self.chains[0] & self.chains[1]
    }

    /// A player's strong stones on the board.
    #[inline]
    pub fn strong(&self, player: Player) -> u64 {
        self.chains[player.index()] & !self.chains[(!player).index()]
    }

    /// The stones that serve a player: its strong ones and all weak ones.
    #[inline]
    pub fn chain(&self, player: Player) -> u64 {
        self.chains[player.index()]
    }

    /// Whether a player's chain joins its two edges.
    #[inline]
    pub fn connected(&self, player: Player) -> bool {
        let [first, last] = self.reach[player.index()];
        self.chain(player) & first & last != 0
    }

    /// The squares, empty or not, where a weak stone completes both connections.
    #[inline]
    pub(super) fn forbidden(&self) -> u64 {
        let [[a, b], [c, d]] = self.reach;
        a & b & c & d
    }
}

/// The squares on which each kind of stone can be placed.
#[derive(Clone, Copy)]
struct Places {
    strong: u64,
    weak: u64,
}

impl Places {
    const NONE: Places = Places { strong: 0, weak: 0 };

    #[inline]
    fn count(self) -> u32 {
        self.strong.count_ones() + self.weak.count_ones()
    }

    #[inline]
    fn moves(self) -> impl Iterator<Item = CrosphereMove> {
        let strong = squares(self.strong).map(|square| CrosphereMove { stone: Stone::Strong, square });
        strong.chain(squares(self.weak).map(|square| CrosphereMove { stone: Stone::Weak, square }))
    }

    /// One of the moves, each equally likely.
    #[inline]
    fn draw(self, rng: &mut Rng) -> Option<CrosphereMove> {
        // With so many squares, trying one after another until one is free
        // is faster than counting to one.
        const MANY: u32 = 16;
        if self.weak.count_ones() < MANY {
            return self.moves().nth(rng.below(self.count()) as usize);
        }
        loop {
            let bits = rng.bits();
            let square = (bits >> 58) as u8;
            let weak = self.strong == 0 || bits & 1 == 0;
            let (stone, places) = if weak { (Stone::Weak, self.weak) } else { (Stone::Strong, self.strong) };
            if places >> square & 1 == 1 {
                return Some(CrosphereMove { stone, square });
            }
        }
    }
}

/// Whether a symmetry mirrors the files, and whether the ranks.
pub(super) fn ways(symmetry: u8) -> (bool, bool) {
    (symmetry & 1 != 0, symmetry & 2 != 0)
}

impl Game for Crosphere {
    type Position = CrospherePosition;
    type Move = CrosphereMove;

    const INFO: &'static GameInfo = &INFO;

    fn new(options: Options) -> Result<Self, OptionError> {
        let (size, strong) = (options.int("size") as u8, options.int("strong") as u32);
        let squares = u32::from(size) * u32::from(size);
        if strong > squares {
            let allowed = format!("a whole number from 0 to {squares} when size is {size}");
            return Err(OptionError::Value { option: "strong", value: strong.to_string(), allowed });
        }
        let board = whole_board(size);
        let edges = [[rank(size - 1), rank(0)], [file(0), file(size - 1)]].map(|pair| pair.map(|edge| edge & board));
        Ok(Crosphere { options, size, strong, board, edges })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn start(&self) -> CrospherePosition {
        self.position([0, 0], Player::One)
    }

    #[inline]
    fn turn(&self, position: &CrospherePosition) -> Turn {
        Turn::Player(position.turn)
    }

    fn moves(&self, position: &CrospherePosition, moves: &mut Vec<CrosphereMove>) {
        moves.clear();
        moves.extend(self.legal(position).moves());
    }

    #[inline]
    fn count_moves(&self, position: &CrospherePosition) -> u64 {
        u64::from(self.legal(position).count())
    }

    #[inline]
    fn random_move(&self, position: &CrospherePosition, rng: &mut Rng) -> Option<CrosphereMove> {
        self.legal(position).draw(rng)
    }

    #[inline]
    fn play(&self, position: &mut CrospherePosition, mv: CrosphereMove) {
        let bit = 1u64 << mv.square;
        for player in Player::BOTH {
            let added = if mv.stone == Stone::Weak || player == position.turn { bit } else { 0 };
            let chain = position.chains[player.index()] | added;
            position.chains[player.index()] = chain;
            for reach in &mut position.reach[player.index()] {
                *reach = joined(*reach, chain, added);
            }
        }
        position.turn = !position.turn;
    }

    #[inline]
    fn outcome(&self, position: &CrospherePosition) -> Option<Outcome> {
        if position.connected(Player::One) {
            return Some(Outcome::win(Player::One, CONNECTION));
        }
        if position.connected(Player::Two) {
            return Some(Outcome::win(Player::Two, CONNECTION));
        }
        let places = self.places(position);
        (places.strong | places.weak == 0).then_some(Outcome::draw(NO_MOVES))
    }

    #[inline]
    fn key(&self, position: &CrospherePosition) -> u64 {
        const TURN: u64 = mix(1);
        let stones = mix(position.chains[0] ^ mix(position.chains[1] ^ mix(2)));
        if position.turn == Player::One { stones } else { stones ^ TURN }
    }

    /// Without the images' reach, which their keys do not need.
    fn kind(&self, position: &CrospherePosition) -> u64 {
        let image = |symmetry| {
            let chains = position.chains.map(|chain| mirrored(chain, self.size, ways(symmetry)));
            self.key(&CrospherePosition { chains, ..*position })
        };
        (1..self.symmetries()).map(image).fold(self.key(position), u64::min)
    }

    /// Mirrored either way: a player's edges stay that player's.
    fn symmetries(&self) -> u8 {
        4
    }

    fn transform(&self, symmetry: u8, position: &CrospherePosition) -> CrospherePosition {
        let chains = position.chains.map(|chain| mirrored(chain, self.size, ways(symmetry)));
        self.position(chains, position.turn)
    }

    fn transform_move(&self, symmetry: u8, mv: CrosphereMove) -> CrosphereMove {
        let square = mirrored(1 << mv.square, self.size, ways(symmetry)).trailing_zeros() as u8;
        CrosphereMove { square, ..mv }
    }
}

impl Crosphere {
    /// The position with these chains.
    pub(super) fn position(&self, chains: [u64; 2], turn: Player) -> CrospherePosition {
        let reach = |player: usize, edge: usize| {
            let (chain, edge) = (chains[player], self.edges[player][edge]);
            edge | around(flood(edge & chain, chain))
        };
        CrospherePosition { chains, reach: [[reach(0, 0), reach(0, 1)], [reach(1, 0), reach(1, 1)]], turn }
    }

    /// The squares without a stone.
    #[inline]
    pub fn empty(&self, position: &CrospherePosition) -> u64 {
        self.board & !(position.chains[0] | position.chains[1])
    }

    /// How many strong stones a player has not placed yet.
    #[inline]
    pub fn hand(&self, position: &CrospherePosition, player: Player) -> u32 {
        self.strong - position.strong(player).count_ones()
    }

    /// The fewest stones a player still needs to join its edges; `None` when
    /// the opponent's strong stones are in every way.
    pub fn needed(&self, position: &CrospherePosition, player: Player) -> Option<u32> {
        let [first, last] = position.reach[player.index()];
        stones_needed(position.chain(player), self.empty(position), first, last)
    }

    /// Where stones can be placed, as long as nobody is connected.
    #[inline]
    fn places(&self, position: &CrospherePosition) -> Places {
        let empty = self.empty(position);
        let strong = if self.hand(position, position.turn) > 0 { empty } else { 0 };
        Places { strong, weak: empty & !position.forbidden() }
    }

    /// Where stones can be placed: nowhere after the end.
    #[inline]
    fn legal(&self, position: &CrospherePosition) -> Places {
        let over = Player::BOTH.into_iter().any(|player| position.connected(player));
        if over { Places::NONE } else { self.places(position) }
    }
}

/// What a chain reaches from an edge after a stone has been added to it.
#[inline]
fn joined(mut reach: u64, chain: u64, added: u64) -> u64 {
    let mut fresh = added & reach;
    loop {
        let beside = around(fresh);
        fresh = beside & chain & !reach;
        reach |= beside;
        if fresh == 0 {
            return reach;
        }
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Notation;

    use super::*;

    #[test]
    fn moves_are_listed_in_their_order() {
        let game = Crosphere::new(Options::defaults(Crosphere::INFO.options)).unwrap();
        let mut moves = Vec::new();
        game.moves(&game.start(), &mut moves);
        assert_eq!(moves.len(), 128);
        assert!(moves.is_sorted());
        assert_eq!(moves[1], CrosphereMove { stone: Stone::Strong, square: 1 });
    }

    #[test]
    fn keys_tell_the_side_and_the_kind_of_stone() {
        let game = Crosphere::new(Options::defaults(Crosphere::INFO.options)).unwrap();
        let mut keys: Vec<u64> = ["8", "1,G,6", "1,P,6", "1,W,6", "G,7", "P,7", "W,7", "G,P,6", "P,G,6"]
            .iter()
            .flat_map(|rank| ["G", "P"].map(|side| format!("{rank}/8/8/8/8/8/8/8 {side}")))
            .map(|text| game.key(&game.parse_position(&text).unwrap()))
            .collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 18);
    }
}
