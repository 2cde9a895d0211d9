use agon_core::{Game, History, Player};

use crate::table::{Bound, Entry};
use crate::{Score, Thought, Value};

/// A win that was announced. It is proven against every reply, so it is one
/// ply nearer with each ply played, whatever the next search finds by itself.
pub(super) struct Promise<G: Game> {
    player: Player,
    /// The position from which the game was played…
    start: G::Position,
    /// …to the one in which the win was announced.
    line: Vec<G::Move>,
    plies: i32,
    /// The line that wins; the first move is the one that was chosen.
    pv: Vec<G::Move>,
}

impl<G: Game> Promise<G> {
    /// What a player announces with a thought, if that is a win.
    pub fn of(history: &History<G>, player: Player, thought: &Thought<G::Move>) -> Option<Self> {
        let Value::Win(plies) = Value::of(thought.info.score) else { return None };
        let pv = thought.info.pv.clone();
        Some(Promise { player, start: *history.start(), line: history.line().collect(), plies, pv })
    }

    /// What is left of it, if the game has since gone on as announced.
    pub fn due(&self, history: &History<G>, player: Player) -> Option<Due<G::Move>> {
        let mut line = history.line();
        let since = line.len().checked_sub(self.line.len())?;
        let same = self.player == player
            && self.start == *history.start()
            && self.line.iter().all(|mv| line.next() == Some(*mv));
        let played: Vec<G::Move> = line.collect();
        let kept = same && played.first().is_none_or(|mv| self.pv.first() == Some(mv));
        let plies = self.plies - since as i32;
        // As long as the opponent keeps to the line, the next move is known.
        let pv = self.pv.strip_prefix(&played[..]).unwrap_or_default().to_vec();
        (kept && plies > 0).then_some(Due { plies, pv })
    }
}

/// A win that is due.
#[derive(Clone, Debug)]
pub(super) struct Due<M> {
    /// In how many plies at most.
    pub plies: i32,
    /// A line that keeps to it; empty when none is known.
    pub pv: Vec<M>,
}

impl<M: Copy> Due<M> {
    pub fn score(&self) -> Score {
        Value::win(self.plies)
    }

    /// This, or with the move by which the table wins in time, out of a list of moves.
    pub fn or_by_table(mut self, entry: Option<Entry>, moves: &[M]) -> Self {
        if self.pv.is_empty()
            && let Some(entry) = entry.filter(|entry| entry.bound != Bound::Upper && entry.score >= self.score())
        {
            self.pv.extend(entry.index.and_then(|index| moves.get(usize::from(index))));
        }
        self
    }
}
