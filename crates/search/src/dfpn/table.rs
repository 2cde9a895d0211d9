use super::numbers::{NOWHERE, Numbers};
use crate::memory::room;

/// Entries that share an address; a new one replaces the one that cost least.
const WAYS: usize = 4;

/// What the search remembers of a position.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: u64,
    /// The line to which a disproof by repetition belongs; 0 when any will do.
    line: u64,
    proof: u32,
    disproof: u32,
    /// How many nodes it cost; 0 in an empty entry.
    work: u32,
    rests_on: u32,
}

/// A table of fixed size.
#[derive(Debug)]
pub(super) struct Table {
    rows: Vec<[Entry; WAYS]>,
    used: u64,
}

impl Table {
    /// A table of so many megabytes, at least one, or as many as can be had.
    pub fn new(megabytes: u32) -> Self {
        let count = ((u64::from(megabytes.max(1)) << 20) / size_of::<[Entry; WAYS]>() as u64).max(1);
        match room(count) {
            Ok(mut rows) => {
                rows.resize(count as usize, [Entry::default(); WAYS]);
                Table { rows, used: 0 }
            }
            Err(_) if megabytes > 1 => Table::new(megabytes / 2),
            Err(_) => Table { rows: vec![[Entry::default(); WAYS]], used: 0 },
        }
    }

    fn row(&self, key: u64) -> usize {
        ((u128::from(key) * self.rows.len() as u128) >> 64) as usize
    }

    fn find(&self, key: u64) -> Option<&Entry> {
        self.rows[self.row(key)].iter().find(|entry| entry.key == key && entry.work > 0)
    }

    /// What is known of a position at the end of a line.
    pub fn get(&self, key: u64, line: u64) -> Option<Numbers> {
        let entry = self.find(key)?;
        let holds = entry.line == 0 || entry.line == line;
        holds.then_some(Numbers { proof: entry.proof, disproof: entry.disproof, rests_on: entry.rests_on })
    }

    /// What is known of a position on whatever line, with what it cost.
    pub fn get_anywhere(&self, key: u64) -> Option<(Numbers, u32)> {
        let entry = self.find(key)?;
        Some((Numbers { proof: entry.proof, disproof: entry.disproof, rests_on: NOWHERE }, entry.work))
    }

    /// Remembers a position; with a line, for that line only.
    pub fn put(&mut self, key: u64, line: Option<u64>, numbers: Numbers, work: u64) {
        let row = self.row(key);
        let row = &mut self.rows[row];
        let same = row.iter().position(|entry| entry.key == key && entry.work > 0);
        let least = || (0..WAYS).min_by_key(|way| row[*way].work).unwrap_or(0);
        let way = same.unwrap_or_else(least);
        if row[way].work == 0 {
            self.used += 1;
        }
        let before = if same.is_some() { u64::from(row[way].work) } else { 0 };
        row[way] = Entry {
            key,
            line: line.map_or(0, |line| line.max(1)),
            proof: numbers.proof,
            disproof: numbers.disproof,
            work: (before + work).clamp(1, u64::from(u32::MAX)) as u32,
            rests_on: numbers.rests_on,
        };
    }

    /// How full it is, in thousandths.
    pub fn fullness(&self) -> u32 {
        (self.used * 1000 / (self.rows.len() * WAYS) as u64) as u32
    }
}
