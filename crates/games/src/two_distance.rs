//! How far cells are from a player's edges in games of connection.

use agon_core::{CellId, CellSet};

/// The distance of cells that cannot be reached against resistance.
const FAR: u8 = 30;

/// For each empty cell a player's two-distances to both of its edges, added: a
/// cell's distance is one more than the second-best of its neighbours, since
/// the opponent takes the best (van Rijswijck 2000, "Computer Hex: are bees
/// better than fruitflies?"). Cells beside one chain are neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Potentials<const WORDS: usize> {
    of: [[u8; 64]; WORDS],
    /// The least of all empty cells.
    pub(crate) least: u8,
    /// The cells that have it.
    pub(crate) best: CellSet<WORDS>,
}

impl<const WORDS: usize> Potentials<WORDS> {
    /// Where one stone joins both edges.
    pub(crate) const WIN: u8 = 2;

    /// Those of the player with these stones and edges, by the neighbours of each cell.
    pub(crate) fn new(
        near: &[CellSet<WORDS>],
        empty: CellSet<WORDS>,
        own: CellSet<WORDS>,
        edges: [CellSet<WORDS>; 2],
    ) -> Self {
        let (mut links, mut left, mut beside) = (near.to_vec(), own, edges);
        while let Some(stone) = left.iter().next() {
            let chain = left.joined([stone].into_iter().collect(), near);
            let liberties = chain.around(near) & empty;
            liberties.iter().for_each(|cell| links[usize::from(cell)] |= liberties);
            for (beside, edge) in beside.iter_mut().zip(edges) {
                *beside |= if (chain & edge).is_empty() { CellSet::EMPTY } else { liberties };
            }
            left = left & !chain;
        }
        let mut of = [[0; 64]; WORDS];
        for edge in beside {
            measure(&links, empty, edge, of.as_flattened_mut());
        }
        let at = |cell: CellId| of.as_flattened()[usize::from(cell)];
        let least = empty.iter().map(at).min().unwrap_or(2 * FAR);
        let best = empty.iter().filter(|cell| at(*cell) == least).collect();
        Potentials { of, least, best }
    }

    /// That of an empty cell.
    pub(crate) fn of(&self, cell: CellId) -> u8 {
        self.of.as_flattened()[usize::from(cell)]
    }
}

/// Adds to each empty cell its distance from an edge, given the cells beside it.
fn measure<const WORDS: usize>(links: &[CellSet<WORDS>], empty: CellSet<WORDS>, edge: CellSet<WORDS>, of: &mut [u8]) {
    let (mut once, mut twice, mut left) = (CellSet::EMPTY, edge, empty);
    for distance in 1..FAR {
        let wave = twice & left;
        if wave.is_empty() {
            break;
        }
        left = left & !wave;
        for cell in wave.iter() {
            of[usize::from(cell)] += distance;
            let near = links[usize::from(cell)];
            twice |= once & near;
            once |= near;
        }
    }
    left.iter().for_each(|cell| of[usize::from(cell)] += FAR);
}
