use agon_core::{Evaluation, Game, Player, TrackedBy, Turn};

use super::EPSILON;
use super::tree::Worker;

impl<G: Game, E: Evaluation<G>> Worker<'_, G, E> {
    /// The average over what chance may bring.
    ///
    /// Star1: once what is known puts the average outside the window whatever
    /// the rest brings, the rest is not searched. Star2: before that, one move
    /// after each draw bounds its value from the side of who moves there.
    pub fn average(
        &mut self,
        at: &TrackedBy<G, E>,
        draws: &[G::Move],
        (ply, depth): (u32, u32),
        window: (f64, f64),
    ) -> f64 {
        let mut bounds = self.bounds.pop().unwrap_or_default();
        bounds.clear();
        let value = self.average_with(&mut bounds, at, draws, (ply, depth.saturating_sub(1)), window);
        self.bounds.push(bounds);
        value
    }

    fn average_with(
        &mut self,
        bounds: &mut Vec<(f64, f64)>,
        at: &TrackedBy<G, E>,
        draws: &[G::Move],
        (ply, depth): (u32, u32),
        (least, most): (f64, f64),
    ) -> f64 {
        // What the draws are worth at least and at most, weighted and added up.
        let (mut low, mut high) = (0.0, 1.0);
        if self.prune && depth > 0 && (least > 0.0 || most < 1.0) {
            for draw in draws {
                let weight = self.game.probability(&at.position, *draw);
                // The bound that would decide, if all other draws went that way.
                let decides = ((least - high) / weight + 1.0 - EPSILON, (most - low) / weight + EPSILON);
                let (from, to) = self.probe(at, *draw, (ply + 1, depth), decides);
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
            let weight = self.game.probability(&at.position, *draw);
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
            let value = self.child(at, *draw, ply + 1, depth, window);
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
        at: &TrackedBy<G, E>,
        draw: G::Move,
        (ply, depth): (u32, u32),
        (least, most): (f64, f64),
    ) -> (f64, f64) {
        let mut next = *at;
        next.play(self.game, self.evaluation, draw);
        let useful = match self.game.turn(&next.position) {
            Turn::Player(Player::One) => most < 1.0,
            Turn::Player(Player::Two) => least > 0.0,
            Turn::Chance => false,
        };
        if !useful {
            return (0.0, 1.0);
        }
        self.nodes += 1;
        self.line.enter(self.game, &next.position);
        let mut bounds = (0.0, 1.0);
        if self.line.outcome(self.game, &next.position).is_none() {
            let mut moves = self.lists.pop().unwrap_or_default();
            self.game.moves(&next.position, &mut moves);
            if let Some(mv) = moves.first().copied() {
                let one = self.game.turn(&next.position) == Turn::Player(Player::One);
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
