//! Small searches that leave their whole tree behind, for whoever wants to
//! see how a search works. They are made to be looked at, not to play.

use std::cmp::Reverse;

use agon_core::{Evaluation, Game, History, Outcome, Player, Tracked, TrackedBy, Turn};

use crate::agent::choices;
use crate::line::Line;
use crate::{Bound, Score, SearchError, Value};

/// More than any score.
const INFINITE: Score = Value::WIN + 1;

/// A position of a searched tree, and what the search did there.
///
/// All scores are from the side of the player who searches.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen<M> {
    /// The move that leads here; `None` at the root.
    pub mv: Option<M>,
    /// Who is to move here.
    pub turn: Turn,
    /// When it was reached: the root first, with 0.
    pub step: u32,
    /// What was found, unless it was skipped.
    pub score: Option<Score>,
    /// What the score says about the true one.
    pub bound: Bound,
    /// What the searcher was sure of and what the opponent was, when it was
    /// reached; `None` for as much or as little as can be.
    pub window: Option<(Option<Score>, Option<Score>)>,
    /// Why the rest of the moves was not looked at.
    pub cut: Option<Cut>,
    /// How the game ended here.
    pub end: Option<Outcome>,
    /// How often it was visited, by a search that counts.
    pub visits: u32,
    /// Player 1's chance by the visits, by a search that counts.
    pub chance: Option<f64>,
    /// The moves, in the order in which they were looked at; those that were
    /// skipped last.
    pub children: Vec<Seen<M>>,
    /// How many moves were not looked at and are not listed.
    pub unseen: u32,
}

impl<M> Seen<M> {
    /// A position that nothing is known of yet.
    pub(crate) fn new(mv: Option<M>, turn: Turn, step: u32) -> Self {
        Seen {
            mv,
            turn,
            step,
            score: None,
            bound: Bound::Exact,
            window: None,
            cut: None,
            end: None,
            visits: 0,
            chance: None,
            children: Vec::new(),
            unseen: 0,
        }
    }
}

/// Why a position was left before all its moves were looked at: one of the
/// players would not let it come to this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Who would avoid the position.
    pub by: Player,
    /// What that player is sure of elsewhere.
    pub sure: Score,
}

/// A tree, and how it was searched.
#[derive(Clone, Debug, PartialEq)]
pub struct Explored<M> {
    /// The whole of it.
    pub root: Seen<M>,
    /// Plies looked ahead.
    pub depth: u32,
    /// Moves made.
    pub nodes: u32,
    /// The first of the best moves.
    pub best: M,
}

/// Searches as deep as `most_nodes` moves allow, `most_depth` half moves at
/// most and one at least, and leaves the tree. With `prune` it is alpha-beta,
/// else minimax; both look at moves in the same order, the promising first.
pub fn explore<G: Game, E: Evaluation<G>>(
    history: &History<G>,
    evaluation: &E,
    prune: bool,
    most_depth: u32,
    most_nodes: u32,
) -> Result<Explored<G::Move>, SearchError> {
    choices(history)?;
    let Turn::Player(searcher) = history.game().turn(history.position()) else { return Err(SearchError::Chance) };
    let search = |depth: u32, most_nodes: u32| {
        let mut explorer =
            Explorer { history, evaluation, searcher, prune, most_nodes, nodes: 0, line: Line::new(history) };
        let root = explorer.visit(
            Tracked::new(history.game(), evaluation, *history.position()),
            None,
            depth,
            0,
            (-INFINITE, INFINITE),
        )?;
        let best = root.children.iter().filter(|child| child.score == root.score).find_map(|child| child.mv)?;
        Some(Explored { root, depth, nodes: explorer.nodes, best })
    };
    // The first depth is always searched whole, so there is always an answer.
    let mut explored = search(1, u32::MAX).ok_or(SearchError::Chance)?;
    for depth in 2..=most_depth {
        match search(depth, most_nodes) {
            Some(deeper) => explored = deeper,
            None => break,
        }
    }
    Ok(explored)
}

struct Explorer<'e, G: Game, E> {
    history: &'e History<G>,
    evaluation: &'e E,
    searcher: Player,
    prune: bool,
    most_nodes: u32,
    nodes: u32,
    line: Line,
}

impl<G: Game, E: Evaluation<G>> Explorer<'_, G, E> {
    /// Searches a position; `None` when there are too many.
    fn visit(
        &mut self,
        at: TrackedBy<G, E>,
        mv: Option<G::Move>,
        depth: u32,
        ply: i32,
        window: (Score, Score),
    ) -> Option<Seen<G::Move>> {
        let game = self.history.game();
        let turn = game.turn(&at.position);
        let mut seen = Seen::new(mv, turn, self.nodes);
        if self.prune {
            let known = |score: Score| (score.abs() < INFINITE).then_some(score);
            seen.window = Some((known(window.0), known(window.1)));
        }
        seen.end = self.line.outcome(game, &at.position);
        if let Some(outcome) = seen.end {
            seen.score = Some(self.ended(outcome, ply));
            return Some(seen);
        }
        match turn {
            Turn::Player(mover) if depth == 0 => {
                let judgement = at.judge(game, self.evaluation);
                seen.score = Some(if mover == self.searcher { judgement } else { -judgement });
            }
            Turn::Player(mover) => self.choose(&at, mover, &mut seen, depth, ply, window)?,
            // Nobody can judge what chance has not drawn yet.
            Turn::Chance => self.average(&at, &mut seen, depth.max(1), ply)?,
        }
        Some(seen)
    }

    fn ended(&self, outcome: Outcome, ply: i32) -> Score {
        match outcome.winner {
            Some(winner) if winner == self.searcher => Value::win(ply),
            Some(_) => Value::loss(ply),
            None => 0,
        }
    }

    /// Looks at the moves of a player, until the other would not let it come to this.
    fn choose(
        &mut self,
        at: &TrackedBy<G, E>,
        mover: Player,
        seen: &mut Seen<G::Move>,
        depth: u32,
        ply: i32,
        (alpha, beta): (Score, Score),
    ) -> Option<()> {
        // The searcher wants much, the opponent little.
        let is_max = mover == self.searcher;
        let (mut low, mut high) = (alpha, beta);
        let mut best = if is_max { -INFINITE } else { INFINITE };
        let moves = self.ordered(at);
        for (n, mv) in moves.iter().enumerate() {
            let child = self.enter(at, *mv, depth, ply, (low, high))?;
            let score = child.score.unwrap_or(0);
            seen.children.push(child);
            best = if is_max { best.max(score) } else { best.min(score) };
            if !self.prune {
                continue;
            }
            (low, high) = if is_max { (low.max(best), high) } else { (low, high.min(best)) };
            if low >= high && n + 1 < moves.len() {
                seen.cut = Some(Cut { by: !mover, sure: if is_max { beta } else { alpha } });
                let skipped = |mv: &G::Move| Seen::new(Some(*mv), self.turn_after(&at.position, *mv), self.nodes);
                seen.children.extend(moves[n + 1..].iter().map(skipped));
                break;
            }
        }
        seen.score = Some(best);
        seen.bound = match best {
            best if best >= beta => Bound::Lower,
            best if best <= alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        Some(())
    }

    /// Looks at all that chance may draw.
    fn average(&mut self, at: &TrackedBy<G, E>, seen: &mut Seen<G::Move>, depth: u32, ply: i32) -> Option<()> {
        let game = self.history.game();
        let mut sum = 0.0;
        for mv in self.ordered(at) {
            let child = self.enter(at, mv, depth, ply, (-INFINITE, INFINITE))?;
            sum += game.probability(&at.position, mv) * f64::from(child.score.unwrap_or(0));
            seen.children.push(child);
        }
        seen.score = Some(libm::round(sum) as Score);
        Some(())
    }

    fn enter(
        &mut self,
        at: &TrackedBy<G, E>,
        mv: G::Move,
        depth: u32,
        ply: i32,
        window: (Score, Score),
    ) -> Option<Seen<G::Move>> {
        self.nodes += 1;
        if self.nodes > self.most_nodes {
            return None;
        }
        let game = self.history.game();
        let mut next = *at;
        next.play(game, self.evaluation, mv);
        self.line.enter(game, &next.position);
        let seen = self.visit(next, Some(mv), depth - 1, ply + 1, window);
        self.line.leave();
        seen
    }

    /// The legal moves, the promising first where a player chooses.
    fn ordered(&self, at: &TrackedBy<G, E>) -> Vec<G::Move> {
        let game = self.history.game();
        let mut moves = Vec::new();
        game.moves(&at.position, &mut moves);
        if game.turn(&at.position) != Turn::Chance {
            moves.sort_by_cached_key(|mv| Reverse(self.evaluation.promise(game, &at.position, &at.state, *mv)));
        }
        moves
    }

    fn turn_after(&self, position: &G::Position, mv: G::Move) -> Turn {
        let mut next = *position;
        self.history.game().play(&mut next, mv);
        self.history.game().turn(&next)
    }
}
