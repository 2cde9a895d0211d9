//! Which pieces stand captured.

use super::moves::{landings, ways};
use super::pieces::{
    ALL, Board, Direction, Piece, Side, Square, away, exists, first_piece, holds, opposite, squares_of,
};
use super::rules::{CaptorValues, Lines, Meeting, Operation, Relation, Rules, Siege, VictimValues};

/// What is taken of a piece, or captures: the piece with its value, or one layer of a pyramid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// All of it.
    Whole,
    /// The layer of this value.
    Layer(i64),
}

/// A captor's value: with which part, and how much it is.
type Value = (Part, i64);

/// One way in which a piece, or a layer of it, stands captured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Capture {
    /// The word of the rule: meeting, assault, ambush or siege.
    pub(super) rule: &'static str,
    pub(super) victim: Square,
    pub(super) part: Part,
    /// Where the pieces stand that take part in it.
    pub(super) captors: Vec<Square>,
    /// Words for what is rare about it.
    pub(super) rare: Vec<&'static str>,
}

/// Every capture of an enemy by pieces of this side, whoever moved.
pub(super) fn captures(rules: &Rules, board: &Board, side: Side) -> Vec<Capture> {
    let targets: Vec<(Square, Vec<Square>)> =
        squares_of(board, side).into_iter().map(|captor| (captor, landings(rules, board, captor))).collect();
    let mut found = Vec::new();
    for victim in squares_of(board, side.other()) {
        let landing: Vec<Square> =
            targets.iter().filter(|(_, targets)| targets.contains(&victim)).map(|(captor, _)| *captor).collect();
        found.extend(meetings(rules, board, victim, &landing));
        found.extend(assaults(rules, board, victim, side));
        found.extend(ambushes(rules, board, victim, side, &landing));
        found.extend(sieges(rules, board, victim, side));
    }
    found
}

/// The captures of one piece in which another takes part.
pub(super) fn captures_of(rules: &Rules, board: &Board, victim: Square, captor: Square) -> Vec<Capture> {
    let mut found = captures(rules, board, board[&captor].side);
    found.retain(|capture| capture.victim == victim && capture.captors.contains(&captor));
    found
}

/// Whether a piece leaves the board by these captures of it.
pub(super) fn leaves(piece: &Piece, captures: &[Capture]) -> bool {
    let hit = |part| captures.iter().any(|capture| capture.part == part);
    hit(Part::Whole) || piece.layer_values().into_iter().all(|layer| hit(Part::Layer(layer)))
}

/// The values with which a piece captures.
fn captor_values(rules: &Rules, piece: &Piece) -> Vec<Value> {
    let total = (Part::Whole, piece.value());
    if !piece.pyramid {
        return vec![total];
    }
    let mut values: Vec<Value> = match rules.captor {
        CaptorValues::Total => Vec::new(),
        CaptorValues::TotalOrLayer | CaptorValues::LayerOrCompleteTotal => {
            piece.layer_values().into_iter().map(|layer| (Part::Layer(layer), layer)).collect()
        }
    };
    match rules.captor {
        CaptorValues::LayerOrCompleteTotal if !piece.is_complete_pyramid() => {}
        _ => values.push(total),
    }
    values
}

/// The parts of a piece that can be taken, with their values.
fn victim_values(rules: &Rules, piece: &Piece) -> Vec<Value> {
    let mut values = vec![(Part::Whole, piece.value())];
    if piece.pyramid
        && let VictimValues::LayerOrTotal { lowest_alone } = rules.victim
    {
        let lowest = piece.side.whole_pyramid()[0].1;
        for layer in piece.layer_values() {
            if lowest_alone || layer != lowest {
                values.push((Part::Layer(layer), layer));
            }
        }
    }
    values
}

/// The word for a capture with a layer of a pyramid.
fn by_layer(parts: &[Part]) -> Vec<&'static str> {
    if parts.iter().any(|part| *part != Part::Whole) { vec!["captor-layer"] } else { Vec::new() }
}

/// Meeting: a captor lands on the victim's square, and the values are as the ruleset asks.
fn meetings(rules: &Rules, board: &Board, victim: Square, landing: &[Square]) -> Vec<Capture> {
    let target = &board[&victim];
    let mut found = Vec::new();
    for captor in landing {
        let mut add = |part, rare| {
            found.push(Capture { rule: "meeting", victim, part, captors: vec![*captor], rare });
        };
        if rules.meeting == Meeting::Whatever {
            let smallest = target.layer_values().into_iter().min().unwrap();
            add(if target.pyramid { Part::Layer(smallest) } else { Part::Whole }, Vec::new());
            continue;
        }
        let taker = &board[captor];
        for (with, a) in captor_values(rules, taker) {
            for (part, v) in victim_values(rules, target) {
                let fits = match rules.meeting {
                    Meeting::Whatever | Meeting::Equal => true,
                    Meeting::EqualWithoutTotals => {
                        let total = |piece: &Piece, part| piece.pyramid && part == Part::Whole;
                        !total(taker, with) && !total(target, part)
                    }
                    Meeting::EqualSquares => (1..=v).any(|root| root * root == v),
                };
                if a == v && fits {
                    add(part, by_layer(&[with]));
                }
            }
        }
    }
    found
}

/// Assault, the capture by distance: one value times the count of squares is the other.
fn assaults(rules: &Rules, board: &Board, victim: Square, side: Side) -> Vec<Capture> {
    let mut found = Vec::new();
    let Some(distance) = rules.distance else { return found };
    for direction in ALL {
        let Some((captor, steps)) = first_piece(board, victim, *direction) else { continue };
        if !holds(board, captor, side) {
            continue;
        }
        // From the captor the victim lies in the opposite direction.
        let line = opposite(*direction);
        let allowed = match distance.lines {
            Lines::Along(directions) => directions.contains(&line),
            Lines::OfTheCaptor => ways(rules, &board[&captor]).iter().any(|(way, _)| *way == line),
        };
        let count = steps + distance.added;
        if !allowed || count < 2 {
            continue;
        }
        for (with, a) in captor_values(rules, &board[&captor]) {
            for (part, v) in victim_values(rules, &board[&victim]) {
                let mut rare = by_layer(&[with]);
                if distance.division && v * count == a {
                    rare.push("assault-division");
                } else if a * count != v {
                    continue;
                }
                found.push(Capture { rule: "assault", victim, part, captors: vec![captor], rare });
            }
        }
    }
    found
}

/// The pairs of captors that stand in the ruleset's relation to the victim, each pair once.
fn pairs(relation: Relation, board: &Board, victim: Square, side: Side, landing: &[Square]) -> Vec<(Square, Square)> {
    let next = |direction: &Direction| away(victim, *direction, 1);
    let mut pairs = Vec::new();
    match relation {
        Relation::Between(directions) => {
            for direction in directions {
                let one = first_piece(board, victim, *direction);
                let other = first_piece(board, victim, opposite(*direction));
                if let (Some((one, _)), Some((other, _))) = (one, other) {
                    pairs.push((one, other));
                }
            }
        }
        Relation::Flanking => pairs.extend(ALL.iter().map(|direction| (next(direction), next(&opposite(*direction))))),
        Relation::Landing => pairs.extend(landing.iter().flat_map(|one| landing.iter().map(|other| (*one, *other)))),
        Relation::Adjacent => pairs.extend(ALL.iter().flat_map(|one| ALL.iter().map(|other| (next(one), next(other))))),
    }
    pairs.retain(|(one, other)| one < other && holds(board, *one, side) && holds(board, *other, side));
    pairs
}

/// Ambush, the capture by a pair: the two values make the victim's.
fn ambushes(rules: &Rules, board: &Board, victim: Square, side: Side, landing: &[Square]) -> Vec<Capture> {
    let mut found = Vec::new();
    for operation in rules.pair.operations {
        if *operation == Operation::SumOfMore {
            found.extend(sums_of_more(rules, board, victim, landing));
            continue;
        }
        for (one, other) in pairs(rules.pair.relation, board, victim, side, landing) {
            for (with_one, a) in captor_values(rules, &board[&one]) {
                for (with_other, b) in captor_values(rules, &board[&other]) {
                    for (part, v) in victim_values(rules, &board[&victim]) {
                        let (fits, word) = match operation {
                            Operation::Sum | Operation::SumOfMore => (a + b == v, None),
                            Operation::Difference => ((a - b).abs() == v, Some("ambush-difference")),
                            Operation::Product => (a * b == v, Some("ambush-product")),
                            Operation::Quotient => (a == v * b || b == v * a, Some("ambush-quotient")),
                        };
                        if fits {
                            let mut rare = by_layer(&[with_one, with_other]);
                            rare.extend(word);
                            found.push(Capture { rule: "ambush", victim, part, captors: vec![one, other], rare });
                        }
                    }
                }
            }
        }
    }
    found
}

/// The sums of two or more different pieces that land on the victim's square.
fn sums_of_more(rules: &Rules, board: &Board, victim: Square, landing: &[Square]) -> Vec<Capture> {
    // Every choice of some of the pieces, with one value each.
    let mut choices: Vec<Vec<(Square, Value)>> = vec![Vec::new()];
    for captor in landing {
        for choice in choices.clone() {
            for value in captor_values(rules, &board[captor]) {
                let mut longer = choice.clone();
                longer.push((*captor, value));
                choices.push(longer);
            }
        }
    }
    let mut found = Vec::new();
    for choice in choices.iter().filter(|choice| choice.len() >= 2) {
        let sum: i64 = choice.iter().map(|(_, (_, value))| value).sum();
        for (part, v) in victim_values(rules, &board[&victim]) {
            if sum == v {
                let parts: Vec<Part> = choice.iter().map(|(_, (part, _))| *part).collect();
                let mut rare = by_layer(&parts);
                if choice.len() > 2 {
                    rare.push("ambush-of-more");
                }
                let captors = choice.iter().map(|(captor, _)| *captor).collect();
                found.push(Capture { rule: "ambush", victim, part, captors, rare });
            }
        }
    }
    found
}

/// Siege: the neighbours are held, or every way is blocked.
fn sieges(rules: &Rules, board: &Board, victim: Square, side: Side) -> Vec<Capture> {
    let siege = |captors, rare| Capture { rule: "siege", victim, part: Part::Whole, captors, rare };
    let mut found = Vec::new();
    match rules.siege {
        Siege::Neighbours { crosses, edge_counts } => {
            for cross in crosses {
                let around: Vec<Square> = cross.iter().map(|direction| away(victim, *direction, 1)).collect();
                let held: Vec<Square> = around.iter().copied().filter(|square| holds(board, *square, side)).collect();
                let off: Vec<Square> = around.iter().copied().filter(|square| !exists(*square)).collect();
                let closed = held.len() == 4 || (edge_counts && held.len() + off.len() == 4);
                if closed && !held.is_empty() {
                    let mut rare = Vec::new();
                    if !off.is_empty() {
                        rare.push("siege-edge");
                    }
                    if cross.contains(&(1, 1)) {
                        rare.push("siege-diagonal");
                    }
                    found.push(siege(held, rare));
                }
            }
        }
        Siege::Ways => {
            let mut captors = Vec::new();
            let mut rare = vec!["siege-ways"];
            for (direction, steps) in ways(rules, &board[&victim]) {
                match first_piece(board, victim, direction) {
                    Some((square, at)) if at <= steps => {
                        if !holds(board, square, side) {
                            return found;
                        }
                        captors.push(square);
                    }
                    _ if exists(away(victim, direction, steps)) => return found,
                    _ => rare.push("siege-edge"),
                }
            }
            if !captors.is_empty() {
                found.push(siege(captors, rare));
            }
        }
    }
    found
}
