use agon_core::{Encoding, FeatureWriter, PlaneShape, PlaneWriter, Player, bit_length, scaled};

use super::Rithmomachia;
use super::position::{Captured, RithmomachiaMove, RithmomachiaPosition};
use super::reach::Reach;
use super::ruleset::{LONGEST, VictimParts};
use super::squares::{
    GRID, LEAPS, SQUARES, STEPS, Squares, diagonal, direction_to, leap, leap_by, one, ray, squares_of, steps_between,
};
use super::victory::Quantity;

/// [`SQUARES`] as features count.
const CELLS: u32 = SQUARES as u32;

/// Sets of squares of a side: those that move as circles, as triangles and as
/// squares, the pyramids, and those that the enemy can meet with its next move.
const SETS: usize = 5;

/// Binary digits of a value that have a plane each: enough for every piece of
/// an army. Greater values, set up by hand, are told by one plane for all digits.
const DIGITS: u32 = 9;

/// Sizes of numbers, two to each doubling: the last from 768 on.
const SIZES: u32 = 20;
/// Pairs of ranks, in which sizes of numbers are told.
const ZONES: u32 = GRID.ranks as u32 / 2;

/// Buckets of what has been captured: value, bodies and digits, with how many each bucket spans.
const CAPTURED: [(Quantity, u32, u32); 3] =
    [(Quantity::Value, 32, 32), (Quantity::Bodies, 16, 1), (Quantity::Digits, 16, 2)];
const CAPTURED_BUCKETS: u32 = CAPTURED[0].1 + CAPTURED[1].1 + CAPTURED[2].1;

/// Room for layers and captives.
const STOCK: u32 = 54;

/// Buckets for the quiet plies that are left: the last from 128 on.
const QUIET_BUCKETS: u32 = 9;

/// Where a square lies as a player sees the board: Even from the other side.
const fn seen(perspective: Player, square: u8) -> u8 {
    match perspective {
        Player::One => square,
        Player::Two => SQUARES as u8 - 1 - square,
    }
}

const fn set_seen(perspective: Player, set: Squares) -> Squares {
    match perspective {
        Player::One => set,
        Player::Two => set.reverse_bits(),
    }
}

/// The size of a number from 1 on, in half doublings.
const fn size(value: u16) -> u32 {
    let length = bit_length(value as u32);
    let half = if length < 2 { 0 } else { value as u32 >> (length - 2) & 1 };
    let size = 2 * length.saturating_sub(1) + half;
    if size < SIZES { size } else { SIZES - 1 }
}

impl Rithmomachia {
    /// The [`SETS`] of a side.
    fn sets(&self, position: &RithmomachiaPosition, side: Player) -> [Squares; SETS] {
        let own = position.sides[side];
        let [circles, triangles, squares] = position.movers.map(|movers| own & movers);
        let pyramids = squares_of(own).filter(|square| position.piece(*square).layers().is_some());
        let met = Reach::of_both(self, position)[!side].meets & own;
        [circles, triangles, squares, pyramids.fold(0, |set, square| set | 1 << square), met]
    }

    /// Whether layers can go in any order, or captives enter: what neither shapes nor values tell.
    fn has_stock(&self) -> bool {
        self.ruleset.victim != VictimParts::Smallest || self.ruleset.captives_enter
    }

    /// The squares and values of a side's pieces, by rising square as `perspective` sees them.
    fn values(
        &self,
        position: &RithmomachiaPosition,
        side: Player,
        perspective: Player,
    ) -> impl Iterator<Item = (u32, u16)> {
        squares_of(set_seen(perspective, position.sides[side]))
            .map(move |square| (u32::from(square), self.value(position, side, seen(perspective, square))))
    }
}

/// The layers of a side's pyramid, and after them its captives.
fn stock(position: &RithmomachiaPosition, side: Player) -> impl Iterator<Item = u32> {
    let layers = squares_of(position.sides[side]).find_map(|square| position.piece(square).layers());
    let stock = u64::from(layers.unwrap_or(0)) | position.captives[side] << 8;
    (0..STOCK).filter(move |place| stock >> place & 1 != 0)
}

fn captured_buckets(captured: Captured) -> [(u32, u32); 3] {
    CAPTURED.map(|(quantity, buckets, width)| (buckets, u32::from(captured.quantity(quantity)).div_ceil(width)))
}

/// Actions of straight moves, before those of leaps and entries.
const STRAIGHT: u32 = (STEPS.len() * LONGEST) as u32 * CELLS;

impl Rithmomachia {
    /// How far pieces leap in this game, each with the number of its first action.
    fn leap_actions(&self) -> impl Iterator<Item = (u8, u32)> {
        let far = self.ruleset.gaits.iter().map(|gait| gait.leap).filter(|far| *far > 0);
        far.zip((0..).map(|place| STRAIGHT + place * LEAPS as u32 * CELLS))
    }

    /// The number of the first action by which a captive enters.
    fn entry_actions(&self) -> u32 {
        STRAIGHT + self.leap_actions().count() as u32 * LEAPS as u32 * CELLS
    }

    fn leap_action(&self, mv: RithmomachiaMove) -> Option<u32> {
        self.leap_actions().find_map(|(far, first)| {
            let way = (0..LEAPS).find(|way| leap(one(mv.from), far, *way, one(mv.to)) != 0)?;
            Some(first + CELLS * way as u32 + u32::from(mv.from))
        })
    }
}

/// An action is a direction, how many steps, and the square from which they are
/// made: `128 * (4 * direction + steps - 1) + from`. Where there are leaps, their ways
/// follow, and where captives enter, their numbers with the square on which they do.
impl Encoding<Rithmomachia> for Rithmomachia {
    fn version(&self) -> u32 {
        1
    }

    fn actions(&self) -> u32 {
        self.entry_actions() + self.captives.len() as u32 * CELLS
    }

    fn action(&self, mv: RithmomachiaMove) -> u32 {
        if let Some(captive) = mv.captive() {
            return self.entry_actions() + CELLS * u32::from(captive) + u32::from(mv.to);
        }
        if let Some(action) = self.leap_action(mv) {
            return action;
        }
        let direction = direction_to(mv.from, mv.to).unwrap_or(0);
        let steps = u32::from(steps_between(mv.from, mv.to, direction)).saturating_sub(1);
        CELLS * (LONGEST as u32 * direction as u32 + steps) + u32::from(mv.from)
    }

    fn move_of(&self, action: u32) -> Option<RithmomachiaMove> {
        if action >= self.entry_actions() {
            let captive = (action - self.entry_actions()) / CELLS;
            let number = u8::try_from(captive).ok().filter(|number| usize::from(*number) < self.captives.len())?;
            return Some(RithmomachiaMove::entry(number, (action % CELLS) as u8));
        }
        let (way, from) = ((action / CELLS) as usize, (action % CELLS) as u8);
        if let Some((far, first)) = self.leap_actions().filter(|(_, first)| action >= *first).last() {
            let way = ((action - first) / CELLS) as usize;
            let to = from.wrapping_add(leap_by(far, way) as u8);
            return (leap(one(from), far, way, Squares::MAX) != 0).then_some(RithmomachiaMove { from, to });
        }
        let (direction, steps) = (way / LONGEST, (way % LONGEST) as u8 + 1);
        let able = |gait: &[u8; 2]| gait[diagonal(direction)] == steps;
        if direction >= STEPS.len() || !self.steps.iter().any(able) {
            return None;
        }
        let to = i16::from(from) + i16::from(steps) * i16::from(STEPS[direction]);
        let to = u8::try_from(to).ok().filter(|to| usize::from(*to) < SQUARES)?;
        (ray(from, direction) >> to & 1 != 0).then_some(RithmomachiaMove { from, to })
    }

    /// From the other side every direction is the opposite one.
    fn action_seen_by(&self, perspective: Player, action: u32) -> u32 {
        let turned = |first: u32, count: u32| first + (action - first + count / 2) % count;
        let action_turned = if action >= self.entry_actions() {
            action
        } else if let Some((_, first)) = self.leap_actions().filter(|(_, first)| action >= *first).last() {
            turned(first, LEAPS as u32 * CELLS)
        } else {
            turned(0, STRAIGHT)
        };
        match perspective {
            Player::One => action,
            Player::Two => action_turned ^ (CELLS - 1),
        }
    }

    fn shape(&self) -> PlaneShape {
        let of_a_side = SETS as u32 + 1 + DIGITS + CAPTURED.len() as u32 + u32::from(self.has_stock());
        PlaneShape { planes: 2 * of_a_side + 2, rows: GRID.ranks.into(), columns: GRID.files.into() }
    }

    fn planes(&self, position: &RithmomachiaPosition, planes: &mut Vec<f32>) {
        let me = position.turn;
        let mut writer = PlaneWriter::new(self.shape(), planes);
        for side in [me, !me] {
            for set in self.sets(position, side) {
                writer.ones(squares_of(set_seen(me, set)).map(u32::from));
            }
            let values = || self.values(position, side, me);
            writer.values(values().map(|(square, value)| (square, scaled(value.into(), 1 << DIGITS))));
            for digit in 0..DIGITS {
                writer.ones(values().filter(|(_, value)| value >> digit & 1 != 0).map(|(square, _)| square));
            }
            if self.has_stock() {
                writer.ones(stock(position, side));
            }
            for (quantity, buckets, width) in CAPTURED {
                writer.fill(scaled(position.captured[side].quantity(quantity).into(), buckets * width));
            }
        }
        writer.fill(scaled(self.quiet.saturating_sub(position.quiet).into(), self.quiet.into()));
        writer.fill(if me == Player::One { 1.0 } else { 0.0 });
    }

    fn features(&self) -> u32 {
        let stock = if self.has_stock() { STOCK } else { 0 };
        2 * (SETS as u32 * CELLS + ZONES * SIZES + CAPTURED_BUCKETS + stock) + QUIET_BUCKETS + 1
    }

    fn sparse(&self, position: &RithmomachiaPosition, perspective: Player, features: &mut Vec<u32>) {
        let mut writer = FeatureWriter::new(features);
        for side in [perspective, !perspective] {
            for set in self.sets(position, side) {
                writer.set(CELLS, squares_of(set_seen(perspective, set)).map(u32::from));
            }
            let mut zones = [0u32; ZONES as usize];
            for (square, value) in self.values(position, side, perspective) {
                zones[(square / (2 * u32::from(GRID.files))) as usize] |= 1 << size(value);
            }
            for zone in zones {
                writer.set(SIZES, (0..SIZES).filter(|size| zone >> size & 1 != 0));
            }
            if self.has_stock() {
                writer.set(STOCK, stock(position, side));
            }
            for (buckets, bucket) in captured_buckets(position.captured[side]) {
                writer.one_hot(buckets, bucket);
            }
        }
        writer.one_hot(QUIET_BUCKETS, bit_length(self.quiet.saturating_sub(position.quiet).into()));
        // The armies differ.
        writer.set(1, (perspective == Player::One).then_some(0));
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Game, Notation, Options};

    use super::*;

    #[test]
    fn sizes_double_in_two_steps() {
        let sizes: Vec<u32> = [1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 16, 361, 767, 768, 9999].map(size).to_vec();
        assert_eq!(sizes, [0, 2, 3, 4, 4, 5, 5, 6, 6, 7, 8, 16, 18, 19, 19]);
    }

    /// A circle of each side, where both see the same but for the armies.
    #[test]
    fn both_players_see_the_board_from_their_own_side() {
        let game = Rithmomachia::new(Options::defaults(Rithmomachia::INFO.options)).unwrap();
        let read = |text: &str| game.parse_position(text).unwrap();
        let odd = read("8/8/8/2,c9,5/8/8/8/8/8/8/8/8/7,C4/8/8/8 odd 9:1:1 30:2:3 7");
        let even = read("8/8/8/c4,7/8/8/8/8/8/8/8/8/5,C9,2/8/8/8 even 30:2:3 9:1:1 7");
        let (mut planes, mut others) = (Vec::new(), Vec::new());
        game.planes(&odd, &mut planes);
        game.planes(&even, &mut others);
        let alike = game.shape().size() - SQUARES;
        assert_eq!(planes[..alike], others[..alike]);
        assert_ne!(planes[alike..], others[alike..]);
        let seen = |position: &RithmomachiaPosition| {
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            let mut actions: Vec<u32> =
                moves.iter().map(|mv| game.action_seen_by(position.turn, game.action(*mv))).collect();
            actions.sort_unstable();
            actions
        };
        assert_eq!(seen(&odd).len(), 8);
        assert_eq!(seen(&odd), seen(&even));
        for (odd_sees, even_sees) in [(Player::One, Player::Two), (Player::Two, Player::One)] {
            let (mut features, mut others) = (Vec::new(), Vec::new());
            game.sparse(&odd, odd_sees, &mut features);
            game.sparse(&even, even_sees, &mut others);
            features.retain(|feature| *feature < game.features() - 1);
            others.retain(|feature| *feature < game.features() - 1);
            assert_eq!(features, others);
        }
    }
}
