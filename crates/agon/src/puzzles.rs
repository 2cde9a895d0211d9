//! `agon puzzles`

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use agon_lab::PuzzleHunt;
use anyhow::{Context, Result};

use crate::args::{OptionArgs, print_json};
use crate::{files, interrupt, progress};

/// Arguments of `agon puzzles`.
#[derive(clap::Args)]
pub struct Args {
    /// The game's name; `agon games` lists them
    game: String,
    #[command(flatten)]
    options: OptionArgs,
    /// How many games are played to find them
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Moves made to prove a puzzle before it is given up
    #[arg(long, default_value_t = 1_000_000)]
    nodes: u64,
    /// Write the puzzles to this file, as JSON, instead of to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// What everything follows from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played, and positions looked at, at a time
    #[arg(long, default_value_t = 1, value_name = "N")]
    concurrency: usize,
}

/// Plays games and finds the puzzles in them.
pub fn run(args: &Args) -> Result<()> {
    let game = args.options.open(&args.game)?;
    let hunt = PuzzleHunt { nodes: args.nodes, most: None, concurrency: args.concurrency };
    let stop = interrupt::flag()?;
    let bar = progress::bar(args.games as u64, "games");
    let records = hunt.play(&*game, args.games, args.seed, &stop, &mut || bar.inc(1))?;
    bar.finish_and_clear();
    let bar = progress::bar(0, "puzzles");
    let puzzles = hunt.search(&*game, &records, &stop, &mut |all| {
        bar.set_length(all as u64);
        bar.inc(1);
    });
    bar.finish_and_clear();
    let json = serde_json::to_value(&puzzles)?;
    match &args.out {
        Some(path) => {
            files::write(path, &format!("{json:#}\n")).with_context(|| path.display().to_string())?;
            anstream::println!("{} puzzles in {} games\n{}", puzzles.len(), records.len(), path.display());
        }
        None => print_json(&json)?,
    }
    if stop.load(Ordering::Relaxed) { interrupt::end(&format!(" after {} games", records.len())) } else { Ok(()) }
}
