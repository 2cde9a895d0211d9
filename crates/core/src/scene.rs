use std::borrow::Cow;

use serde::Serialize;

use crate::Player;

/// A cell of the board by its place in [`Board::cells`].
pub type CellId = u16;

/// The geometry of a board. One unit is about the width of a cell; x grows to
/// the right, y downwards, and everything lies between 0 and `width`, `height`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Board {
    /// The width of the picture.
    pub width: f32,
    /// The height of the picture.
    pub height: f32,
    /// The cells, by [`CellId`].
    pub cells: Vec<Cell>,
    /// Coordinates to write beside the cells.
    pub labels: Vec<Label>,
    /// Stretches of the rim that belong to a side.
    pub edges: Vec<Edge>,
}

/// A stretch of the board's rim that belongs to a side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Edge {
    /// Whose it is.
    pub side: Side,
    /// The corners of the stretch, in order.
    pub line: Vec<[f32; 2]>,
}

/// A place on which a piece can stand.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// Its name in notation.
    pub name: String,
    /// Where a piece is drawn.
    pub centre: [f32; 2],
    /// The corners, in order.
    pub polygon: Vec<[f32; 2]>,
    /// Its shade.
    pub tone: Tone,
}

/// The shade of a cell: a board of two shades is easier to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// The lighter shade.
    Light,
    /// The darker shade.
    Dark,
}

/// A coordinate written at the edge.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Label {
    /// What is written.
    pub text: String,
    /// The middle of it.
    pub at: [f32; 2],
}

/// What is to be seen in a position, apart from the board itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Scene {
    /// The pieces on the board, by rising cell, at most one a cell.
    pub pieces: Vec<Placed>,
    /// What each player still has to place.
    pub hands: Vec<Hand>,
    /// Numbers that matter: points, captures, moves left.
    pub counters: Vec<Counter>,
}

/// A piece and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Placed {
    /// Where.
    pub cell: CellId,
    /// What.
    #[serde(flatten)]
    pub piece: Piece,
}

/// A piece, as it looks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// Its outline.
    pub shape: Shape,
    /// What is written on it; empty for a plain stone.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// What it is made of, from the bottom up, for a piece that is a stack.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub layers: Vec<Layer>,
}

impl Piece {
    /// A piece that is not a stack.
    pub fn new(side: Side, shape: Shape, label: impl Into<String>) -> Self {
        Piece { side, shape, label: label.into(), layers: Vec::new() }
    }
}

/// One layer of a stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Layer {
    /// Its outline.
    pub shape: Shape,
    /// What is written on it.
    pub label: String,
}

/// Whose a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Player 1's.
    One,
    /// Player 2's.
    Two,
    /// Nobody's, or everybody's.
    Neutral,
}

impl From<Player> for Side {
    fn from(player: Player) -> Self {
        match player {
            Player::One => Side::One,
            Player::Two => Side::Two,
        }
    }
}

/// The outline of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// A numbered round piece.
    Circle,
    /// A numbered triangle.
    Triangle,
    /// A numbered square.
    Square,
    /// A stack of pieces, each smaller than the one below.
    Pyramid,
    /// A plain round stone.
    Stone,
    /// A number that fills its cell.
    Number,
    /// A marker that lies on a number.
    Tile,
}

/// Pieces that a player holds beside the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hand {
    /// Who holds them.
    pub player: Player,
    /// What each looks like.
    pub piece: Piece,
    /// How many there are; `None` when there is no end of them.
    pub count: Option<u32>,
}

/// A number that matters, and what it is on its way to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counter {
    /// Whose it is, if anybody's.
    pub player: Option<Player>,
    /// What it counts, in a word or two.
    pub name: &'static str,
    /// Where it stands.
    pub value: i64,
    /// Where it matters: for victories, what must be reached.
    pub target: Option<i64>,
}

/// Something about a position that a player would want to see: a threat, a
/// piece in danger, a line in the making.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mark {
    /// The word for it: `threat`, `endangered`, `line`…
    pub rule: &'static str,
    /// Whose it is: who threatens, whose piece is in danger.
    pub side: Side,
    /// The cells it is about, the most important first.
    pub cells: Vec<CellId>,
    /// One sentence.
    pub text: String,
}

/// How a hand makes a move: which cells it touches, in order, and which of the
/// named choices goes with it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Gesture {
    /// The cells to touch: from and to, or where to place.
    pub cells: Vec<CellId>,
    /// A choice to make beside the cells, such as `strong` or `weak`; with no
    /// cells, the name of a button.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<Cow<'static, str>>,
}

impl Gesture {
    /// Touch these cells, and nothing else.
    pub fn cells(cells: impl Into<Vec<CellId>>) -> Self {
        Gesture { cells: cells.into(), choice: None }
    }
}
