//! `agon solve`

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use agon_agents::{Range, Solved};
use agon_core::{Player, Swap};
use agon_search::Limits;
use anyhow::{Result, bail};
use serde_json::json;

use crate::args::{FromArgs, OptionArgs, parse_time_arg, print_json, within};
use crate::progress;

/// Arguments of `agon solve`.
#[derive(clap::Args)]
pub struct Args {
    /// The game's name; `agon games` lists them
    game: String,
    #[command(flatten)]
    options: OptionArgs,
    #[command(flatten)]
    from: FromArgs,
    /// For whom a win is to be proven: 1 or 2; the player to move if not given
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=2))]
    player: Option<u8>,
    /// Give up after this time, as in 30s
    #[arg(long, value_parser = parse_time_arg)]
    time: Option<Duration>,
    /// Give up after so many moves made
    #[arg(long, value_parser = within::<u64>(Range::NODES))]
    nodes: Option<u64>,
    /// Memory for the table, in megabytes
    #[arg(long, default_value_t = 256, value_parser = within::<u32>(Range::HASH))]
    hash: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Proves a win, or that there is none.
pub fn run(args: &Args) -> Result<()> {
    let game = args.options.open(&args.game)?;
    let play = args.from.play(&*game)?;
    let player = match (args.player, play.turn().player()) {
        (Some(1), _) => Player::One,
        (Some(_), _) => Player::Two,
        (None, Some(player)) => player,
        (None, None) => bail!("chance is to move: say with --player for whom a win is to be proven"),
    };
    if matches!(play.swap(), Swap::Next | Swap::Now) {
        bail!("a swap is still possible, so neither player has a side to win with: begin after it with --moves");
    }
    let limits = Limits { time: args.time, nodes: args.nodes, ..Limits::default() };
    agon_search::memory_for(args.hash)?;
    let spinner = progress::spinner("proving");
    let begin = Instant::now();
    let stop = Arc::new(AtomicBool::new(false));
    let solved = agon_agents::solve(&*play, player, &limits, args.hash, &stop, &mut |nodes| {
        spinner.set_message(format!("proving: {nodes} nodes"));
    });
    spinner.finish_and_clear();
    let seconds = begin.elapsed().as_secs_f64();
    let (word, line, nodes, because) = match &solved {
        Solved::Win { line, nodes } => ("win", line.as_slice(), *nodes, None),
        Solved::NoWin { nodes } => ("no-win", &[][..], *nodes, None),
        Solved::Unknown { nodes, because } => ("unknown", &[][..], *nodes, Some(because.word())),
    };
    if args.json {
        let mut told = json!({
            "game": args.game, "player": player.index() + 1, "result": word, "line": line, "nodes": nodes,
            "seconds": seconds,
        });
        if let Some(because) = because {
            told["because"] = because.into();
        }
        return print_json(&told);
    }
    let mut out = anstream::stdout().lock();
    let name = game.info().player(play.side(player));
    match solved {
        Solved::Win { line, .. } if line.is_empty() => writeln!(out, "{name} has won")?,
        Solved::Win { line, .. } => {
            writeln!(out, "{name} wins in at most {} plies: {}", line.len(), line.join(" "))?;
        }
        Solved::NoWin { .. } => writeln!(out, "{name} cannot force a win")?,
        Solved::Unknown { because, .. } => writeln!(out, "not decided: {because}")?,
    }
    Ok(writeln!(out, "{nodes} nodes, {seconds:.3} s")?)
}
