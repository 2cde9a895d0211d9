use agon_core::{CellId, Evaluation, Game, PerPlayer, Player};

use super::Hex;
use super::position::HexPosition;
use crate::two_distance::Potentials;

/// What is known of Hex: how far each player is from joining its edges, and
/// in how many ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexEvaluation {
    /// A step less on the way from edge to edge.
    pub step: i32,
    /// A cell more on the shortest ways.
    pub breadth: i32,
    /// The right to move.
    pub tempo: i32,
}

impl Default for HexEvaluation {
    fn default() -> Self {
        HexEvaluation { step: 100, breadth: 4, tempo: 50 }
    }
}

/// How far each player is from joining its edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexState(PerPlayer<Potentials<6>>);

impl HexEvaluation {
    fn side(&self, potentials: &Potentials<6>) -> i32 {
        self.breadth * potentials.best.count() as i32 - self.step * i32::from(potentials.least)
    }
}

impl Evaluation<Hex> for HexEvaluation {
    type State = HexState;

    fn weights(&mut self) -> Vec<(String, &mut i32)> {
        vec![
            ("step".to_string(), &mut self.step),
            ("breadth".to_string(), &mut self.breadth),
            ("tempo".to_string(), &mut self.tempo),
        ]
    }

    fn state(&self, game: &Hex, position: &HexPosition) -> HexState {
        let empty = game.empty(position);
        let of = |player| Potentials::new(&game.near, empty, position.stones[player], game.edges[player]);
        HexState(PerPlayer(Player::BOTH.map(of)))
    }

    fn evaluate(&self, _: &Hex, position: &HexPosition, HexState(known): &HexState) -> i32 {
        let me = position.turn;
        self.tempo + self.side(&known[me]) - self.side(&known[!me])
    }

    fn promise(&self, _: &Hex, _: &HexPosition, HexState(known): &HexState, cell: CellId) -> i32 {
        -known.0.iter().map(|known| i32::from(known.of(cell))).sum::<i32>()
    }

    /// A win at once, or else the one answer to a threat of that.
    fn candidates(&self, game: &Hex, position: &HexPosition, HexState(known): &HexState, moves: &mut Vec<CellId>) {
        let me = position.turn;
        let joining =
            [me, !me].map(|player| &known[player]).into_iter().find(|known| known.least == Potentials::<6>::WIN);
        match joining.and_then(|known| known.best.iter().next()) {
            Some(cell) => {
                moves.clear();
                moves.push(cell);
            }
            None => game.moves(position, moves),
        }
    }
}
