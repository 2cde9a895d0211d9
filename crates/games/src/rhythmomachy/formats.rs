//! The saved game of the paper's program: one position, one value a line, then
//! a line of three values for each square from rank 8 down.

use std::fmt::Write as _;
use std::sync::Arc;

use agon_core::{FormatError, FormatInfo, Formats, Game, History, Notation, Play, Player, Record};

use super::Rhythmomachy;
use super::man::{MOST_NUMBER, Man};
use super::notation::name;
use super::position::{MOST_CAPTURES, RhythmomachyPosition, most_points};
use super::tables::from_the_top;

pub(super) const PGSS: FormatInfo = FormatInfo { name: "pgss", meaning: "the saved game of the paper's program" };

/// The players in the order of the file.
const PLAYERS: [(Player, &str); 2] = [(Player::Two, "black"), (Player::One, "white")];

/// The tag that keeps black's and white's points where a file has others than the totals
/// of their captures.
const POINTS: &str = "Points";

impl Formats<Rhythmomachy> for Rhythmomachy {
    fn import(&self, format: &str, text: &str) -> Result<Record, FormatError> {
        if format != PGSS.name {
            return Err(FormatError::unknown(format, Rhythmomachy::INFO));
        }
        let Saved { position, points } = read(text)?;
        let mut record = Record::of(&Play::new(History::new(Arc::new(self.clone()), position)));
        record.set_tag(Record::POSITION, &self.position_text(&position));
        let differ = |((player, name), points): &((Player, &str), u32)| {
            let total = position.points(*player);
            (total != *points).then(|| format!("{name} has {points} points, but its captures total {total}"))
        };
        let warnings: Vec<String> = PLAYERS.into_iter().zip(points).filter_map(|saved| differ(&saved)).collect();
        if !warnings.is_empty() {
            record.set_tag(POINTS, &points.map(|points| points.to_string()).join(" "));
            record.main.remark.text = format!("{}; the total counts", warnings.join(", and "));
        }
        Ok(record)
    }

    fn export(&self, format: &str, record: &Record, position: &RhythmomachyPosition) -> Result<String, FormatError> {
        if format != PGSS.name {
            return Err(FormatError::unknown(format, Rhythmomachy::INFO));
        }
        Ok(write(position, kept_points(record)))
    }
}

/// The points that a saved game came with, unless the game has gone on since.
fn kept_points(record: &Record) -> Option<[u32; 2]> {
    let kept: Option<Vec<u32>> = record.tag(POINTS)?.split(' ').map(|points| points.parse().ok()).collect();
    let is_readable = |points: &[u32; 2]| points.iter().all(|points| *points <= most_points(MOST_CAPTURES));
    kept.and_then(|points| points.try_into().ok()).filter(is_readable).filter(|_| record.main.plies.is_empty())
}

fn write(position: &RhythmomachyPosition, points: Option<[u32; 2]>) -> String {
    let mut text = String::new();
    let totals = PLAYERS.map(|(player, _)| position.points(player));
    let captures = PLAYERS.map(|(player, _)| position.captures(player));
    let turn = u32::from(position.turn() == Player::One);
    for value in [[turn].as_slice(), &points.unwrap_or(totals), &captures, &totals].concat() {
        let _ = writeln!(text, "{value}");
    }
    for square in from_the_top(u64::MAX) {
        let _ = match position.owner(square) {
            None => writeln!(text, "-1 -1 -1"),
            Some(owner) => {
                let man = position.man(square);
                let (colour, shape) = (u8::from(owner == Player::One), u8::from(man.is_square()));
                writeln!(text, "{colour} {shape} {}", man.number())
            }
        };
    }
    text
}

/// What a file holds.
struct Saved {
    /// The position; its points are the totals of the captures.
    position: RhythmomachyPosition,
    /// Black's and white's points, which a file has beside those totals.
    points: [u32; 2],
}

fn read(text: &str) -> Result<Saved, FormatError> {
    let mut lines = Lines { rest: text.trim_end().lines(), line: 0 };
    let turn = match lines.one("the turn")? {
        0 => Player::Two,
        1 => Player::One,
        _ => return Err(lines.damaged("the turn is 0 for black or 1 for white")),
    };
    let most = most_points(MOST_CAPTURES);
    let points = [lines.counter("black's points", most)?, lines.counter("white's points", most)?];
    let captures =
        [lines.counter("black's captures", MOST_CAPTURES)?, lines.counter("white's captures", MOST_CAPTURES)?];
    let mut position = RhythmomachyPosition::empty(turn);
    for ((player, name), captures) in PLAYERS.into_iter().zip(captures) {
        let total = lines.counter(&format!("the point total of {name}'s captures"), most)?;
        if most_points(captures) < total {
            return Err(lines.damaged(format!("{name}'s captures are {captures}, which cannot total {total} points")));
        }
        position.score(player, captures, total);
    }
    for square in from_the_top(u64::MAX) {
        if let Some((owner, man)) = lines.square(square)? {
            position.put(owner, man, square);
        }
    }
    match lines.rest.next() {
        None => Ok(Saved { position, points }),
        Some(_) => Err(FormatError::damaged(lines.line + 1, "there is more after the 64 squares")),
    }
}

/// The lines of a file, and how many have been read.
struct Lines<'t> {
    rest: std::str::Lines<'t>,
    line: usize,
}

impl Lines<'_> {
    /// Something is wrong on the line just read.
    fn damaged(&self, what: impl Into<String>) -> FormatError {
        FormatError::damaged(self.line, what)
    }

    /// The whole numbers of the next line, which must be as many as expected.
    fn values<const N: usize>(&mut self, what: &str) -> Result<[i64; N], FormatError> {
        self.line += 1;
        let line = self.rest.next().ok_or_else(|| self.damaged(format!("the file ends before {what}")))?;
        let values: Option<Vec<i64>> = line.split_whitespace().map(|value| value.parse().ok()).collect();
        values.and_then(|values| values.try_into().ok()).ok_or_else(|| {
            let expected = if N == 1 { "one whole number".to_string() } else { format!("{N} whole numbers") };
            self.damaged(format!("expected {expected} for {what}"))
        })
    }

    fn one(&mut self, what: &str) -> Result<i64, FormatError> {
        self.values::<1>(what).map(|[value]| value)
    }

    /// A number of points or captures.
    fn counter(&mut self, what: &str, most: u32) -> Result<u32, FormatError> {
        let value = self.one(what)?;
        let counter = u32::try_from(value).ok().filter(|counter| *counter <= most);
        counter.ok_or_else(|| self.damaged(format!("{value} is out of range for {what}")))
    }

    /// What stands on a square: `colour shape number`.
    fn square(&mut self, square: u8) -> Result<Option<(Player, Man)>, FormatError> {
        let [colour, shape, number] = self.values(&name(square))?;
        let owner = match colour {
            -1 if shape == -1 && number == -1 => return Ok(None),
            0 => Player::Two,
            1 => Player::One,
            _ => return Err(self.damaged("colour is 0 for black or 1 for white; an empty square is -1 -1 -1")),
        };
        let is_square = match shape {
            0 => false,
            1 => true,
            _ => return Err(self.damaged("the shape of a piece is 0 for a circle or 1 for a square")),
        };
        let number = u8::try_from(number).ok().filter(|number| *number <= MOST_NUMBER);
        let number = number.ok_or_else(|| self.damaged(format!("the number of a piece is 0 to {MOST_NUMBER}")))?;
        Ok(Some((owner, Man::new(is_square, number))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{GameResult, Options, Rng};

    fn game() -> Rhythmomachy {
        Rhythmomachy::new(Options::defaults(Rhythmomachy::INFO.options)).unwrap()
    }

    fn position_of(record: &Record) -> RhythmomachyPosition {
        game().parse_position(record.tag(Record::POSITION).unwrap()).unwrap()
    }

    #[test]
    fn the_start_is_written_as_the_paper_writes_it() {
        let text = write(&game().start(), None);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 7 + 64);
        assert_eq!(lines[..7], ["1", "0", "0", "0", "0", "0", "0"]);
        assert_eq!(lines[7..14], ["-1 -1 -1", "-1 -1 -1", "0 0 8", "0 1 32", "0 1 0", "0 1 18", "-1 -1 -1"]);
        assert_eq!(lines[7 + 16], "1 0 0", "a6");
        assert_eq!(lines[7 + 61], "1 0 8", "f1");
    }

    #[test]
    fn positions_of_games_round_trip_but_for_the_half_moves() {
        let game = game();
        for seed in 0..20 {
            let (mut position, mut rng) = (game.start(), Rng::new(seed));
            loop {
                let text = write(&position, None);
                let record = game.import("pgss", &text).unwrap();
                assert!(record.main.plies.is_empty());
                let mut expected = position;
                expected.set_plies(0);
                assert_eq!(position_of(&record), expected);
                assert_eq!(game.export("pgss", &record, &expected).unwrap(), text);
                let Some(mv) = game.random_move(&position, &mut rng) else { break };
                game.play(&mut position, mv);
            }
        }
    }

    #[test]
    fn a_finished_game_is_read_as_finished() {
        let position = game().parse_position("8/8/c1,7/8/8/8/8/C1,7 b 4 25 1 3 90").unwrap();
        let record = game().import("pgss", &write(&position, None)).unwrap();
        assert_eq!(record.result, GameResult::FirstWins);
        assert_eq!(record.tag("Termination"), Some("captures: captures 4 of 4, points 25 of 25"));
    }

    #[test]
    fn other_line_ends_and_blank_lines_at_the_end_are_read() {
        let text = write(&game().start(), None);
        for variant in [text.replace('\n', "\r\n"), format!("{text}\n \r\n\n"), text.trim_end().to_string()] {
            assert_eq!(position_of(&game().import("pgss", &variant).unwrap()), game().start());
        }
    }

    #[test]
    fn damage_is_named_with_its_line() {
        let text = write(&game().parse_position("8/8/c1,7/8/8/8/8/C1,7 b 2 5 1 3 9").unwrap(), None);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..7], ["0", "3", "5", "1", "2", "3", "5"]);
        let refused = |line: usize, value: &str| {
            let mut damaged = lines.clone();
            damaged[line - 1] = value;
            game().import("pgss", &damaged.join("\n")).unwrap_err().to_string()
        };
        assert_eq!(refused(1, "2"), "line 1: the turn is 0 for black or 1 for white");
        assert_eq!(refused(1, ""), "line 1: expected one whole number for the turn");
        assert_eq!(refused(2, "-1"), "line 2: -1 is out of range for black's points");
        assert_eq!(refused(3, "five"), "line 3: expected one whole number for white's points");
        assert_eq!(refused(4, "0"), "line 6: black's captures are 0, which cannot total 3 points");
        assert_eq!(refused(5, "4000000000"), "line 5: 4000000000 is out of range for white's captures");
        assert_eq!(refused(6, "64"), "line 6: black's captures are 1, which cannot total 64 points");
        assert_eq!(refused(7, "-3"), "line 7: -3 is out of range for the point total of white's captures");
        assert_eq!(refused(8, "-1 -1"), "line 8: expected 3 whole numbers for a8");
        assert!(refused(8, "2 0 5").starts_with("line 8: colour is 0"));
        assert!(refused(8, "-1 0 5").starts_with("line 8: colour is 0"));
        assert!(refused(9, "0 2 5").starts_with("line 9: the shape"));
        assert_eq!(refused(71, "0 1 64"), "line 71: the number of a piece is 0 to 63");
        assert_eq!(refused(71, "0 1 -1"), "line 71: the number of a piece is 0 to 63");
        let cut = game().import("pgss", &lines[..40].join("\n")).unwrap_err().to_string();
        assert_eq!(cut, "line 41: the file ends before b4");
        let more = game().import("pgss", &format!("{text}\n0")).unwrap_err().to_string();
        assert_eq!(more, "line 72: there is more after the 64 squares");
        assert_eq!(game().import("pgss", "").unwrap_err().to_string(), "line 1: the file ends before the turn");
        let unknown = game().import("pgn", "").unwrap_err().to_string();
        assert_eq!(unknown, "rhythmomachy has no format `pgn`; it has agon, pgss");
    }

    #[test]
    fn points_that_differ_from_the_captures_are_kept_with_a_warning() {
        let text = write(&game().parse_position("8/8/c1,7/8/8/8/8/C1,7 b 2 5 1 3 0").unwrap(), None);
        assert!(text.starts_with("0\n3\n5\n1\n2\n3\n5\n"));
        let read = |points: &str| {
            let saved = text.replacen("0\n3\n5\n", &format!("0\n{points}\n"), 1);
            let record = game().import("pgss", &saved).unwrap();
            let position = position_of(&record);
            // The totals of the captures count, and the file is written as it was.
            assert_eq!((position.points(Player::Two), position.points(Player::One)), (3, 5));
            assert_eq!(game().export("pgss", &record, &position).unwrap(), saved);
            record.main.remark.text
        };
        assert_eq!(read("3\n5"), "");
        assert_eq!(read("4\n5"), "black has 4 points, but its captures total 3; the total counts");
        let both = "black has 0 points, but its captures total 3, and white has 25 points, but its captures total 5; \
                    the total counts";
        assert_eq!(read("0\n25"), both);
    }

    #[test]
    fn points_of_a_file_are_not_those_of_a_game_that_went_on() {
        let mut lines = write(&game().start(), None).lines().map(String::from).collect::<Vec<_>>();
        lines[2] = "9".to_string();
        let mut record = game().import("pgss", &lines.join("\n")).unwrap();
        let mut position = position_of(&record);
        let mv = game().parse_move(&position, "b3c5").unwrap();
        game().play(&mut position, mv);
        record.main.plies.push(agon_core::Ply::new("b3c5"));
        assert!(game().export("pgss", &record, &position).unwrap().starts_with("0\n0\n0\n0\n0\n0\n0\n"));
    }

    #[test]
    fn whatever_is_read_can_be_written() {
        let text = write(&game().start(), None);
        let mut rng = Rng::new(4);
        let mut read = 0;
        for _ in 0..2000 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..=rng.below(2) {
                let at = rng.below(bytes.len() as u32) as usize;
                bytes[at] = b"0123456789- \n"[rng.below(13) as usize];
            }
            if let Ok(record) = game().import("pgss", &String::from_utf8(bytes).unwrap()) {
                read += 1;
                let position = position_of(&record);
                let again = game().import("pgss", &game().export("pgss", &record, &position).unwrap()).unwrap();
                assert_eq!(again, record);
            }
        }
        assert!(read > 0);
    }
}
