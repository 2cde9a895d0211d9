use std::fmt;
use std::sync::LazyLock;

use agon_core::Player;

use super::Andantino;
use super::hexagon::Spot;
use super::lines::{BOTH, HALF, Lines};
use super::rules::AndantinoPosition;
use super::star::Star;

/// Cells of a pattern: seven in a row, or a cell and its neighbours.
pub(super) const CELLS: usize = 7;
/// The cells of one player…
const SIDE: usize = (1 << CELLS) - 1;
/// …and all patterns: a bit for each player and cell, both where there is no board.
const PATTERNS: usize = 1 << (2 * CELLS);
/// How many cells of a row come before its middle; the middle of a ring has as many before it.
const MIDDLE: usize = CELLS / 2;

/// All that one player's stones can be on the cells of a line that share a row with a cell.
const STRETCHES: usize = 1 << (2 * CELLS - 1);

/// The cells of a pattern beside a new stone…
const OTHERS: usize = CELLS - 1;
/// …and all that they may hold.
const SURROUNDS: usize = 1 << (2 * OTHERS);
/// Two rows of which one begins a cell after the other have a cell more, so
/// the rows through a stone are looked up in so many pairs.
const ROW_PAIRS: usize = CELLS.div_ceil(2);

/// The places of a ring's cells, in a circle around the middle.
const CIRCLE: [usize; 6] = [4, 6, 5, 2, 0, 1];

/// What the patterns are worth: one a line, and its weight behind it, as the
/// example `andantino_patterns` of the crate `agon-search` writes them.
static TEXT: &str = include_str!("patterns.txt");

static WEIGHTS: LazyLock<Patterns> = LazyLock::new(|| Patterns::read(TEXT));

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
    /// For each of the [`rings_around`] the stone.
    rings: Changes,
    /// For all rows along a line at once, by the row of which the stone is the
    /// middle, as if there were nothing farther away.
    near_rows: Box<[i16; PATTERNS]>,
    /// For all rings at once, by the neighbours as a [`Star`] tells them, as if
    /// there were nothing farther away.
    near_rings: Box<[i16; PATTERNS]>,
}

/// What a stone changes in each pattern of a kind that it is in.
type Changes = [Box<[i16; SURROUNDS]>; CELLS];
/// What it changes in rows, two in one table.
type RowPairs = [Box<[i16; PATTERNS]>; ROW_PAIRS];

impl Patterns {
    /// The weights that the program was built with.
    pub(super) fn built_in() -> &'static Self {
        &WEIGHTS
    }

    /// Reads lines of a pattern and its weight; what is not one is passed over.
    fn read(text: &str) -> Self {
        let (mut rows, mut rings) = (vec![0; PATTERNS], vec![0; PATTERNS]);
        for (kind, cells, weight) in text.lines().filter_map(parse) {
            let table = match kind {
                Kind::Row => &mut rows,
                Kind::Ring => &mut rings,
            };
            for cells in kind.images(cells) {
                table[index(cells)] = weight;
                table[index(cells.map(Content::swapped))] = -weight;
            }
        }
        // In both, the first pattern is the one of which the stone is the last cell.
        let [rows, rings] = [rows, rings].map(|weights| std::array::from_fn(|at| changes(&weights, CELLS - 1 - at)));
        let rows = std::array::from_fn(|pair| pair_up(&rows, 2 * pair));
        let near_rows = boxed(|row| along(&rows, arms_of_row(row)));
        let near_rings = boxed(|neighbours| around(&rings, &rows_with(neighbours)));
        Patterns { rows, rings, near_rows, near_rings }
    }

    /// What a stone of a player on an empty cell changes, to the good of that player.
    #[inline]
    pub(super) fn change(&self, lines: &Lines, walls: &Lines, (player, spot): (Player, &Spot)) -> i32 {
        let stretches = lines.stretches(player, walls, spot);
        let rows: i32 = stretches.iter().map(|stretch| i32::from(along(&self.rows, arms(*stretch)))).sum();
        rows + i32::from(around(&self.rings, &lines.surroundings(player, walls, spot)))
    }

    /// About what [`change`](Self::change) says, but sooner: as if there were
    /// nothing farther away than three cells along the lines through the cell.
    #[inline]
    pub(super) fn glance(&self, star: Star, spot: &Spot) -> i32 {
        let star = star.walled(spot);
        let neighbours = usize::from(star.neighbours()) | usize::from(star.enemy_neighbours()) << CELLS;
        let rows: i32 = star.rows().iter().map(|row| i32::from(self.near_rows[row % PATTERNS])).sum();
        rows + i32::from(self.near_rings[neighbours % PATTERNS])
    }
}

/// What Black's stone in this place of a pattern changes, by what else the pattern holds.
fn changes(weights: &[i16], place: usize) -> Box<[i16; SURROUNDS]> {
    let apart = |others: usize| others & ((1 << place) - 1) | others >> place << (place + 1);
    boxed(|surround| {
        let before = apart(surround % (1 << OTHERS)) | apart(surround >> OTHERS) << CELLS;
        weights[before | 1 << place] - weights[before]
    })
}

/// What a stone changes in two rows, the second of which begins a cell after
/// the first, or in one if there is no second.
fn pair_up(changes: &Changes, first: usize) -> Box<[i16; PATTERNS]> {
    let change = |at: usize, own: usize, enemy: usize| {
        let surround = own % (1 << OTHERS) + ((enemy % (1 << OTHERS)) << OTHERS);
        changes.get(at).map_or(0, |changes| changes[surround])
    };
    let every_other = |cells: usize| (0..CELLS).map(|at| (cells >> (2 * at) & 1) << at).sum::<usize>();
    boxed(|cells| {
        let (own, enemy) = (every_other(cells), every_other(cells >> 1));
        change(first, own, enemy) + change(first + 1, own >> 1, enemy >> 1)
    })
}

/// A table made place by place.
fn boxed<const N: usize>(entry: impl Fn(usize) -> i16) -> Box<[i16; N]> {
    let entries: Box<[i16]> = (0..N).map(entry).collect();
    entries.try_into().unwrap_or_else(|_| unreachable!("it has N places"))
}

/// What a stone between these arms changes in the rows along them.
#[inline]
fn along(rows: &RowPairs, arms: u32) -> i16 {
    rows.iter().enumerate().map(|(pair, table)| table[(arms >> (4 * pair)) as usize % PATTERNS]).sum()
}

/// What a stone in the middle of these rows changes in the rings that it is in.
#[inline]
fn around(rings: &Changes, near: &[u64; 5]) -> i16 {
    rings.iter().zip(rings_around(near)).map(|(table, ring)| table[surround_of(ring)]).sum()
}

/// The cells of a stretch beside its middle, each with a bit for the player and one
/// for the opponent: so the cells of any row in it are side by side.
#[inline]
fn arms([own, enemy]: [usize; 2]) -> u32 {
    APART[own % STRETCHES] | APART[enemy % STRETCHES] << 1
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

/// The arms of a stretch that has only the row around its middle.
fn arms_of_row(row: usize) -> u32 {
    arms([row & SIDE, row >> CELLS].map(|side| side << (OTHERS - MIDDLE)))
}

/// The row around the middle of a stretch.
fn middle_row(stretch: [usize; 2]) -> usize {
    let [own, enemy] = stretch.map(|side| side >> (OTHERS - MIDDLE) & SIDE);
    own | enemy << CELLS
}

/// So many cells of a row, side by side.
#[inline]
fn part(near: &[u64; 5], (row, first): (usize, usize), cells: usize) -> u64 {
    near[row] >> first & (BOTH * ((1 << cells) - 1))
}

/// The rings to which the middle of these rows belongs, without it.
#[inline]
fn rings_around(near: &[u64; 5]) -> [u64; CELLS] {
    [
        part(near, (0, 0), 2) | part(near, (1, 0), 3) << 2 | part(near, (2, 1), 1) << 5,
        part(near, (0, 1), 2) | part(near, (1, 1), 3) << 2 | part(near, (2, 3), 1) << 5,
        part(near, (1, 0), 2) | part(near, (2, 0), 2) << 2 | part(near, (3, 1), 2) << 4,
        part(near, (1, 1), 2) | part(near, (2, 1), 1) << 2 | part(near, (2, 3), 1) << 3 | part(near, (3, 2), 2) << 4,
        part(near, (1, 2), 2) | part(near, (2, 3), 2) << 2 | part(near, (3, 3), 2) << 4,
        part(near, (2, 1), 1) | part(near, (3, 1), 3) << 1 | part(near, (4, 2), 2) << 4,
        part(near, (2, 3), 1) | part(near, (3, 2), 3) << 1 | part(near, (4, 3), 2) << 4,
    ]
}

/// What surrounds the stone in a ring, as a place in a table.
#[inline]
fn surround_of(ring: u64) -> usize {
    (ring | ring >> (HALF as usize - OTHERS)) as usize % SURROUNDS
}

/// Rows with nothing but these neighbours of their middle: one player's, and
/// the other's behind them, as [`Star::neighbours`] has them.
fn rows_with(neighbours: usize) -> [u64; 5] {
    // Left, above right, right, below left, above left, nothing, below right.
    const PLACES: [Option<(usize, u32)>; CELLS] =
        [Some((2, 1)), Some((1, 2)), Some((2, 3)), Some((3, 2)), Some((1, 1)), None, Some((3, 3))];
    let mut rows = [0; 5];
    for (bit, place) in PLACES.into_iter().enumerate() {
        if let Some((row, column)) = place {
            rows[row] |= (neighbours as u64 >> bit & 1) << column;
            rows[row] |= (neighbours as u64 >> (bit + CELLS) & 1) << (column + HALF);
        }
    }
    rows
}

/// The ring around the middle of these rows.
fn middle_ring(near: &[u64; 5]) -> usize {
    let both = part(near, (1, 1), 2) | part(near, (2, 1), 3) << 2 | part(near, (3, 2), 2) << 5;
    (both | both >> (HALF as usize - CELLS)) as usize % PATTERNS
}

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
    let content = |letter: char| Content::ALL.iter().find(|(of, _)| *of == letter).map(|(_, content)| *content);
    let cells: Option<Vec<Content>> = text.chars().filter(|letter| *letter != '/').map(content).collect();
    let kind = if text.contains('/') { Kind::Ring } else { Kind::Row };
    Some((kind, cells?.try_into().ok()?, weight.parse().ok()?))
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

/// A pattern whichever way it lies and whosever stones they are: what has a
/// weight of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AndantinoPattern {
    kind: Kind,
    index: u16,
}

impl AndantinoPattern {
    /// The pattern of a place in a table, and whether it stands there with
    /// its own colours (1) or with swapped ones (-1). `None` for what favours
    /// nobody.
    fn find(kind: Kind, index_of: usize) -> Option<(Self, i32)> {
        let cells = cells(index_of);
        if cells[MIDDLE] == Content::Outside {
            return None;
        }
        let least = |cells| kind.images(cells).into_iter().map(index).min();
        let (own, swapped) = (least(cells)?, least(cells.map(Content::swapped))?);
        let sign = match own.cmp(&swapped) {
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => return None,
            std::cmp::Ordering::Greater => -1,
        };
        Some((AndantinoPattern { kind, index: own.min(swapped) as u16 }, sign))
    }

    /// What every place of a table is found to be.
    fn table(kind: Kind) -> Vec<Option<(Self, i32)>> {
        (0..PATTERNS).map(|index| Self::find(kind, index)).collect()
    }
}

/// As a line of the weights has it.
impl fmt::Display for AndantinoPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, cell) in cells(usize::from(self.index)).into_iter().enumerate() {
            if self.kind == Kind::Ring && [2, 5].contains(&place) {
                f.write_str("/")?;
            }
            let letter = Content::ALL.iter().find(|(_, content)| *content == cell).map_or('?', |(letter, _)| *letter);
            write!(f, "{letter}")?;
        }
        Ok(())
    }
}

static ROWS: LazyLock<Vec<Option<(AndantinoPattern, i32)>>> = LazyLock::new(|| AndantinoPattern::table(Kind::Row));
static RINGS: LazyLock<Vec<Option<(AndantinoPattern, i32)>>> = LazyLock::new(|| AndantinoPattern::table(Kind::Ring));

impl Andantino {
    /// The patterns of a position that favour somebody, each with 1 for
    /// Black's colours and -1 for White's.
    pub fn patterns(&self, position: &AndantinoPosition) -> Vec<(AndantinoPattern, i32)> {
        let mut found = Vec::new();
        for cell in self.board.cells().iter() {
            let spot = self.board.spot(cell);
            let stretches = position.lines.stretches(Player::One, self.board.walls(), spot);
            found.extend(stretches.into_iter().filter_map(|stretch| ROWS[middle_row(stretch)]));
            let near = position.lines.surroundings(Player::One, self.board.walls(), spot);
            found.extend(RINGS[middle_ring(&near)]);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use agon_core::{Game, Options, Rng};

    use super::*;

    #[test]
    fn every_line_of_the_weights_is_read_and_names_a_pattern_once() {
        let mut seen = BTreeMap::new();
        for line in TEXT.lines() {
            let (kind, cells, weight) = parse(line).expect(line);
            let (pattern, sign) = AndantinoPattern::find(kind, index(cells)).expect(line);
            assert_eq!((pattern.to_string(), sign), (line.split(' ').next().unwrap().to_owned(), 1));
            assert_eq!(seen.insert(pattern, weight), None, "{line}");
        }
        assert!(seen.len() > 500);
    }

    /// What is carried along from move to move is the sum over the whole board.
    #[test]
    fn the_balance_is_the_sum_of_all_patterns() {
        let weights: BTreeMap<String, i32> = TEXT
            .lines()
            .filter_map(|line| line.split_once(' '))
            .map(|(pattern, weight)| (pattern.to_owned(), weight.parse().unwrap()))
            .collect();
        let mut nonzero = 0;
        for options in ["side=3", "side=4", "side=10"] {
            let game = Andantino::new(Options::parse(Andantino::INFO.options, options).unwrap()).unwrap();
            let mut rng = Rng::new(6);
            for _ in 0..20 {
                let mut position = game.start();
                while let Some(cell) = game.random_move(&position, &mut rng) {
                    game.play(&mut position, cell);
                    let worth = |(pattern, sign): (AndantinoPattern, i32)| {
                        sign * weights.get(&pattern.to_string()).copied().unwrap_or(0)
                    };
                    let sum: i32 = game.patterns(&position).into_iter().map(worth).sum();
                    assert_eq!(position.balance, sum, "{}", game.position_text(&position));
                    nonzero += u32::from(sum != 0);
                }
            }
        }
        assert!(nonzero > 500);
    }

    /// Where all stones are near, a glance sees all there is.
    #[test]
    fn a_glance_at_neighbours_is_exact() {
        let game = Andantino::new(Options::defaults(Andantino::INFO.options)).unwrap();
        let (mut rng, mut seen) = (Rng::new(3), 0);
        for plies in (1..4).flat_map(|plies| [plies; 50]) {
            let mut position = game.start();
            (0..plies).for_each(|_| {
                let cell = game.random_move(&position, &mut rng).unwrap();
                game.play(&mut position, cell);
            });
            for cell in position.legal.iter() {
                let spot = game.board.spot(cell);
                let stone = (position.turn, spot);
                if spot.near.within(&position.occupied()).count() == position.occupied().count() {
                    let change = game.patterns.change(&position.lines, game.board.walls(), stone);
                    let star = position.lines.star(position.turn, spot);
                    assert_eq!(game.patterns.glance(star, spot), change);
                    seen += u32::from(change != 0);
                }
            }
        }
        assert!(seen > 50, "{seen}");
    }

    #[test]
    fn patterns_are_the_same_whichever_way_they_lie() {
        let find = |line: &str| {
            let (kind, cells, _) = parse(&format!("{line} 0")).unwrap();
            AndantinoPattern::find(kind, index(cells)).map(|(pattern, sign)| (pattern.to_string(), sign))
        };
        let (row, sign) = find("bb.w..#").unwrap();
        assert_eq!(find("#..w.bb"), Some((row.clone(), sign)));
        assert_eq!(find("ww.b..#"), Some((row, -sign)));
        let (ring, sign) = find("b./w.b/..").unwrap();
        for image in ["wb/.../.b", "../b.w/.b", "../w.b/b."] {
            assert_eq!(find(image), Some((ring.clone(), sign)), "{image}");
        }
        // Nobody's: the same for both, or nothing there at all.
        assert_eq!(
            [find("b..#..w"), find("b.w.b.w"), find("......."), find("../.../#.")].map(|f| f.is_some()),
            [false; 4]
        );
    }
}
