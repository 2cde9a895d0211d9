use super::lines::HALF;

/// What tells at once that a player cannot make a four, or close a ring, yet.
///
/// A window is five cells in a row, all on the board, none of them the opponent's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shapes {
    /// Windows with three stones: another makes a four.
    pub(crate) threes: u16,
    /// Pairs of stones that touch.
    pub(crate) links: u16,
}

impl Shapes {
    /// The player places a stone in these windows, of which each comes one step further.
    #[inline]
    pub(crate) fn grow(&mut self, [_, two, three, _]: [u16; 4]) {
        self.threes = self.threes + two - three;
    }

    /// The opponent places a stone in these windows and spoils them.
    #[inline]
    pub(crate) fn spoil(&mut self, [_, _, three, _]: [u16; 4]) {
        self.threes -= three;
    }
}

/// The windows that contain an empty cell: where those begin that have one,
/// two, three and four stones, one player's in the lower half of each word and
/// the other's in the upper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Windows(pub(super) [u64; 4]);

impl Windows {
    /// How many the player below has with one, two, three and four stones.
    #[inline]
    pub(crate) fn own(self) -> [u16; 4] {
        self.0.map(|windows| (windows as u32).count_ones() as u16)
    }

    /// How many the player above has.
    #[inline]
    pub(crate) fn enemy(self) -> [u16; 4] {
        self.0.map(|windows| (windows >> HALF).count_ones() as u16)
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Evaluation, Game, Options, Player, Rng};

    use super::*;
    use crate::andantino::bits::Bits;
    use crate::andantino::hexagon::{AXES, Cell};
    use crate::andantino::rules::{AndantinoPosition, Status};
    use crate::andantino::{Andantino, AndantinoEvaluation};

    /// All windows of the board, cell by cell.
    fn windows(game: &Andantino) -> Vec<[Cell; 5]> {
        let mut windows = Vec::new();
        for cell in game.board.cells().iter() {
            for axis in AXES {
                let cells: Vec<Cell> =
                    std::iter::successors(Some(cell), |cell| game.board.step(*cell, axis)).take(5).collect();
                windows.extend(<[Cell; 5]>::try_from(cells));
            }
        }
        windows
    }

    fn plain(game: &Andantino, position: &AndantinoPosition, player: Player) -> (Shapes, Bits) {
        let (mut shapes, mut fives) = (Shapes::default(), Bits::EMPTY);
        for window in windows(game) {
            let own = window.iter().filter(|cell| position.stones[player].has(**cell)).count();
            if window.iter().any(|cell| position.stones[!player].has(*cell)) {
                continue;
            }
            match own {
                3 => shapes.threes += 1,
                4 => {
                    window.iter().filter(|cell| !position.stones[player].has(**cell)).for_each(|c| fives.insert(*c));
                }
                _ => {}
            }
        }
        let stones = position.stones[player];
        let touching = |cell: Cell| AXES.iter().filter_map(move |axis| game.board.step(cell, *axis));
        shapes.links = stones.iter().flat_map(touching).filter(|next| stones.has(*next)).count() as u16;
        (shapes, fives)
    }

    #[test]
    fn shapes_and_completing_cells_are_those_of_all_windows() {
        let (mut fours, evaluation) = (0, AndantinoEvaluation::default());
        for options in ["side=3", "side=5", "side=10"] {
            let game = Andantino::new(Options::parse(Andantino::INFO.options, options).unwrap()).unwrap();
            let mut rng = Rng::new(8);
            for _ in 0..60 {
                let mut position = game.start();
                let mut state = evaluation.state(&game, &position);
                while let Some(cell) = game.random_move(&position, &mut rng) {
                    evaluation.play(&game, &mut position, &mut state, cell);
                    for player in Player::BOTH {
                        let (shapes, fives) = plain(&game, &position, player);
                        assert_eq!(state.shapes[player], shapes);
                        let ongoing = position.status == Status::Ongoing;
                        let wins = fives | game.all_closing(&position, player);
                        assert_eq!(state.wins[player].cells(), if ongoing { wins } else { Bits::EMPTY });
                        fours += fives.count();
                    }
                }
            }
        }
        assert!(fours > 100, "{fours}");
    }
}
