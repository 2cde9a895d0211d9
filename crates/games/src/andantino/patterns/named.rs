use std::fmt;
use std::sync::LazyLock;

use agon_core::Player;

use super::{Content, Kind, MIDDLE, PATTERNS, cells, index};
use crate::andantino::Andantino;
use crate::andantino::rules::AndantinoPosition;

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
    pub(super) fn find(kind: Kind, index_of: usize) -> Option<(Self, i32)> {
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
            let star = position.lines.star(Player::One, spot).walled(spot);
            found.extend(star.rows().into_iter().filter_map(|row| ROWS[row]));
            let near = position.lines.near(Player::One, spot).walled(spot);
            found.extend(RINGS[near.ring(MIDDLE)]);
        }
        found
    }
}
