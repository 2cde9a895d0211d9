//! A game of a page.

use agon_core::{
    Board, Effect, Event, Game, GameInfo, Gesture, Grid, MoveError, NoEvaluation, Notation, OptionError, Options,
    Outcome, PerPlayer, Player, PositionError, Reason, Registered, Scene, Turn, View,
};

/// Who takes the last of nine matches wins; a move takes two or three, or the last.
#[derive(Clone, Debug)]
pub struct Matches(Options);

static INFO: GameInfo = GameInfo {
    name: "matches",
    title: "Matches",
    summary: "Take the last match.",
    source: "a test",
    players: PerPlayer(["First", "Second"]),
    capitals: Player::One,
    move_help: "how many matches to take",
    position_help: "how many matches are left, and who is to move",
    options: &[],
    variants: &[],
    reasons: &[Reason { word: "last", meaning: "the last match is taken" }],
    formats: &[],
    rules: "",
};

impl Game for Matches {
    type Position = (u8, Player);
    type Move = u8;

    const INFO: &'static GameInfo = &INFO;

    fn new(options: Options) -> Result<Self, OptionError> {
        Ok(Matches(options))
    }

    fn options(&self) -> &Options {
        &self.0
    }

    fn start(&self) -> (u8, Player) {
        (9, Player::One)
    }

    fn turn(&self, position: &(u8, Player)) -> Turn {
        Turn::Player(position.1)
    }

    fn moves(&self, &(left, _): &(u8, Player), moves: &mut Vec<u8>) {
        moves.clear();
        moves.extend([1, 2, 3].into_iter().filter(|taken| *taken <= left && (*taken > 1 || left == 1)));
    }

    fn play(&self, position: &mut (u8, Player), mv: u8) {
        *position = (position.0 - mv, !position.1);
    }

    fn outcome(&self, position: &(u8, Player)) -> Option<Outcome> {
        (position.0 == 0).then_some(Outcome::win(!position.1, "last"))
    }

    fn key(&self, position: &(u8, Player)) -> u64 {
        u64::from(position.0) * 2 + position.1.index() as u64
    }
}

impl Notation for Matches {
    fn move_text(&self, _: &(u8, Player), mv: u8) -> String {
        mv.to_string()
    }

    fn parse_move(&self, _: &(u8, Player), text: &str) -> Result<u8, MoveError> {
        text.parse().map_err(|_| MoveError::unreadable(text, INFO.move_help))
    }

    fn position_text(&self, position: &(u8, Player)) -> String {
        format!("{} {}", position.0, position.1.index() + 1)
    }

    fn parse_position(&self, text: &str) -> Result<(u8, Player), PositionError> {
        let read = || {
            let (left, player) = text.split_once(' ')?;
            Some((left.parse().ok()?, Player::BOTH[usize::from(player == "2")]))
        };
        read().ok_or_else(|| PositionError::new("expected the matches left and the player to move"))
    }
}

impl View for Matches {
    fn board(&self) -> Board {
        Grid { files: 1, ranks: 1 }.board()
    }

    fn scene(&self, _: &(u8, Player)) -> Scene {
        Scene::default()
    }

    fn gesture(&self, _: &(u8, Player), mv: u8) -> Gesture {
        Gesture::cells([mv.into()])
    }

    fn events(&self, position: &(u8, Player), mv: u8) -> Vec<Event> {
        let text = format!("{} takes {mv}", INFO.player(position.1));
        vec![Event { rule: "take", text, cells: Vec::new(), effect: Effect::Note }]
    }
}

impl Registered for Matches {
    type Evaluation = NoEvaluation;
}
