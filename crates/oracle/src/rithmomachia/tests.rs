//! Every rule of every ruleset by a position whose answer follows from the rules by hand.

use super::setup::board_from;
use super::*;
use crate::testing::{perft, play_all};

mod cases;
mod notation;
mod rare;
mod roy2020;
mod starts;

/// A game with the given pieces.
fn position(options: &[(&str, &str)], pieces: &str, to_move: Side) -> Rithmomachia {
    Rithmomachia::with_board(options, board_from(pieces), to_move)
}
