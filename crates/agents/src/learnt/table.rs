use std::collections::BTreeMap;
use std::fmt::Write;

use agon_neural::options_named;
use thiserror::Error;

use crate::spec::short;

/// The first line of a file.
const FORMAT: &str = "agon q-table 1";

/// A table of what each action is worth in each position, as text that people can read: four
/// lines that say what it is for, then a line a position: its text, a tab, and its moves with
/// their values from -1 (lost) to 1 (won), as the player to move sees them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ActionTable {
    /// The game's name.
    pub game: String,
    /// Its options, as text; the swap rule is none of them.
    pub options: String,
    /// The run that made it.
    pub run: String,
    /// The moves of each position, with their values.
    pub positions: BTreeMap<String, Vec<(String, f64)>>,
}

/// Why a table cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// It is no table at all.
    #[error("it is not a table of Q-learning: it does not begin with `{FORMAT}`")]
    NotTable,
    /// A line of it is wrong.
    #[error("line {line} of the table: {why}")]
    Line {
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        why: &'static str,
    },
    /// It is for another game.
    #[error("the table plays {found}, not {game}")]
    Game {
        /// Its game.
        found: String,
        /// The game that is to be played.
        game: &'static str,
    },
    /// It is for other options.
    #[error("the table was learnt with {found}, and cannot play with {asked}")]
    Options {
        /// Its options.
        found: String,
        /// Those that are to be played.
        asked: String,
    },
}

impl ActionTable {
    /// The moves of a position with their values, if it is in the table.
    pub fn get(&self, position: &str) -> Option<&[(String, f64)]> {
        self.positions.get(position).map(Vec::as_slice)
    }

    /// Reads a table for a game with these options.
    pub fn for_game(game: &'static str, options: &str, bytes: &[u8]) -> Result<Self, TableError> {
        let table = ActionTable::from_bytes(bytes)?;
        if table.game != game {
            return Err(TableError::Game { found: short(&table.game), game });
        }
        if table.options != options {
            return Err(TableError::Options { found: options_named(&table.options), asked: options_named(options) });
        }
        Ok(table)
    }

    /// The table as the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut text = format!("{FORMAT}\ngame {}\noptions {}\nrun {}\n", self.game, self.options, self.run);
        for (position, moves) in &self.positions {
            text.push_str(position);
            for (at, (mv, value)) in moves.iter().enumerate() {
                let _ = write!(text, "{}{mv}={value}", if at == 0 { '\t' } else { ' ' });
            }
            text.push('\n');
        }
        text.into_bytes()
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote. Any bytes may come.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TableError> {
        let text = std::str::from_utf8(bytes).map_err(|_| TableError::NotTable)?;
        let mut lines = (1..).zip(text.lines());
        if lines.next().is_none_or(|(_, line)| line != FORMAT) {
            return Err(TableError::NotTable);
        }
        let mut said = |name: &str, why: &'static str, number: usize| {
            let value = lines.next().and_then(|(_, line)| line.strip_prefix(name));
            value.map(|value| value.trim().to_string()).ok_or(TableError::Line { line: number, why })
        };
        let game = said("game ", "it does not say `game`", 2)?;
        let options = said("options", "it does not say `options`", 3)?;
        let run = said("run", "it does not say `run`", 4)?;
        let mut positions = BTreeMap::new();
        for (line, text) in lines {
            let wrong = |why| TableError::Line { line, why };
            let (position, moves) = text.split_once('\t').ok_or_else(|| wrong("there is no tab after the position"))?;
            let moves: Option<Vec<(String, f64)>> = moves.split(' ').map(valued).collect();
            let moves = moves.ok_or_else(|| wrong("a move is written MOVE=VALUE, with a value from -1 to 1"))?;
            if positions.insert(position.to_string(), moves).is_some() {
                return Err(wrong("the position is there already"));
            }
        }
        Ok(ActionTable { game, options, run, positions })
    }
}

fn valued(text: &str) -> Option<(String, f64)> {
    let (mv, value) = text.rsplit_once('=')?;
    let value: f64 = value.parse().ok().filter(|value| (-1.0..=1.0).contains(value))?;
    (!mv.is_empty()).then(|| (mv.to_string(), value))
}

#[cfg(test)]
mod tests {
    use agon_core::Rng;

    use super::*;

    fn table() -> ActionTable {
        let moves = |values: &[(&str, f64)]| values.iter().map(|(mv, value)| ((*mv).to_string(), *value)).collect();
        ActionTable {
            game: "tilesum".to_string(),
            options: "moves=3".to_string(),
            run: "seed 1".to_string(),
            positions: BTreeMap::from([
                ("1,2 0 0".to_string(), moves(&[("u", 0.25), ("d", -1.0)])),
                ("1,? 0 1".to_string(), moves(&[("+1", 1.0 / 3.0)])),
            ]),
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let bytes = table().to_bytes();
        assert_eq!(ActionTable::for_game("tilesum", "moves=3", &bytes), Ok(table()));
        let usual = ActionTable { options: String::new(), ..table() };
        assert_eq!(ActionTable::for_game("tilesum", "", &usual.to_bytes()), Ok(usual));
    }

    #[test]
    fn what_is_wrong_is_told_in_one_line() {
        let bytes = String::from_utf8(table().to_bytes()).unwrap();
        let told = |text: &str| match ActionTable::for_game("tilesum", "moves=3", text.as_bytes()) {
            Err(error) => error.to_string(),
            Ok(_) => String::new(),
        };
        assert_eq!(told("b...... 50"), "it is not a table of Q-learning: it does not begin with `agon q-table 1`");
        assert_eq!(
            told(&bytes.replace("moves=3", "")),
            "the table was learnt with the usual options, and cannot play with moves=3"
        );
        assert_eq!(told(&bytes.replace("game tilesum", "game hex")), "the table plays hex, not tilesum");
        assert_eq!(told(&bytes.replace("game", "gone")), "line 2 of the table: it does not say `game`");
        assert_eq!(told(&bytes.replace('\t', " ")), "line 5 of the table: there is no tab after the position");
        for wrong in ["u=2", "u=NaN", "u", "=1", "u="] {
            let told = told(&bytes.replace("u=0.25", wrong));
            assert_eq!(told, "line 5 of the table: a move is written MOVE=VALUE, with a value from -1 to 1", "{wrong}");
        }
        let twice = format!("{bytes}1,2 0 0\tu=1\n");
        assert_eq!(told(&twice), "line 7 of the table: the position is there already");
    }

    #[test]
    fn any_bytes_are_read_or_refused_without_a_panic() {
        let (whole, mut rng) = (table().to_bytes(), Rng::new(4));
        for _ in 0..20_000 {
            let mut bytes = whole.clone();
            for _ in 0..=rng.below(4) {
                let at = rng.below(bytes.len() as u32) as usize;
                match rng.below(3) {
                    0 => bytes.truncate(at.max(1)),
                    1 => bytes[at] = rng.bits() as u8,
                    _ => bytes[at] = b"\t\n =-.e1"[rng.below(8) as usize],
                }
            }
            if let Ok(read) = ActionTable::from_bytes(&bytes) {
                let values = read.positions.values().flatten();
                assert!(values.map(|(_, value)| value).all(|value| value.abs() <= 1.0));
            }
        }
    }
}
