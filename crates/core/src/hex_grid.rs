use std::collections::BTreeMap;

use crate::{Board, Cell, CellId, Edge, Grid, Label, PositionError, Side, Tone};

/// From one rank to the next, where cells are one wide: half the root of three.
const RANK: f32 = 0.866_025_4;

/// From the middle of a cell to its upper and lower corner.
const TIP: f32 = 0.577_350_26;

/// The corners of a cell, clockwise from the top.
const CORNERS: [[f32; 2]; 6] =
    [[0.0, -TIP], [0.5, -TIP / 2.0], [0.5, TIP / 2.0], [0.0, TIP], [-0.5, TIP / 2.0], [-0.5, -TIP / 2.0]];

/// Room for the labels around the cells.
const MARGIN: f32 = 0.5;

/// The steps to the six neighbours, in ranks and files.
const STEPS: [(i16, i16); 6] = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)];

/// A rhombus of hexagons: files `a`, `b`… from the left, ranks 1, 2… from the
/// top, each half a cell to the right of the one above. A cell's number is
/// `rank * size + file`, so `a1` is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexGrid {
    /// The cells along each edge, at most 26.
    pub size: u8,
}

impl HexGrid {
    /// The same cells in straight ranks and files.
    const fn straight(self) -> Grid {
        Grid { files: self.size, ranks: self.size }
    }

    /// How many cells.
    pub const fn cells(self) -> u16 {
        self.straight().squares()
    }

    /// The name of a cell.
    pub fn name(self, cell: CellId) -> String {
        self.straight().name(cell)
    }

    /// Reads a text that is a cell's name and nothing more.
    pub fn parse(self, text: &str) -> Option<CellId> {
        self.straight().parse(text)
    }

    /// The cells that share a side with this one.
    pub fn neighbours(self, cell: CellId) -> impl Iterator<Item = CellId> {
        let size = u16::from(self.size);
        let inside = move |at: u16, by: i16| at.checked_add_signed(by).filter(|at| *at < size);
        let step = move |(ranks, files)| Some(inside(cell / size, ranks)? * size + inside(cell % size, files)?);
        STEPS.into_iter().filter_map(step)
    }

    /// The picture of the board, with the sides to which its upper and lower
    /// edge and its left and right edge belong.
    pub fn board(self, [upright, across]: [Side; 2]) -> Board {
        let (size, length) = (u16::from(self.size), f32::from(self.size));
        let cells = (0..self.cells()).map(|cell| Cell {
            name: self.name(cell),
            centre: self.centre(cell),
            polygon: self.corners(cell, &[0, 1, 2, 3, 4, 5]),
            tone: Tone::Light,
        });
        let label = |text: String, cell: CellId, [dx, dy]: [f32; 2]| {
            let [x, y] = self.centre(cell);
            Label { text, at: [x + dx, y + dy] }
        };
        let letters =
            (0..self.size).map(|at| label(char::from(b'a' + at).to_string(), u16::from(at), [-0.4, -0.8 * RANK]));
        let numbers = (0..size).map(|at| label((at + 1).to_string(), at * size, [-0.8, 0.0]));
        Board {
            width: 1.5 * length - 0.5 + 2.0 * MARGIN,
            height: (length - 1.0) * RANK + 2.0 * (TIP + MARGIN),
            cells: cells.collect(),
            labels: letters.chain(numbers).collect(),
            edges: vec![
                self.edge(upright, 0..size, &[5, 0, 1]),
                self.edge(upright, self.cells() - size..self.cells(), &[4, 3, 2]),
                self.edge(across, (0..size).map(|rank| rank * size), &[5, 4]),
                self.edge(across, (1..=size).map(|rank| rank * size - 1), &[1, 2]),
            ],
        }
    }

    /// Writes what stands on the board as [`Grid::write`] does.
    pub fn write(self, piece: impl Fn(CellId) -> Option<String>) -> String {
        self.straight().write_ranks(0..u16::from(self.size), piece)
    }

    /// Reads what [`write`](HexGrid::write) writes: what stands on each cell
    /// that is not empty.
    pub fn pieces(self, text: &str) -> Result<BTreeMap<CellId, String>, PositionError> {
        let pieces = self.straight().pieces_of(0..u16::from(self.size), text)?;
        Ok(pieces.into_iter().map(|(cell, piece)| (cell, piece.to_string())).collect())
    }

    fn centre(self, cell: CellId) -> [f32; 2] {
        let size = u16::from(self.size);
        let (rank, file) = (f32::from(cell / size), f32::from(cell % size));
        [file + rank / 2.0 + 0.5 + MARGIN, rank * RANK + TIP + MARGIN]
    }

    fn corners(self, cell: CellId, corners: &[usize]) -> Vec<[f32; 2]> {
        let [x, y] = self.centre(cell);
        corners.iter().map(|corner| [x + CORNERS[*corner][0], y + CORNERS[*corner][1]]).collect()
    }

    /// The rim along some cells, from corner to corner of each.
    fn edge(self, side: Side, cells: impl Iterator<Item = CellId>, corners: &[usize]) -> Edge {
        Edge { side, line: cells.flat_map(|cell| self.corners(cell, corners)).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: HexGrid = HexGrid { size: 4 };

    fn apart([x, y]: [f32; 2], [u, v]: [f32; 2]) -> f32 {
        ((x - u).powi(2) + (y - v).powi(2)).sqrt()
    }

    #[test]
    fn neighbours_are_the_cells_one_width_away() {
        let cells = GRID.board([Side::One, Side::Two]).cells;
        for (at, cell) in (0..).zip(&cells) {
            let near = |other: &CellId| (apart(cell.centre, cells[usize::from(*other)].centre) - 1.0).abs() < 0.01;
            let beside: Vec<CellId> = (0..GRID.cells()).filter(near).collect();
            assert_eq!(GRID.neighbours(at).collect::<Vec<_>>(), beside, "{}", cell.name);
        }
        let names = |cell| GRID.neighbours(GRID.parse(cell).unwrap()).map(|cell| GRID.name(cell)).collect::<Vec<_>>();
        assert_eq!(names("b2"), ["b1", "c1", "a2", "c2", "a3", "b3"]);
        assert_eq!(names("a1"), ["b1", "a2"]);
        assert_eq!(names("d1"), ["c1", "c2", "d2"]);
    }

    #[test]
    fn the_edges_go_once_around_the_board() {
        let board = GRID.board([Side::One, Side::Two]);
        let [top, bottom, left, right] = &board.edges[..] else { panic!("{:?}", board.edges) };
        for (one, other) in [(top, left), (bottom, left)] {
            assert!(one.line.iter().any(|at| other.line.iter().any(|end| apart(*at, *end) < 0.01)));
        }
        for edge in [top, bottom, left, right] {
            let steps = edge.line.windows(2).map(|pair| apart(pair[0], pair[1]));
            assert!(steps.into_iter().all(|step| step < TIP + 0.01), "{edge:?}");
        }
        assert_eq!([top.side, bottom.side, left.side, right.side], [Side::One, Side::One, Side::Two, Side::Two]);
        assert!(top.line[0][1] < bottom.line[0][1] && left.line[0][0] < right.line[0][0]);
    }

    #[test]
    fn text_has_the_first_rank_first() {
        let text = GRID.write(|cell| (cell == 1 || cell == 15).then(|| "x".to_string()));
        assert_eq!(text, "1,x,2/4/4/3,x");
        let pieces = GRID.pieces(&text).unwrap();
        assert_eq!(pieces.into_iter().collect::<Vec<_>>(), [(1, "x".to_string()), (15, "x".to_string())]);
        let refused = GRID.pieces("4/3/4/4").unwrap_err().to_string();
        assert_eq!(refused, "bad position: rank 2 has 3 cells, expected 4");
    }
}
