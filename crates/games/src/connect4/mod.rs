//! Connect Four: two players drop discs into the columns of an upright board,
//! and four in a line win.

mod cells;
mod editor;
mod encoding;
mod evaluation;
mod notation;
mod rules;
mod scene;
#[cfg(test)]
mod tests;

use agon_core::{
    Editor, Encoding, GameInfo, OptionKind, OptionSpec, Options, PerPlayer, Player, Reason, Registered, Variant,
};

pub use evaluation::ConnectFourEvaluation;
pub use rules::{ConnectFourMove, ConnectFourPosition};

/// The rules of Connect Four. Player 1 is Red, who moves first; player 2 is Yellow.
#[derive(Clone, Debug)]
pub struct ConnectFour {
    options: Options,
    columns: u8,
    rows: u8,
    /// The lowest cell of every column.
    bottom: u64,
    /// All cells.
    board: u64,
    /// The cells of the first, third, fifth… row.
    odd_rows: u64,
}

static INFO: GameInfo = GameInfo {
    name: "connect4",
    title: "Connect Four",
    summary: "Drop discs into columns and be the first to have four in a line.",
    source: "Wexler and Strongin 1974, \"Connect Four\"",
    players: PerPlayer(["Red", "Yellow"]),
    capitals: Player::One,
    move_help: "the number of a column, counted from the left, as in 4",
    position_help: "ranks from the top separated by /, entries separated by commas: R a disc of Red, Y of Yellow, \
                    a number for empty cells; the side to move follows from their number: `7/7/7/7/3,Y,3/2,R,R,3`",
    options: &[
        OptionSpec {
            name: "columns",
            meaning: "columns of the board; columns x (rows + 1) must not exceed 64",
            kind: OptionKind::Int { min: 4, max: 9 },
            default: "7",
        },
        OptionSpec {
            name: "rows",
            meaning: "rows of the board",
            kind: OptionKind::Int { min: 4, max: 8 },
            default: "6",
        },
    ],
    variants: &[
        Variant { name: "tiny", meaning: "the smallest board", options: &[("columns", "4"), ("rows", "4")] },
        Variant { name: "small", meaning: "five columns of five", options: &[("columns", "5"), ("rows", "5")] },
        Variant { name: "low", meaning: "six columns of four", options: &[("columns", "6"), ("rows", "4")] },
        Variant { name: "wide", meaning: "nine columns of six", options: &[("columns", "9")] },
        Variant { name: "large", meaning: "eight columns of seven", options: &[("columns", "8"), ("rows", "7")] },
    ],
    reasons: &[
        Reason { word: rules::LINE, meaning: "four or more in a line" },
        Reason { word: rules::FULL, meaning: "the board is full" },
    ],
    formats: &[],
    rules: include_str!("../../../../docs/rules/connect4.md"),
};

impl Registered for ConnectFour {
    type Evaluation = ConnectFourEvaluation;

    fn editor(&self) -> Option<&dyn Editor> {
        Some(self)
    }

    fn encoding(&self) -> Option<&dyn Encoding<Self>> {
        Some(self)
    }
}
