//! Rithmomachia, ruleset `roy2020`: numbered pieces that capture by arithmetic.

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
mod tests {
    use super::*;
    use crate::testing::{perft, play_all};

    /// A game with the given pieces.
    fn position(options: &[(&str, &str)], pieces: &str, to_move: Side) -> Rithmomachia {
        Rithmomachia::with_board(options, board_from(pieces), to_move)
    }

    /// Plays one move of Odd and tells what it captured and what was rare about it.
    fn odd_plays(pieces: &str, mv: &str) -> (Vec<i64>, Vec<&'static str>) {
        let mut game = position(&[("victories", "")], pieces, Side::Odd);
        game.play(mv);
        assert!(game.captured[1].is_empty());
        (game.captured[0].clone(), game.rare())
    }

    /// An Even piece out of the way that can always move.
    const BYSTANDER: &str = "C2@h1";

    #[test]
    fn setup() {
        let board = board_from(SETUP);
        assert_eq!(board.len(), 48);
        assert_eq!(board[&(2, 2)].value(), 91);
        assert_eq!(board[&(8, 15)].value(), 190);
        assert!(Rithmomachia::new(&[]).p1_turn());
    }

    #[test]
    fn perft_of_the_page() {
        let game = Rithmomachia::new(&[]);
        assert_eq!(perft(&game, 1), 24);
        assert_eq!(perft(&game, 2), 600);
        let even = Rithmomachia::with_board(&[], board_from(SETUP), Side::Even);
        assert_eq!(even.moves().len(), 25);
    }

    #[test]
    fn perft_of_the_page_at_depth_3() {
        assert_eq!(perft(&Rithmomachia::new(&[]), 3), 17150);
    }

    #[test]
    #[cfg_attr(debug_assertions, ignore = "slow in debug")]
    fn perft_of_the_page_at_depth_4() {
        assert_eq!(perft(&Rithmomachia::new(&[]), 4), 503922);
    }

    #[test]
    fn first_captures_come_at_the_third_half_move() {
        let mut captures_by_ply = [0, 0, 0];
        let start = Rithmomachia::new(&[]);
        for first in start.moves() {
            let mut one = start.clone();
            one.play(&first);
            captures_by_ply[0] += one.captured[0].len();
            for second in one.moves() {
                let mut two = one.clone();
                two.play(&second);
                captures_by_ply[1] += two.captured[1].len();
                if captures_by_ply[2] == 0 {
                    for third in two.moves() {
                        let mut three = two.clone();
                        three.play(&third);
                        captures_by_ply[2] += three.captured[0].len();
                    }
                }
            }
        }
        assert_eq!(captures_by_ply[..2], [0, 0]);
        assert!(captures_by_ply[2] > 0);
    }

    #[test]
    fn progressions_among_plain_values() {
        for (side, expected) in [(Side::Even, [11, 11, 2]), (Side::Odd, [9, 10, 0])] {
            let values: BTreeSet<i64> = board_from(SETUP)
                .values()
                .filter(|piece| piece.side == side && !piece.pyramid)
                .map(Piece::value)
                .collect();
            let mut counts = [0, 0, 0];
            for a in &values {
                for b in &values {
                    for c in &values {
                        match progression(*a, *b, *c) {
                            Some("glorious-arithmetic") if a < c => counts[0] += 1,
                            Some("glorious-geometric") if a < c => counts[1] += 1,
                            Some("glorious-harmonic") if a < c => counts[2] += 1,
                            _ => {}
                        }
                    }
                }
            }
            assert_eq!(counts, expected);
        }
    }

    #[test]
    fn pyramids_move_as_their_layers() {
        let count = |pieces: &str| position(&[], pieces, Side::Odd).moves().len();
        assert_eq!(count("c1@d8"), 8);
        // From d8 a square has no four to the left, and none on the two diagonals there.
        assert_eq!(count("t1@d8"), 8);
        assert_eq!(count("s1@d8"), 5);
        assert_eq!(count("p190@d8"), 21);
        assert_eq!(count("p64+49@d8"), 5);
        assert_eq!(count("p36+16@d8"), 16);
        // A piece in the way stops all that go beyond it.
        let blocked = position(&[], "s1@d8 C9@d10", Side::Odd).moves();
        assert!(!blocked.contains(&"d8d12".to_string()));
        let target = position(&[], "s1@d8 C9@d12", Side::Odd).moves();
        assert!(!target.contains(&"d8d12".to_string()));
    }

    #[test]
    fn meeting_takes_whatever_stands_where_it_could_land() {
        // Values do not matter: the circle 3 arrives beside a 64.
        assert_eq!(odd_plays("c3@d8 C64@e6", "d8d7"), (vec![64], vec!["meeting"]));
        // Exactly the distance: a triangle three away, not two.
        assert_eq!(odd_plays("t30@d4 S45@d10", "d4d7").0, [45]);
        assert!(odd_plays("t30@d4 S45@d9", "d4d7").0.is_empty());
        // Not with something between, a friend or an enemy.
        assert!(odd_plays("t30@d4 S45@d10 c5@d9", "d4d7").0.is_empty());
        assert!(odd_plays("t30@d4 S45@d10 S7@d9", "d4d7").0.is_empty());
        // Only the moved piece takes part: the other circle beside the 64 does not.
        assert!(odd_plays("c3@d8 c5@f6 C64@e6 C2@h1", "d8c9").0.is_empty());
    }

    #[test]
    fn nobody_loses_a_piece_by_its_own_move() {
        // The square 64 arrives beside a circle that could step onto it: nothing happens.
        let mut even = position(&[], "c3@d8 S64@e3 C2@h1", Side::Even);
        even.play("e3e7");
        assert_eq!(even.position.board.len(), 3);
    }

    #[test]
    fn meetings_can_be_several() {
        let (captured, rare) = odd_plays("c3@d8 C64@e6 C4@c8", "d8d7");
        assert_eq!(captured, [4, 64]);
        assert_eq!(rare, ["meeting", "multi-capture"]);
    }

    #[test]
    fn assault_multiplies_by_the_squares_of_the_line() {
        // d7 to d11: five squares with both ends.
        assert_eq!(odd_plays("c9@d6 S45@d11 C2@h1", "d6d7"), (vec![45], vec!["assault"]));
        // On a diagonal, d7 to g10: four squares.
        assert_eq!(odd_plays("c9@d6 S36@g10 C2@h1", "d6d7").0, [36]);
        // Neighbours count two: a triangle 10 beside a 20.
        assert_eq!(odd_plays("t10@d4 C20@e7 C2@h1", "d4d7"), (vec![20], vec!["assault"]));
        // Not with something between, and not by division.
        assert!(odd_plays("c9@d6 c1@d9 S45@d11 C2@h1", "d6d7").0.is_empty());
        assert!(odd_plays("c45@d6 S9@d11 C2@h1", "d6d7").0.is_empty());
        // A pyramid assaults with the sum of its layers: 16 + 36 = 52, twice is 104.
        assert_eq!(
            odd_plays("p36+16@d4 S104@d8 C2@h1", "d4d7"),
            (vec![104], vec!["assault", "doubly-captured", "meeting"])
        );
    }

    #[test]
    fn ambush_adds_on_a_file_only() {
        // Distances 2 and 5: nothing but the sum counts.
        assert_eq!(odd_plays("c9@d5 C25@d8 t16@d13 C2@h1", "d5d6"), (vec![25], vec!["ambush"]));
        // Not on a rank.
        assert!(odd_plays("c9@a6 C25@d6 t16@g6 C2@h1", "a6b6").0.is_empty());
        // Not with anything else between, and not with the wrong sum.
        assert!(odd_plays("c9@d5 C25@d8 C3@d9 t16@d13 C2@h1", "d5d6").0.is_empty());
        assert!(odd_plays("c9@d5 C26@d8 t16@d13 C2@h1", "d5d6").0.is_empty());
        // An enemy behind is no helper.
        assert!(odd_plays("c9@d5 C25@d8 T16@d13 C2@h1", "d5d6").0.is_empty());
    }

    #[test]
    fn ambush_works_in_both_directions_at_once() {
        let pieces = "c9@c7 C25@d9 t16@d13 C11@d4 s2@d1 C2@h1";
        let (captured, rare) = odd_plays(pieces, "c7d7");
        assert_eq!(captured, [11, 25]);
        assert_eq!(rare, ["ambush", "multi-capture"]);
    }

    #[test]
    fn siege_needs_all_four_neighbours() {
        // A triangle arrives last, so that no meeting does it.
        let pieces = "t30@d2 t12@c6 t56@e6 t90@d7 S289@d6 C2@h1";
        assert_eq!(odd_plays(pieces, "d2d5"), (vec![289], vec!["siege"]));
        // One of them an enemy's, or missing.
        let pieces = "t30@d2 T12@c6 t56@e6 t90@d7 S289@d6 C2@h1";
        assert!(odd_plays(pieces, "d2d5").0.is_empty());
        let pieces = "t30@d2 t56@e6 t90@d7 S289@d6 C2@h1";
        assert!(odd_plays(pieces, "d2d5").0.is_empty());
        // At the edge one neighbour does not exist.
        let pieces = "t30@a2 t56@b6 t90@a7 S289@a6 C2@h1";
        assert!(odd_plays(pieces, "a2a5").0.is_empty());
        // The moved piece must be among the four.
        let pieces = "t30@d5 t12@c6 t56@e6 t90@d7 c3@a9 S289@d6 C2@h1";
        assert!(odd_plays(pieces, "a9a10").0.is_empty());
    }

    #[test]
    fn a_meeting_takes_the_smallest_layer() {
        let mut game = position(&[], "c3@d8 P91@e6 c5@h8", Side::Odd);
        game.play("d8d7");
        assert_eq!(game.captured[0], [1]);
        assert_eq!(game.rare(), ["meeting", "pyramid-layer"]);
        let pyramid = &game.position.board[&(5, 6)];
        assert_eq!((pyramid.value(), pyramid.layers.len()), (90, 5));
        // Odd's pyramid without its circle cannot step.
        let mut game = position(&[], "p190@d8 C2@f6 C4@a1", Side::Even);
        game.play("f6e7");
        assert_eq!(game.captured[1], [16]);
        assert_eq!(game.position.board[&(4, 8)].distances(), BTreeSet::from([3, 4]));
        assert_eq!(game.quiet, 0);
    }

    #[test]
    fn the_last_layer_takes_the_pyramid_off() {
        let mut game = position(&[], "c3@d8 P36@e6 C2@h1", Side::Odd);
        game.play("d8d7");
        assert_eq!(game.captured[0], [36]);
        assert_eq!(game.rare(), ["meeting", "pyramid-last-layer", "pyramid-layer"]);
        assert_eq!(game.position.board.len(), 2);
    }

    #[test]
    fn assault_takes_a_pyramid_whole_also_with_a_meeting() {
        // A triangle 10 beside the pyramid 16 + 4 = 20.
        let mut game = position(&[], "t10@d4 P16+4@e7 C2@h1", Side::Odd);
        game.play("d4d7");
        assert_eq!(game.captured[0], [20]);
        assert_eq!(game.rare(), ["assault", "pyramid-whole"]);
        // A circle 10 meets it too.
        let mut game = position(&[], "c10@d6 P16+4@e7 C2@h1", Side::Odd);
        game.play("d6d7");
        assert_eq!(game.captured[0], [20]);
        assert_eq!(game.rare(), ["assault", "doubly-captured", "meeting", "pyramid-whole", "pyramid-whole-and-met"]);
        assert_eq!((game.value(Side::Odd), game.bodies(Side::Odd), game.digits(Side::Odd)), (20, 1, 2));
    }

    #[test]
    fn ambush_and_siege_take_a_pyramid_whole() {
        let (captured, rare) = odd_plays("c9@d5 P16+9@d8 t16@d13 C2@h1", "d5d6");
        assert_eq!((captured, rare), (vec![25], vec!["ambush", "pyramid-whole"]));
        let pieces = "t30@d2 t12@c6 t56@e6 t90@d7 P91@d6 C2@h1";
        let (captured, rare) = odd_plays(pieces, "d2d5");
        assert_eq!((captured, rare), (vec![91], vec!["pyramid-whole", "siege"]));
    }

    #[test]
    fn victims_are_found_before_any_leaves() {
        // The 4 on d8 is met; behind it the 45 on d11 would be assaulted (9 x 5) only were it gone.
        let (captured, _) = odd_plays("c9@d6 C4@d8 S45@d11 C2@h1", "d6d7");
        assert_eq!(captured, [4]);
    }

    /// Plays one move of Odd and tells the reason of the end and the rare words for glory.
    fn glory(pieces: &str, mv: &str) -> (&'static str, Vec<&'static str>) {
        let mut game = position(&[], &format!("{pieces} {BYSTANDER}"), Side::Odd);
        game.play(mv);
        let words = game.rare().into_iter();
        (game.reason(), words.filter(|word| word.starts_with("glorious")).collect())
    }

    #[test]
    fn glorious_victories() {
        let won = |kind| ("glorious", vec![kind]);
        // Arithmetic on a rank, unevenly spaced; the moved piece completes it.
        assert_eq!(glory("c3@a5 c5@b6 c7@f5", "b6b5"), won("glorious-arithmetic"));
        // Geometric on a file, falling, the moved piece elsewhere.
        assert_eq!(glory("t16@b8 t12@b5 c9@b2 c3@g12", "g12g11"), won("glorious-geometric"));
        // Harmonic.
        assert_eq!(glory("s3@b8 s4@b5 s6@b2 c3@g12", "g12g11"), won("glorious-harmonic"));
        // A pyramid counts with its sum: 16, 52, 88.
        assert_eq!(glory("c16@a5 p36+16@b5 t88@f6", "a5a6"), ("none", vec![]));
        assert_eq!(glory("c16@a6 p36+16@b5 s88@f5", "a6a5"), won("glorious-arithmetic"));
        // In another order it is nothing.
        assert_eq!(glory("c5@a5 c3@b6 c7@f5", "b6b5").0, "none");
        // Not across the middle, not at home, not with another piece between.
        assert_eq!(glory("s3@b9 s4@b8 s6@b7 c3@g12", "g12g11").0, "none");
        assert_eq!(glory("s3@b9 s4@b10 s6@b11 c3@g12", "g12g11").0, "none");
        assert_eq!(glory("s3@b8 s4@b5 S200@b4 s6@b2 c3@g12", "g12g11").0, "none");
        assert_eq!(glory("s3@b8 s4@b5 s200@b4 s6@b2 c3@g12", "g12g11").0, "none");
        // Equal values are no progression.
        assert_eq!(glory("s3@b8 s3@b5 s3@b2 c3@g12", "g12g11").0, "none");
    }

    #[test]
    fn glory_is_the_movers_and_may_follow_from_a_capture() {
        // Even's progression stands while Odd moves: only the mover is judged.
        let even = "C2@c10 C4@e10 C6@g10 c3@a1";
        let mut game = position(&[], even, Side::Odd);
        game.play("a1a2");
        assert_eq!(game.result(), "none");
        // At Even's next move, whichever, it holds; not if victories leaves it out.
        let mut unlisted = position(&[("victories", "goods,body")], even, Side::Even);
        unlisted.play("c10c11");
        assert_eq!(unlisted.result(), "none");
        let more = format!("{even} {BYSTANDER}");
        let mut game = position(&[], &more, Side::Even);
        game.play("h1h2");
        assert_eq!((game.result(), game.reason()), ("p2win", "glorious"));
        // The captured 8 between them is gone when it is judged.
        let pieces = "s3@a5 s4@b5 C8@d5 s6@f5 c9@d7 C2@h1";
        let mut game = position(&[], pieces, Side::Odd);
        game.play("d7d6");
        assert_eq!(game.reason(), "glorious");
        assert_eq!(game.rare(), ["glorious-harmonic", "meeting"]);
    }

    /// The reason of the end after a quiet move of Odd, who has captured these bodies before.
    fn reason_with(captured: &[i64], options: &[(&str, &str)]) -> &'static str {
        let mut game = position(options, "c3@a14 C2@h1", Side::Odd);
        game.captured[0] = captured.to_vec();
        game.play("a14a13");
        game.reason()
    }

    #[test]
    fn victories_by_captures() {
        let only = |word: &'static str| [("victories", word)];
        assert_eq!(reason_with(&[100, 100, 45, 5], &[]), "honour-lawsuit");
        assert_eq!(reason_with(&[100, 100, 44, 5], &[]), "none");
        assert_eq!(reason_with(&[90, 90, 64, 6], &[]), "none");
        assert_eq!(reason_with(&[289, 4, 2, 5], &[]), "honour");
        assert_eq!(reason_with(&[289, 4, 2, 4], &[]), "none");
        assert_eq!(reason_with(&[100, 100, 100], &[]), "lawsuit");
        assert_eq!(reason_with(&[100, 100, 99], &[]), "none");
        assert_eq!(reason_with(&[289, 61], &[]), "goods");
        assert_eq!(reason_with(&[289, 60], &[]), "none");
        assert_eq!(reason_with(&[2, 4, 6, 8, 9], &[]), "body");
        assert_eq!(reason_with(&[2, 4, 6, 8], &[]), "none");
        let all = [289, 169, 153, 100, 81];
        for word in &VICTORIES[1..] {
            assert_eq!(reason_with(&all, &only(word)), *word);
        }
        assert_eq!(reason_with(&all, &only("glorious")), "none");
        assert_eq!(reason_with(&all, &only("body,goods")), "goods");
        assert_eq!(reason_with(&all, &[]), "honour-lawsuit");
    }

    #[test]
    fn thresholds_are_options() {
        assert_eq!(reason_with(&[2, 4], &[("body", "2")]), "body");
        assert_eq!(reason_with(&[2, 4], &[("goods", "6")]), "goods");
        let options = [("lawsuit_value", "6"), ("lawsuit_digits", "2")];
        assert_eq!(reason_with(&[2, 4], &options), "lawsuit");
        let options = [("honour_value", "6"), ("honour_bodies", "2")];
        assert_eq!(reason_with(&[2, 4], &options), "honour");
        let options = [("hl_value", "6"), ("hl_bodies", "2"), ("hl_digits", "2")];
        assert_eq!(reason_with(&[2, 4], &options), "honour-lawsuit");
        let options = [("hl_value", "6"), ("hl_bodies", "2"), ("hl_digits", "3")];
        assert_eq!(reason_with(&[2, 4], &options), "none");
    }

    #[test]
    fn no_legal_move_loses() {
        // The last enemy is taken.
        let mut game = position(&[], "c3@d8 C64@e6", Side::Odd);
        game.play("d8d7");
        assert_eq!((game.result(), game.reason()), ("p1win", "no-moves"));
        // A triangle in the corner, walled in; also when the quiet half moves are full.
        let mut game = position(&[("quiet", "1")], "T99@a1 s20@b1 s10@b2 t7@a2 c3@g12", Side::Odd);
        game.play("g12g11");
        assert_eq!((game.result(), game.reason()), ("p1win", "no-moves"));
    }

    #[test]
    fn third_repetition_draws() {
        let mut game = Rithmomachia::new(&[("quiet", "8")]);
        let round = "c13c12 c4c5 c12c13 c5c4";
        play_all(&mut game, round);
        assert_eq!(game.result(), "none");
        play_all(&mut game, "c13c12 c4c5 c12c13");
        assert_eq!(game.result(), "none");
        game.play("c5c4");
        assert_eq!((game.result(), game.reason()), ("draw", "repetition"));
    }

    #[test]
    fn quiet_half_moves_draw_and_captures_begin_anew() {
        let mut game = Rithmomachia::new(&[("quiet", "3")]);
        play_all(&mut game, "c13c12 c4c5");
        assert_eq!(game.result(), "none");
        game.play("c12c11");
        assert_eq!((game.result(), game.reason()), ("draw", "quiet"));
        let mut game = position(&[("quiet", "2")], "c3@d8 P91@e6 c5@h8", Side::Odd);
        play_all(&mut game, "h8h9 e6a6");
        assert_eq!(game.reason(), "quiet");
        let mut game = position(&[("quiet", "2")], "c3@d8 P91@e6 c5@h8", Side::Odd);
        play_all(&mut game, "d8d7 e6a6");
        assert_eq!(game.result(), "none");
        game.play("h8h9");
        assert_eq!(game.reason(), "quiet");
    }
}
