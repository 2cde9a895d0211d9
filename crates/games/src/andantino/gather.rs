/// Brings some bits of a word together to a number of `BITS` bits.
///
/// One product shifts each of them by several distances at once; with a factor
/// that was found by trying, no two ways of setting them give the same number
/// ("magic" factors, as programs for chess have them).
#[derive(Clone, Copy, Debug)]
pub(super) struct Gather<const BITS: u32> {
    mask: u64,
    factor: u64,
}

impl<const BITS: u32> Gather<BITS> {
    /// For the bits of a mask, by a factor that suits it.
    pub const fn new(mask: u64, factor: u64) -> Self {
        Gather { mask, factor }
    }

    /// The number for a word.
    #[inline]
    pub fn place(self, word: u64) -> usize {
        ((word & self.mask).wrapping_mul(self.factor) >> (u64::BITS - BITS)) as usize
    }

    /// A table with a place for every number, and in it what is told of the
    /// words that have nothing but bits of the mask.
    pub fn table(self, entry: impl Fn(u64) -> i16) -> Vec<i16> {
        let mut table = vec![0; 1 << BITS];
        for word in self.words() {
            table[self.place(word)] = entry(word);
        }
        table
    }

    /// All words that have nothing but bits of the mask.
    pub fn words(self) -> impl Iterator<Item = u64> {
        let next = move |word: &u64| Some(word.wrapping_sub(self.mask) & self.mask).filter(|next| *next != 0);
        std::iter::successors(Some(0), next)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::near::OUTER_RINGS;
    use super::super::star::{NEIGHBOURS, ROW};
    use super::*;

    fn is_lossless<const BITS: u32>(gather: Gather<BITS>) -> bool {
        let places: BTreeSet<usize> = gather.words().map(|word| gather.place(word)).collect();
        places.len() == 1 << gather.mask.count_ones() && places.iter().all(|place| *place < 1 << BITS)
    }

    #[test]
    fn no_two_words_have_the_same_place() {
        assert!(OUTER_RINGS.into_iter().all(is_lossless));
        assert!(is_lossless(NEIGHBOURS) && is_lossless(ROW));
        assert!(!is_lossless(Gather::<2>::new(0b11, 1 << 63)));
    }
}
