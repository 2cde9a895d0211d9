//! `agon train`

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use agon_agents::Range;
use agon_core::DynGame;
use agon_lab::{
    DataFolder, Generation, LearningPoint, Method, PolicyMethod, PolicyStep, StudentMethod, StudentProgress,
    StudentRun, TrainProgress, TrainRun, TrainStep, Trained, files,
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
    /// How to learn
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
    /// Games of self-play in each generation [default: 40000; with az 1000]; with q, dqn or reinforce all games
    /// [default: 20000]
    #[arg(long, value_parser = within::<usize>(Range::GAMES))]
    games: Option<usize>,
    /// Games of the match that decides whether a network replaces the one before it [default: 300; with az 100]; with
    /// q, dqn or reinforce of each match against random moves and mcts [default: 200]
    #[arg(long, value_name = "GAMES", value_parser = within::<usize>(Range::GAMES))]
    gate: Option<usize>,
    /// Moves made in the search a move, in self-play and in matches
    #[arg(long, default_value_t = 1000, value_parser = within::<u64>(Range::NODES))]
    nodes: u64,
    /// Random plies that open each game [default: 6; with az 3]; with q, dqn or reinforce those of matches only
    /// [default: 2]
    #[arg(long, value_name = "PLIES", value_parser = within::<u32>(Range::OPENINGS))]
    openings: Option<u32>,
    /// Neurons of the hidden layer, a multiple of 16 [default: 128; with dqn or reinforce 64]
    #[arg(long, value_name = "N", value_parser = hidden)]
    hidden: Option<usize>,
    /// How fast it learns; with az the peak [default: 0.003 for az, 1 for q, 0.001 for dqn, 0.005 for reinforce]
    #[arg(long, value_name = "RATE", value_parser = rate)]
    rate: Option<f64>,
    /// With q or dqn, the percentage of moves that explore [default: 50 for q, 10 for dqn]
    #[arg(long, value_name = "PERCENT", value_parser = within::<u32>(Range::new("explore", 0, 100)))]
    explore: Option<u32>,
    /// Playouts of a full search of az in self-play, and of each of its moves in matches [default: 48]; with q, dqn or
    /// reinforce those of the opponent mcts [default: 50]
    #[arg(long, value_parser = within::<u64>(Range::PLAYOUTS))]
    playouts: Option<u64>,
    /// The most times that all positions are learnt from [default: 12; with az 2]
    #[arg(long, value_name = "N", value_parser = within::<u32>(Range::new("epochs", 1, 1000)))]
    epochs: Option<u32>,
    /// With --method value, how much weights shrink by themselves, in ten-thousandths
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = within::<u32>(Range::new("decay", 0, 10_000)))]
    decay: u32,
    /// Percentage of the search's opinion in what is learnt; the rest is how games ended [default: 70; with az 50]
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

/// How to learn.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Value networks for the agent `nnue`, from the search's opinion and the results of games
    Value,
    /// Policy and value networks for the agent `az`, from nothing (Gumbel `AlphaZero`)
    Az,
    /// Q-learning with a table, for small games
    Q,
    /// Q-learning with a network
    Dqn,
    /// REINFORCE with a baseline
    Reinforce,
}

/// Arguments that go with `--method az`.
#[derive(clap::Args)]
struct AzArgs {
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
    let number = text.parse().ok().filter(|rate| (1e-6..=1.0).contains(rate));
    number.ok_or_else(|| "it takes a number from 0.000001 to 1".to_string())
}

/// Learns by one of the methods.
pub fn run(args: &Args) -> Result<()> {
    let game = args.options.open(&args.game)?;
    match args.method {
        Kind::Value | Kind::Az => networks(args, &*game),
        Kind::Q => student(args, &*game, StudentMethod::Q),
        Kind::Dqn => student(args, &*game, StudentMethod::Dqn),
        Kind::Reinforce => student(args, &*game, StudentMethod::Reinforce),
    }
}

/// Trains networks generation by generation, or on games that are there.
fn networks(args: &Args, game: &dyn DynGame) -> Result<()> {
    match (args.steps, args.data.is_empty()) {
        (Steps::All, true) => generations(args, game),
        (Steps::All, false) => bail!("--data goes with --steps train: a whole run plays its own games"),
        (Steps::Train, true) => bail!("--steps train needs games to learn from: name a folder with --data"),
        (Steps::Train, false) if args.method == Kind::Az => train_policy(args, game),
        (Steps::Train, false) => train(args, game),
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
        let (hidden, decay) = (self.hidden.unwrap_or(128), f64::from(self.decay) / 10_000.0);
        TrainConfig { hidden, decay, epochs, opinion, seed: self.seed, ..TrainConfig::default() }
    }

    fn policy_config(&self) -> PolicyConfig {
        PolicyConfig {
            epochs: self.or(self.epochs, 12, 2),
            batch: BATCH,
            opinion: self.opinion(),
            rate: self.rate.unwrap_or(0.003),
            seed: self.seed,
            threads: self.concurrency,
            ..PolicyConfig::default()
        }
    }

    fn size(&self) -> Size {
        Size { channels: self.az.channels, blocks: self.az.blocks }
    }

    fn method(&self) -> Result<Method> {
        if self.method != Kind::Az {
            return Ok(Method::Value(self.config()));
        }
        Ok(Method::Policy(PolicyMethod {
            config: self.policy_config(),
            size: self.size(),
            playouts: self.playouts.unwrap_or(48),
            quick: self.az.quick,
            window: self.az.window,
            reference: weights::agent(&self.az.reference)?,
        }))
    }
}

/// One of the students' methods.
fn student(args: &Args, game: &dyn DynGame, method: StudentMethod) -> Result<()> {
    if args.steps == Steps::Train || !args.data.is_empty() {
        bail!("--steps and --data go with the methods value and az: {} plays its own games", method.name());
    }
    let run = StudentRun {
        method,
        games: args.games.unwrap_or(20_000) as u64,
        hidden: args.hidden.unwrap_or(64),
        rate: args.rate.unwrap_or(method.usual_rate()),
        explore: args.explore.unwrap_or(method.usual_explore()),
        gate: args.gate.unwrap_or(200),
        openings: args.openings.unwrap_or(2),
        playouts: args.playouts.unwrap_or(50),
        hash: args.hash,
        seed: args.seed,
        concurrency: args.concurrency,
    };
    let stop = interrupt::flag()?;
    let bar = progress::bar(run.games, "self-play");
    let curve = run.run(game, &args.out, &stop, &mut |heard| match heard {
        StudentProgress::Games(games) => bar.set_position(games),
        StudentProgress::Point(point) => bar.suspend(|| tell_point(point)),
    })?;
    bar.finish_and_clear();
    let Some(curve) = curve else { interrupt::end("; the same command goes on") };
    let (file, report) = (args.out.join(method.file()), args.out.join("report.html"));
    if args.json {
        let [file, report] = [file, report].map(|path| path.display().to_string());
        return print_json(&json!({ "curve": curve, "file": file, "report": report }));
    }
    let mut out = anstream::stdout().lock();
    Ok(writeln!(out, "{}\n{}", file.display(), report.display())?)
}

fn tell_point(point: &LearningPoint) {
    let played: Vec<String> =
        point.played.iter().map(|played| format!("{} against {}", played.text(), played.opponent)).collect();
    tell(format_args!("{} games: {}", point.games, played.join(", ")));
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
