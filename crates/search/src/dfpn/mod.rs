//! Proof numbers: not how good a position is, but whether it is won, and a
//! proof that has been checked.
//!
//! The search is df-pn (Nagai 2002, "Df-pn algorithm for searching AND/OR
//! trees"), with the 1 + ε trick (Pawlewicz, Lew 2007, "Improving depth-first
//! PN-search: 1 + ε trick") and a table of bounded size. Whatever it claims is
//! walked through once more by `verify`, which trusts neither its table nor
//! its keys.

mod numbers;
mod prover;
mod search;
mod table;
mod verify;

pub use prover::{GaveUp, Proof, Prover};
