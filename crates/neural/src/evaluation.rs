use std::cell::RefCell;
use std::sync::Arc;

use agon_core::{Evaluation, Registered, Turn};

use crate::{Accumulator, NetError, Network};

/// An evaluation whose judgement is a network's. Everything else (which moves look promising,
/// which need not be searched, which are forcing) is asked of another evaluation.
///
/// It remembers nothing from move to move. In Crosphere a position has 50 active features, and a
/// move changes 44 in both players' views together, because roads shift; to find what differs and
/// add only that took 181 ns where adding all took 106 (examples/inference.rs).
#[derive(Clone, Debug)]
pub struct NetEvaluation<E> {
    network: Arc<Network>,
    knowledge: E,
}

impl<E> NetEvaluation<E> {
    /// A network's judgement beside other knowledge, if the network plays this game.
    pub fn new<G: Registered>(game: &G, network: Arc<Network>, knowledge: E) -> Result<Self, NetError> {
        network.header().check(game, network.features())?;
        Ok(NetEvaluation { network, knowledge })
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Judges the features that `list` lists.
    #[inline]
    fn judge(&self, list: impl FnOnce(&mut Vec<u32>)) -> i32 {
        thread_local! {
            static ROOM: RefCell<(Vec<u32>, Accumulator)> = RefCell::default();
        }
        ROOM.with_borrow_mut(|(features, at)| {
            list(features);
            at.refresh(&self.network, features);
            self.network.score(at)
        })
    }
}

impl<G: Registered, E: Evaluation<G>> Evaluation<G> for NetEvaluation<E> {
    type State = E::State;

    fn state(&self, game: &G, position: &G::Position) -> E::State {
        self.knowledge.state(game, position)
    }

    #[inline]
    fn update(&self, game: &G, position: &G::Position, state: &mut E::State, mv: G::Move) {
        self.knowledge.update(game, position, state, mv);
    }

    #[inline]
    fn play(&self, game: &G, position: &mut G::Position, state: &mut E::State, mv: G::Move) {
        self.knowledge.play(game, position, state, mv);
    }

    #[inline]
    fn limit(&self) -> i32 {
        self.knowledge.limit()
    }

    #[inline]
    fn margin(&self) -> i32 {
        self.knowledge.margin()
    }

    #[inline]
    fn evaluate(&self, game: &G, position: &G::Position, state: &E::State) -> i32 {
        match (game.turn(position), game.encoding()) {
            (Turn::Player(player), Some(encoding)) => {
                self.judge(|features| encoding.sparse(position, player, features))
            }
            // There is no network for such a game.
            _ => self.knowledge.evaluate(game, position, state),
        }
    }

    #[inline]
    fn promise(&self, game: &G, position: &G::Position, state: &E::State, mv: G::Move) -> i32 {
        self.knowledge.promise(game, position, state, mv)
    }

    #[inline]
    fn candidates(&self, game: &G, position: &G::Position, state: &E::State, moves: &mut Vec<G::Move>) {
        self.knowledge.candidates(game, position, state, moves);
    }

    #[inline]
    fn is_forcing(&self, game: &G, position: &G::Position, state: &E::State, mv: G::Move) -> bool {
        self.knowledge.is_forcing(game, position, state, mv)
    }

    #[inline]
    fn is_forced(&self, game: &G, position: &G::Position, state: &E::State, moves: &mut Vec<G::Move>) -> bool {
        self.knowledge.is_forced(game, position, state, moves)
    }

    #[inline]
    fn forcing(&self, game: &G, position: &G::Position, state: &E::State, moves: &mut Vec<G::Move>) -> bool {
        self.knowledge.forcing(game, position, state, moves)
    }
}
