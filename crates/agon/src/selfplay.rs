//! `agon selfplay`

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use agon_agents::{Range, Spec};
use agon_lab::SelfPlay;
use anyhow::Result;
use serde_json::json;

use crate::args::{OptionArgs, print_json, within};
use crate::conditions::SeriesArgs;
use crate::{interrupt, progress, weights};

/// Arguments of `agon selfplay`.
#[derive(clap::Args)]
pub struct Args {
    /// The game's name; `agon games` lists them
    game: String,
    #[command(flatten)]
    options: OptionArgs,
    /// Who plays against itself
    #[arg(long, default_value = agon_agents::DEFAULT, value_parser = weights::agent)]
    agent: Spec,
    /// How many games
    #[arg(long, default_value_t = 100, value_parser = within::<usize>(Range::GAMES))]
    games: usize,
    /// The folder for the files; resumes an existing run
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// For this many more plies, draw moves in proportion to their visits
    #[arg(long, default_value_t = 0, value_name = "PLIES", value_parser = within::<usize>(Range::EXPLORE))]
    explore: usize,
    #[command(flatten)]
    series: SeriesArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Plays games and writes their positions.
pub fn run(args: &Args) -> Result<()> {
    let game = args.options.open(&args.game)?;
    let SeriesArgs { openings, max_plies, seed, concurrency, .. } = args.series;
    let selfplay = SelfPlay {
        agent: args.agent.clone(),
        games: args.games,
        limits: args.series.limits(),
        openings,
        explore: args.explore,
        max_plies,
        seed,
        concurrency,
        settings: args.series.settings(1),
    };
    let (stop, begun) = (interrupt::flag()?, Instant::now());
    let bar = progress::bar(args.games as u64, "self-play");
    let (mut games, mut positions) = (0, 0);
    let (held, finished) = selfplay.run(&*game, &args.out, &stop, &mut |samples| {
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
        writeln!(
            anstream::stdout().lock(),
            "{games} games, {positions} positions in {seconds:.1} s; {} holds {held} games",
            args.out.display()
        )?;
    }
    if finished { Ok(()) } else { interrupt::end(&format!(" after {games} games; the same command goes on")) }
}
