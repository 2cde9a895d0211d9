//! Tile Sum: a tile gathers numbers on a small grid, and what it leaves behind
//! is filled by an adversary or by chance.

mod editor;
mod encoding;
mod evaluation;
mod notation;
mod reach;
mod rules;
mod scene;
mod solver;
#[cfg(test)]
mod tests;

use agon_core::{
    Editor, Encoding, GameInfo, OptionKind, OptionSpec, Options, PerPlayer, Player, Reason, Registered, Solver, Variant,
};

pub use evaluation::TileSumEvaluation;
pub use rules::{Fill, Step, TileSumMove, TileSumPosition};

use rules::Min;

/// The rules of Tile Sum. Player 1 is Max, who moves the tile; player 2 is Min.
#[derive(Clone, Debug)]
pub struct TileSum {
    options: Options,
    size: u8,
    board: [i32; rules::MOST_SQUARES],
    goal: i64,
    moves: u8,
    min: Min,
}

static INFO: GameInfo = GameInfo {
    name: "tilesum",
    title: "Tile Sum",
    summary: "Move a tile over a grid of numbers and reach the goal before the moves run out.",
    source: "Gamification Using Alpha-Beta Algorithm",
    players: PerPlayer(["Max", "Min"]),
    capitals: Player::Two,
    move_help: "Max moves the tile with u, d, l or r; Min fills the open square with -1, 0 or +1",
    position_help: "rows from the top separated by /, numbers separated by commas, the tile's in brackets, \
                    ? for the open square; then the score and the moves made: `1,-1,0/1,0,1/(0),1,-1 0 0`",
    options: &[
        OptionSpec {
            name: "size",
            meaning: "squares along each side",
            kind: OptionKind::Int { min: 2, max: 5 },
            default: "3",
        },
        OptionSpec {
            name: "board",
            meaning: "the numbers at the start, row by row from the top; needed when size is not 3",
            kind: OptionKind::Ints { min: -1_000_000, max: 1_000_000 },
            default: "",
        },
        OptionSpec {
            name: "goal",
            meaning: "the score that wins for Max",
            kind: OptionKind::Int { min: 1, max: 999 },
            default: "7",
        },
        OptionSpec {
            name: "moves",
            meaning: "how many moves Max has",
            kind: OptionKind::Int { min: 1, max: 99 },
            default: "5",
        },
        OptionSpec {
            name: "min",
            meaning: "who fills the open square: a player, or chance with a third for each number",
            kind: OptionKind::Choice(&["adversary", "random"]),
            default: "adversary",
        },
    ],
    variants: &[
        Variant { name: "chance", meaning: "chance fills the open square", options: &[("min", "random")] },
        Variant {
            name: "long",
            meaning: "a larger grid and a higher goal",
            options: &[
                ("size", "4"),
                ("board", "1,-1,0,1,0,1,0,-1,1,0,1,-1,0,1,-1,0"),
                ("goal", "20"),
                ("moves", "12"),
            ],
        },
        Variant { name: "seed", meaning: "the paper's printed game", options: &[("goal", "10"), ("moves", "3")] },
    ],
    reasons: &[
        Reason { word: "goal", meaning: "the score has reached the goal" },
        Reason { word: "moves", meaning: "the moves are used up" },
    ],
    formats: &[],
    rules: include_str!("../../../../docs/rules/tilesum.md"),
};

impl Registered for TileSum {
    type Evaluation = TileSumEvaluation;

    fn editor(&self) -> Option<&dyn Editor> {
        Some(self)
    }

    fn encoding(&self) -> Option<&dyn Encoding<Self>> {
        Some(self)
    }

    fn solver(&self) -> Option<&dyn Solver<Self>> {
        Some(self)
    }
}
