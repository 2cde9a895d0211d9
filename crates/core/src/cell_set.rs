use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use crate::CellId;

/// A set of cells of a board with at most `64 * WORDS` of them, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CellSet<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> CellSet<WORDS> {
    /// No cell at all.
    pub const EMPTY: Self = CellSet([0; WORDS]);

    /// Whether the cell is in the set.
    #[inline]
    pub const fn has(&self, cell: CellId) -> bool {
        self.0[cell as usize / 64] >> (cell % 64) & 1 != 0
    }

    /// Puts a cell in.
    #[inline]
    pub const fn insert(&mut self, cell: CellId) {
        self.0[cell as usize / 64] |= 1 << (cell % 64);
    }

    /// Whether no cell is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// How many cells are in the set.
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Takes the first cell out and gives it.
    #[inline]
    pub fn pop(&mut self) -> Option<CellId> {
        let (at, word) = (0..).zip(&mut self.0).find(|(_, word)| **word != 0)?;
        let bit = word.trailing_zeros() as CellId;
        *word &= *word - 1;
        Some(64 * at + bit)
    }

    /// The cells in rising order.
    #[inline]
    pub fn iter(mut self) -> impl Iterator<Item = CellId> {
        std::iter::from_fn(move || self.pop())
    }

    /// The cells beside these, by the neighbours of each cell.
    #[must_use]
    pub fn around(self, near: &[Self]) -> Self {
        self.iter().fold(Self::EMPTY, |all, cell| all | near[usize::from(cell)])
    }

    /// The cells of this set that hang together with those of it that are in `from`.
    #[must_use]
    pub fn joined(self, from: Self, near: &[Self]) -> Self {
        let (mut joined, mut fresh) = (Self::EMPTY, self & from);
        while !fresh.is_empty() {
            joined |= fresh;
            fresh = fresh.around(near) & self & !joined;
        }
        joined
    }

    /// The fewest cells of this set that lead from one set to another, in order.
    pub fn shortest_path(self, from: Self, to: Self, near: &[Self]) -> Option<Vec<CellId>> {
        let (mut waves, mut left, mut wave) = (Vec::new(), self, self & from);
        while !wave.is_empty() {
            waves.push(wave);
            if !(wave & to).is_empty() {
                let step = |next: &mut Self, wave: Self| {
                    let cell = (wave & *next).iter().next()?;
                    *next = near[usize::from(cell)];
                    Some(cell)
                };
                let mut path: Vec<CellId> = waves.into_iter().rev().scan(to, step).collect();
                path.reverse();
                return Some(path);
            }
            left = left & !wave;
            wave = wave.around(near) & left;
        }
        None
    }

    #[inline]
    fn merge(self, other: Self, op: impl Fn(u64, u64) -> u64) -> Self {
        CellSet(std::array::from_fn(|word| op(self.0[word], other.0[word])))
    }
}

impl<const WORDS: usize> Default for CellSet<WORDS> {
    fn default() -> Self {
        CellSet::EMPTY
    }
}

impl<const WORDS: usize> BitAnd for CellSet<WORDS> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.merge(other, |a, b| a & b)
    }
}

impl<const WORDS: usize> BitOr for CellSet<WORDS> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.merge(other, |a, b| a | b)
    }
}

impl<const WORDS: usize> BitOrAssign for CellSet<WORDS> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const WORDS: usize> Not for CellSet<WORDS> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        CellSet(self.0.map(|word| !word))
    }
}

impl<const WORDS: usize> FromIterator<CellId> for CellSet<WORDS> {
    fn from_iter<I: IntoIterator<Item = CellId>>(cells: I) -> Self {
        let mut set = CellSet::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::Rng;

    #[test]
    fn paths_lead_through_what_hangs_together() {
        // A line of ten cells with a way round its middle: 3, 10, 11, 6 instead of 3, 4, 5, 6.
        let links = |cell: CellId| -> Vec<CellId> {
            let mut links: Vec<CellId> = (0..9).filter(|at| *at == cell).map(|at| at + 1).collect();
            links.extend((1..10).filter(|at| *at == cell).map(|at| at - 1));
            links.extend([(3, 10), (10, 11), (11, 6)].iter().filter_map(|(a, b)| match cell {
                cell if cell == *a => Some(*b),
                cell if cell == *b => Some(*a),
                _ => None,
            }));
            links
        };
        let near: Vec<CellSet<1>> = (0..12).map(|cell| links(cell).into_iter().collect()).collect();
        let set = |cells: &[CellId]| cells.iter().copied().collect::<CellSet<1>>();
        let (all, ends) = ((0..12).collect::<CellSet<1>>(), [set(&[0]), set(&[9])]);
        assert_eq!(set(&[3, 9]).around(&near), set(&[2, 4, 8, 10]));
        assert_eq!(all.shortest_path(ends[0], ends[1], &near), Some((0..10).collect()));
        let cut = all & !set(&[4]);
        assert_eq!(cut.shortest_path(ends[0], ends[1], &near), Some(vec![0, 1, 2, 3, 10, 11, 6, 7, 8, 9]));
        assert_eq!(cut.joined(ends[0], &near), cut);
        let parted = cut & !set(&[10]);
        assert_eq!(parted.shortest_path(ends[0], ends[1], &near), None);
        assert_eq!(parted.joined(ends[0], &near), set(&[0, 1, 2, 3]));
        assert_eq!(all.shortest_path(ends[0], ends[0], &near), Some(vec![0]));
    }

    #[test]
    fn it_is_a_set_of_cells() {
        let mut rng = Rng::new(1);
        let mut random = || (0..rng.below(90)).map(|_| rng.below(192) as CellId).collect::<BTreeSet<_>>();
        let set = |cells: &BTreeSet<CellId>| cells.iter().copied().collect::<CellSet<3>>();
        for _ in 0..300 {
            let (one, two) = (random(), random());
            let (a, b) = (set(&one), set(&two));
            assert_eq!(a & b, set(&(&one & &two)));
            assert_eq!(a | b, set(&(&one | &two)));
            assert_eq!(a & !b, set(&(&one - &two)));
            assert_eq!((a.count() as usize, a.is_empty()), (one.len(), one.is_empty()));
            assert_eq!(a.iter().collect::<Vec<_>>(), one.iter().copied().collect::<Vec<_>>());
            assert!((0..192).all(|cell| a.has(cell) == one.contains(&cell)));
        }
    }
}
