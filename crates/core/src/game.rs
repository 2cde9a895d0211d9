use std::fmt::Debug;
use std::hash::Hash;

use crate::{GameInfo, OptionError, Options, Outcome, Rng, Turn};

/// The rules of a game with two sides, with their options and whatever tables
/// they precompute.
///
/// A `Game` value is made once; positions are plain data without a pointer to
/// it, and all questions are asked of the game. Types are concrete so that a
/// search is compiled for each game.
///
/// Only rules are here. Text is [`Notation`](crate::Notation), pictures are
/// [`View`](crate::View), and [`Registered`](crate::Registered) adds what else
/// a game can have; a search needs none of them.
///
/// # What every game promises
/// - Equal positions have equal keys, moves and outcomes.
/// - [`moves`](Game::moves) lists each legal move once, in an order that
///   depends on nothing but the position, and nothing after the end.
/// - Nothing panics on options that people wrote; [`play`](Game::play) may on
///   a move that is not legal.
/// - Nothing depends on the machine: no floats in rules, no `usize` in keys.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// All that matters for what follows, except history: what is on the
    /// board, who is to move, counters.
    type Position: Copy + Eq + Debug + Send + Sync + 'static;
    /// What a player (or chance) can do.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;

    /// What the game says about itself.
    const INFO: &'static GameInfo;

    /// The rules with these options; refuses combinations that make no game.
    fn new(options: Options) -> Result<Self, OptionError>;

    /// The options it was made with.
    fn options(&self) -> &Options;

    /// The position from which a game begins.
    fn start(&self) -> Self::Position;

    /// Who is to move; after the end, who would be.
    fn turn(&self, position: &Self::Position) -> Turn;

    /// Clears `moves` and fills it with the legal moves (at a turn of chance,
    /// with what may be drawn); leaves it empty after the end.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// Makes a legal move, without allocating.
    fn play(&self, position: &mut Self::Position, mv: Self::Move);

    /// How the game has ended, as far as the position itself tells; `None`
    /// while it goes on. Repetition is left to [`History`](crate::History).
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// A key for transposition tables and repetition: equal for positions
    /// from which the same can follow. Counters that only bound the length of
    /// a game may be left out.
    fn key(&self, position: &Self::Position) -> u64;

    /// The key of the position that a legal move leads to, where that is known
    /// without making the move: a search can then fetch what it remembers of
    /// the position while the move is made.
    #[inline]
    fn key_after(&self, _position: &Self::Position, _mv: Self::Move) -> Option<u64> {
        None
    }

    /// A key that the position shares with its images under all [symmetries](Game::symmetries),
    /// and with no other position: the least of their keys. Worth writing by hand where making
    /// an image costs more than its key.
    fn kind(&self, position: &Self::Position) -> u64 {
        let images = (1..self.symmetries()).map(|symmetry| self.transform(symmetry, position));
        images.map(|image| self.key(&image)).fold(self.key(position), u64::min)
    }

    /// The number of symmetries of the rules, the identity (symmetry 0)
    /// included: ways to turn or mirror the board that keep who wins how. They
    /// form a group. Openings of a match take symmetric positions for one.
    fn symmetries(&self) -> u8 {
        1
    }

    /// The position under a symmetry: what can follow is the same, turned or
    /// mirrored. Turn and outcome are equal, and playing a
    /// [transformed move](Game::transform_move) in it leads to what the move
    /// itself leads to, transformed.
    fn transform(&self, _symmetry: u8, position: &Self::Position) -> Self::Position {
        *position
    }

    /// The move under a symmetry. The legal moves of a
    /// [transformed position](Game::transform) are the transformed legal moves,
    /// perhaps in another order.
    fn transform_move(&self, _symmetry: u8, mv: Self::Move) -> Self::Move {
        mv
    }

    /// How many legal moves there are.
    fn count_moves(&self, position: &Self::Position) -> u64 {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves.len() as u64
    }

    /// A legal move, each equally likely, or drawn by its probability when
    /// chance is to move; `None` after the end. Worth writing by hand where
    /// listing all moves costs more than drawing one.
    fn random_move(&self, position: &Self::Position, rng: &mut Rng) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        if self.turn(position) == Turn::Chance {
            let mut left = rng.unit();
            for mv in &moves {
                left -= self.probability(position, *mv);
                if left < 0.0 {
                    return Some(*mv);
                }
            }
            return moves.last().copied();
        }
        moves.get(rng.below(moves.len() as u32) as usize).copied()
    }

    /// The probability of a move at a turn of chance.
    fn probability(&self, position: &Self::Position, _mv: Self::Move) -> f64 {
        1.0 / self.count_moves(position) as f64
    }

    /// The occurrence of a position that ends the game in a draw (3 for the
    /// third), where positions can come again.
    fn repetition(&self) -> Option<u32> {
        None
    }

    /// For games with [`repetition`](Game::repetition): how many plies
    /// have passed since the last irreversible one.
    fn reversible(&self, _position: &Self::Position) -> u32 {
        0
    }
}
