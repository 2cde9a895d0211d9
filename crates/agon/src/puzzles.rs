//! `agon puzzles`

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use agon_agents::Settings;
use agon_lab::{Adjudication, Conditions, Contender, Contest, Control, Openings, PuzzleHunt, RandomOpenings, Runner};
use anyhow::{Context, Result};

use crate::args::{OptionArgs, print_json};
use crate::{files, interrupt, progress};

/// Who plays the games: one that sees much and one that sees little, so that
/// there is something to punish.
const PLAYERS: [&str; 2] = ["best:nodes=2000", "best:nodes=200"];
/// Random half moves that open each game.
const OPENINGS: u32 = 4;
/// Half moves after which a game is given up.
const MAX_PLIES: usize = 600;

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
    let players = PLAYERS.iter().map(|text| text.parse::<Contender>()).collect::<Result<Vec<_>, _>>()?;
    let conditions = Conditions {
        control: Control::default(),
        adjudication: Adjudication { plies: Some(MAX_PLIES), ..Adjudication::default() },
        seed: args.seed,
        concurrency: args.concurrency,
        settings: Settings { seed: args.seed, threads: 1, hash: 4 },
        patience: Duration::ZERO,
        date: String::new(),
    };
    let stop = interrupt::flag()?;
    let openings = Openings::random(&*game, RandomOpenings { plies: OPENINGS, seed: args.seed, balance: None });
    let runner = Runner::new(&*game, &players, &conditions, openings, &stop)?;
    let bar = progress::bar(args.games as u64, "games");
    let mut records = Vec::new();
    Contest { games: args.games, sprt: None }.run(&runner, None, &mut |record, _| {
        records.push(record.clone());
        bar.inc(1);
    })?;
    bar.finish_and_clear();
    // The order in which games ended is of no account.
    records.sort_by_key(|record| record.tag("Round").and_then(|round| round.parse::<usize>().ok()));
    let bar = progress::bar(0, "puzzles");
    let hunt = PuzzleHunt { nodes: args.nodes, doubts: 5000, most: None, concurrency: args.concurrency };
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
