use crate::Network;
use crate::kernel::Block;

/// The hidden layer of a network for one position, as one player sees it, with the features it
/// is the sum of. It is brought to another position by what has changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Accumulator {
    sums: Vec<Block>,
    /// Ascending.
    features: Vec<u32>,
    added: Vec<u32>,
    removed: Vec<u32>,
}

impl Accumulator {
    /// The accumulator of these features, from scratch.
    pub fn new(network: &Network, features: &[u32]) -> Self {
        let mut at = Accumulator::default();
        at.refresh(network, features);
        at
    }

    /// The same, in place of what was there, which may belong to another network.
    pub fn refresh(&mut self, network: &Network, features: &[u32]) {
        self.sums.clear();
        self.sums.extend_from_slice(network.start());
        network.accumulate(&mut self.sums, features, &[]);
        self.features.clear();
        self.features.extend_from_slice(features);
    }

    /// Goes over to other features of the same network, ascending as an
    /// [`Encoding`](agon_core::Encoding) lists them: by what differs, or from scratch where that is less.
    #[inline]
    pub fn update(&mut self, network: &Network, features: &[u32]) {
        self.differ(features);
        if self.added.len() + self.removed.len() > features.len() {
            self.refresh(network, features);
            return;
        }
        network.accumulate(&mut self.sums, &self.added, &self.removed);
        self.features.clear();
        self.features.extend_from_slice(features);
    }

    /// Lists what other features have more and less.
    #[inline]
    fn differ(&mut self, features: &[u32]) {
        self.added.clear();
        self.removed.clear();
        let (mut old, mut new) = (self.features.as_slice(), features);
        while let ([first, rest @ ..], [other, others @ ..]) = (old, new) {
            if first <= other {
                old = rest;
            }
            if other <= first {
                new = others;
            }
            if first < other {
                self.removed.push(*first);
            }
            if other < first {
                self.added.push(*other);
            }
        }
        self.removed.extend_from_slice(old);
        self.added.extend_from_slice(new);
    }

    #[inline]
    pub(crate) fn sums(&self) -> &[Block] {
        &self.sums
    }
}
