//! An agent in a game with the swap rule. Searches know only sides; here is what a player does
//! with the choice between them: open as evenly as possible, and take the better side.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use agon_core::{DynPlay, PerPlayer, Player, Rng, SWAP, Swap};
use agon_search::{Allotment, Clock, Limits, Score, Team, Value};

use crate::{Decision, Report, RootAction, ThinkError, Thinker};

/// The time for each first move in the first round; every round has twice that of the one before.
const FIRST_ROUND: Duration = Duration::from_millis(10);

/// An agent that plays with the swap rule.
pub(crate) struct Swapper {
    /// The agent, who knows only sides.
    pub agent: Box<dyn Thinker>,
    /// The agent's own limits.
    pub limits: Limits,
    /// For an agent that plays at random, and so swaps at random.
    pub random: Option<Rng>,
    /// What the choice between equal first moves follows from.
    pub seed: u64,
}

impl Thinker for Swapper {
    fn choose(&mut self, play: &dyn DynPlay, limits: &Limits, stop: &Arc<AtomicBool>) -> Result<Decision, ThinkError> {
        if matches!(play.swap(), Swap::Off | Swap::Done) {
            return self.agent.choose(play, &by_side(play, limits), stop);
        }
        let report = self.think(play, limits, stop, &mut |_| {})?;
        let action_of = |mv: &String| play.action_of(mv).ok();
        let root = report.root.iter().filter_map(|(mv, visits, score)| {
            Some(RootAction { action: action_of(mv)?, visits: *visits, score: *score })
        });
        Ok(Decision {
            action: report.best.as_ref().and_then(action_of).ok_or(ThinkError::Illegal)?,
            score: report.score,
            depth: report.depth,
            nodes: report.nodes,
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
        match play.swap() {
            Swap::Off | Swap::Done => self.agent.think(play, &by_side(play, limits), stop, report),
            Swap::Next if self.random.is_some() => self.agent.think(play, limits, stop, report),
            Swap::Next => self.open(play, limits.or(self.limits), stop, report),
            Swap::Now => {
                let drawn = self.random.as_mut().and_then(|rng| play.random_move(rng));
                let answer = |found: &Report| with_swap(found.clone(), drawn.as_deref());
                let found = self.agent.think(play, limits, stop, &mut |found| report(&answer(found)))?;
                Ok(answer(&found))
            }
        }
    }

    fn limits(&self) -> Limits {
        self.limits
    }

    /// While a swap is possible there are many searches, and no log.
    #[cfg(not(target_arch = "wasm32"))]
    fn think_traced(
        &mut self,
        play: &dyn DynPlay,
        limits: &Limits,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(&Report),
        most: u32,
    ) -> Result<(Report, crate::TraceText), ThinkError> {
        if matches!(play.swap(), Swap::Off | Swap::Done) {
            return self.agent.think_traced(play, &by_side(play, limits), stop, report, most);
        }
        let found = self.think(play, limits, stop, report)?;
        Ok((found, crate::TraceText { nodes: Vec::new(), left_out: 0 }))
    }

    fn new_game(&mut self) {
        self.agent.new_game();
    }

    fn get_ready(&mut self) {
        self.agent.get_ready();
    }

    fn join(&mut self, team: &Arc<Team>) -> bool {
        self.agent.join(team)
    }
}

/// Limits whose clocks are those of the sides.
fn by_side(play: &dyn DynPlay, limits: &Limits) -> Limits {
    let by_side = |times: PerPlayer<Duration>| PerPlayer(Player::BOTH.map(|side| times[play.side(side)]));
    let clock =
        limits.clock.map(|Clock { left, increment }| Clock { left: by_side(left), increment: by_side(increment) });
    Limits { clock, ..*limits }
}

/// What a search found, with the swap among the moves: it is best where the side to move stands
/// worse, or where it was `drawn`.
fn with_swap(mut found: Report, drawn: Option<&str>) -> Report {
    let value = for_other(found.score);
    let line: Vec<String> = [SWAP.to_string()].into_iter().chain(found.pv.iter().cloned()).collect();
    let is_best = drawn.map_or(score(found.score) < 0, |drawn| drawn == SWAP);
    if !found.root.is_empty() {
        let at = if is_best { 0 } else { found.root.len() };
        found.root.insert(at, (SWAP.to_string(), 0, value));
    }
    let wanted = found.lines.len();
    let at = found.lines.iter().position(|(other, _)| score(*other) < score(value)).unwrap_or(wanted);
    if at < wanted {
        found.lines.insert(at, (value, line.clone()));
        found.lines_at_most.insert(at, found.at_most);
        found.lines.truncate(wanted);
        found.lines_at_most.truncate(wanted);
    }
    if is_best {
        (found.best, found.score, found.pv) = (Some(SWAP.to_string()), value, line);
    } else if let Some(drawn) = drawn {
        (found.best, found.pv) = (Some(drawn.to_string()), vec![drawn.to_string()]);
    }
    found
}

/// A value as a number that orders all of them.
fn score(value: Value) -> Score {
    match value {
        Value::Points(points) => points,
        Value::Win(plies) => Value::win(plies),
        Value::Loss(plies) => Value::loss(plies),
    }
}

/// What a position is worth to the side that is not to move, seen one ply earlier.
fn for_other(value: Value) -> Value {
    match value {
        Value::Points(points) => Value::Points(points.saturating_neg()),
        Value::Win(plies) => Value::Loss(plies + 1),
        Value::Loss(plies) => Value::Win(plies + 1),
    }
}

/// First moves that are one move by a symmetry of the board.
struct Opening {
    moves: Vec<String>,
    after: Box<dyn DynPlay>,
    /// What was found of it, and what it is worth to the player who opens.
    found: Option<(Report, Value)>,
}

impl Swapper {
    /// The first move that leaves the other player the least to choose from: every one is
    /// searched with an equal share of the limits.
    fn open(
        &mut self,
        play: &dyn DynPlay,
        limits: Limits,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Report, ThinkError> {
        let mut openings = openings(play);
        let player = play.turn().player().unwrap_or(Player::One);
        let mut spent = Spent::default();
        for share in shares(&limits, player, openings.len() as u32) {
            for at in 0..openings.len() {
                if stop.load(Ordering::Relaxed) && openings.iter().any(|opening| opening.found.is_some()) {
                    break;
                }
                let after = &*openings[at].after;
                let found = self.agent.think(after, &share, stop, &mut |_| {})?;
                let value = worth(play, after, found.score);
                spent.add(&found);
                openings[at].found = Some((found, value));
                if let Some(best) = self.evenest(&openings, spent) {
                    report(&best);
                }
            }
            if stop.load(Ordering::Relaxed) || openings.iter().all(Opening::is_decided) {
                break;
            }
        }
        match self.evenest(&openings, spent) {
            Some(best) => Ok(best),
            None => self.agent.think(play, &limits, stop, report),
        }
    }

    /// What is known of the best opening so far.
    fn evenest(&self, openings: &[Opening], spent: Spent) -> Option<Report> {
        let value_of = |opening: &Opening| opening.found.as_ref().map(|(_, value)| score(*value));
        let best = openings.iter().filter_map(value_of).max()?;
        let equal: Vec<&Opening> = openings.iter().filter(|opening| value_of(opening) == Some(best)).collect();
        // The same moves whenever it is asked: a new generator each time.
        let mut rng = Rng::new(self.seed);
        let mut draw = |count: usize| rng.below(count as u32) as usize;
        let opening = equal.get(draw(equal.len()))?;
        let mv = opening.moves.get(draw(opening.moves.len()))?.clone();
        let (found, value) = opening.found.as_ref()?;
        let mut root: Vec<(String, u64, Value)> = openings
            .iter()
            .filter_map(|opening| opening.found.as_ref().map(|found| (opening, found)))
            .flat_map(|(opening, (found, value))| opening.moves.iter().map(|mv| (mv.clone(), found.nodes, *value)))
            .collect();
        root.sort_by_key(|(_, _, value)| std::cmp::Reverse(score(*value)));
        // A line goes on from the first of the symmetric moves only.
        let pv = if opening.moves.first() == Some(&mv) { opening.line() } else { vec![mv.clone()] };
        Some(Report {
            best: Some(mv),
            depth: found.depth + 1,
            seldepth: found.seldepth + 1,
            score: *value,
            at_most: found.at_most,
            hashfull: found.hashfull,
            pv,
            root,
            nodes: spent.nodes,
            nps: (spent.nodes as f64 / spent.time.as_secs_f64().max(1e-9)) as u64,
            playouts: spent.playouts,
            time: spent.time,
            lines: Vec::new(),
            lines_at_most: Vec::new(),
        })
    }
}

impl Opening {
    /// Whether there is nothing more to find.
    fn is_decided(&self) -> bool {
        matches!(self.found, Some((_, Value::Win(_) | Value::Loss(_))))
    }

    /// The first move, the swap where that is the answer, and how it goes on.
    fn line(&self) -> Vec<String> {
        let Some((found, _)) = &self.found else { return Vec::new() };
        let swaps = self.after.swap() == Swap::Now && score(found.score) < 0;
        let swap = swaps.then(|| SWAP.to_string());
        self.moves.iter().take(1).cloned().chain(swap).chain(found.pv.iter().cloned()).collect()
    }
}

/// What all searches together have cost.
#[derive(Clone, Copy, Default)]
struct Spent {
    nodes: u64,
    playouts: u64,
    time: Duration,
}

impl Spent {
    fn add(&mut self, report: &Report) {
        self.nodes += report.nodes;
        self.playouts += report.playouts;
        self.time += report.time;
    }
}

/// The first moves, symmetric ones together.
fn openings(play: &dyn DynPlay) -> Vec<Opening> {
    let mut openings: Vec<Opening> = Vec::new();
    let mut places: HashMap<u64, usize> = HashMap::new();
    for mv in play.moves() {
        let mut after = play.boxed_clone();
        // No game of two sides ends with its first move.
        if after.play(&mv).is_err() || after.outcome().is_some() {
            continue;
        }
        let place = *places.entry(after.kind()).or_insert(openings.len());
        match openings.get_mut(place) {
            Some(opening) => opening.moves.push(mv),
            None => openings.push(Opening { moves: vec![mv], after, found: None }),
        }
    }
    openings
}

/// What a first move is worth to the player who plays it, if whoever moves next thinks so much of the position.
fn worth(before: &dyn DynPlay, after: &dyn DynPlay, value: Value) -> Value {
    let other = for_other(value);
    match after.swap() {
        Swap::Now if score(value) < 0 => for_other(other),
        _ if after.turn() == before.turn() => value,
        _ => other,
    }
}

/// What may be spent on each of so many first moves, round after round. Without a time there is
/// one round; a time is spent in rounds that grow, so that it can be stopped at any time.
fn shares(limits: &Limits, player: Player, moves: u32) -> impl Iterator<Item = Limits> {
    let moves = moves.max(1);
    let part = |number: u64| (number / u64::from(moves)).max(1);
    let share = Limits {
        time: None,
        nodes: limits.nodes.map(part),
        depth: limits.depth.map(|depth| depth.saturating_sub(1).max(1)),
        playouts: limits.playouts.map(part),
        clock: None,
    };
    let time = Allotment::of(limits, player).map(|allotment| allotment.soft / moves);
    let rounds = (0..).scan(Duration::ZERO, move |used, round| {
        let left = time?.saturating_sub(*used);
        let next = FIRST_ROUND.saturating_mul(1_u32.checked_shl(round).unwrap_or(u32::MAX));
        // What would be left for another round is too little for one.
        let this = if left / 3 < next { left } else { next };
        *used = used.saturating_add(this);
        (round == 0 || !this.is_zero()).then_some(Limits { time: Some(this), ..share })
    });
    let only = time.is_none().then_some(share);
    only.into_iter().chain(rounds)
}
