use agon_core::{Game, History, Player, Turn};
use agon_games::{Fill, Step, TileSum, TileSumMove, TileSumPosition};
use agon_search::{Agent, Budget, Info, Limits, Score, SearchError, Thought, Value, Watch};

/// Max's moves, in the order of the paper's program.
const STEPS: [Step; 4] = [Step::Down, Step::Right, Step::Left, Step::Up];
/// Min's moves, likewise.
const FILLS: [Fill; 3] = [Fill::Plus, Fill::Zero, Fill::Minus];

/// The search of the paper's program, as its listing runs it.
///
/// It compares the score at the ends of its lines, not who wins. Whatever has been
/// played before, it looks as many moves of Max ahead as a game allows, less one, so it
/// plans past the end of the game. Of equally good moves the later counts, even where
/// its value is only a bound that a cut left behind.
///
/// With little time or few nodes it looks less far first, so that it has an answer; the
/// paper's program knows no limits.
pub(super) struct Listing;

impl Agent<TileSum> for Listing {
    fn think(
        &mut self,
        history: &History<TileSum>,
        limits: &Limits,
        watch: &mut Watch<'_, TileSumMove>,
    ) -> Result<Thought<TileSumMove>, SearchError> {
        if let Some(outcome) = history.outcome() {
            return Err(SearchError::Over(outcome));
        }
        let (game, position) = (history.game(), history.position());
        let Turn::Player(mover) = game.turn(position) else { return Err(SearchError::Chance) };
        let last = farthest(game, limits, mover);
        let is_limited = *limits != Limits { depth: limits.depth, ..Limits::default() };
        let budget = Budget::new(limits, mover);
        let goal = game.options().int("goal");
        let mut search = Search { game, goal, budget, nodes: 0, stopped: false, watch };
        let mut found = Info { pv: vec![history.moves()[0]], ..Info::default() };
        for ahead in if is_limited { 1 } else { last }..=last {
            let (value, mv) = search.best(position, ahead, i64::MIN, i64::MAX);
            // A search that was broken off has compared only some of the moves.
            if search.stopped && found.depth > 0 {
                break;
            }
            found.pv = mv.map_or(found.pv, |mv| vec![mv]);
            if search.stopped {
                break;
            }
            found.score = score(value, goal, mover);
            found.depth = plies(ahead, mover);
        }
        found.seldepth = found.depth;
        found.nodes = search.nodes;
        found.time = search.budget.elapsed();
        watch.report(&found);
        Ok(Thought { mv: found.pv[0], info: found })
    }
}

/// How many moves of Max to look ahead.
///
/// The paper's program begins each search at depth 1, raises the depth with each move of
/// Max, and ends a line at the depth of all moves of a game. Where a game has one move only,
/// it would end before it began; then the one move is looked at.
fn farthest(game: &TileSum, limits: &Limits, mover: Player) -> u32 {
    let listed = (game.options().int("moves") as u32).saturating_sub(1).max(1);
    let asked = limits.depth.map_or(u32::MAX, |plies| if mover == Player::One { plies.div_ceil(2) } else { plies / 2 });
    listed.min(asked.max(1))
}

/// The plies of a line with so many moves of Max.
fn plies(ahead: u32, mover: Player) -> u32 {
    if mover == Player::One { 2 * ahead - 1 } else { 2 * ahead }
}

/// A value as searches tell it: by how much the goal is reached or missed.
fn score(value: i64, goal: i64, mover: Player) -> Score {
    let most = i64::from(Value::WIN - Value::LONGEST - 1);
    let over = value.saturating_sub(goal);
    // Just reached is won, too: nothing is level here.
    let over = if over >= 0 { over + 1 } else { over };
    let points = over.saturating_mul(100).clamp(-most, most) as Score;
    if mover == Player::One { points } else { -points }
}

struct Search<'s, 'w> {
    game: &'s TileSum,
    goal: i64,
    budget: Budget,
    nodes: u64,
    stopped: bool,
    watch: &'s Watch<'w, TileSumMove>,
}

impl Search<'_, '_> {
    /// The value of a position and the move that leads to it; `ahead` moves of Max may follow.
    fn best(
        &mut self,
        position: &TileSumPosition,
        ahead: u32,
        mut alpha: i64,
        mut beta: i64,
    ) -> (i64, Option<TileSumMove>) {
        let fills = position.is_open();
        let (mut best, mut chosen) = (if fills { i64::MAX } else { i64::MIN }, None);
        let steps = STEPS.into_iter().filter(|step| !fills && self.game.can_step(position, *step));
        let fillings = FILLS.into_iter().filter(|_| fills);
        for mv in steps.map(TileSumMove::Step).chain(fillings.map(TileSumMove::Fill)) {
            let mut next = *position;
            self.game.play(&mut next, mv);
            self.nodes += 1;
            let value = self.value(&next, if fills { ahead } else { ahead - 1 }, alpha, beta);
            if self.stopped {
                break;
            }
            if fills {
                // An equal value takes the place of an earlier one, here and below.
                if best >= value {
                    (best, chosen) = (value, Some(mv));
                }
                beta = beta.min(best);
            } else {
                if best <= value {
                    (best, chosen) = (value, Some(mv));
                }
                alpha = alpha.max(best);
            }
            if beta <= alpha {
                break;
            }
        }
        (best, chosen)
    }

    fn value(&mut self, position: &TileSumPosition, ahead: u32, alpha: i64, beta: i64) -> i64 {
        if position.score() >= self.goal || ahead == 0 {
            return position.score();
        }
        self.stopped = self.stopped || self.watch.is_stopped() || self.budget.spent(self.nodes);
        if self.stopped {
            return 0;
        }
        self.best(position, ahead, alpha, beta).0
    }
}
