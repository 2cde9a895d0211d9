//! Sets of squares as the bits of a number. Square `8 * rank + file` is a bit
//! of its own on every board, so a1 is bit 0 and a smaller board is a corner
//! of the largest.

/// The squares along the side of the largest board, and from one rank to the next.
pub(super) const STRIDE: u8 = 8;

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// The squares of a board of this size.
pub(super) const fn whole_board(size: u8) -> u64 {
    let rank = (1 << size) - 1;
    let mut board = 0;
    let mut at = 0;
    while at < size {
        board |= rank << (STRIDE * at);
        at += 1;
    }
    board
}

/// The squares of a rank of the largest board.
pub(super) const fn rank(at: u8) -> u64 {
    0xff << (STRIDE * at)
}

/// The squares of a file of the largest board.
pub(super) const fn file(at: u8) -> u64 {
    FILE_A << at
}

/// The squares that share an edge with one of these. On a smaller board some
/// of them lie outside; no stone is ever there.
#[inline]
pub(super) const fn around(set: u64) -> u64 {
    (set << STRIDE) | (set >> STRIDE) | ((set & !FILE_H) << 1) | ((set & !FILE_A) >> 1)
}

/// Adds to `joined` the squares of `chain` that hang together with it.
#[inline]
pub(super) const fn flood(mut joined: u64, chain: u64) -> u64 {
    let mut fresh = joined;
    while fresh != 0 {
        fresh = around(fresh) & chain & !joined;
        joined |= fresh;
    }
    joined
}

/// The squares of a set, from a1 on.
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        square
    })
}

/// The squares of a set when a board of this size is mirrored: left to right,
/// top to bottom, or both.
pub(super) fn mirrored(set: u64, size: u8, (files, ranks): (bool, bool)) -> u64 {
    let across = |at: u8, turned: bool| if turned { size - 1 - at } else { at };
    let square = |at: u8| STRIDE * across(at / STRIDE, ranks) + across(at % STRIDE, files);
    squares(set).map(|at| 1 << square(at)).sum()
}

/// The squares of a set with files and ranks exchanged: those mirrored at the
/// diagonal from a1 are exchanged in blocks of four, then of two, then one by one.
pub(super) const fn transposed(mut set: u64) -> u64 {
    const fn exchanged(set: u64, block: u64, by: u32) -> u64 {
        let differing = (set ^ set >> by) & block;
        set ^ differing ^ differing << by
    }
    set = exchanged(set, 0x0000_0000_f0f0_f0f0, 28);
    set = exchanged(set, 0x0000_cccc_0000_cccc, 14);
    exchanged(set, 0x00aa_00aa_00aa_00aa, 7)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_ranks_are_exchanged() {
        for square in 0..64u8 {
            assert_eq!(transposed(1 << square), 1 << (square % 8 * 8 + square / 8), "{square}");
        }
        assert_eq!(transposed(file(2) | rank(5)), rank(2) | file(5));
    }

    #[test]
    fn neighbours_share_an_edge() {
        for square in 0..64u8 {
            let (x, y) = (square % 8, square / 8);
            let beside = (0..64u8).filter(|other| (other % 8).abs_diff(x) + (other / 8).abs_diff(y) == 1);
            assert_eq!(around(1 << square), beside.map(|other| 1 << other).sum(), "{square}");
        }
    }

    #[test]
    fn squares_are_listed_in_order() {
        assert_eq!(squares(rank(0)).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(squares(file(7)).collect::<Vec<_>>(), [7, 15, 23, 31, 39, 47, 55, 63]);
        assert_eq!(squares(0).next(), None);
    }

    #[test]
    fn boards_are_corners_of_the_largest() {
        for size in 3..=8 {
            let expected = (0..64u8).filter(|square| square % 8 < size && square / 8 < size);
            assert_eq!(whole_board(size), expected.map(|square| 1 << square).sum(), "{size}");
        }
    }
}
