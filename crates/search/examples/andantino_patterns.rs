//! Finds what the patterns of Andantino are worth, by playing.
//!
//! ```text
//! cargo run --release -p agon-search --example andantino_patterns -- 150000 1 > patterns.txt
//! ```
//!
//! Draws positions (so many, from such a seed, which gives others on another
//! number of processors) as a search meets them: games
//! in which some moves are good and some are not, and then good ones to the
//! end. Each position is searched a little, and the weights are chosen with
//! which the sum of its patterns comes nearest to what its search found, as a
//! chance of winning. So a judgement sees what the one before saw a few half
//! moves later. The weights are written to standard output, for `patterns.txt`
//! of Andantino; the rest to standard error.
//!
//! The weights that the project has were found by a forerunner of this program
//! from searches with a judgement that counted open windows of five, in 727,501
//! positions. With them, this program found others in 150,000 positions that
//! play as well (-2 +- 30 Elo at 50,000 nodes a move); so did searches of 10,000
//! nodes instead of 2,000 (-5 +- 32). Positions drawn with less care for good
//! play, or away from the middle of the board, gave worse ones (-63 +- 38).

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_core::{Evaluation, Game, History, Options, POINTS_PER_E, Player, Rng, chance_of};
use agon_games::{Andantino, AndantinoEvaluation, AndantinoPattern};
use agon_search::{Agent, AlphaBeta, AlphaBetaConfig, Limits, Thought, Value, Watch};

/// Moves made in the search of a position to learn from…
const NODES: u64 = 2000;
/// …and in that of one on the way to it.
const NODES_ON_THE_WAY: u64 = 300;
/// Of ten moves on that way, so many are drawn by lot.
const CARELESSNESS: u32 = 4;
/// The logarithm of the odds that a win that is known counts for: 95 %, for a
/// judgement that claims more of a position without seeing the win would be
/// wrong elsewhere.
const KNOWN: f64 = 3.0;
/// What is met fewer times is not weighed.
const FEWEST: usize = 20;
/// Passes over all positions, and those learnt from at a time.
const PASSES: usize = 40;
const BATCH: usize = 512;
/// Draws weights towards nothing.
const DECAY: f64 = 1e-6;

/// A position by its patterns, with 1 for those of the side to move and -1
/// for the opponent's, and what it was found to be worth to that side.
struct Sample {
    patterns: Vec<(u16, i8)>,
    chance: f64,
}

/// Draws positions and searches them.
struct Source {
    game: Arc<Andantino>,
    agent: AlphaBeta<Andantino, AndantinoEvaluation>,
    rng: Rng,
}

impl Source {
    fn new(seed: u64) -> Option<Self> {
        let game = Andantino::new(Options::parse(Andantino::INFO.options, "").ok()?).ok()?;
        let config = AlphaBetaConfig { hash: 2, ..AlphaBetaConfig::default() };
        let agent = AlphaBeta::new(AndantinoEvaluation::default(), config);
        Some(Source { game: Arc::new(game), agent, rng: Rng::new(seed) })
    }

    fn random_move(&mut self, history: &mut History<Andantino>) {
        let moves = history.moves();
        if let Some(mv) = moves.get(self.rng.below(moves.len().max(1) as u32) as usize) {
            history.play(*mv);
        }
    }

    fn think(&mut self, history: &History<Andantino>, nodes: u64) -> Option<Thought<<Andantino as Game>::Move>> {
        let mut unheard = |_: &_| {};
        let mut watch = Watch::new(Arc::new(AtomicBool::new(false)), &mut unheard);
        self.agent.think(history, &Limits { nodes: Some(nodes), ..Limits::default() }, &mut watch).ok()
    }

    /// A game that has been played for a while, not always well.
    fn middle(&mut self) -> History<Andantino> {
        let mut history = History::new(Arc::clone(&self.game), self.game.start());
        let (random, more) = (2 + self.rng.below(6), self.rng.below(20));
        for ply in 0..random + more {
            if history.outcome().is_some() {
                break;
            }
            if ply < random || self.rng.below(10) < CARELESSNESS {
                self.random_move(&mut history);
            } else if let Some(thought) = self.think(&history, NODES_ON_THE_WAY) {
                history.play(thought.mv);
            }
        }
        history
    }

    /// Adds the positions of a game from its middle on, both doing their
    /// best, until somebody is known to win.
    fn sample(&mut self, add: &mut impl FnMut(&Andantino, &History<Andantino>, f64)) {
        let mut history = self.middle();
        while history.outcome().is_none()
            && let Some(thought) = self.think(&history, NODES)
        {
            let score = thought.info.score;
            let decided = Value::is_decided(score);
            let logit = if decided { KNOWN * f64::from(score.signum()) } else { f64::from(score) / POINTS_PER_E };
            // Where somebody must stop a win, the search answers before it judges.
            if !self.is_forced(&history) {
                add(&self.game, &history, chance(logit));
            }
            if decided {
                return;
            }
            history.play(thought.mv);
        }
    }

    /// Whether all moves but one are known to lose at once.
    fn is_forced(&self, history: &History<Andantino>) -> bool {
        let evaluation = AndantinoEvaluation::default();
        let state = evaluation.state(&self.game, history.position());
        evaluation.is_forced(&self.game, history.position(), &state, &mut Vec::new())
    }
}

/// The chance of winning with these odds, given as their logarithm.
fn chance(logit: f64) -> f64 {
    chance_of(logit * POINTS_PER_E)
}

/// So many positions by their patterns, and the chance of the side to move.
fn gather(count: usize, seed: u64) -> Vec<(Vec<(AndantinoPattern, i32)>, f64)> {
    let mut found = Vec::with_capacity(count);
    let Some(mut source) = Source::new(seed) else { return found };
    while found.len() < count {
        source.sample(&mut |game, history, chance| {
            let side = if game.turn(history.position()).player() == Some(Player::One) { 1 } else { -1 };
            let patterns = game.patterns(history.position()).into_iter().map(|(pattern, sign)| (pattern, sign * side));
            found.push((patterns.collect(), chance));
        });
    }
    found
}

/// The same on all processors, with numbers for the patterns.
fn gather_all(count: usize, seed: u64) -> (Vec<Sample>, BTreeMap<AndantinoPattern, u16>) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let gather = move |thread: usize| gather(count.div_ceil(threads), seed.wrapping_add(thread as u64));
    let found = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(move || gather(thread))).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).flatten().collect::<Vec<_>>()
    });
    let mut numbers = BTreeMap::new();
    let mut number = |(pattern, sign): (AndantinoPattern, i32)| {
        let next = numbers.len() as u16;
        (*numbers.entry(pattern).or_insert(next), sign as i8)
    };
    let sample = |(patterns, chance): (Vec<_>, f64)| Sample {
        patterns: patterns.into_iter().map(&mut number).collect(),
        chance,
    };
    (found.into_iter().map(sample).collect(), numbers)
}

/// The weights, the last one for the side to move: those of least cross
/// entropy, by Adam (Kingma and Ba 2015) with steps that become smaller.
fn fit(samples: &[Sample], weighed: &[bool]) -> Vec<f64> {
    let tempo = weighed.len();
    let (mut weights, mut mean, mut square) = (vec![0.0; tempo + 1], vec![0.0; tempo + 1], vec![0.0; tempo + 1]);
    let mut rng = Rng::new(1);
    let (mut step, steps) = (0, PASSES * samples.len().div_ceil(BATCH));
    for pass in 0..PASSES {
        let mut loss = 0.0;
        for _ in 0..samples.len().div_ceil(BATCH) {
            let mut gradient = vec![0.0; tempo + 1];
            for _ in 0..BATCH {
                let sample = &samples[rng.below(samples.len() as u32) as usize];
                let said = judge(sample, &weights);
                let error = (chance(said) - sample.chance) / BATCH as f64;
                loss += cross_entropy(said, sample.chance) / BATCH as f64;
                gradient[tempo] += error;
                for (pattern, sign) in &sample.patterns {
                    gradient[usize::from(*pattern)] += error * f64::from(*sign);
                }
            }
            step += 1;
            let rate = 0.01 * (1.0 - step as f64 / steps as f64);
            for at in 0..=tempo {
                if at < tempo && !weighed[at] {
                    continue;
                }
                let slope = gradient[at] + DECAY * weights[at];
                mean[at] += 0.1 * (slope - mean[at]);
                square[at] += 0.001 * (slope * slope - square[at]);
                let (near, far) = (1.0 - 0.9f64.powi(step), 1.0 - 0.999f64.powi(step));
                weights[at] -= rate * (mean[at] / near) / ((square[at] / far).sqrt() + 1e-8);
            }
        }
        eprintln!("pass {}: {:.5}", pass + 1, loss / samples.len().div_ceil(BATCH) as f64);
    }
    weights
}

fn judge(sample: &Sample, weights: &[f64]) -> f64 {
    let tempo = weights.last().copied().unwrap_or(0.0);
    tempo + sample.patterns.iter().map(|(at, sign)| weights[usize::from(*at)] * f64::from(*sign)).sum::<f64>()
}

/// How badly a judgement foretells a chance, beyond what the best would.
fn cross_entropy(said: f64, chance_of: f64) -> f64 {
    let cost = |p: f64, q: f64| if p > 0.0 { p * (p / q.max(1e-12)).ln() } else { 0.0 };
    let said = chance(said);
    cost(chance_of, said) + cost(1.0 - chance_of, 1.0 - said)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<u64> = arguments.iter().flat_map(|argument| argument.parse()).collect();
    let (Ok([count, seed]), 2) = (<[u64; 2]>::try_from(numbers), arguments.len()) else {
        eprintln!("say how many positions, and a seed");
        return ExitCode::FAILURE;
    };
    let (samples, numbers) = gather_all(count as usize, seed);
    let mut met = vec![0; numbers.len()];
    for (pattern, _) in samples.iter().flat_map(|sample| &sample.patterns) {
        met[usize::from(*pattern)] += 1;
    }
    let weighed: Vec<bool> = met.iter().map(|met| *met >= FEWEST).collect();
    // The last tenth is kept aside, to see how much of it all is chance.
    let (learnt, kept) = samples.split_at(samples.len() - samples.len() / 10);
    let weights = fit(learnt, &weighed);
    let of = |samples: &[Sample]| {
        let costs = samples.iter().map(|sample| cross_entropy(judge(sample, &weights), sample.chance));
        costs.sum::<f64>() / samples.len().max(1) as f64
    };
    eprintln!("{} patterns; off by {:.5} where learnt, {:.5} elsewhere", numbers.len(), of(learnt), of(kept));
    let scaled = |weight: f64| (weight * POINTS_PER_E).round() as i32;
    eprintln!("tempo {}", scaled(weights.last().copied().unwrap_or(0.0)));
    let mut out = std::io::stdout().lock();
    for (pattern, number) in numbers {
        let weight = scaled(weights[usize::from(number)]);
        if weight != 0 && writeln!(out, "{pattern} {weight}").is_err() {
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
