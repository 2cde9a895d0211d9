use crate::Game;

/// No knowledge at all: every position is level. Enough to play every game,
/// badly, until somebody thinks about it.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEvaluation;

impl<G: Game> Evaluation<G> for NoEvaluation {
    fn evaluate(&self, _game: &G, _position: &G::Position) -> i32 {
        0
    }
}

/// Knowledge of a game that a search can use. It is written beside the rules,
/// knows no search, and holds its weights, so that they can be tuned.
///
/// Searches work without any of the optional methods; each makes some of them
/// better.
pub trait Evaluation<G: Game>: Clone + Send + Sync + 'static {
    /// The largest judgement, either way: beyond it lie won and lost games.
    const LIMIT: i32 = 100_000;

    /// What a move that is not [forcing](Self::is_forcing) changes in a
    /// judgement, seldom more: a search may give up lines that would need
    /// more than that to matter. 0 when nobody knows; then nothing is given up.
    const MARGIN: i32 = 0;

    /// How the position stands for the player to move, in hundredths of a
    /// point; positive is good for that player. Searches that reckon in
    /// chances of winning take it for one by [`chance_of`](crate::chance_of).
    /// Never asked of a position that is over, nor at a turn of chance.
    fn evaluate(&self, game: &G, position: &G::Position) -> i32;

    /// How promising a legal move looks before it is searched; higher first.
    /// Only the order matters.
    fn promise(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> i32 {
        0
    }

    /// Takes away moves that need not be searched because others are at least
    /// as good whatever follows: all but one that wins at once, or all that
    /// leave an immediate win to the opponent while some do not. Must leave
    /// at least one move, and must never change who wins.
    fn narrow(&self, _game: &G, _position: &G::Position, _moves: &mut Vec<G::Move>) {}

    /// Whether a move changes so much that the position after it should be
    /// looked into before it is judged: a capture, a threat that must be met.
    fn is_forcing(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> bool {
        false
    }
}
