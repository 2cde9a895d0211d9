//! Rithmomachia, the philosophers' game: numbers march over a long board and
//! capture one another by arithmetic. Which of its historical rulesets is
//! played is data.

mod capture;
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
mod workbench;

use agon_core::{
    Board, Event, Game, GameInfo, Gesture, Mark, MoveError, OptionError, OptionKind, OptionSpec, Options, Outcome,
    PerPlayer, Player, PositionError, Reason, Rng, Scene, Turn, Variant, Workbench,
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

impl Game for Rithmomachia {
    type Position = RithmomachiaPosition;
    type Move = RithmomachiaMove;
    type Evaluation = RithmomachiaEvaluation;

    const INFO: &'static GameInfo = &INFO;

    fn new(options: Options) -> Result<Self, OptionError> {
        Ok(Rithmomachia::with_options(options))
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn start(&self) -> RithmomachiaPosition {
        self.start
    }

    fn turn(&self, position: &RithmomachiaPosition) -> Turn {
        Turn::Player(position.turn)
    }

    fn moves(&self, position: &RithmomachiaPosition, moves: &mut Vec<RithmomachiaMove>) {
        moves.clear();
        self.each_move(position, |mv| moves.push(mv));
    }

    fn count_moves(&self, position: &RithmomachiaPosition) -> u64 {
        u64::from(self.count(position))
    }

    fn random_move(&self, position: &RithmomachiaPosition, rng: &mut Rng) -> Option<RithmomachiaMove> {
        self.draw_move(position, rng)
    }

    fn play(&self, position: &mut RithmomachiaPosition, mv: RithmomachiaMove) {
        self.make(position, mv);
    }

    fn outcome(&self, position: &RithmomachiaPosition) -> Option<Outcome> {
        self.judge(position)
    }

    fn key(&self, position: &RithmomachiaPosition) -> u64 {
        position.key
    }

    fn repetition(&self) -> Option<u32> {
        Some(3)
    }

    fn reversible(&self, position: &RithmomachiaPosition) -> u32 {
        u32::from(position.quiet)
    }

    fn move_text(&self, _: &RithmomachiaPosition, mv: RithmomachiaMove) -> String {
        notation::move_text(mv)
    }

    fn parse_move(&self, _: &RithmomachiaPosition, text: &str) -> Result<RithmomachiaMove, MoveError> {
        notation::parse_move(text)
    }

    fn refusal(&self, position: &RithmomachiaPosition, mv: RithmomachiaMove) -> Option<String> {
        self.refuse(position, mv)
    }

    fn position_text(&self, position: &RithmomachiaPosition) -> String {
        self.write_position(position)
    }

    fn parse_position(&self, text: &str) -> Result<RithmomachiaPosition, PositionError> {
        self.read_position(text)
    }

    fn outcome_detail(&self, position: &RithmomachiaPosition, outcome: Outcome) -> Option<String> {
        self.detail(position, outcome)
    }

    fn workbench(&self) -> Option<&dyn Workbench> {
        Some(self)
    }

    fn board(&self) -> Board {
        squares::GRID.board()
    }

    fn scene(&self, position: &RithmomachiaPosition) -> Scene {
        self.draw(position)
    }

    fn marks(&self, position: &RithmomachiaPosition) -> Vec<Mark> {
        self.marks_of(position)
    }

    fn gesture(&self, _: &RithmomachiaPosition, mv: RithmomachiaMove) -> Gesture {
        scene::gesture(mv)
    }

    fn events(&self, position: &RithmomachiaPosition, mv: RithmomachiaMove) -> Vec<Event> {
        self.events_of(position, mv)
    }
}
