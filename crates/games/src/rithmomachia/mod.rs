//! Rithmomachia, the philosophers' game: numbers march over a long board and
//! capture one another by arithmetic. Which of its historical rulesets is
//! played is data.

mod candidates;
mod capture;
mod cause;
mod editor;
mod encoding;
mod evaluation;
mod glory;
mod irregular;
mod marks;
mod notation;
mod piece;
mod position;
mod progressions;
mod reach;
mod rules;
mod ruleset;
mod scene;
mod squares;
#[cfg(test)]
mod tests;
mod victory;

use agon_core::{
    Editor, Encoding, GameInfo, OptionKind, OptionSpec, Options, PerPlayer, Player, Reason, Registered, RulesetInfo,
    Variant,
};

pub use evaluation::RithmomachiaEvaluation;
pub use position::{RithmomachiaMove, RithmomachiaPosition};

use candidates::Takes;
use capture::Captures;
use irregular::Leap;
use piece::{MOST_STACKS, Piece, Stack};
use progressions::Progressions;
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
    /// How many ranks each set of shapes advances with a move, at most.
    strides: [u8; 8],
    /// How pieces leap.
    leaps: Vec<Leap>,
    /// Whether there are other moves than straight ones onto empty squares.
    irregular: bool,
    /// What may enter the board again, by the numbers of captives; equal pieces stand side by side.
    captives: Vec<Piece>,
    stacks: PerPlayer<[Stack; MOST_STACKS]>,
    captures: Captures,
    /// What may take what alone, where the captures of a move are not looked for swiftly.
    takes: Option<Takes>,
    /// Whether a meeting takes enemies of any value.
    meets_any: bool,
    progressions: Progressions,
    /// Whether a progression wins by the simplest conditions, which are judged swiftly.
    simple_glory: bool,
    goals: Vec<Goal>,
    quiet: u16,
}

/// A number that captures must reach.
const fn threshold(name: &'static str, meaning: &'static str, default: &'static str) -> OptionSpec {
    OptionSpec { name, meaning, kind: OptionKind::EachInt { min: 1, max: 9999 }, default }
}

/// The rulesets for people, in the order of [`ruleset::RULESETS`].
const RULESET_INFOS: &[RulesetInfo] = &[
    RulesetInfo {
        name: "modern",
        meaning: "chosen from the sources so that the game is fair and deep",
        defaults: &[("victories", "glorious,goods,body"), ("body", "9,14"), ("goods", "220,420")],
    },
    RulesetInfo { name: "roy2020", meaning: "Roy 2020, after Smith and Eaton 1911", defaults: &[] },
    RulesetInfo {
        name: "boardspace",
        meaning: "the program of boardspace.net",
        defaults: &[("victories", "glorious,goods,body"), ("body", "15"), ("goods", "985,1315")],
    },
    RulesetInfo {
        name: "boissiere-1556",
        meaning: "Boissière 1556, after Joyner 2025",
        defaults: &[("victories", "glorious,goods,body"), ("body", "4"), ("goods", "100")],
    },
    RulesetInfo {
        name: "mebben-1616",
        meaning: "Selenus 1616, after Illmer 1987 and Mebben",
        defaults: &[("victories", "glorious"), ("quiet", "200")],
    },
    RulesetInfo {
        name: "fulke-1563-3",
        meaning: "Lever and Fulke 1563, third kind",
        defaults: &[("victories", "glorious,goods,body"), ("body", "5"), ("goods", "100")],
    },
    RulesetInfo {
        name: "fulke-1563-1",
        meaning: "Lever and Fulke 1563, first kind: captives change sides",
        defaults: &[("victories", "glorious,goods,body"), ("body", "6"), ("goods", "160")],
    },
];

static INFO: GameInfo = GameInfo {
    name: "rithmomachia",
    title: "Rithmomachia",
    summary: "Capture numbers by arithmetic, or bring a progression to the enemy's side of the board.",
    source: "A. Roy 2020, Rithmomachia with Artificial Intelligence, after Smith and Eaton 1911",
    players: PerPlayer(["Odd", "Even"]),
    capitals: Player::Two,
    move_help: "a move is the square left and the square reached, such as c13c12; where captives enter, a piece and a \
                square, such as T30@c1",
    position_help: "ranks from the top separated by /, squares by commas: a letter for the shape (c, t, s, p; capital \
                    for Even) and the value, p[64+49] for a pyramid that has lost layers, a number for empty squares; \
                    then odd or even to move, value:bodies:digits captured by Odd and by Even, and the plies since \
                    the last capture; where captives enter, those of Odd and Even, such as c4+t6/-: `8/8/8/8/8/8/8/2,c3,5/2,C8,5/8/8/8/8/8/8/8 odd 0:0:0 0:0:0 0`",
    options: &[
        OptionSpec {
            name: "ruleset",
            meaning: "the rules that are played",
            kind: OptionKind::Ruleset { rulesets: RULESET_INFOS, usual: "modern" },
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
            meaning: "plies without a capture that make a draw",
            kind: OptionKind::Int { min: 1, max: 10_000 },
            default: "100",
        },
    ],
    variants: &[
        Variant {
            name: "modern",
            meaning: "fair and deep: what is played unless something else is chosen",
            options: &[("ruleset", "modern")],
        },
        Variant { name: "roy2020", meaning: "the rules of Roy 2020", options: &[("ruleset", "roy2020")] },
        Variant {
            name: "glorious",
            meaning: "only a progression in the enemy's half wins",
            options: &[("ruleset", "roy2020"), ("victories", "glorious")],
        },
        Variant {
            name: "honours",
            meaning: "only honour, lawsuit, or both together win",
            options: &[("ruleset", "roy2020"), ("victories", "honour-lawsuit,honour,lawsuit")],
        },
        Variant {
            name: "long",
            meaning: "about half of an army is to be captured",
            options: &[
                ("ruleset", "roy2020"),
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
            options: &[("ruleset", "roy2020"), ("victories", "")],
        },
        Variant {
            name: "roy-tests",
            meaning: "the test games of Roy 2020 end by the victories that it prints",
            options: &[("ruleset", "roy2020"), ("lawsuit_value", "400"), ("honour_bodies", "6"), ("hl_bodies", "6")],
        },
        Variant {
            name: "boardspace",
            meaning: "the rules of boardspace.net: many captures, long games",
            options: &[("ruleset", "boardspace")],
        },
        Variant {
            name: "boissiere",
            meaning: "the rules of Boissière 1556",
            options: &[("ruleset", "boissiere-1556")],
        },
        Variant {
            name: "mebben",
            meaning: "the rules of Selenus 1616: only a progression wins",
            options: &[("ruleset", "mebben-1616")],
        },
        Variant {
            name: "fulke-3",
            meaning: "the third kind of Lever and Fulke 1563",
            options: &[("ruleset", "fulke-1563-3")],
        },
        Variant {
            name: "fulke-1",
            meaning: "the first kind of Lever and Fulke 1563: captives change sides",
            options: &[("ruleset", "fulke-1563-1")],
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
        Reason { word: "repetition", meaning: "the position occurs for the third time" },
        Reason { word: "quiet", meaning: "too many plies without a capture" },
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
