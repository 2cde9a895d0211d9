use std::sync::Arc;

use crate::{Game, Outcome};

/// The reason word of a draw by repetition.
pub const REPETITION: &str = "repetition";

/// The keys of the positions of a line, oldest first: what is needed to see
/// that a position has come again.
#[derive(Clone, Debug, Default)]
pub struct Keys(Vec<u64>);

impl Keys {
    /// Adds the key of the position just reached.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.0.push(key);
    }

    /// Takes the last key back.
    #[inline]
    pub fn pop(&mut self) {
        self.0.pop();
    }

    /// Forgets all keys.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// How often the last position has stood, itself included, within the
    /// last `reversible` plies.
    #[inline]
    pub fn occurrences(&self, reversible: u32) -> u32 {
        let Some((last, before)) = self.0.split_last() else { return 0 };
        let recent = &before[before.len().saturating_sub(reversible as usize)..];
        1 + recent.iter().filter(|key| *key == last).count() as u32
    }
}

/// The outcome of a position that was reached with these keys, its own the last.
///
/// A win stands before repetition, and repetition before a draw that the
/// position itself tells.
#[inline]
pub(crate) fn outcome_with<G: Game>(game: &G, position: &G::Position, keys: &Keys) -> Option<Outcome> {
    let outcome = game.outcome(position);
    if let Some(limit) = game.repetition()
        && outcome.is_none_or(|outcome| outcome.winner.is_none())
        && keys.occurrences(game.reversible(position)) >= limit
    {
        return Some(Outcome::draw(REPETITION));
    }
    outcome
}

/// A game in progress: the start, the line played from it, and so everything
/// that depends on what came before.
#[derive(Clone, Debug)]
pub struct History<G: Game> {
    game: Arc<G>,
    start: G::Position,
    line: Vec<(G::Move, G::Position)>,
    keys: Keys,
}

impl<G: Game> History<G> {
    /// A game that begins from `start`.
    pub fn new(game: Arc<G>, start: G::Position) -> Self {
        let mut keys = Keys::default();
        keys.push(game.key(&start));
        History { game, start, line: Vec::new(), keys }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The position that the game began from.
    pub fn start(&self) -> &G::Position {
        &self.start
    }

    /// The position now.
    pub fn position(&self) -> &G::Position {
        self.line.last().map_or(&self.start, |(_, position)| position)
    }

    /// The position after the first `plies` plies.
    pub fn position_at(&self, plies: usize) -> Option<&G::Position> {
        if plies == 0 { Some(&self.start) } else { self.line.get(plies - 1).map(|(_, position)| position) }
    }

    /// The moves played so far.
    pub fn line(&self) -> impl ExactSizeIterator<Item = G::Move> {
        self.line.iter().map(|(mv, _)| *mv)
    }

    /// The keys of all positions so far.
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: G::Move) {
        let mut position = *self.position();
        self.game.play(&mut position, mv);
        self.keys.push(self.game.key(&position));
        self.line.push((mv, position));
    }

    /// Takes the last move back and gives it.
    pub fn undo(&mut self) -> Option<G::Move> {
        let (mv, _) = self.line.pop()?;
        self.keys.pop();
        Some(mv)
    }

    /// How the game has ended, repetition included.
    pub fn outcome(&self) -> Option<Outcome> {
        outcome_with(self.game(), self.position(), &self.keys)
    }

    /// The legal moves: none after the end.
    pub fn moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if self.outcome().is_none() {
            self.game.moves(self.position(), &mut moves);
        }
        moves
    }
}
