use agon_core::{Game, Player, Turn};
use agon_games::{Andantino, AndantinoCell, AndantinoPosition};
use agon_search::{Bound, Budget, Score, Value, Watch};

use super::table::{Known, Table};

/// A won game, less the stones on the board: the nearer, the better.
const WON: f64 = 1e6;
/// Beyond this, a value is a won or lost game.
const DECIDED: f64 = 9e5;

/// One move's search.
pub(super) struct Search<'s> {
    game: &'s Andantino,
    table: &'s mut Table,
    pub budget: Budget,
    /// Moves made.
    pub nodes: u64,
    /// Whether the budget is spent or the search was told to stop.
    pub stopped: bool,
}

impl<'s> Search<'s> {
    pub fn new(game: &'s Andantino, table: &'s mut Table, budget: Budget) -> Self {
        Search { game, table, budget, nodes: 0, stopped: false }
    }

    /// The best move and its value, of those searched before it was stopped.
    pub fn root(
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

/// Whether a value is a won or lost game.
pub(super) fn is_decided(value: f64) -> bool {
    value.abs() > DECIDED
}

/// What the report's player thinks of a position that goes on.
pub(super) fn evaluate(game: &Andantino, position: &AndantinoPosition) -> f64 {
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
pub(super) fn score(value: f64, position: &AndantinoPosition) -> Score {
    let plies = (won(position) - value.abs()) as i32;
    match value {
        DECIDED.. => Value::win(plies),
        ..=-9e5 => Value::loss(plies),
        _ => (value * 100.0) as Score,
    }
}
