use agon_core::{CellId, Grid};

/// The board. Its 128 squares make a set of them a [`Squares`].
pub(super) const GRID: Grid = Grid { files: 8, ranks: 16 };

/// How many squares.
pub(super) const SQUARES: usize = 128;

/// A set of squares: the bit of a square is `rank * 8 + file`.
pub(super) type Squares = u128;

const FILE_A: Squares = Squares::MAX / 255;
const FILE_H: Squares = FILE_A << 7;

/// How much a square's number changes by one step in each direction. The first
/// four lead to higher numbers, the others straight back in the same order; of
/// each four, two go along files and ranks and two along diagonals.
pub(super) const STEPS: [i8; 8] = [8, 1, 9, 7, -8, -1, -9, -7];

/// A set of directions: bit `d` for direction `d` of [`STEPS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Directions(u8);

impl Directions {
    /// Up and down the board.
    pub(super) const FILES: Directions = Directions(0b0001_0001);
    /// Along files and ranks.
    pub(super) const STRAIGHT: Directions = Directions(0b0011_0011);
    pub(super) const ALL: Directions = Directions(0b1111_1111);

    /// The directions for which something holds.
    pub(super) fn that(holds: impl Fn(usize) -> bool) -> Self {
        Directions((0..8).filter(|direction| holds(*direction)).fold(0, |set, direction| set | 1 << direction))
    }

    #[inline]
    pub(super) fn contain(self, direction: usize) -> bool {
        self.0 >> direction & 1 != 0
    }
}

/// Runs a block once for each direction, with its number as the constant
/// `$direction`: shifts of boards by constants are several times faster.
macro_rules! each_direction {
    ($direction:ident => $body:block) => {
        each_direction!(@ $direction $body 0 1 2 3 4 5 6 7)
    };
    (@ $direction:ident $body:block $($number:literal)+) => {
        $({
            const $direction: usize = $number;
            $body
        })+
    };
}
pub(super) use each_direction;

/// Whether a direction is diagonal, as an index.
#[inline]
pub(super) const fn diagonal(direction: usize) -> usize {
    direction >> 1 & 1
}

/// The direction straight back.
#[inline]
pub(super) const fn opposite(direction: usize) -> usize {
    direction ^ 4
}

/// Every square of a set moved so many steps, as if the board went on beyond its
/// edges: what leaves it on one side may come back on another.
#[inline]
const fn slide(set: Squares, direction: usize, steps: u8) -> Squares {
    let by = STEPS[direction].unsigned_abs() * steps;
    if direction < 4 { set << by } else { set >> by }
}

/// The squares that a step in a direction can lead to.
const fn within_reach(direction: usize) -> Squares {
    match direction {
        0 | 4 => Squares::MAX,
        1 | 2 | 7 => !FILE_A,
        _ => !FILE_H,
    }
}

/// Every square of a set moved one step in a direction, if it comes onto one of the `open` squares.
#[inline]
pub(super) const fn shift(set: Squares, direction: usize, open: Squares) -> Squares {
    slide(set, direction, 1) & (open & within_reach(direction))
}

/// The squares of `target` that are the first beyond empty squares in a direction from one of a set.
#[inline]
pub(super) const fn first_seen(set: Squares, direction: usize, empty: Squares, target: Squares) -> Squares {
    // Each step doubles how far the set has spread over empty squares.
    let open = empty & within_reach(direction);
    let (mut spread, mut open, mut steps) =
        (set | slide(set, direction, 1) & open, open & slide(open, direction, 1), 2);
    let longest = if STEPS[direction] == 8 || STEPS[direction] == -8 { GRID.ranks } else { GRID.files };
    while 2 * steps < longest {
        spread |= slide(spread, direction, steps) & open;
        open &= slide(open, direction, steps);
        steps *= 2;
    }
    spread |= slide(spread, direction, steps) & open;
    shift(spread, direction, target)
}

/// The squares that lie in each direction from each square.
static RAYS: [[Squares; 8]; SQUARES] = rays();

const fn rays() -> [[Squares; 8]; SQUARES] {
    let mut rays = [[0; 8]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut direction = 0;
        while direction < 8 {
            let mut next = shift(1 << square, direction, Squares::MAX);
            while next != 0 {
                rays[square][direction] |= next;
                next = shift(next, direction, Squares::MAX);
            }
            direction += 1;
        }
        square += 1;
    }
    rays
}

/// The squares that lie in a direction from a square.
#[inline]
pub(super) fn ray(square: u8, direction: usize) -> Squares {
    RAYS[usize::from(square) % SQUARES][direction]
}

/// How many ways there are to leap.
pub(super) const LEAPS: usize = 8;

/// The leaps: some squares in the first direction, one in the second. The last four lead straight
/// back, in the order of the first four.
const LEAP_WAYS: [(usize, usize); LEAPS] = [(0, 1), (0, 5), (1, 0), (1, 4), (4, 5), (4, 1), (5, 4), (5, 0)];

/// A set of squares after a leap by `far` squares and one, if it comes onto one of the `open` squares.
#[inline]
pub(super) fn leap(set: Squares, far: u8, way: usize, open: Squares) -> Squares {
    let (on, aside) = LEAP_WAYS[way];
    let along = (0..far).fold(set, |set, _| shift(set, on, Squares::MAX));
    shift(along, aside, open)
}

/// How much a square's number changes by a leap.
pub(super) fn leap_by(far: u8, way: usize) -> i8 {
    let (on, aside) = LEAP_WAYS[way];
    far as i8 * STEPS[on] + STEPS[aside]
}

/// The first square of `set` in a direction from a square.
#[inline]
pub(super) fn nearest(square: u8, direction: usize, set: Squares) -> Option<u8> {
    let found = ray(square, direction) & set;
    if found == 0 {
        None
    } else if direction < 4 {
        Some(found.trailing_zeros() as u8)
    } else {
        Some(127 - found.leading_zeros() as u8)
    }
}

/// How many steps in a direction lead from one square to another that lies there.
#[inline]
pub(super) fn steps_between(from: u8, to: u8, direction: usize) -> u8 {
    from.abs_diff(to) / STEPS[direction].unsigned_abs()
}

/// The direction in which each square lies from each other, 8 where they are on no line.
static DIRECTIONS: [[u8; SQUARES]; SQUARES] = directions();

const fn directions() -> [[u8; SQUARES]; SQUARES] {
    let mut directions = [[8; SQUARES]; SQUARES];
    let mut from = 0;
    while from < SQUARES {
        let mut direction = 0;
        while direction < 8 {
            let mut next = shift(1 << from, direction, Squares::MAX);
            while next != 0 {
                directions[from][next.trailing_zeros() as usize] = direction as u8;
                next = shift(next, direction, Squares::MAX);
            }
            direction += 1;
        }
        from += 1;
    }
    directions
}

/// The direction in which one square lies from another, if they are on one line.
#[inline]
pub(super) fn direction_to(from: u8, to: u8) -> Option<usize> {
    let direction = DIRECTIONS[usize::from(from) % SQUARES][usize::from(to) % SQUARES];
    (direction < 8).then_some(usize::from(direction))
}

/// The set of one square.
#[inline]
pub(super) fn one(square: u8) -> Squares {
    1 << square
}

#[inline]
pub(super) fn contains(set: Squares, square: u8) -> bool {
    let half = if square < 64 { set as u64 } else { (set >> 64) as u64 };
    half >> (square % 64) & 1 != 0
}

/// The four neighbours of a square along its file and rank, if it has all four.
#[inline]
pub(super) fn four_sides(square: u8) -> Option<Squares> {
    const EDGE: Squares = FILE_A | FILE_H | 0xff | 0xff << 120;
    const AROUND_B2: Squares = 1 << 1 | 1 << 8 | 1 << 10 | 1 << 17;
    if contains(EDGE, square) { None } else { Some(AROUND_B2 << (square - 9)) }
}

/// The four neighbours of a square along its diagonals, if it has all four.
#[inline]
pub(super) fn four_corners(square: u8) -> Option<Squares> {
    four_sides(square).map(|_| neighbours(square, 1))
}

/// The neighbours of a square along its file and rank, or with `diagonal` 1 along its diagonals.
pub(super) fn neighbours(square: u8, diagonal: usize) -> Squares {
    [0, 1, 4, 5].into_iter().fold(0, |set, way| set | shift(one(square), way + 2 * diagonal, Squares::MAX))
}

/// The squares of a set, rising.
#[inline]
pub(super) fn squares_of(set: Squares) -> impl Iterator<Item = u8> {
    // Half by half: arithmetic on one machine word is several times cheaper than on two.
    let (mut low, mut high) = (set as u64, (set >> 64) as u64);
    std::iter::from_fn(move || {
        let (half, base) = if low != 0 { (&mut low, 0) } else { (&mut high, 64) };
        if *half == 0 {
            return None;
        }
        let square = half.trailing_zeros() as u8;
        *half &= *half - 1;
        Some(base + square)
    })
}

/// The square of a set that has `below` others below it.
#[inline]
pub(super) fn nth(set: Squares, below: u32) -> u8 {
    let low = set as u64;
    let (mut half, mut below, mut base) = (low, below, 0);
    if below >= low.count_ones() {
        (half, below, base) = ((set >> 64) as u64, below - low.count_ones(), 64);
    }
    for _ in 0..below {
        half &= half.wrapping_sub(1);
    }
    base + half.trailing_zeros() as u8
}

/// The name of a square.
pub(super) fn name(square: u8) -> String {
    GRID.name(CellId::from(square))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square's neighbour by file and rank, without bitboards.
    fn neighbour(square: u8, direction: usize) -> Option<u8> {
        let (up, right) = [(1, 0), (0, 1), (1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1), (-1, 1)][direction];
        let (rank, file) = (i32::from(square / 8) + up, i32::from(square % 8) + right);
        ((0..16).contains(&rank) && (0..8).contains(&file)).then_some((rank * 8 + file) as u8)
    }

    #[test]
    fn shifts_rays_and_steps_follow_files_and_ranks() {
        for square in 0..128 {
            for direction in 0..8 {
                assert_eq!(shift(one(square), direction, Squares::MAX), neighbour(square, direction).map_or(0, one));
                let mut at = square;
                let mut steps = 0;
                while let Some(next) = neighbour(at, direction) {
                    at = next;
                    steps += 1;
                    assert_eq!(direction_to(square, at), Some(direction));
                    assert_eq!(steps_between(square, at, direction), steps);
                    assert_eq!(nearest(square, direction, one(at) | one(square)), Some(at));
                    assert_eq!(nearest(square, opposite(direction), one(at) | one(square)), None);
                }
                let found = nearest(square, direction, Squares::MAX);
                assert_eq!(found, neighbour(square, direction), "the nearest is the neighbour");
            }
            let around: Vec<u8> =
                [0, 1, 4, 5].into_iter().filter_map(|direction| neighbour(square, direction)).collect();
            let set = around.iter().fold(0, |set, square| set | one(*square));
            assert_eq!(four_sides(square), (around.len() == 4).then_some(set));
        }
        assert_eq!(direction_to(0, 10), None);
        assert_eq!(direction_to(7, 8), None);
    }

    #[test]
    fn the_first_seen_stand_behind_empty_squares() {
        let mut rng = agon_core::Rng::new(5);
        for _ in 0..200 {
            let square = rng.below(128) as u8;
            let empty = (0..128).filter(|_| rng.below(8) > 0).fold(0, |set, square| set | one(square));
            for direction in 0..8 {
                let (mut at, mut walked) = (one(square), one(square));
                while at != 0 {
                    at = shift(at, direction, empty);
                    walked |= at;
                }
                assert_eq!(first_seen(one(square), direction, empty, !empty), shift(walked, direction, !empty));
            }
        }
    }

    #[test]
    fn nth_counts_from_below() {
        let set = 1 << 3 | 1 << 63 | 1 << 64 | 1 << 100 | 1 << 127;
        let listed: Vec<u8> = squares_of(set).collect();
        assert_eq!(listed, [3, 63, 64, 100, 127]);
        assert_eq!((0..5).map(|below| nth(set, below)).collect::<Vec<_>>(), listed);
    }
}
