use agon_core::{PerPlayer, Player};

use super::piece::Shape;
use super::squares::Directions;
use super::victory::Win;

/// A historical set of rules, as data: the game makes its tables from it, and
/// nothing else knows which one is played.
#[derive(Debug)]
pub(super) struct Ruleset {
    /// The value of the option `ruleset`.
    pub name: &'static str,
    /// The board at the start, as in the text of a position.
    pub setup: &'static str,
    /// Who moves first.
    pub first: Player,
    /// How circles, triangles and squares move.
    pub gaits: [Gait; 3],
    /// What each side's pyramid is made of, from the bottom up.
    pub layers: PerPlayer<&'static [(Shape, u16)]>,
    /// What a move can capture by.
    pub captures: &'static [Capture],
    /// The victories, in the order in which they are judged.
    pub victories: &'static [Win],
}

/// How many steps a shape moves, neither more nor fewer; 0 where it does not move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gait {
    /// Along files and ranks.
    pub straight: u8,
    /// Along diagonals.
    pub diagonal: u8,
}

/// The longest move that a ruleset can have.
pub(super) const LONGEST: usize = 4;

/// A way to capture, with what differs between rulesets.
#[derive(Clone, Copy, Debug)]
pub(super) enum Capture {
    /// An enemy stands where the moved piece could land next.
    Meeting {
        /// Only one of the same value is taken.
        equal: bool,
    },
    /// The moved piece's value times the distance is the enemy's value.
    Assault {
        /// On which lines.
        directions: Directions,
        /// What the distance counts beyond the steps from one piece to the
        /// other: 1 when both their squares count, 0 when one of them does,
        /// -1 when only the squares between them do.
        beyond: i8,
    },
    /// An enemy between two pieces whose values add up to its own.
    Ambush {
        /// On which lines.
        directions: Directions,
    },
    /// An enemy with a piece on each of its four sides.
    Siege,
}

/// Every ruleset, by the names that the option `ruleset` takes.
pub(super) static RULESETS: [&Ruleset; 1] = [&ROY_2020];

/// Roy 2020, "Rithmomachia with Artificial Intelligence", after Smith and Eaton 1911.
static ROY_2020: Ruleset = Ruleset {
    name: "roy2020",
    setup: "s49,s121,4,s225,s361/s28,s66,t36,t30,t56,t64,s120,p190/t16,t12,c9,c25,c49,c81,t90,t100/\
            2,c3,c5,c7,c9,2/8/8/8/8/8/8/8/8/2,C8,C6,C4,C2,2/\
            T81,T72,C64,C36,C16,C4,T6,T9/S153,P91,T49,T42,T20,T25,S45,S15/S289,S169,4,S81,S25",
    first: Player::One,
    gaits: [Gait { straight: 1, diagonal: 1 }, Gait { straight: 3, diagonal: 3 }, Gait { straight: 4, diagonal: 4 }],
    layers: PerPlayer([
        &[(Shape::Square, 64), (Shape::Square, 49), (Shape::Triangle, 36), (Shape::Triangle, 25), (Shape::Circle, 16)],
        &[
            (Shape::Square, 36),
            (Shape::Square, 25),
            (Shape::Triangle, 16),
            (Shape::Triangle, 9),
            (Shape::Circle, 4),
            (Shape::Circle, 1),
        ],
    ]),
    captures: &[
        Capture::Meeting { equal: false },
        Capture::Assault { directions: Directions::ALL, beyond: 1 },
        Capture::Ambush { directions: Directions::FILES },
        Capture::Siege,
    ],
    victories: &[Win::Glorious, Win::HonourLawsuit, Win::Honour, Win::Lawsuit, Win::Goods, Win::Body],
};
