//! The rulesets, as data.

use super::pieces::{ALL, ALONG_FILE, DIAGONAL, Direction, ORTHOGONAL, Side};
use super::rules::{
    Actor, CaptorValues, Distance, Draught, Formation, Glory, Lines, Meeting, Operation, Ownership, Pair, PyramidMoves,
    Relation, Rules, Siege, VictimValues,
};
use super::setup::Setup;

impl Rules {
    /// The ruleset of this name; panics when there is none.
    pub(super) fn named(name: &str) -> Rules {
        match name {
            "modern" => MODERN,
            "roy2020" => ROY2020,
            "boardspace" => BOARDSPACE,
            "boissiere-1556" => BOISSIERE,
            "mebben-1616" => MEBBEN,
            "fulke-1563-3" => FULKE_THIRD,
            "fulke-1563-1" => FULKE_FIRST,
            _ => panic!("no ruleset called {name:?}"),
        }
    }
}

/// The standard setup.
const STANDARD: Setup = Setup { forward: 0, exchanged: false };

/// Four neighbours along files and ranks.
const UPRIGHT: &[&[Direction]] = &[ORTHOGONAL];

/// Four neighbours along files and ranks, or four along diagonals.
const UPRIGHT_OR_SLANTED: &[&[Direction]] = &[ORTHOGONAL, DIAGONAL];

/// A shape that goes straight only.
const fn straight(steps: i64, directions: &'static [Direction]) -> Draught {
    Draught { steps, directions, leap: None }
}

/// A shape that goes along files and ranks, and leaps.
const fn leaping(steps: i64) -> Draught {
    Draught { steps, directions: ORTHOGONAL, leap: Some((steps, 1)) }
}

const MODERN: Rules = Rules {
    setup: STANDARD,
    first: Side::Even,
    circle: straight(1, ALL),
    triangle: straight(3, ALL),
    square: straight(4, ALL),
    pyramid_moves: PyramidMoves::Layers,
    actor: Actor::Moved,
    chain: false,
    moving_in: false,
    leaps_only_besiege: false,
    meeting: Meeting::Equal,
    pair: Pair { relation: Relation::Between(ALL), operations: &[Operation::Sum, Operation::Difference] },
    distance: Some(Distance { lines: Lines::Along(ALL), added: 1, division: true }),
    siege: Siege::Neighbours { crosses: UPRIGHT, edge_counts: true },
    captor: CaptorValues::TotalOrLayer,
    victim: VictimValues::LayerOrTotal { lowest_alone: true },
    layers_count: false,
    captives: false,
    glory: Glory {
        ranks: 6,
        ownership: Ownership::Own,
        formation: Formation::Line(ALL),
        layers: false,
        after_pyramid: false,
    },
    victories: "glorious,goods,body",
    body: [9, 14],
    goods: [220, 420],
    quiet: 100,
};

const ROY2020: Rules = Rules {
    setup: STANDARD,
    first: Side::Odd,
    circle: straight(1, ALL),
    triangle: straight(3, ALL),
    square: straight(4, ALL),
    pyramid_moves: PyramidMoves::Layers,
    actor: Actor::Moved,
    chain: false,
    moving_in: false,
    leaps_only_besiege: false,
    meeting: Meeting::Whatever,
    pair: Pair { relation: Relation::Between(ALONG_FILE), operations: &[Operation::Sum] },
    distance: Some(Distance { lines: Lines::Along(ALL), added: 1, division: false }),
    siege: Siege::Neighbours { crosses: UPRIGHT, edge_counts: false },
    captor: CaptorValues::Total,
    victim: VictimValues::Total,
    layers_count: false,
    captives: false,
    glory: Glory {
        ranks: 8,
        ownership: Ownership::Own,
        formation: Formation::Line(ORTHOGONAL),
        layers: false,
        after_pyramid: false,
    },
    victories: "glorious,honour-lawsuit,honour,lawsuit,goods,body",
    body: [5, 5],
    goods: [350, 350],
    quiet: 100,
};

const BOARDSPACE: Rules = Rules {
    setup: Setup { forward: 2, exchanged: false },
    first: Side::Odd,
    circle: straight(1, DIAGONAL),
    triangle: leaping(2),
    square: leaping(3),
    pyramid_moves: PyramidMoves::Layers,
    actor: Actor::Any,
    chain: false,
    moving_in: false,
    leaps_only_besiege: false,
    meeting: Meeting::EqualSquares,
    pair: Pair {
        relation: Relation::Flanking,
        operations: &[Operation::Sum, Operation::Difference, Operation::Product, Operation::Quotient],
    },
    distance: Some(Distance { lines: Lines::Along(ALL), added: 1, division: true }),
    siege: Siege::Neighbours { crosses: UPRIGHT_OR_SLANTED, edge_counts: true },
    captor: CaptorValues::TotalOrLayer,
    victim: VictimValues::LayerOrTotal { lowest_alone: true },
    layers_count: true,
    captives: false,
    glory: Glory {
        ranks: 8,
        ownership: Ownership::OwnEnd,
        formation: Formation::EvenLineOrAngle,
        layers: true,
        after_pyramid: false,
    },
    victories: "glorious,goods,body",
    body: [15, 15],
    goods: [985, 1315],
    quiet: 100,
};

const BOISSIERE: Rules = Rules {
    setup: STANDARD,
    first: Side::Even,
    circle: straight(1, ORTHOGONAL),
    triangle: straight(2, ORTHOGONAL),
    square: straight(3, ORTHOGONAL),
    pyramid_moves: PyramidMoves::Square,
    actor: Actor::Any,
    chain: true,
    moving_in: false,
    leaps_only_besiege: false,
    meeting: Meeting::Equal,
    pair: Pair { relation: Relation::Landing, operations: &[Operation::Sum, Operation::Difference] },
    distance: Some(Distance { lines: Lines::Along(ORTHOGONAL), added: -1, division: true }),
    siege: Siege::Ways,
    captor: CaptorValues::TotalOrLayer,
    victim: VictimValues::LayerOrTotal { lowest_alone: true },
    layers_count: false,
    captives: false,
    glory: Glory {
        ranks: 8,
        ownership: Ownership::Own,
        formation: Formation::Anywhere,
        layers: false,
        after_pyramid: false,
    },
    victories: "glorious,goods,body",
    body: [4, 4],
    goods: [100, 100],
    quiet: 100,
};

const MEBBEN: Rules = Rules {
    setup: STANDARD,
    first: Side::Odd,
    circle: straight(1, ORTHOGONAL),
    triangle: straight(2, DIAGONAL),
    square: straight(3, ALL),
    pyramid_moves: PyramidMoves::Layers,
    actor: Actor::Any,
    chain: false,
    moving_in: false,
    leaps_only_besiege: false,
    meeting: Meeting::Equal,
    pair: Pair { relation: Relation::Landing, operations: &[Operation::Difference, Operation::SumOfMore] },
    distance: Some(Distance { lines: Lines::OfTheCaptor, added: 1, division: true }),
    siege: Siege::Ways,
    captor: CaptorValues::LayerOrCompleteTotal,
    victim: VictimValues::LayerOrTotal { lowest_alone: true },
    layers_count: false,
    captives: false,
    glory: Glory {
        ranks: 8,
        ownership: Ownership::OneOwn,
        formation: Formation::EvenLineOrAngle,
        layers: false,
        after_pyramid: false,
    },
    victories: "glorious",
    body: [5, 5],
    goods: [350, 350],
    quiet: 200,
};

const FULKE_THIRD: Rules = Rules {
    setup: Setup { forward: 0, exchanged: true },
    first: Side::Even,
    circle: straight(1, ORTHOGONAL),
    triangle: straight(2, ORTHOGONAL),
    square: straight(3, ORTHOGONAL),
    pyramid_moves: PyramidMoves::Square,
    actor: Actor::Moved,
    chain: false,
    moving_in: true,
    leaps_only_besiege: false,
    meeting: Meeting::Equal,
    pair: Pair { relation: Relation::Adjacent, operations: &[Operation::Sum] },
    distance: Some(Distance { lines: Lines::Along(ALL), added: -1, division: false }),
    siege: Siege::Neighbours { crosses: UPRIGHT_OR_SLANTED, edge_counts: false },
    captor: CaptorValues::TotalOrLayer,
    victim: VictimValues::LayerOrTotal { lowest_alone: false },
    layers_count: false,
    captives: false,
    glory: FULKE_GLORY,
    victories: "glorious,goods,body",
    body: [5, 5],
    goods: [100, 100],
    quiet: 100,
};

const FULKE_FIRST: Rules = Rules {
    setup: Setup { forward: 2, exchanged: true },
    first: Side::Even,
    circle: straight(1, DIAGONAL),
    triangle: leaping(2),
    square: leaping(3),
    pyramid_moves: PyramidMoves::LayersWithoutLeaps,
    actor: Actor::Moved,
    chain: false,
    moving_in: true,
    leaps_only_besiege: true,
    meeting: Meeting::EqualWithoutTotals,
    pair: Pair {
        relation: Relation::Landing,
        operations: &[Operation::Sum, Operation::Difference, Operation::Product, Operation::Quotient],
    },
    distance: None,
    siege: Siege::Ways,
    captor: CaptorValues::TotalOrLayer,
    victim: VictimValues::LayerOrTotal { lowest_alone: true },
    layers_count: false,
    captives: true,
    glory: FULKE_GLORY,
    victories: "glorious,goods,body",
    body: [6, 6],
    goods: [160, 160],
    quiet: 100,
};

/// The glorious victory of both kinds of play after Fulke.
const FULKE_GLORY: Glory =
    Glory { ranks: 6, ownership: Ownership::Own, formation: Formation::Line(ALL), layers: false, after_pyramid: true };
