use agon_core::{Evaluation, Game, History, Tracked, TrackedBy};

use super::busy::Busy;
use super::found::Found;
use super::order::{Frame, Node, Postponed};
use super::promise::Due;
use super::search::{INFINITE, Width, Worker};
use super::shared::Plan;
use super::{MOST_DEPTH, MOST_PLIES};
use crate::{RootMove, Score, Value, Variation};

/// How much a window grows when the score falls out of it.
const WIDEN: i32 = 4;
/// Iterations whose scores jump too much for a narrow window.
const OPEN_ITERATIONS: u32 = 4;
/// The part of the soft limit after which an answer that stands is given…
const CALM: f64 = 0.6;
/// …and by how much a change of mind in the last iteration stretches it.
const TORN: f64 = 1.6;
/// The only move is made at once, if the time is not lost by that.
const ONLY_MOVE: f64 = 0.0;

/// A move of the root.
#[derive(Clone, Debug)]
struct Candidate<M> {
    mv: M,
    /// What is known of it, once it has been searched; for others than the best, at most this.
    score: Option<Score>,
    nodes: u64,
}

impl<M> Candidate<M> {
    fn is_lost(&self) -> bool {
        self.score.is_some_and(|score| matches!(Value::of(score), Value::Loss(_)))
    }
}

/// The iterations of one thread.
pub(super) struct Iterations<'w, 's, G: Game, E: Evaluation<G>> {
    worker: &'w mut Worker<'s, G, E>,
    root: TrackedBy<G, E>,
    candidates: Vec<Candidate<G::Move>>,
    /// Lines that this iteration has found already: their first moves are left out.
    lines: Vec<Variation<G::Move>>,
    found: Found<G::Move>,
    /// For the root and every ply after it.
    frames: Vec<Frame<G::Move>>,
    /// The win that was announced earlier in this game, and a move that keeps to it.
    due: Option<Due<G::Move>>,
    /// Wins and losses of the best line are exact up to this many plies: nothing nearer was left out…
    nearest: i32,
    /// …and those of every line that this iteration has completed.
    nearest_of_lines: i32,
    /// The number of the plan that threads follow together in this search of the root, if they do.
    joint: Option<u32>,
}

impl<'w, 's, G: Game, E: Evaluation<G>> Iterations<'w, 's, G, E> {
    pub fn new(worker: &'w mut Worker<'s, G, E>, history: &History<G>, due: Option<Due<G::Move>>) -> Self {
        let at = Tracked::new(worker.game, worker.evaluation, *history.position());
        let mut frames = vec![Frame::default(); MOST_PLIES as usize + 2];
        let frame = &mut frames[0];
        frame.list((worker.game, worker.evaluation, &at), worker.config);
        let known = worker.table.and_then(|table| table.probe(worker.game.key(&at.position), 0));
        // Whatever the opponent played was refuted when the win was announced: the table may still know how.
        let due = due.map(|due| due.or_by_table(known, &frame.moves));
        let first = known.and_then(|entry| entry.index).filter(|_| worker.config.table_move);
        let node = Node { mover: worker.searcher, ply: 0, depth: 1, last: history.line().last() };
        worker.arrange(frame, &at, node, first);
        let orders = worker.config.orders();
        let candidates: Vec<_> = (0..frame.moves.len())
            .map(|n| if orders { frame.pick(n).0 } else { frame.at(n).0 })
            .map(|mv| Candidate { mv, score: None, nodes: 0 })
            .collect();
        let pv = vec![candidates[0].mv];
        let found = Found { depth: 0, score: 0, at_most: false, pv, lines: Vec::new(), root: Vec::new() };
        Iterations {
            worker,
            root: at,
            candidates,
            lines: Vec::new(),
            found,
            frames,
            due,
            nearest: 0,
            nearest_of_lines: 0,
            joint: None,
        }
    }

    /// Searches deeper and deeper until the budget is spent or all is known.
    pub fn run(mut self, mut report: impl FnMut(&mut Worker<'s, G, E>, &Found<G::Move>)) -> Found<G::Move> {
        let limit = self.worker.budget.depth;
        let last = limit.unwrap_or(MOST_DEPTH).clamp(1, MOST_DEPTH);
        let mut depth = if self.worker.config.iterative || limit.is_none() { 1 } else { last };
        while depth <= last {
            let before = self.found.pv[0];
            self.set_width(depth, limit);
            self.worker.judged = false;
            let Some(score) = self.iterate(depth) else {
                self.avoid_loss();
                break;
            };
            self.found.depth = depth;
            self.found.score = score;
            self.measure(depth);
            let settled = self.find_lines(depth) && self.is_as_announced();
            self.note_root();
            report(self.worker, &self.found);
            if settled || self.worker.stopped || !self.worker.judged {
                break;
            }
            let budget = &self.worker.budget;
            let patience = match () {
                () if self.candidates.len() == 1 => ONLY_MOVE,
                () if before == self.found.pv[0] => CALM,
                () => TORN,
            };
            if budget.is_enough(patience) {
                break;
            }
            depth += 1;
        }
        self.keep_word();
        if self.found.root.is_empty() {
            self.note_root();
        }
        self.found.at_most = may_come_sooner(self.found.score, self.nearest);
        self.lead();
        self.found
    }

    /// Notes what a completed iteration has ruled out. One without reductions
    /// sees every end within its depth.
    fn measure(&mut self, depth: u32) {
        let full = self.worker.width != Width::Reduced;
        self.nearest_of_lines = if full { depth as i32 } else { 0 };
        // If nothing ends within the depth, what ends a ply later ends as soon as it can.
        let open = full && !Value::is_decided(self.found.score);
        self.nearest = self.nearest.max(self.nearest_of_lines + i32::from(open));
    }

    /// Whether a win that was announced is no farther away than it should be by now.
    fn is_as_announced(&self) -> bool {
        self.due.as_ref().is_none_or(|due| self.found.score >= due.score())
    }

    /// Keeps to a win that was announced, if the search has not found one as near.
    fn keep_word(&mut self) {
        if self.is_as_announced() {
            return;
        }
        if let Some(Due { pv, .. }) = self.due.as_ref().filter(|due| !due.pv.is_empty()) {
            self.found.pv.clone_from(pv);
            self.found.score = self.due.as_ref().map_or(0, Due::score);
            self.note_root();
        }
    }

    /// Helps the answering thread with what it is at, until it is done. What
    /// is found goes into the table.
    pub fn help(mut self) {
        let last = self.worker.budget.depth.unwrap_or(MOST_DEPTH);
        while let Ok(plan) = self.worker.shared.after(self.worker.plan)
            && !self.worker.budget.is_late()
        {
            let Some((number, plan)) = plan else {
                self.worker.rest();
                if self.worker.shared.is_told_to_stop() {
                    break;
                }
                continue;
            };
            self.worker.plan = number;
            self.worker.width = plan.width;
            self.worker.stopped = false;
            self.candidates = plan.moves.into_iter().map(|mv| Candidate { mv, score: None, nodes: 0 }).collect();
            // Who is done before the answering thread begins with what that will do next.
            let mut depth = plan.depth;
            self.joint = Some(number);
            while depth <= last && self.search(depth, plan.window.0, plan.window.1).is_some() {
                depth += 1;
                self.joint = None;
            }
        }
    }

    /// The best line may have changed since the last completed iteration: it comes first.
    fn lead(&mut self) {
        let Found { pv, score, at_most, lines, .. } = &mut self.found;
        let count = lines.len().max(1);
        lines.retain(|line| line.pv[0] != pv[0]);
        lines.insert(0, Variation { score: *score, at_most: *at_most, pv: pv.clone() });
        lines.truncate(count);
    }

    /// Decides whether late moves are reduced in this iteration. One that is
    /// to be full may not lean on what a reduced one has put into the table.
    fn set_width(&mut self, depth: u32, limit: Option<u32>) {
        let worker = &mut *self.worker;
        let config = worker.config;
        let last = config.full_last && limit == Some(depth);
        let width = match () {
            () if !config.reductions => Width::Any,
            () if depth <= config.full_iterations || last => Width::Full,
            // A win that was announced must be found within its plies.
            () if self.due.as_ref().is_some_and(|due| depth >= due.plies as u32) => Width::Full,
            () => Width::Reduced,
        };
        if (worker.width, width) == (Width::Reduced, Width::Full)
            && let Some(table) = worker.table
        {
            table.grow_older();
        }
        worker.width = width;
    }

    /// One iteration; `None` when it was stopped.
    fn iterate(&mut self, depth: u32) -> Option<Score> {
        let mut width = self.worker.config.aspiration;
        let open = width == 0 || depth <= OPEN_ITERATIONS || Value::is_decided(self.found.score);
        let (mut alpha, mut beta) =
            if open { (-INFINITE, INFINITE) } else { (self.found.score - width, self.found.score + width) };
        loop {
            let score = self.search(depth, alpha, beta)?;
            width = width.saturating_mul(WIDEN);
            match () {
                () if score <= alpha => alpha = score.saturating_sub(width).max(-INFINITE),
                () if score >= beta => beta = score.saturating_add(width).min(INFINITE),
                () => return Some(score),
            }
            // A win that is seen is not worth asking about in small steps.
            if Value::is_decided(score) {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// All moves of the root within a window; `None` when it was stopped.
    fn search(&mut self, depth: u32, floor: Score, beta: Score) -> Option<Score> {
        if self.worker.id == 0 && self.worker.shared.busy.is_some() {
            self.joint = Some(self.post(depth, (floor, beta)));
        }
        if let Some(trace) = &mut self.worker.trace {
            trace.iteration = depth;
        }
        let (mut alpha, mut best) = (floor, -INFINITE);
        let (mut leader, mut tried) = (None, 0);
        let mut postponed = Postponed::default();
        let mut step = 0;
        while let Some((n, waited)) = postponed.step(step, self.candidates.len()) {
            step += 1;
            if let Some(score) = self.hear(alpha) {
                (alpha, best) = (score, best.max(score));
                leader = Some(self.found.pv[0]);
                if score >= beta {
                    break;
                }
            }
            let worker = &mut *self.worker;
            let mv = self.candidates[n].mv;
            if self.lines.iter().any(|line| line.pv[0] == mv) {
                continue;
            }
            let before = worker.nodes;
            let mut next = self.root;
            next.play(worker.game, worker.evaluation, mv);
            let busy = worker.shared.busy.as_ref().filter(|_| tried > 0);
            let name = busy.map_or(0, |_| Busy::name(worker.game.key(&next.position), depth as i32));
            if busy.is_some_and(|busy| !worker.shared.begin(busy, name, depth as i32, waited)) {
                postponed.add(n);
                continue;
            }
            worker.nodes += 1;
            worker.line.enter(worker.game, &next.position);
            let child = Node { mover: worker.mover(&next.position), ply: 1, depth: depth as i32 - 1, last: Some(mv) };
            let [frame, below @ ..] = self.frames.as_mut_slice() else { unreachable!("the root has a frame") };
            let score = worker.try_move(below, &next, (worker.searcher, child), (tried, 0), (alpha, beta));
            worker.line.leave();
            if let Some(busy) = busy {
                worker.shared.end(busy, name, depth as i32);
            }
            tried += 1;
            self.candidates[n].nodes += worker.nodes - before;
            if worker.stopped {
                self.hear(alpha);
                return None;
            }
            self.candidates[n].score = Some(score);
            best = best.max(score);
            if score > alpha {
                alpha = score;
                leader = Some(mv);
                frame.extend_pv(mv, below);
                self.found.pv.clone_from(&frame.pv);
                self.found.score = score;
                if let Some(plan) = self.joint {
                    worker.shared.tell(plan, score, &frame.pv);
                    worker.tell_line(plan, score, &frame.pv);
                }
                if score >= beta {
                    break;
                }
            }
        }
        if self.worker.config.orders()
            && let Some(at) = self.candidates.iter().position(|candidate| Some(candidate.mv) == leader)
        {
            self.candidates[..=at].rotate_right(1);
        }
        Some(best)
    }

    /// Tells the other threads what is searched now.
    fn post(&self, depth: u32, window: (Score, Score)) -> u32 {
        let is_open = |candidate: &&Candidate<G::Move>| self.lines.iter().all(|line| line.pv[0] != candidate.mv);
        let moves = self.candidates.iter().filter(is_open).map(|candidate| candidate.mv).collect();
        let plan = Plan { depth, width: self.worker.width, window, moves };
        let number = self.worker.shared.post(plan.clone());
        self.worker.tell_plan(number, &plan);
        number
    }

    /// Takes over the line of another thread if it is better than this; gives its score.
    fn hear(&mut self, alpha: Score) -> Option<Score> {
        let (score, pv) = self.worker.shared.hear(self.joint?, alpha)?;
        self.worker.judged |= !Value::is_decided(score);
        self.found.pv = pv;
        self.found.score = score;
        Some(score)
    }

    /// Finds as many lines as are wanted, after the best; gives whether it is
    /// known of all how they end.
    fn find_lines(&mut self, depth: u32) -> bool {
        let wanted = self.worker.config.lines as usize;
        let at_most = may_come_sooner(self.found.score, self.nearest);
        self.lines.push(Variation { score: self.found.score, at_most, pv: self.found.pv.clone() });
        while self.lines.len() < wanted.min(self.candidates.len()) {
            let guess = self.found.lines.get(self.lines.len()).map_or(self.found.score, |line| line.score);
            let Some(line) = self.next_line(depth, guess) else { break };
            self.lines.push(line);
        }
        // Where late moves are reduced, a line that was searched for itself can turn out to be better.
        self.lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        self.found.score = self.lines[0].score;
        self.found.at_most = self.lines[0].at_most;
        self.found.pv.clone_from(&self.lines[0].pv);
        let settled = self.lines.iter().all(|line| Value::is_decided(line.score));
        if self.worker.config.orders() && self.lines.len() > 1 {
            let place = |mv| self.lines.iter().position(|line| line.pv[0] == mv).unwrap_or(usize::MAX);
            self.candidates.sort_by_key(|candidate| place(candidate.mv));
        }
        // What was not reached in time is taken from the iteration before.
        let last = std::mem::replace(&mut self.found.lines, std::mem::take(&mut self.lines));
        for line in last {
            if self.found.lines.len() < wanted && self.found.lines.iter().all(|other| other.pv[0] != line.pv[0]) {
                self.found.lines.push(line);
            }
        }
        settled
    }

    /// The best line that begins with none of the moves of [`lines`](Self::lines); `None` when it was stopped.
    fn next_line(&mut self, depth: u32, guess: Score) -> Option<Variation<G::Move>> {
        let best = (std::mem::take(&mut self.found.pv), std::mem::replace(&mut self.found.score, guess));
        let score = self.iterate(depth);
        let pv = std::mem::replace(&mut self.found.pv, best.0);
        self.found.score = best.1;
        let score = score.filter(|_| !pv.is_empty())?;
        Some(Variation { score, at_most: may_come_sooner(score, self.nearest_of_lines), pv })
    }

    /// Stopped in the middle of an iteration: a win that was seen is a win,
    /// and a move that was seen to lose is given up for one that was not.
    fn avoid_loss(&mut self) {
        let best = self.found.pv[0];
        if self.candidates.iter().any(|candidate| candidate.mv == best && candidate.is_lost())
            && let Some(other) = self.candidates.iter().find(|candidate| !candidate.is_lost())
        {
            self.found.pv = vec![other.mv];
            self.found.score = other.score.unwrap_or(0);
        }
    }

    /// What is known of each move, best first.
    fn note_root(&mut self) {
        let best = self.found.pv[0];
        let known = |candidate: &Candidate<G::Move>| RootMove {
            mv: candidate.mv,
            visits: candidate.nodes,
            score: match self.found.lines.iter().find(|line| line.pv[0] == candidate.mv) {
                _ if candidate.mv == best => self.found.score,
                Some(line) => line.score,
                None => candidate.score.unwrap_or(0),
            },
        };
        let mut root: Vec<_> = self.candidates.iter().map(known).collect();
        root.sort_by_key(|root| (root.mv != best, std::cmp::Reverse(root.score)));
        self.found.root = root;
    }
}

/// Whether a score may be a win or loss that comes sooner than it says, where those are exact up to `nearest` plies.
fn may_come_sooner(score: Score, nearest: i32) -> bool {
    matches!(Value::of(score), Value::Win(plies) | Value::Loss(plies) if plies > nearest)
}
