use std::fmt;
use std::sync::LazyLock;

use agon_core::Player;

use super::Andantino;
use super::hexagon::Spot;
use super::lines::{BOTH, HALF, Lines};
use super::rules::AndantinoPosition;

/// Cells of a pattern: seven in a row, or a cell and its neighbours.
pub(super) const CELLS: usize = 7;
/// The cells of one player…
const SIDE: usize = (1 << CELLS) - 1;
/// …and all patterns: a bit for each player and cell, both where there is no board.
const PATTERNS: usize = 1 << (2 * CELLS);
/// How many cells of a row come before its middle; the middle of a ring has as many before it.
const MIDDLE: usize = CELLS / 2;

/// The bits for either player of a stretch of cells.
pub(super) const STRETCH_HALF: usize = 16;

/// The cells whose rings a stone is in, its own the middle one: how many rows
/// below the one above it, how many columns right of the one left of it, and
/// the stone's bit in the ring.
const RING_CENTRES: [((usize, usize), usize); CELLS] =
    [((0, 0), 64), ((0, 1), 32), ((1, 0), 16), ((1, 1), 8), ((1, 2), 4), ((2, 1), 2), ((2, 2), 1)];

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
#[derive(Debug)]
pub(super) struct Patterns {
    rows: Box<[i16; PATTERNS]>,
    rings: Box<[i16; PATTERNS]>,
}

impl Patterns {
    /// The weights that the program was built with.
    pub(super) fn built_in() -> &'static Self {
        &WEIGHTS
    }

    /// Reads lines of a pattern and its weight; what is not one is passed over.
    #[expect(clippy::large_stack_arrays, reason = "small for any stack, and made once")]
    fn read(text: &str) -> Self {
        let mut patterns = Patterns { rows: Box::new([0; PATTERNS]), rings: Box::new([0; PATTERNS]) };
        for (kind, cells, weight) in text.lines().filter_map(parse) {
            let table = match kind {
                Kind::Row => &mut patterns.rows,
                Kind::Ring => &mut patterns.rings,
            };
            for cells in kind.images(cells) {
                table[index(cells)] = weight;
                table[index(cells.map(Content::swapped))] = -weight;
            }
        }
        patterns
    }

    /// By how much a stone on an empty cell changes what a position is worth
    /// to Black.
    #[inline]
    pub(super) fn change(&self, lines: &Lines, walls: &Lines, (player, spot): (Player, &Spot)) -> i32 {
        let half = CELLS * player.index();
        let difference = |table: &[i16; PATTERNS], before: usize, stone: usize| {
            i32::from(table[(before | stone << half) % PATTERNS]) - i32::from(table[before])
        };
        let mut change = 0;
        for stretch in lines.stretches(walls, spot) {
            for at in 0..CELLS {
                change += difference(&self.rows, row_of(stretch, at), 1 << (CELLS - 1 - at));
            }
        }
        let near = lines.surroundings(walls, spot);
        for (centre, stone) in RING_CENTRES {
            change += difference(&self.rings, ring_of(&near, centre), stone);
        }
        change
    }
}

/// The row that begins so many cells after a stretch does.
#[inline]
fn row_of(stretch: u32, at: usize) -> usize {
    let row = (stretch >> at) as usize;
    (row & SIDE | row >> (STRETCH_HALF - CELLS) & (SIDE << CELLS)) % PATTERNS
}

/// The ring around one of the [`RING_CENTRES`].
#[inline]
fn ring_of(near: &[u64; 5], (down, right): (usize, usize)) -> usize {
    let above = near[down] >> right & (BOTH * 0b11);
    let beside = near[down + 1] >> right & (BOTH * 0b111);
    let below = near[down + 2] >> (right + 1) & (BOTH * 0b11);
    let both = above | beside << 2 | below << 5;
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
            let stretches = position.lines.stretches(self.board.walls(), spot);
            found.extend(stretches.into_iter().filter_map(|stretch| ROWS[row_of(stretch, MIDDLE)]));
            let near = position.lines.surroundings(self.board.walls(), spot);
            found.extend(RINGS[ring_of(&near, (1, 1))]);
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
