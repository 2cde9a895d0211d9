//! How many positions a second a policy and value network judges, by the size of board and network,
//! on one thread.
//!
//! `cargo run --release --package agon-neural --features train --example policy`

use std::hint::black_box;
use std::io::Write;
use std::time::Instant;

use agon_core::{Encoding, Options, Registered, Rng};
use agon_games::{Crosphere, Hex};
use agon_neural::{PolicyNet, Size, Trace};

/// Positions that are judged between two looks at the clock.
const CHUNK: usize = 5;
const CHUNKS: usize = 200;

fn main() -> std::io::Result<()> {
    for size in ["size=5", "size=7", "size=11"] {
        measure::<Hex>(size)?;
    }
    measure::<Crosphere>("")
}

fn measure<G: Registered + Encoding<G>>(options: &str) -> std::io::Result<()> {
    let Ok(options) = Options::parse(G::INFO.options, options) else { return Ok(()) };
    let Ok(game) = G::new(options) else { return Ok(()) };
    let mut out = std::io::stdout().lock();
    for size in [Size { channels: 32, blocks: 3 }, Size { channels: 32, blocks: 5 }, Size { channels: 64, blocks: 5 }] {
        let mut rng = Rng::new(1);
        let Ok(network) = PolicyNet::new(&game, size, &mut rng) else { continue };
        let (mut position, mut planes, mut trace) = (game.start(), Vec::new(), Trace::default());
        // The least of many, since other programs run, too.
        let mut least = f64::MAX;
        for _ in 0..CHUNKS {
            game.planes(&position, &mut planes);
            let begun = Instant::now();
            for _ in 0..CHUNK {
                network.judge(black_box(&planes), &mut trace);
                black_box(trace.odds);
            }
            least = least.min(begun.elapsed().as_secs_f64() / CHUNK as f64);
            match game.random_move(&position, &mut rng) {
                Some(mv) => game.play(&mut position, mv),
                None => position = game.start(),
            }
        }
        let (name, options) = (G::INFO.name, game.options().to_string());
        let Size { channels, blocks } = size;
        let kilobytes = network.to_bytes().len() / 1000;
        writeln!(
            out,
            "{name} {options}: {channels} channels, {blocks} blocks, {kilobytes} KB: {:.0} positions/s, {:.0} µs",
            1.0 / least,
            1e6 * least
        )?;
    }
    Ok(())
}
