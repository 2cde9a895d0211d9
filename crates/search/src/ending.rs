use agon_core::{Game, Keys, Outcome, REPETITION};

/// How the game has ended in a position that was reached with these keys, its
/// own the last: as [`History::outcome`](agon_core::History::outcome) says it,
/// for lines that are only looked at.
#[inline]
pub(crate) fn ending<G: Game>(game: &G, position: &G::Position, keys: &Keys) -> Option<Outcome> {
    let outcome = game.outcome(position);
    if let Some(limit) = game.repetition()
        && outcome.is_none_or(|outcome| outcome.winner.is_none())
        && keys.occurrences(game.reversible(position)) >= limit
    {
        return Some(Outcome::draw(REPETITION));
    }
    outcome
}
