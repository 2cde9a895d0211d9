use agon_core::{Game, History, Rng};

use crate::agent::choices;
use crate::{Agent, Info, Limits, SearchError, Thought, Watch};

/// Plays any legal move, each equally likely.
#[derive(Clone, Debug)]
pub struct Random(Rng);

impl Random {
    /// Random moves that follow from a seed.
    pub fn new(seed: u64) -> Self {
        Random(Rng::new(seed))
    }
}

impl<G: Game> Agent<G> for Random {
    fn think(
        &mut self,
        history: &History<G>,
        _limits: &Limits,
        _watch: &mut Watch<'_, G::Move>,
    ) -> Result<Thought<G::Move>, SearchError> {
        let moves = choices(history)?;
        let mv = moves[self.0.below(moves.len() as u32) as usize];
        Ok(Thought { mv, info: Info { pv: vec![mv], ..Info::default() } })
    }
}
