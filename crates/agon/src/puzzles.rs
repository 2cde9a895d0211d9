//! `agon puzzles`

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use agon_agents::Range;
use agon_lab::{PuzzleHunt, files};
use anyhow::{Context, Result};

use crate::args::{OptionArgs, print_json, within};
use crate::{interrupt, progress};

/// Arguments of `agon puzzles`.
#[derive(clap::Args)]
pub struct Args {
    /// The game's name; `agon games` lists them
    game: String,
    #[command(flatten)]
    options: OptionArgs,
    /// How many games are played to find them
    #[arg(long, default_value_t = 100, value_parser = within::<usize>(Range::GAMES))]
    games: usize,
    /// Moves made to prove a puzzle before it is given up
    #[arg(long, default_value_t = 1_000_000, value_parser = within::<u64>(Range::NODES))]
    nodes: u64,
    /// Write the puzzles to this file, as JSON, instead of to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Seed for the random number generator
    #[arg(long, default_value_t = 1, value_parser = within::<u64>(Range::SEED))]
    seed: u64,
    /// Games played, and positions looked at, at a time
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = within::<usize>(Range::CONCURRENCY))]
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
    let is_stopped = stop.load(Ordering::Relaxed);
    let found = format!("{} puzzles in {} games", puzzles.len(), records.len());
    match &args.out {
        // A file of an earlier run that came to its end is worth more than this.
        Some(path) if is_stopped => {
            let partial = partial(path);
            if !puzzles.is_empty() {
                files::write(&partial, format!("{json:#}\n").as_bytes())
                    .with_context(|| partial.display().to_string())?;
                interrupt::end(&format!(": {found} so far, written to {}", partial.display()))
            }
        }
        Some(path) => {
            files::write(path, format!("{json:#}\n").as_bytes()).with_context(|| path.display().to_string())?;
            writeln!(anstream::stdout().lock(), "{found}\n{}", path.display())?;
        }
        None => print_json(&json)?,
    }
    if is_stopped { interrupt::end(&format!(" after {} games", records.len())) } else { Ok(()) }
}

/// Where the puzzles of a run go that was stopped.
fn partial(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".partial");
    path.with_file_name(name)
}
