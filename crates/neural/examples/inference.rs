//! What a network's judgement costs in Crosphere on each kernel, without listing the features,
//! and how many features change: all moves of a position one after another, as in a search.
//!
//! `cargo run --release --package agon-neural --features train --example inference`

use std::hint::black_box;
use std::io::Write;
use std::time::Instant;

use agon_core::{Encoding, Game, Options, Player, Rng, Turn};
use agon_games::Crosphere;
use agon_neural::{Accumulator, FloatNet, Header, Kernel};

const GAMES: u32 = 40;
/// Positions that are judged between two looks at the clock.
const CHUNK: usize = 1000;

fn main() -> std::io::Result<()> {
    let Ok(game) = Crosphere::new(Options::defaults(Crosphere::INFO.options)) else { return Ok(()) };
    let mut rng = Rng::new(1);
    let net = FloatNet::new(game.features() as usize, 128, &mut rng);
    let Some(header) = Header::of(&game) else { return Ok(()) };
    let Ok(network) = net.quantise(header) else { return Ok(()) };
    let lists = judged(&game, &mut rng);
    let count = lists.len() as f64;
    let mut out = std::io::stdout().lock();
    let active = lists.iter().map(|list| list.features.len()).sum::<usize>() as f64 / count;
    let parents = lists.iter().map(|list| list.from_parent).sum::<usize>() as f64 / count;
    writeln!(
        out,
        "{count} positions, {active:.1} features each; {parents:.1} change with a move, both views together"
    )?;
    let steps = lists.windows(2).map(|pair| differing(&pair[0].features, &pair[1].features)).sum::<usize>() as f64;
    writeln!(out, "{:.1} differ from the position judged before", steps / count)?;
    for kernel in Kernel::available() {
        let network = network.clone().on(kernel);
        let mut at = Accumulator::new(&network, &[]);
        // The least of many, since other programs run, too.
        let mut least = f64::MAX;
        for lists in lists.chunks(CHUNK) {
            let begun = Instant::now();
            for list in lists {
                at.refresh(&network, &list.features);
                black_box(network.score(&at));
            }
            least = least.min(begun.elapsed().as_nanos() as f64 / lists.len() as f64);
        }
        writeln!(out, "{kernel:?}: {least:.0} ns")?;
    }
    Ok(())
}

/// A position that a search judges.
struct Judged {
    /// As the player to move sees it.
    features: Vec<u32>,
    /// How many features of both views are not those of the position before the last move.
    from_parent: usize,
}

/// What is judged after all moves of positions of random games.
fn judged(game: &Crosphere, rng: &mut Rng) -> Vec<Judged> {
    let view = |position: &_, player| {
        let mut features = Vec::new();
        game.sparse(position, player, &mut features);
        features
    };
    let (mut lists, mut moves) = (Vec::new(), Vec::new());
    for _ in 0..GAMES {
        let mut position = game.start();
        while game.outcome(&position).is_none() {
            game.moves(&position, &mut moves);
            for mv in &moves {
                let mut next = position;
                game.play(&mut next, *mv);
                let Turn::Player(mover) = game.turn(&next) else { continue };
                let changed = Player::BOTH.map(|player| differing(&view(&position, player), &view(&next, player)));
                lists.push(Judged { features: view(&next, mover), from_parent: changed.iter().sum() });
            }
            let Some(mv) = game.random_move(&position, rng) else { break };
            game.play(&mut position, mv);
        }
    }
    lists
}

/// How many features are in one list only; both ascend.
fn differing(a: &[u32], b: &[u32]) -> usize {
    let missing = |a: &[u32], b: &[u32]| a.iter().filter(|feature| b.binary_search(feature).is_err()).count();
    missing(a, b) + missing(b, a)
}
