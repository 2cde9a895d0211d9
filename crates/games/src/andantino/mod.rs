//! Andantino: stones grow outwards on a hexagonal board, each touching two
//! others, until somebody has five in a line or encloses an enemy.

mod bits;
mod closing;
mod enclosure;
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
mod symmetry;
mod workbench;

use agon_core::{
    Board, Event, Game, GameInfo, Gesture, Mark, MoveError, OptionError, OptionKind, OptionSpec, Options, Outcome,
    PerPlayer, Player, PositionError, Reason, Rng, Scene, Turn, Variant, Workbench,
};

pub use evaluation::AndantinoEvaluation;
pub use hexagon::Cell;
pub use patterns::AndantinoPattern;
pub use rules::AndantinoPosition;

use hexagon::Hexagon;
use patterns::Patterns;
use rules::{Enclosure, Status};

/// The rules of Andantino. Player 1 is Black, whose stone opens the game;
/// player 2 is White, who makes the first move.
#[derive(Clone, Debug)]
pub struct Andantino {
    options: Options,
    board: Hexagon,
    enclosure: Enclosure,
    patterns: &'static Patterns,
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

impl Game for Andantino {
    type Position = AndantinoPosition;
    type Move = Cell;
    type Evaluation = AndantinoEvaluation;

    const INFO: &'static GameInfo = &INFO;

    fn new(options: Options) -> Result<Self, OptionError> {
        Ok(Andantino::with_options(options))
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn start(&self) -> AndantinoPosition {
        self.start_position()
    }

    fn turn(&self, position: &AndantinoPosition) -> Turn {
        Turn::Player(position.turn)
    }

    fn moves(&self, position: &AndantinoPosition, moves: &mut Vec<Cell>) {
        if position.status == Status::Ongoing {
            position.legal.list(usize::from(position.choices), moves);
        } else {
            moves.clear();
        }
    }

    #[inline]
    fn count_moves(&self, position: &AndantinoPosition) -> u64 {
        if position.status == Status::Ongoing { u64::from(position.choices) } else { 0 }
    }

    #[inline]
    fn random_move(&self, position: &AndantinoPosition, rng: &mut Rng) -> Option<Cell> {
        Andantino::draw_move(position, rng)
    }

    #[inline]
    fn play(&self, position: &mut AndantinoPosition, mv: Cell) {
        self.make(position, mv);
    }

    #[inline]
    fn play_blindly(&self, position: &mut AndantinoPosition, mv: Cell) {
        self.make_blindly(position, mv);
    }

    #[inline]
    fn outcome(&self, position: &AndantinoPosition) -> Option<Outcome> {
        position.outcome()
    }

    fn twins(&self, position: &AndantinoPosition) -> Vec<AndantinoPosition> {
        self.images(position)
    }

    #[inline]
    fn key(&self, position: &AndantinoPosition) -> u64 {
        position.key()
    }

    #[inline]
    fn key_after(&self, position: &AndantinoPosition, mv: Cell) -> Option<u64> {
        Some(position.key_after(mv))
    }

    fn move_text(&self, _: &AndantinoPosition, mv: Cell) -> String {
        notation::name(mv)
    }

    fn parse_move(&self, _: &AndantinoPosition, text: &str) -> Result<Cell, MoveError> {
        self.read_move(text)
    }

    fn refusal(&self, position: &AndantinoPosition, mv: Cell) -> Option<String> {
        self.refuse(position, mv)
    }

    fn position_text(&self, position: &AndantinoPosition) -> String {
        self.write_position(position)
    }

    fn parse_position(&self, text: &str) -> Result<AndantinoPosition, PositionError> {
        self.read_position(text)
    }

    fn outcome_detail(&self, position: &AndantinoPosition, _: Outcome) -> Option<String> {
        Some(self.detail(position))
    }

    fn workbench(&self) -> Option<&dyn Workbench> {
        Some(self)
    }

    fn board(&self) -> Board {
        self.picture()
    }

    fn scene(&self, position: &AndantinoPosition) -> Scene {
        self.draw(position)
    }

    fn marks(&self, position: &AndantinoPosition) -> Vec<Mark> {
        self.marks_of(position)
    }

    fn gesture(&self, _: &AndantinoPosition, mv: Cell) -> Gesture {
        self.gesture_of(mv)
    }

    fn events(&self, position: &AndantinoPosition, mv: Cell) -> Vec<Event> {
        self.events_of(position, mv)
    }
}
