//! Lines from outside: from people, programs and engines, who may send
//! anything, of any length.

use std::io::{self, BufRead, ErrorKind};

use thiserror::Error;

/// The longest line that is read where nothing else is said, in bytes: 1 MB.
const LONGEST: usize = 1_000_000;

/// Lines of text without their ends. What is no line does not end them: a line
/// that is too long or is not text is an error, and the next line follows.
/// However long a line is, no more than the longest allowed is held in memory.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    longest: usize,
    /// Whether the rest of a line that was too long has to be passed over.
    skipping: bool,
    ended: bool,
}

/// Why a line cannot be given.
#[derive(Debug, Error)]
pub enum LineError {
    /// It is too long; the number is how many bytes are allowed. Told as soon
    /// as that is clear, since such a line may never end.
    #[error("the line is too long: at most {0} bytes are allowed")]
    TooLong(usize),
    /// It is not UTF-8. Holds it with a sign in place of whatever cannot be read.
    #[error("the line is not text in UTF-8")]
    NotText(String),
    /// The input cannot be read; nothing follows.
    #[error(transparent)]
    Io(io::Error),
}

impl<R: BufRead> Lines<R> {
    /// The lines of an input, of 1 MB at most.
    pub fn new(input: R) -> Self {
        Lines::with_longest(input, LONGEST)
    }

    /// The lines of an input, of so many bytes at most.
    pub fn with_longest(input: R, longest: usize) -> Self {
        Lines { input, longest, skipping: false, ended: false }
    }

    /// Reads up to the end of a line, or to where it is too long. `None` at the end of the input.
    fn read(&mut self) -> Result<Option<Vec<u8>>, LineError> {
        let mut line = Vec::new();
        loop {
            let bytes = match self.input.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(LineError::Io(error)),
            };
            if bytes.is_empty() {
                self.ended = true;
                return Ok(if line.is_empty() { None } else { Some(line) });
            }
            let end = bytes.iter().position(|byte| *byte == b'\n');
            let part = &bytes[..end.unwrap_or(bytes.len())];
            let fits = line.len() + part.len() <= self.longest;
            if !self.skipping && fits {
                line.extend_from_slice(part);
            }
            let length = end.map_or(part.len(), |end| end + 1);
            self.input.consume(length);
            match (self.skipping, fits, end) {
                (true, _, Some(_)) => self.skipping = false,
                (true, _, None) | (false, true, None) => {}
                (false, true, Some(_)) => return Ok(Some(line)),
                (false, false, _) => {
                    self.skipping = end.is_none();
                    return Err(LineError::TooLong(self.longest));
                }
            }
        }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<String, LineError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let line = self.read().transpose()?;
        self.ended |= matches!(line, Err(LineError::Io(_)));
        Some(line.and_then(|mut bytes| {
            if bytes.last() == Some(&b'\r') {
                bytes.pop();
            }
            String::from_utf8(bytes)
                .map_err(|error| LineError::NotText(String::from_utf8_lossy(error.as_bytes()).into_owned()))
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};

    use super::*;

    /// What is read of an input of lines of at most eight bytes, with buffers of every small size.
    fn read(input: &[u8]) -> Vec<String> {
        let with = |buffer| -> Vec<String> {
            let lines = Lines::with_longest(BufReader::with_capacity(buffer, input), 8);
            lines.map(|line| line.unwrap_or_else(|error| format!("error: {error}"))).collect()
        };
        let read = with(100);
        for buffer in 1..20 {
            assert_eq!(with(buffer), read, "buffer of {buffer}");
        }
        read
    }

    #[test]
    fn lines_are_read_whatever_stands_between() {
        let (long, bad) =
            ("error: the line is too long: at most 8 bytes are allowed", "error: the line is not text in UTF-8");
        assert_eq!(read(b""), [""; 0]);
        assert_eq!(read(b"one\ntwo\r\n\nlast"), ["one", "two", "", "last"]);
        assert_eq!(read(b"12345678\n123456789\nnext\n"), ["12345678", long, "next"]);
        assert_eq!(read(b"1234567890123456789012345\n\nnext"), [long, "", "next"]);
        assert_eq!(read(b"go\nb\xe9\xff\nzero\0\nend\n"), ["go", bad, "zero\0", "end"]);
        assert_eq!(read("grüße\n".as_bytes()), ["grüße"]);
        assert_eq!(read(b"a line that the end of the input ends"), [long]);
    }

    #[test]
    fn a_line_without_an_end_is_told_at_once_and_not_kept() {
        let mut lines = Lines::new(BufReader::new(io::repeat(b'x').take(3_000_000_000).chain(&b"\nnext\n"[..])));
        assert!(matches!(lines.next(), Some(Err(LineError::TooLong(1_000_000)))));
        assert_eq!(lines.next().unwrap().unwrap(), "next");
        assert!(lines.next().is_none());
    }

    #[test]
    fn an_input_that_fails_is_told_once() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        let mut lines = Lines::new(BufReader::new(Broken));
        assert!(matches!(lines.next(), Some(Err(LineError::Io(_)))));
        assert!(lines.next().is_none());
    }

    #[test]
    fn damaged_text_can_still_be_shown() {
        let mut lines = Lines::new(&b"id author Bj\xf6rn\n"[..]);
        assert!(matches!(lines.next(), Some(Err(LineError::NotText(text))) if text == "id author Bj\u{fffd}rn"));
    }
}
