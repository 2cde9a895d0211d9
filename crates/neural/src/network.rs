use crate::header::NetError;
use crate::kernel::{BLOCK, Block, Kernel, Pair};
use crate::{Accumulator, Header};

/// Neurons of the second layer.
pub const HEADS: usize = 16;

/// What 1 is in the accumulator. Its square is the largest that fits into 15 bits.
pub(crate) const ACTIVE: i16 = 181;

/// The same squared: what 1 is after the first activation.
pub(crate) const SQUARED: i32 = ACTIVE as i32 * ACTIVE as i32;

/// What 1 is among the weights of the second layer, as a power of two.
pub(crate) const HEAD_BITS: u32 = 8;

/// Bits that the square of the second activation loses, so that it fits into 15 again.
const SQUARE_BITS: u32 = 15;

/// What 1 is at the output, as a power of two.
pub(crate) const OUTPUT_BITS: u32 = 23;

/// The weights of the output in units of this: a full head times one of them is [`OUTPUT_BITS`].
#[cfg(feature = "train")]
pub(crate) const OUTPUT_UNIT: f64 =
    (1u32 << OUTPUT_BITS) as f64 / (SQUARED as f64 * SQUARED as f64 / (1u32 << SQUARE_BITS) as f64);

/// The largest hidden layer: more would not fit into a browser's patience.
pub(crate) const MOST_HIDDEN: usize = 1024;

/// The most features.
pub(crate) const MOST_FEATURES: usize = 1 << 16;

/// The largest scale of scores.
pub(crate) const MOST_SCALE: i32 = 10_000;

/// A value network in whole numbers: sparse features, a hidden layer that is kept as an
/// accumulator, [`HEADS`] neurons, and one number.
///
/// Both activations are clipped to 0 to 1 and squared. No sum can overflow: that is checked when the
/// network is made.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    header: Header,
    kernel: Kernel,
    layers: Layers,
}

/// The numbers of a network.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layers {
    /// A row of blocks for each feature.
    pub table: Vec<Block>,
    /// The accumulator without any feature.
    pub start: Vec<Block>,
    /// The second layer, for each pair of hidden neurons.
    pub pairs: Vec<Pair>,
    /// What is added to each head.
    pub biases: [i32; HEADS],
    /// The output's weights…
    pub output: [i16; HEADS],
    /// …and what is added to it.
    pub bias: i32,
}

impl Network {
    /// A network of these numbers, if none of its sums can overflow.
    pub(crate) fn new(header: Header, layers: Layers) -> Result<Self, NetError> {
        layers.check()?;
        if !(1..=MOST_SCALE).contains(&header.scale) {
            return Err(NetError::Scale { scale: header.scale, most: MOST_SCALE });
        }
        Ok(Network { header, kernel: Kernel::fastest(), layers })
    }

    /// The same network on another kernel. It gives the same numbers, at another speed.
    #[must_use]
    pub fn on(mut self, kernel: Kernel) -> Self {
        self.kernel = kernel;
        self
    }

    /// What it is for and where it comes from.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// How many features it takes.
    pub fn features(&self) -> usize {
        self.layers.table.len() / self.layers.start.len()
    }

    /// The neurons of the hidden layer.
    pub fn hidden(&self) -> usize {
        self.layers.start.len() * BLOCK
    }

    pub(crate) fn layers(&self) -> &Layers {
        &self.layers
    }

    /// The accumulator of no feature.
    pub(crate) fn start(&self) -> &[Block] {
        &self.layers.start
    }

    /// Adds features.
    #[inline]
    pub(crate) fn accumulate(&self, sums: &mut [Block], active: &[u32]) {
        self.kernel.accumulate(sums, &self.layers.table, active);
    }

    /// The output: the logarithm of the odds of winning, in units of 2^-23.
    #[inline]
    pub(crate) fn output(&self, sums: &[Block]) -> i64 {
        let heads = self.kernel.heads(sums, &self.layers.pairs, self.layers.biases);
        let weighted = heads.iter().zip(&self.layers.output).map(|(head, weight)| {
            let clipped = (head >> HEAD_BITS).clamp(0, SQUARED);
            i64::from((clipped * clipped) >> SQUARE_BITS) * i64::from(*weight)
        });
        i64::from(self.layers.bias) + weighted.sum::<i64>()
    }

    /// What the position of an accumulator is worth to the player that sees it, in hundredths of a point.
    #[inline]
    pub fn score(&self, at: &Accumulator) -> i32 {
        let points = self.output(at.sums()) * i64::from(self.header.scale);
        let half = 1 << (OUTPUT_BITS - 1);
        ((points + half) >> OUTPUT_BITS).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
    }

    /// The same as the logarithm of the odds of winning.
    pub fn odds(&self, at: &Accumulator) -> f64 {
        self.output(at.sums()) as f64 / f64::from(1 << OUTPUT_BITS)
    }
}

impl Layers {
    /// Whether every sum stays in its range, whatever features are active.
    fn check(&self) -> Result<(), NetError> {
        let (mut high, mut low) = (wide(&self.start), wide(&self.start));
        for row in self.table.chunks(self.start.len()) {
            for ((high, low), weight) in high.iter_mut().zip(&mut low).zip(wide(row)) {
                *high += weight.max(0);
                *low += weight.min(0);
            }
        }
        if high.iter().any(|sum| *sum > i64::from(i16::MAX)) || low.iter().any(|sum| *sum < i64::from(i16::MIN)) {
            return Err(NetError::Overflow { layer: "hidden layer", bits: 16 });
        }
        let mut most = self.biases.map(|bias| i64::from(bias).abs());
        for pair in &self.pairs {
            for (most, [v, w]) in most.iter_mut().zip(pair.0.as_chunks::<2>().0) {
                *most += i64::from(SQUARED) * (i64::from(*v).abs() + i64::from(*w).abs());
            }
        }
        if most.iter().any(|sum| *sum > i64::from(i32::MAX)) {
            return Err(NetError::Overflow { layer: "second layer", bits: 32 });
        }
        Ok(())
    }
}

fn wide(blocks: &[Block]) -> Vec<i64> {
    blocks.iter().flat_map(|block| block.0).map(i64::from).collect()
}
