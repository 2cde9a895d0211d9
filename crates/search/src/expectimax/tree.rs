use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use agon_core::{Evaluation, Game, Player, TrackedBy, Turn, chance_of};

use super::{ALL, EPSILON, Expected, MEMO};
use crate::Budget;
use crate::line::Line;

/// What is known of a position searched to a depth: where its value lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    key: u64,
    depth: u32,
    least: f64,
    most: f64,
}

/// One search.
pub(super) struct Worker<'s, G: Game, E> {
    pub game: &'s G,
    pub evaluation: &'s E,
    pub memo: &'s mut [Option<Known>],
    pub prune: bool,
    /// How many of the best moves are wanted.
    pub lines: u32,
    pub line: Line,
    pub lists: Vec<Vec<G::Move>>,
    /// What draws are worth at least and at most: lists to be used again.
    pub bounds: Vec<Vec<(f64, f64)>>,
    pub nodes: u64,
    pub seldepth: u32,
    /// Whether anything was judged rather than played to its end.
    pub judged: bool,
    pub stop: Arc<AtomicBool>,
    pub stopped: bool,
    pub budget: Budget,
}

impl<G: Game, E: Evaluation<G>> Worker<'_, G, E> {
    /// One iteration; whether it came to its end.
    pub fn root(
        &mut self,
        at: &TrackedBy<G, E>,
        moves: &[G::Move],
        player: Player,
        depth: u32,
        found: &mut Expected<G::Move>,
    ) -> bool {
        let (mut least, mut most) = (0.0_f64, 1.0_f64);
        // Where only one is wanted, the others are only asked whether they are better.
        let narrows = self.prune && self.lines == 1;
        let mut root: Vec<(G::Move, f64)> = Vec::with_capacity(moves.len());
        let mut best: Option<(G::Move, f64)> = None;
        for mv in moves {
            // A margin keeps a move that is better by a rounding from being cut as equal.
            let value = self.child(at, *mv, 1, depth - 1, (least - EPSILON, most + EPSILON));
            if self.stopped {
                return false;
            }
            root.push((*mv, value));
            let better =
                best.is_none_or(
                    |(_, best)| {
                        if player == Player::One { value > best + EPSILON } else { value < best - EPSILON }
                    },
                );
            if better {
                best = Some((*mv, value));
                if narrows && player == Player::One {
                    least = least.max(value);
                } else if narrows {
                    most = most.min(value);
                }
            }
        }
        if let Some((mv, chance)) = best {
            found.mv = mv;
            found.chance = chance;
            found.root = root;
        }
        true
    }

    pub fn child(&mut self, at: &TrackedBy<G, E>, mv: G::Move, ply: u32, depth: u32, window: (f64, f64)) -> f64 {
        let mut next = *at;
        next.play(self.game, self.evaluation, mv);
        self.nodes += 1;
        self.line.enter(self.game, &next.position);
        let value = self.value(&next, ply, depth, window);
        self.line.leave();
        value
    }

    /// The chance that player 1 wins: exact inside the window, else a bound on that side.
    fn value(&mut self, at: &TrackedBy<G, E>, ply: u32, depth: u32, (least, most): (f64, f64)) -> f64 {
        self.stopped = self.stopped || self.stop.load(Ordering::Relaxed) || self.budget.spent(self.nodes);
        if self.stopped {
            return 0.5;
        }
        self.seldepth = self.seldepth.max(ply);
        if let Some(outcome) = self.line.outcome(self.game, &at.position) {
            return match outcome.winner {
                Some(Player::One) => 1.0,
                Some(Player::Two) => 0.0,
                None => 0.5,
            };
        }
        let turn = self.game.turn(&at.position);
        if let (0, Turn::Player(player)) = (depth, turn) {
            self.judged = true;
            let chance = chance_of(f64::from(at.judge(self.game, self.evaluation)));
            return if player == Player::One { chance } else { 1.0 - chance };
        }
        // Where positions can come again their value depends on the line.
        let remember = !self.line.repeats();
        let key = if remember { self.game.key(&at.position) } else { 0 };
        let slot = (key >> 48) as usize % MEMO;
        let known = self.memo[slot].filter(|known| remember && known.key == key && known.depth >= depth);
        if let Some(known) = known
            && (known.least >= most || known.most <= least || known.least >= known.most)
        {
            // What was played to its end is marked as deep as can be.
            self.judged |= known.depth < ALL;
            return if known.least >= most { known.least } else { known.most };
        }
        let before = std::mem::replace(&mut self.judged, false);
        let mut moves = self.lists.pop().unwrap_or_default();
        self.game.moves(&at.position, &mut moves);
        let value = match turn {
            Turn::Player(player) => self.choose(at, &moves, player, (ply, depth), (least, most)),
            Turn::Chance => self.average(at, &moves, (ply, depth), (least, most)),
        };
        self.lists.push(moves);
        if remember && !self.stopped {
            let (low, high) = match () {
                () if value <= least => (0.0, value),
                () if value >= most => (value, 1.0),
                () => (value, value),
            };
            let depth = if self.judged { depth } else { ALL };
            self.memo[slot] = Some(Known { key, depth, least: low, most: high });
        }
        self.judged |= before;
        value
    }

    fn choose(
        &mut self,
        at: &TrackedBy<G, E>,
        moves: &[G::Move],
        player: Player,
        (ply, depth): (u32, u32),
        (mut least, mut most): (f64, f64),
    ) -> f64 {
        let one = player == Player::One;
        let mut best = if one { 0.0_f64 } else { 1.0 };
        for mv in moves {
            let value = self.child(at, *mv, ply + 1, depth.saturating_sub(1), (least, most));
            best = if one { best.max(value) } else { best.min(value) };
            if self.prune {
                if one {
                    least = least.max(best);
                } else {
                    most = most.min(best);
                }
                if least >= most {
                    break;
                }
            }
        }
        best
    }
}
