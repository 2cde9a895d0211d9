use std::collections::HashSet;

use agon_core::{DynGame, DynPlay, Rng};

/// Begins a number of games with so many random half moves each, no two in
/// the same position as long as the game has enough of them, none of them over.
pub fn openings(game: &dyn DynGame, plies: u32, count: usize, seed: u64) -> Vec<Box<dyn DynPlay>> {
    /// Where a game has too few positions, twins are taken rather than nothing.
    const TRIES: usize = 100;
    let mut rng = Rng::new(seed);
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    let mut tries = 0;
    while found.len() < count {
        let play = walk(game, plies, &mut rng);
        tries += 1;
        if play.outcome().is_none() && (seen.insert(play.key()) || tries > TRIES) {
            found.push(play);
            tries = 0;
        } else if tries > 100 * TRIES {
            // So many half moves end every game: begin at the beginning.
            found.push(game.start());
        }
    }
    found
}

fn walk(game: &dyn DynGame, plies: u32, rng: &mut Rng) -> Box<dyn DynPlay> {
    let mut play = game.start();
    for _ in 0..plies {
        let Some(mv) = play.random_move(rng) else { break };
        if play.play(&mv).is_err() {
            break;
        }
    }
    play
}
