//! `agon play`

mod store;
mod table;

use std::io::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;

use agon_agents::{Range, Settings, Spec};
use agon_lab::{LineError, Lines};
use anyhow::{Context, Result, bail};

use crate::args::{FromArgs, OptionArgs, within};
use crate::weights;
use store::Store;
use table::{Next, Table};

/// Arguments of `agon play`.
#[derive(clap::Args)]
pub struct Args {
    /// The game's name; asked for if none is given
    game: Option<String>,
    #[command(flatten)]
    options: OptionArgs,
    #[command(flatten)]
    from: FromArgs,
    /// Who plays player 1: human, or an agent
    #[arg(long, default_value = "human", value_name = "AGENT")]
    first: Seat,
    /// Who plays player 2: human, or an agent
    #[arg(long, default_value = "human", value_name = "AGENT")]
    second: Seat,
    /// Resume the last unfinished game
    #[arg(long, conflicts_with_all = ["position", "moves"])]
    resume: bool,
    /// The seed of agents and of chance; different each time if not given
    #[arg(long, value_parser = within::<u64>(Range::SEED))]
    seed: Option<u64>,
}

/// Who sits on a side.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Seat {
    Human,
    Agent(Spec),
}

impl FromStr for Seat {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        if text == "human" { Ok(Seat::Human) } else { weights::agent(text).map(Seat::Agent) }
    }
}

impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Seat::Human => f.write_str("human"),
            Seat::Agent(spec) => spec.fmt(f),
        }
    }
}

/// Plays a game with whoever sits at the terminal.
pub fn run(args: &Args) -> Result<()> {
    let game = match &args.game {
        Some(game) => args.options.open(game)?,
        None => args.options.open(&choose()?)?,
    };
    let mut store = Store::new(game.info().name);
    let seed = args.seed.unwrap_or_else(|| jiff::Timestamp::now().as_nanosecond() as u64);
    let play = args.from.play(&*game)?;
    let seats = [args.first.clone(), args.second.clone()];
    let mut table = Table::new(game, play, seats, Settings { seed, ..Settings::default() })?;
    if args.resume {
        table.load(&store.resume()?)?;
    }
    converse(&mut table, &mut store)
}

/// Shows, asks and obeys until somebody has enough.
fn converse(table: &mut Table, store: &mut Store) -> Result<()> {
    let mut out = anstream::stdout();
    let mut input = Lines::new(io::stdin().lock());
    table.show(&mut out)?;
    loop {
        while table.answer(&mut out)? {
            table.keep(store, &mut out)?;
            table.show(&mut out)?;
        }
        if table.nobody_is_left_to_ask() {
            return Ok(());
        }
        write!(out, "> ")?;
        out.flush()?;
        let Some(line) = input.next() else {
            writeln!(out)?;
            return Ok(());
        };
        let obeyed = match line {
            Ok(line) => table.obey(line.trim(), store),
            Err(LineError::Io(error)) => return Err(error).context("standard input"),
            Err(error) => Err(error.into()),
        };
        match obeyed {
            Ok(Next::Quit) => return Ok(()),
            Ok(Next::Say(text)) => writeln!(out, "{text}")?,
            Ok(Next::Show) => {
                table.keep(store, &mut out)?;
                table.show(&mut out)?;
            }
            // What a person types wrong is told, and asked again.
            Err(error) => writeln!(out, "{error:#}")?,
        }
    }
}

/// Asks which game it is to be.
fn choose() -> Result<String> {
    let infos = agon_games::infos();
    let mut out = anstream::stdout();
    for (at, info) in infos.iter().enumerate() {
        writeln!(out, "{} {:<14}{}", at + 1, info.name, info.summary)?;
    }
    write!(out, "Which game? ")?;
    out.flush()?;
    let answer = Lines::new(io::stdin().lock()).next().transpose().context("standard input")?.unwrap_or_default();
    let answer = answer.trim();
    if answer.is_empty() {
        bail!("no game was chosen; `agon play NAME` starts one");
    }
    let by_number = answer.parse::<usize>().ok().and_then(|number| infos.get(number.checked_sub(1)?));
    Ok(by_number.map_or(answer, |info| info.name).to_string())
}

/// Where the kept games of all kinds are.
fn kept_games() -> Option<PathBuf> {
    crate::home::folder().map(|home| home.join("games"))
}
