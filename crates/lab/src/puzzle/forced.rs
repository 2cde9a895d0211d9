//! Forced wins of few half moves, found by looking at every line.

use std::cmp::Reverse;
use std::collections::HashMap;

use agon_core::{Evaluation, Player, Registered, Turn};

/// The search gave up: too many moves were made.
pub(super) struct Exhausted;

/// Decides whether a player wins within a number of half moves, whatever the
/// other side and chance do. Nothing is left out: an answer is a proof.
///
/// Positions are looked at without their history. A rule that counts
/// occurrences of a position needs eight half moves to bring one back twice,
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

/// What is known of a position.
#[derive(Clone, Copy)]
struct Known {
    /// It is not won within so many half moves…
    open: u32,
    /// …but within so many, if any number is known.
    won: Option<u32>,
}

impl<'g, G: Registered> Forced<'g, G> {
    pub fn new(game: &'g G, attacker: Player, most_nodes: u64) -> Self {
        let evaluation = G::Evaluation::default();
        Forced { game, evaluation, attacker, known: HashMap::new(), nodes: 0, most_nodes }
    }

    /// Whether the attacker wins within so many half moves.
    pub fn wins(&mut self, position: &G::Position, within: u32) -> Result<bool, Exhausted> {
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
        let won = self.search(position, within)?;
        let known = if won { Known { won: Some(within), ..known } } else { Known { open: within, ..known } };
        self.note(key, position, known);
        Ok(won)
    }

    /// In how many half moves the attacker wins, if within so many.
    pub fn distance(&mut self, position: &G::Position, within: u32) -> Result<Option<u32>, Exhausted> {
        for plies in 0..=within {
            if self.wins(position, plies)? {
                return Ok(Some(plies));
            }
        }
        Ok(None)
    }

    /// The quickest win against the longest defence, from a position that is
    /// won within so many half moves.
    pub fn line(&mut self, position: &G::Position, within: u32) -> Result<Vec<G::Move>, Exhausted> {
        let (mut position, mut left, mut line) = (*position, within, Vec::new());
        while left > 0 && self.game.outcome(&position).is_none() {
            let mine = self.game.turn(&position) == Turn::Player(self.attacker);
            let mut best: Option<(u32, G::Move, G::Position)> = None;
            for (mv, after) in self.successors(&position) {
                let Some(plies) = self.distance(&after, left - 1)? else { continue };
                let better = |best: u32| if mine { plies < best } else { plies > best };
                if best.is_none_or(|(best, ..)| better(best)) {
                    best = Some((plies, mv, after));
                }
            }
            let Some((plies, mv, after)) = best else { break };
            line.push(mv);
            (position, left) = (after, plies);
        }
        Ok(line)
    }

    /// The moves of a position, promising ones first, with what they lead to.
    pub fn successors(&mut self, position: &G::Position) -> Vec<(G::Move, G::Position)> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        if self.game.turn(position) != Turn::Chance {
            moves.sort_by_cached_key(|mv| Reverse(self.evaluation.promise(self.game, position, *mv)));
        }
        let after = |mv| {
            let mut after = *position;
            self.game.play(&mut after, mv);
            (mv, after)
        };
        moves.into_iter().map(after).collect()
    }

    fn search(&mut self, position: &G::Position, within: u32) -> Result<bool, Exhausted> {
        let mine = self.game.turn(position) == Turn::Player(self.attacker);
        for (_, after) in self.successors(position) {
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
