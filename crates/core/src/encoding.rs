use crate::{Game, History, MoveError, Player, Registered};

/// The numbers by which networks and other languages see a game: moves as action
/// numbers, positions as dense planes or as sparse features.
///
/// # What every encoding promises
/// - Everything depends on the game's options and the arguments only: equal
///   positions give equal numbers on every machine.
/// - The board is seen from one player's side: as it is for player 1, and for
///   player 2 turned so that its own side lies where player 1 has its own. So a
///   network learns one game and not two; [`action_seen_by`](Self::action_seen_by)
///   turns the actions with it. Where the rules treat the players differently
///   beyond that, the player is among the inputs.
/// - History is not encoded: how often a position has stood is not in it.
pub trait Encoding<G: Game> {
    /// Changes whenever planes, features or action numbers change, so that weights
    /// made for another version can be refused. The sizes depend on the game's
    /// options too.
    fn version(&self) -> u32;

    /// One more than the largest action number. Some numbers below may belong to no move.
    fn actions(&self) -> u32;

    /// The number of a move that can be legal with the game's options; different for different moves.
    fn action(&self, mv: G::Move) -> u32;

    /// The move that has this number, if there is one.
    fn move_of(&self, action: u32) -> Option<G::Move>;

    /// The number of an action on the board as a player sees it, for a policy that
    /// goes with the [planes](Self::planes). It is its own inverse.
    fn action_seen_by(&self, _perspective: Player, action: u32) -> u32 {
        action
    }

    /// The size of the dense planes.
    fn shape(&self) -> PlaneShape;

    /// Which places around one on the planes are neighbours on the board.
    fn lattice(&self) -> Lattice {
        Lattice::Square
    }

    /// Whether a cell of the planes is a cell of the board.
    fn has_cell(&self, _cell: u32) -> bool {
        true
    }

    /// Clears `planes` and fills it, plane by plane and row by row, with the
    /// position as the player to move sees it (player 1 at a turn of chance).
    /// Among the unfinished positions of a game that have the same side to move,
    /// those with different keys have different planes.
    fn planes(&self, position: &G::Position, planes: &mut Vec<f32>);

    /// One more than the largest sparse feature.
    fn features(&self) -> u32;

    /// Clears `features` and fills it with those that are active as `perspective`
    /// sees the position, ascending, each once. Numbers may be put into buckets, so
    /// different positions can share their features. Whose turn it is does not
    /// matter: a network takes both perspectives, or that of the player to move.
    fn sparse(&self, position: &G::Position, perspective: Player, features: &mut Vec<u32>);

    /// Where a cell of the planes goes under a [symmetry](Game::symmetries), as
    /// `perspective` sees the board.
    fn cell_under(&self, _symmetry: u8, _perspective: Player, cell: u32) -> u32 {
        cell
    }

    /// Which feature a sparse feature becomes under a symmetry, as `perspective` sees the board.
    fn feature_under(&self, _symmetry: u8, _perspective: Player, feature: u32) -> u32 {
        feature
    }
}

/// The number of an action under a symmetry of the game; `None` where no move has the number.
pub fn action_under<G: Game>(game: &G, encoding: &dyn Encoding<G>, symmetry: u8, action: u32) -> Option<u32> {
    encoding.move_of(action).map(|mv| encoding.action(game.transform_move(symmetry, mv)))
}

impl<G: Registered> History<G> {
    /// The number of a legal move, by which it travels inside a process: its
    /// action number where the game has an [`Encoding`], else its place among the
    /// legal moves. `None` for a move that has none.
    pub fn action_of(&self, mv: G::Move) -> Option<u32> {
        match self.game().encoding() {
            // A move that can never be legal must not pass for another one.
            Some(encoding) => Some(encoding.action(mv)).filter(|action| encoding.move_of(*action) == Some(mv)),
            None => self.moves().iter().position(|legal| *legal == mv).map(|place| place as u32),
        }
    }

    /// The legal move of a number, or why there is none.
    pub fn find_action(&self, action: u32) -> Result<G::Move, MoveError> {
        let moves = self.moves();
        let found = match self.game().encoding() {
            Some(encoding) => encoding.move_of(action).filter(|mv| moves.contains(mv)),
            None => moves.get(action as usize).copied(),
        };
        found.ok_or_else(|| {
            let text = format!("action {action}");
            match self.outcome() {
                Some(outcome) => MoveError::Over { text, reason: outcome.reason },
                None => MoveError::Illegal { text, why: "no legal move has this number".to_string() },
            }
        })
    }
}

/// How the cells of dense planes lie on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lattice {
    /// As squares: each has the eight around it for neighbours.
    Square,
    /// As hexagons whose neighbours are all but the place above to the left and below to the right.
    HexRising,
    /// As hexagons whose neighbours are all but the place above to the right and below to the left.
    HexFalling,
}

impl Lattice {
    /// Whether the place so many rows below and columns to the right is a neighbour, or the cell itself.
    pub const fn joins(self, down: i32, right: i32) -> bool {
        let near = -1 <= down && down <= 1 && -1 <= right && right <= 1;
        near && match self {
            Lattice::Square => true,
            Lattice::HexRising => down * right <= 0,
            Lattice::HexFalling => down * right >= 0,
        }
    }
}

/// The size of dense planes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlaneShape {
    /// How many planes.
    pub planes: u32,
    /// The rows of each.
    pub rows: u32,
    /// The columns of each.
    pub columns: u32,
}

impl PlaneShape {
    /// The cells of one plane.
    pub const fn cells(self) -> u32 {
        self.rows * self.columns
    }

    /// The numbers of all planes together.
    pub const fn size(self) -> usize {
        self.planes as usize * self.cells() as usize
    }
}

/// A count as an input of about 1 at `most`: divided by a power of two, so that
/// the quotient is exact.
pub fn scaled(count: i64, most: u32) -> f32 {
    count as f32 / most.next_power_of_two() as f32
}

/// The number of binary digits of a count: buckets whose width doubles.
pub const fn bit_length(count: u32) -> u32 {
    u32::BITS - count.leading_zeros()
}

/// Writes dense planes one after another.
#[derive(Debug)]
pub struct PlaneWriter<'a> {
    planes: &'a mut Vec<f32>,
    cells: usize,
}

impl<'a> PlaneWriter<'a> {
    /// Clears `planes`, to be filled with planes of this shape.
    pub fn new(shape: PlaneShape, planes: &'a mut Vec<f32>) -> Self {
        planes.clear();
        planes.reserve(shape.size());
        PlaneWriter { planes, cells: shape.cells() as usize }
    }

    /// A plane with the same number everywhere.
    pub fn fill(&mut self, value: f32) {
        self.planes.resize(self.planes.len() + self.cells, value);
    }

    /// A plane with ones on some cells.
    pub fn ones(&mut self, cells: impl IntoIterator<Item = u32>) {
        self.values(cells.into_iter().map(|cell| (cell, 1.0)));
    }

    /// A plane with numbers on some cells.
    pub fn values(&mut self, values: impl IntoIterator<Item = (u32, f32)>) {
        let start = self.planes.len();
        self.fill(0.0);
        for (cell, value) in values {
            self.planes[start + cell as usize] = value;
        }
    }
}

/// Writes sparse features group by group, so that they ascend.
#[derive(Debug)]
pub struct FeatureWriter<'a> {
    features: &'a mut Vec<u32>,
    start: u32,
}

impl<'a> FeatureWriter<'a> {
    /// Clears `features`, to be filled from feature 0 on.
    pub fn new(features: &'a mut Vec<u32>) -> Self {
        features.clear();
        FeatureWriter { features, start: 0 }
    }

    /// A group of `size` features of which these are active, in ascending order.
    pub fn set(&mut self, size: u32, active: impl IntoIterator<Item = u32>) {
        self.features.extend(active.into_iter().map(|feature| self.start + feature));
        self.start += size;
    }

    /// A group of `size` features of which one is active: the last for all numbers beyond it.
    pub fn one_hot(&mut self, size: u32, number: u32) {
        self.set(size, [number.min(size - 1)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_and_features_are_written_in_order() {
        let shape = PlaneShape { planes: 3, rows: 1, columns: 2 };
        let mut planes = vec![9.0];
        let mut writer = PlaneWriter::new(shape, &mut planes);
        writer.ones([1]);
        writer.fill(0.5);
        writer.values([(0, scaled(3, 5))]);
        assert_eq!(planes, [0.0, 1.0, 0.5, 0.5, 0.375, 0.0]);
        assert_eq!(planes.len(), shape.size());

        let mut features = vec![9];
        let mut writer = FeatureWriter::new(&mut features);
        writer.set(4, [0, 3]);
        writer.one_hot(3, 1);
        writer.one_hot(3, 100);
        assert_eq!(features, [0, 3, 5, 9]);
    }

    #[test]
    fn buckets_double() {
        assert_eq!([0, 1, 2, 3, 4, 7, 8].map(bit_length), [0, 1, 2, 2, 3, 3, 4]);
    }
}
