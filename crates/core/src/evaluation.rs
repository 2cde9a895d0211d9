use std::fmt::Debug;

use crate::{Game, WeightsError, set_weight, weight_lines};

/// No knowledge at all: every position is level. Enough to play every game,
/// badly, until somebody thinks about it.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEvaluation;

impl<G: Game> Evaluation<G> for NoEvaluation {
    type State = ();

    fn state(&self, _game: &G, _position: &G::Position) {}

    fn evaluate(&self, _game: &G, _position: &G::Position, (): &()) -> i32 {
        0
    }

    fn is_blank(&self) -> bool {
        true
    }
}

/// Knowledge of a game that a search can use. It is written beside the rules,
/// knows no search, and holds its weights, so that they can be tuned and two
/// sets of them can play each other.
///
/// What an evaluation wants to remember from move to move is its
/// [`State`](Self::State), which a search keeps beside each position and hands
/// to every method; positions hold nothing but what the rules need.
///
/// Searches work without any of the optional methods; each makes some of them
/// better.
pub trait Evaluation<G: Game>: Clone + Send + Sync + 'static {
    /// What is kept up to date from move to move, such as a sum of pattern
    /// weights or an accumulator; `()` for nothing, which costs nothing.
    type State: Copy + PartialEq + Debug + Send + Sync + 'static;

    /// The weights by name, so that they can be set; none, unless written by hand.
    fn weights(&mut self) -> Vec<(String, &mut i32)> {
        Vec::new()
    }

    /// The evaluation with weights from outside: one a line, a name and a
    /// whole number. Those that are not named stay as they are.
    fn with_weights(mut self, bytes: &[u8]) -> Result<Self, WeightsError> {
        let mut named = self.weights();
        for weight in weight_lines(bytes)? {
            set_weight(&mut named, weight)?;
        }
        Ok(self)
    }

    /// The state of a position, from scratch.
    fn state(&self, game: &G, position: &G::Position) -> Self::State;

    /// Brings the state up to date after a move, which has been made. From
    /// scratch, unless written by hand.
    #[inline]
    fn update(&self, game: &G, position: &G::Position, state: &mut Self::State, _mv: G::Move) {
        *state = self.state(game, position);
    }

    /// Makes a legal move as [`Game::play`] does and brings the state up to
    /// date. To be written by hand where the two share work.
    #[inline]
    fn play(&self, game: &G, position: &mut G::Position, state: &mut Self::State, mv: G::Move) {
        game.play(position, mv);
        self.update(game, position, state, mv);
    }

    /// The largest judgement, either way: beyond it lie won and lost games.
    #[inline]
    fn limit(&self) -> i32 {
        100_000
    }

    /// What a move that is not [forcing](Self::is_forcing) changes in a
    /// judgement, seldom more: a search may give up lines that would need
    /// more than that to matter. 0 when nobody knows; then nothing is given up.
    #[inline]
    fn margin(&self) -> i32 {
        0
    }

    /// How the position stands for the player to move, in hundredths of a
    /// point; positive is good for that player. Searches that reckon in
    /// chances of winning take it for one by [`chance_of`](crate::chance_of).
    /// Never asked of a position that is over, nor at a turn of chance.
    fn evaluate(&self, game: &G, position: &G::Position, state: &Self::State) -> i32;

    /// Whether nothing is known, so that judgements mean nothing: then a game is better played
    /// by playouts.
    fn is_blank(&self) -> bool {
        false
    }

    /// How promising a legal move looks before it is searched; higher first.
    /// Only the order matters.
    #[inline]
    fn promise(&self, _game: &G, _position: &G::Position, _state: &Self::State, _mv: G::Move) -> i32 {
        0
    }

    /// Lists the moves that must be searched: all legal ones, less those to
    /// which others are at least as good whatever follows, such as all but one
    /// that wins at once, or all that leave an immediate win to the opponent
    /// while some do not. At least one is left, in the order in which the game
    /// lists them, and neither who wins nor in how many plies ever changes by
    /// it: where all moves lose, one that loses as late as any is left. Never
    /// asked at a turn of chance.
    #[inline]
    fn candidates(&self, game: &G, position: &G::Position, _state: &Self::State, moves: &mut Vec<G::Move>) {
        game.moves(position, moves);
    }

    /// Whether a move changes so much that the position after it should be
    /// looked into before it is judged: a capture, a threat that must be met.
    #[inline]
    fn is_forcing(&self, _game: &G, _position: &G::Position, _state: &Self::State, _mv: G::Move) -> bool {
        false
    }

    /// Whether there is only one candidate, which is then listed. Like
    /// [`forcing`](Self::forcing), to be written by hand only where that is
    /// known sooner than by listing all candidates.
    #[inline]
    fn is_forced(&self, game: &G, position: &G::Position, state: &Self::State, moves: &mut Vec<G::Move>) -> bool {
        self.candidates(game, position, state, moves);
        moves.len() == 1
    }

    /// Lists the candidates that are forcing; or, where there is only one
    /// candidate, that one whatever it does, and gives `true`.
    #[inline]
    fn forcing(&self, game: &G, position: &G::Position, state: &Self::State, moves: &mut Vec<G::Move>) -> bool {
        self.candidates(game, position, state, moves);
        keep_forcing(self, game, (position, state), moves)
    }
}

/// Takes away the moves that are not forcing, unless there is only one move, and gives whether there is.
#[inline]
pub fn keep_forcing<G: Game, E: Evaluation<G>>(
    evaluation: &E,
    game: &G,
    (position, state): (&G::Position, &E::State),
    moves: &mut Vec<G::Move>,
) -> bool {
    let only = moves.len() == 1;
    if !only {
        moves.retain(|mv| evaluation.is_forcing(game, position, state, *mv));
    }
    only
}

/// A position with an evaluation's state: what a search copies and makes moves in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tracked<P, S> {
    /// The position.
    pub position: P,
    /// What the evaluation remembers of it.
    pub state: S,
}

/// A position of a game with the state of an evaluation.
pub type TrackedBy<G, E> = Tracked<<G as Game>::Position, <E as Evaluation<G>>::State>;

impl<P, S> Tracked<P, S> {
    /// A position with its state from scratch.
    pub fn new<G: Game<Position = P>>(game: &G, evaluation: &impl Evaluation<G, State = S>, position: P) -> Self {
        Tracked { state: evaluation.state(game, &position), position }
    }

    /// The evaluation's judgement, within its limits.
    #[inline]
    pub fn judge<G: Game<Position = P>>(&self, game: &G, evaluation: &impl Evaluation<G, State = S>) -> i32 {
        let limit = evaluation.limit();
        evaluation.evaluate(game, &self.position, &self.state).clamp(-limit, limit)
    }

    /// Makes a legal move.
    #[inline]
    pub fn play<G: Game<Position = P>>(&mut self, game: &G, evaluation: &impl Evaluation<G, State = S>, mv: G::Move) {
        evaluation.play(game, &mut self.position, &mut self.state, mv);
    }
}
