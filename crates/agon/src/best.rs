//! `agon best`

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use agon_agents::{Report, Settings, Spec};
use agon_search::{Limits, Value};
use anyhow::{Context, Result};
use serde_json::{Value as Json, json};

use crate::args::{FromArgs, OptionArgs, parse_time_arg, print_json};
use crate::board;

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
    #[arg(long, default_value = agon_agents::DEFAULT)]
    agent: Spec,
    /// Time to think, as in 0.3s
    #[arg(long, value_parser = parse_time_arg)]
    time: Option<Duration>,
    /// Moves to make in the search
    #[arg(long)]
    nodes: Option<u64>,
    /// Iterations to complete
    #[arg(long)]
    depth: Option<u32>,
    /// Games to play out
    #[arg(long)]
    playouts: Option<u64>,
    /// How many threads may search
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Memory for tables, in megabytes
    #[arg(long, default_value_t = 64)]
    hash: usize,
    /// What randomness follows from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Asks an agent for the best move.
pub fn run(args: &Args) -> Result<()> {
    let game = args.options.open(&args.game)?;
    let play = args.from.play(&*game)?;
    let settings = Settings { seed: args.seed, threads: args.threads.max(1), hash: args.hash.max(1) };
    let mut thinker = agon_agents::make(&*game, &args.agent, settings)?;
    let limits = Limits { time: args.time, nodes: args.nodes, depth: args.depth, playouts: args.playouts, clock: None };
    let report = thinker.think(&*play, &limits, &Arc::new(AtomicBool::new(false)), &mut |_| {})?;
    let best = report.best.clone().context("the agent found no move")?;
    if args.json {
        return print_json(&as_json(&report));
    }
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}\n{}\n", board::draw(&*game, &*play), board::status(&*play))?;
    writeln!(out, "best move {best}, score {}", report.score)?;
    writeln!(out, "depth {}, {} nodes, {:.3} s", report.depth, report.nodes, report.time.as_secs_f64())?;
    match &report.lines[..] {
        [] | [_] => writeln!(out, "line {}", report.pv.join(" "))?,
        lines => {
            for (number, (score, pv)) in (1..).zip(lines) {
                writeln!(out, "line {number}, score {score}: {}", pv.join(" "))?;
            }
        }
    }
    Ok(())
}

fn as_json(report: &Report) -> Json {
    let score = |value: Value| match value {
        Value::Points(points) => json!({ "cp": points }),
        Value::Win(plies) => json!({ "mate": plies }),
        Value::Loss(plies) => json!({ "mate": -plies }),
    };
    let root: Vec<Json> = report
        .root
        .iter()
        .map(|(mv, visits, value)| json!({ "move": mv, "visits": visits, "score": score(*value) }))
        .collect();
    let lines: Vec<Json> = report
        .lines
        .iter()
        .map(|(value, pv)| json!({ "move": pv.first(), "score": score(*value), "pv": pv }))
        .collect();
    json!({
        "move": report.best, "score": score(report.score), "depth": report.depth, "seldepth": report.seldepth,
        "nodes": report.nodes, "nps": report.nps, "playouts": report.playouts,
        "seconds": report.time.as_secs_f64(), "pv": report.pv, "lines": lines, "moves": root,
    })
}
