//! Rithmomachia, ruleset `roy2020`: numbered pieces that capture by arithmetic. A long file,
//! because an oracle is read beside the rules page, from top to bottom, without looking elsewhere.

use crate::{Ending, Options, Oracle};
use std::collections::{BTreeMap, BTreeSet};

/// The setup: square by square; upper case Even, lower case Odd.
const SETUP: &str = "
    s49@a16  s121@b16                                          s225@g16 s361@h16
    s28@a15  s66@b15  t36@c15 t30@d15 t56@e15 t64@f15 s120@g15 p190@h15
    t16@a14  t12@b14  c9@c14  c25@d14 c49@e14 c81@f14 t90@g14  t100@h14
                      c3@c13  c5@d13  c7@e13  c9@f13
                      C8@c4   C6@d4   C4@e4   C2@f4
    T81@a3   T72@b3   C64@c3  C36@d3  C16@e3  C4@f3   T6@g3    T9@h3
    S153@a2  P91@b2   T49@c2  T42@d2  T20@e2  T25@f2  S45@g2   S15@h2
    S289@a1  S169@b1                                  S81@g1   S25@h1";

/// The layers of Even's pyramid.
const EVEN_PYRAMID: [(Shape, i64); 6] = [
    (Shape::Square, 36),
    (Shape::Square, 25),
    (Shape::Triangle, 16),
    (Shape::Triangle, 9),
    (Shape::Circle, 4),
    (Shape::Circle, 1),
];

/// The layers of Odd's pyramid.
const ODD_PYRAMID: [(Shape, i64); 5] =
    [(Shape::Square, 64), (Shape::Square, 49), (Shape::Triangle, 36), (Shape::Triangle, 25), (Shape::Circle, 16)];

/// The victories in the order in which they are judged.
const VICTORIES: [&str; 6] = ["glorious", "honour-lawsuit", "honour", "lawsuit", "goods", "body"];

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

/// The eight directions: files to the right, ranks up.
const DIRECTIONS: [(i64, i64); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The four directions along files and ranks.
const ORTHOGONAL: [(i64, i64); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// The two directions along a file.
const ALONG_FILE: [(i64, i64); 2] = [(0, 1), (0, -1)];

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    /// Player 1, black, at the top.
    Odd,
    /// Player 2, white, at the bottom.
    Even,
}

impl Side {
    /// The other player.
    fn other(self) -> Side {
        match self {
            Side::Odd => Side::Even,
            Side::Even => Side::Odd,
        }
    }

    /// The word for a win of this player.
    fn wins(self) -> &'static str {
        match self {
            Side::Odd => "p1win",
            Side::Even => "p2win",
        }
    }

    /// Whether a rank lies in the half of this player's enemy.
    fn is_enemy_half(self, rank: i64) -> bool {
        match self {
            Side::Odd => (1..=8).contains(&rank),
            Side::Even => (9..=16).contains(&rank),
        }
    }

    /// Where the player's entries stand in a pair.
    fn index(self) -> usize {
        match self {
            Side::Odd => 0,
            Side::Even => 1,
        }
    }
}

/// The shape of a plain piece or of a pyramid's layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Circle,
    Triangle,
    Square,
}

impl Shape {
    /// How many squares it moves, exactly.
    fn distance(self) -> i64 {
        match self {
            Shape::Circle => 1,
            Shape::Triangle => 3,
            Shape::Square => 4,
        }
    }
}

/// A piece; a plain one has a single layer.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Piece {
    side: Side,
    pyramid: bool,
    layers: Vec<(Shape, i64)>,
}

impl Piece {
    /// The piece's value: the sum of the layers that it still has.
    fn value(&self) -> i64 {
        self.layers.iter().map(|(_, value)| value).sum()
    }

    /// The distances that it may move: those of the layers that it still has.
    fn distances(&self) -> BTreeSet<i64> {
        self.layers.iter().map(|(shape, _)| shape.distance()).collect()
    }

    /// Takes the smallest remaining layer off and tells its value.
    fn lose_smallest_layer(&mut self) -> i64 {
        let smallest = self.layers.iter().map(|(_, value)| *value).min().unwrap();
        self.layers.retain(|(_, value)| *value != smallest);
        smallest
    }
}

/// A square: file 1 to 8 and rank 1 to 16.
type Square = (i64, i64);

/// The pieces on the board.
type Board = BTreeMap<Square, Piece>;

/// Whether the board has such a square.
fn exists((file, rank): Square) -> bool {
    (1..=8).contains(&file) && (1..=16).contains(&rank)
}

/// All squares.
fn squares() -> Vec<Square> {
    (1..=8).flat_map(|file| (1..=16).map(move |rank| (file, rank))).collect()
}

/// A square's name.
fn name((file, rank): Square) -> String {
    format!("{}{rank}", char::from(b'a' + (file - 1) as u8))
}

/// The square some steps away in a direction, whether it exists or not.
fn away((file, rank): Square, (files, ranks): (i64, i64), steps: i64) -> Square {
    (file + files * steps, rank + ranks * steps)
}

/// The squares at the right distance for the piece on `from`, with nothing on the squares passed,
/// whatever stands on the square itself.
fn landings(board: &Board, from: Square) -> Vec<Square> {
    let mut landings = Vec::new();
    for direction in DIRECTIONS {
        for distance in board[&from].distances() {
            let clear = (1..distance).all(|steps| !board.contains_key(&away(from, direction, steps)));
            let target = away(from, direction, distance);
            if exists(target) && clear {
                landings.push(target);
            }
        }
    }
    landings
}

/// The first square with a piece on it in a direction, and how many steps away it is.
fn first_piece(board: &Board, from: Square, direction: (i64, i64)) -> Option<(Square, i64)> {
    (1..)
        .map(|steps| (away(from, direction, steps), steps))
        .take_while(|(square, _)| exists(*square))
        .find(|(square, _)| board.contains_key(square))
}

/// Whether a square holds a piece of this side.
fn holds(board: &Board, square: Square, side: Side) -> bool {
    board.get(&square).is_some_and(|piece| piece.side == side)
}

/// Meeting: the enemies that stand where the moved piece could land with its next move.
fn meetings(board: &Board, moved: Square) -> Vec<Square> {
    let enemy = board[&moved].side.other();
    landings(board, moved).into_iter().filter(|square| holds(board, *square, enemy)).collect()
}

/// Assault: the enemies in sight whose value is the moved piece's times the squares of the line,
/// both ends counted.
fn assaults(board: &Board, moved: Square) -> Vec<Square> {
    let attacker = &board[&moved];
    DIRECTIONS
        .iter()
        .filter_map(|direction| first_piece(board, moved, *direction))
        .filter(|(square, _)| holds(board, *square, attacker.side.other()))
        .filter(|(square, steps)| attacker.value() * (steps + 1) == board[square].value())
        .map(|(square, _)| square)
        .collect()
}

/// Ambush: the enemies on the moved piece's file, between it and a friend, nothing else between,
/// whose value is the sum of the two.
fn ambushes(board: &Board, moved: Square) -> Vec<Square> {
    let attacker = &board[&moved];
    let mut ambushes = Vec::new();
    for direction in ALONG_FILE {
        if let Some((victim, _)) = first_piece(board, moved, direction)
            && let Some((helper, _)) = first_piece(board, victim, direction)
            && holds(board, victim, attacker.side.other())
            && holds(board, helper, attacker.side)
            && attacker.value() + board[&helper].value() == board[&victim].value()
        {
            ambushes.push(victim);
        }
    }
    ambushes
}

/// Siege: the enemies beside the moved piece whose four orthogonal neighbours all exist and hold
/// pieces of the mover.
fn sieges(board: &Board, moved: Square) -> Vec<Square> {
    let side = board[&moved].side;
    ORTHOGONAL
        .iter()
        .map(|direction| away(moved, *direction, 1))
        .filter(|victim| holds(board, *victim, side.other()))
        .filter(|victim| ORTHOGONAL.iter().all(|direction| holds(board, away(*victim, *direction, 1), side)))
        .collect()
}

/// Which progression three values make in their order, if they strictly rise or fall.
fn progression(a: i64, b: i64, c: i64) -> Option<&'static str> {
    if !((a < b && b < c) || (a > b && b > c)) {
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

/// The progressions of a side: three of its pieces in the enemy's half, next to one another on a
/// rank or file but for empty squares.
fn progressions(board: &Board, side: Side) -> Vec<&'static str> {
    let ranks = (1..=16).map(|rank| (1..=8).map(|file| (file, rank)).collect::<Vec<Square>>());
    let files = (1..=8).map(|file| (1..=16).map(|rank| (file, rank)).collect());
    let mut found = Vec::new();
    for line in ranks.chain(files) {
        let occupied: Vec<Square> = line.into_iter().filter(|square| board.contains_key(square)).collect();
        for three in occupied.windows(3) {
            let counts = three.iter().all(|square| holds(board, *square, side) && side.is_enemy_half(square.1));
            let [a, b, c] = [0, 1, 2].map(|index| board[&three[index]].value());
            if counts {
                found.extend(progression(a, b, c));
            }
        }
    }
    found
}

/// What must be captured for the victories.
#[derive(Clone, Debug)]
struct Thresholds {
    body: i64,
    goods: i64,
    lawsuit_value: i64,
    lawsuit_digits: i64,
    honour_value: i64,
    honour_bodies: i64,
    hl_value: i64,
    hl_bodies: i64,
    hl_digits: i64,
}

/// A position as it counts for repetition: the pieces with their layers, and the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Position {
    board: Board,
    to_move: Side,
}

/// A game of Rithmomachia.
#[derive(Clone, Debug)]
pub struct Rithmomachia {
    thresholds: Thresholds,
    victories: Vec<String>,
    quiet_allowed: i64,
    position: Position,
    /// All positions so far, the start and the present one included.
    history: Vec<Position>,
    /// The values of the bodies that Odd and Even have captured.
    captured: [Vec<i64>; 2],
    /// Half moves since the last capture.
    quiet: i64,
    ending: Option<Ending>,
    rare: Vec<&'static str>,
}

impl Rithmomachia {
    /// Opens a game with the options of the page.
    pub fn new(options: &[(&str, &str)]) -> Self {
        Self::with_board(options, board_from(SETUP), Side::Odd)
    }

    /// A game that begins with any board.
    fn with_board(options: &[(&str, &str)], board: Board, to_move: Side) -> Self {
        let options = Options::new(options, &OPTIONS);
        let ruleset = options.text("ruleset").unwrap_or("roy2020");
        assert!(ruleset == "roy2020", "only ruleset roy2020 is known here");
        let victories: Vec<String> = match options.text("victories") {
            None => VICTORIES.iter().map(|word| word.to_string()).collect(),
            Some(text) => text.split(',').map(|word| word.trim().to_string()).filter(|word| !word.is_empty()).collect(),
        };
        for word in &victories {
            assert!(VICTORIES.contains(&word.as_str()), "no victory {word:?}");
        }
        let threshold = |name, default| options.number(name, 1, 9999, default);
        let position = Position { board, to_move };
        Rithmomachia {
            thresholds: Thresholds {
                body: threshold("body", 5),
                goods: threshold("goods", 350),
                lawsuit_value: threshold("lawsuit_value", 300),
                lawsuit_digits: threshold("lawsuit_digits", 9),
                honour_value: threshold("honour_value", 300),
                honour_bodies: threshold("honour_bodies", 4),
                hl_value: threshold("hl_value", 250),
                hl_bodies: threshold("hl_bodies", 4),
                hl_digits: threshold("hl_digits", 9),
            },
            victories,
            quiet_allowed: options.number("quiet", 1, 10000, 100),
            history: vec![position.clone()],
            position,
            captured: [Vec::new(), Vec::new()],
            quiet: 0,
            ending: None,
            rare: Vec::new(),
        }
    }

    /// The steps of the side to move: a right distance, the squares passed and the target empty.
    fn steps(&self) -> Vec<(Square, Square)> {
        let board = &self.position.board;
        let mut steps = Vec::new();
        for from in squares() {
            if holds(board, from, self.position.to_move) {
                let targets = landings(board, from).into_iter();
                steps.extend(targets.filter(|target| !board.contains_key(target)).map(|target| (from, target)));
            }
        }
        steps
    }

    /// All captures that follow from the move of the piece now on `moved`: found first, done together.
    fn capture(&mut self, moved: Square) {
        let board = &mut self.position.board;
        let mover = board[&moved].side;
        let met: BTreeSet<Square> = meetings(board, moved).into_iter().collect();
        // These three take a pyramid whole, a meeting or not.
        let mut whole: BTreeSet<Square> = BTreeSet::new();
        for (word, victims) in [
            ("meeting", meetings(board, moved)),
            ("assault", assaults(board, moved)),
            ("ambush", ambushes(board, moved)),
            ("siege", sieges(board, moved)),
        ] {
            if !victims.is_empty() {
                self.rare.push(word);
            }
            if word != "meeting" {
                whole.extend(victims);
            }
        }
        let victims: BTreeSet<Square> = met.union(&whole).copied().collect();
        let captured = &mut self.captured[mover.index()];
        for victim in &victims {
            let piece = board.get_mut(victim).unwrap();
            if piece.pyramid && !whole.contains(victim) {
                captured.push(piece.lose_smallest_layer());
                self.rare.push("pyramid-layer");
                if piece.layers.is_empty() {
                    self.rare.push("pyramid-last-layer");
                    board.remove(victim);
                }
            } else {
                captured.push(piece.value());
                if piece.pyramid {
                    self.rare.push("pyramid-whole");
                    if met.contains(victim) {
                        self.rare.push("pyramid-whole-and-met");
                    }
                }
                board.remove(victim);
            }
        }
        if victims.len() > 1 {
            self.rare.push("multi-capture");
        }
        if met.intersection(&whole).count() > 0 {
            self.rare.push("doubly-captured");
        }
        if victims.is_empty() {
            self.quiet += 1;
        } else {
            self.quiet = 0;
        }
    }

    /// The value that a side has captured.
    fn value(&self, side: Side) -> i64 {
        self.captured[side.index()].iter().sum()
    }

    /// The bodies that a side has captured.
    fn bodies(&self, side: Side) -> i64 {
        self.captured[side.index()].len() as i64
    }

    /// The digits of all that a side has captured.
    fn digits(&self, side: Side) -> i64 {
        let digits = |value: &i64| value.to_string().len() as i64;
        self.captured[side.index()].iter().map(digits).sum()
    }

    /// Whether the mover has this victory, in force or not.
    fn has_victory(&self, word: &str, mover: Side) -> bool {
        let limits = &self.thresholds;
        let value = self.value(mover);
        let bodies = self.bodies(mover);
        let digits = self.digits(mover);
        match word {
            "glorious" => !progressions(&self.position.board, mover).is_empty(),
            "honour-lawsuit" => value >= limits.hl_value && bodies >= limits.hl_bodies && digits >= limits.hl_digits,
            "honour" => value >= limits.honour_value && bodies >= limits.honour_bodies,
            "lawsuit" => value >= limits.lawsuit_value && digits >= limits.lawsuit_digits,
            "goods" => value >= limits.goods,
            "body" => bodies >= limits.body,
            _ => unreachable!(),
        }
    }

    /// How often the present position has stood, now included.
    fn times_stood(&self) -> usize {
        let same = self.history.iter().filter(|past| **past == self.position);
        same.count()
    }

    /// The end of the game after the mover's move and captures: the first that holds.
    fn judge(&self, mover: Side) -> Option<Ending> {
        for word in VICTORIES {
            let in_force = self.victories.iter().any(|listed| listed == word);
            if in_force && self.has_victory(word, mover) {
                return Some((mover.wins(), word));
            }
        }
        if self.steps().is_empty() {
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
}

/// Reads a board: words such as `c5@d13` or `T81@a3`; a pyramid is `P91` or `p190` when whole, else
/// its remaining layers, `P25+4`.
fn board_from(text: &str) -> Board {
    let mut board = Board::new();
    for word in text.split_whitespace() {
        let (piece, at) = word.split_once('@').unwrap();
        let (letter, value) = piece.split_at(1);
        let side = if letter == letter.to_uppercase() { Side::Even } else { Side::Odd };
        let plain = |shape| vec![(shape, value.parse().unwrap())];
        let layers = match letter.to_lowercase().as_str() {
            "c" => plain(Shape::Circle),
            "t" => plain(Shape::Triangle),
            "s" => plain(Shape::Square),
            "p" => {
                let mut layers = match side {
                    Side::Even => EVEN_PYRAMID.to_vec(),
                    Side::Odd => ODD_PYRAMID.to_vec(),
                };
                if value != "91" && value != "190" {
                    let left: Vec<&str> = value.split('+').collect();
                    layers.retain(|(_, value)| left.contains(&value.to_string().as_str()));
                    assert_eq!(layers.len(), left.len());
                }
                layers
            }
            _ => panic!("no piece {word}"),
        };
        let square = *squares().iter().find(|s| name(**s) == at).unwrap();
        let pyramid = letter.to_lowercase() == "p";
        let piece = Piece { side, pyramid, layers };
        assert!(board.insert(square, piece).is_none(), "two on {at}");
    }
    board
}

impl Oracle for Rithmomachia {
    fn moves(&self) -> Vec<String> {
        if self.ending.is_some() {
            return Vec::new();
        }
        self.steps().into_iter().map(|(from, to)| name(from) + &name(to)).collect()
    }

    fn play(&mut self, mv: &str) {
        assert!(self.ending.is_none(), "the game is over");
        let (from, to) = self
            .steps()
            .into_iter()
            .find(|(from, to)| name(*from) + &name(*to) == mv)
            .unwrap_or_else(|| panic!("illegal: {mv}"));
        let mover = self.position.to_move;
        self.rare.clear();
        let piece = self.position.board.remove(&from).unwrap();
        self.position.board.insert(to, piece);
        self.capture(to);
        self.position.to_move = mover.other();
        self.history.push(self.position.clone());
        self.ending = self.judge(mover);
        if self.reason() == "glorious" {
            self.rare.extend(progressions(&self.position.board, mover));
        }
        self.rare.sort();
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
