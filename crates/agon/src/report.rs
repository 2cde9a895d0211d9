//! `agon report`

use std::io::Write;
use std::path::{Path, PathBuf};

use agon_agents::Range;
use agon_core::{DynGame, Player};
use agon_lab::{Circumstances, Portrait, Scale, Share, Sitting};
use anyhow::Result;

use crate::args::{OptionArgs, print_json, within};
use crate::experiment::machine;
use crate::{interrupt, progress};

/// Arguments of `agon report`.
#[derive(clap::Args)]
pub struct Args {
    /// The game's name; `agon games` lists them
    game: String,
    #[command(flatten)]
    options: OptionArgs,
    /// The folder for the page, the figures and the games [default: results/report- and the name of the game]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// How much is spent on it: small (seconds), usual (minutes) or large (hours)
    #[arg(long, default_value_t = Scale::Usual, value_name = "SIZE")]
    budget: Scale,
    /// Seed for the random number generator
    #[arg(long, default_value_t = 1, value_parser = within::<u64>(Range::SEED))]
    seed: u64,
    /// Games played at a time
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = within::<usize>(Range::CONCURRENCY))]
    concurrency: usize,
    /// Print all figures as JSON
    #[arg(long)]
    json: bool,
}

/// Makes a game's portrait, or goes on with it.
pub fn run(args: &Args) -> Result<()> {
    let game = args.options.open(&args.game)?;
    let folder = args.out.clone().unwrap_or_else(|| Path::new("results").join(format!("report-{}", args.game)));
    let stop = interrupt::flag()?;
    let bar = progress::bar(0, "report");
    let sitting = Sitting { scale: args.budget, seed: args.seed };
    let made = sitting.run(&*game, &folder, &circumstances(args, &*game), &stop, &mut |what, done, all| {
        bar.set_message(what.to_string());
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    })?;
    bar.finish_and_clear();
    let Some(portrait) = made else { interrupt::end("; the same command goes on") };
    if args.json { print_json(&serde_json::to_value(&portrait)?) } else { print(&portrait, &*game, &folder) }
}

/// The figures that are asked for first, and where the others are.
fn print(portrait: &Portrait, game: &dyn DynGame, folder: &Path) -> Result<()> {
    let mut out = anstream::stdout().lock();
    let told =
        |share: Share| format!("{:.1} % ({:.1} to {:.1})", 100.0 * share.value, 100.0 * share.low, 100.0 * share.high);
    let random = &portrait.random;
    writeln!(
        out,
        "{}: {:.1} moves to choose from, {:.1} plies in random games, {} decided",
        game.info().title,
        random.branching,
        random.plies,
        told(random.decisive)
    )?;
    if let Some(strongest) = portrait.strengths.last() {
        let first = game.info().player(if portrait.begins == 2 { Player::Two } else { Player::One });
        writeln!(
            out,
            "{}: {first} begins and takes {}, drawn {}, {:.1} plies",
            strongest.player,
            told(strongest.first),
            told(strongest.draws),
            strongest.plies
        )?;
    }
    writeln!(
        out,
        "skill chain {}, game tree about 10^{:.1}, {} puzzles",
        portrait.chain.length,
        portrait.sizes.leaves.log10,
        portrait.puzzles.len()
    )?;
    Ok(writeln!(out, "{}", folder.join("index.html").display())?)
}

fn circumstances(args: &Args, game: &dyn DynGame) -> Circumstances {
    let mut command = format!("agon report {}", args.game);
    for (name, value) in game.options().changed() {
        command = format!("{command} -o {name}={value}");
    }
    if args.budget != Scale::default() {
        command = format!("{command} --budget {}", args.budget);
    }
    Circumstances {
        version: format!("Agon {}", env!("CARGO_PKG_VERSION")),
        machine: machine(),
        date: jiff::Zoned::now().date().to_string(),
        command: format!("{command} --seed {}", args.seed),
        concurrency: args.concurrency,
    }
}
