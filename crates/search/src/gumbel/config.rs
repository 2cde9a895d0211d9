/// How the search weighs what it finds. The defaults are those of the paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GumbelConfig {
    /// How many moves of the root are looked into at most.
    pub considered: u32,
    /// Values count as much as if a move had been visited this often more…
    pub visits: f64,
    /// …times this.
    pub scale: f64,
    /// What only games to learn from need.
    pub training: Option<GumbelTraining>,
    /// Seed for the random number generator.
    pub seed: u64,
}

impl Default for GumbelConfig {
    fn default() -> Self {
        GumbelConfig { considered: 16, visits: 50.0, scale: 1.0, training: None, seed: 1 }
    }
}

/// A search that makes games to learn from: the moves of the root are drawn with Gumbel noise, and
/// what is told of them is the improved policy in ten-thousandths in place of visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GumbelTraining {
    /// Playouts of a quick search, of which nothing is told but the move and the value (playout-cap
    /// randomisation, Wu 2019); 0 for none.
    pub quick: u64,
}

impl GumbelTraining {
    /// One search in so many is a full one, where there are quick ones.
    pub const FULL: u32 = 4;
    /// What the improved policy adds up to.
    pub const WHOLE: f64 = 10_000.0;
}
