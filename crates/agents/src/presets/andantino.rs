//! The player of Reisach 2019: a plain alpha-beta whose table orders the
//! moves, and a clock for the whole game.

use std::any::Any;
use std::time::Duration;

use agon_core::{Game, History, PerPlayer, Player, Turn};
use agon_games::{Andantino, AndantinoCell, AndantinoPosition};
use agon_search::{Agent, Bound, Budget, Info, Limits, Score, SearchError, Thought, Value, Watch};

use super::{Preset, hide};
use crate::{Params, Settings, SpecError};

pub(super) const PRESETS: &[Preset] = &[Preset {
    game: "andantino",
    name: "reisach2019",
    meaning: "long lines, searched with 600 s for the game (clock) (Reisach 2019)",
    make,
}];

/// The time for a game.
const CLOCK: Duration = Duration::from_secs(600);
/// No new iteration once a move has used this part of the initial time.
const SHARE: u32 = 85;
/// With less than this part of the initial time left…
const SHORT: u32 = 10;
/// …no new iteration once a move has used this part of what is left.
const SHORT_SHARE: u32 = 10;
/// With less than this left, there is time for one search only…
const PANIC: Duration = Duration::from_secs(10);
/// …of this depth.
const PANIC_DEPTH: u32 = 2;
/// The deepest iteration.
const MOST_DEPTH: u32 = 250;
/// A won game, less the stones on the board: the nearer, the better.
const WON: f64 = 1e6;
/// Beyond this, a value is a won or lost game.
const DECIDED: f64 = 9e5;

fn make(params: &mut Params, settings: Settings) -> Result<Box<dyn Any>, SpecError> {
    let clock = params.time("clock")?.unwrap_or(CLOCK);
    let limits = params.limits()?;
    Ok(hide::<Andantino>(Reisach::new(clock, settings.hash), limits))
}

struct Reisach {
    clock: Duration,
    left: PerPlayer<Duration>,
    table: Table,
}

/// Which iterations a move gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Plan {
    first: u32,
    last: u32,
    /// When to begin no other.
    enough: Option<Duration>,
}

impl Reisach {
    fn new(clock: Duration, megabytes: usize) -> Self {
        Reisach { clock, left: PerPlayer([clock; 2]), table: Table::new(megabytes) }
    }

    /// What the clock allows, when `left` is left on it.
    fn plan(&self, left: Duration) -> Plan {
        if left < PANIC {
            return Plan { first: PANIC_DEPTH, last: PANIC_DEPTH, enough: None };
        }
        let enough = if left < self.clock / SHORT { left / SHORT_SHARE } else { self.clock / SHARE };
        Plan { first: 1, last: MOST_DEPTH, enough: Some(enough) }
    }

    /// The plan of a move: the caller's limits, else the caller's clock, else its own.
    fn plan_for(&self, limits: &Limits, player: Player) -> Plan {
        let mut plan = match limits.clock {
            Some(clock) if limits.time.is_none() => self.plan(clock.left[player]),
            None if limits.is_empty() => self.plan(self.left[player]),
            _ => Plan { first: 1, last: MOST_DEPTH, enough: None },
        };
        if let Some(depth) = limits.depth {
            plan.last = plan.last.min(depth.max(1));
            plan.first = plan.first.min(plan.last);
        }
        plan
    }
}

impl Agent<Andantino> for Reisach {
    fn think(
        &mut self,
        history: &History<Andantino>,
        limits: &Limits,
        watch: &mut Watch<'_, AndantinoCell>,
    ) -> Result<Thought<AndantinoCell>, SearchError> {
        let (game, position) = (history.game(), history.position());
        if let Some(outcome) = history.outcome() {
            return Err(SearchError::Over(outcome));
        }
        let Turn::Player(player) = game.turn(position) else { return Err(SearchError::Chance) };
        let plan = self.plan_for(limits, player);
        // The clock only decides which iterations begin; none is broken off for it.
        let budget = Budget::new(&Limits { clock: None, ..*limits }, player);
        let mut search = Search { game, table: &mut self.table, budget, nodes: 0, stopped: false };
        let mut found = Info { pv: vec![history.moves()[0]], ..Info::default() };
        for depth in plan.first..=plan.last {
            let best = search.root(position, depth, watch);
            let Some((value, mv)) = best.filter(|_| !search.stopped || found.depth == 0) else { break };
            found.pv = vec![mv];
            found.score = score(value, position);
            found.depth = if search.stopped { 0 } else { depth };
            found.seldepth = depth;
            found.nodes = search.nodes;
            found.time = search.budget.elapsed();
            watch.report(&found);
            let enough = plan.enough.is_some_and(|enough| found.time >= enough);
            if search.stopped || enough || value.abs() > DECIDED {
                break;
            }
        }
        found.nodes = search.nodes;
        found.time = search.budget.elapsed();
        if limits.is_empty() {
            self.left[player] = self.left[player].saturating_sub(found.time);
        }
        Ok(Thought { mv: found.pv[0], info: found })
    }

    fn new_game(&mut self) {
        self.left = PerPlayer([self.clock; 2]);
        self.table.clear();
    }
}

/// One move's search.
struct Search<'s> {
    game: &'s Andantino,
    table: &'s mut Table,
    budget: Budget,
    nodes: u64,
    stopped: bool,
}

impl Search<'_> {
    /// The best move and its value, of those searched before it was stopped.
    fn root(
        &mut self,
        position: &AndantinoPosition,
        depth: u32,
        watch: &Watch<'_, AndantinoCell>,
    ) -> Option<(f64, AndantinoCell)> {
        let mut best: Option<(f64, AndantinoCell)> = None;
        for (mv, next) in self.ordered(position) {
            self.nodes += 1;
            let alpha = best.map_or(f64::NEG_INFINITY, |(value, _)| value);
            let value = -self.negamax(&next, depth - 1, f64::NEG_INFINITY, -alpha, watch);
            if self.stopped {
                break;
            }
            if value > alpha {
                best = Some((value, mv));
            }
        }
        best
    }

    /// What a position is worth to the player to move (fail-soft).
    fn negamax(
        &mut self,
        position: &AndantinoPosition,
        depth: u32,
        floor: f64,
        ceiling: f64,
        watch: &Watch<'_, AndantinoCell>,
    ) -> f64 {
        self.stopped = self.stopped || watch.is_stopped() || self.budget.spent(self.nodes);
        if self.stopped {
            return 0.0;
        }
        if let Some(outcome) = self.game.outcome(position) {
            let to_move = self.game.turn(position).player();
            return outcome
                .winner
                .map_or(0.0, |winner| if Some(winner) == to_move { won(position) } else { -won(position) });
        }
        if depth == 0 {
            return evaluate(self.game, position);
        }
        let key = self.game.key(position);
        let (mut alpha, mut beta) = (floor, ceiling);
        if let Some(known) = self.table.probe(key).filter(|known| known.depth >= depth) {
            match known.bound {
                Bound::Exact => return known.value,
                Bound::Lower => alpha = alpha.max(known.value),
                Bound::Upper => beta = beta.min(known.value),
            }
            if alpha >= beta {
                return known.value;
            }
        }
        let mut best = f64::NEG_INFINITY;
        let asked = alpha;
        for (_, next) in self.ordered(position) {
            self.nodes += 1;
            let value = -self.negamax(&next, depth - 1, -beta, -alpha, watch);
            if self.stopped {
                return 0.0;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        let bound = match () {
            () if best <= asked => Bound::Upper,
            () if best >= beta => Bound::Lower,
            () => Bound::Exact,
        };
        self.table.store(Known { key, value: best, depth, bound });
        best
    }

    /// The moves with the positions after them: those of which the table knows
    /// a value by that value, then the others.
    fn ordered(&self, position: &AndantinoPosition) -> Vec<(AndantinoCell, AndantinoPosition)> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let mut nexts: Vec<_> = moves
            .into_iter()
            .map(|mv| {
                let mut next = *position;
                self.game.play(&mut next, mv);
                let known = self.table.probe(self.game.key(&next));
                (known.map_or(f64::INFINITY, |known| known.value), mv, next)
            })
            .collect();
        // A table's value is the opponent's: the least first.
        nexts.sort_by(|a, b| a.0.total_cmp(&b.0));
        nexts.into_iter().map(|(_, mv, next)| (mv, next)).collect()
    }
}

/// A game that is won in this position.
fn won(position: &AndantinoPosition) -> f64 {
    WON - f64::from(position.stones_of(Player::One) + position.stones_of(Player::Two))
}

/// What the report's player thinks of a position that goes on.
fn evaluate(game: &Andantino, position: &AndantinoPosition) -> f64 {
    let Turn::Player(own) = game.turn(position) else { return 0.0 };
    let average = |player: Player| {
        let stones = position.stones_of(player);
        if stones == 0 { 0.0 } else { f64::from(position.line_squares(player)) / f64::from(stones) }
    };
    let longest = |player: Player| f64::from(position.longest_line(player));
    let through = average(own) - average(!own);
    let length = longest(own) * longest(own) - longest(!own) * longest(!own);
    match () {
        () if through > 0.0 && length > 0.0 => through.min(length),
        () if through < 0.0 && length < 0.0 => through.max(length),
        () => through + length,
    }
}

/// A value as searches tell it: hundredths, or half moves to the end.
fn score(value: f64, position: &AndantinoPosition) -> Score {
    let plies = (won(position) - value.abs()) as i32;
    match value {
        DECIDED.. => Value::win(plies),
        ..=-9e5 => Value::loss(plies),
        _ => (value * 100.0) as Score,
    }
}

/// What is remembered of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Known {
    key: u64,
    value: f64,
    depth: u32,
    bound: Bound,
}

/// A table of bounded size, in which the newest result of those that share a place stays.
struct Table(Box<[Option<Known>]>);

impl Table {
    fn new(megabytes: usize) -> Self {
        let places = (megabytes << 20) / size_of::<Option<Known>>();
        Table(vec![None; places].into_boxed_slice())
    }

    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.0.len() as u128) >> 64) as usize
    }

    fn probe(&self, key: u64) -> Option<Known> {
        self.0[self.place(key)].filter(|known| known.key == key)
    }

    fn store(&mut self, known: Known) {
        let place = self.place(known.key);
        self.0[place] = Some(known);
    }

    fn clear(&mut self) {
        self.0.fill(None);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use agon_core::Options;

    use super::*;

    fn history(moves: &str) -> History<Andantino> {
        let game = Andantino::new(Options::defaults(Andantino::INFO.options)).unwrap();
        let start = game.start();
        let mut history = History::new(Arc::new(game), start);
        for mv in moves.split_whitespace() {
            history.play(history.game().parse_move(history.position(), mv).unwrap());
        }
        history
    }

    fn answer(agent: &mut Reisach, moves: &str, limits: Limits) -> (String, Info<AndantinoCell>) {
        let history = history(moves);
        let mut silent = |_: &Info<AndantinoCell>| {};
        let mut watch = Watch::new(Arc::new(AtomicBool::new(false)), &mut silent);
        let thought = agent.think(&history, &limits, &mut watch).unwrap();
        (history.game().move_text(history.position(), thought.mv), thought.info)
    }

    #[test]
    fn the_evaluation_is_the_reports() {
        let judge = |moves: &str| {
            let history = history(moves);
            evaluate(history.game(), history.position())
        };
        let same = |value: f64, expected: f64| assert!((value - expected).abs() < 1e-12, "{value} {expected}");
        // No stone against one: 0 - 3 and 0 - 1, both below 0.
        same(judge(""), -1.0);
        // One against one.
        same(judge("j11"), 0.0);
        // White's one has lines of 1, 1, 1; Black's two have 1, 1, 2 each: 3 - 4 and 1 - 4.
        same(judge("j11 k11"), -1.0);
        // White's two apart have 1, 1, 2 each: all the same.
        same(judge("j11 k11 i10"), 0.0);
    }

    #[test]
    fn a_win_at_once_is_taken_and_found_by_its_distance() {
        let game = Andantino::new(Options::defaults(Andantino::INFO.options)).unwrap();
        let mut rng = agon_core::Rng::new(5);
        let mut wins = 0;
        for _ in 0..40 {
            let mut history = History::new(Arc::new(game.clone()), game.start());
            while let Some(mv) = game.random_move(history.position(), &mut rng) {
                let winning = |mv: &AndantinoCell| {
                    let mut next = *history.position();
                    game.play(&mut next, *mv);
                    game.outcome(&next).is_some_and(|end| game.turn(history.position()).player() == end.winner)
                };
                if history.moves().iter().any(winning) {
                    let mut silent = |_: &Info<AndantinoCell>| {};
                    let mut watch = Watch::new(Arc::new(AtomicBool::new(false)), &mut silent);
                    let limits = Limits { depth: Some(2), ..Limits::default() };
                    let thought = Reisach::new(CLOCK, 1).think(&history, &limits, &mut watch).unwrap();
                    assert!(winning(&thought.mv));
                    assert_eq!(Value::of(thought.info.score), Value::Win(1));
                    wins += 1;
                }
                history.play(mv);
            }
        }
        assert!(wins > 20, "{wins}");
    }

    #[test]
    fn depth_and_nodes_are_honoured_and_the_clock_runs() {
        let depth = Limits { depth: Some(3), ..Limits::default() };
        assert_eq!(answer(&mut Reisach::new(CLOCK, 1), "j11 k11 i10", depth).1.depth, 3);
        let nodes = Limits { nodes: Some(500), ..Limits::default() };
        assert!(answer(&mut Reisach::new(CLOCK, 1), "j11 k11 i10", nodes).1.nodes <= 500);
        let mut hurried = Reisach::new(Duration::from_secs(9), 1);
        assert_eq!(answer(&mut hurried, "j11 k11 i10", Limits::default()).1.depth, 2);
        assert!(hurried.left[Player::One] < hurried.clock);
        hurried.new_game();
        assert_eq!(hurried.left[Player::One], hurried.clock);
    }

    #[test]
    fn the_clock_is_shared_out_as_the_report_does() {
        let agent = Reisach::new(CLOCK, 1);
        let seconds = Duration::from_secs;
        assert_eq!(agent.plan(CLOCK).enough, Some(CLOCK / 85));
        assert_eq!(agent.plan(seconds(60)).enough, Some(CLOCK / 85));
        assert_eq!(agent.plan(seconds(50)).enough, Some(seconds(5)));
        assert_eq!(agent.plan(seconds(9)), Plan { first: 2, last: 2, enough: None });
        let limits = Limits { time: Some(seconds(1)), ..Limits::default() };
        assert_eq!(agent.plan_for(&limits, Player::One).enough, None);
    }
}
