use agon_core::{PerPlayer, Player};

use super::Rithmomachia;
use super::position::RithmomachiaPosition;
use super::squares::{Squares, diagonal, each_direction, shift};
use super::threats::Contacts;

/// What a side can do with its next move.
pub(super) struct Reach {
    /// How many moves it has, about: leaps and entries are left out.
    pub moves: i32,
    /// The squares on which it would meet an enemy after one of them, where a meeting takes
    /// enemies of any value; elsewhere the enemies that one of them captures.
    pub meets: Squares,
}

impl Reach {
    #[inline]
    pub(super) fn of_both(game: &Rithmomachia, position: &RithmomachiaPosition) -> PerPlayer<Reach> {
        if game.meets_any {
            return PerPlayer(Player::BOTH.map(|side| Reach::by_meetings(game, position, side)));
        }
        let contacts = Contacts::of(position);
        PerPlayer(Player::BOTH.map(|side| game.prospect(position, side, &contacts)))
    }

    #[inline]
    fn by_meetings(game: &Rithmomachia, position: &RithmomachiaPosition, side: Player) -> Reach {
        let (own, empty) = (position.sides[side], !position.occupied());
        let [circles, triangles, squares] = position.movers;
        let pyramids = own & (circles & (triangles | squares) | triangles & squares);
        let mut reach = Reach { moves: 0, meets: 0 };
        // A pyramid goes as one of its shapes and meets as any other.
        let (mut arrived, mut pyramids_arrived) = ([0; 3], 0);
        for (shape, steps) in game.steps.iter().enumerate() {
            let movers = own & position.movers[shape];
            each_direction!(DIRECTION => {
                let arrivals = go(movers, DIRECTION, steps[diagonal(DIRECTION)], empty, empty);
                reach.moves += arrivals.count_ones() as i32;
                arrived[shape] |= arrivals;
            });
            if movers & pyramids != 0 {
                each_direction!(DIRECTION => {
                    let steps = steps[diagonal(DIRECTION)];
                    pyramids_arrived |= go(movers & pyramids, DIRECTION, steps, empty, empty);
                });
            }
        }
        for (shape, steps) in game.steps.iter().enumerate() {
            let has_pyramid = position.movers[shape] & pyramids != 0;
            let from = arrived[shape] | if has_pyramid { pyramids_arrived } else { 0 };
            each_direction!(DIRECTION => {
                reach.meets |= go(from, DIRECTION, steps[diagonal(DIRECTION)], empty, Squares::MAX);
            });
        }
        reach
    }
}

/// The pieces of a set so many steps on, over empty squares onto those of `target`.
#[inline]
fn go(mut set: Squares, direction: usize, steps: u8, empty: Squares, target: Squares) -> Squares {
    if steps == 0 {
        return 0;
    }
    for _ in 1..steps {
        set = shift(set, direction, empty);
    }
    shift(set, direction, target)
}
