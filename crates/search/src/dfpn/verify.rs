use std::collections::HashMap;

use agon_core::{Game, Turn};

use super::search::Search;
use crate::Evaluator;

/// How many times the nodes of the search a check may take…
const CHECK_FACTOR: u64 = 8;
/// …and how many it may always take. A proof that rests on positions whose
/// past was mixed up can take for ever to turn out wrong.
const CHECK_ALWAYS: u64 = 1_000_000;

/// Positions with something known of each. Keys only find the place: positions
/// are compared as they are.
struct Known<G: Game, T>(HashMap<u64, Vec<(G::Position, T)>>);

impl<G: Game, T: Copy> Known<G, T> {
    fn get(&self, key: u64, position: &G::Position) -> Option<T> {
        self.0.get(&key)?.iter().find(|(known, _)| known == position).map(|(_, what)| *what)
    }

    fn put(&mut self, key: u64, position: &G::Position, what: T) {
        self.0.entry(key).or_default().push((*position, what));
    }
}

/// Walks through a proof that the prover wins: one move of its own in each
/// position, and every move of the opponent. Gives a line in which both do
/// their best by that proof; `None` if there is a hole in it.
///
/// The moves that win are fixed for each position, no position leads back to
/// itself, and none has stood in the game before. So it does not matter how a
/// position is reached, nor by which rule of repetition the game is played.
pub(super) fn verify_win<G: Game, V: Evaluator<G>>(
    search: &mut Search<'_, '_, G, V>,
    position: &G::Position,
) -> Option<Vec<G::Move>> {
    let most_nodes = search.nodes + search.nodes.saturating_mul(CHECK_FACTOR) + CHECK_ALWAYS;
    let mut walk = Walk { search, won: Known(HashMap::new()), most_nodes };
    walk.confirm(position, None)?;
    Some(walk.line(position))
}

struct Walk<'a, 's, 'w, G: Game, V> {
    search: &'a mut Search<'s, 'w, G, V>,
    /// Positions that are won, and in how many half moves.
    won: Known<G, u32>,
    /// Where to give up.
    most_nodes: u64,
}

impl<G: Game, V: Evaluator<G>> Walk<'_, '_, '_, G, V> {
    /// Whether a game that is over is won; `None` while it goes on.
    fn ended(&self, position: &G::Position) -> Option<bool> {
        self.search.game.outcome(position).map(|outcome| outcome.winner == Some(self.search.prover))
    }

    /// In how many half moves the prover wins; `None` if it could not be shown.
    fn confirm(&mut self, position: &G::Position, key: Option<u64>) -> Option<u32> {
        let key = key.unwrap_or_else(|| self.search.game.key(position));
        if let Some(won) = self.ended(position) {
            return won.then_some(0);
        }
        if let Some(plies) = self.won.get(key, position) {
            return Some(plies);
        }
        if self.search.repetition(key).is_some() || self.search.nodes >= self.most_nodes || self.search.is_stopped() {
            return None;
        }
        self.search.enter(key);
        let plies = if self.search.game.turn(position) == Turn::Player(self.search.prover) {
            self.confirm_one(position)
        } else {
            self.confirm_all(position)
        };
        self.search.leave();
        if let Some(plies) = plies {
            self.won.put(key, position, plies);
        }
        plies
    }

    /// One move of the prover that wins.
    fn confirm_one(&mut self, position: &G::Position) -> Option<u32> {
        let proven = self.proven(position);
        if let Some(plies) = self.first_confirmed(&proven) {
            return Some(plies);
        }
        // The table has forgotten it, or was wrong here: search once more.
        self.search.leave();
        let numbers = self.search.decide(position);
        self.search.enter(self.search.game.key(position));
        let again = if numbers.proof == 0 { self.proven(position) } else { Vec::new() };
        self.first_confirmed(&again)
    }

    fn first_confirmed(&mut self, candidates: &[(u32, u64, G::Position)]) -> Option<u32> {
        candidates.iter().find_map(|(_, key, after)| self.confirm(after, Some(*key))).map(|plies| plies + 1)
    }

    /// The positions after moves that win by the table, the simplest first.
    fn proven(&mut self, position: &G::Position) -> Vec<(u32, u64, G::Position)> {
        let mut proven = Vec::new();
        for after in self.successors(position) {
            let key = self.search.game.key(&after);
            match self.ended(&after) {
                Some(true) => return vec![(0, key, after)],
                Some(false) => {}
                None => {
                    if let Some((numbers, work)) = self.search.table.get_anywhere(key)
                        && numbers.proof == 0
                    {
                        proven.push((work, key, after));
                    }
                }
            }
        }
        proven.sort_by_key(|(work, ..)| *work);
        proven
    }

    /// Every move of the opponent, or of chance, loses.
    fn confirm_all(&mut self, position: &G::Position) -> Option<u32> {
        let mut longest = 0;
        for after in self.successors(position) {
            longest = longest.max(self.confirm(&after, None)?);
        }
        Some(longest + 1)
    }

    fn successors(&mut self, position: &G::Position) -> Vec<G::Position> {
        successors(self.search, position).into_iter().map(|(_, after)| after).collect()
    }

    /// The quickest win that was confirmed against the longest defence.
    fn line(&mut self, position: &G::Position) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut position = *position;
        while self.ended(&position).is_none() {
            let mine = self.search.game.turn(&position) == Turn::Player(self.search.prover);
            let next = successors(self.search, &position);
            let known = next.into_iter().filter_map(|(mv, after)| {
                let plies = match self.ended(&after) {
                    Some(won) => won.then_some(0),
                    None => self.won.get(self.search.game.key(&after), &after),
                };
                plies.map(|plies| (plies, mv, after))
            });
            let plies = |(plies, ..): &(u32, G::Move, G::Position)| *plies;
            let Some((_, mv, after)) = (if mine { known.min_by_key(plies) } else { known.max_by_key(plies) }) else {
                break;
            };
            line.push(mv);
            position = after;
        }
        line
    }
}

/// Walks through a proof that the prover does not win: every move of its own,
/// and one of the opponent's in each position. Whether the walk leads in
/// circles does not matter: as long as the opponent keeps to its moves, no
/// position that is won for the prover is ever reached.
pub(super) fn verify_no_win<G: Game, V: Evaluator<G>>(
    search: &mut Search<'_, '_, G, V>,
    position: &G::Position,
) -> bool {
    let mut seen = Known::<G, ()>(HashMap::new());
    let mut open = vec![*position];
    seen.put(search.game.key(position), position, ());
    while let Some(position) = open.pop() {
        if search.is_stopped() {
            return false;
        }
        if let Some(outcome) = search.game.outcome(&position) {
            if outcome.winner == Some(search.prover) {
                return false;
            }
            continue;
        }
        let mut next = successors(search, &position);
        if search.game.turn(&position) != Turn::Player(search.prover) {
            let Some(answer) = defence(search, &next, &seen) else { return false };
            next = vec![next[answer]];
        }
        for (_, after) in next {
            let key = search.game.key(&after);
            if seen.get(key, &after).is_none() {
                seen.put(key, &after, ());
                open.push(after);
            }
        }
    }
    true
}

/// Which of the opponent's moves is believed to hold: one that is over, one
/// that leads to what has been walked through, one by the table, or one that
/// can be shown to.
fn defence<G: Game, V: Evaluator<G>>(
    search: &mut Search<'_, '_, G, V>,
    next: &[(G::Move, G::Position)],
    seen: &Known<G, ()>,
) -> Option<usize> {
    let ends = |after: &G::Position| search.game.outcome(after).map(|outcome| outcome.winner);
    if let Some(index) = next.iter().position(|(_, after)| ends(after).is_some_and(|w| w != Some(search.prover))) {
        return Some(index);
    }
    let open = |after: &G::Position| ends(after).is_none();
    let keys: Vec<u64> = next.iter().map(|(_, after)| search.game.key(after)).collect();
    if let Some(index) = (0..next.len()).find(|i| open(&next[*i].1) && seen.get(keys[*i], &next[*i].1).is_some()) {
        return Some(index);
    }
    let disproven = |key: u64| search.table.get_anywhere(key).is_some_and(|(numbers, _)| numbers.disproof == 0);
    if let Some(index) = (0..next.len()).find(|i| open(&next[*i].1) && disproven(keys[*i])) {
        return Some(index);
    }
    let candidates: Vec<usize> = (0..next.len()).filter(|i| open(&next[*i].1)).collect();
    candidates.into_iter().find(|i| search.decide(&next[*i].1).disproof == 0)
}

fn successors<G: Game, V: Evaluator<G>>(
    search: &mut Search<'_, '_, G, V>,
    position: &G::Position,
) -> Vec<(G::Move, G::Position)> {
    let mut moves = Vec::new();
    search.game.moves(position, &mut moves);
    search.nodes += moves.len() as u64;
    let after = |mv| {
        let mut after = *position;
        search.game.play(&mut after, mv);
        (mv, after)
    };
    moves.into_iter().map(after).collect()
}
