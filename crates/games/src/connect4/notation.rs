use agon_core::{Game, MoveError, Notation, Outcome, Player, PositionError};

use super::ConnectFour;
use super::cells::each;
use super::rules::{ConnectFourMove, ConnectFourPosition};

/// The words for the lengths of lines, from four on.
const LENGTHS: [&str; 4] = ["four", "five", "six", "seven"];

/// The letter of a player in positions.
pub(super) fn letter(player: Player) -> &'static str {
    match player {
        Player::One => "R",
        Player::Two => "Y",
    }
}

impl ConnectFour {
    /// The lines of four or more of these discs, in order, and each in words.
    pub(super) fn lines(&self, discs: u64) -> Vec<(Vec<u8>, String)> {
        let held = |bit: Option<u8>| bit.is_some_and(|bit| bit < 64 && discs >> bit & 1 != 0);
        let mut lines = Vec::new();
        for step in self.directions() {
            for first in each(discs).filter(|bit| !held(bit.checked_sub(step))) {
                let cells = (0..self.columns.max(self.rows)).map(|n| first + n * step);
                let line: Vec<u8> = cells.take_while(|bit| held(Some(*bit))).collect();
                if let (Some(length), Some(last)) = (line.len().checked_sub(4), line.last()) {
                    let length = LENGTHS[length.min(LENGTHS.len() - 1)];
                    let text = format!("{length} in a row from {} to {}", self.name(first), self.name(*last));
                    lines.push((line, text));
                }
            }
        }
        lines
    }

    /// Whether the last disc, of the player who is not to move, can have been dropped: there must be
    /// one on top of a column without which the game was not over.
    fn has_last_disc(&self, position: &ConnectFourPosition) -> bool {
        let last = position.own ^ position.all;
        let tops = position.all & !(position.all >> 1);
        position.all == 0 || each(tops & last).any(|top| !self.has_line(last & !(1 << top)))
    }
}

impl Notation for ConnectFour {
    fn move_text(&self, _: &ConnectFourPosition, mv: ConnectFourMove) -> String {
        (mv.column + 1).to_string()
    }

    fn parse_move(&self, _: &ConnectFourPosition, text: &str) -> Result<ConnectFourMove, MoveError> {
        match text.as_bytes() {
            [digit @ b'1'..=b'9'] => Ok(ConnectFourMove { column: digit - b'1' }),
            _ => Err(MoveError::unreadable(text, Self::INFO.move_help)),
        }
    }

    fn why_illegal(&self, _: &ConnectFourPosition, mv: ConnectFourMove) -> Option<String> {
        let (number, columns) = (mv.column + 1, self.columns);
        let known = number <= columns;
        let unknown = || format!("there is no column {number} on a board of {columns} columns");
        Some(if known { format!("column {number} is full") } else { unknown() })
    }

    fn position_text(&self, position: &ConnectFourPosition) -> String {
        self.grid().write(|cell| position.owner(self.bit(cell)).map(|player| letter(player).to_string()))
    }

    fn parse_position(&self, text: &str) -> Result<ConnectFourPosition, PositionError> {
        let mut discs = [0u64; 2];
        for (cell, disc) in self.grid().pieces(text.trim())? {
            let player = Player::BOTH.into_iter().find(|player| letter(*player) == disc);
            let wrong = || PositionError::field("a cell", disc, "R, Y or a number of empty cells");
            discs[player.ok_or_else(wrong)?.index()] |= 1 << self.bit(cell);
        }
        let [red, yellow] = discs.map(u64::count_ones);
        let turn = match red.checked_sub(yellow) {
            Some(0) => Player::One,
            Some(1) => Player::Two,
            _ => {
                let counts = format!("Red has {red} discs and Yellow {yellow}");
                return Err(PositionError::new(format!("{counts}, expected as many, or one more of Red")));
            }
        };
        let position = ConnectFourPosition { own: discs[turn.index()], all: discs[0] | discs[1], turn };
        let hanging = position.all & !(position.all << 1 | self.bottom);
        if let Some(bit) = each(hanging).next() {
            return Err(PositionError::new(format!("the disc on {} has nothing below it", self.name(bit))));
        }
        if self.has_line(position.own) || !self.has_last_disc(&position) {
            return Err(PositionError::new("the game was over before the last disc"));
        }
        Ok(position)
    }

    fn outcome_detail(&self, position: &ConnectFourPosition, outcome: Outcome) -> Option<String> {
        self.lines(position.discs(outcome.winner?)).into_iter().next().map(|(_, text)| text)
    }
}
