use agon_core::{Game, MoveError, Notation, Outcome, PositionError};

use super::TileSum;
use super::rules::{Fill, MOST_SQUARES, Step, TileSumMove, TileSumPosition};

/// Every move with its text.
const TEXTS: [(TileSumMove, &str); 7] = [
    (TileSumMove::Step(Step::Up), "u"),
    (TileSumMove::Step(Step::Down), "d"),
    (TileSumMove::Step(Step::Left), "l"),
    (TileSumMove::Step(Step::Right), "r"),
    (TileSumMove::Fill(Fill::Minus), "-1"),
    (TileSumMove::Fill(Fill::Zero), "0"),
    (TileSumMove::Fill(Fill::Plus), "+1"),
];

impl Notation for TileSum {
    fn move_text(&self, _: &TileSumPosition, mv: TileSumMove) -> String {
        TEXTS.iter().find(|(known, _)| *known == mv).map_or("", |(_, text)| text).to_string()
    }

    fn parse_move(&self, _: &TileSumPosition, text: &str) -> Result<TileSumMove, MoveError> {
        let found = TEXTS.iter().find(|(_, known)| *known == text);
        found.map(|(mv, _)| *mv).ok_or_else(|| MoveError::unreadable(text, TileSum::INFO.move_help))
    }

    fn why_illegal(&self, position: &TileSumPosition, mv: TileSumMove) -> Option<String> {
        let why = match (mv, position.open) {
            (TileSumMove::Step(_), Some(_)) => "the open square is to be filled with -1, 0 or +1",
            (TileSumMove::Fill(_), None) => "the tile is to be moved: u, d, l or r",
            (TileSumMove::Step(_), None) => "the tile would leave the grid",
            (TileSumMove::Fill(_), Some(_)) => return None,
        };
        Some(why.to_string())
    }

    fn position_text(&self, position: &TileSumPosition) -> String {
        let square = |at: u8| {
            let number = position.numbers[usize::from(at)];
            match () {
                () if position.open == Some(at) => "?".to_string(),
                () if position.tile == at => format!("({number})"),
                () => number.to_string(),
            }
        };
        let row = |row: u8| (0..self.size).map(|column| square(row * self.size + column)).collect::<Vec<_>>().join(",");
        let rows: Vec<String> = (0..self.size).map(row).collect();
        format!("{} {} {}", rows.join("/"), position.score, position.made)
    }

    fn parse_position(&self, text: &str) -> Result<TileSumPosition, PositionError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [board, score, made] = fields[..] else {
            return Err(PositionError::new("expected the board, the score and the moves made, separated by spaces"));
        };
        let rows: Vec<Vec<&str>> = board.split('/').map(|row| row.split(',').collect()).collect();
        let size = usize::from(self.size);
        if rows.len() != size || rows.iter().any(|row| row.len() != size) {
            return Err(PositionError::new(format!("expected {size} rows of {size} numbers")));
        }
        let (mut numbers, mut tile, mut open) = ([0; MOST_SQUARES], None, None);
        for (at, square) in (0..).zip(rows.concat()) {
            let number = if square == "?" {
                if open.replace(at).is_some() {
                    return Err(PositionError::new("only one square can be open (?)"));
                }
                continue;
            } else if let Some(inside) = square.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
                if tile.replace(at).is_some() {
                    return Err(PositionError::new("the tile (a number in brackets) can be on one square only"));
                }
                inside
            } else {
                square
            };
            // Large enough for every game, small enough that no sum overflows.
            numbers[usize::from(at)] = bounded(number, 50_000_000)
                .map(|number| number as i32)
                .ok_or_else(|| PositionError::field("a square", square, "a whole number, (n) for the tile's, or ?"))?;
        }
        let tile = tile.ok_or_else(|| PositionError::new("no square has the tile (a number in brackets)"))?;
        let score = bounded(score, 1_000_000_000_000)
            .ok_or_else(|| PositionError::field("the score", score, "a whole number"))?;
        let made = bounded(made, i64::from(self.moves))
            .filter(|made| *made >= 0)
            .ok_or_else(|| PositionError::field("the moves made", made, &format!("0 to {}", self.moves)))?;
        if open.is_some_and(|open| !Step::ALL.iter().any(|step| self.target(tile, *step) == Some(open))) {
            return Err(PositionError::new("the open square (?) must be beside the tile, which has just left it"));
        }
        Ok(TileSumPosition { numbers, tile, open, score, made: made as u8 })
    }

    fn outcome_detail(&self, position: &TileSumPosition, _: Outcome) -> Option<String> {
        Some(format!("score {} of {} after {} moves", position.score, self.goal, position.made))
    }
}

/// A whole number whose size is at most `most`.
fn bounded(text: &str, most: i64) -> Option<i64> {
    text.parse::<i64>().ok().filter(|number| number.unsigned_abs() <= most.unsigned_abs())
}
