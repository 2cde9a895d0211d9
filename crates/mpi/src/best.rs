//! `agon-mpi best`

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use agon_agents::{Range, Report, Settings, Spec};
use agon_core::{DynGame, DynPlay, OptionError, Options};
use agon_search::{Limits, Team};
use anyhow::{Context, Result};
use serde_json::json;

use crate::leader;
use crate::rank::RankArgs;

/// Arguments of `agon-mpi best`.
#[derive(clap::Args)]
pub struct Args {
    /// The game's name; `agon games` lists them
    game: String,
    /// Set an option of the game; may be given several times
    #[arg(short = 'o', long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Begin from this position instead of the usual start
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// Play these moves first, separated by spaces
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// Who is asked, as in `alphabeta:reductions=false`
    #[arg(long, default_value = agon_agents::DEFAULT)]
    agent: Spec,
    /// Time to think, as in 0.3s
    #[arg(long, value_parser = parse_time)]
    time: Option<Duration>,
    /// Moves to make in the search, on all ranks together
    #[arg(long, value_parser = within::<u64>(Range::NODES))]
    nodes: Option<u64>,
    /// Iterations to complete
    #[arg(long, value_parser = within::<u32>(Range::DEPTH))]
    depth: Option<u32>,
    /// How many threads may search on each rank
    #[arg(long, default_value_t = 1, value_parser = within::<usize>(Range::threads()))]
    threads: usize,
    /// Memory for tables on each rank, in megabytes
    #[arg(long, default_value_t = 64, value_parser = within::<usize>(Range::HASH))]
    hash: usize,
    /// Seed for the random number generator
    #[arg(long, default_value_t = 1, value_parser = within::<u64>(Range::SEED))]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub ranks: RankArgs,
}

fn parse_time(text: &str) -> Result<Duration, String> {
    agon_agents::parse_time(text).ok_or_else(|| "it takes a time such as 300ms, 0.3s or 2m".to_string())
}

fn within<T: TryFrom<u64> + Send + Sync + 'static>(
    range: Range,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| range.parse(text).map_err(|error| format!("it takes {}", error.allowed))
}

impl Args {
    fn open(&self) -> Result<Box<dyn DynGame>> {
        let info = agon_games::game_of(&self.game)?;
        let mut options = Options::usual(info.options);
        for pair in &self.options {
            let (name, value) =
                pair.split_once('=').ok_or_else(|| OptionError::NoValue { text: pair.chars().take(40).collect() })?;
            options.set(name.trim(), value)?;
        }
        Ok(agon_games::open(info.name, options)?)
    }

    fn play(&self, game: &dyn DynGame) -> Result<Box<dyn DynPlay>> {
        let mut play = match &self.position {
            Some(text) => game.position(text)?,
            None => game.start(),
        };
        for (at, mv) in self.moves.iter().flat_map(|moves| moves.split_whitespace()).enumerate() {
            play.play(mv).with_context(|| format!("move {}", at + 1))?;
        }
        Ok(play)
    }
}

/// Asks an agent on all ranks for the best move.
pub fn run(args: &Args, team: &Arc<Team>) -> Result<()> {
    let game = args.open()?;
    let play = args.play(&*game)?;
    let settings = Settings { seed: args.seed, threads: args.threads, hash: args.hash };
    let (mut thinker, joins) = leader::make(team, &*game, &args.agent, settings)?;
    if !joins {
        eprintln!("{}", leader::alone(&args.agent));
    }
    thinker.get_ready();
    let limits = Limits { time: args.time, nodes: args.nodes, depth: args.depth, ..Limits::default() };
    let report = thinker.think(&*play, &limits, &Arc::new(AtomicBool::new(false)), &mut |_| {})?;
    let nodes = if joins { team.nodes_by_rank(report.nodes) } else { vec![report.nodes] };
    let mut out = std::io::stdout().lock();
    let Report { depth, nodes: total, nps, score, pv, .. } = &report;
    let best = report.best.as_ref().context("the agent found no move")?;
    let seconds = report.time.as_secs_f64();
    if args.json {
        let found = json!({
            "move": best, "score": score.told(report.at_most), "depth": depth, "nodes": total,
            "nodes_by_rank": nodes, "nps": nps, "seconds": seconds, "pv": pv,
        });
        writeln!(out, "{found}")?;
        return Ok(());
    }
    let nodes: Vec<String> = nodes.iter().map(u64::to_string).collect();
    writeln!(out, "best move {best}, score {}", score.told(report.at_most))?;
    writeln!(out, "depth {depth}, {total} nodes, {seconds:.3} s")?;
    writeln!(out, "nodes by rank {}", nodes.join(" "))?;
    writeln!(out, "line {}", pv.join(" "))?;
    Ok(())
}
