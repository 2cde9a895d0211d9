//! Random games, and what can be seen along them.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use agon_core::{DynGame, Game, History, Outcome, Player, Registered, Rng, SWAP, Turn, mix};
use agon_games::Visitor;

use crate::spread::spread;

/// Half moves after which a random game is given up.
const MOST_PLIES: u32 = 5_000;
/// Games in one piece of work.
const BATCH: usize = 50;

/// One random game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walk {
    pub plies: u32,
    /// How it ended; `None` when it was given up.
    pub outcome: Option<Outcome>,
    /// The logarithm of Knuth's estimate of the games that there are: the
    /// product of the choices along the way.
    pub leaves: f64,
    /// The same for all nodes of the tree, leaves among them.
    pub nodes: f64,
}

/// Many random games.
#[derive(Default)]
pub(super) struct Walks {
    pub games: Vec<Walk>,
    /// By half move: in how many positions somebody had to choose, and among how many moves.
    pub choices: Vec<(u64, u64)>,
    /// How often each position was met.
    pub keys: HashMap<u64, u32>,
}

impl Walks {
    /// Plays so many random games. Each follows from the seed and its number.
    pub fn play(
        game: &dyn DynGame,
        seed: u64,
        games: usize,
        (concurrency, stop): (usize, &AtomicBool),
        tell: &mut (dyn FnMut(usize) + Send),
    ) -> Self {
        let batches: Vec<Range<usize>> =
            (0..games).step_by(BATCH).map(|from| from..(from + BATCH).min(games)).collect();
        let mut done = 0;
        let work = |batch: &Range<usize>| {
            let mut visitor = Play { game, seed, batch: batch.clone() };
            agon_games::visit(game.info().name, &mut visitor).unwrap_or_default()
        };
        let played = spread(&batches, concurrency, stop, work, &mut || {
            done += BATCH;
            tell(done.min(games));
        });
        // Adding up takes a second or two, and nobody reads what was stopped.
        let not_stopped = |_: &Walks| !stop.load(Ordering::Relaxed);
        played.into_iter().take_while(not_stopped).fold(Walks::default(), Walks::plus)
    }

    fn plus(mut self, other: Walks) -> Walks {
        self.games.extend(other.games);
        if self.choices.len() < other.choices.len() {
            self.choices.resize(other.choices.len(), (0, 0));
        }
        for (mine, theirs) in self.choices.iter_mut().zip(other.choices) {
            *mine = (mine.0 + theirs.0, mine.1 + theirs.1);
        }
        for (key, times) in other.keys {
            *self.keys.entry(key).or_default() += times;
        }
        self
    }

    /// The mean number of moves to choose from.
    pub fn branching(&self) -> f64 {
        let (positions, moves) = self.choices.iter().fold((0, 0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
        moves as f64 / positions.max(1) as f64
    }

    /// The mean number of half moves.
    pub fn length(&self) -> f64 {
        self.games.iter().map(|game| f64::from(game.plies)).sum::<f64>() / self.games.len().max(1) as f64
    }

    /// The number of the shortest game that somebody won.
    pub fn shortest(&self) -> Option<usize> {
        let won = |walk: &Walk| walk.outcome.is_some_and(|outcome| outcome.winner.is_some());
        let games = self.games.iter().enumerate().filter(|(_, walk)| won(walk));
        games.min_by_key(|(_, walk)| walk.plies).map(|(at, _)| at)
    }

    /// How games ended: for each word, games won by each player and by nobody.
    pub fn endings(&self) -> BTreeMap<String, [u64; 3]> {
        let mut endings: BTreeMap<String, [u64; 3]> = BTreeMap::new();
        for walk in &self.games {
            let word = walk.outcome.map_or("too-long", |outcome| outcome.reason);
            let winner = walk.outcome.and_then(|outcome| outcome.winner);
            endings.entry(word.to_string()).or_default()[winner.map_or(2, Player::index)] += 1;
        }
        endings
    }
}

/// The moves of the random game of this number.
pub(super) fn line(game: &dyn DynGame, seed: u64, number: usize) -> Vec<String> {
    // Random games are between the sides: nobody swaps.
    let mut options = game.options().clone();
    let plain = options.set(SWAP, "false").ok().and_then(|()| agon_games::open(game.info().name, options).ok());
    let Some(game) = plain else { return Vec::new() };
    let (mut play, mut rng) = (game.start(), generator(seed, number));
    while (play.plies() as u32) < MOST_PLIES
        && let Some(action) = play.random_action(&mut rng)
        && play.play_action(action).is_ok()
    {}
    play.line()
}

/// Game number n draws the same whoever plays it, and however many there are.
fn generator(seed: u64, number: usize) -> Rng {
    Rng::new(mix(seed ^ mix(number as u64 + 1)))
}

struct Play<'p> {
    game: &'p dyn DynGame,
    seed: u64,
    batch: Range<usize>,
}

impl Visitor for Play<'_> {
    type Output = Walks;

    fn visit<G: Registered>(&mut self) -> Walks {
        let start = self.game.start();
        let Some(start) = start.as_any().downcast_ref::<History<G>>() else { return Walks::default() };
        let mut walks = Walks::default();
        for number in self.batch.clone() {
            let walk = walk(start.clone(), &mut generator(self.seed, number), &mut walks);
            walks.games.push(walk);
        }
        walks
    }
}

fn walk<G: Game>(mut history: History<G>, rng: &mut Rng, walks: &mut Walks) -> Walk {
    let (mut leaves, mut nodes, mut plies) = (0.0, 0.0, 0);
    loop {
        let game = history.game();
        let position = *history.position();
        *walks.keys.entry(game.key(&position)).or_default() += 1;
        let outcome = history.outcome();
        let drawn = if outcome.is_some() || plies == MOST_PLIES { None } else { game.random_move(&position, rng) };
        let Some(mv) = drawn else { return Walk { plies, outcome, leaves, nodes } };
        let choices = match game.turn(&position) {
            Turn::Player(_) => {
                let moves = game.count_moves(&position);
                if walks.choices.len() <= plies as usize {
                    walks.choices.resize(plies as usize + 1, (0, 0));
                }
                let at = &mut walks.choices[plies as usize];
                *at = (at.0 + 1, at.1 + moves);
                moves as f64
            }
            // What is unlikely to be drawn stands for as much more.
            Turn::Chance => 1.0 / game.probability(&position, mv),
        };
        leaves += choices.ln();
        nodes = add_logs(nodes, leaves);
        history.play(mv);
        plies += 1;
    }
}

/// The logarithm of the sum of two numbers of which the logarithms are given.
fn add_logs(a: f64, b: f64) -> f64 {
    let (small, large) = (a.min(b), a.max(b));
    large + (small - large).exp().ln_1p()
}
