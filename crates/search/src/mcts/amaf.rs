use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use agon_core::Player;

use super::node::ONE;

/// Visits and values share a word: visits above, the sum of values below, in
/// units of 2^-16.
const VISIT: u64 = 1 << 40;
const MOST_VISITS: u64 = 1 << 23;
const SUM_ONE: u64 = 1 << 16;
/// Room for moves that have not been seen yet when a table is made.
const ROOM: u32 = 64;

/// For each player and move: in how many games through a node the player made
/// the move at any later time, and what came of them (all moves as first).
#[derive(Debug)]
pub(super) struct Table {
    /// The moves of player 1, then those of player 2.
    cells: Box<[AtomicU64]>,
}

impl Table {
    /// A table for so many moves, and some that may yet come.
    pub fn new(moves: u32) -> Self {
        let cells = 2 * (moves + ROOM);
        Table { cells: (0..cells).map(|_| AtomicU64::new(0)).collect() }
    }

    #[inline]
    fn cell(&self, player: Player, id: u32) -> Option<&AtomicU64> {
        let half = self.cells.len() / 2;
        let id = id as usize;
        (id < half).then(|| &self.cells[player.index() * half + id])
    }

    /// Counts a game in which the player made the move.
    #[inline]
    pub fn add(&self, player: Player, id: u32, value: u64, alone: bool) {
        let Some(cell) = self.cell(player, id) else { return };
        let step = VISIT + value / (ONE / SUM_ONE);
        let old = cell.load(Relaxed);
        if alone && old < MOST_VISITS * VISIT {
            cell.store(old + step, Relaxed);
        } else if old < MOST_VISITS * VISIT {
            cell.fetch_add(step, Relaxed);
        }
    }

    /// In how many games the player made the move, and their mean value to player 1.
    #[inline]
    pub fn get(&self, player: Player, id: u32) -> (f64, f64) {
        let bits = self.cell(player, id).map_or(0, |cell| cell.load(Relaxed));
        let visits = (bits / VISIT) as f64;
        if visits == 0.0 {
            return (0.0, 0.5);
        }
        (visits, (bits % VISIT) as f64 / (visits * SUM_ONE as f64))
    }
}

/// A number for each move, in the order in which they were first seen.
#[derive(Debug)]
pub(super) struct Numbers<M>(Mutex<MoveMap<M>>);

impl<M: Copy + Eq + Hash> Numbers<M> {
    pub fn new() -> Self {
        Numbers(Mutex::new(MoveMap::default()))
    }

    /// How many moves have a number.
    pub fn len(&self) -> u32 {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len() as u32
    }

    fn number(&self, mv: M) -> u32 {
        let mut map = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let next = map.len() as u32;
        *map.entry(mv).or_insert(next)
    }
}

/// The numbers that one thread has already asked for.
#[derive(Debug)]
pub(super) struct KnownNumbers<M>(MoveMap<M>);

impl<M: Copy + Eq + Hash> KnownNumbers<M> {
    pub fn new() -> Self {
        KnownNumbers(MoveMap::default())
    }

    #[inline]
    pub fn of(&mut self, mv: M, shared: &Numbers<M>) -> u32 {
        *self.0.entry(mv).or_insert_with(|| shared.number(mv))
    }
}

type MoveMap<M> = HashMap<M, u32, BuildHasherDefault<MoveHasher>>;

/// A small fast hash: moves are a few bytes, and nobody chooses them to collide.
#[derive(Default)]
struct MoveHasher(u64);

impl Hasher for MoveHasher {
    fn finish(&self) -> u64 {
        agon_core::mix(self.0)
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.write_u64(u64::from(n));
    }

    fn write_u16(&mut self, n: u16) {
        self.write_u64(u64::from(n));
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }

    fn write_isize(&mut self, n: isize) {
        self.write_u64(n as u64);
    }

    fn write_u64(&mut self, n: u64) {
        // The multiplier is 2^64 divided by the golden ratio (Knuth).
        self.0 = (self.0.rotate_left(8) ^ n).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted_by_player_and_move() {
        let table = Table::new(3);
        table.add(Player::One, 2, ONE, true);
        table.add(Player::One, 2, 0, false);
        table.add(Player::Two, 2, ONE / 2, true);
        table.add(Player::Two, 1_000, ONE, true);
        assert_eq!(table.get(Player::One, 2), (2.0, 0.5));
        assert_eq!(table.get(Player::Two, 2), (1.0, 0.5));
        assert_eq!(table.get(Player::Two, 1), (0.0, 0.5));
    }

    #[test]
    fn threads_agree_on_numbers() {
        let numbers = Numbers::new();
        let (mut a, mut b) = (KnownNumbers::new(), KnownNumbers::new());
        assert_eq!([a.of('x', &numbers), a.of('y', &numbers)], [0, 1]);
        assert_eq!([b.of('y', &numbers), b.of('z', &numbers), b.of('x', &numbers)], [1, 2, 0]);
        assert_eq!(numbers.len(), 3);
    }
}
