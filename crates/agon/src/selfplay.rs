//! `agon selfplay`

use std::path::PathBuf;
use std::time::{Duration, Instant};

use agon_agents::{Settings, Spec};
use agon_lab::SelfPlay;
use agon_search::Limits;
use anyhow::Result;
use serde_json::json;

use crate::args::{OptionArgs, parse_time_arg, print_json};
use crate::{interrupt, progress};

/// Arguments of `agon selfplay`.
#[derive(clap::Args)]
pub struct Args {
    /// The game's name; `agon games` lists them
    game: String,
    #[command(flatten)]
    options: OptionArgs,
    /// Who plays against itself
    #[arg(long, default_value = agon_agents::DEFAULT)]
    agent: Spec,
    /// How many games
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// The folder for the files; one that holds some is gone on with
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Time a move, as in 0.3s; it wins over what the agent's text says
    #[arg(long, value_parser = parse_time_arg)]
    time: Option<Duration>,
    /// Moves made in the search a move
    #[arg(long)]
    nodes: Option<u64>,
    /// Playouts a move
    #[arg(long)]
    playouts: Option<u64>,
    /// Random half moves that open each game
    #[arg(long, default_value_t = 4, value_name = "PLIES")]
    openings: u32,
    /// For so many half moves more, draw moves in proportion to their visits
    #[arg(long, default_value_t = 0, value_name = "PLIES")]
    explore: usize,
    /// A game of so many half moves is drawn
    #[arg(long, value_name = "PLIES")]
    max_plies: Option<usize>,
    /// What everything follows from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played at a time
    #[arg(long, default_value_t = 1, value_name = "N")]
    concurrency: usize,
    /// Memory for tables, in megabytes
    #[arg(long, default_value_t = 16)]
    hash: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Plays games and writes their positions.
pub fn run(args: &Args) -> Result<()> {
    let game = args.options.open(&args.game)?;
    let limits = Limits { time: args.time, nodes: args.nodes, playouts: args.playouts, ..Limits::default() };
    let selfplay = SelfPlay {
        agent: args.agent.clone(),
        games: args.games,
        limits,
        openings: args.openings,
        explore: args.explore,
        max_plies: args.max_plies,
        seed: args.seed,
        concurrency: args.concurrency,
        settings: Settings { seed: args.seed, threads: 1, hash: args.hash.max(1) },
    };
    let (stop, begun) = (interrupt::flag()?, Instant::now());
    let bar = progress::bar(args.games as u64, "self-play");
    let (mut games, mut positions) = (0, 0);
    let held = selfplay.run(&*game, &args.out, &stop, &mut |samples| {
        (games, positions) = (games + 1, positions + samples);
        bar.inc(1);
    })?;
    bar.finish_and_clear();
    let seconds = begun.elapsed().as_secs_f64();
    if args.json {
        print_json(&json!({
            "game": args.game, "agent": args.agent.to_string(), "games": games, "positions": positions,
            "held": held, "seconds": seconds, "folder": args.out.display().to_string(),
        }))?;
    } else {
        anstream::println!(
            "{games} games, {positions} positions in {seconds:.1} s; {} holds {held} games",
            args.out.display()
        );
    }
    if held >= args.games { Ok(()) } else { interrupt::end(&format!(" after {games} games; the same command goes on")) }
}
