//! The searches against brute force written for the purpose, on every
//! registered game and on mazes made to be hard to search.

mod alphabeta;
mod common;
mod distance;
mod expectimax;
mod maze;
mod minimax;
mod small;
mod stopping;
mod team;
mod word;
