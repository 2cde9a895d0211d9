//! Tile Sum: Max pushes a tile over a grid of numbers, Min refills the square left behind.

use crate::{Ending, Options, Oracle};

/// The names of the options.
const OPTIONS: [&str; 5] = ["size", "board", "goal", "moves", "min"];

/// The numbers that Min may put on the open square.
const FILLINGS: [(&str, i64); 3] = [("-1", -1), ("0", 0), ("+1", 1)];

/// The four ways of the tile: its word, rows down, columns right.
const WAYS: [(&str, i64, i64); 4] = [("u", -1, 0), ("d", 1, 0), ("l", 0, -1), ("r", 0, 1)];

/// A game of Tile Sum.
#[derive(Clone, Debug)]
pub struct TileSum {
    size: i64,
    goal: i64,
    moves_allowed: i64,
    /// The numbers, row by row from the top.
    numbers: Vec<i64>,
    /// The tile's row (from the top) and column.
    tile: (i64, i64),
    /// The square that Min has to fill; when there is none, it is Max's turn.
    open: Option<(i64, i64)>,
    score: i64,
    moves_made: i64,
    ending: Option<Ending>,
    rare: Vec<&'static str>,
}

impl TileSum {
    /// Opens a game with the options of the page.
    pub fn new(options: &[(&str, &str)]) -> Self {
        let options = Options::new(options, &OPTIONS);
        let size = options.number("size", 2, 5, 3);
        let numbers: Vec<i64> = match options.text("board") {
            Some(text) => text.split(',').map(|number| number.trim().parse().expect("board: integers")).collect(),
            None => {
                assert!(size == 3, "board is needed when size is not 3");
                vec![1, -1, 0, 1, 0, 1, 0, 1, -1]
            }
        };
        assert!(numbers.len() as i64 == size * size, "board: size² integers");
        // A random Min has the same three outcomes: who chooses among them is the caller's affair.
        let min = options.text("min").unwrap_or("adversary");
        assert!(min == "adversary" || min == "random", "min: adversary or random");
        TileSum {
            size,
            goal: options.number("goal", 1, 999, 7),
            moves_allowed: options.number("moves", 1, 99, 5),
            numbers,
            tile: (size - 1, 0),
            open: None,
            score: 0,
            moves_made: 0,
            ending: None,
            rare: Vec::new(),
        }
    }

    /// The score that Max has reached so far.
    pub fn score(&self) -> i64 {
        self.score
    }

    /// Where a square's number is kept.
    fn index(&self, (row, column): (i64, i64)) -> usize {
        (row * self.size + column) as usize
    }

    /// Where the tile would stand after a step, if that is inside the grid.
    fn target(&self, rows: i64, columns: i64) -> Option<(i64, i64)> {
        let (row, column) = (self.tile.0 + rows, self.tile.1 + columns);
        let inside = (0..self.size).contains(&row) && (0..self.size).contains(&column);
        inside.then_some((row, column))
    }

    /// Max's move: the number under the tile goes onto the new square, whose sum goes onto the score;
    /// the square left behind is open.
    fn push(&mut self, target: (i64, i64)) {
        let carried = self.numbers[self.index(self.tile)];
        let new = self.index(target);
        self.numbers[new] += carried;
        self.score += self.numbers[new];
        self.open = Some(self.tile);
        self.tile = target;
        self.moves_made += 1;
        if self.numbers[new] < 0 {
            self.rare.push("negative-gain");
        }
    }

    /// Min's move: the open square gets its number.
    fn fill(&mut self, number: i64) {
        let open = self.open.take().expect("an open square");
        let index = self.index(open);
        self.numbers[index] = number;
    }

    /// Judged at once after Max's move: the goal first, then the number of moves.
    fn judge(&self) -> Option<Ending> {
        if self.score >= self.goal {
            Some(("p1win", "goal"))
        } else if self.moves_made >= self.moves_allowed {
            Some(("p2win", "moves"))
        } else {
            None
        }
    }
}

impl Oracle for TileSum {
    fn moves(&self) -> Vec<String> {
        if self.ending.is_some() {
            return Vec::new();
        }
        if self.open.is_some() {
            return FILLINGS.iter().map(|(word, _)| word.to_string()).collect();
        }
        WAYS.iter()
            .filter(|(_, rows, columns)| self.target(*rows, *columns).is_some())
            .map(|(word, _, _)| word.to_string())
            .collect()
    }

    fn play(&mut self, mv: &str) {
        assert!(self.moves().iter().any(|legal| legal == mv), "illegal: {mv}");
        self.rare.clear();
        if self.open.is_some() {
            let (_, number) = FILLINGS.iter().find(|(word, _)| *word == mv).unwrap();
            self.fill(*number);
        } else {
            let (_, rows, columns) = WAYS.iter().find(|(word, _, _)| *word == mv).unwrap();
            let target = self.target(*rows, *columns).unwrap();
            self.push(target);
            self.ending = self.judge();
            if self.ending == Some(("p1win", "goal")) {
                if self.moves_made == self.moves_allowed {
                    self.rare.push("goal-with-last-move");
                }
                if self.score > self.goal {
                    self.rare.push("goal-exceeded");
                }
            }
        }
    }

    fn result(&self) -> &'static str {
        self.ending.map_or("none", |(result, _)| result)
    }

    fn reason(&self) -> &'static str {
        self.ending.map_or("none", |(_, reason)| reason)
    }

    fn p1_turn(&self) -> bool {
        self.open.is_none()
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

    /// Whether Max reaches the goal: against every filling, or with Min's help.
    fn max_wins(game: &TileSum, min_helps: bool) -> bool {
        if game.ending.is_some() {
            return game.result() == "p1win";
        }
        let mut replies = game.moves().into_iter().map(|mv| {
            let mut next = game.clone();
            next.play(&mv);
            max_wins(&next, min_helps)
        });
        if game.p1_turn() || min_helps { replies.any(|won| won) } else { replies.all(|won| won) }
    }

    /// The highest goal for which `max_wins` still says yes.
    fn highest_goal(moves: u32, min_helps: bool) -> u32 {
        let moves = moves.to_string();
        let wins = |goal: &u32| {
            let goal = goal.to_string();
            max_wins(&TileSum::new(&[("goal", &goal), ("moves", &moves)]), min_helps)
        };
        (1..).take_while(wins).last().unwrap()
    }

    #[test]
    fn perft_of_the_page() {
        let game = TileSum::new(&[("goal", "7"), ("moves", "5")]);
        let counts: Vec<u64> = (1..=10).map(|depth| perft(&game, depth)).collect();
        assert_eq!(counts, [2, 6, 18, 54, 144, 432, 1296, 3123, 8298, 0]);
    }

    #[test]
    fn game_of_the_seed() {
        let mut game = TileSum::new(&[("goal", "10"), ("moves", "3")]);
        let mut scores = Vec::new();
        for mv in ["u", "0", "u", "+1", "d"] {
            game.play(mv);
            scores.push(game.score());
        }
        assert_eq!(scores, [1, 1, 3, 3, 6]);
        assert_eq!((game.result(), game.reason()), ("p2win", "moves"));
        assert!(game.moves().is_empty());
    }

    #[test]
    fn goals_that_max_can_force() {
        let most = if cfg!(debug_assertions) { 6 } else { 7 };
        let forced: Vec<u32> = (1..=most).map(|moves| highest_goal(moves, false)).collect();
        assert_eq!(forced, [1, 3, 4, 7, 9, 11, 14][..most as usize]);
    }

    #[test]
    #[cfg_attr(debug_assertions, ignore = "slow in debug")]
    fn goal_that_max_can_force_in_eight_moves() {
        assert_eq!(highest_goal(8, false), 16);
    }

    #[test]
    fn scores_that_are_possible_at_all() {
        let most = if cfg!(debug_assertions) { 5 } else { 6 };
        let possible: Vec<u32> = (1..=most).map(|moves| highest_goal(moves, true)).collect();
        assert_eq!(possible, [1, 3, 6, 10, 15, 21][..most as usize]);
    }

    #[test]
    fn the_goal_goes_before_the_number_of_moves() {
        let mut game = TileSum::new(&[("goal", "1"), ("moves", "1")]);
        game.play("u");
        assert_eq!((game.result(), game.reason()), ("p1win", "goal"));
        assert_eq!(game.rare(), ["goal-with-last-move"]);
        assert!(game.moves().is_empty());
    }

    #[test]
    fn other_boards_and_a_random_min() {
        let mut game = TileSum::new(&[("size", "2"), ("board", "5,-3,2,+4"), ("min", "random"), ("goal", "20")]);
        assert_eq!(game.moves(), ["u", "r"]);
        game.play("r");
        assert_eq!(game.score(), 6);
        assert_eq!(game.moves(), ["-1", "0", "+1"]);
        assert!(!game.p1_turn());
        play_all(&mut game, "-1 u");
        assert_eq!(game.score(), 9);
        assert_eq!(game.numbers, [5, 3, -1, 6]);
        assert_eq!(game.moves().len(), 3);
    }

    #[test]
    #[should_panic(expected = "board is needed")]
    fn another_size_needs_a_board() {
        TileSum::new(&[("size", "4")]);
    }
}
