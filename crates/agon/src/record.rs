//! `agon record`

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use agon_agents::Range;
use agon_core::{DynGame, Record, Records, without_mark};
use anyhow::{Context, Result, bail};
use serde_json::json;

use crate::args::{print_json, within};
use crate::board;

/// Arguments of `agon record`.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Show the tags, the moves and the last position
    Show {
        #[command(flatten)]
        file: FileArgs,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show every position, with what each move did
    Replay {
        #[command(flatten)]
        file: FileArgs,
        /// Stop after this many plies
        #[arg(long, value_name = "N", value_parser = within::<usize>(Range::REPLAY))]
        plies: Option<usize>,
    },
    /// Check that every move is legal and the result right
    Check {
        #[command(flatten)]
        file: FileArgs,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Write in another format
    Convert {
        #[command(flatten)]
        file: FileArgs,
        /// The format to write: agon, or one that `agon games GAME` lists
        #[arg(long, default_value = "agon")]
        to: String,
        /// Write to a file instead of standard output
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
}

#[derive(clap::Args)]
struct FileArgs {
    /// The file; - for standard input
    file: PathBuf,
    /// The format of the file: agon, or one that `agon games GAME` lists
    #[arg(long, default_value = "agon")]
    from: String,
}

/// A record with its game.
type Opened = (Record, Box<dyn DynGame>);

impl FileArgs {
    /// The records of the file, each with its game, read one after another; the first error is
    /// the last item.
    fn read(&self) -> Result<Box<dyn Iterator<Item = Result<Opened>> + '_>> {
        let name = || self.file.display().to_string();
        let mut source = open(&self.file).with_context(name)?;
        let records: Box<dyn Iterator<Item = Result<Record>> + '_> = if self.from == "agon" {
            Box::new(Records::new(source).map(move |placed| Ok(placed.with_context(name)?.record)))
        } else {
            let mut text = String::new();
            source.read_to_string(&mut text).with_context(name)?;
            let record = foreign(&self.from)?.import(&self.from, without_mark(&text)).with_context(name)?;
            if !record.main.remark.text.is_empty() {
                // Whoever cannot hear the warning finds it in the record.
                log::warn!("{}: {}", name(), record.main.remark.text);
            }
            Box::new([Ok(record)].into_iter())
        };
        let mut records = records.peekable();
        if records.peek().is_none() {
            bail!("{}: there is no record in it", name());
        }
        let open = move |(at, record): (usize, Result<Record>)| {
            let mut record = record?;
            let game = agon_games::open_record(&mut record).with_context(|| self.place(at))?;
            Ok((record, game))
        };
        Ok(Box::new(records.enumerate().map(open)))
    }

    fn place(&self, at: usize) -> String {
        format!("{}: record {}", self.file.display(), at + 1)
    }
}

fn open(file: &Path) -> io::Result<Box<dyn Read>> {
    Ok(if file == Path::new("-") { Box::new(io::stdin()) } else { Box::new(File::open(file)?) })
}

/// The game that a format belongs to.
fn foreign(format: &str) -> Result<Box<dyn DynGame>> {
    let has = |info: &&&agon_core::GameInfo| info.formats.iter().any(|known| known.name == format);
    let Some(info) = agon_games::infos().iter().find(has) else {
        let known: Vec<&str> =
            agon_games::infos().iter().flat_map(|info| info.formats).map(|format| format.name).collect();
        bail!("there is no format `{format}`; the formats are agon, {}", known.join(", "));
    };
    Ok(agon_games::open(info.name, agon_core::Options::defaults(info.options))?)
}

/// Does one of the things that can be done with records.
pub fn run(args: &Args) -> Result<()> {
    match &args.command {
        Command::Show { file, json } => show(file, *json),
        Command::Replay { file, plies } => replay(file, plies.unwrap_or(usize::MAX)),
        Command::Check { file, json } => check(file, *json),
        Command::Convert { file, to, out } => convert(file, to, out.as_deref()),
    }
}

fn show(file: &FileArgs, json: bool) -> Result<()> {
    let mut out = anstream::stdout().lock();
    let mut all = Vec::new();
    for (at, opened) in file.read()?.enumerate() {
        let (record, game) = opened?;
        let play = record.replay(&*game).with_context(|| file.place(at))?;
        if json {
            let tags: serde_json::Map<_, _> =
                record.tags().map(|(name, value)| (name.to_string(), json!(value))).collect();
            all.push(json!({
                "tags": tags, "result": record.result.to_string(), "moves": play.line(),
                "position": play.position_text(), "reason": play.outcome().map(|end| end.reason),
            }));
        } else {
            writeln!(out, "{record}\n{}\n{}", board::draw(&*game, &*play), board::status(&*play))?;
        }
    }
    if json { print_json(&all.into()) } else { Ok(()) }
}

fn replay(file: &FileArgs, plies: usize) -> Result<()> {
    let mut out = anstream::stdout().lock();
    for (at, opened) in file.read()?.enumerate() {
        let (record, game) = opened?;
        let mut play = record.beginning(&*game).with_context(|| file.place(at))?;
        writeln!(out, "{}\n{}", board::draw(&*game, &*play), board::status(&*play))?;
        for (ply, played) in record.main.plies.iter().enumerate().take(plies) {
            play.play(&played.mv).with_context(|| format!("{}: ply {}", file.place(at), ply + 1))?;
            writeln!(out, "\n{}. {}", ply + 1, played.mv)?;
            for event in play.last_events() {
                writeln!(out, "   {}", event.text)?;
            }
            writeln!(out, "{}\n{}", board::draw(&*game, &*play), board::status(&*play))?;
        }
    }
    Ok(())
}

fn check(file: &FileArgs, json: bool) -> Result<()> {
    let (mut records, mut plies) = (0, 0);
    for (at, opened) in file.read()?.enumerate() {
        let (record, game) = opened?;
        plies += record.check(&*game).with_context(|| file.place(at))?.line().len();
        records += 1;
    }
    if json {
        return print_json(&json!({ "records": records, "plies": plies }));
    }
    let mut out = anstream::stdout().lock();
    Ok(writeln!(out, "{} in order, {plies} plies", count(records, "record"))?)
}

fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

fn convert(file: &FileArgs, to: &str, out: Option<&Path>) -> Result<()> {
    let mut text = String::new();
    for (at, opened) in file.read()?.enumerate() {
        let (record, game) = opened?;
        let play = record.check(&*game).with_context(|| file.place(at))?;
        if to == "agon" {
            let gap = if at > 0 { "\n" } else { "" };
            write!(text, "{gap}{record}")?;
        } else if at > 0 {
            bail!("{} holds several records, and the format {to} only one", file.file.display());
        } else {
            text = play.export(to, &record)?;
        }
    }
    match out {
        Some(path) => agon_lab::files::write(path, text.as_bytes()).with_context(|| path.display().to_string()),
        None => Ok(anstream::stdout().lock().write_all(text.as_bytes())?),
    }
}
