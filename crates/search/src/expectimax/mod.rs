//! Expectimax: the best move where chance takes part.

mod star;
mod tree;

use std::sync::Arc;

use agon_core::{Evaluation, Game, History, Player, Tracked, Turn, points_of};

use tree::{Known, Worker};

use crate::agent::choices;
use crate::line::Line;
use crate::{Agent, Budget, Info, Limits, RootMove, SearchError, Thought, Value, Variation, Watch};

/// Entries of the memo, a power of two.
const MEMO: usize = 1 << 16;
/// A move is better only if it is better by more than rounding.
const EPSILON: f64 = 1e-12;
/// The deepest iteration, and the depth of what was played to its end.
const ALL: u32 = 1000;

/// Expectimax: the exact chance of winning where dice or draws take part.
///
/// Values are the chance that player 1 wins, a draw counting half. It deepens
/// until every line has been played to its end, and then the value is exact;
/// before that, the ends of lines are judged by an [`Evaluation`].
/// Chance is pruned by Star1 and Star2 (Ballard 1983, "The *-minimax search
/// procedure for trees containing chance nodes").
pub struct Expectimax<E> {
    evaluation: E,
    /// Star1 and Star2, and alpha-beta between; without, every line is played.
    pub prune: bool,
    /// How many of the best moves are wanted; with more than one, the value of each is exact.
    pub lines: u32,
    memo: Vec<Option<Known>>,
}

/// What expectimax found.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected<M> {
    /// The first of the best moves.
    pub mv: M,
    /// The chance that player 1 wins.
    pub chance: f64,
    /// Each move with the chance that player 1 wins after it; with pruning a
    /// move that is not the best may be worse than it says.
    pub root: Vec<(M, f64)>,
    /// Completed iterations.
    pub depth: u32,
    /// The longest line.
    pub seldepth: u32,
    /// Moves made.
    pub nodes: u64,
    /// Whether every line was played to its end, so that the chance is exact.
    pub exact: bool,
}

impl<E> Expectimax<E> {
    /// Expectimax with this judgement for lines that do not end.
    pub fn new(evaluation: E) -> Self {
        Expectimax { evaluation, prune: true, lines: 1, memo: vec![None; MEMO] }
    }

    /// The best move and its value, as deep as the limits allow.
    pub fn search<G: Game>(
        &mut self,
        history: &History<G>,
        limits: &Limits,
        watch: &mut Watch<'_, G::Move>,
    ) -> Result<Expected<G::Move>, SearchError>
    where
        E: Evaluation<G>,
    {
        let moves = choices(history)?;
        let game = history.game();
        let Turn::Player(player) = game.turn(history.position()) else { return Err(SearchError::Chance) };
        let budget = Budget::new(limits, player);
        // What was judged to be the end of a line is so no longer in another position.
        self.memo.fill(None);
        let (prune, lines) = (self.prune, self.lines);
        let mut worker = Worker {
            game,
            evaluation: &self.evaluation,
            memo: &mut self.memo,
            prune,
            lines,
            line: Line::new(history),
            lists: Vec::new(),
            bounds: Vec::new(),
            nodes: 0,
            seldepth: 0,
            judged: false,
            stop: Arc::clone(watch.stop_flag()),
            stopped: false,
            budget,
        };
        let root = Tracked::new(game, worker.evaluation, *history.position());
        let mut found =
            Expected { mv: moves[0], chance: 0.5, root: Vec::new(), depth: 0, seldepth: 1, nodes: 0, exact: false };
        for depth in 1..=limits.depth.unwrap_or(ALL).clamp(1, ALL) {
            worker.judged = false;
            let done = worker.root(&root, &moves, player, depth, &mut found);
            found.nodes = worker.nodes;
            found.seldepth = worker.seldepth;
            if !done {
                break;
            }
            found.depth = depth;
            found.exact = !worker.judged;
            watch.report(&info(&found, player, lines, &worker.budget));
            if found.exact || worker.budget.is_enough(1.0) {
                break;
            }
        }
        Ok(found)
    }
}

fn info<M: Copy + PartialEq>(found: &Expected<M>, player: Player, lines: u32, budget: &Budget) -> Info<M> {
    let ours = |chance: f64| if player == Player::One { chance } else { 1.0 - chance };
    let score_of = |chance: f64| points_of(ours(chance));
    let mut root: Vec<RootMove<M>> =
        found.root.iter().map(|(mv, chance)| RootMove { mv: *mv, visits: 0, score: score_of(*chance) }).collect();
    root.sort_by_key(|root| (root.mv != found.mv, std::cmp::Reverse(root.score)));
    let sure = found.exact && (ours(found.chance) - 0.5).abs() > 0.5 - EPSILON;
    let score = match () {
        // The distance is not known, only that the game is decided within the deepest line.
        () if sure && ours(found.chance) > 0.5 => Value::win(found.seldepth as i32),
        () if sure => Value::loss(found.seldepth as i32),
        () => score_of(found.chance),
    };
    // What follows a move is up to chance.
    let line = |root: &RootMove<M>| Variation {
        score: if root.mv == found.mv { score } else { root.score },
        at_most: sure && root.mv == found.mv,
        pv: vec![root.mv],
    };
    let lines = root.iter().take(lines as usize).map(line).collect();
    Info {
        depth: found.depth,
        seldepth: found.seldepth,
        nodes: found.nodes,
        time: budget.elapsed(),
        score,
        at_most: sure,
        pv: vec![found.mv],
        lines,
        root,
        ..Info::default()
    }
}

impl<G: Game, E: Evaluation<G>> Agent<G> for Expectimax<E> {
    fn think(
        &mut self,
        history: &History<G>,
        limits: &Limits,
        watch: &mut Watch<'_, G::Move>,
    ) -> Result<Thought<G::Move>, SearchError> {
        let player = history.game().turn(history.position()).player().unwrap_or(Player::One);
        let budget = Budget::new(limits, player);
        let found = self.search(history, limits, watch)?;
        Ok(Thought { mv: found.mv, info: info(&found, player, self.lines, &budget) })
    }
}
