use std::collections::BTreeMap;

use agon_core::mix;
use agon_search::Value;
use thiserror::Error;

/// How a file begins…
const MAGIC: &[u8; 8] = b"AGONBOOK";
/// …and the version of what follows.
const VERSION: u32 = 1;
/// Judgements are kept within this; beyond it are wins and losses.
const MOST_POINTS: i32 = 30_000;
/// The score of a win at once in the file; every ply makes it one less.
const WIN: i32 = 32_000;
/// The longest win that is told from a judgement.
const LONGEST: i32 = 1000;

/// A move of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// Its place among the legal moves of the position that stands for all symmetric ones.
    pub place: u16,
    /// What it is worth to the player who makes it: as a search saw it, or, where the book goes on after it,
    /// as what follows says.
    pub score: Value,
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// How deep it was searched.
    pub depth: u8,
    /// The best moves, best first; at least one.
    pub moves: Vec<BookMove>,
}

/// Positions of an opening, by their [kind](agon_core::Game::kind).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// The game.
    pub game: String,
    /// The options that its rules depend on.
    pub options: String,
    /// What is known of each position.
    pub positions: BTreeMap<u64, Judged>,
}

/// Why bytes are no book, or not the one that is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BookFileError {
    /// They are something else.
    #[error("not an opening book")]
    Foreign,
    /// They come from another version.
    #[error("a book of version {0}, but this program reads version {VERSION}; build it again")]
    Version(u32),
    /// They are incomplete or were changed.
    #[error("damaged: the checksum does not fit")]
    Damaged,
    /// It is about another game or other options.
    #[error("the book is of {book}, not of {wanted}")]
    Other {
        /// What it is about.
        book: String,
        /// What it is to be used for.
        wanted: String,
    },
}

impl Book {
    /// A book without positions.
    pub fn new(game: &str, options: &str) -> Self {
        Book { game: game.to_string(), options: options.to_string(), positions: BTreeMap::new() }
    }

    /// Whether it is about this game with these options, or why not.
    pub fn check(&self, game: &str, options: &str) -> Result<(), BookFileError> {
        let told = |game: &str, options: &str| format!("{game} {options}").trim_end().to_string();
        let (book, wanted) = (told(&self.game, &self.options), told(game, options));
        if book == wanted { Ok(()) } else { Err(BookFileError::Other { book, wanted }) }
    }

    /// Takes over what another book knows; of the same position the deeper search stays. Gives
    /// how many positions are new.
    pub fn merge(&mut self, other: Book) -> Result<usize, BookFileError> {
        other.check(&self.game, &self.options)?;
        let before = self.positions.len();
        for (kind, judged) in other.positions {
            match self.positions.get(&kind) {
                Some(known) if known.depth >= judged.depth => {}
                _ => drop(self.positions.insert(kind, judged)),
            }
        }
        Ok(self.positions.len() - before)
    }

    /// The book as a file holds it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        for text in [&self.game, &self.options] {
            bytes.extend_from_slice(&(text.len() as u16).to_le_bytes());
            bytes.extend_from_slice(text.as_bytes());
        }
        bytes.extend_from_slice(&(self.positions.len() as u32).to_le_bytes());
        for (kind, Judged { depth, moves }) in &self.positions {
            bytes.extend_from_slice(&kind.to_le_bytes());
            bytes.extend_from_slice(&[*depth, moves.len() as u8]);
            for BookMove { place, score } in moves {
                bytes.extend_from_slice(&place.to_le_bytes());
                bytes.extend_from_slice(&packed(*score).to_le_bytes());
            }
        }
        let sum = checksum(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// The book that a file holds.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookFileError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(BookFileError::Foreign)?;
        let (version, _) = rest.split_first_chunk().ok_or(BookFileError::Damaged)?;
        match u32::from_le_bytes(*version) {
            VERSION => Self::checked(bytes).ok_or(BookFileError::Damaged),
            other => Err(BookFileError::Version(other)),
        }
    }

    fn checked(bytes: &[u8]) -> Option<Self> {
        let (body, sum) = bytes.split_last_chunk()?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return None;
        }
        let mut rest = Reader(body.get(MAGIC.len() + 4..)?);
        let mut book = Book { game: rest.text()?, options: rest.text()?, positions: BTreeMap::new() };
        for _ in 0..u32::from_le_bytes(rest.take()?) {
            let kind = u64::from_le_bytes(rest.take()?);
            let [depth, count] = rest.take()?;
            let mut moves = Vec::with_capacity(usize::from(count));
            for _ in 0..count {
                let place = u16::from_le_bytes(rest.take()?);
                moves.push(BookMove { place, score: unpacked(i16::from_le_bytes(rest.take()?)) });
            }
            if moves.is_empty() {
                return None;
            }
            book.positions.insert(kind, Judged { depth, moves });
        }
        rest.0.is_empty().then_some(book)
    }
}

/// Bytes that are still to be read.
struct Reader<'b>(&'b [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    fn text(&mut self) -> Option<String> {
        let length = usize::from(u16::from_le_bytes(self.take()?));
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        String::from_utf8(text.to_vec()).ok()
    }
}

fn packed(score: Value) -> i16 {
    let packed = match score {
        Value::Points(points) => points.clamp(-MOST_POINTS, MOST_POINTS),
        Value::Win(plies) => WIN - plies.clamp(0, LONGEST),
        Value::Loss(plies) => plies.clamp(0, LONGEST) - WIN,
    };
    packed as i16
}

fn unpacked(packed: i16) -> Value {
    match i32::from(packed) {
        score if score >= WIN - LONGEST => Value::Win(WIN - score),
        score if score <= LONGEST - WIN => Value::Loss(WIN + score),
        points => Value::Points(points),
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(bytes.len() as u64, |sum, byte| mix(sum ^ u64::from(*byte)))
}
