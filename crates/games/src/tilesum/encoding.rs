use agon_core::{Encoding, FeatureWriter, PlaneShape, PlaneWriter, Player, scaled};

use super::TileSum;
use super::rules::{Fill, Step, TileSumMove, TileSumPosition};

/// Every move, in the order of the action numbers: first Max's, then Min's.
const MOVES: [TileSumMove; 7] = [
    TileSumMove::Step(Step::Up),
    TileSumMove::Step(Step::Down),
    TileSumMove::Step(Step::Left),
    TileSumMove::Step(Step::Right),
    TileSumMove::Fill(Fill::Minus),
    TileSumMove::Fill(Fill::Zero),
    TileSumMove::Fill(Fill::Plus),
];

/// The lowest number that has a bucket of its own, and how many buckets there are.
const LOWEST: i32 = -4;
const BUCKETS: u32 = 13;

/// What a number is divided by in a plane: usual ones are a few units.
const LARGE: u32 = 8;

/// Points that are missing are counted up to this, and so are the moves left.
const MOST_MISSING: u32 = 31;
const MOST_LEFT: u32 = 16;

fn bucket(number: i32) -> u32 {
    number.saturating_sub(LOWEST).clamp(0, BUCKETS as i32 - 1).unsigned_abs()
}

impl TileSum {
    fn cells(&self) -> u32 {
        u32::from(self.size) * u32::from(self.size)
    }

    /// The numbers on the squares; 0 on the open one.
    fn numbers<'p>(&self, position: &'p TileSumPosition) -> impl Iterator<Item = (u32, i32)> + use<'p> {
        (0..self.cells()).zip(position.numbers)
    }

    fn missing(&self, position: &TileSumPosition) -> i64 {
        self.goal - position.score
    }

    fn left(&self, position: &TileSumPosition) -> u8 {
        self.moves.saturating_sub(position.made)
    }
}

/// The board is the same for both players; which one is to move, or whether
/// chance is, follows from the open square.
impl Encoding<TileSum> for TileSum {
    fn version(&self) -> u32 {
        1
    }

    fn actions(&self) -> u32 {
        MOVES.len() as u32
    }

    fn action(&self, mv: TileSumMove) -> u32 {
        (0..).zip(MOVES).find(|(_, known)| *known == mv).map_or(0, |(action, _)| action)
    }

    fn move_of(&self, action: u32) -> Option<TileSumMove> {
        MOVES.get(action as usize).copied()
    }

    fn shape(&self) -> PlaneShape {
        PlaneShape { planes: 6, rows: self.size.into(), columns: self.size.into() }
    }

    fn planes(&self, position: &TileSumPosition, planes: &mut Vec<f32>) {
        let mut writer = PlaneWriter::new(self.shape(), planes);
        writer.values(self.numbers(position).map(|(cell, number)| (cell, scaled(number.into(), LARGE))));
        writer.ones([position.tile.into()]);
        writer.ones(position.open.map(u32::from));
        writer.fill(scaled(self.missing(position), self.goal as u32));
        writer.fill(scaled(self.left(position).into(), self.moves.into()));
        writer.fill(if position.is_open() { 0.0 } else { 1.0 });
    }

    fn features(&self) -> u32 {
        self.cells() * (BUCKETS + 2) + MOST_MISSING + 1 + MOST_LEFT + 1 + 1
    }

    fn sparse(&self, position: &TileSumPosition, perspective: Player, features: &mut Vec<u32>) {
        let missing = self.missing(position).clamp(0, MOST_MISSING.into());
        let mut writer = FeatureWriter::new(features);
        let numbers = self.numbers(position).map(|(cell, number)| cell * BUCKETS + bucket(number));
        writer.set(self.cells() * BUCKETS, numbers);
        writer.set(self.cells(), [position.tile.into()]);
        writer.set(self.cells(), position.open.map(u32::from));
        writer.one_hot(MOST_MISSING + 1, missing as u32);
        writer.one_hot(MOST_LEFT + 1, self.left(position).into());
        writer.set(1, (perspective == Player::One).then_some(0));
    }
}
