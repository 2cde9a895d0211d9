//! `agon book`

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use agon_agents::{Book, BookRun, Range, ask_book, build_book, rules_text};
use agon_core::Swap;
use agon_lab::files::{self, Lock};
use agon_search::Value;
use anyhow::{Context, Result, anyhow, bail};
use clap::Subcommand;
use serde_json::{Value as Json, json};

use crate::args::{FromArgs, OptionArgs, print_json, within};
use crate::{interrupt, progress};

/// How often an unfinished book is written.
const SAVE_EVERY: Duration = Duration::from_secs(10);

/// Arguments of `agon book`.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build a book, or go on with one: what the file holds is not searched again
    Build(BuildArgs),
    /// Show what a book knows of a position
    Show(ShowArgs),
    /// Put books together; of the same position the deeper search stays
    Merge(MergeArgs),
}

#[derive(clap::Args)]
struct BuildArgs {
    /// The game's name; `agon games` lists them
    game: String,
    #[command(flatten)]
    options: OptionArgs,
    #[command(flatten)]
    from: FromArgs,
    /// The file of the book
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many positions it is to hold, symmetric ones counted once
    #[arg(long, default_value_t = 1000, value_parser = within::<u64>(Range::POSITIONS))]
    positions: u64,
    /// Moves to make in the search of each position
    #[arg(long, default_value_t = 100_000, value_parser = within::<u64>(Range::NODES))]
    nodes: u64,
    /// How many moves of each position to keep
    #[arg(long, default_value_t = 3, value_parser = within::<u32>(Range::LINES))]
    lines: u32,
    /// Moves to make to prove a win where one side stands clearly better
    #[arg(long, value_parser = within::<u64>(Range::PROVE))]
    prove: Option<u64>,
    /// Memory for tables, in megabytes
    #[arg(long, default_value_t = 64, value_parser = within::<usize>(Range::HASH))]
    hash: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
struct ShowArgs {
    /// The file of the book
    file: PathBuf,
    #[command(flatten)]
    from: FromArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
struct MergeArgs {
    /// The files of the books, all of one game with the same options
    #[arg(required = true, num_args = 2..)]
    files: Vec<PathBuf>,
    /// The file of the new book
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Does what is asked with a book.
pub fn run(args: &Args) -> Result<()> {
    match &args.command {
        Command::Build(args) => build(args),
        Command::Show(args) => show(args),
        Command::Merge(args) => merge(args),
    }
}

fn build(args: &BuildArgs) -> Result<()> {
    let game = args.options.open(&args.game)?;
    let play = args.from.play(&*game)?;
    if play.swap() == Swap::Now {
        bail!("a swap is still possible here: begin after it with --moves");
    }
    let (name, options) = (game.info().name, rules_text(game.options()));
    let _lock = Lock::beside(&args.out)
        .with_context(|| args.out.display().to_string())?
        .with_context(|| format!("{}: another run is building this book", args.out.display()))?;
    let mut book = if args.out.exists() { read(&args.out)? } else { Book::new(name, &options) };
    book.check(name, &options).map_err(|error| anyhow!("{}: {error}", args.out.display()))?;
    let before = book.positions.len();
    let run = BookRun {
        positions: args.positions as usize,
        nodes: args.nodes,
        lines: args.lines,
        prove: args.prove.unwrap_or(0),
        hash: args.hash,
    };
    agon_search::memory_for(args.hash as u32)?;
    let stop = interrupt::flag()?;
    let bar = progress::bar(args.positions, "positions");
    let (begin, mut saved, mut failed) = (Instant::now(), Instant::now(), None);
    let done = build_book(&*play, &mut book, run, &stop, &mut |book| {
        bar.set_position(book.positions.len() as u64);
        if saved.elapsed() >= SAVE_EVERY {
            failed = files::write(&args.out, &book.to_bytes()).err();
            saved = Instant::now();
        }
    })?;
    bar.finish_and_clear();
    let bytes = book.to_bytes();
    files::write(&args.out, &bytes)
        .map_err(|error| failed.unwrap_or(error))
        .with_context(|| args.out.display().to_string())?;
    if !done {
        interrupt::end("; the same command resumes the book");
    }
    let (all, seconds) = (book.positions.len(), begin.elapsed().as_secs_f64());
    if args.json {
        return print_json(&json!({
            "game": name, "options": options, "positions": all, "new": all - before, "bytes": bytes.len(),
            "seconds": seconds, "file": args.out,
        }));
    }
    let mut out = anstream::stdout().lock();
    writeln!(out, "{all} positions, {} of them new, in {seconds:.1} s", all - before)?;
    Ok(writeln!(out, "{} ({:.1} KB)", args.out.display(), bytes.len() as f64 / 1e3)?)
}

fn show(args: &ShowArgs) -> Result<()> {
    let book = read(&args.file)?;
    let info = agon_games::game_of(&book.game)?;
    let game = agon_games::open(info.name, agon_core::Options::parse(info.options, &book.options)?)?;
    let play = args.from.play(&*game)?;
    let answer = ask_book(&*play, &book);
    if args.json {
        let moves = answer.iter().flat_map(|answer| &answer.moves);
        let moves: Vec<Json> = moves
            .map(|(mv, value, goes_on)| json!({ "move": mv, "score": score(*value), "goes_on": goes_on }))
            .collect();
        return print_json(&json!({
            "game": book.game, "options": book.options, "positions": book.positions.len(),
            "position": play.position_text(), "depth": answer.as_ref().map(|answer| answer.depth), "moves": moves,
        }));
    }
    let mut out = anstream::stdout().lock();
    let about = format!("{} {}", book.game, book.options);
    writeln!(out, "{}: {} positions", about.trim_end(), book.positions.len())?;
    let Some(answer) = answer else { return Ok(writeln!(out, "the book knows nothing of {}", play.position_text())?) };
    writeln!(out, "{}, depth {}", play.position_text(), answer.depth)?;
    for (mv, value, goes_on) in answer.moves {
        writeln!(out, "{mv:<8} {value}{}", if goes_on { "" } else { " (the book ends here)" })?;
    }
    Ok(())
}

fn merge(args: &MergeArgs) -> Result<()> {
    let [first, others @ ..] = args.files.as_slice() else { bail!("it takes two books") };
    let mut all = read(first)?;
    for file in others {
        all.merge(read(file)?).map_err(|error| anyhow!("{}: {error}", file.display()))?;
    }
    files::write(&args.out, &all.to_bytes()).with_context(|| args.out.display().to_string())?;
    Ok(writeln!(anstream::stdout().lock(), "{} positions", all.positions.len())?)
}

/// The book that a file holds.
fn read(file: &Path) -> Result<Book> {
    let bytes = fs::read(file).with_context(|| file.display().to_string())?;
    Book::from_bytes(&bytes).map_err(|error| anyhow!("{}: {error}", file.display()))
}

fn score(value: Value) -> Json {
    match value {
        Value::Points(points) => json!({ "cp": points }),
        Value::Win(plies) => json!({ "mate": plies }),
        Value::Loss(plies) => json!({ "mate": -plies }),
    }
}
