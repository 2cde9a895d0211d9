//! `agon perft`

use std::io::Write;
use std::time::Instant;

use agon_agents::Range;
use anyhow::Result;
use serde_json::json;

use crate::args::{FromArgs, OptionArgs, print_json, within};
use crate::progress;

/// Arguments of `agon perft`.
#[derive(clap::Args)]
pub struct Args {
    /// The game's name; `agon games` lists them
    game: String,
    /// How many plies
    #[arg(value_parser = within::<u32>(Range::PERFT))]
    depth: u32,
    #[command(flatten)]
    options: OptionArgs,
    #[command(flatten)]
    from: FromArgs,
    /// Show the count of each first move
    #[arg(long)]
    divide: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Counts lines.
pub fn run(args: &Args) -> Result<()> {
    let game = args.options.open(&args.game)?;
    let mut play = args.from.play(&*game)?;
    let begin = Instant::now();
    let mut parts = Vec::new();
    let nodes = if args.depth == 0 {
        1
    } else {
        let moves = play.moves();
        let bar = progress::bar(moves.len() as u64, "perft");
        for mv in moves {
            play.play(&mv)?;
            parts.push((mv, play.perft(args.depth - 1)));
            play.undo();
            bar.inc(1);
        }
        bar.finish_and_clear();
        parts.iter().map(|(_, lines)| lines).sum()
    };
    let seconds = begin.elapsed().as_secs_f64();
    if args.json {
        let mut value = json!({ "game": args.game, "depth": args.depth, "nodes": nodes, "seconds": seconds });
        if args.divide {
            value["divide"] = parts.into_iter().map(|(mv, lines)| (mv, json!(lines))).collect();
        }
        return print_json(&value);
    }
    let mut out = anstream::stdout().lock();
    if args.divide {
        for (mv, lines) in parts {
            writeln!(out, "{mv}: {lines}")?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{nodes} lines of {} plies in {seconds:.3} s", args.depth)?;
    Ok(())
}
