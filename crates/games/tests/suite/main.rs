//! The suites over all registered games: a harness of promises, and data
//! files of counts, cases and playthroughs.

mod cases;
mod common;
mod differential;
mod editor;
mod encoding;
mod golden;
mod harness;
mod perft;
mod swap;
