use crate::Game;

/// No knowledge at all: every position is level. Enough to play every game,
/// badly, until somebody thinks about it.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEvaluation;

impl<G: Game> Evaluation<G> for NoEvaluation {
    fn evaluate(&self, _game: &G, _position: &G::Position) -> i32 {
        0
    }

    fn is_blank(&self) -> bool {
        true
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

    /// Whether nothing is known, so that judgements mean nothing: then a game is better played
    /// by playouts.
    fn is_blank(&self) -> bool {
        false
    }

    /// How promising a legal move looks before it is searched; higher first.
    /// Only the order matters.
    fn promise(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> i32 {
        0
    }

    /// Lists the moves that must be searched: all legal ones, less those to
    /// which others are at least as good whatever follows, such as all but one
    /// that wins at once, or all that leave an immediate win to the opponent
    /// while some do not. At least one is left, in the order in which the game
    /// lists them, and neither who wins nor in how many plies ever changes by
    /// it: where all moves lose, one that loses as late as any is left. Never
    /// asked at a turn of chance.
    fn candidates(&self, game: &G, position: &G::Position, moves: &mut Vec<G::Move>) {
        game.moves(position, moves);
    }

    /// Whether a move changes so much that the position after it should be
    /// looked into before it is judged: a capture, a threat that must be met.
    fn is_forcing(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> bool {
        false
    }

    /// Whether there is but one candidate, which is then listed. Like
    /// [`forcing`](Self::forcing), to be written by hand only where that is
    /// known sooner than by listing all candidates.
    #[inline]
    fn is_forced(&self, game: &G, position: &G::Position, moves: &mut Vec<G::Move>) -> bool {
        self.candidates(game, position, moves);
        moves.len() == 1
    }

    /// Lists the candidates that are forcing; or, where there is but one
    /// candidate, that one whatever it does, and gives `true`.
    #[inline]
    fn forcing(&self, game: &G, position: &G::Position, moves: &mut Vec<G::Move>) -> bool {
        self.candidates(game, position, moves);
        keep_forcing(self, game, position, moves)
    }
}

/// Takes away the moves that are not forcing, unless there is but one move, and gives whether there is.
#[inline]
pub fn keep_forcing<G: Game>(
    evaluation: &impl Evaluation<G>,
    game: &G,
    position: &G::Position,
    moves: &mut Vec<G::Move>,
) -> bool {
    let only = moves.len() == 1;
    if !only {
        moves.retain(|mv| evaluation.is_forcing(game, position, *mv));
    }
    only
}
