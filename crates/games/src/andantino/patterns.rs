mod named;

use std::sync::{Arc, LazyLock};

use agon_core::{Player, WeightsError};

use super::hexagon::Spot;
use super::lines::{HALF, Lines, arcs};
use super::near::{Near, OUTER_RINGS};
use super::star::{NEIGHBOURS, REACH, ROW, SPAN, Star};

pub use named::AndantinoPattern;

/// Cells of a pattern: seven in a row, or a cell and its neighbours.
pub(super) const CELLS: usize = 7;
/// All patterns: a bit for each player and cell, both where there is no board.
const PATTERNS: usize = 1 << (2 * CELLS);
/// How many cells of a row come before its middle; the middle of a ring has as many before it.
const MIDDLE: usize = CELLS / 2;

/// All that one player's stones can be on the cells of a line that share a row with a cell.
const STRETCHES: usize = 1 << (2 * CELLS - 1);

/// The cells of a pattern beside a new stone…
const OTHERS: usize = CELLS - 1;
/// …and all that they may hold.
const SURROUNDS: usize = 1 << (2 * OTHERS);
/// Places for the rows of which a stone is the middle: more than there are.
const NEAR_ROWS: usize = 1 << 13;
/// Two rows of which one begins a cell after the other have a cell more, so
/// the rows through a stone are looked up in so many pairs.
const ROW_PAIRS: usize = CELLS.div_ceil(2);

/// What a move that may close a ring is worth beside what it changes, when moves are ordered.
const CLOSING: i16 = 25;

/// The largest weight of a pattern, either way. A stone belongs to 28 of them, each of which it
/// changes by twice that at most, and sums are kept in 16 bits.
const MOST_WEIGHT: i16 = 500;

/// The places of a ring's cells, in a circle around the middle.
const CIRCLE: [usize; 6] = [4, 6, 5, 2, 0, 1];

/// What the patterns are worth: one a line, and its weight behind it, as the
/// example `andantino_patterns` of the crate `agon-search` writes them.
static TEXT: &str = include_str!("patterns.txt");

static WEIGHTS: LazyLock<Arc<Patterns>> = LazyLock::new(|| Arc::new(Patterns::read(TEXT)));

/// What small patterns of stones are worth to Black.
///
/// Every row of seven cells and every cell with its six neighbours is a
/// pattern, and a position is worth the sum of all of them. A stone changes
/// only those that it belongs to, so the sum is carried along from move to
/// move. Nothing is said of shapes by hand: lines, rings to be closed and
/// cells that cannot be played yet have the weights with which the sum comes
/// nearest to what a search finds.
///
/// What is kept is what a stone changes to the good of whoever places it, by
/// what surrounds it: that player's stones in the lower bits, the opponent's in
/// the upper ones, both where there is no board.
#[derive(Debug)]
pub(super) struct Patterns {
    /// For two rows at once, the first of which begins 6, 4, 2 and 0 cells before the stone.
    rows: RowPairs,
    /// For each of the [`OUTER_RINGS`].
    rings: [Box<RingTable>; OUTER_RINGS.len()],
    /// For the ring of which the stone is the middle, by its [`NEIGHBOURS`].
    middle: Box<RingTable>,
    /// For all rows along a line at once, by the [`ROW`] of which the stone is the
    /// middle, as if there were nothing farther away.
    near_rows: Box<[i16; NEAR_ROWS]>,
    /// For all rings at once, by the [`NEIGHBOURS`], as if there were nothing farther away;
    /// and [`CLOSING`] more if the stone may close a ring.
    near_rings: Box<RingTable>,
}

/// What a stone changes in rows, two in one table.
type RowPairs = [Box<[i16; PATTERNS]>; ROW_PAIRS];
/// What it changes in a ring.
type RingTable = [i16; SURROUNDS];

impl Patterns {
    /// The weights that the program was built with.
    pub(super) fn built_in() -> Arc<Self> {
        Arc::clone(&WEIGHTS)
    }

    /// Reads lines of a pattern and its weight; what is not one is passed over.
    fn read(text: &str) -> Self {
        Patterns::new(text.lines().filter_map(parse))
    }

    /// Reads patterns with their weights from outside.
    pub(super) fn try_new<'w>(lines: impl IntoIterator<Item = (usize, &'w str, i32)>) -> Result<Self, WeightsError> {
        let read = |(line, text, weight): (usize, &str, i32)| {
            let most = MOST_WEIGHT;
            let range = || WeightsError::Range { line, name: text.to_string(), most: most.into() };
            let weight = i16::try_from(weight).ok().filter(|weight| (-most..=most).contains(weight));
            let (kind, cells) = pattern(text).ok_or_else(|| WeightsError::Line { line, text: text.to_string() })?;
            Ok((kind, cells, weight.ok_or_else(range)?))
        };
        lines.into_iter().map(read).collect::<Result<Vec<_>, _>>().map(Patterns::new)
    }

    /// Whether this is the text of a pattern.
    pub(super) fn is_pattern(text: &str) -> bool {
        pattern(text).is_some()
    }

    fn new(weights: impl IntoIterator<Item = (Kind, [Content; CELLS], i16)>) -> Self {
        let (mut rows, mut rings) = (vec![0; PATTERNS], vec![0; PATTERNS]);
        for (kind, cells, weight) in weights {
            let table = match kind {
                Kind::Row => &mut rows,
                Kind::Ring => &mut rings,
            };
            for cells in kind.images(cells) {
                table[index(cells)] = weight;
                table[index(cells.map(Content::swapped))] = -weight;
            }
        }
        let rows = std::array::from_fn(|pair| pair_up(&rows, 2 * pair));
        let near_rows = boxed(ROW.table(|row| along(&rows, Arms::of_row(row))));
        // The stone is the last cell of the first ring.
        let change = |near: Near, ring: usize| changed(&rings, near.ring(ring), CELLS - 1 - ring);
        let outer = std::array::from_fn(|at| {
            let ring = if at < MIDDLE { at } else { at + 1 };
            boxed(OUTER_RINGS[at].table(|near| change(Near(near), ring)))
        });
        let around = |star: u64| Near::of_neighbours(Star(star).neighbours(), Star(star).enemy_neighbours());
        let middle = boxed(NEIGHBOURS.table(|star| change(around(star), MIDDLE)));
        let near_rings = NEIGHBOURS.table(|star| {
            let rings: i16 = (0..CELLS).map(|ring| change(around(star), ring)).sum();
            rings + closing(Star(star))
        });
        Patterns { rows, rings: outer, middle, near_rows, near_rings: boxed(near_rings) }
    }

    /// What a stone of a player on an empty cell changes, to the good of that
    /// player; `star` and `near` are what that player sees there.
    #[inline]
    pub(super) fn change(&self, lines: &Lines, (player, spot): (Player, &Spot), (star, near): (Star, Near)) -> i32 {
        let (star, near) = (star.walled(spot), near.walled(spot));
        let mut change = self.middle[NEIGHBOURS.place(star.0)];
        for (stretch, walls) in lines.stretches(player, spot).into_iter().zip(spot.walls) {
            change += along(&self.rows, Arms::of(stretch).walled(walls));
        }
        for (table, ring) in self.rings.iter().zip(OUTER_RINGS) {
            change += table[ring.place(near.0)];
        }
        i32::from(change)
    }

    /// About what [`change`](Self::change) says, but sooner: as if there were
    /// nothing farther away than three cells along the lines through the cell.
    /// A stone that may close a ring is worth more here than the patterns say.
    #[inline]
    pub(super) fn glance(&self, star: Star, spot: &Spot) -> i32 {
        let star = star.walled(spot);
        let rows: i32 = star.axes().iter().map(|axis| i32::from(self.near_rows[ROW.place(*axis)])).sum();
        rows + i32::from(self.near_rings[NEIGHBOURS.place(star.0)])
    }
}

/// What it is worth at a glance that a stone may close a ring.
fn closing(star: Star) -> i16 {
    if arcs(star.neighbours()) == 0 { 0 } else { CLOSING }
}

/// What Black's stone in this place of a pattern changes.
fn changed(weights: &[i16], before: usize, place: usize) -> i16 {
    weights[before | 1 << place] - weights[before]
}

/// What a stone changes in two rows, the second of which begins a cell after
/// the first, or in one if there is no second.
fn pair_up(weights: &[i16], first: usize) -> Box<[i16; PATTERNS]> {
    let every_other = |cells: usize| (0..CELLS).map(|at| (cells >> (2 * at) & 1) << at).sum::<usize>();
    let both = |cells: usize| {
        let (own, enemy) = (every_other(cells), every_other(cells >> 1));
        let change = |row: usize| {
            let Some(place) = (CELLS - 1).checked_sub(first + row) else { return 0 };
            // The cells beside the stone, with a gap for it.
            let apart = |side: usize| {
                let others = side >> row & ((1 << OTHERS) - 1);
                others & ((1 << place) - 1) | others >> place << (place + 1)
            };
            changed(weights, apart(own) | apart(enemy) << CELLS, place)
        };
        change(0) + change(1)
    };
    boxed((0..PATTERNS).map(both).collect())
}

/// A table of a size that the compiler knows.
fn boxed<const N: usize>(table: Vec<i16>) -> Box<[i16; N]> {
    table.try_into().unwrap_or_else(|_| unreachable!("it has N places"))
}

/// What a stone between these arms changes in the rows along them.
#[inline]
fn along(rows: &RowPairs, Arms(arms): Arms) -> i16 {
    rows.iter().enumerate().map(|(pair, table)| table[(arms >> (4 * pair)) as usize % PATTERNS]).sum()
}

/// The cells of a stretch beside its middle, each with a bit for the player and one
/// for the opponent: so the cells of any row in it are side by side.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Arms(u32);

impl Arms {
    /// From one player's stones and the other's.
    #[inline]
    pub(super) fn of([own, enemy]: [usize; 2]) -> Self {
        Arms(APART[own % STRETCHES] | APART[enemy % STRETCHES] << 1)
    }

    /// From a word for [`ROW`].
    fn of_row(row: u64) -> Self {
        Arms::of([row, row >> HALF].map(|side| (side as usize & ((1 << SPAN) - 1)) << (OTHERS - REACH)))
    }

    /// The places that have no stone.
    pub(super) fn inverted(self) -> Self {
        Arms(!self.0 & ((1 << (4 * OTHERS)) - 1))
    }

    /// With stones of both players in these places.
    #[inline]
    fn walled(self, walls: Arms) -> Self {
        Arms(self.0 | walls.0)
    }
}

/// The cells of a stretch beside its middle on every other bit.
static APART: [u32; STRETCHES] = {
    let mut table = [0; STRETCHES];
    let mut stretch = 0;
    while stretch < STRETCHES {
        let others = stretch & ((1 << OTHERS) - 1) | stretch >> CELLS << OTHERS;
        let mut at = 0;
        while at < 2 * OTHERS {
            table[stretch] |= ((others >> at & 1) << (2 * at)) as u32;
            at += 1;
        }
        stretch += 1;
    }
    table
};

/// What a cell of a pattern holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Empty,
    Stone(Player),
    Outside,
}

impl Content {
    const ALL: [(char, Content); 4] = [
        ('.', Content::Empty),
        ('b', Content::Stone(Player::One)),
        ('w', Content::Stone(Player::Two)),
        ('#', Content::Outside),
    ];

    fn swapped(self) -> Self {
        if let Content::Stone(player) = self { Content::Stone(!player) } else { self }
    }

    /// The bits of a pattern's first cell.
    fn bits(self) -> usize {
        match self {
            Content::Empty => 0,
            Content::Stone(player) => 1 << (CELLS * player.index()),
            Content::Outside => 1 | 1 << CELLS,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// Cells in a row, from one end to the other.
    Row,
    /// A cell and its neighbours, as they lie on the board: two above, three, two below.
    Ring,
}

impl Kind {
    /// A pattern whichever way it lies.
    fn images(self, cells: [Content; CELLS]) -> Vec<[Content; CELLS]> {
        let turned = |turn: usize, mirrored: bool| {
            let mut image = cells;
            for (at, place) in CIRCLE.iter().enumerate() {
                let from = if mirrored { turn + CIRCLE.len() - at } else { turn + at };
                image[*place] = cells[CIRCLE[from % CIRCLE.len()]];
            }
            image
        };
        match self {
            Kind::Row => vec![cells, std::array::from_fn(|at| cells[CELLS - 1 - at])],
            Kind::Ring => (0..CIRCLE.len()).flat_map(|turn| [turned(turn, false), turned(turn, true)]).collect(),
        }
    }
}

/// A line of the weights, such as `.bb.bw. 25` or `bb/..w/.# -3`.
fn parse(line: &str) -> Option<(Kind, [Content; CELLS], i16)> {
    let (text, weight) = line.split_once(' ')?;
    let (kind, cells) = pattern(text)?;
    Some((kind, cells, weight.parse().ok()?))
}

/// A pattern, such as `.bb.bw.` or `bb/..w/.#`.
fn pattern(text: &str) -> Option<(Kind, [Content; CELLS])> {
    let content = |letter: char| Content::ALL.iter().find(|(of, _)| *of == letter).map(|(_, content)| *content);
    let cells: Option<Vec<Content>> = text.chars().filter(|letter| *letter != '/').map(content).collect();
    let kind = if text.contains('/') { Kind::Ring } else { Kind::Row };
    Some((kind, cells?.try_into().ok()?))
}

/// A pattern's place in a table.
fn index(cells: [Content; CELLS]) -> usize {
    cells.into_iter().enumerate().map(|(place, content)| content.bits() << place).sum()
}

/// The pattern of a place in a table.
fn cells(index: usize) -> [Content; CELLS] {
    std::array::from_fn(|place| {
        let bits = index >> place & Content::Outside.bits();
        Content::ALL.iter().find(|(_, content)| content.bits() == bits).map_or(Content::Empty, |(_, content)| *content)
    })
}

#[cfg(test)]
mod tests;
