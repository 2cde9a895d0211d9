mod ranks;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};

use agon_core::{Game, History, Outcome, Player, Tracked, Turn};

use crate::agent::choices;
use crate::line::Line;
use crate::{Agent, Budget, Info, Limits, RootMove, Score, SearchError, Team, Thought, Value, Watch};

/// What a position at the end of the search is worth, from the side of the
/// player who searches, whoever is to move in it.
pub trait LeafValue<G: Game>: Clone + Send + Sync + 'static {
    /// What is kept up to date from move to move, as [`Evaluation::State`](agon_core::Evaluation::State).
    type State: Copy + Send + Sync;

    /// The state of a position, from scratch.
    fn state(&self, game: &G, position: &G::Position) -> Self::State;

    /// Makes a legal move and brings the state up to date: from scratch,
    /// unless written by hand.
    #[inline]
    fn play(&self, game: &G, at: &mut Tracked<G::Position, Self::State>, mv: G::Move) {
        game.play(&mut at.position, mv);
        at.state = self.state(game, &at.position);
    }

    /// The worth of a position that is not over.
    fn leaf(&self, game: &G, at: &Tracked<G::Position, Self::State>, searcher: Player) -> i64;

    /// The worth of a game that ended so many half moves after the root.
    fn decided(&self, outcome: Outcome, level: u32, searcher: Player) -> i64;

    /// A worth as the score that is shown; the default takes it for hundredths
    /// of a point, as far as they reach.
    fn score(&self, worth: i64) -> Score {
        let most = i64::from(Value::WIN - Value::LONGEST - 1);
        worth.clamp(-most, most) as Score
    }
}

/// A position with the state of what judges leaves.
type At<G, L> = Tracked<<G as Game>::Position, <L as LeafValue<G>>::State>;

/// Minimax to a fixed depth: the program of a textbook, and of most theses.
///
/// Of equally good moves it plays the first in the generator's order, with
/// pruning or without, on one thread or on many. A turn of chance is taken for
/// one of the opponent's, and is never the end of a line. As an agent with
/// little time or few nodes it looks less far first, so that it has an answer.
#[derive(Clone, Debug)]
pub struct Minimax<L> {
    /// What the ends of lines are worth.
    pub leaf: L,
    /// Half moves to look ahead, at least one; [`Limits::depth`] goes before it.
    pub depth: u32,
    /// Alpha-beta: skips what cannot change the choice.
    pub prune: bool,
    /// How many threads search. With more than one the moves of the root are
    /// handed out to them one by one, as on the Cray of Anderson et al. 1999.
    pub threads: u32,
    /// Other processes that search too: the moves of the root are handed out to all.
    pub team: Option<Arc<Team>>,
}

/// What minimax found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimaxed<M> {
    /// The first of the best moves.
    pub mv: M,
    /// What it is worth to the player who searched.
    pub worth: i64,
    /// Each move with what it is worth, in the generator's order; with pruning
    /// a move that is not better than an earlier one may be worth less than it says.
    pub root: Vec<(M, i64)>,
    /// Moves made.
    pub nodes: u64,
    /// Whether the search came to its end.
    pub complete: bool,
    /// Half moves of the longest line.
    pub deepest: u32,
}

impl<L> Minimax<L> {
    /// Minimax to a depth, pruned, on one thread.
    pub fn new(leaf: L, depth: u32) -> Self {
        Minimax { leaf, depth, prune: true, threads: 1, team: None }
    }

    /// Searches, until it is done or stopped.
    pub fn search<G: Game>(
        &self,
        history: &History<G>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Minimaxed<G::Move>, SearchError>
    where
        L: LeafValue<G>,
    {
        let budget = Budget::new(limits, searcher(history)?);
        self.search_to(self.depth(limits), history, budget, stop)
    }

    fn depth(&self, limits: &Limits) -> u32 {
        limits.depth.unwrap_or(self.depth).max(1)
    }

    fn search_to<G: Game>(
        &self,
        depth: u32,
        history: &History<G>,
        mut budget: Budget,
        stop: &AtomicBool,
    ) -> Result<Minimaxed<G::Move>, SearchError>
    where
        L: LeafValue<G>,
    {
        let moves = choices(history)?;
        let searcher = searcher(history)?;
        let start =
            At::<G, L> { position: *history.position(), state: self.leaf.state(history.game(), history.position()) };
        // Each thread counts for itself.
        let ranks = self.team.as_ref().map_or(1, |team| team.size() as u64);
        budget.nodes = budget.nodes.map(|nodes| nodes / (u64::from(self.threads.max(1)) * ranks));
        let worker = || Worker::new(&self.leaf, history, (searcher, self.prune, depth), (stop, budget.clone()));
        let (worths, nodes, deepest) = if let Some(team) = &self.team {
            ranks::hand_out(team, &start, &moves, (depth, self.prune), self.threads.max(1), worker)
        } else if self.threads > 1 {
            hand_out(&start, &moves, depth, self.threads, self.prune, worker)
        } else {
            let mut worker = worker();
            let mut root = Root::new(moves.len(), self.prune);
            while let Some((at, alpha)) = root.next() {
                let Some(worth) = worker.root_move(&start, moves[at], depth, alpha) else { break };
                root.answer(at, worth);
            }
            (root.worths, worker.nodes, worker.deepest())
        };
        let complete = worths.iter().all(Option::is_some);
        let root: Vec<(G::Move, i64)> =
            moves.iter().zip(&worths).filter_map(|(mv, worth)| Some((*mv, (*worth)?))).collect();
        let best = root.iter().map(|(_, worth)| *worth).max().unwrap_or(0);
        let mv = root.iter().find(|(_, worth)| *worth == best).map_or(moves[0], |(mv, _)| *mv);
        Ok(Minimaxed { mv, worth: best, root, nodes, complete, deepest })
    }
}

impl<G: Game, L: LeafValue<G>> Agent<G> for Minimax<L> {
    fn think(
        &mut self,
        history: &History<G>,
        limits: &Limits,
        watch: &mut Watch<'_, G::Move>,
    ) -> Result<Thought<G::Move>, SearchError> {
        if let Some(team) = self.team.as_ref().filter(|team| !team.leads()) {
            return self.help(team, history, limits, watch.stop_flag());
        }
        let budget = Budget::new(limits, searcher(history)?);
        let last = self.depth(limits);
        let is_limited = *limits != Limits { depth: limits.depth, ..Limits::default() };
        let mut depth = if is_limited { 1 } else { last };
        let mut found = self.search_to(depth, history, budget.clone(), watch.stop_flag())?;
        let mut nodes = found.nodes;
        // Where every line has ended, there is nothing deeper.
        while found.complete && found.deepest == depth && depth < last {
            let mut left = budget.clone();
            left.nodes = limits.nodes.map(|most| most.saturating_sub(nodes));
            let deeper = self.search_to(depth + 1, history, left, watch.stop_flag())?;
            nodes += deeper.nodes;
            if !deeper.complete {
                break;
            }
            (found, depth) = (deeper, depth + 1);
        }
        let mut root: Vec<RootMove<G::Move>> = found
            .root
            .iter()
            .map(|(mv, worth)| RootMove { mv: *mv, visits: 0, score: self.leaf.score(*worth) })
            .collect();
        root.sort_by_key(|root| (std::cmp::Reverse(root.score), root.mv != found.mv));
        let info = Info {
            depth: if found.complete { found.deepest } else { 0 },
            seldepth: found.deepest,
            nodes,
            time: budget.elapsed(),
            score: self.leaf.score(found.worth),
            pv: vec![found.mv],
            root,
            ..Info::default()
        };
        watch.report(&info);
        Ok(Thought { mv: found.mv, info })
    }

    fn join(&mut self, team: &Arc<Team>) -> bool {
        self.team = Some(Arc::clone(team));
        true
    }
}

/// Who searches: the player to move, in a game that goes on.
fn searcher<G: Game>(history: &History<G>) -> Result<Player, SearchError> {
    if let Some(outcome) = history.outcome() {
        return Err(SearchError::Over(outcome));
    }
    history.game().turn(history.position()).player().ok_or(SearchError::Chance)
}

/// The moves of the root: which are still to be searched, and what is known.
struct Root {
    worths: Vec<Option<i64>>,
    next: usize,
    prune: bool,
}

impl Root {
    fn new(moves: usize, prune: bool) -> Self {
        Root { worths: vec![None; moves], next: 0, prune }
    }

    /// The next move to search and the worth that it must exceed to matter.
    ///
    /// Answers can come out of order. A move must beat those before it, but
    /// only equal those after it, for the first of equal moves is played:
    /// hence one less.
    fn next(&mut self) -> Option<(usize, i64)> {
        let at = self.next;
        if at == self.worths.len() {
            return None;
        }
        self.next += 1;
        let best = |worths: &[Option<i64>]| worths.iter().flatten().copied().max().unwrap_or(i64::MIN);
        let alpha = if self.prune {
            best(&self.worths[..at]).max(best(&self.worths[at + 1..]).saturating_sub(1))
        } else {
            i64::MIN
        };
        Some((at, alpha))
    }

    fn answer(&mut self, at: usize, worth: i64) {
        self.worths[at] = Some(worth);
    }
}

/// Root splitting: this thread hands out the moves, `threads` others search
/// them and come back for more.
fn hand_out<'s, G: Game, L: LeafValue<G>>(
    start: &At<G, L>,
    moves: &[G::Move],
    depth: u32,
    threads: u32,
    prune: bool,
    worker: impl Fn() -> Worker<'s, G, L>,
) -> (Vec<Option<i64>>, u64, u32) {
    let mut root = Root::new(moves.len(), prune);
    let (mut nodes, mut deepest) = (0, 1);
    std::thread::scope(|scope| {
        let (to_master, from_workers) = mpsc::channel::<(usize, Option<(usize, i64)>)>();
        let mut to_workers = Vec::new();
        let mut handles = Vec::new();
        for id in 0..threads as usize {
            let (to_worker, tasks) = mpsc::channel::<(usize, i64)>();
            let to_master = to_master.clone();
            let mut worker = worker();
            let search = move || {
                // A send fails only when the other side has gone, and then all is over.
                let mut alive = to_master.send((id, None)).is_ok();
                while alive && let Ok((at, alpha)) = tasks.recv() {
                    let Some(worth) = worker.root_move(start, moves[at], depth, alpha) else { break };
                    alive = to_master.send((id, Some((at, worth)))).is_ok();
                }
                (worker.nodes, worker.deepest())
            };
            // Where no more threads are to be had, fewer do.
            let Ok(handle) = std::thread::Builder::new().spawn_scoped(scope, search) else { break };
            to_workers.push(Some(to_worker));
            handles.push(handle);
        }
        drop(to_master);
        if handles.is_empty() {
            let mut worker = worker();
            while let Some((at, alpha)) = root.next() {
                let Some(worth) = worker.root_move(start, moves[at], depth, alpha) else { break };
                root.answer(at, worth);
            }
            (nodes, deepest) = (worker.nodes, worker.deepest());
        }
        while let Ok((id, answer)) = from_workers.recv() {
            if let Some((at, worth)) = answer {
                root.answer(at, worth);
            }
            match root.next() {
                Some(task) => drop(to_workers[id].as_ref().map(|to_worker| to_worker.send(task))),
                None => to_workers[id] = None,
            }
        }
        for (its_nodes, its_deepest) in handles.into_iter().filter_map(|handle| handle.join().ok()) {
            nodes += its_nodes;
            deepest = deepest.max(its_deepest);
        }
    });
    (root.worths, nodes, deepest)
}

/// One thread's search.
struct Worker<'s, G: Game, L> {
    game: &'s G,
    leaf: &'s L,
    searcher: Player,
    prune: bool,
    line: Line,
    /// A list of moves for each level, so that none is allocated on the way.
    lists: Vec<Vec<G::Move>>,
    nodes: u64,
    stop: &'s AtomicBool,
    budget: Budget,
    stopped: bool,
}

impl<'s, G: Game, L: LeafValue<G>> Worker<'s, G, L> {
    fn new(
        leaf: &'s L,
        history: &'s History<G>,
        (searcher, prune, depth): (Player, bool, u32),
        (stop, budget): (&'s AtomicBool, Budget),
    ) -> Self {
        Worker {
            game: history.game(),
            leaf,
            searcher,
            prune,
            line: Line::new(history),
            lists: vec![Vec::new(); depth as usize],
            nodes: 0,
            stop,
            budget,
            stopped: false,
        }
    }

    /// The length of the longest line that was looked at: one more than the last level with moves.
    fn deepest(&self) -> u32 {
        1 + self.lists.iter().rposition(|list| list.capacity() > 0).unwrap_or(0) as u32
    }

    /// The worth of a move of the root, exact if it is above `alpha`; `None` if stopped.
    fn root_move(&mut self, at: &At<G, L>, mv: G::Move, depth: u32, alpha: i64) -> Option<i64> {
        let worth = self.child(at, mv, 1, depth - 1, alpha, i64::MAX);
        (!self.stopped).then_some(worth)
    }

    /// The worth of the position after a move, `level` half moves from the root.
    #[inline]
    fn child(&mut self, at: &At<G, L>, mv: G::Move, level: u32, depth: u32, alpha: i64, beta: i64) -> i64 {
        let mut next = *at;
        self.leaf.play(self.game, &mut next, mv);
        self.nodes += 1;
        if self.line.repeats() {
            self.line.enter(self.game, &next.position);
            let worth = self.worth(&next, level, depth, alpha, beta);
            self.line.leave();
            worth
        } else {
            self.worth(&next, level, depth, alpha, beta)
        }
    }

    #[inline]
    fn worth(&mut self, at: &At<G, L>, level: u32, depth: u32, alpha: i64, beta: i64) -> i64 {
        if let Some(outcome) = self.line.outcome(self.game, &at.position) {
            return self.leaf.decided(outcome, level, self.searcher);
        }
        if depth == 0 && self.game.turn(&at.position) != Turn::Chance {
            return self.leaf.leaf(self.game, at, self.searcher);
        }
        self.best(at, level, depth, alpha, beta)
    }

    /// The worth of a position that is not over, by its moves.
    fn best(&mut self, at: &At<G, L>, level: u32, depth: u32, mut alpha: i64, mut beta: i64) -> i64 {
        if self.stopped || self.stop.load(Ordering::Relaxed) || self.budget.spent(self.nodes) {
            self.stopped = true;
            return 0;
        }
        let ours = self.game.turn(&at.position) == Turn::Player(self.searcher);
        // Chance at the end of a line can go deeper than the lists that were made ready.
        let mut moves = self.lists.get_mut(level as usize).map(std::mem::take).unwrap_or_default();
        self.game.moves(&at.position, &mut moves);
        let mut best = if ours { i64::MIN } else { i64::MAX };
        for mv in &moves {
            let worth = self.child(at, *mv, level + 1, depth.saturating_sub(1), alpha, beta);
            if ours {
                best = best.max(worth);
            } else {
                best = best.min(worth);
            }
            if self.prune {
                if ours {
                    alpha = alpha.max(best);
                } else {
                    beta = beta.min(best);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        if let Some(list) = self.lists.get_mut(level as usize) {
            *list = moves;
        }
        best
    }
}
