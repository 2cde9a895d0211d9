//! `agon train`

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use agon_agents::Range;
use agon_core::DynGame;
use agon_lab::{
    DataFolder, Generation, Method, PolicyMethod, PolicyStep, TrainProgress, TrainRun, TrainStep, Trained, files,
};
use agon_neural::{Epoch, PolicyConfig, PolicyEpoch, Size, TrainConfig};
use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use serde_json::json;

use crate::args::{OptionArgs, print_json, within};
use crate::tell::tell;
use crate::{interrupt, progress, weights};

/// Positions between two steps of a policy network: generations are small.
const BATCH: usize = 128;

/// Arguments of `agon train`.
#[derive(clap::Args)]
pub struct Args {
    /// The game's name; `agon games` lists them
    game: String,
    #[command(flatten)]
    options: OptionArgs,
    /// The folder for networks, games and report; an unfinished run in it is resumed
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// What to train
    #[arg(long, value_enum, default_value_t = Kind::Value)]
    method: Kind,
    /// Which steps to take
    #[arg(long, value_enum, default_value_t = Steps::All)]
    steps: Steps,
    /// With --steps train, a folder of `agon selfplay` to learn from; may be given several times
    #[arg(long, value_name = "FOLDER")]
    data: Vec<PathBuf>,
    /// How many generations of networks
    #[arg(long, default_value_t = 3, value_name = "N", value_parser = within::<u32>(Range::new("generations", 1, 1000)))]
    generations: u32,
    /// Games of self-play in each generation [default: 40000; 1000 with az]
    #[arg(long, value_parser = within::<usize>(Range::GAMES))]
    games: Option<usize>,
    /// Games of the match that decides whether a network replaces the one before it [default: 300; 100 with az]
    #[arg(long, value_name = "GAMES", value_parser = within::<usize>(Range::GAMES))]
    gate: Option<usize>,
    /// Moves made in the search a move, in self-play and in matches
    #[arg(long, default_value_t = 1000, value_parser = within::<u64>(Range::NODES))]
    nodes: u64,
    /// Random plies that open each game [default: 6; 3 with az]
    #[arg(long, value_name = "PLIES", value_parser = within::<u32>(Range::OPENINGS))]
    openings: Option<u32>,
    /// Neurons of the hidden layer, a multiple of 16
    #[arg(long, default_value_t = 128, value_name = "N", value_parser = hidden)]
    hidden: usize,
    /// The most times that all positions are learnt from [default: 12; 2 with az]
    #[arg(long, value_name = "N", value_parser = within::<u32>(Range::new("epochs", 1, 1000)))]
    epochs: Option<u32>,
    /// Percentage of the search's opinion in what is learnt; the rest is how games ended [default: 70; 50 with az]
    #[arg(long, value_name = "PERCENT", value_parser = within::<u32>(Range::new("opinion", 0, 100)))]
    opinion: Option<u32>,
    #[command(flatten)]
    az: AzArgs,
    /// Seed for the random number generator
    #[arg(long, default_value_t = 1, value_parser = within::<u64>(Range::SEED))]
    seed: u64,
    /// Games played at a time
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = within::<usize>(Range::CONCURRENCY))]
    concurrency: usize,
    /// Memory of each player for tables, in megabytes
    #[arg(long, default_value_t = 16, value_parser = within::<usize>(Range::HASH))]
    hash: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What is trained.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Value networks for the agent `nnue`, from the search's opinion and the results of games
    Value,
    /// Policy and value networks for the agent `az`, from nothing (Gumbel AlphaZero)
    Az,
}

/// Arguments that go with `--method az`.
#[derive(clap::Args)]
struct AzArgs {
    /// With az: playouts of a full search in self-play, and of each move in matches
    #[arg(long, default_value_t = 48, value_parser = within::<u64>(Range::PLAYOUTS))]
    playouts: u64,
    /// With az: playouts of the quick searches, three of four in self-play; 0 for none
    #[arg(long, default_value_t = 16, value_name = "PLAYOUTS", value_parser = within::<u64>(Range::new("quick", 0, 1_000_000)))]
    quick: u64,
    /// With az: channels of each layer, a multiple of 16
    #[arg(long, default_value_t = 32, value_name = "N", value_parser = channels)]
    channels: usize,
    /// With az: residual blocks of two layers
    #[arg(long, default_value_t = 3, value_name = "N", value_parser = within::<usize>(Range::new("blocks", 1, 40)))]
    blocks: usize,
    /// With az: how many of the newest generations' games are learnt from
    #[arg(long, default_value_t = 4, value_name = "GENERATIONS", value_parser = within::<u32>(Range::new("window", 1, 1000)))]
    window: u32,
    /// With az: the agent that every network plays a match against, to be measured
    #[arg(long, default_value = "mcts:playouts=1000", value_name = "AGENT")]
    reference: String,
    /// With az: the peak of the rate of learning
    #[arg(long, default_value_t = 0.003, value_name = "RATE", value_parser = rate)]
    rate: f64,
}

/// The steps of a run.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Steps {
    /// Self-play, training and a match, generation by generation
    All,
    /// Training on games that are there
    Train,
}

fn hidden(text: &str) -> Result<usize, String> {
    let number = Range::new("hidden", 16, 512).parse::<usize>(text).ok().filter(|number| number.is_multiple_of(16));
    number.ok_or_else(|| "it takes a multiple of 16 from 16 to 512".to_string())
}

fn channels(text: &str) -> Result<usize, String> {
    let number = Range::new("channels", 16, 256).parse::<usize>(text).ok().filter(|number| number.is_multiple_of(16));
    number.ok_or_else(|| "it takes a multiple of 16 from 16 to 256".to_string())
}

fn rate(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|rate| (1e-6..=0.1).contains(rate));
    number.ok_or_else(|| "it takes a number from 0.000001 to 0.1".to_string())
}

/// Trains networks.
pub fn run(args: &Args) -> Result<()> {
    let game = args.options.open(&args.game)?;
    match (args.steps, args.data.is_empty()) {
        (Steps::All, true) => generations(args, &*game),
        (Steps::All, false) => bail!("--data goes with --steps train: a whole run plays its own games"),
        (Steps::Train, true) => bail!("--steps train needs games to learn from: name a folder with --data"),
        (Steps::Train, false) if args.method == Kind::Az => train_policy(args, &*game),
        (Steps::Train, false) => train(args, &*game),
    }
}

impl Args {
    /// A setting, or the default for what is trained.
    fn or<T>(&self, given: Option<T>, value: T, az: T) -> T {
        given.unwrap_or(if self.method == Kind::Az { az } else { value })
    }

    fn opinion(&self) -> f64 {
        f64::from(self.or(self.opinion, 70, 50)) / 100.0
    }

    fn config(&self) -> TrainConfig {
        let (epochs, opinion) = (self.or(self.epochs, 12, 2), self.opinion());
        TrainConfig { hidden: self.hidden, epochs, opinion, seed: self.seed, ..TrainConfig::default() }
    }

    fn policy_config(&self) -> PolicyConfig {
        PolicyConfig {
            epochs: self.or(self.epochs, 12, 2),
            batch: BATCH,
            opinion: self.opinion(),
            rate: self.az.rate,
            seed: self.seed,
            threads: self.concurrency,
            ..PolicyConfig::default()
        }
    }

    fn size(&self) -> Size {
        Size { channels: self.az.channels, blocks: self.az.blocks }
    }

    fn method(&self) -> Result<Method> {
        Ok(match self.method {
            Kind::Value => Method::Value(self.config()),
            Kind::Az => Method::Policy(PolicyMethod {
                config: self.policy_config(),
                size: self.size(),
                playouts: self.az.playouts,
                quick: self.az.quick,
                window: self.az.window,
                reference: weights::agent(&self.az.reference)?,
            }),
        })
    }
}

/// The whole run.
fn generations(args: &Args, game: &dyn DynGame) -> Result<()> {
    let run = TrainRun {
        generations: args.generations,
        games: args.or(args.games, 40_000, 1_000),
        nodes: args.nodes,
        openings: args.or(args.openings, 6, 3),
        gate: args.or(args.gate, 300, 100),
        method: args.method()?,
        hash: args.hash,
        seed: args.seed,
        concurrency: args.concurrency,
    };
    let stop = interrupt::flag()?;
    let bar = progress::bar(run.games as u64, "self-play");
    let mut positions = 0;
    let reference = if args.method == Kind::Az { args.az.reference.as_str() } else { "hand" };
    let done = run.run(game, &args.out, &stop, &mut |heard| match heard {
        TrainProgress::Game { positions: more } => {
            positions += more;
            bar.set_message(format!("self-play, {positions} positions"));
            bar.inc(1);
        }
        TrainProgress::Epoch(epoch) => bar.suspend(|| tell_epoch(epoch)),
        TrainProgress::PolicyEpoch(epoch) => bar.suspend(|| tell_policy_epoch(epoch)),
        TrainProgress::Match(tally) => {
            bar.set_length(run.gate as u64);
            bar.set_position(tally.games.total());
            bar.set_message(format!("match, +{} ={} -{}", tally.wins(), tally.draws(), tally.losses()));
        }
        TrainProgress::Generation(generation) => {
            bar.suspend(|| tell_generation(generation, reference));
            bar.set_length(run.games as u64);
            bar.reset();
        }
    })?;
    bar.finish_and_clear();
    let Some(done) = done else { interrupt::end("; the same command goes on") };
    let report = args.out.join("report.html");
    if args.json {
        return print_json(&json!({ "generations": done, "report": report.display().to_string() }));
    }
    let kept = done.iter().rev().find(|generation| generation.accepted);
    let mut out = anstream::stdout().lock();
    match kept {
        Some(Generation { number, hand, .. }) => {
            let best = args.out.join("best.safetensors");
            writeln!(out, "generation {number} against {reference}: {}\n{}", hand.text(), best.display())?;
        }
        None if args.method == Kind::Az => writeln!(out, "no network was stronger than the one it began with")?,
        None => writeln!(out, "no network was stronger than the hand-written evaluation")?,
    }
    Ok(writeln!(out, "{}", report.display())?)
}

fn tell_epoch(epoch: &Epoch) {
    tell(format_args!(
        "epoch {}: loss {:.4}, held out {:.4}; results {:.4}, {:.1} %; {:.0} positions/s",
        epoch.number,
        epoch.loss,
        epoch.held_out,
        epoch.results.cross_entropy,
        100.0 * epoch.results.accuracy,
        epoch.speed
    ));
}

fn tell_policy_epoch(epoch: &PolicyEpoch) {
    let PolicyEpoch { number, learnt, held_out, speed } = epoch;
    tell(format_args!(
        "epoch {number}: policy {:.4}, value {:.4}; held out {:.4}, {:.4}, best move foretold {:.1} %; {speed:.0} positions/s",
        learnt.policy,
        learnt.value,
        held_out.policy,
        held_out.value,
        100.0 * held_out.accuracy,
    ));
}

fn tell_generation(generation: &Generation, reference: &str) {
    let Generation { number, player, gate, hand, accepted, .. } = generation;
    let kept = if *accepted { "kept" } else { "not kept" };
    let (gate, hand) = (gate.text(), hand.text());
    tell(format_args!("generation {number} against {player}: {gate}; against {reference}: {hand}; {kept}"));
}

/// One training.
fn train(args: &Args, game: &dyn DynGame) -> Result<()> {
    let data = args.data.iter().map(|path| DataFolder { path: path.clone(), copies: 1 }).collect();
    let run = format!("agon train {} --steps train, seed {}", args.game, args.seed);
    let step = TrainStep { config: args.config(), data, run, generation: 0 };
    let stop = interrupt::flag()?;
    let spinner = progress::spinner("training");
    let trained = step.run(game, &stop, &mut |epoch| spinner.suspend(|| tell_epoch(epoch)))?;
    spinner.finish_and_clear();
    let Some(trained) = trained else { interrupt::end(" before the network was trained") };
    keep(args, &trained.json(), &trained.bytes)?;
    if args.json { print_json(&trained.json()) } else { print(&trained, &args.out.join("network.safetensors")) }
}

/// One training of a policy and value network.
fn train_policy(args: &Args, game: &dyn DynGame) -> Result<()> {
    let step = PolicyStep {
        config: args.policy_config(),
        size: args.size(),
        base: None,
        data: args.data.clone(),
        run: format!("agon train {} --method az --steps train, seed {}", args.game, args.seed),
        generation: 0,
    };
    let stop = interrupt::flag()?;
    let spinner = progress::spinner("training");
    let trained = step.run(game, &stop, &mut |epoch| spinner.suspend(|| tell_policy_epoch(epoch)))?;
    spinner.finish_and_clear();
    let Some(trained) = trained else { interrupt::end(" before the network was trained") };
    keep(args, &trained.json(), &trained.bytes)?;
    if args.json {
        return print_json(&trained.json());
    }
    Ok(writeln!(anstream::stdout().lock(), "{}", args.out.join("network.safetensors").display())?)
}

/// Writes a network, and what is told of its training.
fn keep(args: &Args, told: &serde_json::Value, network: &[u8]) -> Result<()> {
    fs::create_dir_all(&args.out).with_context(|| args.out.display().to_string())?;
    let write = |name: &str, bytes: &[u8]| {
        let path = args.out.join(name);
        files::write(&path, bytes).with_context(|| path.display().to_string())
    };
    write("training.json", &serde_json::to_vec_pretty(told)?)?;
    write("network.safetensors", network)
}

fn print(trained: &Trained, file: &Path) -> Result<()> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "results of games that were held out   cross-entropy  accuracy")?;
    let known = [("hand-written evaluation", trained.by_hand), ("search", trained.by_search)];
    for (name, fit) in known.into_iter().chain(trained.results().map(|fit| ("network", fit))) {
        writeln!(out, "{name:<37} {:>13.4} {:>7.1} %", fit.cross_entropy, 100.0 * fit.accuracy)?;
    }
    let Trained { learnt, best, scale, rounding, .. } = trained;
    writeln!(
        out,
        "{learnt} positions, best epoch {best}, scale {scale}, rounding {:.4} on average and {:.3} at most\n{}",
        rounding.mean,
        rounding.most,
        file.display()
    )?;
    Ok(())
}
