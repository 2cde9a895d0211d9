//! The progressions that each army can still make, and how far they are.

use agon_core::{PerPlayer, Player};

use super::Rithmomachia;
use super::piece::MOST_STACKS;
use super::position::RithmomachiaPosition;
use super::squares::{GRID, squares_of};
use super::victory::progression_kind;

/// The greatest value of any piece, and one more.
const VALUES: usize = 362;

/// Values that have no part in any progression.
const NOWHERE: u8 = MOST_TERMS as u8;

/// The most values of an army.
const MOST_TERMS: usize = 24;

/// A piece that is not on the board.
const GONE: u8 = 100;

/// Three numbers of an army in progression, each by its place among the army's values.
#[derive(Clone, Debug, Default)]
pub(super) struct Progressions(PerPlayer<Army>);

#[derive(Clone, Debug, Default)]
struct Army {
    /// The place of each value.
    places: Vec<u8>,
    triples: Vec<[u8; 3]>,
}

impl Progressions {
    pub(super) fn new(game: &Rithmomachia) -> Self {
        Progressions(PerPlayer(Player::BOTH.map(|player| Army::new(game, player))))
    }
}

impl Army {
    fn new(game: &Rithmomachia, player: Player) -> Self {
        let plain = squares_of(game.start.sides[player]).filter_map(|square| game.start.piece(square).plain_value());
        let pyramid = game.stacks[player][usize::from(game.all_layers(player)) % MOST_STACKS].value;
        let mut values: Vec<u16> = plain.chain([pyramid]).collect();
        values.sort_unstable();
        values.dedup();
        let mut army = Army { places: vec![NOWHERE; VALUES], triples: Vec::new() };
        for (a, first) in values.iter().enumerate() {
            for (b, second) in values.iter().enumerate().skip(a + 1) {
                for (c, third) in values.iter().enumerate().skip(b + 1) {
                    if progression_kind([*first, *second, *third]).is_some() {
                        army.triples.push([a, b, c].map(|place| place as u8));
                    }
                }
            }
        }
        for (place, value) in values.iter().enumerate().take(MOST_TERMS) {
            army.places[usize::from(*value)] = place as u8;
        }
        army
    }
}

impl Rithmomachia {
    /// How many moves a side's nearest progression is away from the enemy's land, at least;
    /// `None` where its pieces can make none.
    pub(super) fn way_to_glory(&self, position: &RithmomachiaPosition, side: Player) -> Option<u32> {
        let army = &self.progressions.0[side];
        let mut ways = [GONE; MOST_TERMS + 1];
        for square in squares_of(position.sides[side]) {
            let (value, shapes) = position.piece(square).traits(&self.stacks[side]);
            let Some(place) = army.places.get(usize::from(value)) else { continue };
            let way = &mut ways[usize::from(*place)];
            *way = (*way).min(self.moves_to_land(side, square, shapes));
        }
        let ways = |triple: &[u8; 3]| triple.iter().map(|place| u32::from(ways[usize::from(*place)])).sum();
        army.triples.iter().map(ways).min().filter(|way: &u32| *way < u32::from(GONE))
    }

    /// How many moves a piece is away from the enemy's land.
    fn moves_to_land(&self, side: Player, square: u8, shapes: u8) -> u8 {
        let rank = square / GRID.files;
        let from_edge = if side == Player::One { rank } else { GRID.ranks - 1 - rank };
        let ranks = (from_edge + 1).saturating_sub(self.ruleset.glory.ranks);
        ranks.div_ceil(self.strides[usize::from(shapes) % 8])
    }
}
