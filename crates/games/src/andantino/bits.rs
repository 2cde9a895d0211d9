use std::ops::{BitAnd, BitOr, Not};

use super::hexagon::{Cell, STRIDE};

/// Words of a set: enough for 19 rows of [`STRIDE`] bits.
const WORDS: usize = 6;

/// A set of cells, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bits([u64; WORDS]);

impl Bits {
    /// No cell at all.
    pub(crate) const EMPTY: Bits = Bits([0; WORDS]);

    /// Whether the cell is in the set.
    #[inline]
    pub(crate) fn has(&self, cell: Cell) -> bool {
        self.0[cell.index() / 64] >> (cell.index() % 64) & 1 != 0
    }

    /// Puts a cell in.
    #[inline]
    pub(crate) fn insert(&mut self, cell: Cell) {
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
    }

    /// Takes a cell out.
    #[inline]
    pub(crate) fn remove(&mut self, cell: Cell) {
        self.0[cell.index() / 64] &= !(1 << (cell.index() % 64));
    }

    /// Puts all cells of a patch in.
    #[inline]
    pub(crate) fn insert_all(&mut self, patch: Patch) {
        let word = usize::from(patch.word);
        self.0[word] |= patch.bits[0];
        self.0[word + 1] |= patch.bits[1];
    }

    /// Whether no cell is in the set.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// How many cells are in the set.
    #[inline]
    pub(crate) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The cell that has `n` others of the set before it.
    #[inline]
    pub(crate) fn nth(&self, n: u32) -> Option<Cell> {
        let mut left = n;
        for (at, word) in (0..).zip(self.0) {
            let here = word.count_ones();
            if left < here {
                return Some(Cell::new(at * 64 + nth_bit(word, left)));
            }
            left -= here;
        }
        None
    }

    /// The first cell.
    #[inline]
    pub(crate) fn first(mut self) -> Option<Cell> {
        self.pop()
    }

    /// Takes the first cell out and gives it.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Cell> {
        let (at, word) = (0..).zip(&mut self.0).find(|(_, word)| **word != 0)?;
        let bit = word.trailing_zeros();
        *word &= *word - 1;
        Some(Cell::new(at * 64 + bit))
    }

    /// The cells in rising order.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = Cell> {
        (0..).zip(self.0).filter(|(_, word)| *word != 0).flat_map(|(at, word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros();
                (left != 0).then(|| {
                    left &= left - 1;
                    Cell::new(at * 64 + bit)
                })
            })
        })
    }

    /// Lists the cells, of which there are `count`, in rising order.
    #[inline]
    pub(crate) fn list(&self, count: usize, cells: &mut Vec<Cell>) {
        // Places are made before they are filled, which is faster than one by one.
        cells.resize(count, Cell::new(0));
        let mut places = cells.iter_mut();
        for (at, word) in (0..).zip(self.0) {
            let mut left = word;
            while left != 0
                && let Some(place) = places.next()
            {
                *place = Cell::new(at * 64 + left.trailing_zeros());
                left &= left - 1;
            }
        }
    }

    #[inline]
    fn merge(self, other: Bits, op: impl Fn(u64, u64) -> u64) -> Bits {
        Bits(std::array::from_fn(|word| op(self.0[word], other.0[word])))
    }
}

impl BitAnd for Bits {
    type Output = Bits;
    #[inline]
    fn bitand(self, other: Bits) -> Bits {
        self.merge(other, |a, b| a & b)
    }
}

impl BitOr for Bits {
    type Output = Bits;
    #[inline]
    fn bitor(self, other: Bits) -> Bits {
        self.merge(other, |a, b| a | b)
    }
}

impl Not for Bits {
    type Output = Bits;
    #[inline]
    fn not(self) -> Bits {
        Bits(self.0.map(|word| !word))
    }
}

impl FromIterator<Cell> for Bits {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut bits = Bits::EMPTY;
        cells.into_iter().for_each(|cell| bits.insert(cell));
        bits
    }
}

/// A set of cells that knows how many it has: for those that are mostly empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counted {
    cells: Bits,
    count: u32,
}

impl Counted {
    /// The cells.
    #[inline]
    pub(crate) fn cells(&self) -> Bits {
        self.cells
    }

    /// Whether no cell is in the set.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Puts a cell in.
    #[inline]
    pub(crate) fn insert(&mut self, cell: Cell) {
        self.count += u32::from(!self.cells.has(cell));
        self.cells.insert(cell);
    }

    /// Takes a cell out.
    #[inline]
    pub(crate) fn remove(&mut self, cell: Cell) {
        self.count -= u32::from(self.cells.has(cell));
        self.cells.remove(cell);
    }
}

impl From<Bits> for Counted {
    fn from(cells: Bits) -> Self {
        Counted { cells, count: cells.count() }
    }
}

/// A set of cells that lie close together: only two words of a [`Bits`].
///
/// A cell and its neighbours span 43 bits, so that a move has to touch no
/// more than this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Patch {
    bits: [u64; 2],
    word: u8,
}

impl Patch {
    /// The cells of a set that lie within a neighbourhood of `centre`.
    pub(crate) fn around(centre: Cell, cells: Bits) -> Self {
        let word = (centre.index().saturating_sub(STRIDE + 1) / 64).min(WORDS - 2);
        Patch { bits: [cells.0[word], cells.0[word + 1]], word: word as u8 }
    }

    /// Those that are also in `cells`.
    #[inline]
    pub(crate) fn within(self, cells: &Bits) -> Patch {
        let word = usize::from(self.word);
        Patch { bits: [self.bits[0] & cells.0[word], self.bits[1] & cells.0[word + 1]], ..self }
    }

    /// Those that are not in `cells`.
    #[inline]
    pub(crate) fn without(self, cells: &Bits) -> Patch {
        let word = usize::from(self.word);
        Patch { bits: [self.bits[0] & !cells.0[word], self.bits[1] & !cells.0[word + 1]], ..self }
    }

    /// How many cells.
    #[inline]
    pub(crate) fn count(self) -> u32 {
        self.bits[0].count_ones() + self.bits[1].count_ones()
    }

    /// Whether there is none.
    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.bits[0] | self.bits[1] == 0
    }

    /// The cells in rising order.
    #[inline]
    pub(crate) fn iter(mut self) -> impl Iterator<Item = Cell> {
        std::iter::from_fn(move || {
            let at = usize::from(self.bits[0] == 0);
            let word = &mut self.bits[at];
            if *word == 0 {
                return None;
            }
            let bit = word.trailing_zeros();
            *word &= *word - 1;
            Some(Cell::new((u32::from(self.word) + at as u32) * 64 + bit))
        })
    }
}

/// The place of the bit that has `n` other bits of the word below it.
#[inline]
fn nth_bit(word: u64, n: u32) -> u32 {
    (0..n).fold(word, |word, _| word & (word - 1)).trailing_zeros()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use agon_core::Rng;

    use super::*;
    use crate::andantino::hexagon::CELLS;

    fn random_set(rng: &mut Rng) -> BTreeSet<u32> {
        (0..rng.below(80)).map(|_| rng.below(CELLS as u32)).collect()
    }

    fn bits(set: &BTreeSet<u32>) -> Bits {
        set.iter().map(|index| Cell::new(*index)).collect()
    }

    #[test]
    fn bits_are_a_set_of_cells() {
        let mut rng = Rng::new(1);
        for _ in 0..500 {
            let (one, two) = (random_set(&mut rng), random_set(&mut rng));
            let (a, b) = (bits(&one), bits(&two));
            assert_eq!(a & b, bits(&(&one & &two)));
            assert_eq!(a | b, bits(&(&one | &two)));
            assert_eq!(a & !b, bits(&(&one - &two)));
            assert_eq!(a.count() as usize, one.len());
            assert_eq!(a.is_empty(), one.is_empty());
            let mut list = vec![Cell::new(0); rng.below(80) as usize];
            a.list(one.len(), &mut list);
            assert_eq!(list, a.iter().collect::<Vec<_>>());
            let mut counted = Counted::from(a);
            b.iter().for_each(|cell| counted.insert(cell));
            assert_eq!(counted, Counted::from(a | b));
            a.iter().for_each(|cell| counted.remove(cell));
            a.iter().for_each(|cell| counted.remove(cell));
            assert_eq!(counted, Counted::from(b & !a));
            assert_eq!(
                (counted.cells().count() as usize, counted.is_empty()),
                ((&two - &one).len(), two.is_subset(&one))
            );
            assert_eq!(a.iter().map(|cell| cell.index() as u32).collect::<BTreeSet<_>>(), one);
            for (n, index) in (0..).zip(&one) {
                assert_eq!(a.nth(n), Some(Cell::new(*index)));
                assert!(a.has(Cell::new(*index)));
            }
            assert_eq!(a.nth(one.len() as u32), None);
            let mut emptied = a;
            a.iter().for_each(|cell| emptied.remove(cell));
            assert_eq!(emptied, Bits::EMPTY);
        }
    }

    #[test]
    fn a_patch_is_a_small_set() {
        let mut rng = Rng::new(2);
        for index in 0..CELLS as u32 {
            let near = (index.saturating_sub(21)..=index + 21).filter(|near| *near < CELLS as u32);
            let near: BTreeSet<u32> = near.filter(|_| rng.below(2) == 0).collect();
            let patch = Patch::around(Cell::new(index), bits(&near));
            let other = random_set(&mut rng);
            assert_eq!(patch.iter().collect::<Bits>(), bits(&near));
            assert_eq!(patch.count() as usize, near.len());
            assert_eq!(patch.is_empty(), near.is_empty());
            assert_eq!(patch.within(&bits(&other)).iter().collect::<Bits>(), bits(&(&near & &other)));
            assert_eq!(patch.without(&bits(&other)).iter().collect::<Bits>(), bits(&(&near - &other)));
            let mut joined = bits(&other);
            joined.insert_all(patch);
            assert_eq!(joined, bits(&(&near | &other)));
        }
    }
}
