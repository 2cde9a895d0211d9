use agon_core::{Evaluation, Player, numbered};

use super::Rhythmomachy;
use super::position::RhythmomachyPosition;
use super::rules::RhythmomachyMove;
use super::tables::squares_of;
use super::threats::Threats;

/// The middle of the board, in rings: its four squares, the twelve around
/// them, and the twenty around those.
const RINGS: [u64; 3] = [0x0000_0018_1800_0000, 0x0000_3c24_243c_0000, 0x007e_4242_4242_7e00];

/// Knowledge of Rhythmomachy. A capture is worth about one and a half points
/// of judgement.
///
/// The game is a race for captures and points, and most captures come by
/// surprise: a piece jumps beside its partner and takes two or three at once.
/// So what has been captured counts first, by what is still missing of it;
/// then what can be captured next move, which is known exactly; and only then
/// where the pieces stand.
///
/// It does not narrow: to look for moves that hold against a threatened win
/// costs more time than it saves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RhythmomachyEvaluation {
    /// A capture that was needed.
    pub capture: i32,
    /// A point that was needed.
    pub point: i32,
    /// Points that an average capture brings: says how many captures more the
    /// missing points will take.
    pub points_a_capture: i32,
    /// Being one, two or three captures short of the win.
    pub near: [i32; 3],
    /// The best capture that the player to move can make, in percent of its worth.
    pub best_capture: i32,
    /// The best capture that the opponent threatens, in percent of its worth:
    /// there is a move to parry it.
    pub best_threat: i32,
    /// Each further capture, of either side, in percent of its worth.
    pub other_capture: i32,
    /// A capture that wins, for the player to move and for the opponent.
    pub winning_capture: [i32; 2],
    /// An enemy that one piece reaches and would capture with another.
    pub latent: i32,
    /// A piece that reaches an enemy, for each that it reaches.
    pub contact: i32,
    /// A piece in the middle, and in the two rings around it.
    pub centre: [i32; 3],
    /// The right to move.
    pub tempo: i32,
}

impl Default for RhythmomachyEvaluation {
    fn default() -> Self {
        RhythmomachyEvaluation {
            capture: 150,
            point: 4,
            points_a_capture: 12,
            near: [350, 120, 30],
            best_capture: 60,
            best_threat: 45,
            other_capture: 15,
            winning_capture: [2000, 250],
            latent: 8,
            contact: 2,
            centre: [6, 4, 2],
            tempo: 10,
        }
    }
}

/// What a player lacks for the win.
#[derive(Clone, Copy)]
struct Missing {
    captures: i32,
    points: i32,
}

impl Missing {
    #[inline]
    fn of(game: &Rhythmomachy, position: &RhythmomachyPosition, player: Player) -> Self {
        Missing {
            captures: game.captures.saturating_sub(position.captures(player)) as i32,
            points: game.points.saturating_sub(position.points(player)) as i32,
        }
    }

    /// Whether these captures with these points are enough.
    #[inline]
    fn is_met_by(self, captures: i32, points: i32) -> bool {
        captures >= self.captures && points >= self.points
    }
}

impl RhythmomachyEvaluation {
    /// What a player has, without what is about to happen.
    #[inline]
    fn standing(&self, position: &RhythmomachyPosition, player: Player, missing: Missing, threats: Threats) -> i32 {
        let own = position.pieces(player);
        let mut score = -self.lack(missing);
        score += self.latent * threats.latent.count_ones() as i32 + self.contact * threats.contacts as i32;
        for (weight, ring) in self.centre.into_iter().zip(RINGS) {
            score += weight * (own & ring).count_ones() as i32;
        }
        score
    }

    /// What is missing, as a loss.
    #[inline]
    fn lack(&self, missing: Missing) -> i32 {
        let by_points = (missing.points + self.points_a_capture - 1) / self.points_a_capture;
        let short = missing.captures.max(by_points);
        let near = self.near.get((short - 1) as usize).copied().unwrap_or(0);
        self.capture * missing.captures + self.point * missing.points - near
    }

    /// What the captures that a player can make are worth: the best by
    /// `best` percent, and beside it those that win by `winning`.
    #[inline]
    fn prospect(
        &self,
        position: &RhythmomachyPosition,
        missing: Missing,
        victims: u64,
        (best, winning): (i32, i32),
    ) -> i32 {
        let (mut most, mut sum, mut wins) = (0, 0, 0);
        for victim in squares_of(victims) {
            let number = i32::from(position.number(victim));
            let worth = self.capture * missing.captures.min(1) + self.point * number.min(missing.points);
            most = most.max(worth);
            sum += worth;
            wins += i32::from(missing.is_met_by(1, number));
        }
        (best * most + self.other_capture * (sum - most)) / 100 + winning * wins
    }

    /// What a square is worth to the piece on it.
    #[inline]
    fn place(&self, square: u8) -> i32 {
        let ring = RINGS.iter().position(|ring| ring >> square & 1 == 1);
        ring.map_or(0, |ring| self.centre[ring])
    }
}

impl Evaluation<Rhythmomachy> for RhythmomachyEvaluation {
    type State = ();

    fn weights(&mut self) -> Vec<(String, &mut i32)> {
        let mut weights = vec![
            ("capture".to_string(), &mut self.capture),
            ("point".to_string(), &mut self.point),
            ("points_a_capture".to_string(), &mut self.points_a_capture),
            ("best_capture".to_string(), &mut self.best_capture),
            ("best_threat".to_string(), &mut self.best_threat),
            ("other_capture".to_string(), &mut self.other_capture),
            ("latent".to_string(), &mut self.latent),
            ("contact".to_string(), &mut self.contact),
            ("tempo".to_string(), &mut self.tempo),
        ];
        weights.extend(numbered("near", &mut self.near));
        weights.extend(numbered("winning_capture", &mut self.winning_capture));
        weights.extend(numbered("centre", &mut self.centre));
        weights
    }

    fn state(&self, _: &Rhythmomachy, _: &RhythmomachyPosition) {}

    fn evaluate(&self, game: &Rhythmomachy, position: &RhythmomachyPosition, (): &()) -> i32 {
        let (us, them) = (position.turn(), !position.turn());
        let (ours, theirs) = (position.threats(us), position.threats(them));
        let (we_miss, they_miss) = (Missing::of(game, position, us), Missing::of(game, position, them));
        let standing = self.standing(position, us, we_miss, ours) - self.standing(position, them, they_miss, theirs);
        let [win_now, win_next] = self.winning_capture;
        let ahead = self.prospect(position, we_miss, ours.captures, (self.best_capture, win_now))
            - self.prospect(position, they_miss, theirs.captures, (self.best_threat, win_next));
        (standing + ahead + self.tempo).clamp(-self.limit(), self.limit())
    }

    /// Captures first, those that win before all others; then towards the middle.
    fn promise(&self, game: &Rhythmomachy, position: &RhythmomachyPosition, (): &(), mv: RhythmomachyMove) -> i32 {
        let captured = position.captured_by(mv);
        if captured == 0 {
            return self.place(mv.to) - self.place(mv.from);
        }
        let missing = Missing::of(game, position, position.turn());
        let count = captured.count_ones() as i32;
        let points = sum(position, captured);
        let win = if missing.is_met_by(count, points) { 1_000_000 } else { 0 };
        win + 10_000 + 1000 * count + 10 * points.min(missing.points)
    }

    fn is_forcing(&self, _: &Rhythmomachy, position: &RhythmomachyPosition, (): &(), mv: RhythmomachyMove) -> bool {
        position.captured_by(mv) != 0
    }
}

/// The sum of the numbers on a set of squares.
#[inline]
fn sum(position: &RhythmomachyPosition, set: u64) -> i32 {
    squares_of(set).map(|square| i32::from(position.number(square))).sum()
}

#[cfg(test)]
mod tests;
