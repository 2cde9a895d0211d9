//! Work that is done several pieces at a time.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// What `work` makes of each item, in the order of the items, whichever was
/// done first. `tell` hears of each that is done; what was not begun when
/// `stop` was set is missing at the end.
pub(crate) fn spread<T: Sync, R: Send>(
    items: &[T],
    concurrency: usize,
    stop: &AtomicBool,
    work: impl Fn(&T) -> R + Sync,
    tell: &mut (dyn FnMut() + Send),
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new((Vec::new(), tell));
    thread::scope(|scope| {
        for _ in 0..concurrency.clamp(1, items.len().max(1)) {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(at) else { break };
                    let made = work(item);
                    let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                    done.0.push((at, made));
                    (done.1)();
                }
            });
        }
    });
    let (mut made, _) = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    made.sort_by_key(|(at, _)| *at);
    made.into_iter().map(|(_, made)| made).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_their_items() {
        let items: Vec<u64> = (0..100).collect();
        let mut told = 0;
        let squares = spread(&items, 4, &AtomicBool::new(false), |n| n * n, &mut || told += 1);
        assert_eq!((squares, told), (items.iter().map(|n| n * n).collect(), 100));
        assert!(spread(&items, 4, &AtomicBool::new(true), |n| *n, &mut || {}).is_empty());
    }
}
