use agon_core::{PerPlayer, Player};

use super::piece::Shape;
use super::squares::Directions;
use super::victory::Win;

/// A set of rules, as data: the game makes its tables from it, and nothing
/// else knows which one is played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ruleset {
    /// The value of the option `ruleset`.
    pub name: &'static str,
    /// The board at the start, as in the text of a position.
    pub setup: &'static str,
    /// Who moves first.
    pub first: Player,
    /// How circles, triangles and squares move.
    pub gaits: [Gait; 3],
    /// How pyramids move.
    pub pyramids: PyramidMoves,
    /// What each side's pyramid is made of, from the bottom up.
    pub layers: PerPlayer<&'static [(Shape, u16)]>,
    /// What captures.
    pub actor: Actor,
    /// Ways to capture.
    pub captures: &'static [Capture],
    /// Whether a leap captures by siege only.
    pub leaps_only_besiege: bool,
    /// The numbers with which a pyramid captures.
    pub captor: CaptorValues,
    /// What can be taken of a pyramid.
    pub victim: VictimParts,
    /// Whether a pyramid that is taken whole counts layer by layer, or as one piece.
    pub layers_count: bool,
    /// Whether captives enter the board again, on their captor's side.
    pub captives_enter: bool,
    /// What a glorious victory takes.
    pub glory: Glory,
    /// The victories, in the order in which they are judged.
    pub victories: &'static [Win],
}

impl Ruleset {
    /// The ruleset of this name.
    pub(super) fn named(name: &str) -> Option<&'static Ruleset> {
        RULESETS.into_iter().find(|ruleset| ruleset.name == name)
    }
}

/// How many steps a shape moves, neither more nor fewer; 0 where it does not move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gait {
    /// Along files and ranks.
    pub straight: u8,
    /// Along diagonals.
    pub diagonal: u8,
    /// So many squares along a file or rank and one to the side, whatever stands between.
    pub leap: u8,
}

/// The longest move that a ruleset can have.
pub(super) const LONGEST: usize = 4;

/// As what a pyramid moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PyramidMoves {
    /// As any layer that it still has.
    Layers,
    /// The same, but without leaps.
    LayersWithoutLeaps,
    /// As a square, whatever its layers.
    Square,
}

/// Whose captures a move makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Actor {
    /// The piece that moved takes part in each of them.
    Moved,
    /// The same; and an enemy that stood captured before the move may be
    /// taken by moving onto its square.
    MovedOrMovingIn,
    /// Any pieces of the side that moved.
    Any,
    /// The same, again and again until nothing more is captured.
    AnyInChain,
}

/// A way to capture, with what differs between rulesets.
#[derive(Clone, Copy, Debug)]
pub(super) enum Capture {
    /// An enemy stands where a piece could land next.
    Meeting {
        /// Which numbers the two must have.
        equality: Equality,
        /// Whether a pyramid's total can have a part in it.
        totals: bool,
    },
    /// A piece's value times the distance is the enemy's value.
    Assault {
        /// On which lines.
        lines: Lines,
        /// What the distance counts beyond the steps from one piece to the
        /// other: 1 when both their squares count, 0 when one of them does,
        /// -1 when only the squares between them do.
        beyond: i8,
        /// Whether the enemy's value times the distance may be the piece's as well.
        divide: bool,
    },
    /// Two pieces whose values make the enemy's.
    Ambush {
        /// Where the two stand.
        stance: Stance,
        /// By which operations.
        operations: Operations,
        /// Whether more than two may add up.
        several: bool,
    },
    /// An enemy that is shut in.
    Siege(Siege),
}

/// What a meeting demands of the two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Equality {
    /// Nothing.
    Any,
    /// That they are equal.
    Equal,
    /// That they are equal, and a perfect square.
    EqualSquares,
}

/// On which lines something holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lines {
    /// In these directions.
    Of(Directions),
    /// In the directions in which the piece itself moves.
    Own,
}

/// Where two captors stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stance {
    /// On opposite sides of the enemy in these directions, with nothing between.
    Between(Directions),
    /// On opposite sides, next to the enemy.
    Flanking,
    /// Where each could land on the enemy.
    Landing,
    /// Next to the enemy.
    Adjacent,
}

/// Operations on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Operations {
    pub difference: bool,
    pub product: bool,
    pub quotient: bool,
}

impl Operations {
    /// The sum, which every ruleset has.
    pub const SUM: Operations = Operations { difference: false, product: false, quotient: false };
    pub const SUM_AND_DIFFERENCE: Operations = Operations { difference: true, product: false, quotient: false };
    pub const ALL: Operations = Operations { difference: true, product: true, quotient: true };
}

/// When an enemy is shut in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Siege {
    /// Captors hold its four sides.
    Neighbours {
        /// Or its four corners.
        corners: bool,
        /// The edge of the board stands in for a captor.
        edge: bool,
    },
    /// Each of its straight ways is blocked by a captor or leads off the board.
    Ways,
}

/// The numbers with which a pyramid captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CaptorValues {
    /// The sum of its layers.
    Total,
    /// The sum, or any layer.
    TotalOrLayer,
    /// Any layer, and the sum while none is missing.
    LayerOrCompleteTotal,
}

/// What can be taken of a pyramid beside all of it, which goes by its total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VictimParts {
    /// A meeting takes its smallest layer, whatever its value.
    Smallest,
    /// Each layer by its own value.
    Each,
    /// Each layer by its own value, but not the lowest.
    EachUpper,
}

/// What a glorious victory takes: three numbers in progression.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glory {
    /// Whose pieces they are.
    pub owners: Owners,
    /// On how many of the enemy's ranks they stand.
    pub ranks: u8,
    /// How they stand to each other.
    pub shape: GloryShape,
    /// Whether a pyramid may stand for one of its layers.
    pub layers: bool,
    /// Whether the enemy's pyramid must be gone.
    pub after_pyramid: bool,
}

impl Glory {
    /// Whether it takes three own pieces, consecutive on a rank or file of the enemy's half, and nothing else.
    pub(super) fn is_simple(self) -> bool {
        let Glory { owners, ranks, shape, layers, after_pyramid } = self;
        (owners, ranks, shape) == (Owners::Own, 8, GloryShape::RankOrFile) && !layers && !after_pyramid
    }
}

/// Whose pieces make a progression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owners {
    /// All three are the winner's.
    Own,
    /// One of the two ends is.
    OneEnd,
    /// One of the three is.
    OneOfThree,
}

/// How the pieces of a progression stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GloryShape {
    /// Consecutive on a rank or file.
    RankOrFile,
    /// Consecutive on a rank, file or diagonal.
    Line,
    /// The middle term at equal distances from the others, in opposite
    /// directions or at a right angle, with nothing between.
    EvenLineOrAngle,
    /// Anyhow.
    Anywhere,
}

const fn gait(straight: u8, diagonal: u8) -> Gait {
    Gait { straight, diagonal, leap: 0 }
}

/// Every ruleset, in the order of the option `ruleset`.
pub(super) static RULESETS: [&Ruleset; 7] =
    [&MODERN, &ROY_2020, &BOARDSPACE, &BOISSIERE_1556, &MEBBEN_1616, &FULKE_1563_3, &FULKE_1563_1];

/// Both armies in their corners, as most sources have them.
const STANDARD: &str = "s49,s121,4,s225,s361/s28,s66,t36,t30,t56,t64,s120,p190/t16,t12,c9,c25,c49,c81,t90,t100/\
                        2,c3,c5,c7,c9,2/8/8/8/8/8/8/8/8/2,C8,C6,C4,C2,2/T81,T72,C64,C36,C16,C4,T6,T9/\
                        S153,P91,T49,T42,T20,T25,S45,S15/S289,S169,4,S81,S25";

/// The same two ranks further on.
const ADVANCED: &str = "8/8/s49,s121,4,s225,s361/s28,s66,t36,t30,t56,t64,s120,p190/t16,t12,c9,c25,c49,c81,t90,t100/\
                        2,c3,c5,c7,c9,2/8/8/8/8/2,C8,C6,C4,C2,2/T81,T72,C64,C36,C16,C4,T6,T9/\
                        S153,P91,T49,T42,T20,T25,S45,S15/S289,S169,4,S81,S25/8/8";

/// Both with Odd's 30 and 36 exchanged, as Fulke prints them.
const STANDARD_FULKE: &str = "s49,s121,4,s225,s361/s28,s66,t30,t36,t56,t64,s120,p190/t16,t12,c9,c25,c49,c81,t90,t100/\
                              2,c3,c5,c7,c9,2/8/8/8/8/8/8/8/8/2,C8,C6,C4,C2,2/T81,T72,C64,C36,C16,C4,T6,T9/\
                              S153,P91,T49,T42,T20,T25,S45,S15/S289,S169,4,S81,S25";
const ADVANCED_FULKE: &str = "8/8/s49,s121,4,s225,s361/s28,s66,t30,t36,t56,t64,s120,p190/\
                              t16,t12,c9,c25,c49,c81,t90,t100/2,c3,c5,c7,c9,2/8/8/8/8/2,C8,C6,C4,C2,2/\
                              T81,T72,C64,C36,C16,C4,T6,T9/S153,P91,T49,T42,T20,T25,S45,S15/S289,S169,4,S81,S25/8/8";

const LAYERS: PerPlayer<&[(Shape, u16)]> = PerPlayer([
    &[(Shape::Square, 64), (Shape::Square, 49), (Shape::Triangle, 36), (Shape::Triangle, 25), (Shape::Circle, 16)],
    &[
        (Shape::Square, 36),
        (Shape::Square, 25),
        (Shape::Triangle, 16),
        (Shape::Triangle, 9),
        (Shape::Circle, 4),
        (Shape::Circle, 1),
    ],
]);

/// Every victory there is.
const VICTORIES: &[Win] = &[Win::Glorious, Win::HonourLawsuit, Win::Honour, Win::Lawsuit, Win::Goods, Win::Body];

/// Our own choice among what the sources have, found by measurement: fair, deep and decisive.
static MODERN: Ruleset = Ruleset {
    name: "modern",
    setup: STANDARD,
    first: Player::Two,
    gaits: [gait(1, 1), gait(3, 3), gait(4, 4)],
    pyramids: PyramidMoves::Layers,
    layers: LAYERS,
    actor: Actor::Moved,
    captures: &[
        Capture::Meeting { equality: Equality::Equal, totals: true },
        Capture::Assault { lines: Lines::Of(Directions::ALL), beyond: 1, divide: true },
        Capture::Ambush {
            stance: Stance::Between(Directions::ALL),
            operations: Operations::SUM_AND_DIFFERENCE,
            several: false,
        },
        Capture::Siege(Siege::Neighbours { corners: false, edge: true }),
    ],
    leaps_only_besiege: false,
    captor: CaptorValues::TotalOrLayer,
    victim: VictimParts::Each,
    layers_count: false,
    captives_enter: false,
    glory: Glory { owners: Owners::Own, ranks: 6, shape: GloryShape::Line, layers: false, after_pyramid: false },
    victories: VICTORIES,
};

/// Roy 2020, "Rithmomachia with Artificial Intelligence", after Smith and Eaton 1911.
pub(super) static ROY_2020: Ruleset = Ruleset {
    name: "roy2020",
    setup: STANDARD,
    first: Player::One,
    gaits: [gait(1, 1), gait(3, 3), gait(4, 4)],
    pyramids: PyramidMoves::Layers,
    layers: LAYERS,
    actor: Actor::Moved,
    captures: &[
        Capture::Meeting { equality: Equality::Any, totals: true },
        Capture::Assault { lines: Lines::Of(Directions::ALL), beyond: 1, divide: false },
        Capture::Ambush { stance: Stance::Between(Directions::FILES), operations: Operations::SUM, several: false },
        Capture::Siege(Siege::Neighbours { corners: false, edge: false }),
    ],
    leaps_only_besiege: false,
    captor: CaptorValues::Total,
    victim: VictimParts::Smallest,
    layers_count: false,
    captives_enter: false,
    glory: Glory { owners: Owners::Own, ranks: 8, shape: GloryShape::RankOrFile, layers: false, after_pyramid: false },
    victories: VICTORIES,
};

/// The program of boardspace.net, by D. Dyer, as it is written.
static BOARDSPACE: Ruleset = Ruleset {
    name: "boardspace",
    setup: ADVANCED,
    first: Player::One,
    gaits: [gait(0, 1), Gait { straight: 2, diagonal: 0, leap: 2 }, Gait { straight: 3, diagonal: 0, leap: 3 }],
    pyramids: PyramidMoves::Layers,
    layers: LAYERS,
    actor: Actor::Any,
    captures: &[
        Capture::Meeting { equality: Equality::EqualSquares, totals: true },
        Capture::Assault { lines: Lines::Of(Directions::ALL), beyond: 1, divide: true },
        Capture::Ambush { stance: Stance::Flanking, operations: Operations::ALL, several: false },
        Capture::Siege(Siege::Neighbours { corners: true, edge: true }),
    ],
    leaps_only_besiege: false,
    captor: CaptorValues::TotalOrLayer,
    victim: VictimParts::Each,
    layers_count: true,
    captives_enter: false,
    glory: Glory {
        owners: Owners::OneEnd,
        ranks: 8,
        shape: GloryShape::EvenLineOrAngle,
        layers: true,
        after_pyramid: false,
    },
    victories: VICTORIES,
};

/// Boissière 1556, after W. D. Joyner 2025.
static BOISSIERE_1556: Ruleset = Ruleset {
    name: "boissiere-1556",
    setup: STANDARD,
    first: Player::Two,
    gaits: [gait(1, 0), gait(2, 0), gait(3, 0)],
    pyramids: PyramidMoves::Square,
    layers: LAYERS,
    actor: Actor::AnyInChain,
    captures: &[
        Capture::Meeting { equality: Equality::Equal, totals: true },
        Capture::Assault { lines: Lines::Of(Directions::STRAIGHT), beyond: -1, divide: true },
        Capture::Ambush { stance: Stance::Landing, operations: Operations::SUM_AND_DIFFERENCE, several: false },
        Capture::Siege(Siege::Ways),
    ],
    leaps_only_besiege: false,
    captor: CaptorValues::TotalOrLayer,
    victim: VictimParts::Each,
    layers_count: false,
    captives_enter: false,
    glory: Glory { owners: Owners::Own, ranks: 8, shape: GloryShape::Anywhere, layers: false, after_pyramid: false },
    victories: VICTORIES,
};

/// P. Mebben, after Illmer 1987 and Selenus 1616.
static MEBBEN_1616: Ruleset = Ruleset {
    name: "mebben-1616",
    setup: STANDARD,
    first: Player::One,
    gaits: [gait(1, 0), gait(0, 2), gait(3, 3)],
    pyramids: PyramidMoves::Layers,
    layers: LAYERS,
    actor: Actor::Any,
    captures: &[
        Capture::Meeting { equality: Equality::Equal, totals: true },
        Capture::Assault { lines: Lines::Own, beyond: 1, divide: true },
        Capture::Ambush { stance: Stance::Landing, operations: Operations::SUM_AND_DIFFERENCE, several: true },
        Capture::Siege(Siege::Ways),
    ],
    leaps_only_besiege: false,
    captor: CaptorValues::LayerOrCompleteTotal,
    victim: VictimParts::Each,
    layers_count: false,
    captives_enter: false,
    glory: Glory {
        owners: Owners::OneOfThree,
        ranks: 8,
        shape: GloryShape::EvenLineOrAngle,
        layers: false,
        after_pyramid: false,
    },
    victories: VICTORIES,
};

/// Lever and Fulke 1563, the third kind of playing.
static FULKE_1563_3: Ruleset = Ruleset {
    name: "fulke-1563-3",
    setup: STANDARD_FULKE,
    first: Player::Two,
    gaits: [gait(1, 0), gait(2, 0), gait(3, 0)],
    pyramids: PyramidMoves::Square,
    layers: LAYERS,
    actor: Actor::MovedOrMovingIn,
    captures: &[
        Capture::Meeting { equality: Equality::Equal, totals: true },
        Capture::Assault { lines: Lines::Of(Directions::ALL), beyond: -1, divide: false },
        Capture::Ambush { stance: Stance::Adjacent, operations: Operations::SUM, several: false },
        Capture::Siege(Siege::Neighbours { corners: true, edge: false }),
    ],
    leaps_only_besiege: false,
    captor: CaptorValues::TotalOrLayer,
    victim: VictimParts::EachUpper,
    layers_count: false,
    captives_enter: false,
    glory: Glory { owners: Owners::Own, ranks: 6, shape: GloryShape::Line, layers: false, after_pyramid: true },
    victories: VICTORIES,
};

/// Lever and Fulke 1563, the first kind of playing, in which captives change sides.
static FULKE_1563_1: Ruleset = Ruleset {
    name: "fulke-1563-1",
    setup: ADVANCED_FULKE,
    first: Player::Two,
    gaits: [gait(0, 1), Gait { straight: 2, diagonal: 0, leap: 2 }, Gait { straight: 3, diagonal: 0, leap: 3 }],
    pyramids: PyramidMoves::LayersWithoutLeaps,
    layers: LAYERS,
    actor: Actor::MovedOrMovingIn,
    captures: &[
        Capture::Meeting { equality: Equality::Equal, totals: false },
        Capture::Ambush { stance: Stance::Landing, operations: Operations::ALL, several: false },
        Capture::Siege(Siege::Ways),
    ],
    leaps_only_besiege: true,
    captor: CaptorValues::TotalOrLayer,
    victim: VictimParts::Each,
    layers_count: false,
    captives_enter: true,
    glory: Glory { owners: Owners::Own, ranks: 6, shape: GloryShape::Line, layers: false, after_pyramid: true },
    victories: VICTORIES,
};
