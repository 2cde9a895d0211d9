//! Crosphere: two players join opposite edges of a square board with strong
//! stones of their own and weak stones that serve both.

mod bitboard;
mod distance;
mod editor;
mod encoding;
mod evaluation;
mod formats;
mod notation;
mod roads;
mod rules;
mod scene;

use agon_core::{
    Editor, Encoding, FormatInfo, Formats, GameInfo, OptionKind, OptionSpec, Options, PerPlayer, Player, Reason,
    Registered, Variant,
};

pub use evaluation::CrosphereEvaluation;
pub use rules::{CrosphereMove, CrospherePosition, Stone};

/// The rules of Crosphere. Player 1 is Green, who joins the top to the bottom;
/// player 2 is Pink, who joins the left to the right.
#[derive(Clone, Debug)]
pub struct Crosphere {
    options: Options,
    size: u8,
    /// Strong stones of each player at the start.
    strong: u32,
    /// All squares.
    board: u64,
    /// The two edges of each player.
    edges: [[u64; 2]; 2],
}

static INFO: GameInfo = GameInfo {
    name: "crosphere",
    title: "Crosphere",
    summary: "Join your two edges with your own strong stones and with weak stones that serve both players.",
    source: "Ježek 2024, \"Crosphere\"",
    players: PerPlayer(["Green", "Pink"]),
    capitals: Player::Two,
    move_help: "S for a strong stone or W for a weak one, and an empty square, as in Sg7 or Wd6",
    position_help: "ranks from the top separated by /, entries separated by commas: G a strong stone of Green, \
                    P of Pink, W a weak one, a number for empty squares; then the side to move, G or P: \
                    `8/6,G,1/3,W,4/8/8/8/8/8 G`",
    options: &[
        OptionSpec {
            name: "size",
            meaning: "squares along each side",
            kind: OptionKind::Int { min: 3, max: 8 },
            default: "8",
        },
        OptionSpec {
            name: "strong",
            meaning: "strong stones of each player, at most as many as the board has squares",
            kind: OptionKind::Int { min: 0, max: 64 },
            default: "5",
        },
    ],
    variants: &[
        Variant { name: "small", meaning: "the thesis's small board", options: &[("size", "5"), ("strong", "3")] },
        Variant { name: "tiny", meaning: "short, and often a draw", options: &[("size", "3"), ("strong", "1")] },
        Variant {
            name: "weak",
            meaning: "every stone serves both players",
            options: &[("size", "5"), ("strong", "0")],
        },
        Variant { name: "strong", meaning: "any stone may be strong", options: &[("size", "4"), ("strong", "16")] },
    ],
    reasons: &[
        Reason { word: rules::CONNECTION, meaning: "a chain joins both edges" },
        Reason { word: rules::NO_MOVES, meaning: "the player to move cannot place a stone" },
    ],
    formats: &[FormatInfo { name: formats::JEZEK, meaning: "the game files of Ježek's program" }],
    rules: include_str!("../../../../docs/rules/crosphere.md"),
};

impl Registered for Crosphere {
    type Evaluation = CrosphereEvaluation;

    fn editor(&self) -> Option<&dyn Editor> {
        Some(self)
    }

    fn encoding(&self) -> Option<&dyn Encoding<Self>> {
        Some(self)
    }

    fn formats(&self) -> Option<&dyn Formats<Self>> {
        Some(self)
    }
}
