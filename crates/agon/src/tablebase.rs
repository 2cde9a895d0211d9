//! `agon tablebase`

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use agon_agents::{Range, Spec, build_tablebase, check_tablebase, probe_tablebase, tablebase_origin};
use agon_core::{DynGame, DynPlay, mix};
use agon_lab::files;
use agon_search::{BuildError, Built, Tablebase};
use anyhow::{Context, Result, anyhow, bail};
use serde_json::json;

use crate::args::{FromArgs, OptionArgs, print_json, within};
use crate::tell::tell;
use crate::{home, interrupt, progress};

/// Arguments of `agon tablebase`.
#[derive(clap::Args)]
pub struct Args {
    /// The game's name; `agon games` lists them
    game: String,
    #[command(flatten)]
    options: OptionArgs,
    #[command(flatten)]
    from: FromArgs,
    /// The most memory to take, in megabytes
    #[arg(long, default_value_t = 3000, value_parser = within::<u64>(Range::HASH))]
    memory: u64,
    /// The file; if not given, one in the data folder, where `agon best` finds it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Build it even if the file is there
    #[arg(long)]
    rebuild: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Builds the table where it is not there, and verifies it.
pub fn run(args: &Args) -> Result<()> {
    let game = args.options.open(&args.game)?;
    let play = args.from.play(&*game)?;
    let file = match &args.out {
        Some(file) => file.clone(),
        None => file_of(&*play).context("no folder for data is known; name a file with --out")?,
    };
    let stop = interrupt::flag()?;
    let spinner = progress::spinner("building");
    let begin = Instant::now();
    let built = if file.exists() && !args.rebuild {
        None
    } else {
        let mut progress = |known| spinner.set_message(format!("building: {known} positions"));
        match build_tablebase(&*play, args.memory, &stop, &mut progress) {
            Err(BuildError::Stopped) => interrupt::end("; a table is kept only when it is complete"),
            built => Some(built?),
        }
    };
    let seconds = begin.elapsed().as_secs_f64();
    let cost = built.as_ref().map(|Built { nodes, bytes, .. }| (*nodes, bytes >> 20));
    let table = match built {
        Some(built) => built.table,
        None => read(&file)?,
    };
    if *table.origin() != tablebase_origin(&*play) {
        bail!(
            "{}: a table of another game, other options or another position; build it again with --rebuild",
            file.display()
        );
    }
    let begin = Instant::now();
    let mut progress = |checked| spinner.set_message(format!("verifying: {checked} of {} positions", table.len()));
    let verified = check_tablebase(&*play, &table, &stop, &mut progress)
        .map_err(|wrong| anyhow!("{}: {wrong}", file.display()))?;
    let verify_seconds = begin.elapsed().as_secs_f64();
    spinner.finish_and_clear();
    let bytes = table.to_bytes();
    if cost.is_some() {
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        files::write(&file, &bytes).with_context(|| file.display().to_string())?;
    }
    let [wins, draws, losses] = table.counts();
    let (winner, plies) = probe_tablebase(&*play, &table).context("the table does not hold its own start")?;
    if args.json {
        return print_json(&json!({
            "game": args.game, "options": table.origin().options, "position": table.origin().position,
            "winner": winner.map(|player| player.index() + 1), "plies": winner.map(|_| plies),
            "positions": table.len(), "wins": wins, "draws": draws, "losses": losses,
            "built": cost.map(|(nodes, megabytes)| json!({ "seconds": seconds, "nodes": nodes, "megabytes": megabytes })),
            "verified": { "seconds": verify_seconds, "nodes": verified.moves, "solved": verified.solved },
            "file": file, "bytes": bytes.len(),
        }));
    }
    let mut out = anstream::stdout().lock();
    match winner {
        Some(player) => writeln!(out, "{} wins in {plies} plies", game.info().player(play.side(player)))?,
        None => writeln!(out, "with best play nobody wins")?,
    }
    writeln!(
        out,
        "{} positions, symmetric ones counted once; the player to move wins {wins}, draws {draws}, loses {losses}",
        table.len()
    )?;
    if let Some((nodes, megabytes)) = cost {
        writeln!(out, "built in {seconds:.1} s, {nodes} moves made, {megabytes} MB of memory")?;
    }
    writeln!(
        out,
        "verified in {verify_seconds:.1} s: every value follows from those of its successors, and plain minimax agrees on {} positions",
        verified.solved
    )?;
    Ok(writeln!(out, "{} ({:.1} MB)", file.display(), bytes.len() as f64 / 1e6)?)
}

/// The table that a file holds.
fn read(file: &Path) -> Result<Tablebase> {
    let bytes = fs::read(file).with_context(|| file.display().to_string())?;
    Tablebase::from_bytes(&bytes).map_err(|error| anyhow!("{}: {error}", file.display()))
}

/// The file in the data folder for the table of everything that can follow from here.
fn file_of(play: &dyn DynPlay) -> Option<PathBuf> {
    /// More would not fit into the names of some systems.
    const LONGEST: usize = 80;
    let origin = tablebase_origin(play);
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '=';
    let number = |text: &str| text.bytes().fold(0, |sum, byte| mix(sum ^ u64::from(byte))) >> 32;
    let mut name = origin.game.clone();
    if !origin.options.is_empty() {
        let options: String = origin.options.chars().map(|c| if is_plain(c) { c } else { '-' }).collect();
        let is_long = options.len() > LONGEST || origin.options.contains(['-', ',']);
        let told = if is_long { format!("{:08x}", number(&origin.options)) } else { options };
        name = format!("{name}-{told}");
    }
    if play.plies() > 0 || !play.starts_as_usual() {
        name = format!("{name}-at-{:08x}", number(&origin.position));
    }
    Some(home::folder()?.join("tablebases").join(format!("{name}.table")))
}

/// Gives an agent the table of the whole game, if one has been built and the agent has none.
/// A table that cannot be used is told of, and does no harm.
pub fn use_built(agent: &mut Spec, game: &dyn DynGame) {
    if agent.params.iter().any(|(name, _)| name == Spec::TABLEBASE) {
        return;
    }
    let start = game.start();
    let Some(file) = file_of(&*start).filter(|file| file.exists()) else { return };
    match read(&file) {
        Ok(table) if *table.origin() == tablebase_origin(&*start) => {
            agent.params.push((Spec::TABLEBASE.to_string(), file.display().to_string()));
            agent.tablebase = Some(Arc::new(table));
        }
        Ok(_) => tell(format_args!("{}: a table of another game; it is not used", file.display())),
        Err(error) => tell(format_args!("{error:#}; it is not used")),
    }
}
