//! How far apart two edges are, in stones.

use super::bitboard::{around, flood};

/// The squares that can be joined to an edge for 0 stones, for 1 stone, and
/// so on: each square once, where it is cheapest. Squares of `own` cost
/// nothing, those of `open` one stone each, and no others can be used.
pub(super) struct Waves {
    own: u64,
    open: u64,
    /// Where the next stone can be placed.
    enter: u64,
    joined: u64,
    begun: bool,
}

impl Waves {
    /// From an edge, or from all squares that a stone would join to it.
    pub(super) fn new(own: u64, open: u64, edge: u64) -> Self {
        Waves { own, open, enter: edge, joined: 0, begun: false }
    }
}

impl Iterator for Waves {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        let paid = if self.begun { self.open } else { self.own };
        let fresh = self.enter & paid & !self.joined;
        if fresh == 0 && self.begun {
            return None;
        }
        self.begun = true;
        let wave = flood(fresh, self.own & !self.joined);
        self.joined |= wave;
        self.enter |= around(wave);
        Some(wave)
    }
}

/// The fewest squares of `open` that join one edge to the other together with
/// the squares of `own`; `None` when there is no way. For each edge, the
/// squares that a stone would join to it will do as well.
#[inline]
pub(super) fn stones_needed(own: u64, open: u64, from: u64, to: u64) -> Option<u32> {
    Waves::new(own, open, from).zip(0..).find(|(wave, _)| wave & to != 0).map(|(_, stones)| stones)
}

/// A shortest way over squares of `chain` from one edge to the other, in
/// order, if there is one.
pub(super) fn shortest_path(chain: u64, from: u64, to: u64) -> Option<Vec<u8>> {
    let mut waves: Vec<u64> = Vec::new();
    for wave in Waves::new(0, chain, from) {
        waves.push(wave);
        if wave & to != 0 {
            let mut path = Vec::new();
            let mut next = to;
            // The wave for 0 stones is empty.
            for wave in waves[1..].iter().rev() {
                let square = (wave & next).trailing_zeros() as u8;
                path.push(square);
                next = around(1 << square);
            }
            path.reverse();
            return Some(path);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use agon_core::Rng;

    use super::super::bitboard::{file, rank, squares};
    use super::*;

    /// The same without waves: every square asks its neighbours until nothing changes.
    fn relaxed(own: u64, open: u64, from: u64, to: u64) -> Option<u32> {
        let price = |square: u8| match () {
            () if own >> square & 1 == 1 => Some(0),
            () => (open >> square & 1 == 1).then_some(1),
        };
        let mut costs: [Option<u32>; 64] = [None; 64];
        loop {
            let before = costs;
            for square in 0..64 {
                let edge = (from >> square & 1 == 1).then_some(0);
                let beside = squares(around(1 << square)).filter_map(|next| before[usize::from(next)]);
                let least = beside.chain(edge).min();
                costs[usize::from(square)] = price(square).zip(least).map(|(price, least)| price + least);
            }
            if costs == before {
                return squares(to).filter_map(|square| costs[usize::from(square)]).min();
            }
        }
    }

    #[test]
    fn waves_find_the_least_cost() {
        let mut rng = Rng::new(3);
        let (mut blocked, mut joined) = (0, 0);
        for round in 0..2000 {
            let (a, b, c) = (rng.bits(), rng.bits(), rng.bits());
            // From few stones to a crowded board.
            let own = if round % 2 == 0 { a & b } else { a };
            let open = if round % 3 == 0 { b & c & !own } else { (b | c) & !own };
            for [from, to] in [[rank(7), rank(0)], [file(0), file(7)]] {
                let needed = stones_needed(own, open, from, to);
                assert_eq!(needed, relaxed(own, open, from, to), "{own:x} {open:x}");
                blocked += u32::from(needed.is_none());
                joined += u32::from(needed == Some(0));
                // From and to what the stones on the board already reach.
                let reach = |edge| edge | around(flood(edge & own, own));
                assert_eq!(needed, stones_needed(own, open, reach(from), reach(to)), "{own:x} {open:x}");
            }
        }
        assert!(blocked > 20 && joined > 20, "{blocked} {joined}");
    }

    #[test]
    fn paths_are_connected_and_shortest() {
        let mut rng = Rng::new(4);
        let mut found = 0;
        for _ in 0..2000 {
            let chain = rng.bits() | rng.bits();
            let path = shortest_path(chain, file(0), file(7));
            assert_eq!(path.as_ref().map(|path| path.len() as u32), relaxed(0, chain, file(0), file(7)));
            let Some(path) = path else { continue };
            found += 1;
            assert!(path.iter().all(|square| chain >> square & 1 == 1));
            assert!(path.windows(2).all(|pair| around(1 << pair[0]) >> pair[1] & 1 == 1), "{path:?}");
            assert!(path[0] % 8 == 0 && path[path.len() - 1] % 8 == 7, "{path:?}");
        }
        assert!(found > 100, "{found}");
    }
}
