//! What wins: progressions in the enemy's camp, and accounts of what was captured.

use super::pieces::{ALL, Board, DIAGONAL, Direction, ORTHOGONAL, Piece, Side, Square, first_piece, holds, opposite};
use super::rules::{Formation, Ownership, Rules};
use crate::Options;

/// The victories in the order in which they are judged.
pub(super) const VICTORIES: [&str; 6] = ["glorious", "honour-lawsuit", "honour", "lawsuit", "goods", "body"];

/// What a side has captured.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Account {
    pub(super) value: i64,
    pub(super) bodies: i64,
    pub(super) digits: i64,
}

impl Account {
    /// Enters one body.
    pub(super) fn add(&mut self, value: i64) {
        self.value += value;
        self.bodies += 1;
        self.digits += value.to_string().len() as i64;
    }
}

/// What must be captured for the victories, by Odd and by Even.
#[derive(Clone, Debug)]
pub(super) struct Thresholds {
    body: [i64; 2],
    goods: [i64; 2],
    lawsuit_value: [i64; 2],
    lawsuit_digits: [i64; 2],
    honour_value: [i64; 2],
    honour_bodies: [i64; 2],
    hl_value: [i64; 2],
    hl_bodies: [i64; 2],
    hl_digits: [i64; 2],
}

impl Thresholds {
    /// The thresholds of the options, else of the ruleset.
    pub(super) fn new(options: &Options, rules: &Rules) -> Self {
        let of = |name, default| numbers(options, name).unwrap_or(default);
        Thresholds {
            body: of("body", rules.body),
            goods: of("goods", rules.goods),
            lawsuit_value: of("lawsuit_value", [300, 300]),
            lawsuit_digits: of("lawsuit_digits", [9, 9]),
            honour_value: of("honour_value", [300, 300]),
            honour_bodies: of("honour_bodies", [4, 4]),
            hl_value: of("hl_value", [250, 250]),
            hl_bodies: of("hl_bodies", [4, 4]),
            hl_digits: of("hl_digits", [9, 9]),
        }
    }

    /// Whether an account is enough for a side's victory of this name; the glorious one is none of them.
    pub(super) fn reached(&self, word: &str, account: Account, side: Side) -> bool {
        let value = |least: [i64; 2]| account.value >= least[side.index()];
        let bodies = |least: [i64; 2]| account.bodies >= least[side.index()];
        let digits = |least: [i64; 2]| account.digits >= least[side.index()];
        match word {
            "honour-lawsuit" => value(self.hl_value) && bodies(self.hl_bodies) && digits(self.hl_digits),
            "honour" => value(self.honour_value) && bodies(self.honour_bodies),
            "lawsuit" => value(self.lawsuit_value) && digits(self.lawsuit_digits),
            "goods" => value(self.goods),
            "body" => bodies(self.body),
            _ => unreachable!(),
        }
    }
}

/// An option with a number for both sides, or Odd's and Even's with a comma between.
fn numbers(options: &Options, name: &str) -> Option<[i64; 2]> {
    let text = options.text(name)?;
    let number = |text: &str| {
        let number = text.trim().parse().unwrap_or_else(|_| panic!("option {name}: {text:?} is not a number"));
        assert!((1..=9999).contains(&number), "option {name}: {number} is not in 1..=9999");
        number
    };
    Some(match text.split_once(',') {
        Some((odd, even)) => [number(odd), number(even)],
        None => [number(text); 2],
    })
}

/// Which progression three rising values make, if any.
pub(super) fn progression(a: i64, b: i64, c: i64) -> Option<&'static str> {
    if !(a < b && b < c) {
        None
    } else if b - a == c - b {
        Some("glorious-arithmetic")
    } else if b * b == a * c {
        Some("glorious-geometric")
    } else if b * (a + c) == 2 * a * c {
        Some("glorious-harmonic")
    } else {
        None
    }
}

/// A progression on the board: the pieces of the smallest, the middle and the greatest term.
pub(super) struct Progression {
    pub(super) squares: [Square; 3],
    /// Words for its kind and for what is rare about it.
    pub(super) rare: Vec<&'static str>,
}

/// The progressions with which a side wins.
pub(super) fn progressions(rules: &Rules, board: &Board, side: Side) -> Vec<Progression> {
    let glory = rules.glory;
    let mut found = Vec::new();
    if glory.after_pyramid && board.values().any(|piece| piece.pyramid && piece.side != side) {
        return found;
    }
    let counts = |square: &Square| match glory.ownership {
        Ownership::Own => holds(board, *square, side),
        Ownership::OwnEnd | Ownership::OneOwn => true,
    };
    let in_camp = |square: &Square| side.is_enemy_camp(*square, glory.ranks);
    let candidates: Vec<Square> = board.keys().copied().filter(in_camp).filter(counts).collect();
    for middle in &candidates {
        for (low, high, form) in ends(glory.formation, board, &candidates, *middle) {
            let squares = [low, *middle, high];
            let owned = match glory.ownership {
                Ownership::Own => true,
                Ownership::OwnEnd => holds(board, low, side) || holds(board, high, side),
                Ownership::OneOwn => squares.iter().any(|square| holds(board, *square, side)),
            };
            if !owned || !squares.iter().all(|square| candidates.contains(square)) {
                continue;
            }
            for (a, layer_a) in terms(rules, &board[&low]) {
                for (b, layer_b) in terms(rules, &board[middle]) {
                    for (c, layer_c) in terms(rules, &board[&high]) {
                        if let Some(kind) = progression(a, b, c) {
                            let mut rare = vec![kind];
                            rare.extend(form);
                            if layer_a || layer_b || layer_c {
                                rare.push("glorious-layer");
                            }
                            if squares.iter().any(|square| !holds(board, *square, side)) {
                                rare.push("glorious-with-enemy");
                            }
                            if glory.after_pyramid {
                                rare.push("glorious-after-pyramid");
                            }
                            found.push(Progression { squares, rare });
                        }
                    }
                }
            }
        }
    }
    found
}

/// The values for which a piece may stand in a progression, and whether each is a layer's.
fn terms(rules: &Rules, piece: &Piece) -> Vec<(i64, bool)> {
    let mut terms = vec![(piece.value(), false)];
    if piece.pyramid && rules.glory.layers {
        terms.extend(piece.layer_values().into_iter().map(|layer| (layer, true)));
    }
    terms
}

/// Where the smallest and the greatest term may stand, and a word for a form that is rare.
type Ends = (Square, Square, Option<&'static str>);

/// Where the pieces of the smallest and of the greatest term may stand, given that of the middle one.
fn ends(formation: Formation, board: &Board, candidates: &[Square], middle: Square) -> Vec<Ends> {
    let mut ends = Vec::new();
    match formation {
        Formation::Line(directions) => {
            for direction in directions {
                let one = first_piece(board, middle, *direction);
                let other = first_piece(board, middle, opposite(*direction));
                if let (Some((one, _)), Some((other, _))) = (one, other) {
                    ends.push((one, other, is_diagonal(*direction)));
                }
            }
        }
        Formation::EvenLineOrAngle => {
            for one in ALL {
                for other in ALL {
                    let angle = is_right_angle(*one, *other);
                    if !angle && *other != opposite(*one) {
                        continue;
                    }
                    if let Some((low, near)) = first_piece(board, middle, *one)
                        && let Some((high, far)) = first_piece(board, middle, *other)
                        && near == far
                    {
                        ends.push((low, high, if angle { Some("glorious-angle") } else { is_diagonal(*one) }));
                    }
                }
            }
        }
        Formation::Anywhere => {
            let others = || candidates.iter().copied().filter(|square| *square != middle);
            for low in others() {
                ends.extend(others().filter(|high| *high != low).map(|high| (low, high, Some("glorious-anywhere"))));
            }
        }
    }
    ends
}

/// The word for a line on a diagonal.
fn is_diagonal(direction: Direction) -> Option<&'static str> {
    DIAGONAL.contains(&direction).then_some("glorious-diagonal")
}

/// Whether two directions, both orthogonal or both diagonal, are at a right angle.
fn is_right_angle(one: Direction, other: Direction) -> bool {
    let both = |directions: &[Direction]| directions.contains(&one) && directions.contains(&other);
    (both(ORTHOGONAL) || both(DIAGONAL)) && one.0 * other.0 + one.1 * other.1 == 0
}
