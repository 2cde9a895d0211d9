//! `agon match`

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use agon_agents::{Settings, Spec};
use agon_lab::{Contest, Tally};
use agon_search::Limits;
use anyhow::Result;
use serde_json::json;

use crate::args::{OptionArgs, parse_time_arg, print_json};
use crate::progress;

/// Arguments of `agon match`.
#[derive(clap::Args)]
pub struct Args {
    /// The game's name; `agon games` lists them
    game: String,
    #[command(flatten)]
    options: OptionArgs,
    /// The agent whose results are told
    #[arg(long, value_name = "AGENT")]
    first: Spec,
    /// Its opponent
    #[arg(long, value_name = "AGENT")]
    second: Spec,
    /// How many games
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Time a move for both, as in 0.3s; it wins over what the agents' texts say
    #[arg(long, value_parser = parse_time_arg)]
    time: Option<Duration>,
    /// Moves made in the search a move, for both
    #[arg(long)]
    nodes: Option<u64>,
    /// Random half moves that open each game; each opening is played twice, sides swapped
    #[arg(long, default_value_t = 4, value_name = "PLIES")]
    openings: u32,
    /// What openings, chance and agents follow from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played at a time
    #[arg(long, default_value_t = 1, value_name = "N")]
    concurrency: usize,
    /// Threads of each agent
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Plays a match.
pub fn run(args: &Args) -> Result<()> {
    let game = args.options.open(&args.game)?;
    let contest = Contest {
        first: args.first.clone(),
        second: args.second.clone(),
        games: args.games,
        openings: args.openings,
        limits: Limits { time: args.time, nodes: args.nodes, ..Limits::default() },
        seed: args.seed,
        concurrency: args.concurrency,
        settings: Settings { threads: args.threads, ..Settings::default() },
    };
    let bar = progress::bar(args.games as u64, "match");
    let tally = contest.run(&*game, &Arc::new(AtomicBool::new(false)), &mut |told| {
        bar.set_position(told.tally.games);
        bar.set_message(format!("+{} ={} -{}", told.tally.wins, told.tally.draws, told.tally.losses));
    })?;
    bar.finish_and_clear();
    tell(args, &tally)
}

fn tell(args: &Args, tally: &Tally) -> Result<()> {
    let Tally { games, wins, draws, losses, plies, pairs } = *tally;
    let elo = tally.elo().filter(|elo| elo.elo.is_finite());
    if args.json {
        return print_json(&json!({
            "game": args.game, "first": args.first.to_string(), "second": args.second.to_string(),
            "games": games, "wins": wins, "draws": draws, "losses": losses, "score": tally.score(),
            "elo": elo.map(|elo| elo.elo), "error": elo.map(|elo| elo.error), "pairs": pairs.0, "plies": plies,
        }));
    }
    let mut out = anstream::stdout().lock();
    writeln!(out, "{} against {}: {games} games, +{wins} ={draws} -{losses}", args.first, args.second)?;
    write!(out, "score {:.1} %", 100.0 * tally.score())?;
    match elo {
        Some(elo) => writeln!(out, ", Elo {:+.1} ± {:.1}", elo.elo, elo.error)?,
        None => writeln!(out)?,
    }
    Ok(())
}
