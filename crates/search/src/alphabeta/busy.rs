use std::sync::atomic::{AtomicU64, Ordering};

use agon_core::mix;

const SLOTS: usize = 1 << 12;

/// The nodes that threads are searching just now, so that one thread leaves
/// for later what another is at ("simplified ABDADA", after Weill 1996).
///
/// It is a hint: of two nodes that share a slot only the last is remembered,
/// and a thread that comes back to a node that it has put off searches it
/// whoever else does, so that nobody ever waits.
pub(super) struct Busy(Box<[AtomicU64]>);

impl Busy {
    pub fn new() -> Self {
        Busy((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    /// What tells a node of this depth from all others.
    pub fn name(key: u64, depth: i32) -> u64 {
        key ^ mix(depth as u64)
    }

    fn slot(&self, name: u64) -> &AtomicU64 {
        &self.0[(name >> 32) as usize % SLOTS]
    }

    /// Whether a thread is at this node.
    fn has(&self, name: u64) -> bool {
        self.slot(name).load(Ordering::Relaxed) == name
    }

    /// A thread begins with a node; not if another is at it, unless it has `waited` already.
    pub fn begin(&self, name: u64, waited: bool) -> bool {
        let begins = waited || !self.has(name);
        if begins {
            self.slot(name).store(name, Ordering::Relaxed);
        }
        begins
    }

    /// A thread of another process is at this node, or no more.
    pub fn note(&self, name: u64, begins: bool) {
        if begins {
            self.slot(name).store(name, Ordering::Relaxed);
        } else {
            self.end(name);
        }
    }

    /// A thread is done with a node.
    pub fn end(&self, name: u64) {
        if self.has(name) {
            self.slot(name).store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_waits_until_its_search_ends_and_only_once() {
        let busy = Busy::new();
        let (name, deeper) = (Busy::name(77, 5), Busy::name(77, 6));
        assert!(busy.begin(name, false));
        assert!(!busy.begin(name, false) && busy.begin(name, true));
        assert!(busy.begin(deeper, false));
        busy.end(deeper);
        assert!(!busy.begin(name, false));
        busy.end(name);
        assert!(busy.begin(name, false));
    }
}
