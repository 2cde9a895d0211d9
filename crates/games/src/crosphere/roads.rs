//! The shortest ways on which each player can still join its edges.

use std::cell::Cell;

use agon_core::Player;

use super::Crosphere;
use super::bitboard::{around, flood};
use super::rules::CrospherePosition;

/// Longer ways are not looked at: nobody will walk them.
const LONGEST: usize = 16;

/// A player's shortest ways, all of them together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Road {
    /// The stones that the player still needs; `None` when there is no way,
    /// or a very long one only.
    pub needed: Option<u32>,
    /// The squares of all shortest ways.
    pub squares: u64,
    /// The squares that all shortest ways share: the places for a block.
    pub gates: u64,
    /// Those of which all shortest ways use one or the other.
    pub pairs: u64,
}

impl Road {
    /// From the squares on which a stone is joined to one edge to those on
    /// which it is joined to the other, over squares of `own` for nothing and
    /// over squares of `open` for a stone each.
    #[inline]
    pub fn find(own: u64, open: u64, from: u64, to: u64) -> Road {
        // The open squares that are reached with the first stone, the second…
        let mut layers = [0; LONGEST];
        let (mut enter, mut joined) = (from, 0);
        for at in 0..LONGEST {
            let fresh = enter & open & !joined;
            if fresh & to != 0 {
                layers[at] = fresh & to;
                return Road::back(own, &mut layers[..=at]);
            }
            if fresh == 0 {
                break;
            }
            layers[at] = fresh;
            let wave = flood(fresh, own & !joined);
            joined |= wave;
            enter |= around(wave);
        }
        Road::default()
    }

    /// Keeps of each layer what leads on to the last.
    #[inline]
    fn back(own: u64, layers: &mut [u64]) -> Road {
        let mut road = Road { needed: Some(layers.len() as u32), ..Road::default() };
        let mut next = !0;
        for layer in layers.iter().rev() {
            let layer = layer & next;
            road.squares |= layer;
            match layer.count_ones() {
                1 => road.gates |= layer,
                2 => road.pairs |= layer,
                _ => {}
            }
            next = around(flood(layer, own));
        }
        road
    }
}

/// Both players' roads, and the squares they are made of.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Roads {
    roads: [Road; 2],
}

impl Roads {
    /// The roads of a position.
    #[inline]
    pub fn of(game: &Crosphere, position: &CrospherePosition) -> Roads {
        let empty = game.empty(position);
        let road = |player: Player| {
            let [from, to] = position.reach[player.index()];
            Road::find(position.chain(player), empty, from, to)
        };
        Roads { roads: Player::BOTH.map(road) }
    }

    /// The same, but remembered: a search asks about each move of a position
    /// in turn, and all of them need the same roads.
    #[inline]
    pub fn recall(game: &Crosphere, position: &CrospherePosition) -> Roads {
        thread_local! {
            static LAST: Cell<Option<(u8, [u64; 2], Roads)>> = const { Cell::new(None) };
        }
        let chains = position.chains;
        match LAST.get() {
            Some((size, known, roads)) if size == game.size && known == chains => roads,
            _ => {
                let roads = Roads::of(game, position);
                LAST.set(Some((game.size, chains, roads)));
                roads
            }
        }
    }

    /// A player's.
    #[inline]
    pub fn player(&self, player: Player) -> &Road {
        &self.roads[player.index()]
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Game, Notation, Options, Rng};

    use super::super::bitboard::squares;
    use super::super::distance::stones_needed;
    use super::*;

    #[test]
    fn roads_are_the_squares_whose_loss_or_gain_would_matter() {
        let mut rng = Rng::new(5);
        let mut gates = 0;
        for round in 0..60 {
            let options = ["", "size=4 strong=16"][round % 2];
            let game = Crosphere::new(Options::parse(Crosphere::INFO.options, options).unwrap()).unwrap();
            let mut position = game.start();
            while game.outcome(&position).is_none() {
                for player in Player::BOTH {
                    let road = *Roads::of(&game, &position).player(player);
                    let (own, open) = (position.chain(player), game.empty(&position));
                    let [from, to] = position.reach[player.index()];
                    let needed = stones_needed(own, open, from, to);
                    assert_eq!(road.needed, needed);
                    let Some(needed) = needed else { continue };
                    for square in squares(open) {
                        let bit = 1 << square;
                        let nearer = stones_needed(own | bit, open & !bit, from, to) == Some(needed - 1);
                        assert_eq!(road.squares & bit != 0, nearer, "{}", game.position_text(&position));
                        let farther = stones_needed(own, open & !bit, from, to) != Some(needed);
                        assert_eq!(road.gates & bit != 0, farther, "{}", game.position_text(&position));
                        gates += u32::from(farther);
                    }
                }
                let mv = game.random_move(&position, &mut rng).unwrap();
                game.play(&mut position, mv);
            }
        }
        assert!(gates > 1000, "{gates}");
    }

    #[test]
    fn strong_stones_that_touch_at_corners_close_a_road() {
        let game = Crosphere::new(Options::parse(Crosphere::INFO.options, "size=4").unwrap()).unwrap();
        let roads =
            |text| Player::BOTH.map(|player| *Roads::of(&game, &game.parse_position(text).unwrap()).player(player));
        assert_eq!(roads("P,3/1,P,2/2,P,1/3,P G").map(|road| road.needed), [None, Some(3)]);
        // Green gets through on the last file only.
        let [green, _] = roads("P,3/1,P,2/2,P,1/4 G");
        assert_eq!((green.needed, green.gates), (Some(4), 1 << 3 | 1 << 11 | 1 << 19 | 1 << 27));
    }

    #[test]
    fn what_is_remembered_is_of_the_same_position() {
        let game = |text| Crosphere::new(Options::parse(Crosphere::INFO.options, text).unwrap()).unwrap();
        let (small, large) = (game("size=4"), game("size=8"));
        let needed = |game: &Crosphere| Roads::recall(game, &game.start()).player(Player::One).needed;
        assert_eq!([needed(&small), needed(&large), needed(&small)], [Some(4), Some(8), Some(4)]);
    }
}
