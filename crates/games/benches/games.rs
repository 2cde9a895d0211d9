//! Speed of the rules: random playouts and perft of every registered game.
//! `cargo bench -p agon-games -- crosphere` runs those of one.

use std::sync::Arc;
use std::time::Duration;

use agon_core::{History, Options, Playouts, Registered, perft};
use agon_games::{Visitor, visit_all};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Games in one measured batch: enough that the lengths of games even out.
const BATCH: u64 = 1000;

struct Benches<'c>(&'c mut Criterion);

impl Visitor for Benches<'_> {
    type Output = ();

    fn visit<G: Registered>(&mut self) {
        let options = Options::defaults(G::INFO.options);
        let Ok(game) = G::new(options) else { return };
        let mut group = self.0.benchmark_group(G::INFO.name);
        group.sample_size(10).measurement_time(Duration::from_secs(3));
        group.throughput(Throughput::Elements(BATCH));
        group.bench_function("playouts", |bencher| {
            let mut playouts = Playouts::new(&game, game.start(), 1);
            bencher.iter(|| playouts.run(BATCH));
        });
        let history = History::new(Arc::new(game.clone()), game.start());
        // As deep as it goes within a measurable time.
        let depth = (1..10).find(|depth| perft(&history, *depth) > 10_000).unwrap_or(1);
        group.throughput(Throughput::Elements(perft(&history, depth)));
        group.bench_function("perft", |bencher| bencher.iter(|| perft(&history, depth)));
        group.finish();
    }
}

fn all(criterion: &mut Criterion) {
    visit_all(&mut Benches(criterion));
}

criterion_group!(benches, all);
criterion_main!(benches);
