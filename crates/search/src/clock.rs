use std::time::Duration;

use agon_core::Player;
use web_time::Instant;

use crate::{Clock, Limits};

/// Kept back from a time per move: what it takes to notice, stop and answer.
const ANSWERING: Duration = Duration::from_millis(2);
/// Kept back from a game clock, so that a few late answers in a row do no harm,
/// nor one very late: virtual machines stand still for 30 ms now and then.
const RESERVE: Duration = Duration::from_millis(50);
/// What each further move is feared to cost beside thinking; as far as the
/// increment does not pay for it, it is kept back too.
const OVERHEAD: Duration = Duration::from_millis(1);
/// For how many more moves the time on a clock should last. It always should:
/// what is spent shrinks with what is left, so it never runs out.
const MOVES_LEFT: u32 = 30;
/// How many times its usual share a hard move may take…
const STRETCH: u32 = 5;
/// …and the part of what is left beyond the reserve that it may never exceed.
const MOST_OF_LEFT: u32 = 5;
/// The part of the increment that is counted on. The rest pays for overhead.
const INCREMENT_USED: f64 = 0.5;
/// The part of the increment that is used when the clock is down to its
/// reserve, so that the clock recovers.
const INCREMENT_IN_PANIC: f64 = 0.25;

/// How often a search looks at its clock.
const LOOK_EVERY: Duration = Duration::from_micros(250);
/// Nodes before the first look, when the speed is not yet known.
const FIRST_LOOK: u64 = 32;
/// The most nodes between two looks: a burst of fast nodes may be followed by slow ones.
const FARTHEST_LOOK: u64 = 4096;
/// The part of the time that is given up at most for fear of being kept waiting…
const MOST_GIVEN_UP: u32 = 4;
/// …and the part by which an answer may be late without harm.
const TOLERATED: u32 = 16;

/// How long a move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allotment {
    /// When to begin nothing new that is unlikely to end in time.
    pub soft: Duration,
    /// When to stop whatever is going on.
    pub hard: Duration,
}

impl Allotment {
    /// What limits leave for a move of this player; `None` when no time is set.
    pub fn of(limits: &Limits, player: Player) -> Option<Allotment> {
        let fixed = limits.time.map(Allotment::of_move);
        let clock = limits.clock.map(|clock| Allotment::of_clock(&clock, player));
        match (fixed, clock) {
            (Some(a), Some(b)) => Some(Allotment { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) }),
            (one, other) => one.or(other),
        }
    }

    /// A time for this move alone: there is nothing to save it for.
    fn of_move(time: Duration) -> Allotment {
        let hard = time.saturating_sub(ANSWERING.min(time / 10));
        Allotment { soft: hard, hard }
    }

    /// A share of a game clock.
    fn of_clock(clock: &Clock, player: Player) -> Allotment {
        let (left, increment) = (clock.left[player], clock.increment[player]);
        let free = left.saturating_sub(RESERVE + OVERHEAD.saturating_sub(increment) * MOVES_LEFT);
        if free.is_zero() {
            let time = increment.mul_f64(INCREMENT_IN_PANIC).min(left / 2);
            return Allotment { soft: time, hard: time };
        }
        let most = free / MOST_OF_LEFT;
        let soft = (free / MOVES_LEFT + increment.mul_f64(INCREMENT_USED)).min(most);
        Allotment { soft, hard: (soft * STRETCH).min(most) }
    }
}

/// What a search may spend on one move, with the clock running since it was made.
///
/// Each thread has its own copy; the time begins once, with the first.
#[derive(Clone, Debug)]
pub struct Budget {
    started: Instant,
    next_look: u64,
    late: bool,
    /// The time and the nodes at the last look.
    looked: (Duration, u64),
    /// The longest time between two looks. On a busy machine a thread is kept
    /// waiting while others run; so it must expect to be at the end.
    longest: Duration,
    /// When to begin nothing new that is unlikely to end in time.
    pub soft: Option<Duration>,
    /// When to stop whatever is going on.
    pub hard: Option<Duration>,
    /// The most moves to make in the search.
    pub nodes: Option<u64>,
    /// The most iterations.
    pub depth: Option<u32>,
    /// The most playouts.
    pub playouts: Option<u64>,
}

impl Budget {
    /// What `limits` leave for a move of `player`; its time begins now.
    pub fn new(limits: &Limits, player: Player) -> Self {
        let allotment = Allotment::of(limits, player);
        Budget {
            started: Instant::now(),
            next_look: FIRST_LOOK,
            late: allotment.is_some_and(|allotment| allotment.hard.is_zero()),
            looked: (Duration::ZERO, 0),
            longest: Duration::ZERO,
            soft: allotment.map(|allotment| allotment.soft),
            hard: allotment.map(|allotment| allotment.hard),
            nodes: limits.nodes,
            depth: limits.depth,
            playouts: limits.playouts,
        }
    }

    /// The time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether to stop at once, having made that many nodes. Cheap: it looks
    /// at the clock a few thousand times a second only, and never where no
    /// time is set, so that time decides nothing in a search without it.
    #[inline]
    pub fn spent(&mut self, nodes: u64) -> bool {
        if self.nodes.is_some_and(|most| nodes >= most) {
            return true;
        }
        if self.hard.is_none() || nodes < self.next_look {
            return self.late;
        }
        self.look(nodes)
    }

    /// The nodes from which on [`spent`](Self::spent) may say something new.
    pub fn next_look(&self) -> u64 {
        let clock = if self.hard.is_some() { self.next_look } else { u64::MAX };
        self.nodes.map_or(clock, |most| most.min(clock))
    }

    /// Whether the time was up when it was last looked at.
    pub fn is_late(&self) -> bool {
        self.late
    }

    #[cold]
    fn look(&mut self, nodes: u64) -> bool {
        self.look_at(nodes, self.elapsed())
    }

    /// Looks at a clock that shows this, and decides when to look again.
    fn look_at(&mut self, nodes: u64, elapsed: Duration) -> bool {
        let (time, made) = (elapsed.saturating_sub(self.looked.0), nodes.saturating_sub(self.looked.1));
        self.looked = (elapsed, nodes);
        self.longest = self.longest.max(time);
        self.late = self.hard.is_some_and(|hard| {
            let feared = self.longest.saturating_sub(hard / TOLERATED).min(hard / MOST_GIVEN_UP);
            elapsed + feared >= hard
        });
        // By the speed since the last look: memory that is used for the first time makes nodes a
        // thousand times slower than they were on the whole.
        let speed = made as f64 / time.as_secs_f64().max(1e-9);
        let most = (2 * made).clamp(1, FARTHEST_LOOK);
        self.next_look = nodes + ((speed * LOOK_EVERY.as_secs_f64()) as u64).clamp(1, most);
        self.late
    }

    /// Whether nothing new should be begun: `factor` below 1 leaves early
    /// (the answer is clear), above 1 late (it has just changed). Time that
    /// cannot be saved is used up.
    pub fn is_enough(&self, factor: f64) -> bool {
        let (Some(soft), Some(hard)) = (self.soft, self.hard) else { return false };
        self.elapsed() >= if soft == hard { hard } else { soft.mul_f64(factor).min(hard) }
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{PerPlayer, Rng};

    use super::*;

    fn clock(left: Duration, increment: Duration) -> Limits {
        let clock = Clock { left: PerPlayer([left; 2]), increment: PerPlayer([increment; 2]) };
        Limits { clock: Some(clock), ..Limits::default() }
    }

    /// Plays out the time of one side of a game; gives what was left at the least.
    fn simulate(rng: &mut Rng, mut left: Duration, increment: Duration, moves: u32) -> Duration {
        let mut least = left;
        for _ in 0..moves {
            let allotment = Allotment::of(&clock(left, increment), Player::One).unwrap();
            assert!(allotment.soft <= allotment.hard && allotment.hard < left);
            // Somewhere between the soft and the hard limit, most often at the hard one…
            let spread = allotment.hard.saturating_sub(allotment.soft);
            let thought = allotment.soft + spread.mul_f64((rng.unit() * 2.0).min(1.0));
            // …then noticed late, answered, now and then held up for milliseconds, and very rarely for many.
            let most = match (rng.below(5_000), rng.below(20)) {
                (0, _) => 35_000,
                (_, 0) => 5_000,
                _ => 400,
            };
            let held_up = Duration::from_micros(u64::from(rng.below(most)));
            left = left.checked_sub(thought + held_up).expect("out of time");
            least = least.min(left);
            left += increment;
        }
        least
    }

    #[test]
    fn thousands_of_games_never_run_out() {
        let mut rng = Rng::new(1);
        for game in 0..4_000 {
            let moves = 20 + rng.below(400);
            let least = simulate(&mut rng, Duration::from_millis(100), Duration::from_millis(1), moves);
            assert!(least > Duration::from_millis(2), "game {game}: {least:?}");
        }
        for _ in 0..500 {
            simulate(&mut rng, Duration::from_secs(10), Duration::from_millis(100), 300);
            // Without an increment, a hundred answers have to fit into what is kept back.
            simulate(&mut rng, Duration::from_secs(60), Duration::ZERO, 100);
        }
    }

    #[test]
    fn in_panic_less_than_the_increment_is_used() {
        let ms = Duration::from_millis;
        let allotment = Allotment::of(&clock(ms(15), ms(8)), Player::Two).unwrap();
        assert_eq!(allotment, Allotment { soft: ms(2), hard: ms(2) });
        let none = Allotment::of(&clock(ms(15), ms(0)), Player::Two).unwrap();
        assert_eq!(none.hard, Duration::ZERO);
        let mut budget = Budget::new(&clock(ms(15), ms(0)), Player::Two);
        assert!(budget.spent(0));
    }

    #[test]
    fn the_stricter_of_two_times_counts() {
        let mut limits = clock(Duration::from_secs(600), Duration::ZERO);
        limits.time = Some(Duration::from_millis(100));
        let allotment = Allotment::of(&limits, Player::One).unwrap();
        assert_eq!(allotment.hard, Duration::from_millis(98));
        limits.time = Some(Duration::from_secs(600));
        let allotment = Allotment::of(&limits, Player::One).unwrap();
        assert!(allotment.soft < Duration::from_secs(21));
        assert!(allotment.hard < Duration::from_secs(121));
    }

    /// Looks at a clock that goes on by `pace` for each node, and by `wait` every 50 ms
    /// beside; gives what it shows at the end.
    fn run_out(limit: Duration, pace: impl Fn(u64) -> Duration, wait: Duration) -> Duration {
        let mut budget = Budget::new(&Limits { time: Some(limit), ..Limits::default() }, Player::One);
        let (mut now, mut ran) = (Duration::ZERO, Duration::ZERO);
        for nodes in 1.. {
            now += pace(nodes);
            ran += pace(nodes);
            if ran >= Duration::from_millis(50) {
                ran = Duration::ZERO;
                now += wait;
            }
            if nodes >= budget.next_look() && budget.look_at(nodes, now) {
                break;
            }
        }
        now
    }

    #[test]
    fn who_was_kept_waiting_expects_it_again() {
        let ms = Duration::from_millis;
        let quick = |_: u64| Duration::from_micros(1);
        // Nobody else runs: all of the time is used.
        let calm = run_out(ms(200), quick, Duration::ZERO);
        assert!((ms(195)..ms(200)).contains(&calm), "{calm:?}");
        // Kept waiting for 24 ms again and again: not when the answer is due.
        for limit in 100..300 {
            let busy = run_out(ms(limit), quick, ms(24));
            assert!(busy < ms(limit + limit / 16), "{limit} ms: {busy:?}");
            assert!(busy > ms(limit / 2), "{limit} ms: {busy:?}");
        }
    }

    #[test]
    fn nodes_that_become_slow_do_not_make_it_late() {
        let ms = Duration::from_millis;
        // A thousand nodes a millisecond, then three.
        let pace = |nodes: u64| Duration::from_micros(if nodes < 20_000 { 1 } else { 300 });
        let end = run_out(ms(100), pace, Duration::ZERO);
        assert!(end < ms(100), "{end:?}");
    }

    #[test]
    fn a_node_limit_is_exact_and_no_limit_never_stops() {
        let limits = Limits { nodes: Some(1000), ..Limits::default() };
        let mut budget = Budget::new(&limits, Player::One);
        assert!(!budget.spent(999) && budget.spent(1000));
        let mut budget = Budget::new(&Limits::default(), Player::One);
        assert!(!budget.spent(u64::MAX) && !budget.is_enough(0.0));
    }
}
