use serde::Serialize;

use crate::{Game, Keys, Outcome, Player, Rng, history::outcome_with};

/// Plays uniformly random legal moves to the end; gives the outcome and the
/// number of plies. `keys` are those of the line so far, the position's
/// own the last; they grow only where positions can repeat.
pub fn playout<G: Game>(game: &G, mut position: G::Position, keys: &mut Keys, rng: &mut Rng) -> (Outcome, u32) {
    let repeats = game.repetition().is_some();
    let mut plies = 0;
    loop {
        if let Some(outcome) = outcome_with(game, &position, keys) {
            return (outcome, plies);
        }
        let Some(mv) = game.random_move(&position, rng) else {
            unreachable!("{} has no move and no outcome in {position:?}", G::INFO.name)
        };
        game.play(&mut position, mv);
        if repeats {
            keys.push(game.key(&position));
        }
        plies += 1;
    }
}

/// Random games, all from one position, added up.
pub struct Playouts<'g, G: Game> {
    game: &'g G,
    start: G::Position,
    keys: Keys,
    rng: Rng,
    /// What has been played so far.
    pub totals: PlayoutTotals,
}

/// What a number of random games came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PlayoutTotals {
    /// How many games.
    pub games: u64,
    /// How many plies in all of them.
    pub plies: u64,
    /// Games that player 1 won.
    pub p1wins: u64,
    /// Games that player 2 won.
    pub p2wins: u64,
    /// Games that nobody won.
    pub draws: u64,
}

impl<'g, G: Game> Playouts<'g, G> {
    /// Random games from `start`.
    pub fn new(game: &'g G, start: G::Position, seed: u64) -> Self {
        Playouts { game, start, keys: Keys::default(), rng: Rng::new(seed), totals: PlayoutTotals::default() }
    }

    /// Plays that many games more.
    pub fn run(&mut self, games: u64) {
        let start_key = self.game.key(&self.start);
        for _ in 0..games {
            self.keys.clear();
            self.keys.push(start_key);
            let (outcome, plies) = playout(self.game, self.start, &mut self.keys, &mut self.rng);
            let totals = &mut self.totals;
            totals.games += 1;
            totals.plies += u64::from(plies);
            match outcome.winner {
                Some(Player::One) => totals.p1wins += 1,
                Some(Player::Two) => totals.p2wins += 1,
                None => totals.draws += 1,
            }
        }
    }
}
