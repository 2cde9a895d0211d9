use std::io::{self, Read};
use std::ops::Range;

use thiserror::Error;

use super::parse::{MARK, Parser, Place};
use super::{Record, RecordError};

/// How much is read at a time; twice as much wherever a record does not fit.
const CHUNK: usize = 1 << 16;
/// A record whose end has not come after so many bytes is refused, so that a file that is none
/// of ours cannot fill the memory.
const LONGEST: usize = 64 << 20;

/// The records of a file, read one after another: never more than the record in hand is in
/// memory. Exactly what [`Record::parse_all`] accepts is accepted. The first error is the last
/// item.
#[derive(Debug)]
pub struct Records<R> {
    source: R,
    /// Text that was read; what stands before `at` is done with.
    text: String,
    at: usize,
    /// What was read after it and is not (yet) text.
    raw: Vec<u8>,
    /// Why there is no more.
    end: Option<End>,
    /// How many bytes of the file stand before `text`.
    offset: u64,
    /// Where `text[at..]` begins.
    place: Place,
    chunk: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The file ends here.
    File,
    /// The file ends within a character.
    Torn,
    /// What follows is no text.
    Damage,
    /// An error was told.
    Told,
}

/// What comes next.
enum Next {
    /// That cannot be said before more is read.
    More,
    /// Nothing: the file ends.
    Nothing,
    Item(Result<Placed, RecordsError>),
}

/// A record and where it stands in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The record.
    pub record: Record,
    /// The line on which it begins, counted from 1.
    pub line: usize,
    /// Its bytes, without the space around it.
    pub bytes: Range<u64>,
    /// Whether a result stands at the end of its moves. Where there is none the record may have
    /// been cut off there, and its tag `Result` tells nothing about that.
    pub closed: bool,
}

/// Why the next record of a file cannot be read.
#[derive(Debug, Error)]
pub enum RecordsError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// What is there is not a record.
    #[error("{error}")]
    Record {
        /// What is wrong, with its place in the file.
        error: RecordError,
        /// The line on which the record begins, counted from 1.
        line: usize,
        /// The byte at which it begins.
        start: u64,
        /// Whether the file ends within the record, as it does after a kill: more text could
        /// have completed it. Otherwise it is damaged, or somebody else's.
        torn: bool,
    },
}

impl<R: Read> Records<R> {
    /// The records of a file; of a text, with its bytes. It needs no buffer of its own.
    pub fn new(source: R) -> Self {
        Records {
            source,
            text: String::new(),
            at: 0,
            raw: Vec::new(),
            end: None,
            offset: 0,
            place: Place::START,
            chunk: CHUNK,
        }
    }

    /// Where the next record is looked for, in bytes from the beginning of the file.
    fn here(&self) -> u64 {
        self.offset + self.at as u64
    }

    /// Passes so much of the text.
    fn pass(&mut self, length: usize) {
        self.place = self.place.after(&self.text[self.at..self.at + length]);
        self.at += length;
    }

    /// Reads at least as much again as there is.
    fn fill(&mut self) -> io::Result<()> {
        self.text.drain(..self.at);
        self.offset += self.at as u64;
        self.at = 0;
        let want = self.chunk.max(self.text.len());
        let read = self.source.by_ref().take(want as u64).read_to_end(&mut self.raw)?;
        let ended = read < want;
        let (valid, end) = match std::str::from_utf8(&self.raw) {
            Ok(text) => (text, ended.then_some(End::File)),
            Err(error) => {
                let torn = if ended { Some(End::Torn) } else { None };
                let end = if error.error_len().is_some() { Some(End::Damage) } else { torn };
                (std::str::from_utf8(&self.raw[..error.valid_up_to()]).unwrap_or_default(), end)
            }
        };
        let length = valid.len();
        self.text.push_str(valid);
        self.raw.drain(..length);
        self.end = end;
        if self.offset == 0 && self.place.line == 1 && self.place.column == 1 && self.text.starts_with(MARK) {
            self.text.drain(..MARK.len_utf8());
            self.offset += MARK.len_utf8() as u64;
        }
        Ok(())
    }

    /// The next record, as far as the text that was read tells.
    fn look(&mut self) -> Next {
        let space = self.text.len() - self.at - self.text[self.at..].trim_start().len();
        self.pass(space);
        let (line, start, text) = (self.place.line, self.here(), &self.text[self.at..]);
        match self.end {
            None if text.is_empty() => return Next::More,
            Some(End::File) if text.is_empty() => return Next::Nothing,
            _ => {}
        }
        let refuse = |error, torn| Next::Item(Err(RecordsError::Record { error, line, start, torn }));
        let mut parser = Parser::at(self.place, text);
        let read = parser.record();
        if parser.saw_end() {
            match self.end {
                None if text.len() < LONGEST => return Next::More,
                None => return refuse(self.place.fault(format!("a record of more than {LONGEST} bytes")), false),
                Some(end @ (End::Torn | End::Damage)) => {
                    let place = self.place.after(text);
                    return refuse(place.fault("what follows is not text in UTF-8"), end == End::Torn);
                }
                Some(End::File | End::Told) => {}
            }
        }
        match read {
            Err(error) => refuse(error, parser.saw_end()),
            Ok((record, closed)) => {
                let length = text[..text.len() - parser.rest.len()].trim_end().len();
                self.pass(length);
                Next::Item(Ok(Placed { record, line, bytes: start..start + length as u64, closed }))
            }
        }
    }
}

impl<R: Read> Iterator for Records<R> {
    type Item = Result<Placed, RecordsError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.end == Some(End::Told) {
            return None;
        }
        let found = loop {
            match self.look() {
                Next::Item(item) => break Some(item),
                Next::Nothing => break None,
                Next::More => {
                    if let Err(error) = self.fill() {
                        break Some(Err(error.into()));
                    }
                }
            }
        };
        if !matches!(found, Some(Ok(_))) {
            self.end = Some(End::Told);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The records of some bytes, read in pieces of this size.
    fn read(bytes: &[u8], chunk: usize) -> Vec<Result<Placed, RecordsError>> {
        Records { chunk, ..Records::new(bytes) }.collect()
    }

    const TWO: &str =
        "\u{feff}[Game \"x\"]\r\n \r\n1. é b {c} 1-0\r\n\t\r\n[Game \"y\"]\n[Result \"0-1\"]\n1. c (1. d) 0-1";

    #[test]
    fn every_record_is_told_with_its_place() {
        for chunk in 1..40 {
            let found: Vec<Placed> = read(TWO.as_bytes(), chunk).into_iter().map(Result::unwrap).collect();
            assert_eq!(found.iter().map(|one| (one.line, one.closed)).collect::<Vec<_>>(), [(1, true), (5, true)]);
            let texts = found.iter().map(|one| &TWO[one.bytes.start as usize..one.bytes.end as usize]);
            for (text, placed) in texts.zip(&found) {
                assert_eq!(text.parse::<Record>().unwrap(), placed.record);
                assert!(text.starts_with('[') && text.ends_with("-0") | text.ends_with("-1"));
            }
        }
    }

    /// What the last item says: whether it was torn, and where.
    fn refused(bytes: &[u8]) -> (usize, u64, bool, String) {
        let mut found = read(bytes, 8);
        match found.pop() {
            Some(Err(RecordsError::Record { error, line, start, torn })) => (line, start, torn, error.to_string()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn torn_and_damaged_are_told_apart() {
        let torn = refused(b"1. a 1-0\n\n[Game \"x");
        assert_eq!((torn.0, torn.1, torn.2), (3, 10, true));
        assert!(refused(b"1. a 1-0\n\n1. a {never").2);
        assert!(refused(b"1. a 1-0\n\n1. \xc3").2, "a torn character");
        let damaged = refused(b"1. a 1-0\n\n\n1. b )\n1. c 1-0");
        assert_eq!(damaged, (4, 11, false, "line 4, column 6: `)` has no beginning".to_string()));
        let no_text = refused(b"1. a 1-0\n1. \xffb 1-0 1. c 1-0");
        assert_eq!(no_text, (2, 9, false, "line 2, column 4: what follows is not text in UTF-8".to_string()));
        let open = read(b"[Result \"1-0\"]\n\n1. a b", 4).pop().unwrap().unwrap();
        assert!(!open.closed && open.record.result == crate::GameResult::FirstWins);
        assert!(read(b" \r\n ", 1).is_empty());
    }

    #[test]
    fn no_more_is_read_than_the_next_record_needs() {
        struct Counted(u64);
        impl Read for Counted {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let text = b"1. a b 1-0\n";
                for byte in &mut *buffer {
                    *byte = text[(self.0 % text.len() as u64) as usize];
                    self.0 += 1;
                }
                Ok(buffer.len())
            }
        }
        let mut records = Records::new(Counted(0));
        for line in 1..100_000 {
            let found = records.next().unwrap().unwrap();
            assert_eq!((found.line, found.bytes.start), (line, 11 * (line as u64 - 1)));
            assert!(records.source.0 <= found.bytes.end + 2 * CHUNK as u64);
            assert!(records.text.capacity() + records.raw.capacity() < 8 * CHUNK);
        }
    }

    #[test]
    fn what_never_ends_is_refused() {
        let mut records = Records::new(io::repeat(b'x'));
        assert!(records.next().unwrap().unwrap_err().to_string().contains("a record of more than"));
        assert!(records.next().is_none());
    }

    proptest! {
        #[test]
        fn what_is_read_is_what_the_whole_text_says(
            text in "\u{feff}?([\\[\\]{}()$;\"\\\\ 0-9a-z.*é\r\n-]|\\[Ab \"x\"\\]|1-0|\n){0,40}",
            chunk in 1..50usize,
        ) {
            let mut found = Vec::new();
            let mut error = None;
            for one in read(text.as_bytes(), chunk) {
                match one {
                    Ok(placed) => found.push(placed.record),
                    Err(why) => error = Some(why.to_string()),
                }
            }
            match Record::parse_all(&text) {
                Ok(records) => prop_assert_eq!((found, error), (records, None)),
                Err(why) => prop_assert_eq!(error, Some(why.to_string())),
            }
        }
    }
}
