use agon_core::{Evaluation, Game, Player};

use super::TileSum;
use super::rules::TileSumPosition;

/// How near Max is to the goal: the score that its moves would bring if the
/// tile gained a little with each of them, against the goal.
#[derive(Clone, Copy, Debug)]
pub struct TileSumEvaluation {
    /// What the tile gains with a move, in hundredths.
    pub gain: i32,
    /// What a point of the expected score is worth.
    pub point: i32,
}

impl Default for TileSumEvaluation {
    fn default() -> Self {
        // Forced play gains about half a point a move: 1, 3, 4, 7, 9, 11 for 1 to 6 moves.
        TileSumEvaluation { gain: 50, point: 60 }
    }
}

impl Evaluation<TileSum> for TileSumEvaluation {
    type State = ();

    fn weights(&mut self) -> Vec<(String, &mut i32)> {
        vec![("gain".to_string(), &mut self.gain), ("point".to_string(), &mut self.point)]
    }

    fn state(&self, _: &TileSum, _: &TileSumPosition) {}

    fn evaluate(&self, game: &TileSum, position: &TileSumPosition, (): &()) -> i32 {
        let left = i64::from(game.moves - position.made);
        let tile = i64::from(position.numbers[usize::from(position.tile)]);
        let expected = 100 * (position.score + left * tile) + i64::from(self.gain) * left * (left + 1) / 2;
        let ahead = (expected - 100 * game.goal) * i64::from(self.point) / 100;
        let judgement = ahead.clamp(-5000, 5000) as i32;
        if game.turn(position).player() == Some(Player::One) { judgement } else { -judgement }
    }
}
