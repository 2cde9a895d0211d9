//! `agon record`

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use agon_core::{DynGame, Record};
use anyhow::{Context, Result, bail};
use serde_json::json;

use crate::args::print_json;
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
        /// Stop after this many half moves
        #[arg(long, value_name = "N")]
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

impl FileArgs {
    /// All records of the file, each with its game.
    fn read(&self) -> Result<Vec<(Record, Box<dyn DynGame>)>> {
        let name = || self.file.display().to_string();
        let text = read_text(&self.file).with_context(name)?;
        let records = if self.from == "agon" {
            Record::parse_all(&text).with_context(name)?
        } else {
            vec![foreign(&self.from)?.import(&self.from, &text).with_context(name)?]
        };
        if records.is_empty() {
            bail!("{}: there is no record in it", name());
        }
        let open = |(at, record): (usize, Record)| {
            let game = agon_games::open_record(&record).with_context(|| format!("{}: record {}", name(), at + 1))?;
            Ok((record, game))
        };
        records.into_iter().enumerate().map(open).collect()
    }

    fn place(&self, at: usize) -> String {
        format!("{}: record {}", self.file.display(), at + 1)
    }
}

fn read_text(file: &Path) -> Result<String> {
    if file == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text)?;
        return Ok(text);
    }
    Ok(fs::read_to_string(file)?)
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
    for (at, (record, game)) in file.read()?.into_iter().enumerate() {
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
    for (at, (record, game)) in file.read()?.into_iter().enumerate() {
        let mut play = record.beginning(&*game).with_context(|| file.place(at))?;
        writeln!(out, "{}\n{}", board::draw(&*game, &*play), board::status(&*play))?;
        for (ply, played) in record.main.plies.iter().enumerate().take(plies) {
            play.play(&played.mv).with_context(|| format!("{}: half move {}", file.place(at), ply + 1))?;
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
    let records = file.read()?;
    let mut plies = 0;
    for (at, (record, game)) in records.iter().enumerate() {
        plies += record.check(&**game).with_context(|| file.place(at))?.line().len();
    }
    if json {
        return print_json(&json!({ "records": records.len(), "plies": plies }));
    }
    let mut out = anstream::stdout().lock();
    Ok(writeln!(out, "{} in order, {plies} half moves", count(records.len(), "record"))?)
}

fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

fn convert(file: &FileArgs, to: &str, out: Option<&Path>) -> Result<()> {
    let mut texts = Vec::new();
    for (at, (record, game)) in file.read()?.into_iter().enumerate() {
        let play = record.check(&*game).with_context(|| file.place(at))?;
        texts.push(if to == "agon" { record.to_string() } else { play.export(to, &record)? });
    }
    if to != "agon" && texts.len() > 1 {
        bail!("{} holds {} records, and the format {to} only one", file.file.display(), texts.len());
    }
    let text = texts.join("\n");
    match out {
        Some(path) => crate::files::write(path, &text).with_context(|| path.display().to_string()),
        None => Ok(anstream::stdout().lock().write_all(text.as_bytes())?),
    }
}
