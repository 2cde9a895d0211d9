//! The parts of which rulesets are made. The other files know how each part works, not which ruleset has it.

use super::pieces::{Direction, Side};
use super::setup::Setup;

/// How a shape moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draught {
    /// How many squares it goes straight, exactly.
    pub(super) steps: i64,
    /// The directions in which it goes straight.
    pub(super) directions: &'static [Direction],
    /// The leap it has besides: so many squares one way and so many across.
    pub(super) leap: Option<(i64, i64)>,
}

/// How a pyramid moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PyramidMoves {
    /// As any layer that it still has.
    Layers,
    /// As any layer that it still has, but without leaps.
    LayersWithoutLeaps,
    /// As a square, whatever its layers.
    Square,
}

/// Who captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Actor {
    /// The piece that moved takes part in every capture.
    Moved,
    /// All pieces of the side that moved.
    Any,
}

/// What values a meeting asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meeting {
    /// None; of a pyramid the smallest layer is taken.
    Whatever,
    /// Equal ones.
    Equal,
    /// Equal ones, but those of a pyramid's layers only, not its total.
    EqualWithoutTotals,
    /// Equal ones that are perfect squares.
    EqualSquares,
}

/// How the two captors of a pair stand to their victim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    /// The nearest pieces in opposite directions, these among them.
    Between(&'static [Direction]),
    /// Next to the victim on opposite sides.
    Flanking,
    /// Both land on the victim's square.
    Landing,
    /// Both next to the victim.
    Adjacent,
}

/// What is reckoned with the values of a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operation {
    Sum,
    Difference,
    Product,
    Quotient,
    /// The sum of two or more pieces that stand in the relation.
    SumOfMore,
}

/// Capture by a pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) relation: Relation,
    pub(super) operations: &'static [Operation],
}

/// The directions of a capture by distance.
#[derive(Clone, Copy, Debug)]
pub(super) enum Lines {
    /// These.
    Along(&'static [Direction]),
    /// Those in which the captor may go straight.
    OfTheCaptor,
}

/// Capture by distance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Distance {
    pub(super) lines: Lines,
    /// What is added to the number of steps: 1 where both ends count, -1 where the squares between do.
    pub(super) added: i64,
    /// Whether the greater number may take the smaller.
    pub(super) division: bool,
}

/// Capture by siege.
#[derive(Clone, Copy, Debug)]
pub(super) enum Siege {
    /// All neighbours on one of these crosses are held; off-board ones only where the edge counts.
    Neighbours { crosses: &'static [&'static [Direction]], edge_counts: bool },
    /// Every way of the victim is blocked.
    Ways,
}

/// With which of its values a pyramid captures.
#[derive(Clone, Copy, Debug)]
pub(super) enum CaptorValues {
    Total,
    TotalOrLayer,
    /// Any layer, and the total while no layer is missing.
    LayerOrCompleteTotal,
}

/// Which values of a pyramid can be captured.
#[derive(Clone, Copy, Debug)]
pub(super) enum VictimValues {
    Total,
    /// The total, and each layer alone; the lowest only where it is said so.
    LayerOrTotal {
        lowest_alone: bool,
    },
}

/// How the three pieces of a progression stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Formation {
    /// In a line along one of these directions, nothing between, the middle term in the middle.
    Line(&'static [Direction]),
    /// The ends at equal distances from the middle term, in opposite directions or at a right angle.
    EvenLineOrAngle,
    /// Anywhere.
    Anywhere,
}

/// Whose the three pieces of a progression are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ownership {
    /// The mover's.
    Own,
    /// Anybody's, but the smallest or the greatest term is the mover's.
    OwnEnd,
    /// Anybody's, but one of them is the mover's.
    OneOwn,
}

/// What the glorious victory asks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glory {
    /// How many ranks of the enemy's count as his camp.
    pub(super) ranks: i64,
    pub(super) ownership: Ownership,
    pub(super) formation: Formation,
    /// Whether a pyramid may stand for one of its layers.
    pub(super) layers: bool,
    /// Whether the enemy's pyramid must have left the board.
    pub(super) after_pyramid: bool,
}

/// A ruleset.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) setup: Setup,
    pub(super) first: Side,
    pub(super) circle: Draught,
    pub(super) triangle: Draught,
    pub(super) square: Draught,
    pub(super) pyramid_moves: PyramidMoves,
    pub(super) actor: Actor,
    /// Whether captures are looked for again when the victims have left.
    pub(super) chain: bool,
    /// Whether a piece may move in on an enemy that stands captured.
    pub(super) moving_in: bool,
    /// Whether a leap captures by siege only.
    pub(super) leaps_only_besiege: bool,
    pub(super) meeting: Meeting,
    pub(super) pair: Pair,
    pub(super) distance: Option<Distance>,
    pub(super) siege: Siege,
    pub(super) captor: CaptorValues,
    pub(super) victim: VictimValues,
    /// Whether a pyramid taken whole counts as many bodies as it had layers.
    pub(super) layers_count: bool,
    /// Whether captured plain pieces can enter for the captor.
    pub(super) captives: bool,
    pub(super) glory: Glory,
    /// The victories in force, if the options do not say otherwise.
    pub(super) victories: &'static str,
    /// Bodies for `body`, by Odd and by Even.
    pub(super) body: [i64; 2],
    /// Value for `goods`, by Odd and by Even.
    pub(super) goods: [i64; 2],
    /// Plies without a capture that make a draw.
    pub(super) quiet: i64,
}
