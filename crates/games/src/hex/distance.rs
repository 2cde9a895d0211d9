//! How far each cell is from a player's edges.

use agon_core::Player;

use super::Hex;
use super::position::{Cells, HexPosition};

/// The distance of cells that cannot be reached against resistance.
pub(super) const FAR: u8 = 30;

/// For each cell the two-distances of a player to both of its edges, added:
/// a cell's distance is one more than the second-best of its neighbours, since
/// the opponent takes the best (van Rijswijck 2000, "Computer Hex: are bees
/// better than fruitflies?"). Cells that a chain joins are neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Potentials {
    /// By cell; 2 where a stone joins both edges at once.
    pub of: [u8; 361],
    /// The least of all empty cells.
    pub least: u8,
    /// The cells that have it.
    pub best: Cells,
}

impl Potentials {
    /// Those of a player.
    pub fn new(game: &Hex, position: &HexPosition, player: Player) -> Self {
        let empty = game.empty(position);
        let edges = game.edges[player];
        let mut near_edge = edges;
        let mut links = game.near.clone();
        let mut left = position.stones[player];
        while let Some(stone) = left.pop() {
            let (mut around, mut touched) = (Cells::EMPTY, [false; 2]);
            let mut next = Cells::EMPTY;
            next.insert(stone);
            while let Some(stone) = next.pop() {
                let near = game.near[usize::from(stone)];
                around |= near;
                next |= near & left;
                left = left & !near;
                touched = [0, 1].map(|edge| touched[edge] || edges[edge].has(stone));
            }
            let liberties = around & empty;
            liberties.iter().for_each(|cell| links[usize::from(cell)] |= liberties);
            for edge in [0, 1] {
                if touched[edge] {
                    near_edge[edge] |= liberties;
                }
            }
        }
        let mut of = [0; 361];
        for edge in near_edge {
            measure(&links, empty, edge, &mut of);
        }
        let (mut least, mut best) = (2 * FAR, Cells::EMPTY);
        for cell in empty.iter() {
            let here = of[usize::from(cell)];
            if here < least {
                (least, best) = (here, Cells::EMPTY);
            }
            if here == least {
                best.insert(cell);
            }
        }
        Potentials { of, least, best }
    }
}

/// Adds to each empty cell its distance from the cells that touch an edge.
fn measure(links: &[Cells], empty: Cells, edge: Cells, of: &mut [u8; 361]) {
    let (mut once, mut twice, mut left) = (Cells::EMPTY, edge, empty);
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
