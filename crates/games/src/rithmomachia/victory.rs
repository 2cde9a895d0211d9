use agon_core::{Options, PerPlayer, Player};

use super::Rithmomachia;
use super::position::{Captured, RithmomachiaPosition};
use super::ruleset::Ruleset;
use super::squares::SQUARES;

/// How a side has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Win {
    Glorious,
    HonourLawsuit,
    Honour,
    Lawsuit,
    Goods,
    Body,
    NoMoves,
}

impl Win {
    pub(super) fn word(self) -> &'static str {
        match self {
            Win::Glorious => "glorious",
            Win::HonourLawsuit => "honour-lawsuit",
            Win::Honour => "honour",
            Win::Lawsuit => "lawsuit",
            Win::Goods => "goods",
            Win::Body => "body",
            Win::NoMoves => "no-moves",
        }
    }

    /// What must have been captured, all of it; nothing where captures do not count.
    pub(super) fn conditions(self) -> &'static [Condition] {
        const fn of(quantity: Quantity, option: &'static str, counter: &'static str) -> Condition {
            Condition { quantity, option, counter }
        }
        match self {
            Win::Glorious | Win::NoMoves => &[],
            Win::HonourLawsuit => {
                const {
                    &[
                        of(Quantity::Value, "hl_value", "honour and lawsuit: value"),
                        of(Quantity::Bodies, "hl_bodies", "honour and lawsuit: bodies"),
                        of(Quantity::Digits, "hl_digits", "honour and lawsuit: digits"),
                    ]
                }
            }
            Win::Honour => {
                const {
                    &[
                        of(Quantity::Value, "honour_value", "honour: value"),
                        of(Quantity::Bodies, "honour_bodies", "honour: bodies"),
                    ]
                }
            }
            Win::Lawsuit => {
                const {
                    &[
                        of(Quantity::Value, "lawsuit_value", "lawsuit: value"),
                        of(Quantity::Digits, "lawsuit_digits", "lawsuit: digits"),
                    ]
                }
            }
            Win::Goods => const { &[of(Quantity::Value, "goods", "goods: value")] },
            Win::Body => const { &[of(Quantity::Bodies, "body", "body: bodies")] },
        }
    }
}

/// One number that a victory demands.
#[derive(Debug)]
pub(super) struct Condition {
    pub quantity: Quantity,
    /// The option that says how much is needed.
    pub option: &'static str,
    /// The name of its counter.
    pub counter: &'static str,
}

/// What is counted of the captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    Value,
    Bodies,
    Digits,
}

impl Quantity {
    pub(super) fn name(self) -> &'static str {
        match self {
            Quantity::Value => "value",
            Quantity::Bodies => "bodies",
            Quantity::Digits => "digits",
        }
    }
}

impl Captured {
    pub(super) fn quantity(self, quantity: Quantity) -> u16 {
        match quantity {
            Quantity::Value => self.value,
            Quantity::Bodies => self.bodies,
            Quantity::Digits => self.digits,
        }
    }

    fn set(&mut self, quantity: Quantity, number: u16) {
        match quantity {
            Quantity::Value => self.value = number,
            Quantity::Bodies => self.bodies = number,
            Quantity::Digits => self.digits = number,
        }
    }
}

/// A victory in force, with what each side must have captured for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    pub win: Win,
    pub least: PerPlayer<Captured>,
}

/// The victories in force, in the order in which they are judged.
pub(super) fn goals(ruleset: &Ruleset, options: &Options) -> Vec<Goal> {
    let in_force = |win: &&Win| options.list("victories").any(|word| word == win.word());
    let goal = |win: &Win| {
        let mut least = PerPlayer([Captured::default(); 2]);
        for condition in win.conditions() {
            let needed = options.each_int(condition.option);
            for player in Player::BOTH {
                least[player].set(condition.quantity, needed[player] as u16);
            }
        }
        Goal { win: *win, least }
    };
    ruleset.victories.iter().filter(in_force).map(goal).collect()
}

/// Three pieces whose values are a progression, in the order in which they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Progression {
    pub kind: &'static str,
    pub squares: [u8; 3],
    pub values: [u16; 3],
}

/// Which progression three numbers are that strictly rise or fall.
#[inline]
pub(super) fn progression_kind(values: [u16; 3]) -> Option<&'static str> {
    let [a, b, c] = values.map(u32::from);
    if !(a < b && b < c || a > b && b > c) {
        None
    } else if 2 * b == a + c {
        Some("arithmetic")
    } else if b * b == a * c {
        Some("geometric")
    } else if b * (a + c) == 2 * a * c {
        Some("harmonic")
    } else {
        None
    }
}

/// Of a set of squares of half a board, the lines with at least three of them:
/// with `unit` 1 the first square of each such rank, with 8 of each such file.
#[inline]
fn lines_of_three(set: u64, unit: u32) -> u64 {
    // Squares from which at least one, two, three are found within a reach that doubles.
    let (mut one, mut two, mut three) = (set, 0, 0);
    for doubling in 0..3 {
        let by = unit << doubling;
        let (one_on, two_on, three_on) = (one >> by, two >> by, three >> by);
        three |= three_on | two & one_on | one & two_on;
        two |= two_on | one & one_on;
        one |= one_on;
    }
    three & if unit == 1 { RANK_STARTS } else { FILE_STARTS }
}

const RANK_STARTS: u64 = u64::MAX / 255;
const FILE_STARTS: u64 = 255;

impl Rithmomachia {
    /// The first victory in force that the side has which has just moved.
    #[inline]
    pub(super) fn victory(&self, position: &RithmomachiaPosition) -> Option<Win> {
        let mover = !position.turn;
        let holds = |goal: &&Goal| match goal.win {
            Win::Glorious => self.progression(position, mover).is_some(),
            _ => position.captured[mover].reaches(goal.least[mover]),
        };
        self.goals.iter().find(holds).map(|goal| goal.win)
    }

    /// A progression of the side that wins.
    #[inline]
    pub(super) fn progression(&self, position: &RithmomachiaPosition, side: Player) -> Option<Progression> {
        if self.simple_glory {
            self.progression_in_half(position, side)
        } else {
            self.glorious(position, side, self.ruleset.glory)
        }
    }

    /// Three of the side's pieces in progression, consecutive on a rank or file of the enemy's half.
    #[inline]
    fn progression_in_half(&self, position: &RithmomachiaPosition, side: Player) -> Option<Progression> {
        let base = if side == Player::One { 0 } else { SQUARES as u8 / 2 };
        let own = (position.sides[side] >> base) as u64;
        if own.count_ones() < 3 {
            return None;
        }
        let occupied = (position.occupied() >> base) as u64;
        for (unit, line) in [(1, FILE_STARTS), (8, RANK_STARTS)] {
            let mut starts = lines_of_three(own, unit);
            while starts != 0 {
                let line = line << starts.trailing_zeros();
                starts &= starts - 1;
                if let Some(found) = self.progression_on(position, side, own, occupied & line, base) {
                    return Some(found);
                }
            }
        }
        None
    }

    /// A progression among the pieces of one line, given by their squares in its half.
    fn progression_on(
        &self,
        position: &RithmomachiaPosition,
        side: Player,
        own: u64,
        mut line: u64,
        base: u8,
    ) -> Option<Progression> {
        let (mut squares, mut values, mut run) = ([0; 3], [0; 3], 0);
        while line != 0 {
            let square = line.trailing_zeros() as u8;
            line &= line - 1;
            if own >> square & 1 == 0 {
                run = 0;
                continue;
            }
            run += 1;
            squares = [squares[1], squares[2], base + square];
            values = [values[1], values[2], self.value(position, side, base + square)];
            if run >= 3
                && let Some(kind) = progression_kind(values)
            {
                return Some(Progression { kind, squares, values });
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Game, Options};

    use super::*;
    use crate::rithmomachia::squares::squares_of;

    #[test]
    fn lines_of_three_are_found_at_once() {
        let mut rng = agon_core::Rng::new(1);
        for _ in 0..1000 {
            let set = rng.bits() & rng.bits() & (rng.bits() | rng.bits());
            let starts = |line: u64, starts: u64| {
                let starts = (0..64).filter(move |start| starts >> start & 1 != 0);
                starts.filter(|start| (set & line << start).count_ones() >= 3).fold(0, |all, start| all | 1 << start)
            };
            assert_eq!(lines_of_three(set, 1), starts(FILE_STARTS, RANK_STARTS));
            assert_eq!(lines_of_three(set, 8), starts(RANK_STARTS, FILE_STARTS));
        }
    }

    /// Arithmetic, geometric and harmonic progressions among the values of a side's plain pieces.
    #[test]
    fn each_army_has_its_progressions() {
        let game = Rithmomachia::new(Options::defaults(Rithmomachia::INFO.options)).unwrap();
        let count = |player: Player| {
            let plain = |square: &u8| game.start.piece(*square).layers().is_none();
            let mut values: Vec<u16> = squares_of(game.start.sides[player])
                .filter(plain)
                .map(|square| game.value(&game.start, player, square))
                .collect();
            values.sort_unstable();
            values.dedup();
            let mut counts = [0; 3];
            for (i, a) in values.iter().enumerate() {
                for (j, b) in values.iter().enumerate().skip(i + 1) {
                    for c in &values[j + 1..] {
                        let rising = progression_kind([*a, *b, *c]);
                        assert_eq!(progression_kind([*c, *b, *a]), rising);
                        let kinds = ["arithmetic", "geometric", "harmonic"];
                        if let Some(kind) = kinds.iter().position(|kind| Some(*kind) == rising) {
                            counts[kind] += 1;
                        }
                    }
                }
            }
            counts
        };
        assert_eq!(Player::BOTH.map(count), [[9, 10, 0], [11, 11, 2]]);
        assert_eq!(progression_kind([5, 5, 5]), None);
        assert_eq!(progression_kind([1, 9999, 9998]), None);
    }
}
