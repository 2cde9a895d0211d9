use super::hexagon::{Cell, Spot};
use super::lines::Cross;

/// How many windows of one player are how far: a window is five cells in a
/// row, all on the board, none of them the opponent's. And how well its stones
/// hang together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shapes {
    /// Windows with two stones.
    pub(crate) twos: u16,
    /// Windows with three stones: another makes a four.
    pub(crate) threes: u16,
    /// Windows with four stones: another wins.
    pub(crate) fours: u16,
    /// Pairs of stones that touch.
    pub(crate) links: u16,
}

impl Shapes {
    /// The player places a stone in these windows, of which each comes one step further.
    #[inline]
    pub(crate) fn grow(&mut self, windows: Windows) {
        let [one, two, three, four] = windows.0;
        self.twos = self.twos + one - two;
        self.threes = self.threes + two - three;
        self.fours = self.fours + three - four;
    }

    /// The opponent places a stone in these windows and spoils them.
    #[inline]
    pub(crate) fn spoil(&mut self, windows: Windows) {
        let [_, two, three, four] = windows.0;
        self.twos -= two;
        self.threes -= three;
        self.fours -= four;
    }
}

/// The windows of one player that contain an empty cell: how many of them
/// have one, two, three and four stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Windows(pub(crate) [u16; 4]);

impl Windows {
    /// The windows through an empty cell, given both players' stones on its lines.
    #[inline]
    pub(crate) fn through(spot: &Spot, own: Cross, enemy: Cross) -> Self {
        let blocked = enemy.0 | !spot.board.0;
        let pair = blocked | blocked >> 1;
        let open = !(pair | pair >> 2 | blocked >> 4) & spot.windows.0;
        // The stones of each window, counted in all windows at once: pairs
        // first, then pairs of pairs, then the fifth.
        let own = own.0;
        let (low, high) = (own ^ own >> 1, own & own >> 1);
        let (low_next, high_next) = (low >> 2, high >> 2);
        let (ones, twos, four) = (low ^ low_next, (high ^ high_next) | low & low_next, high & high_next);
        let fifth = own >> 4;
        let (ones, carry) = (ones ^ fifth, ones & fifth);
        let (twos, fours) = (twos ^ carry, four | twos & carry);
        let count = |windows: u64| (windows & open).count_ones() as u16;
        Windows([count(ones & !twos & !fours), count(twos & !ones), count(ones & twos), count(fours & !ones)])
    }
}

/// The empty cells on a cell's lines on which a player completes five.
#[inline]
pub(crate) fn completing(spot: &Spot, own: Cross, enemy: Cross) -> Cross {
    let own = own.0;
    let (before, after) = (own << 1, own >> 1);
    let (before_two, after_two) = (before & own << 2, after & own >> 2);
    let (before_three, after_three) = (before_two & own << 3, after_two & own >> 3);
    let five = before_three & own << 4
        | before_three & after
        | before_two & after_two
        | before & after_three
        | after_three & own >> 4;
    Cross(five & spot.board.0 & !(own | enemy.0))
}

/// The cells of a set on the lines through a cell.
#[inline]
pub(crate) fn cells_of(spot: &Spot, cross: Cross) -> impl Iterator<Item = Cell> {
    let (spot, mut left) = (*spot, cross.0);
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let bit = left.trailing_zeros();
            left &= left - 1;
            spot.cell_on_lines(bit)
        })
    })
}

#[cfg(test)]
mod tests {
    use agon_core::{Game, Options, Player, Rng};

    use super::*;
    use crate::andantino::Andantino;
    use crate::andantino::bits::Bits;
    use crate::andantino::hexagon::AXES;
    use crate::andantino::rules::{AndantinoPosition, Status};

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
                2 => shapes.twos += 1,
                3 => shapes.threes += 1,
                4 => {
                    shapes.fours += 1;
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
        let mut fours = 0;
        for options in ["side=3", "side=5", "side=10"] {
            let game = Andantino::new(Options::parse(Andantino::INFO.options, options).unwrap()).unwrap();
            let mut rng = Rng::new(8);
            for _ in 0..60 {
                let mut position = game.start();
                while let Some(cell) = game.random_move(&position, &mut rng) {
                    game.play(&mut position, cell);
                    for player in Player::BOTH {
                        let (shapes, fives) = plain(&game, &position, player);
                        assert_eq!(position.shapes[player], shapes);
                        let ongoing = position.status == Status::Ongoing;
                        let wins = fives | game.all_closing(&position, player);
                        assert_eq!(position.wins[player], if ongoing { wins } else { Bits::EMPTY });
                        fours += u32::from(shapes.fours);
                    }
                }
            }
        }
        assert!(fours > 100, "{fours}");
    }
}
