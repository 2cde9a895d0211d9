use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use agon_core::{DynPlay, Game, History, Notation, Registered};
#[cfg(not(target_arch = "wasm32"))]
use agon_search::Trace;
use agon_search::{Agent, Begin, Info, Limits, SearchError, Team, Thought, Value, Watch};
use thiserror::Error;

#[cfg(not(target_arch = "wasm32"))]
use crate::trace::{TraceText, trace_in_text};

/// An agent of any game at run time.
pub trait Thinker: Send {
    /// Chooses a move without a word of text, for whoever plays it in this
    /// process. Limits and `stop` are as for [`think`](Thinker::think).
    fn choose(&mut self, play: &dyn DynPlay, limits: &Limits, stop: &Arc<AtomicBool>) -> Result<Decision, ThinkError>;

    /// Chooses a move and tells of it in text. Limits given here win over those of the agent's own
    /// text. `stop` ends it early; `report` hears what it has found so far.
    fn think(
        &mut self,
        play: &dyn DynPlay,
        limits: &Limits,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Report, ThinkError>;

    /// The limits of the agent's own text, which hold where none are given.
    fn limits(&self) -> Limits;

    /// The same, with a log of the first `most` positions that the search looks at. Agents that
    /// keep none leave it empty.
    #[cfg(not(target_arch = "wasm32"))]
    fn think_traced(
        &mut self,
        play: &dyn DynPlay,
        limits: &Limits,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(&Report),
        most: u32,
    ) -> Result<(Report, TraceText), ThinkError>;

    /// Forgets what was remembered of earlier games.
    fn new_game(&mut self);

    /// Does what can be done before the first search, such as having the
    /// system find memory, so that it costs no time on a clock.
    fn get_ready(&mut self);

    /// From now on searches together with other processes, which hold the same agent; `false`
    /// where it cannot, and goes on alone.
    fn join(&mut self, team: &Arc<Team>) -> bool;
}

/// What an agent has chosen, in numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The chosen move, by its [number](DynPlay::actions).
    pub action: u32,
    /// What the position is worth to the player to move.
    pub score: Value,
    /// Completed iterations, or the depth of the tree.
    pub depth: u32,
    /// Moves made.
    pub nodes: u64,
    /// What is known of each move; empty where an agent does not keep it.
    pub root: Vec<RootAction>,
}

/// What a search knows of one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootAction {
    /// The move, by its number.
    pub action: u32,
    /// How often it was looked at.
    pub visits: u64,
    /// What it is worth.
    pub score: Value,
}

/// What a search has found, in text.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The best move.
    pub best: Option<String>,
    /// Completed iterations, or the depth of the tree.
    pub depth: u32,
    /// The deepest line looked at.
    pub seldepth: u32,
    /// Moves made.
    pub nodes: u64,
    /// Moves made a second.
    pub nps: u64,
    /// Games played out.
    pub playouts: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// What the position is worth to the player to move.
    pub score: Value,
    /// Whether the score is a win or loss that may come sooner than it says.
    pub at_most: bool,
    /// The line that both sides would play.
    pub pv: Vec<String>,
    /// The best lines, each with another first move, best first; empty where an agent does not keep them.
    pub lines: Vec<(Value, Vec<String>)>,
    /// For each of these lines, whether it is a win or loss that may come sooner than its score says.
    pub lines_at_most: Vec<bool>,
    /// What is known of each move: the move, its visits, its score.
    pub root: Vec<(String, u64, Value)>,
}

/// Why no move was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ThinkError {
    /// There is nothing to choose.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The agent was made for another game.
    #[error("the agent plays another game")]
    OtherGame,
    /// The agent is wrong.
    #[error("the agent chose a move that is not legal")]
    Illegal,
}

/// Makes a [`Thinker`] of an agent.
pub(crate) struct Adapted<G: Game> {
    pub(crate) agent: Box<dyn Agent<G>>,
    pub(crate) limits: Limits,
    /// Other processes that search the same position.
    pub(crate) team: Option<Arc<Team>>,
}

impl<G: Registered> Adapted<G> {
    /// Thinks, with the help of other processes if there are any.
    fn answer(
        &mut self,
        history: &History<G>,
        limits: &Limits,
        watch: &mut Watch<'_, G::Move>,
    ) -> Result<Thought<G::Move>, SearchError> {
        // Who helps goes on until it is stopped.
        if self.team.as_ref().is_some_and(|team| !team.leads()) {
            return self.agent.think(history, limits, watch);
        }
        let limits = limits.or(self.limits);
        let Some(team) = &self.team else { return self.agent.think(history, &limits, watch) };
        team.begin(as_begun(history, &limits));
        let answer = self.agent.think(history, &limits, watch);
        team.end();
        answer
    }
}

/// A search as the processes that help with it are told of it.
fn as_begun<G: Notation>(history: &History<G>, limits: &Limits) -> Begin {
    let game = history.game();
    let moves = history.line().enumerate().filter_map(|(at, mv)| Some(game.move_text(history.position_at(at)?, mv)));
    Begin {
        depth: limits.depth,
        nodes: limits.nodes,
        start: game.position_text(history.start()),
        moves: moves.collect(),
    }
}

impl<G: Registered> Thinker for Adapted<G> {
    fn choose(&mut self, play: &dyn DynPlay, limits: &Limits, stop: &Arc<AtomicBool>) -> Result<Decision, ThinkError> {
        let history: &History<G> = play.as_any().downcast_ref().ok_or(ThinkError::OtherGame)?;
        let mut silent = |_: &Info<G::Move>| {};
        let mut watch = Watch::new(Arc::clone(stop), &mut silent);
        let thought = self.answer(history, limits, &mut watch)?;
        let root = thought.info.root.iter().filter_map(|root| {
            let action = history.action_of(root.mv)?;
            Some(RootAction { action, visits: root.visits, score: Value::of(root.score) })
        });
        Ok(Decision {
            action: history.action_of(thought.mv).ok_or(ThinkError::Illegal)?,
            score: Value::of(thought.info.score),
            depth: thought.info.depth,
            nodes: thought.info.nodes,
            root: root.collect(),
        })
    }

    fn think(
        &mut self,
        play: &dyn DynPlay,
        limits: &Limits,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Report, ThinkError> {
        let history: &History<G> = play.as_any().downcast_ref().ok_or(ThinkError::OtherGame)?;
        let mut tell = |info: &Info<G::Move>| report(&in_text(history, info, info.pv.first().copied()));
        let mut watch = Watch::new(Arc::clone(stop), &mut tell);
        let thought = self.answer(history, limits, &mut watch)?;
        Ok(in_text(history, &thought.info, Some(thought.mv)))
    }

    fn limits(&self) -> Limits {
        self.limits
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn think_traced(
        &mut self,
        play: &dyn DynPlay,
        limits: &Limits,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(&Report),
        most: u32,
    ) -> Result<(Report, TraceText), ThinkError> {
        let history: &History<G> = play.as_any().downcast_ref().ok_or(ThinkError::OtherGame)?;
        let mut tell = |info: &Info<G::Move>| report(&in_text(history, info, info.pv.first().copied()));
        let mut watch = Watch::new(Arc::clone(stop), &mut tell).with_trace(Trace::new(most));
        let thought = self.answer(history, limits, &mut watch)?;
        let trace = watch.take_trace().unwrap_or_else(|| Trace::new(0));
        Ok((in_text(history, &thought.info, Some(thought.mv)), trace_in_text(history, trace)))
    }

    fn new_game(&mut self) {
        self.agent.new_game();
    }

    fn get_ready(&mut self) {
        self.agent.get_ready();
    }

    fn join(&mut self, team: &Arc<Team>) -> bool {
        let joins = self.agent.join(team);
        self.team = joins.then(|| Arc::clone(team));
        joins
    }
}

fn in_text<G: Notation>(history: &History<G>, info: &Info<G::Move>, best: Option<G::Move>) -> Report {
    let (game, position) = (history.game(), history.position());
    let text = |mv| game.move_text(position, mv);
    Report {
        best: best.map(text),
        depth: info.depth,
        seldepth: info.seldepth,
        nodes: info.nodes,
        nps: info.nps(),
        playouts: info.playouts,
        time: info.time,
        hashfull: info.hashfull,
        score: Value::of(info.score),
        at_most: info.at_most,
        pv: told(history, &info.pv),
        lines: info.lines.iter().map(|line| (Value::of(line.score), told(history, &line.pv))).collect(),
        lines_at_most: info.lines.iter().map(|line| line.at_most).collect(),
        root: info.root.iter().map(|root| (text(root.mv), root.visits, Value::of(root.score))).collect(),
    }
}

/// A line in text, as far as it can be played.
fn told<G: Notation>(history: &History<G>, moves: &[G::Move]) -> Vec<String> {
    let mut line = history.clone();
    let mut told = Vec::new();
    for mv in moves {
        // A line from a table can end in a move that belongs to another position.
        if !line.moves().contains(mv) {
            break;
        }
        told.push(line.game().move_text(line.position(), *mv));
        line.play(*mv);
    }
    told
}

#[cfg(test)]
mod tests {
    use agon_core::{Options, Rng};

    use super::*;
    use crate::Settings;

    /// The same search, told in text and in numbers.
    #[test]
    fn numbers_and_text_name_the_same_moves() {
        let stop = Arc::new(AtomicBool::new(false));
        for info in agon_games::infos() {
            let game = agon_games::open(info.name, Options::defaults(info.options)).unwrap();
            let (mut play, mut rng) = (game.start(), Rng::new(3));
            for _ in 0..4 {
                play.play_action(play.random_action(&mut rng).unwrap()).unwrap();
            }
            for text in ["alphabeta:nodes=300", "mcts:playouts=60"] {
                let make = || crate::make(&*game, &text.parse().unwrap(), Settings::default()).unwrap();
                let report = make().think(&*play, &Limits::default(), &stop, &mut |_| {}).unwrap();
                let decision = make().choose(&*play, &Limits::default(), &stop).unwrap();
                let name = |action| play.action_text(action).unwrap();
                assert_eq!(Some(name(decision.action)), report.best, "{}: {text}", info.name);
                assert_eq!((decision.score, decision.depth), (report.score, report.depth), "{}: {text}", info.name);
                let root: Vec<_> =
                    decision.root.iter().map(|root| (name(root.action), root.visits, root.score)).collect();
                assert_eq!(root, report.root, "{}: {text}", info.name);
            }
        }
    }
}
