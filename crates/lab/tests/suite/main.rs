//! Matches, engines, statistics and tournaments, from outside.

mod common;
mod contest;
mod coverage;
mod engines;
mod planned;
mod portrait;
mod swap;
mod tournament;
