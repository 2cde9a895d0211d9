//! Rithmomachia: numbered pieces that capture by arithmetic, with the rulesets of several centuries.
//! A ruleset is a choice (`rulesets`) among parts (`rules`); the parts are spelled out once, in the other files.

mod captures;
mod moves;
mod pieces;
mod rules;
mod rulesets;
mod setup;
mod victories;

use crate::{Ending, Options, Oracle};
use captures::{Capture, Part, captures, captures_of};
use moves::Move;
use pieces::{Board, Piece, Side, Square};
use rules::{Actor, Rules};
use std::collections::BTreeSet;
use victories::{Account, Thresholds, VICTORIES, progressions};

/// The names of the options.
const OPTIONS: [&str; 12] = [
    "ruleset",
    "body",
    "goods",
    "lawsuit_value",
    "lawsuit_digits",
    "honour_value",
    "honour_bodies",
    "hl_value",
    "hl_bodies",
    "hl_digits",
    "victories",
    "quiet",
];

/// A position as it counts for repetition: the pieces with their layers, the side to move, and the
/// captives that can enter.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Position {
    board: Board,
    to_move: Side,
    /// The captives of Odd and of Even, as their own pieces, by shape and value.
    reserves: [Vec<Piece>; 2],
}

/// A game of Rithmomachia.
#[derive(Clone, Debug)]
pub struct Rithmomachia {
    rules: Rules,
    thresholds: Thresholds,
    victories: Vec<String>,
    quiet_allowed: i64,
    position: Position,
    /// All positions so far, the start and the present one included.
    history: Vec<Position>,
    /// What Odd and Even have captured.
    accounts: [Account; 2],
    /// The values of the bodies that the last move captured.
    taken: Vec<i64>,
    /// Half moves since the last capture.
    quiet: i64,
    /// The squares on which captives stand that have entered, told only as rare things.
    entered: BTreeSet<Square>,
    ending: Option<Ending>,
    rare: Vec<&'static str>,
}

impl Rithmomachia {
    /// Opens a game with the options of the page.
    pub fn new(options: &[(&str, &str)]) -> Self {
        let rules = Rules::named(ruleset(&Options::new(options, &OPTIONS)));
        Self::with_board(options, rules.setup.board(), rules.first)
    }

    /// A game that begins with any board.
    fn with_board(options: &[(&str, &str)], board: Board, to_move: Side) -> Self {
        let options = Options::new(options, &OPTIONS);
        let rules = Rules::named(ruleset(&options));
        let victories: Vec<String> = options
            .text("victories")
            .unwrap_or(rules.victories)
            .split(',')
            .map(|word| word.trim().to_string())
            .filter(|word| !word.is_empty())
            .collect();
        for word in &victories {
            assert!(VICTORIES.contains(&word.as_str()), "no victory {word:?}");
        }
        let position = Position { board, to_move, reserves: [Vec::new(), Vec::new()] };
        Rithmomachia {
            thresholds: Thresholds::new(&options, &rules),
            victories,
            quiet_allowed: options.number("quiet", 1, 10000, rules.quiet),
            rules,
            history: vec![position.clone()],
            position,
            accounts: [Account::default(); 2],
            taken: Vec::new(),
            quiet: 0,
            entered: BTreeSet::new(),
            ending: None,
            rare: Vec::new(),
        }
    }

    /// The legal moves, the game over or not.
    fn legal(&self) -> Vec<Move> {
        let Position { board, to_move, reserves } = &self.position;
        moves::moves(&self.rules, board, *to_move, &reserves[to_move.index()])
    }

    /// Moves a piece to a square that is empty by now.
    fn shift(&mut self, from: Square, to: Square) {
        let piece = self.position.board.remove(&from).unwrap();
        assert!(self.position.board.insert(to, piece).is_none());
        if self.entered.remove(&from) {
            self.entered.insert(to);
        }
    }

    /// Takes the enemy on whose square the piece on `from` moves in, as it stands captured before the move.
    fn take_before_moving_in(&mut self, from: Square, to: Square) {
        let found = captures_of(&self.rules, &self.position.board, to, from);
        self.take(&found);
        self.rare.push("moving-in");
    }

    /// All captures that follow when a piece has moved to `moved`: found first, done together, and
    /// with a chain looked for again.
    fn capture(&mut self, moved: Square, leapt: bool) {
        let mut victims = 0;
        for round in 1.. {
            let mut found = captures(&self.rules, &self.position.board, self.position.to_move);
            if self.rules.actor == Actor::Moved {
                found.retain(|capture| capture.captors.contains(&moved));
            }
            if leapt && self.rules.leaps_only_besiege {
                found.retain(|capture| capture.rule == "siege");
            }
            if found.is_empty() {
                break;
            }
            match round {
                1 => {}
                2 => self.rare.push("chain-2"),
                _ => self.rare.push("chain-3"),
            }
            if leapt {
                self.rare.push(if found.iter().any(|capture| capture.rule == "siege") {
                    "leap-with-siege"
                } else {
                    "leap-with-capture"
                });
            }
            if found.iter().any(|capture| !capture.captors.contains(&moved)) {
                self.rare.push("captured-by-others");
            }
            victims += self.take(&found);
            if !self.rules.chain {
                break;
            }
        }
        if victims > 1 {
            self.rare.push("multi-capture");
        }
        if victims > 0 && self.rare.contains(&"moving-in") {
            self.rare.push("moving-in-and-capture");
        }
    }

    /// Takes all that these captures hit, together, and tells how many pieces were hit.
    fn take(&mut self, found: &[Capture]) -> usize {
        let victims: BTreeSet<Square> = found.iter().map(|capture| capture.victim).collect();
        for capture in found {
            self.rare.push(capture.rule);
            self.rare.extend(&capture.rare);
        }
        for victim in &victims {
            let hits: Vec<Capture> = found.iter().filter(|capture| capture.victim == *victim).cloned().collect();
            let words: BTreeSet<&str> = hits.iter().map(|hit| hit.rule).collect();
            if words.len() > 1 {
                self.rare.push("doubly-captured");
            }
            if self.position.board[victim].pyramid {
                self.take_of_pyramid(*victim, &hits);
            } else {
                self.take_plain(*victim);
            }
        }
        victims.len()
    }

    /// Takes a plain piece, which may enter again as the captor's.
    fn take_plain(&mut self, victim: Square) {
        let piece = self.position.board.remove(&victim).unwrap();
        self.taken.push(piece.value());
        if self.entered.remove(&victim) {
            self.rare.push("captive-recaptured");
        }
        if self.rules.captives {
            let mover = self.position.to_move;
            let (shape, value) = piece.layers[0];
            // A piece that no army has, or has no more of, was set up by hand and does not enter.
            let start = self.rules.setup.board();
            let of_armies = start.values().filter(|known| !known.pyramid && known.layers[0] == piece.layers[0]).count();
            let reserve = &mut self.position.reserves[mover.index()];
            if reserve.iter().filter(|held| held.layers[0] == piece.layers[0]).count() < of_armies {
                reserve.push(Piece::plain(mover, shape, value));
                reserve.sort_by_key(|piece| piece.layers[0]);
            }
        }
    }

    /// Takes a pyramid, whole if any capture takes the whole, else the layers that are hit.
    fn take_of_pyramid(&mut self, victim: Square, hits: &[Capture]) {
        let layers = self.position.board[&victim].layer_values();
        let whole = hits.iter().any(|hit| hit.part == Part::Whole);
        let taken: Vec<i64> =
            layers.iter().copied().filter(|layer| hits.iter().any(|hit| hit.part == Part::Layer(*layer))).collect();
        if whole {
            self.rare.push("pyramid-whole");
            if hits.iter().any(|hit| hit.part == Part::Whole && hit.rule != "siege") {
                self.rare.push("pyramid-by-total");
            }
            if !taken.is_empty() {
                self.rare.push("pyramid-whole-and-layer");
            }
            if self.rules.layers_count {
                self.taken.extend(&layers);
            } else {
                self.taken.push(layers.iter().sum());
            }
            self.position.board.remove(&victim);
            return;
        }
        self.rare.push("pyramid-layer");
        if taken.len() > 1 {
            self.rare.push("pyramid-layers-at-once");
        }
        self.taken.extend(&taken);
        if taken.len() == layers.len() {
            self.rare.push("pyramid-last-layer");
            self.position.board.remove(&victim);
        } else {
            let piece = self.position.board.get_mut(&victim).unwrap();
            piece.layers.retain(|(_, value)| !taken.contains(value));
        }
    }

    /// How often the present position has stood, now included.
    fn times_stood(&self) -> usize {
        self.history.iter().filter(|past| **past == self.position).count()
    }

    /// The end of the game after the mover's move and captures: the first that holds.
    fn judge(&self, mover: Side) -> Option<Ending> {
        for word in VICTORIES {
            let in_force = self.victories.iter().any(|listed| listed == word);
            let holds = || match word {
                "glorious" => !progressions(&self.rules, &self.position.board, mover).is_empty(),
                _ => self.thresholds.reached(word, self.accounts[mover.index()], mover),
            };
            if in_force && holds() {
                return Some((mover.wins(), word));
            }
        }
        if self.legal().is_empty() {
            return Some((mover.wins(), "no-moves"));
        }
        if self.times_stood() >= 3 {
            return Some(("draw", "repetition"));
        }
        if self.quiet >= self.quiet_allowed {
            return Some(("draw", "quiet"));
        }
        None
    }

    /// Adds the words for the progressions with which the mover has won.
    fn tell_glory(&mut self, mover: Side) {
        for progression in progressions(&self.rules, &self.position.board, mover) {
            self.rare.extend(progression.rare);
            if progression.squares.iter().any(|square| self.entered.contains(square)) {
                self.rare.push("glorious-with-captive");
            }
        }
    }
}

/// The name of the ruleset in the options.
fn ruleset<'a>(options: &Options<'a>) -> &'a str {
    options.text("ruleset").unwrap_or("roy2020")
}

impl Oracle for Rithmomachia {
    fn moves(&self) -> Vec<String> {
        if self.ending.is_some() {
            return Vec::new();
        }
        self.legal().iter().map(Move::text).collect()
    }

    fn play(&mut self, mv: &str) {
        assert!(self.ending.is_none(), "the game is over");
        let legal = self.legal();
        let mv = legal.into_iter().find(|legal| legal.text() == mv).unwrap_or_else(|| panic!("illegal: {mv}"));
        let mover = self.position.to_move;
        self.rare.clear();
        self.taken.clear();
        match mv {
            Move::March(from, to) => {
                self.shift(from, to);
                self.capture(to, false);
            }
            Move::Leap(from, to) => {
                self.shift(from, to);
                self.capture(to, true);
            }
            Move::TakePlace(from, to) => {
                self.take_before_moving_in(from, to);
                self.shift(from, to);
                self.capture(to, false);
            }
            Move::Enter(piece, to) => {
                let reserve = &mut self.position.reserves[mover.index()];
                let index = reserve.iter().position(|captive| *captive == piece).unwrap();
                reserve.remove(index);
                self.position.board.insert(to, piece);
                self.entered.insert(to);
                self.rare.push("entry");
            }
        }
        for value in &self.taken {
            self.accounts[mover.index()].add(*value);
        }
        self.quiet = if self.taken.is_empty() { self.quiet + 1 } else { 0 };
        self.position.to_move = mover.other();
        self.history.push(self.position.clone());
        self.ending = self.judge(mover);
        if self.reason() == "glorious" {
            self.tell_glory(mover);
        }
        self.rare.sort_unstable();
        self.rare.dedup();
    }

    fn result(&self) -> &'static str {
        self.ending.map_or("none", |(result, _)| result)
    }

    fn reason(&self) -> &'static str {
        self.ending.map_or("none", |(_, reason)| reason)
    }

    fn p1_turn(&self) -> bool {
        self.position.to_move == Side::Odd
    }

    fn rare(&self) -> Vec<&'static str> {
        self.rare.clone()
    }

    fn boxed_clone(&self) -> Box<dyn Oracle> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests;
