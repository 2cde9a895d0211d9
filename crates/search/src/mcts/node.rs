use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

use agon_core::Player;

/// A value of one in the whole numbers by which values are added up: whole
/// numbers can be added by several threads at once, in any order.
pub(super) const ONE: u64 = 1 << 30;

/// A value from 0 to 1 in whole numbers.
#[inline]
pub(super) fn fixed(value: f64) -> u64 {
    (value.clamp(0.0, 1.0) * ONE as f64) as u64
}

/// How a position is known to end with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Proof {
    /// Who wins; nobody in a draw.
    pub winner: Option<Player>,
    /// In how many half moves, as far as is known.
    pub plies: u16,
}

impl Proof {
    /// The most half moves that are counted.
    pub const FARTHEST: u16 = u16::MAX >> 2;

    /// What it is worth to player 1.
    #[inline]
    pub fn value(self) -> u64 {
        match self.winner {
            Some(Player::One) => ONE,
            Some(Player::Two) => 0,
            None => ONE / 2,
        }
    }

    fn pack(self) -> u16 {
        let winner = self.winner.map_or(3, |player| player.index() as u16 + 1);
        self.plies.min(Self::FARTHEST) << 2 | winner
    }

    fn unpack(bits: u16) -> Option<Proof> {
        let winner = match bits & 3 {
            0 => return None,
            1 => Some(Player::One),
            2 => Some(Player::Two),
            _ => None,
        };
        Some(Proof { winner, plies: bits >> 2 })
    }
}

/// What is known of one move: how often it was looked into and what came of
/// it. Several threads may read and write it at once; nothing is ever locked.
#[derive(Debug)]
pub(super) struct Node<M> {
    /// The sum of the values to player 1, in units of [`ONE`].
    sum: AtomicU64,
    visits: AtomicU32,
    /// Where its children are; see [`Tree`](super::tree::Tree).
    pub block: AtomicU32,
    /// How likely the move was thought to be before it was searched, or is
    /// where chance moves.
    pub prior: f32,
    proof: AtomicU16,
    /// The move that leads here; any at the root.
    pub mv: M,
}

impl<M> Node<M> {
    pub fn new(mv: M, prior: f32) -> Self {
        Node {
            sum: AtomicU64::new(0),
            visits: AtomicU32::new(0),
            block: AtomicU32::new(0),
            prior,
            proof: AtomicU16::new(0),
            mv,
        }
    }

    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    #[inline]
    pub fn sum(&self) -> u64 {
        self.sum.load(Relaxed)
    }

    /// The mean of the values to player 1, from 0 to 1; a half before any.
    pub fn mean(&self) -> f64 {
        match self.visits() {
            0 => 0.5,
            visits => self.sum() as f64 / (f64::from(visits) * ONE as f64),
        }
    }

    /// Adds a visit while no other thread looks on; a plain store is much
    /// cheaper than an atomic addition.
    #[inline]
    pub fn add_alone(&self, value: u64) {
        self.visits.store(self.visits() + 1, Relaxed);
        self.sum.store(self.sum() + value, Relaxed);
    }

    /// Adds a visit that so far counts as `value`; gives how many there were.
    #[inline]
    pub fn enter(&self, value: u64) -> u32 {
        self.add(value);
        self.visits.fetch_add(1, Relaxed)
    }

    /// Turns a visit that counted as `guess` into one that counts as `value`.
    #[inline]
    pub fn correct(&self, guess: u64, value: u64) {
        self.add(value.wrapping_sub(guess));
    }

    /// Half of all guesses are right or nothing, and need not be written.
    #[inline]
    fn add(&self, value: u64) {
        if value != 0 {
            self.sum.fetch_add(value, Relaxed);
        }
    }

    /// Sets visits and values to those of the children.
    pub fn reset(&mut self, visits: u32, sum: u64) {
        *self.visits.get_mut() = visits;
        *self.sum.get_mut() = sum;
    }

    #[inline]
    pub fn proof(&self) -> Option<Proof> {
        Proof::unpack(self.proof.load(Relaxed))
    }

    #[inline]
    pub fn prove(&self, proof: Proof) {
        self.proof.store(proof.pack(), Relaxed);
    }

    #[inline]
    pub fn is_proven(&self) -> bool {
        self.proof.load(Relaxed) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_fit_into_their_bits() {
        for winner in [Some(Player::One), Some(Player::Two), None] {
            let node = Node::new((), 0.0);
            assert_eq!(node.proof(), None);
            node.prove(Proof { winner, plies: 40_000 });
            assert_eq!(node.proof(), Some(Proof { winner, plies: Proof::FARTHEST }));
            assert!(node.is_proven());
        }
    }

    #[test]
    fn a_node_of_a_small_move_takes_24_bytes() {
        assert_eq!(size_of::<Node<[u8; 2]>>(), 24);
    }

    #[test]
    fn a_guess_is_taken_back() {
        let node = Node::new((), 0.0);
        assert_eq!(node.enter(ONE), 0);
        node.correct(ONE, ONE / 4);
        node.add_alone(ONE / 4);
        assert!((node.mean() - 0.25).abs() < 1e-12);
    }
}
