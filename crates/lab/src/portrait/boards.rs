//! How many boards there can be, by what was seen on them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};

use agon_core::{DynGame, Piece, Scene};

use super::walk::line;

/// The logarithm to base ten of a number that the boards of a game hardly
/// exceed, with either side to move; found in so many random games.
///
/// Where pieces only move and leave, every one of them could stand on any
/// cell, or nowhere. Where they are placed, every cell could hold whatever was
/// seen on it, whatever stands elsewhere.
pub(super) fn boards(game: &dyn DynGame, seed: u64, games: usize, stop: &AtomicBool) -> f64 {
    let mut seen = Seen::default();
    for number in 0..games {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let mut play = game.start();
        seen.note(&play.scene(), true);
        for mv in line(game, seed, number) {
            if play.play(&mv).is_err() {
                break;
            }
            seen.note(&play.scene(), false);
        }
    }
    2f64.log10() + seen.by_pieces(game.board().cells.len()).unwrap_or_else(|| seen.by_cells())
}

/// What was seen.
#[derive(Default)]
struct Seen {
    scenes: u64,
    /// For each cell: what stood on it, and in how many scenes anything did.
    cells: BTreeMap<u16, (BTreeSet<String>, u64)>,
    /// Pieces of each shape, and of those with each label.
    shapes: BTreeMap<String, (Kind, BTreeMap<String, Kind>)>,
}

/// Pieces that are alike.
#[derive(Default)]
struct Kind {
    /// How many there are at the start, and the most that there were.
    start: usize,
    most: usize,
    /// What they looked like in detail: whose, and what is written on them.
    looks: BTreeSet<String>,
    /// Those of this very scene.
    now: usize,
}

impl Seen {
    fn note(&mut self, scene: &Scene, is_start: bool) {
        self.scenes += 1;
        for placed in &scene.pieces {
            let Piece { shape, label, .. } = &placed.piece;
            let look = format!("{:?}", placed.piece);
            let (of_shape, of_label) = self.shapes.entry(format!("{shape:?}")).or_default();
            of_shape.note(&look);
            of_label.entry(label.clone()).or_default().note(&look);
            let (looks, times) = self.cells.entry(placed.cell).or_default();
            looks.insert(look);
            *times += 1;
        }
        for (of_shape, of_label) in self.shapes.values_mut() {
            of_shape.settle(is_start);
            for kind in of_label.values_mut() {
                kind.settle(is_start);
            }
        }
    }

    /// Every cell holds anything seen on it.
    fn by_cells(&self) -> f64 {
        let states = |(looks, times): &(BTreeSet<String>, u64)| looks.len() + usize::from(*times < self.scenes);
        self.cells.values().map(|cell| (states(cell) as f64).log10()).sum()
    }

    /// Every piece stands on any of so many cells, or nowhere; `None` if there
    /// ever are more of a kind than at the start.
    fn by_pieces(&self, cells: usize) -> Option<f64> {
        let of_shape = |(shape, labels): &(Kind, BTreeMap<String, Kind>)| {
            if labels.values().all(Kind::is_kept) {
                Some(labels.values().map(|kind| kind.arrangements(cells)).sum::<f64>())
            } else {
                // What is written on them may change.
                shape.is_kept().then(|| shape.arrangements(cells))
            }
        };
        self.shapes.values().map(of_shape).sum()
    }
}

impl Kind {
    fn note(&mut self, look: &str) {
        self.now += 1;
        if !self.looks.contains(look) {
            self.looks.insert(look.to_string());
        }
    }

    /// Counts what was noted of a scene.
    fn settle(&mut self, is_start: bool) {
        self.most = self.most.max(self.now);
        if is_start {
            self.start = self.now;
        }
        self.now = 0;
    }

    /// Whether there never are more than at the start.
    fn is_kept(&self) -> bool {
        self.most <= self.start
    }

    /// The logarithm of the ways in which they can stand on so many cells.
    fn arrangements(&self, cells: usize) -> f64 {
        arrangements(cells, self.start, self.looks.len())
    }
}

/// The logarithm to base ten of the ways to put at most so many pieces on so
/// many cells, each looking one of so many ways: the sum over the number of
/// pieces of which cells there are to choose, and looks for each.
fn arrangements(cells: usize, pieces: usize, looks: usize) -> f64 {
    let (mut ways, mut sum) = (1.0, 1.0);
    for already in 0..pieces.min(cells) {
        ways *= (cells - already) as f64 / (already + 1) as f64 * looks as f64;
        sum += ways;
    }
    f64::log10(sum)
}

#[cfg(test)]
mod tests {
    use agon_core::{Options, Placed, Shape, Side};

    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn arrangements_are_counted() {
        // Nothing, one piece on three cells in two looks, two pieces.
        assert!(near(arrangements(3, 2, 2), f64::log10(1.0 + 6.0 + 12.0)));
        assert!(near(arrangements(2, 5, 1), f64::log10(4.0)));
        assert!(near(arrangements(0, 1, 1), 0.0));
    }

    fn scene(pieces: &[(u16, Side, &str)]) -> Scene {
        let place = |(cell, side, label): &(u16, Side, &str)| Placed {
            cell: *cell,
            piece: Piece::new(*side, Shape::Circle, *label),
        };
        Scene { pieces: pieces.iter().map(place).collect(), hands: Vec::new(), counters: Vec::new() }
    }

    #[test]
    fn pieces_that_only_move_stand_anywhere() {
        let mut seen = Seen::default();
        seen.note(&scene(&[(0, Side::One, "2"), (5, Side::Two, "3")]), true);
        seen.note(&scene(&[(1, Side::One, "2"), (5, Side::Two, "3")]), false);
        seen.note(&scene(&[(0, Side::Two, "2"), (1, Side::Two, "3")]), false);
        // 2: nowhere, or on eight cells in two colours; 3: nowhere, or on eight cells.
        assert!(near(seen.by_pieces(8).unwrap(), f64::log10(17.0 * 9.0)));
        // Cell 0: either 2 or nothing; cell 1: 2, 3 or nothing; cell 5: 3 or nothing.
        assert!(near(seen.by_cells(), f64::log10(3.0 * 3.0 * 2.0)));
        // One more than at the start: pieces are made, so they may be anywhere.
        seen.note(&scene(&[(0, Side::One, "2"), (1, Side::Two, "3"), (5, Side::Two, "3")]), false);
        assert_eq!(seen.by_pieces(8), None);
    }

    #[test]
    fn stones_are_counted_by_cell() {
        let info = agon_games::game_of("crosphere").unwrap();
        let options = Options::parse(info.options, "size=3 strong=0").unwrap();
        let game = agon_games::open("crosphere", options).unwrap();
        let found = boards(&*game, 1, 50, &AtomicBool::new(false));
        // Every cell empty or taken, by whichever stones there are; either side to move.
        assert!(found >= f64::log10(2.0 * 2f64.powi(9)) - 1e-9 && found < f64::log10(2.0 * 4f64.powi(9)), "{found}");
    }
}
