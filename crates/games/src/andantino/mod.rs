//! Andantino: stones grow outwards on a hexagonal board, each touching two
//! others, until somebody has five in a line or encloses an enemy.

mod bits;
mod closing;
mod editor;
mod enclosure;
mod encoding;
mod ending;
mod evaluation;
mod gather;
mod hexagon;
mod lines;
mod marks;
mod near;
mod notation;
mod patterns;
mod rules;
mod scene;
mod shapes;
mod star;
mod state;
mod symmetry;

use agon_core::{
    Editor, Encoding, GameInfo, OptionKind, OptionSpec, Options, PerPlayer, Player, Reason, Registered, Variant,
};

pub use evaluation::AndantinoEvaluation;
pub use hexagon::Cell;
pub use patterns::AndantinoPattern;
pub use rules::AndantinoPosition;
pub use state::AndantinoState;

use hexagon::Hexagon;
use rules::Enclosure;

/// The rules of Andantino. Player 1 is Black, whose stone opens the game;
/// player 2 is White, who makes the first move.
#[derive(Clone, Debug)]
pub struct Andantino {
    options: Options,
    board: Hexagon,
    enclosure: Enclosure,
    /// Stones for each player, if there is an end of them.
    tiles: Option<u16>,
}

static INFO: GameInfo = GameInfo {
    name: "andantino",
    title: "Andantino",
    summary: "Place stones that touch two others, and make a line of five or enclose an enemy stone.",
    source: "Reisach 2019, Andantino: Game Implementation and AI",
    players: PerPlayer(["Black", "White"]),
    capitals: Player::Two,
    move_help: "a stone is placed on a cell by row letter and number, such as k11",
    position_help: "rows from the top separated by /, b and w for stones, a number for a run of empty cells; \
                    then the side to move, b or w: with side 3, `3/4/2b2/4/3 w`",
    options: &[
        OptionSpec {
            name: "side",
            meaning: "cells along each edge of the board",
            kind: OptionKind::Int { min: 3, max: 10 },
            default: "10",
        },
        OptionSpec {
            name: "tiles",
            meaning: "stones for each player, the one at the start included; 0 for no end of them",
            kind: OptionKind::Int { min: 0, max: 200 },
            default: "0",
        },
        OptionSpec {
            name: "enclosure",
            meaning: "a stone is enclosed when no way over cells without the encloser's stones leads to the edge (open), \
                      or when its group touches neither an empty cell nor the edge (strict)",
            kind: OptionKind::Choice(&["open", "strict"]),
            default: "open",
        },
    ],
    variants: &[
        Variant { name: "small", meaning: "a board of side 4, soon full", options: &[("side", "4")] },
        Variant {
            name: "strict",
            meaning: "only groups without an empty neighbour are enclosed, on a board of side 5",
            options: &[("side", "5"), ("enclosure", "strict")],
        },
        Variant { name: "short", meaning: "fifteen stones each", options: &[("tiles", "15")] },
        Variant { name: "tiny", meaning: "the smallest board, nineteen cells", options: &[("side", "3")] },
    ],
    reasons: &[
        Reason { word: "line", meaning: "five or more in a line" },
        Reason { word: "enclosure", meaning: "an enemy stone is enclosed" },
        Reason { word: "self-enclosure", meaning: "the opponent's last stone was placed where it is enclosed" },
        Reason { word: "no-moves", meaning: "the player to move has no legal move" },
    ],
    formats: &[],
    rules: include_str!("../../../../docs/rules/andantino.md"),
};

impl Registered for Andantino {
    type Evaluation = AndantinoEvaluation;

    fn editor(&self) -> Option<&dyn Editor> {
        Some(self)
    }

    fn encoding(&self) -> Option<&dyn Encoding<Self>> {
        Some(self)
    }
}
