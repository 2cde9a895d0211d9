//! `agon best`

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use agon_agents::{Range, Report, Settings, Spec};
use agon_search::{Limits, Value};
use anyhow::{Context, Result};
use serde_json::{Value as Json, json};

use crate::args::{FromArgs, OptionArgs, parse_time_arg, print_json, within};
use crate::{board, tablebase, weights};

/// Arguments of `agon best`.
#[derive(clap::Args)]
pub struct Args {
    /// The game's name; `agon games` lists them
    game: String,
    #[command(flatten)]
    options: OptionArgs,
    #[command(flatten)]
    from: FromArgs,
    /// Who is asked, as in `alphabeta:time=1s`
    #[arg(long, default_value = agon_agents::DEFAULT, value_parser = weights::agent)]
    agent: Spec,
    /// Time to think, as in 0.3s
    #[arg(long, value_parser = parse_time_arg)]
    time: Option<Duration>,
    /// Moves to make in the search
    #[arg(long, value_parser = within::<u64>(Range::NODES))]
    nodes: Option<u64>,
    /// Iterations to complete
    #[arg(long, value_parser = within::<u32>(Range::DEPTH))]
    depth: Option<u32>,
    /// Games to play out
    #[arg(long, value_parser = within::<u64>(Range::PLAYOUTS))]
    playouts: Option<u64>,
    /// How many threads may search
    #[arg(long, default_value_t = 1, value_parser = within::<usize>(Range::threads()))]
    threads: usize,
    /// Memory for tables, in megabytes
    #[arg(long, default_value_t = 64, value_parser = within::<usize>(Range::HASH))]
    hash: usize,
    /// What randomness follows from
    #[arg(long, default_value_t = 1, value_parser = within::<u64>(Range::SEED))]
    seed: u64,
    /// Search even if `agon tablebase` has built a table of the game
    #[arg(long)]
    no_table: bool,
    /// Write the search's own log to this file: JSON, one object a line
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// How many positions the log keeps
    #[arg(long, value_name = "N", default_value_t = agon_ugi::USUAL_NODES, requires = "trace", value_parser = within::<u32>(Range::TRACE))]
    trace_nodes: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Asks an agent for the best move.
pub fn run(args: &Args) -> Result<()> {
    let game = args.options.open(&args.game)?;
    let play = args.from.play(&*game)?;
    let settings = Settings { seed: args.seed, threads: args.threads, hash: args.hash };
    let mut agent = args.agent.clone();
    if agent.name == agon_agents::DEFAULT && !args.no_table {
        tablebase::use_built(&mut agent, &*game);
    }
    let mut thinker = agon_agents::make(&*game, &agent, settings)?;
    thinker.get_ready();
    let limits = Limits { time: args.time, nodes: args.nodes, depth: args.depth, playouts: args.playouts, clock: None };
    let stop = Arc::new(AtomicBool::new(false));
    let report = match &args.trace {
        None => thinker.think(&*play, &limits, &stop, &mut |_| {})?,
        Some(file) => {
            let mut log = agon_ugi::Log::new(&*play, &agent.to_string());
            let mut hear = |report: &Report| log.hear(report);
            let (report, seen) = thinker.think_traced(&*play, &limits, &stop, &mut hear, args.trace_nodes)?;
            log.write(file, false, &report, &seen)?;
            report
        }
    };
    let best = report.best.clone().context("the agent found no move")?;
    if args.json {
        return print_json(&as_json(&report));
    }
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}\n{}\n", board::draw(&*game, &*play), board::status(&*play))?;
    writeln!(out, "best move {best}, score {}", told(report.score, report.at_most))?;
    writeln!(out, "depth {}, {} nodes, {:.3} s", report.depth, report.nodes, report.time.as_secs_f64())?;
    match &report.lines[..] {
        [] | [_] => writeln!(out, "line {}", report.pv.join(" "))?,
        lines => {
            for (number, ((score, pv), at_most)) in (1..).zip(lines.iter().zip(&report.lines_at_most)) {
                writeln!(out, "line {number}, score {}: {}", told(*score, *at_most), pv.join(" "))?;
            }
        }
    }
    Ok(())
}

/// A score, and whether a win or loss may come sooner than it says.
fn told(score: Value, at_most: bool) -> String {
    if at_most { format!("{score} at most") } else { score.to_string() }
}

fn as_json(report: &Report) -> Json {
    let score = |value: Value| match value {
        Value::Points(points) => json!({ "cp": points }),
        Value::Win(plies) => json!({ "mate": plies }),
        Value::Loss(plies) => json!({ "mate": -plies }),
    };
    let bounded = |value: Value, at_most: bool| {
        let mut told = score(value);
        if !matches!(value, Value::Points(_)) {
            told["at_most"] = at_most.into();
        }
        told
    };
    let root: Vec<Json> = report
        .root
        .iter()
        .map(|(mv, visits, value)| json!({ "move": mv, "visits": visits, "score": score(*value) }))
        .collect();
    let lines: Vec<Json> = report
        .lines
        .iter()
        .zip(&report.lines_at_most)
        .map(|((value, pv), at_most)| json!({ "move": pv.first(), "score": bounded(*value, *at_most), "pv": pv }))
        .collect();
    json!({
        "move": report.best, "score": bounded(report.score, report.at_most), "depth": report.depth, "seldepth": report.seldepth,
        "nodes": report.nodes, "nps": report.nps, "playouts": report.playouts,
        "seconds": report.time.as_secs_f64(), "pv": report.pv, "lines": lines, "moves": root,
    })
}
