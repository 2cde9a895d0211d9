//! The player of Reisach 2019: a plain alpha-beta whose table orders the
//! moves, and a clock for the whole game.

mod search;
mod table;

use std::time::Duration;

use agon_core::{Game, History, PerPlayer, Player, Turn};
use agon_games::{Andantino, AndantinoCell};
use agon_search::{Agent, AlphaBetaConfig, Budget, Info, Limits, SearchError, Thought, Watch};

use self::search::{Search, is_decided, score};
use self::table::Table;
use crate::entry::{Entry, Made, Preset};
use crate::level::Level;
use crate::{Offer, Params, Settings, SpecError, Strength};

/// What agents know of the game.
pub(super) static ENTRY: Entry<Andantino> = Entry { presets: PRESETS, levels: LEVELS, tune, ..Entry::DEFAULT };

const PRESETS: &[Preset<Andantino>] = &[Preset {
    name: "reisach2019",
    meaning: "long lines, searched with 600 s for the game (clock; table=false, iterative=false) (Reisach 2019)",
    offer: Some(Offer::of_paper(
        "Reisach’s program",
        "Alpha-beta that builds long lines and has a clock for the whole game (Reisach 2019).",
        Strength { parameter: "clock", values: &["1m", "3m", "10m"], usual: "10m" },
    )),
    make,
}];

/// What a player does not see in a game of forced answers costs more than what it misjudges.
const LEVELS: &[Level] = &[
    Level { nodes: 320, depth: 3, blur: 117, blind: 16 },
    Level { nodes: 1_300, depth: 4, blur: 48, blind: 10 },
    Level { nodes: 3_000, depth: 5, blur: 25, blind: 7 },
    Level { nodes: 7_200, depth: 6, blur: 8, blind: 3 },
    Level { nodes: 1_800, depth: 127, blur: 0, blind: 0 },
    Level { nodes: 5_000, depth: 127, blur: 0, blind: 0 },
    Level { nodes: 14_000, depth: 127, blur: 0, blind: 0 },
    Level { nodes: 45_000, depth: 127, blur: 0, blind: 0 },
    Level { nodes: 200_000, depth: 127, blur: 0, blind: 0 },
    Level { nodes: 1_000_000, depth: 127, blur: 0, blind: 0 },
];

/// Making and judging a move is so quick that the table's memory is slower
/// than searching again what lies one half move before the end of a line.
fn tune(config: &mut AlphaBetaConfig) {
    config.table_depth = 2;
}

/// The time for a game.
const CLOCK: Duration = Duration::from_secs(600);
/// No new iteration once a move has used this part of the initial time.
const SHARE: u32 = 85;
/// With less than this part of the initial time left…
const SHORT: u32 = 10;
/// …no new iteration once a move has used this part of what is left.
const SHORT_SHARE: u32 = 10;
/// An iteration that was begun in time is broken off when the move has taken so many times
/// that part. The report lets it end, however long it takes; then one move could use up
/// what was left for the game.
const PATIENCE: u32 = 3;
/// With less than this left, there is time for one search only…
const PANIC: Duration = Duration::from_secs(10);
/// …of this depth.
const PANIC_DEPTH: u32 = 2;
/// The part of what is left that it may take.
const PANIC_SHARE: u32 = 5;
/// The deepest iteration.
const MOST_DEPTH: u32 = 250;

fn make(params: &mut Params, settings: Settings) -> Result<Made<Andantino>, SpecError> {
    let clock = params.time("clock")?.unwrap_or(CLOCK);
    let limits = params.limits()?;
    agon_search::memory_for(settings.hash as u32)?;
    // What the report added to plain alpha-beta can be taken away, to see what it is worth.
    let iterative = params.flag("iterative")?.unwrap_or(true);
    let megabytes = if params.flag("table")?.unwrap_or(true) { settings.hash } else { 0 };
    Ok((Box::new(Reisach { iterative, ..Reisach::new(clock, megabytes) }), limits))
}

struct Reisach {
    clock: Duration,
    left: PerPlayer<Duration>,
    table: Table,
    /// Whether a search to a given depth is preceded by those to lesser ones.
    iterative: bool,
}

/// Which iterations a move gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Plan {
    first: u32,
    last: u32,
    /// When to begin no other.
    enough: Option<Duration>,
    /// When to break off what has been begun.
    latest: Option<Duration>,
}

impl Reisach {
    fn new(clock: Duration, megabytes: usize) -> Self {
        Reisach { clock, left: PerPlayer([clock; 2]), table: Table::new(megabytes), iterative: true }
    }

    /// What the clock allows, when `left` is left on it.
    fn plan(&self, left: Duration) -> Plan {
        if left < PANIC {
            let latest = Some(left / PANIC_SHARE);
            return Plan { first: PANIC_DEPTH, last: PANIC_DEPTH, enough: None, latest };
        }
        let enough = if left < self.clock / SHORT { left / SHORT_SHARE } else { self.clock / SHARE };
        Plan { first: 1, last: MOST_DEPTH, enough: Some(enough), latest: Some(enough * PATIENCE) }
    }

    /// The plan of a move: the caller's limits, else the caller's clock, else its own.
    fn plan_for(&self, limits: &Limits, player: Player) -> Plan {
        let mut plan = match limits.clock {
            Some(clock) if limits.time.is_none() => self.plan(clock.left[player]),
            None if limits.is_empty() => self.plan(self.left[player]),
            _ => Plan { first: 1, last: MOST_DEPTH, enough: None, latest: None },
        };
        if let Some(depth) = limits.depth {
            plan.last = plan.last.min(depth.max(1));
            plan.first = if self.iterative { plan.first.min(plan.last) } else { plan.last };
        }
        plan
    }

    /// The iterations of a plan, within the other limits.
    fn follow(
        &mut self,
        plan: Plan,
        history: &History<Andantino>,
        mut budget: Budget,
        watch: &mut Watch<'_, AndantinoCell>,
    ) -> Info<AndantinoCell> {
        let position = history.position();
        budget.hard = plan.latest.into_iter().chain(budget.hard).min();
        let mut search = Search::new(history.game(), &mut self.table, budget);
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
            if search.stopped || enough || is_decided(value) {
                break;
            }
        }
        found.nodes = search.nodes;
        found.time = search.budget.elapsed();
        found
    }
}

impl Agent<Andantino> for Reisach {
    fn think(
        &mut self,
        history: &History<Andantino>,
        limits: &Limits,
        watch: &mut Watch<'_, AndantinoCell>,
    ) -> Result<Thought<AndantinoCell>, SearchError> {
        if let Some(outcome) = history.outcome() {
            return Err(SearchError::Over(outcome));
        }
        let turn = history.game().turn(history.position());
        let Turn::Player(player) = turn else { return Err(SearchError::Chance) };
        // What a clock allows is in the plan.
        let budget = Budget::new(&Limits { clock: None, ..*limits }, player);
        let found = self.follow(self.plan_for(limits, player), history, budget, watch);
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use agon_core::{Notation, Options};
    use agon_search::Value;

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
            search::evaluate(history.game(), history.position())
        };
        let same = |value: f64, expected: f64| assert!((value - expected).abs() < 1e-12, "{value} {expected}");
        // No stone against one: 0 - 3 and 0 - 1, both below 0.
        same(judge(""), -1.0);
        // One against one.
        same(judge("j11"), 0.0);
        // White's one has lines of 1, 1, 1; Black's two have 1, 1, 2 each: 3 - 4 and 1 - 4.
        same(judge("j11 k11"), -1.0);
        // White's two have 1, 1, 2 each as well.
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
    fn without_its_enhancements_the_same_depth_takes_more_nodes() {
        let (moves, depth) = ("i10 j11 k11 i11 j12 k12 l12 h10 h11", Limits { depth: Some(6), ..Limits::default() });
        let mut plain = Reisach { iterative: false, ..Reisach::new(CLOCK, 0) };
        let (whole, plain) = (answer(&mut Reisach::new(CLOCK, 1), moves, depth).1, answer(&mut plain, moves, depth).1);
        assert_eq!((whole.depth, plain.depth), (6, 6));
        assert!(whole.nodes < plain.nodes, "{} {}", whole.nodes, plain.nodes);
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
        assert_eq!(agent.plan(CLOCK).latest, Some(CLOCK / 85 * 3));
        assert_eq!(agent.plan(seconds(60)).enough, Some(CLOCK / 85));
        assert_eq!(agent.plan(seconds(50)).enough, Some(seconds(5)));
        assert_eq!(agent.plan(seconds(50)).latest, Some(seconds(15)));
        assert_eq!(agent.plan(seconds(9)), Plan { first: 2, last: 2, enough: None, latest: Some(seconds(9) / 5) });
        // However little is left, a move leaves some of it.
        for left in (0..700).map(seconds) {
            assert!(agent.plan(left).latest.is_some_and(|latest| latest * 2 <= left), "{left:?}");
        }
        let limits = Limits { time: Some(seconds(1)), ..Limits::default() };
        assert_eq!(agent.plan_for(&limits, Player::One).enough, None);
    }

    /// A search of 30 plies would take years: the clock must break it off.
    #[test]
    fn an_iteration_that_takes_too_long_is_broken_off() {
        let history = history("i10 j11 k11 i11 j12 k12 l12 h10 h11 h9 i9 h8 j9");
        let mut silent = |_: &Info<AndantinoCell>| {};
        let mut watch = Watch::new(Arc::new(AtomicBool::new(false)), &mut silent);
        let plan = Plan { first: 30, last: 30, enough: None, latest: Some(Duration::from_millis(100)) };
        let budget = Budget::new(&Limits::default(), Player::One);
        let found = Reisach::new(CLOCK, 1).follow(plan, &history, budget, &mut watch);
        assert!(history.moves().contains(&found.pv[0]));
        assert!(found.time < Duration::from_secs(10), "{:?}", found.time);
    }
}
