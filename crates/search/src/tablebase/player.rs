//! An agent that asks a table first.

use std::sync::Arc;

use agon_core::{Game, History, Turn};

use super::Tablebase;
use crate::agent::choices;
use crate::{Agent, Budget, Info, Limits, RootMove, Score, SearchError, Thought, Value, Watch};

/// Plays by a table where it reaches, and otherwise as another agent does, which may ask the
/// table within its search.
pub struct Tabled<G: Game> {
    agent: Box<dyn Agent<G>>,
    table: Arc<Tablebase>,
}

impl<G: Game> Tabled<G> {
    /// This agent with that table.
    pub fn new(mut agent: Box<dyn Agent<G>>, table: Arc<Tablebase>) -> Self {
        agent.use_tablebase(&table);
        Tabled { agent, table }
    }

    /// What a move leads to, seen by the player who makes it; `None` where the table does not know.
    fn worth(&self, game: &G, position: &G::Position, mv: G::Move) -> Option<(Score, G::Position)> {
        let Turn::Player(mover) = game.turn(position) else { return None };
        let mut next = *position;
        game.play(&mut next, mv);
        if let Some(outcome) = game.outcome(&next) {
            let won = |winner| if winner == mover { Value::win(1) } else { Value::loss(1) };
            return Some((outcome.winner.map_or(0, won), next));
        }
        let value = i32::from(self.table.probe(game.kind(&next))?);
        let wins = (game.turn(&next).player()? == mover) == (value > 0);
        let score = match value.abs() + 1 {
            _ if value == 0 => 0,
            plies if wins => Value::win(plies),
            plies => Value::loss(plies),
        };
        Some((score, next))
    }

    /// All moves of a position with their worth, best first; `None` where the table does not know one.
    fn ranked(&self, game: &G, position: &G::Position) -> Option<Vec<RootMove<G::Move>>> {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let known = |mv: &G::Move| Some(RootMove { mv: *mv, visits: 1, score: self.worth(game, position, *mv)?.0 });
        let mut ranked = moves.iter().map(known).collect::<Option<Vec<_>>>()?;
        ranked.sort_by_key(|root| std::cmp::Reverse(root.score));
        Some(ranked)
    }

    /// What the table knows of a game that is not over.
    fn look_up(&self, history: &History<G>, budget: &Budget) -> Option<Thought<G::Move>> {
        let game = history.game();
        self.table.probe(game.kind(history.position()))?;
        let root = self.ranked(game, history.position())?;
        let first = *root.first()?;
        let mut info = Info { score: first.score, nodes: root.len() as u64, ..Info::default() };
        let (mut position, mut next) = (*history.position(), Some(first.mv));
        while let Some(mv) = next {
            info.pv.push(mv);
            game.play(&mut position, mv);
            let ranked = game.outcome(&position).is_none().then(|| self.ranked(game, &position)).flatten();
            info.nodes += ranked.as_ref().map_or(0, |ranked| ranked.len() as u64);
            next = ranked.and_then(|ranked| Some(ranked.first()?.mv));
        }
        info.depth = info.pv.len() as u32;
        info.seldepth = info.depth;
        info.time = budget.elapsed();
        info.root = root;
        Some(Thought { mv: first.mv, info })
    }
}

impl<G: Game> Agent<G> for Tabled<G> {
    fn think(
        &mut self,
        history: &History<G>,
        limits: &Limits,
        watch: &mut Watch<'_, G::Move>,
    ) -> Result<Thought<G::Move>, SearchError> {
        choices(history)?;
        let Turn::Player(player) = history.game().turn(history.position()) else { return Err(SearchError::Chance) };
        match self.look_up(history, &Budget::new(limits, player)) {
            Some(thought) => {
                watch.report(&thought.info);
                Ok(thought)
            }
            None => self.agent.think(history, limits, watch),
        }
    }

    fn new_game(&mut self) {
        self.agent.new_game();
    }

    fn get_ready(&mut self) {
        self.agent.get_ready();
    }

    fn use_tablebase(&mut self, table: &Arc<Tablebase>) {
        self.agent.use_tablebase(table);
    }
}
