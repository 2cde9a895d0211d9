use agon_core::{Encoding, Lattice, Registered};

use crate::NetError;

/// Channels go through the kernels in groups of so many.
pub(crate) const LANE: usize = 16;

/// The largest board, policy and network: what a damaged file may ask for.
const MOST_SIDE: usize = 32;
const MOST_PLANES: usize = 512;
const MOST_ACTIONS: usize = 1 << 16;
const MOST_CHANNELS: usize = 256;
const MOST_BLOCKS: usize = 40;
const MOST_PARAMETERS: usize = 1 << 24;

/// Neurons of the value head.
pub(crate) const VALUE: usize = 32;

/// A board as the network sees it: the planes with a border of one empty cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Planes of the game's encoding.
    pub planes: usize,
    /// Their rows.
    pub rows: usize,
    /// Their columns.
    pub columns: usize,
    /// One more than the largest action number.
    pub actions: usize,
    /// The places of a 3x3 kernel that count, by rows.
    pub taps: [bool; 9],
    /// The cells that the board has, ascending.
    cells: Vec<u32>,
    /// The same on the bordered board.
    places: Vec<usize>,
}

impl Board {
    /// The board of a game.
    pub fn of<G: Registered>(game: &G) -> Result<Self, NetError> {
        let encoding = game.encoding().ok_or(NetError::NoFeatures { game: G::INFO.name })?;
        let shape = encoding.shape();
        Board::new(encoding, [shape.planes as usize, shape.rows as usize, shape.columns as usize])
            .ok_or(NetError::NoBoard { game: G::INFO.name })
    }

    fn new<G: Registered>(encoding: &dyn Encoding<G>, [planes, rows, columns]: [usize; 3]) -> Option<Self> {
        let actions = encoding.actions() as usize;
        let fits = planes <= MOST_PLANES && rows.max(columns) <= MOST_SIDE && actions <= MOST_ACTIONS;
        let cells: Vec<u32> = (0..(rows * columns) as u32).filter(|cell| encoding.has_cell(*cell)).collect();
        (fits && !cells.is_empty()).then(|| Board {
            places: cells.iter().map(|cell| place(*cell as usize, columns)).collect(),
            taps: taps(encoding.lattice()),
            planes,
            rows,
            columns,
            actions,
            cells,
        })
    }

    /// The cells of a plane.
    pub fn size(&self) -> usize {
        self.rows * self.columns
    }

    /// The cells that the board has, ascending.
    pub fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// The same cells on the bordered board.
    pub(crate) fn places(&self) -> &[usize] {
        &self.places
    }

    /// The cells of the bordered board.
    pub(crate) fn bordered(&self) -> usize {
        (self.rows + 2) * (self.columns + 2)
    }

    /// How far each place of a kernel is from its middle on the bordered board.
    pub(crate) fn offsets(&self) -> impl Iterator<Item = (usize, isize)> {
        let width = self.columns as isize + 2;
        let offset = move |tap: usize| (tap as isize / 3 - 1) * width + tap as isize % 3 - 1;
        (0..9).filter(|tap| self.taps[*tap]).map(move |tap| (tap, offset(tap)))
    }

    /// Whether actions are planes of cells, so that one kernel serves all cells.
    pub fn is_spatial(&self) -> bool {
        self.actions.is_multiple_of(self.size())
    }
}

fn place(cell: usize, columns: usize) -> usize {
    (cell / columns + 1) * (columns + 2) + cell % columns + 1
}

fn taps(lattice: Lattice) -> [bool; 9] {
    std::array::from_fn(|tap| lattice.joins(tap as i32 / 3 - 1, tap as i32 % 3 - 1))
}

/// The size of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Channels of each layer: a multiple of 16.
    pub channels: usize,
    /// Residual blocks, of two layers each.
    pub blocks: usize,
}

impl Size {
    /// Whether such a network can be made.
    pub fn is_possible(self) -> bool {
        self.channels.is_multiple_of(LANE)
            && (LANE..=MOST_CHANNELS).contains(&self.channels)
            && (1..=MOST_BLOCKS).contains(&self.blocks)
    }
}

/// Where a tensor stands among the parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tensor {
    pub name: String,
    pub shape: Vec<usize>,
    pub start: usize,
}

impl Tensor {
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    pub fn range(&self) -> std::ops::Range<usize> {
        self.start..self.start + self.len()
    }
}

/// The tensors of a network, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub tensors: Vec<Tensor>,
    pub parameters: usize,
}

/// The places of a residual block's tensors from its first on.
pub(crate) const BLOCK_TENSORS: usize = 5;
/// The tensors before the first block.
pub(crate) const STEM_TENSORS: usize = 2;

impl Layout {
    /// The tensors of a network of this size for a board; `None` where it would be too large.
    ///
    /// Kernels are stored as they are read: place, group of 16 outputs, input, output.
    pub fn new(board: &Board, size: Size) -> Option<Self> {
        if !size.is_possible() {
            return None;
        }
        let (channels, groups) = (size.channels, size.channels / LANE);
        let mut layout = Layout { tensors: Vec::new(), parameters: 0 };
        // A plane of ones is added, so that the first layer sees where the board ends.
        layout.add("stem.weight", &[9, groups, board.planes + 1, LANE]);
        layout.add("stem.bias", &[channels]);
        for block in 0..size.blocks {
            layout.add(&format!("block{block}.first.weight"), &[9, groups, channels, LANE]);
            layout.add(&format!("block{block}.first.bias"), &[channels]);
            layout.add(&format!("block{block}.pool.weight"), &[2 * channels, channels]);
            layout.add(&format!("block{block}.second.weight"), &[9, groups, channels, LANE]);
            layout.add(&format!("block{block}.second.bias"), &[channels]);
        }
        if board.is_spatial() {
            let planes = board.actions / board.size();
            layout.add("policy.weight", &[planes, channels]);
            layout.add("policy.bias", &[planes]);
        } else {
            layout.add("policy.weight", &[board.actions, board.size(), channels]);
            layout.add("policy.bias", &[board.actions]);
        }
        layout.add("value.weight", &[2 * channels, VALUE]);
        layout.add("value.bias", &[VALUE]);
        layout.add("output.weight", &[VALUE]);
        layout.add("output.bias", &[1]);
        (layout.parameters <= MOST_PARAMETERS).then_some(layout)
    }

    fn add(&mut self, name: &str, shape: &[usize]) {
        let tensor = Tensor { name: name.to_string(), shape: shape.to_vec(), start: self.parameters };
        self.parameters += tensor.len();
        self.tensors.push(tensor);
    }
}
