use agon_core::Player;

use super::hexagon::{AXES, MOST_ROWS, STEPS, Spot, Step};
use super::near::{Near, ROUND};
use super::patterns::CELLS as PATTERN_CELLS;
use super::star::{REACH, Star};

/// Stones in a line that win.
pub(crate) const GOAL: u32 = 5;

/// Bits for each player of a word with both players' stones.
pub(super) const HALF: u32 = 32;

/// The lowest bit of each half.
pub(super) const BOTH: u64 = 1 | 1 << HALF;

/// Empty bits before the first cell of a line: as many as a pattern has cells
/// before its last.
const PAD: usize = PATTERN_CELLS - 1;

/// Where the rows, columns and diagonals begin. There are empty rows before the
/// first and behind the last, so that what is [`Near`] a cell is there.
const ROWS: usize = ROUND;
const COLUMNS: usize = ROWS + MOST_ROWS + ROUND;
const DIAGONALS: usize = COLUMNS + MOST_ROWS;

/// Both players' stones, line by line: rows, columns and diagonals.
///
/// A word is a line, Black's stones in the lower half and White's in the upper,
/// with empty bits on either side. So a shift brings what is near a cell to the
/// same place wherever the cell is, and runs of stones are found by a few
/// shifts more, without walking along the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lines([u64; DIAGONALS + MOST_ROWS]);

impl Default for Lines {
    fn default() -> Self {
        Lines([0; DIAGONALS + MOST_ROWS])
    }
}

impl Lines {
    /// Adds a stone.
    #[inline]
    pub(crate) fn insert(&mut self, player: Player, spot: &Spot) {
        let bit = |place: u8| 1 << (usize::from(place) + PAD + player.index() * HALF as usize);
        self.0[ROWS + usize::from(spot.row)] |= bit(spot.column);
        self.0[COLUMNS + usize::from(spot.column)] |= bit(spot.row);
        self.0[DIAGONALS + usize::from(spot.diagonal)] |= bit(spot.row);
    }

    /// The three lines through a cell.
    #[inline]
    fn through(&self, spot: &Spot) -> [u64; 3] {
        [
            self.0[ROWS + usize::from(spot.row)],
            self.0[COLUMNS + usize::from(spot.column)],
            self.0[DIAGONALS + usize::from(spot.diagonal)],
        ]
    }

    /// The same with the cell at bit [`PAD`] of each half.
    #[inline]
    fn across(&self, spot: &Spot) -> [u64; 3] {
        let [row, column, diagonal] = self.through(spot);
        [row >> spot.column, column >> spot.row, diagonal >> spot.row]
    }

    /// What is near a cell on the lines through it, a player's own stones below.
    #[inline]
    pub(crate) fn star(&self, player: Player, spot: &Spot) -> Star {
        Star::new(self.across(spot).map(|line| line >> (PAD - REACH))).seen_by(player)
    }

    /// What is near a cell on all sides, a player's own stones below.
    #[inline]
    pub(crate) fn near(&self, player: Player, spot: &Spot) -> Near {
        let rows = &self.0[usize::from(spot.row)..][..=2 * ROUND];
        let rows = std::array::from_fn(|at| rows[at] >> (usize::from(spot.column) + PAD - ROUND));
        Near::new(rows).seen_by(player)
    }

    /// The ways from a cell straight to the edge that are free of a player's
    /// stones, one on the cell itself aside.
    #[inline]
    pub(crate) fn free_ways(&self, player: Player, spot: &Spot) -> Ways {
        let past = PAD - 1 + player.index() * HALF as usize;
        let [row, column, diagonal] = self.through(spot).map(|line| line >> past & ((1 << FIELD) - 1));
        let stones = row | column << FIELD | diagonal << (2 * FIELD);
        let before = spot.centre - FIRSTS;
        let (back, ahead) = (stones & before, stones & !(before | spot.centre));
        // Any stone of an axis carries into its last bit.
        let blocked = |stones: u64| (stones + (LASTS - FIRSTS)) & LASTS;
        Ways((LASTS | LASTS >> 1) & !(blocked(back) | blocked(ahead) >> 1))
    }

    /// The cell in this row and column on its three lines, as free ways are counted.
    pub(crate) fn centre(row: u8, column: u8) -> u64 {
        let bit = |axis: usize, place: u8| 2 << (axis * FIELD + usize::from(place));
        bit(0, column) | bit(1, row) | bit(2, row)
    }

    /// The cells on each line through a cell that share a pattern with it,
    /// from one end to the other: a player's own stones, and the opponent's.
    #[inline]
    pub(crate) fn stretches(&self, player: Player, spot: &Spot) -> [[usize; 2]; 3] {
        self.across(spot).map(|line| {
            let both = line.rotate_right(player.index() as u32 * HALF);
            [both, both >> HALF].map(|side| side as usize & ((1 << (2 * PAD + 1)) - 1))
        })
    }

    /// The length of a player's longest line.
    pub(crate) fn longest(&self, player: Player) -> u32 {
        self.runs(player).count() as u32
    }

    /// The squares of the lengths of all of a player's lines, added up.
    pub(crate) fn squares(&self, player: Player) -> u32 {
        // A line of n stones has n runs of one, n - 1 of two, … 1 of n:
        // together n (n + 1) / 2.
        let mut runs = self.runs(player);
        let stones = runs.next().unwrap_or(0);
        stones + 2 * runs.sum::<u32>()
    }

    /// How many runs of one, two, three… stones a player has, as far as there are any.
    fn runs(&self, player: Player) -> impl Iterator<Item = u32> {
        let half = |word: u64| (word >> (player.index() as u32 * HALF)) as u32;
        let mut begins = self.0.map(half);
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

/// Bits for each axis where the ways to the edge are counted: a line and an
/// empty bit on either side.
const FIELD: usize = MOST_ROWS + 2;

/// The first bit of each axis…
const FIRSTS: u64 = 1 | 1 << FIELD | 1 << (2 * FIELD);

/// …and the last.
const LASTS: u64 = FIRSTS << (FIELD - 1);

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
/// bits of [`Star::neighbours`].
#[inline]
pub(crate) fn splitting(neighbours: u8) -> u8 {
    SPLITTING[usize::from(neighbours & 127)]
}

/// The step to the neighbour that a bit of [`Star::neighbours`] stands for.
#[inline]
pub(crate) fn step_to(bit: u32) -> Step {
    STEPS_TO[bit as usize % STEPS_TO.len()]
}

/// The bit of [`Star::neighbours`] for each direction of [`STEPS`].
pub(super) const PLACES: [u8; STEPS.len()] = [2, 6, 3, 0, 4, 1];

static STEPS_TO: [Step; 8] = {
    let mut steps = [0; 8];
    let mut direction = 0;
    while direction < STEPS.len() {
        steps[PLACES[direction] as usize] = STEPS[direction];
        direction += 1;
    }
    steps
};

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

    fn random_stones(board: &Hexagon, player: Player, rng: &mut Rng) -> (Bits, Lines) {
        let density = 1 + rng.below(9);
        let stones: Bits = board.cells().iter().filter(|_| rng.below(10) < density).collect();
        let mut lines = Lines::default();
        stones.iter().for_each(|cell| lines.insert(player, board.spot(cell)));
        // The opponent's stones make no difference.
        let others: Vec<Cell> = board.cells().iter().filter(|cell| !stones.has(*cell)).collect();
        others.into_iter().filter(|_| rng.below(2) == 0).for_each(|cell| lines.insert(!player, board.spot(cell)));
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
        for (side, round) in [3, 5, 10].into_iter().flat_map(|side| (0..100).map(move |round| (side, round))) {
            let (board, player) = (Hexagon::new(side), Player::BOTH[round % 2]);
            let (stones, lines) = random_stones(&board, player, &mut rng);
            let mut longest = 0;
            for cell in board.cells().iter() {
                let spot = board.spot(cell);
                let star = lines.star(player, spot);
                assert_eq!(lines.star(!player, spot).enemy_neighbours(), star.neighbours());
                for (step, place) in STEPS.iter().zip(PLACES) {
                    let own = board.step(cell, *step).is_some_and(|cell| stones.has(cell));
                    assert_eq!(star.neighbours() >> place & 1 == 1, own);
                }
                let is_free = |step: &Step| walk(&board, cell, *step).all(|cell| !stones.has(cell));
                let free: BTreeSet<Step> = STEPS.into_iter().filter(is_free).collect();
                let ways = lines.free_ways(player, spot);
                assert_eq!(ways.steps().collect::<BTreeSet<Step>>(), free);
                assert_eq!((ways.count() as usize, ways.any()), (free.len(), !free.is_empty()));
                // With a stone on the cell, whether or not there is one.
                let length = |axis: &Step| 1 + run(&board, &stones, cell, *axis) + run(&board, &stones, cell, -*axis);
                let here = AXES.iter().map(length).max().unwrap_or(0);
                assert_eq!(star.wins(), here >= GOAL);
                if stones.has(cell) {
                    longest = longest.max(here);
                }
            }
            assert_eq!(lines.longest(player), longest);
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
