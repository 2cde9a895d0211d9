use agon_core::{Game, GameInfo, OptionError, Options, Outcome, Player, SWAP, Turn, mix};

use super::{INFO, TileSum};

/// The squares of the largest grid.
pub(super) const MOST_SQUARES: usize = 25;

/// The numbers of the usual start, row by row from the top.
const USUAL_BOARD: [i32; 9] = [1, -1, 0, 1, 0, 1, 0, 1, -1];

/// Who fills the open square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Min {
    Adversary,
    Random,
}

/// Where the tile can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// One row up.
    Up,
    /// One row down.
    Down,
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
}

impl Step {
    /// All steps, in the order in which moves are listed.
    pub(super) const ALL: [Step; 4] = [Step::Up, Step::Down, Step::Left, Step::Right];
}

/// What the open square can be filled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i8)]
pub enum Fill {
    /// -1
    Minus = -1,
    /// 0
    Zero = 0,
    /// +1
    Plus = 1,
}

impl Fill {
    /// All numbers, in the order in which moves are listed.
    pub(super) const ALL: [Fill; 3] = [Fill::Minus, Fill::Zero, Fill::Plus];
}

/// A move of either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TileSumMove {
    /// Max moves the tile.
    Step(Step),
    /// Min, or chance, fills the square that the tile left.
    Fill(Fill),
}

/// A position of Tile Sum. Squares are numbered row by row from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileSumPosition {
    /// The number on each square; 0 on the open one.
    pub(super) numbers: [i32; MOST_SQUARES],
    /// Where the tile lies.
    pub(super) tile: u8,
    /// The square to be filled, if Min is to move.
    pub(super) open: Option<u8>,
    /// The score so far.
    pub(super) score: i64,
    /// How many moves Max has made.
    pub(super) made: u8,
}

impl TileSumPosition {
    /// The score so far.
    pub fn score(&self) -> i64 {
        self.score
    }

    /// Whether a square is open, which Min or chance is to fill.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }
}

impl Game for TileSum {
    type Position = TileSumPosition;
    type Move = TileSumMove;

    const INFO: &'static GameInfo = &INFO;

    fn new(options: Options) -> Result<Self, OptionError> {
        let size = options.int("size") as u8;
        let squares = usize::from(size) * usize::from(size);
        let given: Vec<i32> = options.list("board").filter_map(|number| number.parse().ok()).collect();
        let numbers = if given.is_empty() { &USUAL_BOARD[..] } else { &given };
        if numbers.len() != squares {
            let value = if given.is_empty() { "empty".to_string() } else { options.text("board").to_string() };
            let allowed = format!("{squares} whole numbers separated by commas when size is {size}");
            return Err(OptionError::Value { option: "board", value, allowed });
        }
        if options.text(SWAP) == "true" {
            let allowed = "only false: Tile Sum is a puzzle for Max, not a game of equal sides".to_string();
            return Err(OptionError::Value { option: SWAP, value: "true".to_string(), allowed });
        }
        let mut board = [0; MOST_SQUARES];
        board[..squares].copy_from_slice(numbers);
        let min = if options.text("min") == "random" { Min::Random } else { Min::Adversary };
        let (goal, moves) = (options.int("goal"), options.int("moves") as u8);
        Ok(TileSum { options, size, board, goal, moves, min })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn start(&self) -> TileSumPosition {
        TileSumPosition { numbers: self.board, tile: self.size * (self.size - 1), open: None, score: 0, made: 0 }
    }

    fn turn(&self, position: &TileSumPosition) -> Turn {
        match (position.open, self.min) {
            (None, _) => Turn::Player(Player::One),
            (Some(_), Min::Adversary) => Turn::Player(Player::Two),
            (Some(_), Min::Random) => Turn::Chance,
        }
    }

    fn moves(&self, position: &TileSumPosition, moves: &mut Vec<TileSumMove>) {
        moves.clear();
        self.each_move(position, |mv| moves.push(mv));
    }

    fn count_moves(&self, position: &TileSumPosition) -> u64 {
        let mut count = 0;
        self.each_move(position, |_| count += 1);
        count
    }

    fn play(&self, position: &mut TileSumPosition, mv: TileSumMove) {
        match mv {
            TileSumMove::Step(step) => {
                let from = position.tile;
                let Some(to) = self.target(from, step) else { return };
                let carried = std::mem::take(&mut position.numbers[usize::from(from)]);
                let sum = &mut position.numbers[usize::from(to)];
                *sum += carried;
                position.score += i64::from(*sum);
                position.tile = to;
                position.open = Some(from);
                position.made += 1;
            }
            TileSumMove::Fill(fill) => {
                if let Some(open) = position.open.take() {
                    position.numbers[usize::from(open)] = fill as i32;
                }
            }
        }
    }

    /// Judged after Max's moves only: the goal first, then the number of moves.
    fn outcome(&self, position: &TileSumPosition) -> Option<Outcome> {
        if position.score >= self.goal {
            Some(Outcome::win(Player::One, "goal"))
        } else if position.made >= self.moves {
            Some(Outcome::win(Player::Two, "moves"))
        } else {
            None
        }
    }

    fn key(&self, position: &TileSumPosition) -> u64 {
        let TileSumPosition { tile, open, made, .. } = *position;
        let state = u64::from(tile) | u64::from(open.unwrap_or(255)) << 8 | u64::from(made) << 16;
        let start = mix(state ^ mix(position.score as u64));
        position.numbers.iter().fold(start, |key, number| mix(key ^ *number as u64))
    }
}

impl TileSum {
    /// Whether a step keeps the tile inside the grid, be the game over or not.
    pub fn can_step(&self, position: &TileSumPosition, step: Step) -> bool {
        self.target(position.tile, step).is_some()
    }

    /// The square that a step leads to, if it stays inside the grid.
    pub(super) fn target(&self, from: u8, step: Step) -> Option<u8> {
        let (row, column) = (from / self.size, from % self.size);
        match step {
            Step::Up => (row > 0).then(|| from - self.size),
            Step::Down => (row + 1 < self.size).then(|| from + self.size),
            Step::Left => (column > 0).then(|| from - 1),
            Step::Right => (column + 1 < self.size).then(|| from + 1),
        }
    }

    fn each_move(&self, position: &TileSumPosition, mut each: impl FnMut(TileSumMove)) {
        if self.outcome(position).is_some() {
            return;
        }
        if position.open.is_some() {
            for fill in Fill::ALL {
                each(TileSumMove::Fill(fill));
            }
        } else {
            for step in Step::ALL.into_iter().filter(|step| self.target(position.tile, *step).is_some()) {
                each(TileSumMove::Step(step));
            }
        }
    }
}
