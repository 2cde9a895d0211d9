//! The values found so far, by kind.

use crate::NoMemory;
use crate::memory::zeroed;

/// Slots of the smallest map.
const FIRST: u64 = 1 << 12;

/// A map from kinds to values with open addressing: nine bytes a slot.
pub(super) struct Kinds {
    /// 0 where there is none.
    keys: Box<[u64]>,
    values: Box<[i8]>,
    count: u64,
    /// The most bytes that it may take, while it grows as well.
    most_bytes: u64,
}

/// There is no room for more.
pub(super) enum Full {
    Bytes,
    Memory(NoMemory),
}

/// Bytes of a slot.
const SLOT: u64 = 9;

impl Kinds {
    pub fn new(most_bytes: u64) -> Result<Self, NoMemory> {
        Ok(Kinds { keys: zeroed(FIRST)?, values: zeroed(FIRST)?, count: 0, most_bytes })
    }

    pub fn len(&self) -> u64 {
        self.count
    }

    /// What it takes.
    pub fn bytes(&self) -> u64 {
        self.keys.len() as u64 * SLOT
    }

    /// The place of a key, or where it belongs. Keys are as good as random, so their low bits do.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let mask = self.keys.len() - 1;
        let mut at = key as usize & mask;
        while self.keys[at] != 0 && self.keys[at] != key {
            at = (at + 1) & mask;
        }
        at
    }

    /// A key of 0 marks an empty slot, so a kind of 0 goes by another name.
    #[inline]
    fn key(kind: u64) -> u64 {
        if kind == 0 { 1 } else { kind }
    }

    #[inline]
    pub fn get(&self, kind: u64) -> Option<i8> {
        let place = self.place(Self::key(kind));
        (self.keys[place] != 0).then(|| self.values[place])
    }

    pub fn insert(&mut self, kind: u64, value: i8) -> Result<(), Full> {
        // Filled to three quarters at most.
        if (self.count + 1) * 4 > self.keys.len() as u64 * 3 {
            self.grow()?;
        }
        let place = self.place(Self::key(kind));
        self.count += u64::from(self.keys[place] == 0);
        self.keys[place] = Self::key(kind);
        self.values[place] = value;
        Ok(())
    }

    fn grow(&mut self) -> Result<(), Full> {
        let slots = self.keys.len() as u64 * 2;
        if self.bytes() + slots * SLOT > self.most_bytes {
            return Err(Full::Bytes);
        }
        let mut larger = Kinds {
            keys: zeroed(slots).map_err(Full::Memory)?,
            values: zeroed(slots).map_err(Full::Memory)?,
            count: self.count,
            most_bytes: self.most_bytes,
        };
        for (key, value) in self.iter() {
            let place = larger.place(key);
            larger.keys[place] = key;
            larger.values[place] = value;
        }
        *self = larger;
        Ok(())
    }

    /// Every kind with its value, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (u64, i8)> {
        self.keys.iter().zip(&self.values).filter(|(key, _)| **key != 0).map(|(key, value)| (*key, *value))
    }
}
