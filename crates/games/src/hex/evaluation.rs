use std::cell::RefCell;

use agon_core::{Evaluation, Game, PerPlayer, Player};

use super::Hex;
use super::position::{Cells, HexPosition};
use super::rules::HexMove;
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

/// Asks about both players' potentials, which are remembered: a search asks
/// about each move of a position in turn.
fn recall<T>(game: &Hex, position: &HexPosition, ask: impl FnOnce(&PerPlayer<Potentials<6>>) -> T) -> T {
    type Known = (u16, PerPlayer<Cells>, PerPlayer<Potentials<6>>);
    thread_local! {
        static LAST: RefCell<Option<Known>> = const { RefCell::new(None) };
    }
    LAST.with_borrow_mut(|last| match last {
        Some((cells, stones, known)) if *cells == game.cells && *stones == position.stones => ask(known),
        _ => {
            let empty = game.empty(position);
            let of = |player| Potentials::new(&game.near, empty, position.stones[player], game.edges[player]);
            let found = PerPlayer(Player::BOTH.map(of));
            ask(&last.insert((game.cells, position.stones, found)).2)
        }
    })
}

impl HexEvaluation {
    fn side(&self, potentials: &Potentials<6>) -> i32 {
        self.breadth * potentials.best.count() as i32 - self.step * i32::from(potentials.least)
    }
}

impl Evaluation<Hex> for HexEvaluation {
    fn evaluate(&self, game: &Hex, position: &HexPosition) -> i32 {
        let me = position.turn;
        recall(game, position, |known| self.tempo + self.side(&known[me]) - self.side(&known[!me]))
    }

    fn promise(&self, game: &Hex, position: &HexPosition, mv: HexMove) -> i32 {
        let HexMove::Place(cell) = mv else { return 0 };
        recall(game, position, |known| -known.0.iter().map(|known| i32::from(known.of(cell))).sum::<i32>())
    }

    /// A win at once, or else the one answer to a threat of that.
    fn candidates(&self, game: &Hex, position: &HexPosition, moves: &mut Vec<HexMove>) {
        game.moves(position, moves);
        let me = position.turn;
        let urgent = recall(game, position, |known| {
            let joining =
                [me, !me].map(|player| &known[player]).into_iter().find(|known| known.least == Potentials::<6>::WIN);
            joining.and_then(|known| known.best.iter().next())
        });
        if let Some(cell) = urgent {
            moves.clear();
            moves.push(HexMove::Place(cell));
        }
    }
}
