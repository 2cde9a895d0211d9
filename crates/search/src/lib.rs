//! Search: how a program chooses a move. One file an algorithm, generic over
//! the game and over what is known of it; no game is known here by name.
//!
//! | word | what it is |
//! |---|---|
//! | [`Agent`] | something that chooses moves |
//! | [`Limits`] | how much it may think |
//! | [`Watch`] | how it is stopped, and to whom it reports |
//! | [`Budget`] | what a move may cost: limits turned into time and nodes |
//! | [`Info`], [`Thought`] | what it found so far, and at last |
//! | [`Seen`] | a position of a searched tree, for whoever wants to look at one |
//! | [`Team`] | several processes that search one position together |
//! | [`Trace`] | what a search looked at, position by position |
//! | [`Score`] | what a position is worth, with wins told from judgements |
//! | [`Tablebase`] | what every position that can follow from one is worth, for certain |

mod agent;
mod alphabeta;
mod certify;
mod clock;
mod dfpn;
mod evaluator;
mod expectimax;
mod explore;
mod greedy;
mod gumbel;
mod info;
mod limits;
mod line;
mod mcts;
mod memory;
mod minimax;
mod random;
mod rollout;
mod score;
mod table;
mod tablebase;
mod team;
mod trace;

pub use agent::{Agent, SearchError, Watch};
pub use alphabeta::{AlphaBeta, AlphaBetaConfig};
pub use certify::Certifier;
pub use clock::{Allotment, Budget};
pub use dfpn::{GaveUp, Proof, Prover};
pub use evaluator::{Evaluator, Informed, Leaf, LeafKind, Playout, Visit};
pub use expectimax::{Expected, Expectimax};
pub use explore::{Cut, Explored, Seen, explore};
pub use greedy::Greedy;
pub use gumbel::{Gumbel, GumbelConfig, GumbelTraining};
pub use info::{Info, RootMove, Thought, Variation};
pub use limits::{Clock, Limits};
pub use mcts::{Amaf, Mcts, MctsConfig, Selection};
pub use memory::{NoMemory, memory_for};
pub use minimax::{LeafValue, Minimax, Minimaxed};
pub use random::Random;
pub use score::{Score, Value};
pub use table::{Bound, Entry, Table};
pub use tablebase::{BuildError, Built, Fault, Origin, Tablebase, TablebaseError, Tabled, Verified, verify_tablebase};
pub use team::{Begin, Note, Order, Team, Unreadable};
pub use trace::{Trace, TraceNode, Why};
