use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use agon_core::{Evaluation, Game, History, Player, Turn};

use crate::agent::choices;
use crate::line::Line;
use crate::{Agent, Budget, Info, Limits, RootMove, Score, SearchError, Thought, Value, Watch};

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
/// before that, the ends of lines are judged by [`Evaluation::chance`].
/// Chance is pruned by Star1 and Star2 (Ballard 1983, "The *-minimax search
/// procedure for trees containing chance nodes").
pub struct Expectimax<E> {
    evaluation: E,
    /// Star1 and Star2, and alpha-beta between; without, every line is played.
    pub prune: bool,
    memo: Vec<Option<Known>>,
}

/// What is known of a position searched to a depth: where its value lies.
#[derive(Clone, Copy, Debug)]
struct Known {
    key: u64,
    depth: u32,
    least: f64,
    most: f64,
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
        Expectimax { evaluation, prune: true, memo: vec![None; MEMO] }
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
        let prune = self.prune;
        let mut worker = Worker {
            game,
            evaluation: &self.evaluation,
            memo: &mut self.memo,
            prune,
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
        let mut found =
            Expected { mv: moves[0], chance: 0.5, root: Vec::new(), depth: 0, seldepth: 1, nodes: 0, exact: false };
        for depth in 1..=limits.depth.unwrap_or(ALL).clamp(1, ALL) {
            worker.judged = false;
            let done = worker.root(history.position(), &moves, player, depth, &mut found);
            found.nodes = worker.nodes;
            found.seldepth = worker.seldepth;
            if !done {
                break;
            }
            found.depth = depth;
            found.exact = !worker.judged;
            watch.report(&info(&found, player, &worker.budget));
            if found.exact || worker.budget.is_enough(1.0) {
                break;
            }
        }
        Ok(found)
    }
}

/// A chance of winning as a score: the default curve of evaluations, turned round.
fn score(chance: f64) -> Score {
    let chance = chance.clamp(1e-9, 1.0 - 1e-9);
    (180.0 * libm::log(chance / (1.0 - chance))) as Score
}

fn info<M: Copy + PartialEq>(found: &Expected<M>, player: Player, budget: &Budget) -> Info<M> {
    let ours = |chance: f64| if player == Player::One { chance } else { 1.0 - chance };
    let mut root: Vec<RootMove<M>> =
        found.root.iter().map(|(mv, chance)| RootMove { mv: *mv, visits: 0, score: score(ours(*chance)) }).collect();
    root.sort_by_key(|root| (root.mv != found.mv, std::cmp::Reverse(root.score)));
    let sure = found.exact && (ours(found.chance) - 0.5).abs() > 0.5 - EPSILON;
    let score = match () {
        // The distance is not known, only that the game is decided within the deepest line.
        () if sure && ours(found.chance) > 0.5 => Value::win(found.seldepth as i32),
        () if sure => Value::loss(found.seldepth as i32),
        () => score(ours(found.chance)),
    };
    Info {
        depth: found.depth,
        seldepth: found.seldepth,
        nodes: found.nodes,
        time: budget.elapsed(),
        score,
        pv: vec![found.mv],
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
        Ok(Thought { mv: found.mv, info: info(&found, player, &budget) })
    }
}

struct Worker<'s, G: Game, E> {
    game: &'s G,
    evaluation: &'s E,
    memo: &'s mut [Option<Known>],
    prune: bool,
    line: Line,
    lists: Vec<Vec<G::Move>>,
    /// What draws are worth at least and at most: lists to be used again.
    bounds: Vec<Vec<(f64, f64)>>,
    nodes: u64,
    seldepth: u32,
    /// Whether anything was judged rather than played to its end.
    judged: bool,
    stop: Arc<AtomicBool>,
    stopped: bool,
    budget: Budget,
}

impl<G: Game, E: Evaluation<G>> Worker<'_, G, E> {
    /// One iteration; whether it came to its end.
    fn root(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        player: Player,
        depth: u32,
        found: &mut Expected<G::Move>,
    ) -> bool {
        let (mut least, mut most) = (0.0_f64, 1.0_f64);
        let mut root: Vec<(G::Move, f64)> = Vec::with_capacity(moves.len());
        let mut best: Option<(G::Move, f64)> = None;
        for mv in moves {
            // A margin keeps a move that is better by a rounding from being cut as equal.
            let value = self.child(position, *mv, 1, depth - 1, (least - EPSILON, most + EPSILON));
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
                if self.prune && player == Player::One {
                    least = least.max(value);
                } else if self.prune {
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

    fn child(&mut self, position: &G::Position, mv: G::Move, ply: u32, depth: u32, window: (f64, f64)) -> f64 {
        let mut next = *position;
        self.game.play(&mut next, mv);
        self.nodes += 1;
        self.line.enter(self.game, &next);
        let value = self.value(&next, ply, depth, window);
        self.line.leave();
        value
    }

    /// The chance that player 1 wins: exact inside the window, else a bound on that side.
    fn value(&mut self, position: &G::Position, ply: u32, depth: u32, (least, most): (f64, f64)) -> f64 {
        self.stopped = self.stopped || self.stop.load(Ordering::Relaxed) || self.budget.spent(self.nodes);
        if self.stopped {
            return 0.5;
        }
        self.seldepth = self.seldepth.max(ply);
        if let Some(outcome) = self.line.outcome(self.game, position) {
            return match outcome.winner {
                Some(Player::One) => 1.0,
                Some(Player::Two) => 0.0,
                None => 0.5,
            };
        }
        let turn = self.game.turn(position);
        if let (0, Turn::Player(player)) = (depth, turn) {
            self.judged = true;
            let judgement = self.evaluation.evaluate(self.game, position).clamp(-E::LIMIT, E::LIMIT);
            let chance = self.evaluation.chance(judgement);
            return if player == Player::One { chance } else { 1.0 - chance };
        }
        // Where positions can come again their value depends on the line.
        let remember = !self.line.repeats();
        let key = if remember { self.game.key(position) } else { 0 };
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
        self.game.moves(position, &mut moves);
        let value = match turn {
            Turn::Player(player) => self.choose(position, &moves, player, (ply, depth), (least, most)),
            Turn::Chance => self.average(position, &moves, (ply, depth), (least, most)),
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
        position: &G::Position,
        moves: &[G::Move],
        player: Player,
        (ply, depth): (u32, u32),
        (mut least, mut most): (f64, f64),
    ) -> f64 {
        let one = player == Player::One;
        let mut best = if one { 0.0_f64 } else { 1.0 };
        for mv in moves {
            let value = self.child(position, *mv, ply + 1, depth.saturating_sub(1), (least, most));
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

    /// The average over what chance may bring.
    ///
    /// Star1: once what is known puts the average outside the window whatever
    /// the rest brings, the rest is not searched. Star2: before that, one move
    /// after each draw bounds its value from the side of who moves there.
    fn average(
        &mut self,
        position: &G::Position,
        draws: &[G::Move],
        (ply, depth): (u32, u32),
        window: (f64, f64),
    ) -> f64 {
        let mut bounds = self.bounds.pop().unwrap_or_default();
        bounds.clear();
        let value = self.average_with(&mut bounds, position, draws, (ply, depth.saturating_sub(1)), window);
        self.bounds.push(bounds);
        value
    }

    fn average_with(
        &mut self,
        bounds: &mut Vec<(f64, f64)>,
        position: &G::Position,
        draws: &[G::Move],
        (ply, depth): (u32, u32),
        (least, most): (f64, f64),
    ) -> f64 {
        // What the draws are worth at least and at most, weighted and added up.
        let (mut low, mut high) = (0.0, 1.0);
        if self.prune && depth > 0 && (least > 0.0 || most < 1.0) {
            for draw in draws {
                let weight = self.game.probability(position, *draw);
                // The bound that would decide, if all other draws went that way.
                let decides = ((least - high) / weight + 1.0 - EPSILON, (most - low) / weight + EPSILON);
                let (from, to) = self.probe(position, *draw, (ply + 1, depth), decides);
                low += weight * from;
                high -= weight * (1.0 - to);
                bounds.push((from, to));
                if self.stopped || high <= least - EPSILON || low >= most + EPSILON {
                    return if high <= least { high } else { low };
                }
            }
        }
        let mut sum = 0.0;
        for (n, draw) in draws.iter().enumerate() {
            let weight = self.game.probability(position, *draw);
            let (from, to) = bounds.get(n).copied().unwrap_or((0.0, 1.0));
            // What the others leave open decides how far this one must go to matter.
            let (rest_low, rest_high) = (low - weight * from, high - weight * to);
            let window = if self.prune && weight > 0.0 {
                (
                    ((least - rest_high) / weight - EPSILON).max(-EPSILON),
                    ((most - rest_low) / weight + EPSILON).min(1.0 + EPSILON),
                )
            } else {
                (-EPSILON, 1.0 + EPSILON)
            };
            let value = self.child(position, *draw, ply + 1, depth, window);
            sum += weight * value;
            if self.stopped {
                return 0.5;
            }
            if self.prune && value <= window.0 {
                return rest_high + weight * value;
            }
            if self.prune && value >= window.1 {
                return rest_low + weight * value;
            }
            (low, high) = (rest_low + weight * value, rest_high + weight * value);
        }
        sum
    }

    /// Star2's probe: the first move after a draw. It bounds what the draw is
    /// worth from below where player 1 moves, from above where player 2 does;
    /// it is made only where such a bound can fall out of the window.
    fn probe(
        &mut self,
        position: &G::Position,
        draw: G::Move,
        (ply, depth): (u32, u32),
        (least, most): (f64, f64),
    ) -> (f64, f64) {
        let mut next = *position;
        self.game.play(&mut next, draw);
        let useful = match self.game.turn(&next) {
            Turn::Player(Player::One) => most < 1.0,
            Turn::Player(Player::Two) => least > 0.0,
            Turn::Chance => false,
        };
        if !useful {
            return (0.0, 1.0);
        }
        self.nodes += 1;
        self.line.enter(self.game, &next);
        let mut bounds = (0.0, 1.0);
        if self.line.outcome(self.game, &next).is_none() {
            let mut moves = self.lists.pop().unwrap_or_default();
            self.game.moves(&next, &mut moves);
            if let Some(mv) = moves.first().copied() {
                let one = self.game.turn(&next) == Turn::Player(Player::One);
                let window = if one { (-EPSILON, most) } else { (least, 1.0 + EPSILON) };
                let value = self.child(&next, mv, ply + 1, depth - 1, window);
                bounds = if one { (value, 1.0) } else { (0.0, value) };
            }
            self.lists.push(moves);
        }
        self.line.leave();
        bounds
    }
}
