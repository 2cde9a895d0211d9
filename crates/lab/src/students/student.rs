use std::sync::Arc;

use agon_core::{Game, History, Player, Registered, Rng, Turn};
use serde_json::Value;

use crate::LabError;

/// Plies after which a game counts as drawn.
const MOST_PLIES: usize = 1_000;

/// A method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StudentMethod {
    /// Q-learning with a table.
    Q,
    /// Q-learning with a network.
    Dqn,
    /// REINFORCE with a baseline.
    Reinforce,
}

impl StudentMethod {
    /// Its name, which is as well the name of the agent that plays what was learnt.
    pub fn name(self) -> &'static str {
        match self {
            StudentMethod::Q => "q",
            StudentMethod::Dqn => "dqn",
            StudentMethod::Reinforce => "reinforce",
        }
    }

    /// Its name for people.
    pub fn title(self) -> &'static str {
        match self {
            StudentMethod::Q => "Q-learning",
            StudentMethod::Dqn => "Q-learning with a network",
            StudentMethod::Reinforce => "REINFORCE with a baseline",
        }
    }

    /// The name of the file with what was learnt.
    pub fn file(self) -> &'static str {
        match self {
            StudentMethod::Q => "table.txt",
            StudentMethod::Dqn | StudentMethod::Reinforce => "network.safetensors",
        }
    }

    /// How fast it learns when nobody says.
    pub fn usual_rate(self) -> f64 {
        match self {
            StudentMethod::Q => 1.0,
            StudentMethod::Dqn => 1e-3,
            StudentMethod::Reinforce => 5e-3,
        }
    }

    /// The percentage of moves that are explored when nobody says; REINFORCE draws all of its moves.
    pub fn usual_explore(self) -> u32 {
        match self {
            StudentMethod::Q => 50,
            StudentMethod::Dqn => 10,
            StudentMethod::Reinforce => 0,
        }
    }
}

/// Someone who learns a game by playing it.
pub(super) trait Student<G: Game> {
    /// Plays a game and learns from it. `progress` is the share of all games that have been played.
    fn play(&mut self, game: &Arc<G>, progress: f64, rng: &mut Rng);

    /// All that it has to remember to go on exactly as if it had not been interrupted.
    fn save(&self) -> Value;

    /// Goes on from there; `None` where that is not what was saved.
    fn restore(&mut self, saved: &Value) -> Option<()>;

    /// What it has learnt, as the bytes of a file that its agent plays by.
    fn bytes(&self, game: &G, run: &str) -> Result<Vec<u8>, LabError>;
}

/// The player to move, if the game goes on and it is a player's turn.
pub(super) fn to_move<G: Game>(history: &History<G>) -> Option<Player> {
    if history.outcome().is_some() || history.line().len() >= MOST_PLIES {
        return None;
    }
    history.game().turn(history.position()).player()
}

/// Plays a move, and lets chance play after it; tells whether it did.
pub(super) fn advance<G: Game>(history: &mut History<G>, mv: G::Move, rng: &mut Rng) -> bool {
    history.play(mv);
    let mut by_chance = false;
    while history.outcome().is_none() && history.game().turn(history.position()) == Turn::Chance {
        let Some(mv) = history.game().random_move(history.position(), rng) else { break };
        history.play(mv);
        by_chance = true;
    }
    by_chance
}

/// A game from the start, at a player's turn.
pub(super) fn begin<G: Game>(game: &Arc<G>, rng: &mut Rng) -> History<G> {
    let mut history = History::new(Arc::clone(game), game.start());
    while history.outcome().is_none() && game.turn(history.position()) == Turn::Chance {
        let Some(mv) = game.random_move(history.position(), rng) else { break };
        history.play(mv);
    }
    history
}

/// How a game ended for a player: 1 for a win, -1 for a loss, 0 for a draw or a game that was given up.
pub(super) fn result<G: Game>(history: &History<G>, player: Player) -> f64 {
    match history.outcome().and_then(|outcome| outcome.winner) {
        Some(winner) if winner == player => 1.0,
        Some(_) => -1.0,
        None => 0.0,
    }
}

/// What a network is told of a position, and the numbers of the legal moves, both as the player to move sees them.
pub(super) fn seen<G: Registered>(history: &History<G>, player: Player) -> (Vec<u32>, Vec<(u32, G::Move)>) {
    let mut features = Vec::new();
    let Some(encoding) = history.game().encoding() else { return (features, Vec::new()) };
    encoding.sparse(history.position(), player, &mut features);
    let moves = history.moves();
    (features, moves.into_iter().map(|mv| (encoding.action_seen_by(player, encoding.action(mv)), mv)).collect())
}
