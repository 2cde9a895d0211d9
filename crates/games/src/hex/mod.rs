//! Hex: two players join opposite edges of a rhombus of hexagons.

mod editor;
mod encoding;
mod evaluation;
mod notation;
mod old;
mod position;
mod rules;
mod scene;
#[cfg(test)]
mod tests;

use agon_core::{
    Editor, Encoding, GameInfo, HexGrid, OptionKind, OptionSpec, Options, PerPlayer, Player, Reason, Record,
    Registered, Variant,
};

pub use evaluation::{HexEvaluation, HexState};
pub use position::HexPosition;

use position::Cells;

/// The rules of Hex. Player 1 is Red, who joins the top to the bottom;
/// player 2 is Blue, who joins the left to the right.
#[derive(Clone, Debug)]
pub struct Hex {
    options: Options,
    grid: HexGrid,
    /// How many cells there are, and all of them.
    cells: u16,
    board: Cells,
    /// The two edges of each player.
    edges: PerPlayer<[Cells; 2]>,
    /// The neighbours of each cell.
    near: Box<[Cells]>,
}

static INFO: GameInfo = GameInfo {
    name: "hex",
    title: "Hex",
    summary: "Join your two edges with an unbroken chain of stones; there are no draws.",
    source: "Hein 1942, \"Polygon\"; Nash 1952, \"Some Games and Machines for Playing Them\"",
    players: PerPlayer(["Red", "Blue"]),
    capitals: Player::One,
    move_help: "an empty cell, as in f6",
    position_help: "ranks from the top separated by /, entries separated by commas: R a stone of Red, B of Blue, \
                    a number for empty cells; then the side to move, R or B: `3/1,R,1/3 B` with size 3",
    options: &[OptionSpec {
        name: "size",
        meaning: "cells along each edge",
        kind: OptionKind::Int { min: 3, max: 19 },
        default: "11",
    }],
    variants: &[
        Variant { name: "swap", meaning: "with the swap rule", options: &[("swap", "true")] },
        Variant { name: "small", meaning: "a short game", options: &[("size", "5")] },
        Variant {
            name: "tiny",
            meaning: "the smallest board, with the swap rule",
            options: &[("size", "3"), ("swap", "true")],
        },
    ],
    reasons: &[Reason { word: rules::CONNECTION, meaning: "a chain joins both edges" }],
    formats: &[],
    rules: include_str!("../../../../docs/rules/hex.md"),
};

impl Registered for Hex {
    type Evaluation = HexEvaluation;

    fn editor(&self) -> Option<&dyn Editor> {
        Some(self)
    }

    fn encoding(&self) -> Option<&dyn Encoding<Self>> {
        Some(self)
    }

    fn old_record(&self, record: &Record) -> Option<Record> {
        self.mirrored_record(record)
    }
}
