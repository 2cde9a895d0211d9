use crate::{Game, History, Keys, history::outcome_with};

/// The number of lines of exactly `depth` plies (outcomes of chance count
/// as moves), repetition of the line so far included.
pub fn perft<G: Game>(history: &History<G>, depth: u32) -> u64 {
    let mut walk = Walk { game: history.game(), keys: history.keys().clone(), lists: Vec::new() };
    walk.count(history.position(), depth)
}

/// [`perft`] for each legal move: the move, and the lines that begin with it.
pub fn divide<G: Game>(history: &History<G>, depth: u32) -> Vec<(G::Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let mut history = history.clone();
    history
        .moves()
        .into_iter()
        .map(|mv| {
            history.play(mv);
            let lines = perft(&history, depth - 1);
            history.undo();
            (mv, lines)
        })
        .collect()
}

struct Walk<'g, G: Game> {
    game: &'g G,
    keys: Keys,
    /// Move lists to be used again, so that a deep count allocates only once a level.
    lists: Vec<Vec<G::Move>>,
}

impl<G: Game> Walk<'_, G> {
    fn count(&mut self, position: &G::Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let repeats = self.game.repetition().is_some();
        if repeats && outcome_with(self.game, position, &self.keys).is_some() {
            return 0;
        }
        if depth == 1 {
            return self.game.count_moves(position);
        }
        let mut moves = self.lists.pop().unwrap_or_default();
        self.game.moves(position, &mut moves);
        let mut lines = 0;
        for mv in &moves {
            let mut next = *position;
            self.game.play(&mut next, *mv);
            if repeats {
                self.keys.push(self.game.key(&next));
            }
            lines += self.count(&next, depth - 1);
            if repeats {
                self.keys.pop();
            }
        }
        self.lists.push(moves);
        lines
    }
}
