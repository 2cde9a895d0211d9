//! Rhythmomachy as it was cut down in 1999 for a study of parallel search:
//! circles and squares with numbers on a chess board, which capture by
//! arithmetic and turn what they capture.

mod capture;
mod editor;
mod encoding;
mod evaluation;
mod formats;
mod man;
mod notation;
mod position;
mod rules;
mod scene;
mod tables;
mod threats;

use agon_core::{
    Editor, Encoding, Formats, GameInfo, OptionKind, OptionSpec, Options, PerPlayer, Player, Reason, Registered,
    Variant,
};

pub use evaluation::RhythmomachyEvaluation;
pub use position::RhythmomachyPosition;
pub use rules::RhythmomachyMove;

/// The rules of Rhythmomachy. Player 1 is White, who moves first from the
/// corner a1; player 2 is Black, from h8.
#[derive(Clone, Debug)]
pub struct Rhythmomachy {
    options: Options,
    captures: u32,
    points: u32,
    plies: u16,
}

static INFO: GameInfo = GameInfo {
    name: "rhythmomachy",
    title: "Rhythmomachy",
    summary: "Step beside the enemy's numbers and capture those that two of yours add up to, differ by, \
              multiply or divide to.",
    source: "Anderson et al. 1999, Parallel Intelligent Game-Playing Algorithms for Rhythmomachy",
    players: PerPlayer(["White", "Black"]),
    capitals: Player::One,
    move_help: "write the square a piece leaves and the one it goes to, as in `b3c5`",
    position_help: "ranks from the top separated by /, pieces and runs of empty squares by commas: C and S are \
                    White's circles and squares, c and s Black's, with numbers from 0 to 63; then w or b to move, \
                    White's captures and points, Black's captures and points, and the half moves played: \
                    `2,c8,s32,s0,s18,2/2,c16,2,s12,2/C0,C6,C3,2,c4,s24,s1/S9,6,s2/S2,6,s9/S1,S24,C4,2,c3,c6,c0/\
                    2,S12,2,C16,2/2,S18,S0,S32,C8,2 w 0 0 0 0 0`",
    options: &[
        OptionSpec {
            name: "captures",
            meaning: "captures needed to win",
            kind: OptionKind::Int { min: 1, max: 99 },
            default: "4",
        },
        OptionSpec {
            name: "points",
            meaning: "points needed to win: the sum of the captured numbers",
            kind: OptionKind::Int { min: 0, max: 9999 },
            default: "25",
        },
        OptionSpec {
            name: "plies",
            meaning: "half moves after which the game is drawn",
            kind: OptionKind::Int { min: 1, max: 10000 },
            default: "200",
        },
    ],
    variants: &[
        Variant { name: "first", meaning: "the first capture wins", options: &[("captures", "1"), ("points", "0")] },
        Variant {
            name: "long",
            meaning: "twelve captures with a hundred points",
            options: &[("captures", "12"), ("points", "100"), ("plies", "400")],
        },
        Variant { name: "short", meaning: "forty half moves", options: &[("plies", "40")] },
    ],
    reasons: &[
        Reason { word: "captures", meaning: "enough captures with enough points" },
        Reason { word: "no-moves", meaning: "the player to move has no legal move" },
        Reason { word: "plies", meaning: "all half moves have been played" },
    ],
    formats: &[formats::PGSS],
    rules: include_str!("../../../../docs/rules/rhythmomachy.md"),
};

impl Registered for Rhythmomachy {
    type Evaluation = RhythmomachyEvaluation;

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
