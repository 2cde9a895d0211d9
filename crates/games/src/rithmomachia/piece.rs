use agon_core::{PerPlayer, Player};

use super::ruleset::{CaptorValues, PyramidMoves, Ruleset, VictimParts};

/// The shape of a piece or of a pyramid's layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Circle,
    Triangle,
    Square,
    Pyramid,
}

impl Shape {
    pub(super) const ALL: [Shape; 4] = [Shape::Circle, Shape::Triangle, Shape::Square, Shape::Pyramid];

    /// The letter of Odd's pieces; Even's are capital.
    pub(super) fn letter(self) -> char {
        ['c', 't', 's', 'p'][self as usize]
    }

    pub(super) fn name(self) -> &'static str {
        ["circle", "triangle", "square", "pyramid"][self as usize]
    }
}

/// The greatest value of a piece.
pub(super) const MOST_VALUE: u16 = 9999;

/// A piece, or nothing: the shape in the two highest bits; below them the
/// value, or for a pyramid the set of its layers, bit 0 for the lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Piece(u16);

impl Piece {
    pub(super) const NONE: Piece = Piece(0);

    /// A piece that is not a pyramid, of a value from 1 to [`MOST_VALUE`].
    pub(super) fn plain(shape: Shape, value: u16) -> Self {
        Piece((shape as u16) << 14 | value)
    }

    /// A pyramid of these layers; nothing when there are none.
    pub(super) fn pyramid(layers: u8) -> Self {
        if layers == 0 { Piece::NONE } else { Piece((Shape::Pyramid as u16) << 14 | u16::from(layers)) }
    }

    #[inline]
    pub(super) fn shape(self) -> Shape {
        Shape::ALL[usize::from(self.0 >> 14)]
    }

    /// The layers of a pyramid; `None` for any other piece.
    #[inline]
    pub(super) fn layers(self) -> Option<u8> {
        (self.0 >> 14 == Shape::Pyramid as u16).then_some(self.0 as u8)
    }

    /// The value of a piece that is not a pyramid.
    #[inline]
    pub(super) fn plain_value(self) -> Option<u16> {
        self.layers().is_none().then_some(self.0 & 0x3fff)
    }

    /// The value that a loss brings to the captor.
    #[inline]
    pub(super) fn prize(self, loss: Loss, stacks: &[Stack; MOST_STACKS]) -> u16 {
        let (value, _) = self.traits(stacks);
        match self.layers() {
            Some(layers) => value - stacks[usize::from(loss.rest(layers, stacks)) % MOST_STACKS].value,
            None => value,
        }
    }

    /// The numbers with which it captures.
    #[inline]
    pub(super) fn captor_values(self, stacks: &[Stack; MOST_STACKS]) -> Numbers {
        match self.layers() {
            Some(layers) => stacks[usize::from(layers) % MOST_STACKS].captor,
            None => Numbers::one(self.0 & 0x3fff),
        }
    }

    /// All of it as a number.
    #[inline]
    pub(super) fn code(self) -> u16 {
        self.0
    }

    /// What it is worth and how it moves.
    #[inline]
    pub(super) fn traits(self, stacks: &[Stack; MOST_STACKS]) -> (u16, u8) {
        if let Some(layers) = self.layers() {
            let stack = &stacks[usize::from(layers) % MOST_STACKS];
            (stack.value, stack.shapes)
        } else {
            (self.0 & 0x3fff, 1 << (self.0 >> 14))
        }
    }
}

/// What a capture takes away. A piece that is no pyramid is always lost whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Loss {
    /// All of it.
    #[default]
    Whole,
    /// A pyramid's smallest layer.
    Smallest,
    /// These layers of a pyramid.
    Layers(u8),
}

impl Loss {
    /// The layers that are left of a pyramid.
    #[inline]
    pub(super) fn rest(self, layers: u8, stacks: &[Stack; MOST_STACKS]) -> u8 {
        match self {
            Loss::Whole => 0,
            Loss::Smallest => stacks[usize::from(layers) % MOST_STACKS].rest,
            Loss::Layers(lost) => layers & !lost,
        }
    }
}

/// A few numbers: those with which a piece captures. The first is the whole piece's value, if it is one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    list: [u16; MOST_LAYERS + 1],
    count: u8,
}

impl Numbers {
    #[inline]
    pub(super) fn one(number: u16) -> Self {
        let mut list = [0; MOST_LAYERS + 1];
        list[0] = number;
        Numbers { list, count: 1 }
    }

    pub(super) fn add(&mut self, number: u16) {
        self.list[usize::from(self.count)] = number;
        self.count += 1;
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[u16] {
        &self.list[..usize::from(self.count)]
    }
}

/// How many layers a pyramid has at most.
const MOST_LAYERS: usize = 6;

/// How many sets of at most six layers there are.
pub(super) const MOST_STACKS: usize = 1 << MOST_LAYERS;

/// What there is to know about a pyramid that has certain layers left.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stack {
    /// The sum of its layers.
    pub value: u16,
    /// The shapes as which it moves: bit 0 for circles, 1 for triangles, 2 for squares.
    pub shapes: u8,
    /// The layers that are left without the smallest.
    pub rest: u8,
    /// The layers that can be taken by their own values.
    pub takeable: u8,
    /// The numbers with which it captures.
    pub captor: Numbers,
}

/// Each side's pyramids, by the set of their layers.
pub(super) fn stacks(ruleset: &Ruleset) -> PerPlayer<[Stack; MOST_STACKS]> {
    let stack = |player: Player, set: usize| {
        let layers = ruleset.layers[player];
        let left = || (0..layers.len()).filter(|layer| set >> layer & 1 != 0);
        let smallest = left().min_by_key(|layer| layers[*layer].1)?;
        let value = left().map(|layer| layers[layer].1).sum();
        let mut captor = Numbers::default();
        let complete = left().count() == layers.len();
        if complete || ruleset.captor != CaptorValues::LayerOrCompleteTotal {
            captor.add(value);
        }
        // A pyramid of one layer has one number.
        if ruleset.captor != CaptorValues::Total {
            let known = captor;
            let layers = left().map(|layer| layers[layer].1);
            layers.filter(|layer| !known.as_slice().contains(layer)).for_each(|layer| captor.add(layer));
        }
        let takeable = match ruleset.victim {
            VictimParts::Smallest => 0,
            VictimParts::Each => set,
            VictimParts::EachUpper => set & !1,
        };
        let shapes = match ruleset.pyramids {
            PyramidMoves::Square => 1 << Shape::Square as u8,
            PyramidMoves::Layers | PyramidMoves::LayersWithoutLeaps => {
                left().fold(0, |shapes, layer| shapes | 1 << layers[layer].0 as u8)
            }
        };
        Some(Stack { value, shapes, rest: (set & !(1 << smallest)) as u8, takeable: takeable as u8, captor })
    };
    PerPlayer(Player::BOTH.map(|player| std::array::from_fn(|set| stack(player, set).unwrap_or_default())))
}

/// How many digits a number below 100,000 has.
pub(super) fn digits(value: u16) -> u16 {
    1 + u16::from(value >= 10) + u16::from(value >= 100) + u16::from(value >= 1000) + u16::from(value >= 10_000)
}
