use agon_core::{Evaluation, Game, History, Player, TrackedBy, Turn};

use super::busy::Busy;
use super::order::{Frame, Frames, Memory, Node};
use super::prune::Outlook;
use super::shared::{Reductions, Shared};
use super::{AlphaBetaConfig, MOST_PLIES};
use crate::line::Line;
use crate::table::{Bound, Entry, Table};
use crate::trace::{Trace, Why};
use crate::{Budget, Note, Score, Tablebase, Value};

/// More than any score.
pub(super) const INFINITE: Score = Value::WIN + 1;

/// After so many looks for forcing moves without finding one, a search stops looking.
const FRUITLESS_LOOKS: u32 = 4096;

/// After so many nodes at the latest a thread looks again whether to stop.
const LOOK_EVERY: u64 = 16;

/// The least depth of a node whose moves threads share out among themselves:
/// nearer to the end of a line, telling each other costs more than it saves.
const SHARED_DEPTH: i32 = 3;

/// What an iteration does about late moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    /// Nothing is ever reduced in this search.
    Any,
    /// Late moves are searched less deep.
    Reduced,
    /// They are searched in full, so what a reduced iteration left in the
    /// table is not good enough.
    Full,
}

impl Width {
    /// Every one.
    pub const ALL: [Width; 3] = [Width::Any, Width::Reduced, Width::Full];
}

/// What one thread of the search works with.
pub(super) struct Worker<'s, G: Game, E> {
    pub game: &'s G,
    pub root: &'s G::Position,
    pub evaluation: &'s E,
    pub config: &'s AlphaBetaConfig,
    pub table: Option<&'s Table>,
    /// What is certain, where somebody has built a table.
    pub tablebase: Option<&'s Tablebase>,
    pub shared: &'s Shared<'s, G::Move>,
    pub memory: &'s mut Memory<G::Move>,
    /// Which of the threads this is; 0 is the one that answers.
    pub id: usize,
    /// The number of the plan that it follows, if it is another.
    pub plan: u32,
    pub searcher: Player,
    pub budget: Budget,
    pub line: Line,
    pub nodes: u64,
    pub seldepth: u32,
    /// Whether anything was judged rather than played to its end.
    pub judged: bool,
    pub stopped: bool,
    /// When to look whether to stop, in nodes.
    next_look: u64,
    /// When to tell other processes of nodes again.
    pub next_count: u64,
    /// What this iteration does about late moves.
    pub width: Width,
    reductions: Reductions,
    /// Looks for forcing moves that are left if none finds any.
    pub looks_left: u32,
    /// The log, if somebody wants one.
    pub trace: Option<Trace<G::Move>>,
}

impl<'s, G: Game, E: Evaluation<G>> Worker<'s, G, E> {
    pub fn new(
        history: &'s History<G>,
        (evaluation, config, table): (&'s E, &'s AlphaBetaConfig, Option<&'s Table>),
        shared: &'s Shared<'s, G::Move>,
        memory: &'s mut Memory<G::Move>,
        (id, searcher, budget): (usize, Player, Budget),
    ) -> Self {
        Worker {
            game: history.game(),
            root: history.position(),
            evaluation,
            config,
            table,
            tablebase: None,
            shared,
            memory,
            id,
            plan: 0,
            searcher,
            budget,
            line: Line::new(history),
            nodes: 0,
            seldepth: 0,
            judged: false,
            stopped: false,
            next_look: 0,
            next_count: 0,
            width: Width::Any,
            reductions: Reductions::new(),
            looks_left: FRUITLESS_LOOKS,
            trace: None,
        }
    }

    /// Who chooses in a position: chance is taken for the searcher's opponent.
    #[inline]
    pub fn mover(&self, position: &G::Position) -> Player {
        self.game.turn(position).player().unwrap_or(!self.searcher)
    }

    #[inline]
    fn must_stop(&mut self) -> bool {
        if self.shared.is_told_to_stop() || self.nodes >= self.next_look {
            self.look();
        }
        self.stopped
    }

    /// Looks whether to stop, and decides when to look again.
    #[inline(never)]
    fn look(&mut self) {
        if self.shared.team.is_some() {
            self.exchange();
        }
        self.stopped |= self.shared.must_stop((self.id, self.plan), self.nodes, &mut self.budget);
        self.next_look = (self.nodes + LOOK_EVERY).min(self.budget.next_look());
    }

    /// The score of a game that has ended here, or that is taken for ended.
    #[inline]
    fn ending(&self, position: &G::Position, node: Node<G::Move>) -> Option<Score> {
        if let Some(outcome) = self.line.outcome(self.game, position) {
            return Some(match outcome.winner {
                Some(winner) if winner == node.mover => Value::win(node.ply as i32),
                Some(_) => Value::loss(node.ply as i32),
                None => 0,
            });
        }
        let again = self.config.early_repetition && self.line.has_come_again(self.game, position, node.ply);
        again.then_some(0)
    }

    /// The score of a position that a table of certain values knows.
    #[inline]
    fn certain(&self, position: &G::Position, node: Node<G::Move>) -> Option<Score> {
        let value = i32::from(self.tablebase?.probe(self.game.kind(position))?);
        Some(match value {
            0 => 0,
            1.. => Value::win(node.ply as i32 + value),
            _ => Value::loss(node.ply as i32 - value),
        })
    }

    /// What a position is worth to `node.mover`: exact between `alpha` and
    /// `beta`, otherwise a bound on that side (fail-soft).
    pub fn search(
        &mut self,
        frames: &mut [Frame<G::Move>],
        at: &TrackedBy<G, E>,
        node: Node<G::Move>,
        (alpha, beta): (Score, Score),
    ) -> Score {
        if self.must_stop() {
            return 0;
        }
        let [frame, below @ ..] = frames else { unreachable!("there are as many as plies") };
        frame.pv.clear();
        if let Some(score) = self.ending(&at.position, node) {
            self.note(Why::End);
            return score;
        }
        if let Some(score) = self.certain(&at.position, node) {
            self.note(Why::Tablebase);
            return score;
        }
        if (node.depth <= 0 && self.game.turn(&at.position) != Turn::Chance) || node.ply >= MOST_PLIES {
            self.note(Why::Leaf);
            return self.quiesce((frame, below), at, node, (alpha, beta));
        }
        self.expand((frame, below), at, node, (alpha, beta))
    }

    /// The score of a move that has been made, from the side of who made it.
    #[inline]
    pub fn child(
        &mut self,
        frames: &mut [Frame<G::Move>],
        next: &TrackedBy<G, E>,
        (by, node): (Player, Node<G::Move>),
        (alpha, beta): (Score, Score),
    ) -> Score {
        if self.trace.is_some() {
            self.enter(by, node, (alpha, beta));
        }
        let score = if node.mover == by {
            self.search(frames, next, node, (alpha, beta))
        } else {
            -self.search(frames, next, node, (-beta, -alpha))
        };
        if self.trace.is_some() {
            self.leave(by, score);
        }
        score
    }

    /// Writes down that the search comes to a position, whose window is seen by `by`.
    #[cold]
    fn enter(&mut self, by: Player, node: Node<G::Move>, (alpha, beta): (Score, Score)) {
        let window = if by == self.searcher { (alpha, beta) } else { (-beta, -alpha) };
        if let (Some(trace), Some(mv)) = (&mut self.trace, node.last) {
            trace.enter(mv, node.depth, window);
        }
    }

    /// Writes down what was found there.
    #[cold]
    fn leave(&mut self, by: Player, score: Score) {
        if self.stopped {
            self.note(Why::Stopped);
        }
        let score = if by == self.searcher { score } else { -score };
        if let Some(trace) = &mut self.trace {
            trace.leave(score);
        }
    }

    /// Writes down why a position is looked at no further.
    #[inline]
    pub fn note(&mut self, why: Why) {
        if let Some(trace) = &mut self.trace {
            trace.note(why);
        }
    }

    /// Whether the table keeps positions of this depth.
    #[inline]
    fn is_kept(&self, node: Node<G::Move>) -> bool {
        node.depth >= self.config.table_depth as i32
    }

    /// What the table knows: a score that settles the matter, or a move to try first.
    #[inline]
    fn look_up(&self, key: u64, node: Node<G::Move>, alpha: Score, beta: Score) -> (Option<Score>, Option<u16>) {
        let Some(entry) = self.table.and_then(|table| table.probe(key, node.ply)) else { return (None, None) };
        let first = entry.index.filter(|_| self.config.table_move);
        let in_pv = self.config.pvs && beta - alpha > 1;
        if !self.config.table_cuts || in_pv {
            return (None, first);
        }
        // A win or loss that was found holds at any depth; but where nothing is reduced,
        // there may be a nearer one that a shallower search did not see.
        let deep_enough = i32::from(entry.depth) >= node.depth && (entry.fresh || self.width != Width::Full);
        let loose = self.width == Width::Reduced;
        let won = entry.score >= Value::WIN - Value::LONGEST;
        let lost = entry.score <= Value::LONGEST - Value::WIN;
        let settles = match entry.bound {
            Bound::Exact => {
                deep_enough || (won && (loose || entry.score >= beta)) || (lost && (loose || entry.score <= alpha))
            }
            Bound::Lower => entry.score >= beta && (deep_enough || won),
            Bound::Upper => entry.score <= alpha && (deep_enough || lost),
        };
        (settles.then_some(entry.score), first)
    }

    /// What a position that goes on is worth, by its moves.
    fn expand(
        &mut self,
        (frame, below): Frames<'_, G::Move>,
        at: &TrackedBy<G, E>,
        node: Node<G::Move>,
        (mut alpha, mut beta): (Score, Score),
    ) -> Score {
        self.seldepth = self.seldepth.max(node.ply);
        if self.config.mate_distance {
            alpha = alpha.max(Value::loss(node.ply as i32));
            beta = beta.min(Value::win(node.ply as i32 + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        let key = if self.table.is_some() { self.game.key(&at.position) } else { 0 };
        // Memory is slow: where a judgement may do, the table is asked after it.
        let guesses = self.guesses(at, node, (alpha, beta));
        let outlook = if guesses { self.outlook(frame, at, node, (alpha, beta)) } else { Outlook::Open };
        let (settled, first, why) = match outlook {
            Outlook::Settled(score) => (Some(score), None, Why::Judged),
            _ if self.is_kept(node) => {
                let (settled, first) = self.look_up(key, node, alpha, beta);
                (settled, first, Why::Table)
            }
            _ => (None, None, Why::Searched),
        };
        if let Some(score) = settled {
            self.note(why);
            self.judged |= !Value::is_decided(score);
            return score;
        }
        if !guesses {
            frame.list((self.game, self.evaluation, at), self.config);
        }
        self.try_all((frame, below), at, node, (first, outlook), (key, alpha, beta))
    }

    pub fn arrange(
        &mut self,
        frame: &mut Frame<G::Move>,
        at: &TrackedBy<G, E>,
        node: Node<G::Move>,
        first: Option<u16>,
    ) {
        if self.config.orders() {
            frame.rank((self.game, self.evaluation, at), self.config, self.memory, node, first);
        } else {
            frame.keep_order();
        }
    }

    fn try_all(
        &mut self,
        (frame, below): Frames<'_, G::Move>,
        at: &TrackedBy<G, E>,
        node: Node<G::Move>,
        (first, outlook): (Option<u16>, Outlook),
        (key, floor, beta): (u64, Score, Score),
    ) -> Score {
        let count = frame.moves.len();
        // Where only forcing moves are left, places in the list of all moves mean nothing.
        let hope = outlook.hope();
        let first = first.filter(|first| hope.is_none() && usize::from(*first) < count);
        // A move that comes first anyway, or is the only one, is tried before the others are ranked.
        let lead = if count == 1 { Some(0) } else { first };
        if lead.is_none() {
            self.arrange(frame, at, node, None);
        }
        let only = count == 1 && hope.is_none() && self.config.extend_only_moves;
        // At the end of a line only chance is expanded: it costs nothing.
        let depth = if node.depth <= 0 { node.depth } else { node.depth - i32::from(!only) };
        let (mut alpha, mut best, mut best_place) = (floor, hope.unwrap_or(-INFINITE), None);
        let busy = self.shared.busy.as_ref().filter(|_| node.depth >= SHARED_DEPTH);
        frame.postponed.clear();
        let mut step = 0;
        while let Some((n, waited)) = frame.postponed.step(step, count) {
            step += 1;
            // Whoever was at the move that had to wait may have refuted the one that led here.
            if waited
                && let (Some(score), _) = self.look_up(key, node, alpha, beta)
                && score >= beta
            {
                self.judged |= !Value::is_decided(score);
                return score;
            }
            let (mv, place) = match lead {
                Some(lead) if n == 0 => (frame.moves[usize::from(lead)], lead),
                _ if waited || !self.config.orders() => frame.at(n),
                _ => {
                    if lead.is_some() && n == 1 {
                        self.arrange(frame, at, node, lead);
                        frame.pick(0);
                    }
                    frame.pick(n)
                }
            };
            if self.is_too_late(at, mv, node, (n, outlook, best)) {
                continue;
            }
            let reduction = self.reduction(at, mv, node, (n, count));
            let table = self.table.filter(|_| depth - reduction >= self.config.table_depth as i32);
            let early = table.and_then(|table| Some((table, self.game.key_after(&at.position, mv)?)));
            if let Some((table, key)) = early {
                table.prefetch(key);
            }
            let mut next = *at;
            next.play(self.game, self.evaluation, mv);
            if let Some(table) = table.filter(|_| early.is_none()) {
                table.prefetch(self.game.key(&next.position));
            }
            let busy = busy.filter(|_| n > 0);
            let name = busy.map_or(0, |_| Busy::name(self.game.key(&next.position), node.depth));
            if busy.is_some_and(|busy| !self.shared.begin(busy, name, node.depth, waited)) {
                frame.postponed.add(n);
                continue;
            }
            self.nodes += 1;
            self.line.enter(self.game, &next.position);
            let child = Node { mover: self.mover(&next.position), ply: node.ply + 1, depth, last: Some(mv) };
            let score = self.try_move(below, &next, (node.mover, child), (n, reduction), (alpha, beta));
            self.line.leave();
            if let Some(busy) = busy {
                self.shared.end(busy, name, node.depth);
            }
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_place = Some(place);
                    frame.extend_pv(mv, below);
                    if alpha >= beta {
                        let tried = (0..n).filter(|n| !frame.postponed.contains(*n)).map(|n| frame.at(n).0);
                        self.memory.reward(node, mv, tried);
                        self.note(Why::Cut);
                        break;
                    }
                }
            }
        }
        if let Some(table) = self.table
            && self.is_kept(node)
        {
            let bound = match () {
                () if best >= beta => Bound::Lower,
                () if best > floor => Bound::Exact,
                () => Bound::Upper,
            };
            let depth = node.depth.clamp(0, 255) as u8;
            let best_place = best_place.filter(|_| hope.is_none());
            let entry = Entry { index: best_place, score: best, depth, bound, fresh: true };
            table.store(key, node.ply, entry);
            if let Some((team, _)) = self.shared.team.filter(|(team, _)| team.shares(node.depth)) {
                team.tell(&Note::Entry { key, data: table.pack(node.ply, entry) });
            }
        }
        best
    }

    /// Searches the `n`-th move: the first in full, the others as cheaply as they let us.
    #[expect(clippy::inline_always, reason = "done for every move, and the call alone takes 40 instructions")]
    #[inline(always)]
    pub fn try_move(
        &mut self,
        frames: &mut [Frame<G::Move>],
        next: &TrackedBy<G, E>,
        (by, child): (Player, Node<G::Move>),
        (n, reduction): (usize, i32),
        (alpha, beta): (Score, Score),
    ) -> Score {
        if n == 0 || !self.config.pvs {
            return self.child(frames, next, (by, child), (alpha, beta));
        }
        let mut score = if reduction > 0 {
            let shallow = Node { depth: child.depth - reduction, ..child };
            self.child(frames, next, (by, shallow), (alpha, alpha + 1))
        } else {
            alpha + 1
        };
        if score > alpha {
            score = self.child(frames, next, (by, child), (alpha, alpha + 1));
        }
        if score > alpha && score < beta {
            score = self.child(frames, next, (by, child), (alpha, beta));
        }
        score
    }

    /// By how much the `n`-th of `count` moves is searched less deep.
    #[inline]
    fn reduction(&self, at: &TrackedBy<G, E>, mv: G::Move, node: Node<G::Move>, (n, count): (usize, usize)) -> i32 {
        if self.width != Width::Reduced || count == 1 {
            return 0;
        }
        let reduction = self.reductions.of(node.depth, n);
        if reduction == 0 || self.evaluation.is_forcing(self.game, &at.position, &at.state, mv) { 0 } else { reduction }
    }
}

#[cfg(test)]
mod tests;
