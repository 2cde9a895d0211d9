use agon_core::{Registered, Rng};

use super::kernel::{add_scaled, convolve, dot};
use super::shape::{BLOCK_TENSORS, Board, LANE, Layout, STEM_TENSORS, Size, VALUE};
use crate::{Header, NetError};

/// A policy and value network: a convolution, residual blocks of two convolutions with what is
/// pooled from the whole board, a policy for each action number and the odds of winning.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyNet {
    header: Header,
    board: Board,
    size: Size,
    layout: Layout,
    pub(crate) parameters: Vec<f32>,
}

/// The tensors of the heads, counted from the first.
pub(crate) const POLICY: usize = 0;
pub(crate) const HIDDEN: usize = 2;
#[cfg(feature = "train")]
pub(crate) const OUTPUT: usize = 4;

impl PolicyNet {
    /// A network of these numbers.
    pub(crate) fn of(header: Header, board: Board, size: Size, parameters: Vec<f32>) -> Result<Self, NetError> {
        let layout = Layout::new(&board, size).ok_or(NetError::Large)?;
        if parameters.len() != layout.parameters || parameters.iter().any(|parameter| !parameter.is_finite()) {
            return Err(NetError::Damaged { why: "a weight is no number" });
        }
        Ok(PolicyNet { header, board, size, layout, parameters })
    }

    /// A network that knows nothing yet of a game: every move is as likely as any other, and the
    /// chances are even.
    pub fn new<G: Registered>(game: &G, size: Size, rng: &mut Rng) -> Result<Self, NetError> {
        let board = Board::of(game)?;
        let header = Header::planes(game).ok_or(NetError::NoFeatures { game: G::INFO.name })?;
        let layout = Layout::new(&board, size).ok_or(NetError::Large)?;
        let mut parameters = vec![0.0; layout.parameters];
        let near = board.offsets().count();
        for tensor in &layout.tensors {
            // What is added to a block's input begins with nothing, and so do both heads.
            let inputs = match tensor.name.as_str() {
                "stem.weight" => near * (board.planes + 1),
                "value.weight" => 2 * size.channels,
                name if name.ends_with("first.weight") => near * size.channels,
                _ => continue,
            };
            let most = (6.0 / inputs as f64).sqrt();
            let per_tap = tensor.len() / 9;
            for (at, parameter) in parameters[tensor.range()].iter_mut().enumerate() {
                let counts = tensor.name == "value.weight" || board.taps[at / per_tap];
                let drawn = (2.0 * rng.unit() - 1.0) * most;
                *parameter = if counts { drawn as f32 } else { 0.0 };
            }
        }
        Ok(PolicyNet { header, board, size, layout, parameters })
    }

    /// What it is for and where it comes from.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The same network with another header.
    #[must_use]
    pub fn with_header(self, header: Header) -> Self {
        PolicyNet { header, ..self }
    }

    /// The board that it sees.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Its size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// How many numbers it is made of.
    pub fn len(&self) -> usize {
        self.parameters.len()
    }

    /// Whether it is made of nothing, which no network is.
    pub fn is_empty(&self) -> bool {
        self.parameters.is_empty()
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The numbers of a tensor.
    pub(crate) fn tensor(&self, number: usize) -> &[f32] {
        &self.parameters[self.layout.tensors[number].range()]
    }

    /// The first tensor of a block.
    pub(crate) fn block(number: usize) -> usize {
        STEM_TENSORS + BLOCK_TENSORS * number
    }

    /// The first tensor of the heads.
    pub(crate) fn heads(&self) -> usize {
        PolicyNet::block(self.size.blocks)
    }

    /// Judges a position, given as the planes of the game's encoding; the answer is in the trace.
    pub fn judge(&self, planes: &[f32], trace: &mut Trace) {
        let Size { channels, blocks } = self.size;
        trace.fit(self);
        self.see(planes, &mut trace.input);
        let inputs = self.board.planes + 1;
        convolve(&self.board, &trace.input, inputs, self.tensor(0), self.tensor(1), &mut trace.layers[0]);
        clip(&mut trace.layers[0]);
        for block in 0..blocks {
            let first = PolicyNet::block(block);
            let (before, after) = trace.layers.split_at_mut(2 * block + 1);
            let (Some(x), [middle, y, ..]) = (before.last(), after) else { return };
            let pool = &mut trace.pools[block];
            pool.fill(&self.board, x, channels);
            trace.bias.copy_from_slice(self.tensor(first + 1));
            for (value, row) in pool.values.iter().zip(self.tensor(first + 2).chunks_exact(channels)) {
                add_scaled(&mut trace.bias, row, *value);
            }
            convolve(&self.board, x, channels, self.tensor(first), &trace.bias, middle);
            clip(middle);
            convolve(&self.board, middle, channels, self.tensor(first + 3), self.tensor(first + 4), y);
            y.iter_mut().zip(x).for_each(|(y, x)| *y = (*y + x).max(0.0));
        }
        self.policy(trace);
        self.value(trace);
    }

    /// Puts planes cell by cell on a bordered board, with a plane of ones.
    fn see(&self, planes: &[f32], input: &mut [f32]) {
        let inputs = self.board.planes + 1;
        for (cell, place) in self.board.cells().iter().zip(self.board.places()) {
            let values = &mut input[place * inputs..][..inputs];
            let seen = planes.iter().skip(*cell as usize).step_by(self.board.size());
            values.iter_mut().zip(seen).for_each(|(value, seen)| *value = *seen);
            values[inputs - 1] = 1.0;
        }
    }

    fn policy(&self, trace: &mut Trace) {
        let (channels, size, head) = (self.size.channels, self.board.size(), self.heads() + POLICY);
        let (weights, bias) = (self.tensor(head), self.tensor(head + 1));
        let Some(x) = trace.layers.last() else { return };
        let cell_at = |place: usize| &x[place * channels..][..channels];
        let cells = || self.board.cells().iter().map(|cell| *cell as usize).zip(self.board.places());
        if self.board.is_spatial() {
            for (plane, (row, bias)) in weights.chunks_exact(channels).zip(bias).enumerate() {
                for (cell, place) in cells() {
                    trace.logits[plane * size + cell] = bias + dot(cell_at(*place), row);
                }
            }
        } else {
            for ((logit, rows), bias) in trace.logits.iter_mut().zip(weights.chunks_exact(size * channels)).zip(bias) {
                let part = |(cell, place): (usize, &usize)| dot(cell_at(*place), &rows[cell * channels..][..channels]);
                *logit = bias + cells().map(part).sum::<f32>();
            }
        }
    }

    fn value(&self, trace: &mut Trace) {
        let head = self.heads() + HIDDEN;
        let (Some(x), Some(pool)) = (trace.layers.last(), trace.pools.last_mut()) else { return };
        pool.fill(&self.board, x, self.size.channels);
        trace.hidden.copy_from_slice(self.tensor(head + 1));
        for (value, row) in pool.values.iter().zip(self.tensor(head).chunks_exact(VALUE)) {
            add_scaled(&mut trace.hidden, row, *value);
        }
        clip(&mut trace.hidden);
        trace.odds = self.tensor(head + 3)[0] + dot(&trace.hidden, self.tensor(head + 2));
    }
}

/// What a network found, and all that it went through on the way.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The logarithm of each action's weight, as the player to move sees the board.
    pub logits: Vec<f32>,
    /// The logarithm of the odds that the player to move wins.
    pub odds: f32,
    pub(crate) input: Vec<f32>,
    /// After the first convolution, and the two of each block.
    pub(crate) layers: Vec<Vec<f32>>,
    /// Of each block's input, and of the last block's output.
    pub(crate) pools: Vec<Pool>,
    pub(crate) hidden: Vec<f32>,
    bias: Vec<f32>,
}

impl Trace {
    /// Makes room, if it was made for another network.
    fn fit(&mut self, net: &PolicyNet) {
        let (board, Size { channels, blocks }) = (&net.board, net.size);
        let (cells, layers) = (board.bordered(), 2 * blocks + 1);
        let fits = self.input.len() == cells * (board.planes + 1)
            && self.layers.len() == layers
            && self.layers[0].len() == cells * channels
            && self.logits.len() == board.actions;
        if !fits {
            *self = Trace {
                logits: vec![0.0; board.actions],
                odds: 0.0,
                input: vec![0.0; cells * (board.planes + 1)],
                layers: vec![vec![0.0; cells * channels]; layers],
                pools: vec![Pool { values: vec![0.0; 2 * channels], largest: vec![0; channels] }; blocks + 1],
                hidden: vec![0.0; VALUE],
                bias: vec![0.0; channels],
            };
        }
    }

    /// The chance that the player to move wins.
    pub fn chance(&self) -> f64 {
        1.0 / (1.0 + libm::exp(-f64::from(self.odds)))
    }

    /// The probabilities of some actions, which add up to one: clears `priors` and fills it.
    pub fn priors(&self, actions: impl Iterator<Item = u32>, priors: &mut Vec<f32>) {
        priors.clear();
        priors.extend(actions.map(|action| self.logits.get(action as usize).copied().unwrap_or(f32::MIN)));
        softmax(priors);
    }
}

/// Turns logarithms of weights into probabilities.
pub(crate) fn softmax(weights: &mut [f32]) {
    let most = weights.iter().copied().fold(f32::MIN, f32::max);
    for weight in &mut *weights {
        *weight = libm::expf(*weight - most);
    }
    let sum: f32 = weights.iter().sum();
    for weight in weights {
        *weight /= sum;
    }
}

/// The mean and the largest value of each channel on the board.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pool {
    /// The means, then the largest.
    pub values: Vec<f32>,
    /// Where the largest are, on the bordered board.
    pub largest: Vec<u32>,
}

impl Pool {
    fn fill(&mut self, board: &Board, x: &[f32], channels: usize) {
        let share = 1.0 / board.places().len() as f32;
        for group in (0..channels).step_by(LANE) {
            let (mut sums, mut most, mut places) = ([0.0f32; LANE], [f32::MIN; LANE], [0u32; LANE]);
            for place in board.places() {
                let values = x[place * channels + group..][..LANE].iter();
                for (((sum, most), at), value) in sums.iter_mut().zip(&mut most).zip(&mut places).zip(values) {
                    *sum += value;
                    *at = if *value > *most { *place as u32 } else { *at };
                    *most = most.max(*value);
                }
            }
            for lane in 0..LANE {
                self.values[group + lane] = sums[lane] * share;
                self.values[channels + group + lane] = most[lane];
                self.largest[group + lane] = places[lane];
            }
        }
    }
}

/// Negative numbers become 0.
fn clip(values: &mut [f32]) {
    for value in values {
        *value = value.max(0.0);
    }
}
