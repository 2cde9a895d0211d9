//! The game files of Ježek's program: five lines of tags and a move a line.
//!
//! ```text
//! [Player_1 "type=MCTS_heuristic, exploration_weight=0.44"]
//! [Player_2 "type=MCTS_heuristic, exploration_weight=0.5"]
//! [Result "0"]
//! [Datetime "13-03-2024 10:48:22"]
//! [Device "system=Linux, node=crosphere"]
//! 1. (1, (1, 6))
//! 2. (0, (2, 3))
//! ```
//!
//! A move is 1 for a strong stone or 0 for a weak one, the row from the top
//! and the column, both counted from 0. The result is 1 when the first player
//! won, 0 when the second did and 0.5 for a draw; an unfinished game has no
//! such line. All texts are kept as they stand; what a record does not know,
//! or knows as an empty text, has no line either. Comments and variations of
//! a record have no place in the file and are left out.

use std::fmt::Write as _;
use std::sync::Arc;

use agon_core::{FormatError, Formats, Game, GameResult, History, MoveError, Notation, Play, Ply, Record};

use super::Crosphere;
use super::bitboard::STRIDE;
use super::rules::{CrosphereMove, CrospherePosition, Stone};

/// The name of the format.
pub(super) const JEZEK: &str = "jezek";

/// The tags of the file with those of a record, before and after the result.
const PLAYERS: [(&str, &str); 2] = [("Player_1", "First"), ("Player_2", "Second")];
const CIRCUMSTANCES: [(&str, &str); 2] = [("Datetime", "Date"), ("Device", "Device")];
const RESULT: &str = "Result";
const RESULTS: [(&str, GameResult); 3] =
    [("1", GameResult::FirstWins), ("0", GameResult::SecondWins), ("0.5", GameResult::Draw)];

/// The only game that the file can hold.
const SIZE: u8 = 8;
const STRONG: u32 = 5;

/// What stands on one line.
enum Entry<'t> {
    Tag(&'t str, &'t str),
    Move(usize, CrosphereMove),
}

impl Formats<Crosphere> for Crosphere {
    fn import(&self, format: &str, text: &str) -> Result<Record, FormatError> {
        self.fits(format)?;
        let mut history = History::new(Arc::new(self.clone()), self.start());
        let mut tags: Vec<(&str, &str, usize)> = Vec::new();
        for (line, text) in lines(text) {
            match entry(text).map_err(|what| FormatError::damaged(line, what))? {
                Entry::Tag(..) if history.line().len() > 0 => {
                    return Err(FormatError::damaged(line, "tags stand before the moves"));
                }
                Entry::Tag(tag, _) if tags.iter().any(|(known, ..)| *known == tag) => {
                    return Err(FormatError::damaged(line, format!("the tag {tag} is given twice")));
                }
                Entry::Tag(tag, value) => tags.push((tag, value, line)),
                Entry::Move(number, mv) => {
                    let expected = history.line().len() + 1;
                    if number != expected {
                        return Err(FormatError::damaged(
                            line,
                            format!("move {number} stands where {expected} should"),
                        ));
                    }
                    let refused = |error: MoveError| FormatError::damaged(line, error.to_string());
                    let mv = history.find_move(&self.move_text(history.position(), mv)).map_err(refused)?;
                    history.play(mv);
                }
            }
        }
        if tags.is_empty() && history.line().len() == 0 {
            return Err(FormatError::damaged(1, "there is no game: neither tags nor moves"));
        }
        let is_over = history.outcome().is_some();
        let mut record = Record::of(&Play::new(history));
        for (tag, value, line) in tags {
            match PLAYERS.iter().chain(&CIRCUMSTANCES).find(|(theirs, _)| *theirs == tag) {
                Some((_, ours)) => record.set_tag(ours, value),
                None => set_result(&mut record, is_over, value).map_err(|what| FormatError::damaged(line, what))?,
            }
        }
        Ok(record)
    }

    fn export(&self, format: &str, record: &Record, _: &CrospherePosition) -> Result<String, FormatError> {
        self.fits(format)?;
        let beginning = record.tag(Record::POSITION).map(|text| self.parse_position(text));
        if beginning.is_some_and(|position| position != Ok(self.start())) {
            return Err(FormatError::Unfit("the game does not begin from the usual start".to_string()));
        }
        let result = RESULTS.iter().find(|(_, result)| *result == record.result).map(|(value, _)| *value);
        let tag = |(theirs, ours)| (theirs, record.tag(ours));
        let tags = PLAYERS.map(tag).into_iter().chain([(RESULT, result)]).chain(CIRCUMSTANCES.map(tag));
        let mut file = String::new();
        for (tag, value) in tags.filter_map(|(tag, value)| Some((tag, value?))) {
            let _ = writeln!(file, "[{tag} \"{value}\"]");
        }
        for (number, Ply { mv, .. }) in (1..).zip(&record.main.plies) {
            let mv = self.parse_move(&self.start(), mv).map_err(|error| FormatError::Unfit(error.to_string()))?;
            let stone = u8::from(mv.stone == Stone::Strong);
            let (row, column) = (STRIDE - 1 - mv.square / STRIDE, mv.square % STRIDE);
            let _ = writeln!(file, "{number}. ({stone}, ({row}, {column}))");
        }
        Ok(file)
    }
}

impl Crosphere {
    /// Checks that there is such a format, and that it can hold this game.
    fn fits(&self, format: &str) -> Result<(), FormatError> {
        if format != JEZEK {
            return Err(FormatError::unknown(format, Self::INFO));
        }
        if (self.size, self.strong) == (SIZE, STRONG) {
            return Ok(());
        }
        Err(FormatError::Unfit(format!(
            "it knows only size {SIZE} with {STRONG} strong stones, this game has size {} with {}",
            self.size, self.strong
        )))
    }
}

/// The lines on which something stands, counted from 1.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.is_empty())
}

fn entry(line: &str) -> Result<Entry<'_>, &'static str> {
    if line.starts_with('[') {
        return tag(line);
    }
    numbered_move(line)
        .ok_or("expected a move, n. (1 strong or 0 weak, (row from the top, column)), as in 1. (1, (1, 6))")
}

/// `[Tag "text"]`; there may be quotation marks in the text.
fn tag(line: &str) -> Result<Entry<'_>, &'static str> {
    let inside = line.strip_prefix('[').and_then(|rest| rest.strip_suffix("\"]"));
    let (tag, value) = inside.and_then(|inside| inside.split_once(" \"")).ok_or("expected a tag, [Name \"text\"]")?;
    if tag != RESULT && !PLAYERS.iter().chain(&CIRCUMSTANCES).any(|(known, _)| *known == tag) {
        return Err("unknown tag; the tags are Player_1, Player_2, Result, Datetime and Device");
    }
    // A record could not keep it as it stands.
    if value.contains(char::is_control) {
        return Err("a control character stands in the text of a tag");
    }
    Ok(Entry::Tag(tag, value))
}

/// `n. (stone, (row, column))`
fn numbered_move(line: &str) -> Option<Entry<'_>> {
    let (number, rest) = line.split_once(". (")?;
    let (stone, rest) = rest.split_once(", (")?;
    let (row, column) = rest.strip_suffix("))")?.split_once(", ")?;
    let stone = match stone {
        "1" => Stone::Strong,
        "0" => Stone::Weak,
        _ => return None,
    };
    let side = usize::from(STRIDE);
    let row = plain(row).filter(|row| *row < side)?;
    let column = plain(column).filter(|column| *column < side)?;
    let square = ((side - 1 - row) * side + column) as u8;
    Some(Entry::Move(plain(number)?, CrosphereMove { stone, square }))
}

/// A number as a machine writes it: without a sign or zeros before it.
fn plain(text: &str) -> Option<usize> {
    text.parse().ok().filter(|number: &usize| number.to_string() == text)
}

/// Takes the result of the file. A game that the rules did not end may have
/// ended otherwise; one that they did cannot.
fn set_result(record: &mut Record, over: bool, value: &str) -> Result<(), String> {
    let (_, said) = RESULTS
        .iter()
        .find(|(text, _)| *text == value)
        .ok_or("the result is 1, 0 or 0.5; an unfinished game has none")?;
    if over && record.result != *said {
        return Err(format!("the result is {said}, but by the moves it is {}", record.result));
    }
    record.result = *said;
    Ok(())
}

#[cfg(test)]
mod tests;
