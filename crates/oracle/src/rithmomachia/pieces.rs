//! The players, the pieces and the board.

use std::collections::BTreeMap;

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// Player 1, black, at the top.
    Odd,
    /// Player 2, white, at the bottom.
    Even,
}

impl Side {
    /// The other player.
    pub(super) fn other(self) -> Side {
        match self {
            Side::Odd => Side::Even,
            Side::Even => Side::Odd,
        }
    }

    /// The word for a win of this player.
    pub(super) fn wins(self) -> &'static str {
        match self {
            Side::Odd => "p1win",
            Side::Even => "p2win",
        }
    }

    /// The player's own back rank.
    pub(super) fn back_rank(self) -> i64 {
        match self {
            Side::Odd => 16,
            Side::Even => 1,
        }
    }

    /// Whether a square lies in the first ranks, so many of them, of this player's enemy.
    pub(super) fn is_enemy_camp(self, (_, rank): Square, ranks: i64) -> bool {
        match self {
            Side::Odd => rank <= ranks,
            Side::Even => rank > 16 - ranks,
        }
    }

    /// Where the player's entries stand in a pair.
    pub(super) fn index(self) -> usize {
        match self {
            Side::Odd => 0,
            Side::Even => 1,
        }
    }

    /// The layers of this player's pyramid while none is missing, the lowest first.
    pub(super) fn whole_pyramid(self) -> &'static [(Shape, i64)] {
        match self {
            Side::Odd => &[
                (Shape::Square, 64),
                (Shape::Square, 49),
                (Shape::Triangle, 36),
                (Shape::Triangle, 25),
                (Shape::Circle, 16),
            ],
            Side::Even => &[
                (Shape::Square, 36),
                (Shape::Square, 25),
                (Shape::Triangle, 16),
                (Shape::Triangle, 9),
                (Shape::Circle, 4),
                (Shape::Circle, 1),
            ],
        }
    }
}

/// The shape of a plain piece or of a pyramid's layer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Shape {
    Circle,
    Triangle,
    Square,
}

/// A piece; a plain one has a single layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    pub(super) side: Side,
    pub(super) pyramid: bool,
    pub(super) layers: Vec<(Shape, i64)>,
}

impl Piece {
    /// A plain piece.
    pub(super) fn plain(side: Side, shape: Shape, value: i64) -> Piece {
        Piece { side, pyramid: false, layers: vec![(shape, value)] }
    }

    /// The piece's value: the sum of the layers that it still has.
    pub(super) fn value(&self) -> i64 {
        self.layers.iter().map(|(_, value)| value).sum()
    }

    /// The values of its layers.
    pub(super) fn layer_values(&self) -> Vec<i64> {
        self.layers.iter().map(|(_, value)| *value).collect()
    }

    /// Whether it is a pyramid from which nothing is missing.
    pub(super) fn is_complete_pyramid(&self) -> bool {
        self.pyramid && self.layers.len() == self.side.whole_pyramid().len()
    }

    /// A plain piece as text, such as `c9` or `T30`.
    pub(super) fn plain_text(&self) -> String {
        let letter = match self.layers[0].0 {
            Shape::Circle => "c",
            Shape::Triangle => "t",
            Shape::Square => "s",
        };
        let text = format!("{letter}{}", self.value());
        if self.side == Side::Even { text.to_uppercase() } else { text }
    }
}

/// A square: file 1 to 8 and rank 1 to 16.
pub(super) type Square = (i64, i64);

/// A direction: files to the right, ranks up.
pub(super) type Direction = (i64, i64);

/// The eight directions.
pub(super) const ALL: &[Direction] = &[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The four directions along files and ranks.
pub(super) const ORTHOGONAL: &[Direction] = &[(0, 1), (1, 0), (0, -1), (-1, 0)];

/// The four directions along diagonals.
pub(super) const DIAGONAL: &[Direction] = &[(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The two directions along a file.
pub(super) const ALONG_FILE: &[Direction] = &[(0, 1), (0, -1)];

/// The pieces on the board.
pub(super) type Board = BTreeMap<Square, Piece>;

/// Whether the board has such a square.
pub(super) fn exists((file, rank): Square) -> bool {
    (1..=8).contains(&file) && (1..=16).contains(&rank)
}

/// All squares.
pub(super) fn squares() -> Vec<Square> {
    (1..=8).flat_map(|file| (1..=16).map(move |rank| (file, rank))).collect()
}

/// A square's name.
pub(super) fn name((file, rank): Square) -> String {
    format!("{}{rank}", char::from(b'a' + (file - 1) as u8))
}

/// The square some steps away in a direction, whether it exists or not.
pub(super) fn away((file, rank): Square, (files, ranks): Direction, steps: i64) -> Square {
    (file + files * steps, rank + ranks * steps)
}

/// The opposite direction.
pub(super) fn opposite((files, ranks): Direction) -> Direction {
    (-files, -ranks)
}

/// The first square with a piece on it in a direction, and how many steps away it is.
pub(super) fn first_piece(board: &Board, from: Square, direction: Direction) -> Option<(Square, i64)> {
    (1..)
        .map(|steps| (away(from, direction, steps), steps))
        .take_while(|(square, _)| exists(*square))
        .find(|(square, _)| board.contains_key(square))
}

/// Whether a square holds a piece of this side.
pub(super) fn holds(board: &Board, square: Square, side: Side) -> bool {
    board.get(&square).is_some_and(|piece| piece.side == side)
}

/// The squares on which this side's pieces stand.
pub(super) fn squares_of(board: &Board, side: Side) -> Vec<Square> {
    board.iter().filter(|(_, piece)| piece.side == side).map(|(square, _)| *square).collect()
}
