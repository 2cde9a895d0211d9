//! Crosphere: two players join opposite edges of a square board with strong
//! stones of their own and weak stones that serve both.

mod bitboard;
mod distance;
mod evaluation;
mod formats;
mod notation;
mod roads;
mod rules;
mod scene;
mod workbench;

use agon_core::{
    Board, Event, FormatError, FormatInfo, Game, GameInfo, Gesture, Mark, MoveError, OptionError, OptionKind,
    OptionSpec, Options, Outcome, PerPlayer, Player, PositionError, Reason, Record, Rng, Scene, Turn, Variant,
    Workbench,
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
    formats: &[FormatInfo { name: "jezek", meaning: "the game files of Ježek's program" }],
    rules: include_str!("../../../../docs/rules/crosphere.md"),
};

impl Game for Crosphere {
    type Position = CrospherePosition;
    type Move = CrosphereMove;
    type Evaluation = CrosphereEvaluation;

    const INFO: &'static GameInfo = &INFO;

    fn new(options: Options) -> Result<Self, OptionError> {
        Crosphere::with_options(options)
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn start(&self) -> CrospherePosition {
        self.position([0, 0], Player::One)
    }

    #[inline]
    fn turn(&self, position: &CrospherePosition) -> Turn {
        Turn::Player(position.turn)
    }

    fn moves(&self, position: &CrospherePosition, moves: &mut Vec<CrosphereMove>) {
        moves.clear();
        self.list(position, moves);
    }

    #[inline]
    fn count_moves(&self, position: &CrospherePosition) -> u64 {
        self.count(position)
    }

    #[inline]
    fn random_move(&self, position: &CrospherePosition, rng: &mut Rng) -> Option<CrosphereMove> {
        self.draw_move(position, rng)
    }

    #[inline]
    fn play(&self, position: &mut CrospherePosition, mv: CrosphereMove) {
        position.place(mv);
    }

    #[inline]
    fn outcome(&self, position: &CrospherePosition) -> Option<Outcome> {
        self.judge(position)
    }

    /// Mirrored either way; edges of a player stay that player's.
    fn twins(&self, position: &CrospherePosition) -> Vec<CrospherePosition> {
        let image = |way| {
            let chains = position.chains.map(|chain| bitboard::mirrored(chain, self.size, way));
            self.position(chains, position.turn)
        };
        [(true, false), (false, true), (true, true)].map(image).into()
    }

    #[inline]
    fn key(&self, position: &CrospherePosition) -> u64 {
        position.key()
    }

    fn move_text(&self, _: &CrospherePosition, mv: CrosphereMove) -> String {
        notation::move_text(mv)
    }

    fn parse_move(&self, _: &CrospherePosition, text: &str) -> Result<CrosphereMove, MoveError> {
        notation::parse_move(text)
    }

    fn refusal(&self, position: &CrospherePosition, mv: CrosphereMove) -> Option<String> {
        self.refuse(position, mv)
    }

    fn position_text(&self, position: &CrospherePosition) -> String {
        self.write_position(position)
    }

    fn parse_position(&self, text: &str) -> Result<CrospherePosition, PositionError> {
        self.read_position(text)
    }

    fn outcome_detail(&self, position: &CrospherePosition, outcome: Outcome) -> Option<String> {
        self.ending(position, outcome)
    }

    fn workbench(&self) -> Option<&dyn Workbench> {
        Some(self)
    }

    fn board(&self) -> Board {
        self.picture()
    }

    fn scene(&self, position: &CrospherePosition) -> Scene {
        self.draw(position)
    }

    fn marks(&self, position: &CrospherePosition) -> Vec<Mark> {
        Player::BOTH.into_iter().filter_map(|player| self.road_mark(position, player)).collect()
    }

    fn gesture(&self, _: &CrospherePosition, mv: CrosphereMove) -> Gesture {
        self.gesture_of(mv)
    }

    fn events(&self, position: &CrospherePosition, mv: CrosphereMove) -> Vec<Event> {
        self.events_of(position, mv)
    }

    fn import(&self, format: &str, text: &str) -> Result<Record, FormatError> {
        match format {
            formats::JEZEK => self.read_jezek(text),
            _ => Err(FormatError::unknown(format, &INFO)),
        }
    }

    fn export(&self, format: &str, record: &Record, _: &CrospherePosition) -> Result<String, FormatError> {
        match format {
            formats::JEZEK => self.write_jezek(record),
            _ => Err(FormatError::unknown(format, &INFO)),
        }
    }
}
