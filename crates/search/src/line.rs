use agon_core::{Game, History, Keys, Outcome, REPETITION};

/// The line being searched, from the start of the game: what is needed to see
/// that a position has come again. Costs nothing where positions cannot.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    keys: Keys,
    limit: Option<u32>,
}

impl Line {
    /// The line of a game so far.
    pub fn new<G: Game>(history: &History<G>) -> Self {
        Line { keys: history.keys().clone(), limit: history.game().repetition() }
    }

    /// Whether positions can come again at all.
    #[inline]
    pub fn repeats(&self) -> bool {
        self.limit.is_some()
    }

    /// The keys of the line so far, where positions can come again.
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// Goes one move further, to this position.
    #[inline]
    pub fn enter<G: Game>(&mut self, game: &G, position: &G::Position) {
        if self.repeats() {
            self.keys.push(game.key(position));
        }
    }

    /// Goes back one move.
    #[inline]
    pub fn leave(&mut self) {
        if self.repeats() {
            self.keys.pop();
        }
    }

    /// How the game has ended at the end of the line, by the rules: a win
    /// stands before repetition, and repetition before other draws.
    #[inline]
    pub fn outcome<G: Game>(&self, game: &G, position: &G::Position) -> Option<Outcome> {
        outcome_at(game, position, &self.keys, self.limit)
    }

    /// Whether the position has stood before within the last `plies` half moves.
    #[inline]
    pub fn has_come_again<G: Game>(&self, game: &G, position: &G::Position, plies: u32) -> bool {
        self.repeats() && self.keys.occurrences(game.reversible(position).min(plies)) > 1
    }
}

/// How the game has ended in a position that was reached with these keys, its
/// own the last, where the occurrence `limit` of a position is a draw.
#[inline]
pub(crate) fn outcome_at<G: Game>(
    game: &G,
    position: &G::Position,
    keys: &Keys,
    limit: Option<u32>,
) -> Option<Outcome> {
    let outcome = game.outcome(position);
    if let Some(limit) = limit
        && outcome.is_none_or(|outcome| outcome.winner.is_none())
        && keys.occurrences(game.reversible(position)) >= limit
    {
        return Some(Outcome::draw(REPETITION));
    }
    outcome
}
