use std::collections::BTreeSet;
use std::str::FromStr;

use super::{GameResult, Line, Ply, Record, RecordError};
use crate::suggest::excerpt;

/// Deeper variations are refused, so that no input can exhaust the stack.
const DEEPEST: usize = 64;
/// The byte-order mark.
pub(super) const MARK: char = '\u{feff}';

impl FromStr for Record {
    type Err = RecordError;

    /// Reads exactly one record.
    fn from_str(text: &str) -> Result<Self, RecordError> {
        let mut parser = Parser::new(without_mark(text));
        let record = parser.record()?.0;
        parser.skip_space();
        if parser.rest.is_empty() { Ok(record) } else { Err(parser.fault("there is more after the end of the record")) }
    }
}

impl Record {
    /// Reads all records of a text, one after another. [`Records`](super::Records) reads
    /// them from a file that need not fit into memory.
    pub fn parse_all(text: &str) -> Result<Vec<Record>, RecordError> {
        let mut parser = Parser::new(without_mark(text));
        let mut records = Vec::new();
        parser.skip_space();
        while !parser.rest.is_empty() {
            records.push(parser.record()?.0);
            parser.skip_space();
        }
        Ok(records)
    }
}

/// A text without the byte-order mark that some editors put before it.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix(MARK).unwrap_or(text)
}

/// A place in a text; both numbers count from 1, columns in characters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Place {
    pub(super) const START: Place = Place { line: 1, column: 1 };

    /// The place after a text that begins here.
    pub(super) fn after(self, text: &str) -> Place {
        match text.rfind('\n') {
            None => Place { column: self.column + text.chars().count(), ..self },
            Some(at) => {
                Place { line: self.line + text.matches('\n').count(), column: 1 + text[at + 1..].chars().count() }
            }
        }
    }

    pub(super) fn fault(self, what: impl Into<String>) -> RecordError {
        RecordError::Syntax { line: self.line, column: self.column, what: what.into() }
    }
}

/// Reads records from a text that may be only the beginning of a longer one.
pub(super) struct Parser<'t> {
    text: &'t str,
    pub(super) rest: &'t str,
    /// Where the text begins.
    start: Place,
    /// Whether something was looked for to the end of the text and not found.
    ran_out: bool,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str) -> Self {
        Parser::at(Place::START, text)
    }

    /// A text that begins at this place of a longer one.
    pub(super) fn at(start: Place, text: &'t str) -> Self {
        Parser { text, rest: text, start, ran_out: false }
    }

    /// Whether the text was looked at to its very end, so that more text might have been read
    /// differently.
    pub(super) fn saw_end(&self) -> bool {
        self.ran_out || self.rest.is_empty()
    }

    /// An error at the place the parser has come to.
    fn fault(&self, what: impl Into<String>) -> RecordError {
        self.fault_at(self.rest, what)
    }

    /// An error at a place where that rest was still to be read. Finding its line
    /// means counting from the beginning, so it is done only when there is an error.
    fn fault_at(&self, rest: &str, what: impl Into<String>) -> RecordError {
        self.start.after(&self.text[..self.text.len() - rest.len()]).fault(what)
    }

    pub(super) fn skip_space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.rest.strip_prefix(c);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    /// The next record, and whether a result stands at the end of its moves.
    pub(super) fn record(&mut self) -> Result<(Record, bool), RecordError> {
        let mut record = Record::default();
        let mut tagged = None;
        let mut names = BTreeSet::new();
        self.skip_space();
        while self.rest.starts_with('[') {
            let here = self.rest;
            let (name, value) = self.tag()?;
            if name == "Result" {
                tagged = Some(GameResult::parse(&value).ok_or_else(|| {
                    self.fault_at(here, format!("the result is `{}`, expected 1-0, 0-1, 1/2-1/2 or *", excerpt(&value)))
                })?);
            } else if names.contains(name) {
                return Err(self.fault_at(here, format!("the tag {name} is given twice")));
            } else if record.push_tag(name, &value) {
                names.insert(name);
            }
            self.skip_space();
        }
        let written = self.line(&mut record.main, 0)?;
        record.result = match (tagged, written) {
            (Some(tag), Some(end)) if tag != end => {
                return Err(self.fault(format!("the tag Result says {tag}, the end of the moves {end}")));
            }
            (tag, end) => end.or(tag).unwrap_or_default(),
        };
        Ok((record, written.is_some()))
    }

    /// `[Name "value"]`
    fn tag(&mut self) -> Result<(&'t str, String), RecordError> {
        self.eat('[');
        let name = self.word(|c| c.is_ascii_alphanumeric() || c == '_');
        self.skip_blanks();
        if name.is_empty() || !self.eat('"') {
            return Err(self.fault("a tag is written [Name \"value\"]"));
        }
        let value = self.until('"', "the quotation mark that ends the value is missing")?;
        if value.contains('\n') {
            return Err(self.fault("the value of a tag cannot go over the end of a line"));
        }
        self.skip_blanks();
        if !self.eat(']') {
            return Err(self.fault("the bracket ] that ends the tag is missing"));
        }
        Ok((name, value))
    }

    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t']);
    }

    fn word(&mut self, belongs: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|c| !belongs(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    /// The text up to `end`, which is passed; a backslash takes the next character as it is.
    fn until(&mut self, end: char, missing: &str) -> Result<String, RecordError> {
        let mut text = String::new();
        let mut chars = self.rest.char_indices();
        while let Some((at, c)) = chars.next() {
            if c == end {
                self.rest = &self.rest[at + c.len_utf8()..];
                return Ok(text);
            }
            if c == '\\' {
                text.extend(chars.next().map(|(_, c)| c));
            } else {
                text.push(c);
            }
        }
        self.ran_out = true;
        Err(self.fault(missing))
    }

    /// Moves up to a result, the end of a variation or the end of the text.
    fn line(&mut self, line: &mut Line, depth: usize) -> Result<Option<GameResult>, RecordError> {
        loop {
            self.skip_space();
            let Some(next) = self.rest.chars().next() else { return Ok(None) };
            match next {
                '{' => {
                    let here = self.rest;
                    self.eat('{');
                    let missing = "the brace } that ends this comment is missing";
                    let comment = self.until('}', "").map_err(|_| self.fault_at(here, missing))?;
                    remark(line, &comment);
                }
                ';' => {
                    self.eat(';');
                    let comment = self.word(|c| c != '\n');
                    remark(line, comment);
                }
                '(' => self.variation(line, depth)?,
                '$' => {
                    let here = self.rest;
                    self.eat('$');
                    let glyph = self.word(|c| c.is_ascii_digit()).parse();
                    let (Ok(glyph), Some(ply)) = (glyph, line.plies.last_mut()) else {
                        return Err(self.fault_at(here, "`$` and a number from 0 to 255 belongs after a move"));
                    };
                    ply.glyphs.push(glyph);
                }
                ')' if depth > 0 => return Ok(None),
                '[' if depth == 0 => return Ok(None),
                ')' | '[' | ']' | '}' => return Err(self.fault(format!("`{next}` has no beginning"))),
                _ => {
                    let here = self.rest;
                    let word = self.word(|c| !c.is_whitespace() && !"{}()[];$".contains(c));
                    let mv = without_numbers(word);
                    if let Some(result) = GameResult::parse(mv) {
                        return if depth == 0 {
                            Ok(Some(result))
                        } else {
                            Err(self.fault_at(here, "a result cannot stand in a variation"))
                        };
                    }
                    if !mv.is_empty() {
                        line.plies.push(Ply::new(mv));
                    }
                }
            }
        }
    }

    fn variation(&mut self, line: &mut Line, depth: usize) -> Result<(), RecordError> {
        let Some(ply) = line.plies.last_mut() else {
            return Err(self.fault("a variation stands after the move that it replaces"));
        };
        if depth == DEEPEST {
            return Err(self.fault(format!("variations are nested deeper than {DEEPEST}")));
        }
        let here = self.rest;
        self.eat('(');
        let mut variation = Line::default();
        self.line(&mut variation, depth + 1)?;
        if !self.eat(')') {
            return Err(self.fault_at(here, "the bracket ) that ends this variation is missing"));
        }
        ply.variations.push(variation);
        Ok(())
    }
}

/// Adds a comment to the last move, or to the line when there is none yet.
fn remark(line: &mut Line, comment: &str) {
    line.plies.last_mut().map_or(&mut line.remark, |ply| &mut ply.remark).add(comment);
}

/// A word without the move number at its beginning: `12.`, `12...` or `12.e4`.
/// Nor may what follows look like one, or it would be lost when it is written and read again.
fn without_numbers(mut word: &str) -> &str {
    loop {
        let after = word.trim_start_matches(|c: char| c.is_ascii_digit());
        if after.len() == word.len() || !after.starts_with('.') {
            return word;
        }
        word = after.trim_start_matches('.');
    }
}
