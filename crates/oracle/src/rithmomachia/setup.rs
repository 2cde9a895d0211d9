//! How the pieces stand at the start.

use super::pieces::{Board, Piece, Shape, Side, name, squares};

/// The standard setup: square by square; upper case Even, lower case Odd.
const STANDARD: &str = "
    s49@a16  s121@b16                                          s225@g16 s361@h16
    s28@a15  s66@b15  t36@c15 t30@d15 t56@e15 t64@f15 s120@g15 p190@h15
    t16@a14  t12@b14  c9@c14  c25@d14 c49@e14 c81@f14 t90@g14  t100@h14
                      c3@c13  c5@d13  c7@e13  c9@f13
                      C8@c4   C6@d4   C4@e4   C2@f4
    T81@a3   T72@b3   C64@c3  C36@d3  C16@e3  C4@f3   T6@g3    T9@h3
    S153@a2  P91@b2   T49@c2  T42@d2  T20@e2  T25@f2  S45@g2   S15@h2
    S289@a1  S169@b1                                  S81@g1   S25@h1";

/// How a setup differs from the standard one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setup {
    /// How many ranks both armies stand further forward.
    pub(super) forward: i64,
    /// Whether Odd's triangles 30 and 36 have changed places.
    pub(super) exchanged: bool,
}

impl Setup {
    /// The board at the start.
    pub(super) fn board(self) -> Board {
        let text =
            if self.exchanged { STANDARD.replace("t36@c15 t30@d15", "t30@c15 t36@d15") } else { STANDARD.to_string() };
        let forward = |((file, rank), piece): (_, Piece)| match piece.side {
            Side::Even => ((file, rank + self.forward), piece),
            Side::Odd => ((file, rank - self.forward), piece),
        };
        board_from(&text).into_iter().map(forward).collect()
    }
}

/// Reads a board: words such as `c5@d13` or `T81@a3`; a pyramid is `P91` or `p190` when whole, else
/// its remaining layers, `P25+4`.
pub(super) fn board_from(text: &str) -> Board {
    let mut board = Board::new();
    for word in text.split_whitespace() {
        let (piece, at) = word.split_once('@').unwrap();
        let square = *squares().iter().find(|square| name(**square) == at).unwrap();
        assert!(board.insert(square, piece_from(piece)).is_none(), "two on {at}");
    }
    board
}

/// Reads a piece as `board_from` has it.
pub(super) fn piece_from(text: &str) -> Piece {
    let (letter, value) = text.split_at(1);
    let side = if letter == letter.to_uppercase() { Side::Even } else { Side::Odd };
    let plain = |shape| Piece::plain(side, shape, value.parse().unwrap());
    match letter.to_lowercase().as_str() {
        "c" => plain(Shape::Circle),
        "t" => plain(Shape::Triangle),
        "s" => plain(Shape::Square),
        "p" => {
            let mut layers = side.whole_pyramid().to_vec();
            if value != "91" && value != "190" {
                let left: Vec<&str> = value.split('+').collect();
                layers.retain(|(_, value)| left.contains(&value.to_string().as_str()));
                assert_eq!(layers.len(), left.len());
            }
            Piece { side, pyramid: true, layers }
        }
        _ => panic!("no piece {text}"),
    }
}
