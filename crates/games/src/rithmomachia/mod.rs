//! Rithmomachia, the philosophers' game: numbers march over a long board and
//! capture one another by arithmetic. Which of its historical rulesets is
//! played is data.

mod capture;
mod editor;
mod encoding;
mod evaluation;
mod marks;
mod notation;
mod piece;
mod position;
mod reach;
mod rules;
mod ruleset;
mod scene;
mod squares;
#[cfg(test)]
mod tests;
mod victory;

use agon_core::{
    Editor, Encoding, GameInfo, OptionKind, OptionSpec, Options, PerPlayer, Player, Reason, Registered, Variant,
};

pub use evaluation::RithmomachiaEvaluation;
pub use position::{RithmomachiaMove, RithmomachiaPosition};

use capture::Captures;
use piece::{MOST_STACKS, Stack};
use ruleset::Ruleset;
use victory::Goal;

/// The rules of Rithmomachia. Player 1 is Odd, at the top; player 2 is Even.
#[derive(Clone, Debug)]
pub struct Rithmomachia {
    options: Options,
    ruleset: &'static Ruleset,
    start: RithmomachiaPosition,
    /// The straight and diagonal steps of circles, triangles and squares.
    steps: [[u8; 2]; 3],
    stacks: PerPlayer<[Stack; MOST_STACKS]>,
    captures: Captures,
    goals: Vec<Goal>,
    quiet: u16,
}

/// A number that captures must reach.
const fn threshold(name: &'static str, meaning: &'static str, default: &'static str) -> OptionSpec {
    OptionSpec { name, meaning, kind: OptionKind::Int { min: 1, max: 9999 }, default }
}

static INFO: GameInfo = GameInfo {
    name: "rithmomachia",
    title: "Rithmomachia",
    summary: "Capture numbers by arithmetic, or bring a progression to the enemy's side of the board.",
    source: "A. Roy 2020, Rithmomachia with Artificial Intelligence, after Smith and Eaton 1911",
    players: PerPlayer(["Odd", "Even"]),
    capitals: Player::Two,
    move_help: "a move is the square left and the square reached, such as c13c12",
    position_help: "ranks from the top separated by /, squares by commas: a letter for the shape (c, t, s, p; capital \
                    for Even) and the value, p[64+49] for a pyramid that has lost layers, a number for empty squares; \
                    then odd or even to move, value:bodies:digits captured by Odd and by Even, and the half moves \
                    since the last capture: `8/8/8/8/8/8/8/2,c3,5/2,C8,5/8/8/8/8/8/8/8 odd 0:0:0 0:0:0 0`",
    options: &[
        OptionSpec {
            name: "ruleset",
            meaning: "the historical rules",
            kind: OptionKind::Choice(&["roy2020"]),
            default: "roy2020",
        },
        OptionSpec {
            name: "victories",
            meaning: "the victories in force",
            kind: OptionKind::Set(&["glorious", "honour-lawsuit", "honour", "lawsuit", "goods", "body"]),
            default: "glorious,honour-lawsuit,honour,lawsuit,goods,body",
        },
        threshold("body", "captured pieces for a victory of body", "5"),
        threshold("goods", "captured value for a victory of goods", "350"),
        threshold("lawsuit_value", "captured value for a lawsuit", "300"),
        threshold("lawsuit_digits", "captured digits for a lawsuit", "9"),
        threshold("honour_value", "captured value for honour", "300"),
        threshold("honour_bodies", "captured pieces for honour", "4"),
        threshold("hl_value", "captured value for honour and lawsuit", "250"),
        threshold("hl_bodies", "captured pieces for honour and lawsuit", "4"),
        threshold("hl_digits", "captured digits for honour and lawsuit", "9"),
        OptionSpec {
            name: "quiet",
            meaning: "half moves without a capture that make a draw",
            kind: OptionKind::Int { min: 1, max: 10_000 },
            default: "100",
        },
    ],
    variants: &[
        Variant {
            name: "glorious",
            meaning: "only a progression in the enemy's half wins",
            options: &[("victories", "glorious")],
        },
        Variant {
            name: "honours",
            meaning: "only honour, lawsuit, or both together win",
            options: &[("victories", "honour-lawsuit,honour,lawsuit")],
        },
        Variant {
            name: "long",
            meaning: "about half of an army is to be captured",
            options: &[
                ("body", "12"),
                ("goods", "800"),
                ("lawsuit_value", "700"),
                ("lawsuit_digits", "22"),
                ("honour_value", "700"),
                ("honour_bodies", "10"),
                ("hl_value", "600"),
                ("hl_bodies", "10"),
                ("hl_digits", "20"),
            ],
        },
        Variant {
            name: "last-stand",
            meaning: "only who leaves the other side without a move wins",
            options: &[("victories", "")],
        },
        Variant {
            name: "roy-tests",
            meaning: "the test games of Roy 2020 end by the victories that it prints",
            options: &[("lawsuit_value", "400"), ("honour_bodies", "6"), ("hl_bodies", "6")],
        },
    ],
    reasons: &[
        Reason { word: "glorious", meaning: "three numbers in progression stand in the enemy's half" },
        Reason { word: "honour-lawsuit", meaning: "enough value, pieces and digits are captured" },
        Reason { word: "honour", meaning: "enough value and pieces are captured" },
        Reason { word: "lawsuit", meaning: "enough value and digits are captured" },
        Reason { word: "goods", meaning: "enough value is captured" },
        Reason { word: "body", meaning: "enough pieces are captured" },
        Reason { word: "no-moves", meaning: "the opponent has no legal move" },
        Reason { word: "repetition", meaning: "the position stands for the third time" },
        Reason { word: "quiet", meaning: "too many half moves without a capture" },
    ],
    formats: &[],
    rules: include_str!("../../../../docs/rules/rithmomachia.md"),
};

impl Registered for Rithmomachia {
    type Evaluation = RithmomachiaEvaluation;

    fn editor(&self) -> Option<&dyn Editor> {
        Some(self)
    }

    fn encoding(&self) -> Option<&dyn Encoding<Self>> {
        Some(self)
    }
}
