use agon_core::{Evaluation, Player};

use super::Crosphere;
use super::roads::{Road, Roads};
use super::rules::{CrosphereMove, CrospherePosition, Stone};

/// What is known of Crosphere.
#[derive(Clone, Debug)]
pub struct CrosphereEvaluation {
    /// What it is worth to need so many stones: 0, 1, 2… and all that are more.
    pub needed: [i32; 10],
    /// What it is worth that there is no way at all.
    pub cut_off: i32,
    /// A strong stone in hand.
    pub hand: i32,
    /// A square that all shortest ways share, where one stone blocks.
    pub gate: i32,
    /// A pair of squares of which all shortest ways use one.
    pub pair: i32,
    /// A square of a shortest way.
    pub breadth: i32,
    /// The right to move.
    pub tempo: i32,
}

impl Default for CrosphereEvaluation {
    fn default() -> Self {
        CrosphereEvaluation {
            needed: [1000, 800, 600, 450, 320, 220, 130, 60, 0, -60],
            cut_off: -800,
            hand: 70,
            gate: -15,
            pair: -5,
            breadth: 3,
            tempo: 30,
        }
    }
}

/// The squares on which a stone of the player completes its connection.
#[inline]
fn completing(game: &Crosphere, position: &CrospherePosition, player: Player) -> u64 {
    let [first, last] = position.reach[player.index()];
    first & last & game.empty(position)
}

/// Whether the player to move, if it is this one, wins at once.
#[inline]
fn wins(game: &Crosphere, position: &CrospherePosition, player: Player) -> bool {
    let own = completing(game, position, player);
    own & !completing(game, position, !player) != 0 || (own != 0 && game.hand(position, player) > 0)
}

impl CrosphereEvaluation {
    #[inline]
    fn side(&self, game: &Crosphere, position: &CrospherePosition, player: Player, road: &Road) -> i32 {
        let worth = match road.needed {
            Some(needed) => self.needed[(needed as usize).min(self.needed.len() - 1)],
            None => self.cut_off,
        };
        worth
            + self.hand * game.hand(position, player) as i32
            + self.gate * road.gates.count_ones() as i32
            + self.pair * (road.pairs.count_ones() / 2) as i32
            + self.breadth * road.squares.count_ones() as i32
    }
}

impl Evaluation<Crosphere> for CrosphereEvaluation {
    #[inline]
    fn evaluate(&self, game: &Crosphere, position: &CrospherePosition) -> i32 {
        let me = position.turn;
        let roads = Roads::recall(game, position);
        let (own, theirs) = (roads.player(me), roads.player(!me));
        if own.needed.is_none() && theirs.needed.is_none() {
            return 0;
        }
        self.tempo + self.side(game, position, me, own) - self.side(game, position, !me, theirs)
    }

    #[inline]
    fn promise(&self, game: &Crosphere, position: &CrospherePosition, mv: CrosphereMove) -> i32 {
        let me = position.turn;
        let roads = Roads::recall(game, position);
        let (own, theirs) = (roads.player(me), roads.player(!me));
        let on = |set: u64| (set >> mv.square & 1) as i32;
        match mv.stone {
            Stone::Weak => 100 * on(own.squares) + 20 * on(own.gates) - 90 * on(theirs.squares),
            Stone::Strong => {
                100 * on(own.squares) + 20 * on(own.gates) + 60 * on(theirs.gates) + 20 * on(theirs.pairs) - 70
            }
        }
    }

    fn narrow(&self, game: &Crosphere, position: &CrospherePosition, moves: &mut Vec<CrosphereMove>) {
        let me = position.turn;
        let (own, theirs) = (completing(game, position, me), completing(game, position, !me));
        if own != 0 {
            // A weak stone must not complete both connections, but then it is not in the list.
            let win = moves.iter().position(|mv| match mv.stone {
                Stone::Strong => own >> mv.square & 1 != 0,
                Stone::Weak => (own & !theirs) >> mv.square & 1 != 0,
            });
            if let Some(at) = win {
                moves.swap(0, at);
                moves.truncate(1);
                return;
            }
        }
        // Where a weak stone leaves the opponent at most one stone to go.
        let steps = if theirs == 0 {
            let road = *Roads::recall(game, position).player(!me);
            if road.needed != Some(2) {
                return;
            }
            road.squares
        } else {
            !0
        };
        let armed = game.hand(position, !me) > 0;
        let first = moves[0];
        moves.retain(|mv| {
            let bit = 1u64 << mv.square;
            match mv.stone {
                Stone::Strong if theirs & !bit == 0 => return true,
                Stone::Weak if steps & bit == 0 => return true,
                _ if armed => return false,
                _ => {}
            }
            let mut after = *position;
            after.place(*mv);
            !after.connected(!me) && !wins(game, &after, !me)
        });
        if moves.is_empty() {
            moves.push(first);
        }
    }

    #[inline]
    fn is_forcing(&self, game: &Crosphere, position: &CrospherePosition, mv: CrosphereMove) -> bool {
        let road = *Roads::recall(game, position).player(position.turn);
        road.needed == Some(2) && road.squares >> mv.square & 1 != 0
    }
}
