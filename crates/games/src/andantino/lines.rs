use super::hexagon::{AXES, MOST_ROWS, STEPS, Spot, Step};

/// Stones in a line that win.
pub(crate) const GOAL: u32 = 5;

/// Bits of a word for each axis: a line and an empty bit on either side.
const FIELD: usize = MOST_ROWS + 2;

/// The bits of the first axis.
const MASK: u64 = (1 << FIELD) - 1;

/// The first bit of each axis, which no stone has…
const FIRSTS: u64 = 1 | 1 << FIELD | 1 << (2 * FIELD);

/// …and the last, which none has either.
const LASTS: u64 = FIRSTS << (FIELD - 1);

/// One player's stones, line by line along the three axes.
///
/// Word `i` holds row `i`, column `i` and diagonal `i` in three fields, so
/// that the three lines through a cell are gathered by three `&`, and runs of
/// stones are found by a few shifts, without walking along the lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lines([u64; MOST_ROWS]);

impl Lines {
    /// Adds a stone.
    #[inline]
    pub(crate) fn insert(&mut self, spot: &Spot) {
        self.0[usize::from(spot.row)] |= 2 << spot.column;
        self.0[usize::from(spot.column)] |= 2 << (FIELD as u8 + spot.row);
        self.0[usize::from(spot.diagonal)] |= 2 << (2 * FIELD as u8 + spot.row);
    }

    /// The three lines through a cell.
    #[inline]
    pub(crate) fn through(&self, spot: &Spot) -> Cross {
        Cross(
            self.0[usize::from(spot.row)] & MASK
                | self.0[usize::from(spot.column)] & MASK << FIELD
                | self.0[usize::from(spot.diagonal)] & MASK << (2 * FIELD),
        )
    }

    /// The length of the longest line.
    pub(crate) fn longest(&self) -> u32 {
        self.runs().count() as u32
    }

    /// The squares of the lengths of all lines, added up.
    pub(crate) fn squares(&self) -> u32 {
        // A line of n stones has n runs of one, n - 1 of two, … 1 of n:
        // together n (n + 1) / 2.
        let mut runs = self.runs();
        let stones = runs.next().unwrap_or(0);
        stones + 2 * runs.sum::<u32>()
    }

    /// How many runs of one, two, three… stones there are, as far as there are any.
    fn runs(&self) -> impl Iterator<Item = u32> {
        let mut begins = self.0;
        std::iter::from_fn(move || {
            let count = begins.iter().map(|word| word.count_ones()).sum();
            // Shortens every run by one stone.
            for word in &mut begins {
                *word &= *word >> 1;
            }
            (count > 0).then_some(count)
        })
    }
}

/// One player's stones on the three lines through a cell, a field each.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cross(pub(super) u64);

impl Cross {
    /// The axis and the place on it that a bit stands for.
    #[inline]
    pub(crate) fn place(bit: u32) -> (u32, u8) {
        (bit / FIELD as u32, (bit % FIELD as u32 - 1) as u8)
    }

    /// Where runs of five begin that contain the cell in this row and column.
    pub(crate) fn windows(row: u8, column: u8) -> Self {
        let begins = |axis: u8, place: u8| (0b11111 << (axis * FIELD as u8 + place + 1)) >> (GOAL - 1);
        Cross(begins(0, column) | begins(1, row) | begins(2, row))
    }

    /// The cell itself in this row and column, on each of its lines.
    pub(crate) fn centre(row: u8, column: u8) -> Self {
        let bit = |axis: u8, place: u8| 2 << (axis * FIELD as u8 + place);
        Cross(bit(0, column) | bit(1, row) | bit(2, row))
    }

    /// These lines with the cell's own stone on them.
    #[inline]
    pub(crate) fn with_centre(self, spot: &Spot) -> Self {
        Cross(self.0 | spot.centre.0)
    }

    /// Whether one of the lines has a run that wins.
    #[inline]
    pub(crate) fn wins(self) -> bool {
        let two = self.0 & self.0 >> 1;
        let four = two & two >> 2;
        four & self.0 >> 4 != 0
    }

    /// Which of the neighbours have a stone: a number for [`arcs`], 0 for none.
    #[inline]
    pub(crate) fn neighbours(self, spot: &Spot) -> u8 {
        let pair = |axis: u8, place: u8| (self.0 >> (axis * FIELD as u8 + place)) as u8 & 0b101;
        pair(0, spot.column) | pair(1, spot.row) << 1 | pair(2, spot.row) << 4
    }

    /// The ways straight to the edge that are free of stones, the cell's own aside.
    #[inline]
    pub(crate) fn free_ways(self, spot: &Spot) -> Ways {
        let before = spot.centre.0 - FIRSTS;
        let (back, ahead) = (self.0 & before, self.0 & !(before | spot.centre.0));
        // Any stone of an axis carries into its last bit.
        let blocked = |stones: u64| (stones + (LASTS - FIRSTS)) & LASTS;
        Ways((LASTS | LASTS >> 1) & !(blocked(back) | blocked(ahead) >> 1))
    }
}

/// Ways straight to the edge: the last bit of an axis for the way back, the one
/// before it for the way ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ways(u64);

impl Ways {
    /// How many ways.
    #[inline]
    pub(crate) fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is any.
    #[inline]
    pub(crate) fn any(self) -> bool {
        self.0 != 0
    }

    /// The steps along them.
    pub(crate) fn steps(self) -> impl Iterator<Item = Step> {
        AXES.into_iter().enumerate().flat_map(move |(axis, step)| {
            let ways = self.0 >> (axis * FIELD + FIELD - 2);
            [(ways & 1, step), (ways & 2, -step)].into_iter().filter(|(way, _)| *way != 0).map(|(_, step)| step)
        })
    }
}

/// Where the gaps between the neighbours of a stone's own colour begin, as a
/// set of directions (bit `i` for [`STEPS`]`[i]`), if there is more than one.
///
/// A stone beside a single gap cannot close a ring: the cells around it that
/// are not of its colour still hang together.
#[inline]
pub(crate) fn arcs(neighbours: u8) -> u8 {
    ARCS[usize::from(neighbours & 127)]
}

/// The steps in a set of directions.
#[inline]
pub(crate) fn directions(set: u8) -> impl Iterator<Item = Step> {
    STEPS.into_iter().enumerate().filter(move |(direction, _)| set >> direction & 1 == 1).map(|(_, step)| step)
}

/// The neighbours with which there would be more than one gap, though there
/// are not yet: those in a gap that touch none of the others. As a set of
/// bits of [`Cross::neighbours`].
#[inline]
pub(crate) fn splitting(neighbours: u8) -> u8 {
    SPLITTING[usize::from(neighbours & 127)]
}

/// The step to the neighbour that a bit of [`Cross::neighbours`] stands for.
#[inline]
pub(crate) fn step_to(bit: u32) -> Step {
    // The fifth is never set.
    [-1, STEPS[5], 1, STEPS[2], STEPS[4], 0, STEPS[1], 0][bit as usize & 7]
}

/// The bit of [`Cross::neighbours`] for each direction of [`STEPS`].
const PLACES: [u8; STEPS.len()] = [2, 6, 3, 0, 4, 1];

static ARCS: [u8; 128] = {
    let mut table = [0; 128];
    let mut neighbours = 0;
    while neighbours < table.len() {
        let mut gaps: u8 = 0;
        let mut direction = 0;
        while direction < STEPS.len() {
            let here = neighbours >> PLACES[direction] & 1;
            let before = neighbours >> PLACES[(direction + STEPS.len() - 1) % STEPS.len()] & 1;
            if here == 0 && before == 1 {
                gaps |= 1 << direction;
            }
            direction += 1;
        }
        if gaps.count_ones() > 1 {
            table[neighbours] = gaps;
        }
        neighbours += 1;
    }
    table
};

static SPLITTING: [u8; 128] = {
    let mut table = [0; 128];
    let mut neighbours = 0;
    while neighbours < table.len() {
        let mut direction = 0;
        while direction < STEPS.len() {
            let other = 1 << PLACES[direction];
            if ARCS[neighbours] == 0 && neighbours & other == 0 && ARCS[neighbours | other] != 0 {
                table[neighbours] |= other as u8;
            }
            direction += 1;
        }
        neighbours += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use agon_core::Rng;

    use super::*;
    use crate::andantino::bits::Bits;
    use crate::andantino::hexagon::{Cell, Hexagon};

    fn random_stones(board: &Hexagon, rng: &mut Rng) -> (Bits, Lines) {
        let density = 1 + rng.below(9);
        let stones: Bits = board.cells().iter().filter(|_| rng.below(10) < density).collect();
        let mut lines = Lines::default();
        stones.iter().for_each(|cell| lines.insert(board.spot(cell)));
        (stones, lines)
    }

    fn walk(board: &Hexagon, cell: Cell, step: Step) -> impl Iterator<Item = Cell> {
        std::iter::successors(board.step(cell, step), move |cell| board.step(*cell, step))
    }

    fn run(board: &Hexagon, stones: &Bits, cell: Cell, step: Step) -> u32 {
        walk(board, cell, step).take_while(|cell| stones.has(*cell)).count() as u32
    }

    #[test]
    fn lines_answer_as_walks_do() {
        let mut rng = Rng::new(3);
        for side in [3, 5, 10] {
            let board = Hexagon::new(side);
            for _ in 0..100 {
                let (stones, lines) = random_stones(&board, &mut rng);
                let mut longest = 0;
                for cell in board.cells().iter() {
                    let spot = board.spot(cell);
                    let cross = lines.through(spot);
                    let own = STEPS.map(|step| board.step(cell, step).is_some_and(|cell| stones.has(cell)));
                    for (direction, own) in own.iter().enumerate() {
                        assert_eq!(cross.neighbours(spot) >> PLACES[direction] & 1 == 1, *own);
                    }
                    let is_free = |step: &Step| walk(&board, cell, *step).all(|cell| !stones.has(cell));
                    let free: BTreeSet<Step> = STEPS.into_iter().filter(is_free).collect();
                    let ways = cross.free_ways(spot);
                    assert_eq!(ways.steps().collect::<BTreeSet<Step>>(), free);
                    assert_eq!((ways.count() as usize, ways.any()), (free.len(), !free.is_empty()));
                    if stones.has(cell) {
                        let length =
                            |axis: &Step| 1 + run(&board, &stones, cell, *axis) + run(&board, &stones, cell, -*axis);
                        longest = longest.max(AXES.iter().map(length).max().unwrap_or(0));
                    }
                    let wins = |axis: &Step| {
                        walk(&board, cell, *axis)
                            .chain(walk(&board, cell, -*axis))
                            .chain([cell])
                            .any(|start| stones.has(start) && 1 + run(&board, &stones, start, *axis) >= GOAL)
                    };
                    assert_eq!(cross.wins(), AXES.iter().any(wins));
                }
                assert_eq!(lines.longest(), longest);
            }
        }
    }

    #[test]
    fn arcs_are_counted_in_a_circle() {
        for (step, place) in STEPS.iter().zip(PLACES) {
            assert_eq!(step_to(u32::from(place)), *step);
        }
        for set in 0..64u8 {
            let own = |direction: usize| set >> (direction % 6) & 1 == 1;
            let neighbours = (0..6).filter(|at| own(*at)).fold(0, |bits, at| bits | 1 << PLACES[at]);
            let begins: Vec<usize> = (0..6).filter(|at| own(at + 5) && !own(*at)).collect();
            let expected = if begins.len() > 1 { begins.iter().fold(0, |bits, at| bits | 1 << at) } else { 0 };
            assert_eq!(arcs(neighbours), expected, "{set:06b}");
            // A single arc leaves all of the gap but its two ends.
            let apart = (0..6).filter(|at| !own(at + 5) && !own(*at) && !own(at + 1));
            let apart = apart.fold(0, |bits, at| bits | 1 << PLACES[at]);
            assert_eq!(splitting(neighbours), if set == 0 || expected != 0 { 0 } else { apart }, "{set:06b}");
        }
    }
}
