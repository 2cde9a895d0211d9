//! Forced wins of few plies, found by looking at every line.

use std::cmp::Reverse;
use std::collections::HashMap;

use agon_core::{Evaluation, Player, Registered, Tracked, TrackedBy, Turn};

/// The search gave up: too many moves were made.
pub(super) struct Exhausted;

/// Decides whether a player wins within a number of plies, whatever the
/// other side and chance do. Nothing is left out: an answer is a proof.
///
/// Positions are looked at without their history. A rule that counts
/// occurrences of a position needs eight plies to bring one back twice,
/// so it is of no account in searches of at most [`LONGEST`](super::LONGEST).
pub(super) struct Forced<'g, G: Registered> {
    game: &'g G,
    /// Orders the moves, and nothing else.
    evaluation: G::Evaluation,
    attacker: Player,
    /// What is known of positions; keys only find the place.
    known: HashMap<u64, Vec<(G::Position, Known)>>,
    nodes: u64,
    most_nodes: u64,
}

/// A position with the evaluation's state.
type At<G> = TrackedBy<G, <G as Registered>::Evaluation>;

/// What is known of a position.
#[derive(Clone, Copy)]
struct Known {
    /// It is not won within so many plies…
    open: u32,
    /// …but within so many, if any number is known.
    won: Option<u32>,
}

impl<'g, G: Registered> Forced<'g, G> {
    pub fn new(game: &'g G, attacker: Player, most_nodes: u64) -> Self {
        let evaluation = G::Evaluation::default();
        Forced { game, evaluation, attacker, known: HashMap::new(), nodes: 0, most_nodes }
    }

    /// A position with the evaluation's state.
    pub fn at(&self, position: &G::Position) -> At<G> {
        Tracked::new(self.game, &self.evaluation, *position)
    }

    /// Whether the attacker wins within so many plies.
    pub fn wins(&mut self, at: &At<G>, within: u32) -> Result<bool, Exhausted> {
        let position = &at.position;
        if let Some(outcome) = self.game.outcome(position) {
            return Ok(outcome.winner == Some(self.attacker));
        }
        if within == 0 {
            return Ok(false);
        }
        let key = self.game.key(position);
        let known = self.look_up(key, position);
        if known.won.is_some_and(|won| won <= within) {
            return Ok(true);
        }
        if known.open >= within {
            return Ok(false);
        }
        let won = self.search(at, within)?;
        let known = if won { Known { won: Some(within), ..known } } else { Known { open: within, ..known } };
        self.note(key, position, known);
        Ok(won)
    }

    /// In how many plies the attacker wins, if within so many.
    pub fn distance(&mut self, at: &At<G>, within: u32) -> Result<Option<u32>, Exhausted> {
        for plies in 0..=within {
            if self.wins(at, plies)? {
                return Ok(Some(plies));
            }
        }
        Ok(None)
    }

    /// The quickest win against the longest defence, from a position that is
    /// won within so many plies.
    pub fn line(&mut self, at: &At<G>, within: u32) -> Result<Vec<G::Move>, Exhausted> {
        let (mut at, mut left, mut line) = (*at, within, Vec::new());
        while left > 0 && self.game.outcome(&at.position).is_none() {
            let mine = self.game.turn(&at.position) == Turn::Player(self.attacker);
            let mut best: Option<(u32, G::Move, At<G>)> = None;
            for (mv, after) in self.successors(&at) {
                let Some(plies) = self.distance(&after, left - 1)? else { continue };
                let better = |best: u32| if mine { plies < best } else { plies > best };
                if best.is_none_or(|(best, ..)| better(best)) {
                    best = Some((plies, mv, after));
                }
            }
            let Some((plies, mv, after)) = best else { break };
            line.push(mv);
            (at, left) = (after, plies);
        }
        Ok(line)
    }

    /// The moves of a position, promising ones first, with what they lead to.
    pub fn successors(&mut self, at: &At<G>) -> Vec<(G::Move, At<G>)> {
        let (game, position) = (self.game, &at.position);
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        if game.turn(position) != Turn::Chance {
            moves.sort_by_cached_key(|mv| Reverse(self.evaluation.promise(game, position, &at.state, *mv)));
        }
        let after = |mv| {
            let mut after = *at;
            after.play(game, &self.evaluation, mv);
            (mv, after)
        };
        moves.into_iter().map(after).collect()
    }

    fn search(&mut self, at: &At<G>, within: u32) -> Result<bool, Exhausted> {
        let mine = self.game.turn(&at.position) == Turn::Player(self.attacker);
        for (_, after) in self.successors(at) {
            self.nodes += 1;
            if self.nodes > self.most_nodes {
                return Err(Exhausted);
            }
            if self.wins(&after, within - 1)? == mine {
                return Ok(mine);
            }
        }
        Ok(!mine)
    }

    fn look_up(&self, key: u64, position: &G::Position) -> Known {
        let found = self.known.get(&key).and_then(|all| all.iter().find(|(known, _)| known == position));
        found.map_or(Known { open: 0, won: None }, |(_, known)| *known)
    }

    fn note(&mut self, key: u64, position: &G::Position, known: Known) {
        let all = self.known.entry(key).or_default();
        match all.iter_mut().find(|(other, _)| other == position) {
            Some((_, entry)) => *entry = known,
            None => all.push((*position, known)),
        }
    }
}
