use crate::Network;
use crate::kernel::Block;

/// The hidden layer of a network for one position, as one player sees it: the sum of the rows of
/// its features. Used again for the next position, so that no memory has to be found for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Accumulator {
    sums: Vec<Block>,
}

impl Accumulator {
    /// The accumulator of these features.
    pub fn new(network: &Network, features: &[u32]) -> Self {
        let mut at = Accumulator::default();
        at.refresh(network, features);
        at
    }

    /// The same, in place of what was there, which may belong to another network.
    #[inline]
    pub fn refresh(&mut self, network: &Network, features: &[u32]) {
        self.sums.clear();
        self.sums.extend_from_slice(network.start());
        network.accumulate(&mut self.sums, features);
    }

    #[inline]
    pub(crate) fn sums(&self) -> &[Block] {
        &self.sums
    }
}
