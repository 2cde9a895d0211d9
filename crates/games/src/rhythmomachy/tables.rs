use agon_core::Player;

/// Numbers on pieces are below this, so that a set of numbers is 64 bits.
pub(super) const NUMBERS: usize = 64;

/// For circles and for squares, the squares that one on each square could step onto.
static REACH: [[u64; 64]; 2] = [at_distance(1), at_distance(2)];

/// The steps of a circle, then those of a square.
pub(super) static STEPS: [Step; 24] = steps();

/// How many steps a circle has.
pub(super) const CIRCLE_STEPS: u32 = 8;

/// How many steps a square has.
pub(super) const SQUARE_STEPS: u32 = 16;

/// For two numbers, those that are their sum, difference, product or a quotient.
static RELATIONS: [[u64; NUMBERS]; NUMBERS] = relations();

/// For each player, all squares from the nearest to its corner to the farthest.
pub(super) static NEAREST: [[u8; 64]; 2] = nearest();

/// One of the ways in which a piece can go, for all squares at once.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// The squares from which it stays on the board.
    from: u64,
    /// By how much it raises the number of a square, modulo 64.
    by: u8,
}

impl Step {
    /// Where pieces on a set of squares come to.
    #[inline]
    pub(super) const fn ahead(self, set: u64) -> u64 {
        (set & self.from).rotate_left(self.by as u32)
    }

    /// The square from which a piece came to this one.
    #[inline]
    pub(super) const fn back(self, square: u8) -> u8 {
        square.wrapping_sub(self.by) % 64
    }
}

/// The squares that a circle, or a square, could step onto, whatever stands there.
#[inline]
pub(super) fn reach(square: bool, from: u8) -> u64 {
    REACH[usize::from(square)][usize::from(from) % 64]
}

/// The numbers that two numbers capture, as a set.
#[inline]
pub(super) fn related(a: u8, b: u8) -> u64 {
    RELATIONS[usize::from(a) % NUMBERS][usize::from(b) % NUMBERS]
}

/// The numbers with which `number` captures `victim`, as a set: what the four
/// operations make of these two, for each has its inverse among them, save
/// that 0 adds nothing to a number and makes 0 of every one.
#[inline]
pub(super) fn partners(number: u8, victim: u8) -> u64 {
    match (number, victim) {
        (0, 0) => u64::MAX,
        (0, _) => 1 << victim,
        _ => related(number, victim),
    }
}

/// The squares to which circles on a set of squares could step.
#[inline]
pub(super) const fn step(set: u64) -> u64 {
    let sides = beside(set);
    let row = set | sides;
    sides | row << 8 | row >> 8
}

/// The squares to which squares on a set of squares could leap.
#[inline]
pub(super) const fn leap(set: u64) -> u64 {
    const NOT_AB: u64 = 0xfcfc_fcfc_fcfc_fcfc;
    const NOT_GH: u64 = 0x3f3f_3f3f_3f3f_3f3f;
    let sides = (set & NOT_AB) >> 2 | (set & NOT_GH) << 2;
    let row = set | beside(set) | sides;
    sides | sides << 8 | sides >> 8 | row << 16 | row >> 16
}

/// The squares left and right of a set.
#[inline]
const fn beside(set: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    (set & NOT_A) >> 1 | (set & NOT_H) << 1
}

/// The squares of a set, a1 first, then b1 and so on.
#[inline]
pub(super) fn squares_of(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        first
    })
}

/// The squares of a set from rank 8 down to 1, within a rank from file a to h.
#[inline]
pub(super) fn from_the_top(set: u64) -> impl Iterator<Item = u8> {
    // The bytes of a set are its ranks, and bits 3 to 5 of a square's number.
    squares_of(set.swap_bytes()).map(|square| square ^ 0o70)
}

/// The corner that a player's captures are turned to: a1 or h8.
pub(super) const fn corner(player: Player) -> u8 {
    match player {
        Player::One => 0,
        Player::Two => 63,
    }
}

const fn at_distance(distance: u8) -> [u64; 64] {
    let mut reach = [0; 64];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            let (files, ranks) = ((from % 8u8).abs_diff(to % 8), (from / 8).abs_diff(to / 8));
            let farther = if files > ranks { files } else { ranks };
            if farther == distance {
                reach[from as usize] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    reach
}

const fn steps() -> [Step; 24] {
    let mut steps = [Step { from: 0, by: 0 }; 24];
    let (mut circle, mut square) = (0, CIRCLE_STEPS as usize);
    let mut box_place = 0;
    while box_place < 25 {
        let (files, ranks) = (box_place % 5 - 2, box_place / 5 - 2);
        let inner = -1 <= files && files <= 1 && -1 <= ranks && ranks <= 1;
        let step = Step { from: staying(files, ranks), by: (ranks * 8 + files).rem_euclid(64) as u8 };
        if inner && (files != 0 || ranks != 0) {
            steps[circle] = step;
            circle += 1;
        } else if !inner {
            steps[square] = step;
            square += 1;
        }
        box_place += 1;
    }
    steps
}

/// The squares from which going so many files and ranks stays on the board.
const fn staying(files: i32, ranks: i32) -> u64 {
    let mut set = 0;
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8 + files, square / 8 + ranks);
        if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
            set |= 1 << square;
        }
        square += 1;
    }
    set
}

#[expect(clippy::large_stack_arrays, reason = "it is filled at compile time")]
const fn relations() -> [[u64; NUMBERS]; NUMBERS] {
    let mut table = [[0; NUMBERS]; NUMBERS];
    let mut a = 0;
    while a < NUMBERS {
        let mut b = 0;
        while b < NUMBERS {
            let mut set = 1 << a.abs_diff(b);
            if a + b < NUMBERS {
                set |= 1 << (a + b);
            }
            if a * b < NUMBERS {
                set |= 1 << (a * b);
            }
            if b > 0 && a.is_multiple_of(b) {
                set |= 1 << (a / b);
            }
            if a > 0 && b.is_multiple_of(a) {
                set |= 1 << (b / a);
            }
            table[a][b] = set;
            b += 1;
        }
        a += 1;
    }
    table
}

/// Sorts the squares by king-distance from a1, then by the sum of both
/// distances, then by rank distance; those of the other corner by a half turn.
const fn nearest() -> [[u8; 64]; 2] {
    let mut order = [[0; 64]; 2];
    let mut filled = 0;
    let mut king = 0;
    while king < 8 {
        let mut sum = king;
        while sum <= 2 * king {
            let mut rank = 0;
            while rank <= king {
                let file = sum - rank;
                if file == king || rank == king && file < king {
                    let square = (rank * 8 + file) as u8;
                    order[0][filled] = square;
                    order[1][filled] = 63 - square;
                    filled += 1;
                }
                rank += 1;
            }
            sum += 1;
        }
        king += 1;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reach_is_the_kings_measure() {
        for from in 0..64u8 {
            let distance = |to: u8| (from % 8).abs_diff(to % 8).max((from / 8).abs_diff(to / 8));
            for to in 0..64 {
                assert_eq!(reach(false, from) >> to & 1 == 1, distance(to) == 1);
                assert_eq!(reach(true, from) >> to & 1 == 1, distance(to) == 2);
            }
        }
    }

    #[test]
    fn steps_together_are_the_reach() {
        for square in 0..64 {
            let circle = STEPS[..8].iter().fold(0, |set, step| set | step.ahead(1 << square));
            let ring = STEPS[8..].iter().fold(0, |set, step| set | step.ahead(1 << square));
            assert_eq!((circle, ring), (reach(false, square), reach(true, square)));
            for step in STEPS.iter().filter(|step| step.ahead(1 << square) != 0) {
                assert_eq!(step.back(step.ahead(1 << square).trailing_zeros() as u8), square);
            }
        }
    }

    #[test]
    fn the_top_is_rank_8() {
        let expected: Vec<u8> = (0..8).rev().flat_map(|rank| (0..8).map(move |file| rank * 8 + file)).collect();
        assert_eq!(from_the_top(u64::MAX).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn relations_are_the_four_operations() {
        for a in 0..NUMBERS as u8 {
            for b in 0..NUMBERS as u8 {
                let (wide_a, wide_b) = (u32::from(a), u32::from(b));
                for c in 0..NUMBERS as u32 {
                    let expected = wide_a + wide_b == c
                        || wide_a == wide_b + c
                        || wide_b == wide_a + c
                        || wide_a * wide_b == c
                        || wide_b > 0 && wide_a == wide_b * c
                        || wide_a > 0 && wide_b == wide_a * c;
                    assert_eq!(related(a, b) >> c & 1 == 1, expected, "{a} {b} {c}");
                }
            }
        }
    }

    #[test]
    fn partners_are_those_that_capture() {
        for a in 0..NUMBERS as u8 {
            for victim in 0..NUMBERS as u8 {
                for b in 0..NUMBERS as u8 {
                    let (fits, captures) = (partners(a, victim) >> b & 1, related(a, b) >> victim & 1);
                    assert_eq!(fits, captures, "{a} {b} {victim}");
                }
            }
        }
    }

    #[test]
    fn the_nearest_squares_come_first() {
        for player in Player::BOTH {
            let corner = corner(player);
            let distance = |square: &u8| {
                let (files, ranks) = ((square % 8).abs_diff(corner % 8), (square / 8).abs_diff(corner / 8));
                (files.max(ranks), files + ranks, ranks)
            };
            let mut sorted: Vec<u8> = (0..64).collect();
            sorted.sort_by_key(distance);
            assert_eq!(NEAREST[player.index()].to_vec(), sorted);
        }
        assert_eq!(NEAREST[0][..9], [0, 1, 8, 9, 2, 16, 10, 17, 18]);
    }
}
