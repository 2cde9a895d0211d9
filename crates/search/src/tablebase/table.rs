//! The table itself, and its file.

use std::fmt;

use agon_core::mix;
use thiserror::Error;

use crate::NoMemory;
use crate::memory::zeroed;

/// The most plies that a value can count.
pub(super) const FARTHEST: i8 = 126;

/// How a file begins…
const MAGIC: &[u8; 8] = b"AGON-TBL";
/// …and the version of what follows.
const VERSION: u32 = 1;

/// Buckets by the highest 16 bits of a kind.
const BUCKETS: usize = 1 << 16;
/// The other bits, and the value.
const KEY: usize = 6;
const RECORD: usize = KEY + 1;

/// What a table is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The game.
    pub game: String,
    /// Its options, as text.
    pub options: String,
    /// The position from which everything follows, as text.
    pub position: String,
}

/// The worth of every position that can follow from one: who wins in how many plies.
///
/// A record is the low 48 bits of a kind and its value, in the bucket of the high 16 bits,
/// in ascending order: seven bytes a position, and all 64 bits of its kind are compared.
#[derive(Clone, PartialEq, Eq)]
pub struct Tablebase {
    origin: Origin,
    /// Where each bucket begins, in records, and where the last ends.
    starts: Box<[u32]>,
    records: Box<[u8]>,
}

/// Why bytes are no table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TablebaseError {
    /// They are something else.
    #[error("not a table of positions")]
    Foreign,
    /// They come from another version.
    #[error("a table of version {0}, but this program reads version {VERSION}; build it again")]
    Version(u32),
    /// They are incomplete or were changed.
    #[error("damaged: the checksum does not fit; build it again")]
    Damaged,
    /// The table is about another game.
    #[error("the table is of {game}, not of {wanted}")]
    Game {
        /// The game it is about.
        game: String,
        /// The game it is to be used for.
        wanted: String,
    },
    /// The table is about other options.
    #[error("the table was built with {built}, not with {wanted}")]
    Options {
        /// The options it was built with.
        built: String,
        /// The options it is to be used with.
        wanted: String,
    },
    /// There is no memory for it.
    #[error(transparent)]
    Memory(#[from] NoMemory),
}

impl Tablebase {
    /// The bytes that a table of so many positions takes.
    pub(super) fn size(count: u64) -> u64 {
        count * RECORD as u64 + (BUCKETS as u64 + 1) * 4
    }

    /// A table of so many kinds with their values; `kinds` gives them twice, each kind once.
    pub(super) fn of<I: Iterator<Item = (u64, i8)>>(
        origin: Origin,
        count: u64,
        kinds: impl Fn() -> I,
    ) -> Result<Self, NoMemory> {
        let mut starts = zeroed::<u32>(BUCKETS as u64 + 1)?;
        for (kind, _) in kinds() {
            starts[bucket(kind) + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut records = zeroed::<u8>(count * RECORD as u64)?;
        let mut next = starts.clone();
        for (kind, value) in kinds() {
            let place = &mut next[bucket(kind)];
            let record = &mut records[*place as usize * RECORD..][..RECORD];
            record[..KEY].copy_from_slice(&kind.to_be_bytes()[2..]);
            record[KEY] = value as u8;
            *place += 1;
        }
        for at in 0..BUCKETS {
            let bucket = &mut records[starts[at] as usize * RECORD..starts[at + 1] as usize * RECORD];
            // Kinds are written with the highest byte first, so bytes sort as they do.
            bucket.as_chunks_mut::<RECORD>().0.sort_unstable();
        }
        Ok(Tablebase { origin, starts, records })
    }

    /// What it is about.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// How many positions it holds, symmetric ones counted once.
    pub fn len(&self) -> u64 {
        (self.records.len() / RECORD) as u64
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The place of a kind among all, and its value: the plies in which the player to move wins,
    /// or loses when negative; 0 for a draw.
    pub(super) fn find(&self, kind: u64) -> Option<(usize, i8)> {
        let at = bucket(kind);
        let (first, last) = (self.starts[at] as usize, self.starts[at + 1] as usize);
        let records = self.records[first * RECORD..last * RECORD].as_chunks::<RECORD>().0;
        let key = &kind.to_be_bytes()[2..];
        let place = records.binary_search_by(|record| record[..KEY].cmp(key)).ok()?;
        Some((first + place, records[place][KEY] as i8))
    }

    /// What a position of this [kind](agon_core::Game::kind) is worth: the plies in which the player to move
    /// wins, or loses when negative; 0 for a draw. `None` where it is not in the table.
    #[inline]
    pub fn probe(&self, kind: u64) -> Option<i8> {
        self.find(kind).map(|(_, value)| value)
    }

    /// The same table with one value changed, for tests of whoever checks tables.
    #[doc(hidden)]
    #[must_use]
    pub fn with_a_wrong_value(&self, which: u64) -> Self {
        let mut wrong = self.clone();
        if !wrong.is_empty() {
            let value = &mut wrong.records[(which % self.len()) as usize * RECORD + KEY];
            *value = if *value == 0 { 3 } else { 0 };
        }
        wrong
    }

    /// Positions that the player to move wins, draws and loses.
    pub fn counts(&self) -> [u64; 3] {
        let mut counts = [0; 3];
        for record in self.records.as_chunks::<RECORD>().0 {
            counts[match record[KEY] as i8 {
                1.. => 0,
                0 => 1,
                _ => 2,
            }] += 1;
        }
        counts
    }

    /// The table as a file holds it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Origin { game, options, position } = &self.origin;
        let mut bytes = Vec::with_capacity(Self::size(self.len()) as usize + 4096);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        for text in [game, options, position] {
            bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
            bytes.extend_from_slice(text.as_bytes());
        }
        bytes.extend(self.starts.iter().flat_map(|start| start.to_le_bytes()));
        bytes.extend_from_slice(&self.records);
        let sum = checksum(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// The table that a file holds.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TablebaseError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(TablebaseError::Foreign)?;
        let (version, _) = rest.split_first_chunk().ok_or(TablebaseError::Damaged)?;
        let version = u32::from_le_bytes(*version);
        if version != VERSION {
            return Err(TablebaseError::Version(version));
        }
        Self::checked(bytes).ok_or(TablebaseError::Damaged)?
    }

    /// `None` where something is missing or was changed.
    fn checked(bytes: &[u8]) -> Option<Result<Self, TablebaseError>> {
        let (body, sum) = bytes.split_last_chunk()?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return None;
        }
        let mut rest = body.get(MAGIC.len() + 4..)?;
        let mut text = || {
            let (length, after) = rest.split_first_chunk()?;
            let (text, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
            rest = after;
            String::from_utf8(text.to_vec()).ok()
        };
        let origin = Origin { game: text()?, options: text()?, position: text()? };
        let (starts, records) = rest.split_at_checked((BUCKETS + 1) * 4)?;
        let starts: Box<[u32]> = starts.as_chunks().0.iter().map(|start| u32::from_le_bytes(*start)).collect();
        let whole = starts.is_sorted()
            && starts.first() == Some(&0)
            && starts.last().is_some_and(|last| *last as usize * RECORD == records.len());
        if !whole {
            return None;
        }
        let mut own = match zeroed::<u8>(records.len() as u64) {
            Ok(own) => own,
            Err(error) => return Some(Err(error.into())),
        };
        own.copy_from_slice(records);
        Some(Ok(Tablebase { origin, starts, records: own }))
    }

    /// Whether it is about this game with these options, or why not.
    pub fn check(&self, game: &str, options: &str) -> Result<(), TablebaseError> {
        let told = |options: &str| if options.is_empty() { "the default options" } else { options }.to_string();
        match () {
            () if self.origin.game != game => {
                Err(TablebaseError::Game { game: self.origin.game.clone(), wanted: game.to_string() })
            }
            () if self.origin.options != options => {
                Err(TablebaseError::Options { built: told(&self.origin.options), wanted: told(options) })
            }
            () => Ok(()),
        }
    }
}

impl fmt::Debug for Tablebase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tablebase")
            .field("origin", &self.origin)
            .field("positions", &self.len())
            .finish_non_exhaustive()
    }
}

const fn bucket(kind: u64) -> usize {
    (kind >> 48) as usize
}

/// A number that stands for the bytes, and changes with any of them.
fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(bytes.len() as u64, |sum, word| mix(sum ^ u64::from_le_bytes(*word)));
    rest.iter().fold(sum, |sum, byte| mix(sum ^ u64::from(*byte)))
}
