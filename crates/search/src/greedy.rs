use agon_core::{Evaluation, Game, History, Player, Rng, Tracked, TrackedBy, Turn};

use crate::agent::choices;
use crate::line::Line;
use crate::{Agent, Info, Limits, RootMove, Score, SearchError, Thought, Value, Watch};

/// Plays the move after which it stands best: it looks one ply ahead,
/// takes a win that is there to take, and chooses by seed among equals.
#[derive(Clone, Debug)]
pub struct Greedy<E> {
    evaluation: E,
    rng: Rng,
}

impl<E> Greedy<E> {
    /// A greedy player with this judgement.
    pub fn new(evaluation: E, seed: u64) -> Self {
        Greedy { evaluation, rng: Rng::new(seed) }
    }

    /// What a position is worth to a player; what chance may bring is averaged.
    fn worth<G: Game>(&self, game: &G, at: &TrackedBy<G, E>, line: &Line, player: Player) -> Score
    where
        E: Evaluation<G>,
    {
        if let Some(outcome) = line.outcome(game, &at.position) {
            return match outcome.winner {
                Some(winner) if winner == player => Value::win(1),
                Some(_) => Value::loss(1),
                None => 0,
            };
        }
        match game.turn(&at.position) {
            Turn::Player(mover) => {
                let judgement = at.judge(game, &self.evaluation);
                if mover == player { judgement } else { -judgement }
            }
            Turn::Chance => {
                let mut moves = Vec::new();
                game.moves(&at.position, &mut moves);
                let part = |mv: &G::Move| {
                    let mut next = *at;
                    next.play(game, &self.evaluation, *mv);
                    game.probability(&at.position, *mv) * f64::from(self.worth(game, &next, line, player))
                };
                moves.iter().map(part).sum::<f64>() as Score
            }
        }
    }
}

impl<G: Game, E: Evaluation<G>> Agent<G> for Greedy<E> {
    fn think(
        &mut self,
        history: &History<G>,
        _limits: &Limits,
        watch: &mut Watch<'_, G::Move>,
    ) -> Result<Thought<G::Move>, SearchError> {
        let started = web_time::Instant::now();
        let moves = choices(history)?;
        let game = history.game();
        let Turn::Player(player) = game.turn(history.position()) else { return Err(SearchError::Chance) };
        let mut line = Line::new(history);
        let at = Tracked::new(game, &self.evaluation, *history.position());
        let mut root: Vec<RootMove<G::Move>> = Vec::with_capacity(moves.len());
        for mv in moves {
            let mut next = at;
            next.play(game, &self.evaluation, mv);
            line.enter(game, &next.position);
            root.push(RootMove { mv, visits: 1, score: self.worth(game, &next, &line, player) });
            line.leave();
        }
        root.sort_by_key(|root| std::cmp::Reverse(root.score));
        let equals = root.iter().take_while(|other| other.score == root[0].score).count();
        root.swap(0, self.rng.below(equals as u32) as usize);
        let RootMove { mv, score, .. } = root[0];
        let nodes = root.len() as u64;
        let info = Info {
            depth: 1,
            seldepth: 1,
            nodes,
            time: started.elapsed(),
            score,
            pv: vec![mv],
            root,
            ..Info::default()
        };
        watch.report(&info);
        Ok(Thought { mv, info })
    }
}
