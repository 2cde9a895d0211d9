use agon_search::Bound;

/// What is remembered of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Known {
    pub key: u64,
    /// To the player to move.
    pub value: f64,
    pub depth: u32,
    pub bound: Bound,
}

/// A table of bounded size, in which the newest result of those that share a place stays;
/// one without places remembers nothing.
pub(super) struct Table(Box<[Option<Known>]>);

impl Table {
    pub fn new(megabytes: usize) -> Self {
        let places = (megabytes << 20) / size_of::<Option<Known>>();
        Table(vec![None; places].into_boxed_slice())
    }

    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.0.len() as u128) >> 64) as usize
    }

    pub fn probe(&self, key: u64) -> Option<Known> {
        self.0.get(self.place(key)).copied().flatten().filter(|known| known.key == key)
    }

    pub fn store(&mut self, known: Known) {
        let place = self.place(known.key);
        if let Some(kept) = self.0.get_mut(place) {
            *kept = Some(known);
        }
    }

    pub fn clear(&mut self) {
        self.0.fill(None);
    }
}
