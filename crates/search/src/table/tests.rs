use agon_core::{Rng, mix};

use super::*;

fn entry(score: Score, depth: u8) -> Entry {
    Entry { index: Some(7), score, depth, bound: Bound::Lower, fresh: true }
}

#[test]
fn what_is_stored_is_found_and_wins_keep_their_distance() {
    let table = Table::new(1);
    table.store(mix(1), 3, entry(-12345, 9));
    assert_eq!(table.probe(mix(1), 5), Some(entry(-12345, 9)));
    assert_eq!(table.probe(mix(2), 5), None);
    // A win 4 plies below a node at ply 3, met again at ply 5.
    table.store(mix(3), 3, entry(Value::win(7), 4));
    assert_eq!(table.probe(mix(3), 5), Some(entry(Value::win(9), 4)));
    table.store(mix(4), 3, entry(Value::loss(7), 4));
    assert_eq!(table.probe(mix(4), 0), Some(entry(Value::loss(4), 4)));
}

#[test]
fn a_shallow_bound_does_not_drive_out_a_deep_one_and_a_move_survives() {
    let mut table = Table::new(1);
    table.store(mix(1), 0, entry(5, 9));
    table.store(mix(1), 0, entry(6, 3));
    assert_eq!(table.probe(mix(1), 0), Some(entry(5, 9)));
    table.grow_older();
    table.store(mix(1), 0, Entry { index: None, ..entry(6, 3) });
    assert_eq!(table.probe(mix(1), 0), Some(entry(6, 3)));
    table.clear();
    assert_eq!(table.probe(mix(1), 0), None);
}

#[test]
fn getting_ready_forgets_nothing() {
    let mut table = Table::new(1);
    for n in 0..50_000 {
        table.store(mix(n), 0, entry(n as i32, 1));
    }
    let known = |table: &Table| (0..50_000).map(|n| table.probe(mix(n), 0)).collect::<Vec<_>>();
    let before = known(&table);
    assert!(before.iter().flatten().count() > 40_000);
    table.touch();
    assert_eq!(known(&table), before);
}

#[test]
fn old_and_shallow_entries_make_room() {
    let table = Table::new(1);
    let keys: Vec<u64> = (0..6).collect(); // all in the first bucket
    for key in &keys[1..5] {
        table.store(*key, 0, entry(0, 10 + *key as u8));
    }
    table.store(99, 0, entry(0, 30));
    assert_eq!(table.probe(1, 0), None, "the shallowest went");
    for _ in 0..40 {
        table.grow_older();
    }
    table.store(98, 0, entry(0, 1));
    table.store(97, 0, entry(0, 1));
    assert!(table.probe(98, 0).is_some() && table.probe(97, 0).is_some() && table.probe(2, 0).is_none());
}

#[test]
fn it_fills_and_says_so() {
    let table = Table::new(1);
    assert_eq!(table.fullness(), 0);
    for n in 0..1_000_000 {
        table.store(mix(n), 0, entry(0, 1));
    }
    assert!(table.fullness() > 950);
    table.grow_older();
    assert_eq!(table.fullness(), 0);
}

/// Threads write over one another; whatever is read must be what somebody wrote for that key.
#[test]
fn threads_never_read_a_mixture() {
    let table = Table::new(1);
    let of = |key: u64, version: u64| {
        let bits = mix(key ^ version << 60);
        let bound = [Bound::Exact, Bound::Lower, Bound::Upper][(bits % 3) as usize];
        Entry { index: Some(bits as u16 & 0xfff), score: key as i32, depth: (bits >> 20) as u8, bound, fresh: true }
    };
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let table = &table;
            scope.spawn(move || {
                let mut rng = Rng::new(thread);
                let mut found = 0;
                for _ in 0..100_000 {
                    // Few keys, few buckets: as much strife as can be.
                    let key = u64::from(rng.below(64));
                    if let Some(read) = table.probe(key, 0) {
                        found += 1;
                        assert!((0..4).any(|version| read == of(key, version)), "{key}: {read:?}");
                    }
                    table.store(key, 0, of(key, u64::from(rng.below(4))));
                }
                assert!(found > 0);
            });
        }
    });
}
