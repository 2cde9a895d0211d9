use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::memory::zeroed;
use crate::{NoMemory, Score, Value};

/// Entries that share a cache line, and compete for it.
const WAYS: usize = 4;
/// Words of an entry: the key, xor-ed with the data, and the data.
const WORDS: usize = 2;
/// Words of a cache line.
const LINE: usize = WAYS * WORDS;
/// Each search that has passed counts as this many half moves of depth when an entry
/// has to make room: old results go first.
const AGE_WEIGHT: u32 = 4;
/// Ages go round; only their distance matters.
const AGES: u8 = 64;
/// Scores are kept in 24 bits.
const SCORE_OFFSET: i32 = 1 << 23;
/// Words of the smallest page that systems have.
const PAGE: usize = 512;
/// No move.
const NO_MOVE: u16 = u16::MAX;

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is at least this.
    Lower,
    /// The true one is at most this.
    Upper,
}

/// What is remembered of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, as its place in the list of moves from which the search
    /// chose. Whoever reads it must look whether the list is that long.
    pub index: Option<u16>,
    /// The score, wins counted from the root of the search that reads it.
    pub score: Score,
    /// How deep was searched.
    pub depth: u8,
    /// What the score says.
    pub bound: Bound,
    /// Whether it was found since the table last [grew older](Table::grow_older).
    pub fresh: bool,
}

impl Entry {
    fn pack(self, ply: u32, age: u8) -> u64 {
        let score = (to_table(self.score, ply) + SCORE_OFFSET) as u64 & 0xff_ffff;
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        score
            | u64::from(self.depth) << 24
            | bound << 32
            | u64::from(age) << 34
            | u64::from(self.index.unwrap_or(NO_MOVE)) << 40
    }

    fn unpack(data: u64, ply: u32, age: u8) -> Option<Entry> {
        let bound = match data >> 32 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        let index = (data >> 40) as u16;
        Some(Entry {
            index: (index != NO_MOVE).then_some(index),
            score: from_table((data & 0xff_ffff) as i32 - SCORE_OFFSET, ply),
            depth: depth_of(data),
            bound,
            fresh: age_of(data) == age,
        })
    }
}

const fn depth_of(data: u64) -> u8 {
    (data >> 24) as u8
}

const fn age_of(data: u64) -> u8 {
    (data >> 34) as u8 & (AGES - 1)
}

/// Wins are counted from the root in the search, from the position in the
/// table, for the same position is reached at many distances.
fn to_table(score: Score, ply: u32) -> Score {
    match () {
        () if !Value::is_decided(score) => score,
        () if score > 0 => score + ply as Score,
        () => score - ply as Score,
    }
}

fn from_table(score: Score, ply: u32) -> Score {
    match () {
        () if !Value::is_decided(score) => score,
        () if score > 0 => score - ply as Score,
        () => score + ply as Score,
    }
}

/// A transposition table of bounded size that threads share without locks.
///
/// An entry is two words, the data and the key xor-ed with the data (Hyatt and
/// Mann 2002, "A lockless transposition-table implementation for parallel
/// search"): when two threads write at once, the mixture fits no key.
pub struct Table {
    /// Words that are zero until something is stored. The system hands out
    /// their memory page by page as it is used, so that a large table is there at once.
    words: Box<[AtomicU64]>,
    /// The word with which the first cache line begins.
    first: usize,
    /// How many cache lines there are.
    count: usize,
    /// Whether all pages have been used.
    touched: bool,
    age: AtomicU8,
}

/// The words of the entries that share a cache line.
type Bucket = [AtomicU64; LINE];
/// The words of an entry.
type Slot = [AtomicU64; WORDS];

/// The entries of a bucket.
#[inline]
fn slots(bucket: &Bucket) -> &[Slot] {
    bucket.as_chunks().0
}

/// The key and the data of an entry.
#[inline]
fn load([check, data]: &Slot) -> (u64, u64) {
    let data = data.load(Ordering::Relaxed);
    (check.load(Ordering::Relaxed) ^ data, data)
}

#[inline]
fn save([check, word]: &Slot, key: u64, data: u64) {
    check.store(key ^ data, Ordering::Relaxed);
    word.store(data, Ordering::Relaxed);
}

impl Table {
    /// A table of so many megabytes, at least one, or as many as can be had.
    pub fn new(megabytes: u32) -> Self {
        match Table::try_new(megabytes) {
            Ok(table) => table,
            Err(_) if megabytes > 1 => Table::new(megabytes / 2),
            // A single cache line: whoever has no memory left for that has other worries.
            Err(_) => Table {
                words: bytemuck::zeroed_slice_box(LINE),
                first: 0,
                count: 1,
                touched: true,
                age: AtomicU8::new(0),
            },
        }
    }

    /// A table of so many megabytes, at least one, if they can be had.
    pub fn try_new(megabytes: u32) -> Result<Self, NoMemory> {
        let count = (u64::from(megabytes.max(1)) << 20) / size_of::<Bucket>() as u64;
        // The words before the first cache line are not used.
        let words = zeroed::<AtomicU64>((count + 1) * LINE as u64)?;
        let first = words.as_ptr().align_offset(size_of::<Bucket>()).min(LINE);
        Ok(Table { words, first, count: count as usize, touched: false, age: AtomicU8::new(0) })
    }

    /// Uses all of its memory once, so that a search need not wait for the system to find it.
    pub fn touch(&mut self) {
        if self.is_first_touch() {
            for word in self.words.iter().step_by(PAGE) {
                // Written, because reading alone finds no memory.
                let data = word.swap(0, Ordering::Relaxed);
                word.store(data, Ordering::Relaxed);
            }
        }
    }

    /// Whether not all pages have been used yet; now they will be, so they had better be large.
    /// Not before: it may take the system a tenth of a second to find one, and a search
    /// that comes upon one after the other would miss the end of its time.
    fn is_first_touch(&mut self) -> bool {
        let first = !std::mem::replace(&mut self.touched, true);
        if first {
            prefer_large_pages(&mut self.words);
        }
        first
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.is_first_touch();
        for word in &mut self.words {
            *word.get_mut() = 0;
        }
        *self.age.get_mut() = 0;
    }

    /// A new search begins: what is there grows older.
    pub fn grow_older(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// The age of this search, which processes of one search have in common.
    pub(crate) fn age(&self) -> u8 {
        self.age.load(Ordering::Relaxed)
    }

    /// Takes over the age of another process's table.
    pub(crate) fn set_age(&self, age: u8) {
        self.age.store(age % AGES, Ordering::Relaxed);
    }

    /// What [`store`](Self::store) would keep of an entry, for the table of another process.
    pub(crate) fn pack(&self, ply: u32, entry: Entry) -> u64 {
        entry.pack(ply, self.age())
    }

    /// Remembers what another process has found in this search.
    pub(crate) fn accept(&self, key: u64, data: u64) {
        if let Some(entry) = Entry::unpack(data, 0, self.age()).filter(|entry| entry.fresh) {
            self.store(key, 0, entry);
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        // The high half of the product spreads keys evenly over any number of buckets.
        let at = (u128::from(key) * self.count as u128) >> 64;
        self.bucket_at(at as usize)
    }

    #[inline]
    fn bucket_at(&self, at: usize) -> &Bucket {
        let Some(bucket) = self.words[self.first + at * LINE..].first_chunk() else {
            unreachable!("there are as many buckets as are counted")
        };
        bucket
    }

    /// Begins to fetch what is known of a position that will be asked for soon: memory is
    /// slow, and there is something else to do meanwhile.
    #[inline]
    #[cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "by a profiler, Andantino is 8 % faster with it"))]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // Safety: a hint reads nothing that the program sees, and the address is a bucket's own.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.bucket(key)).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of the position with this key, `ply` half moves from the root.
    #[inline]
    pub fn probe(&self, key: u64, ply: u32) -> Option<Entry> {
        for slot in slots(self.bucket(key)) {
            let (found, data) = load(slot);
            if found == key {
                return Entry::unpack(data, ply, self.age.load(Ordering::Relaxed));
            }
        }
        None
    }

    /// Remembers what was found, as fresh. Of the same position the deeper result of
    /// this search stays; otherwise the shallowest and oldest makes room.
    #[inline]
    pub fn store(&self, key: u64, ply: u32, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut worst = (u32::MAX, &slots(self.bucket(key))[0]);
        for slot in slots(self.bucket(key)) {
            let (found, data) = load(slot);
            if found == key
                && let Some(old) = Entry::unpack(data, ply, age)
            {
                if entry.bound != Bound::Exact && old.depth > entry.depth && old.fresh {
                    return;
                }
                entry.index = entry.index.or(old.index);
                save(slot, key, entry.pack(ply, age));
                return;
            }
            let worth = if data == 0 {
                0
            } else {
                let older = u32::from((age + AGES - age_of(data)) % AGES);
                (1 + AGE_WEIGHT * u32::from(AGES) + u32::from(depth_of(data))) - AGE_WEIGHT * older
            };
            if worth < worst.0 {
                worst = (worth, slot);
            }
        }
        save(worst.1, key, entry.pack(ply, age));
    }

    /// How much of it this search has filled, in thousandths, by a sample.
    pub fn fullness(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = self.count.min(256);
        let entries = (0..sample).flat_map(|at| slots(self.bucket_at(at)));
        let fresh = entries.map(|slot| load(slot).1).filter(|data| *data != 0 && age_of(*data) == age).count();
        (fresh * 1000 / (sample * WAYS)) as u32
    }
}

/// Asks for large pages for memory that nobody has used yet. A table is read
/// all over the place, and with small pages it takes about as long to find out
/// where a place is as to fetch what is there. If it cannot be had, nothing changes.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "Andantino's search is a tenth faster with it")]
fn prefer_large_pages<T>(room: &mut [T]) {
    use rustix::mm::{Advice, madvise};
    const LARGE: usize = 2 << 20;
    let (start, bytes) = (room.as_mut_ptr().cast::<u8>(), size_of_val(room));
    let before = start.align_offset(LARGE);
    let whole = bytes.saturating_sub(before) / LARGE * LARGE;
    if whole > 0 {
        // Safety: these are whole pages within `room`, and advice changes nothing that can be read from them.
        let _ = unsafe { madvise(start.wrapping_add(before).cast(), whole, Advice::LinuxHugepage) };
    }
}

#[cfg(not(target_os = "linux"))]
fn prefer_large_pages<T>(_: &mut [T]) {}

#[cfg(test)]
mod tests;
