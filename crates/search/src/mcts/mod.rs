//! Monte-Carlo tree search: a tree of the moves that look best so far, grown
//! one leaf at a time and judged by what leaves are worth.
//!
//! | word | what it is |
//! |---|---|
//! | [`Mcts`] | the agent |
//! | [`MctsConfig`] | how it goes about it; [`MctsConfig::plain`] is the textbook |
//! | [`Evaluator`](crate::Evaluator) | what leaves are worth and what is known of moves: [`Playout`](crate::Playout), [`Informed`](crate::Informed) |
//!
//! A node is a line of moves from the root, not a position: so what is known
//! of a node is right whatever came before, repetitions included.

mod amaf;
mod config;
mod explore;
mod node;
mod report;
mod search;
mod select;
mod trace;
mod tree;
mod worker;

pub use config::{Amaf, MctsConfig, Selection};
pub use search::Mcts;
