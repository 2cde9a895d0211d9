//! Arguments of whatever plays many games: how they are played, and where they go.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use agon_agents::{Range, Settings};
use agon_core::DynGame;
use agon_lab::{Adjudication, Archive, Conditions, Control, GameClock, Openings, RandomOpenings, Threshold};
use agon_search::Limits;
use anyhow::{Context, Result};

use crate::args::{parse_time_arg, within};

/// How late an answer may be where a time per move is set: a move has no
/// later ones to make up for a moment's delay of the machine.
const MOVE_MARGIN: Duration = Duration::from_millis(100);

/// What everything that plays many games is told.
#[derive(clap::Args)]
pub struct SeriesArgs {
    /// Time a move, as in 0.3s; it wins over what the agents' texts say
    #[arg(long, value_parser = parse_time_arg)]
    time: Option<Duration>,
    /// Moves made in the search a move
    #[arg(long, value_parser = within::<u64>(Range::NODES))]
    nodes: Option<u64>,
    /// Games played out in the search a move
    #[arg(long, value_parser = within::<u64>(Range::PLAYOUTS))]
    playouts: Option<u64>,
    /// Random plies that open each game; more when no others are left
    #[arg(long, default_value_t = 4, value_name = "PLIES", value_parser = within::<u32>(Range::OPENINGS))]
    pub openings: u32,
    /// Draw a game after this many plies
    #[arg(long, value_name = "PLIES", value_parser = within::<usize>(Range::PLIES))]
    pub max_plies: Option<usize>,
    /// What openings, chance and agents follow from
    #[arg(long, default_value_t = 1, value_parser = within::<u64>(Range::SEED))]
    pub seed: u64,
    /// Games played at a time
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = within::<usize>(Range::CONCURRENCY))]
    pub concurrency: usize,
    /// Memory of each player for tables, in megabytes
    #[arg(long, default_value_t = 16, value_parser = within::<usize>(Range::HASH))]
    hash: usize,
}

impl SeriesArgs {
    /// What limits a move.
    pub fn limits(&self) -> Limits {
        Limits { time: self.time, nodes: self.nodes, playouts: self.playouts, ..Limits::default() }
    }

    /// What agents are told beside their texts.
    pub fn settings(&self, threads: usize) -> Settings {
        Settings { seed: self.seed, threads, hash: self.hash }
    }
}

/// How the games of matches and tournaments are played.
#[derive(clap::Args)]
pub struct ConditionArgs {
    #[command(flatten)]
    series: SeriesArgs,
    /// Time of each player for a game and what each move adds, as in 60s+0.5s
    #[arg(long, value_name = "BASE+INCREMENT", conflicts_with = "time")]
    clock: Option<GameClock>,
    /// How late an answer may come [default: 0s, with --time 100ms]
    #[arg(long, value_parser = parse_time_arg, value_name = "TIME")]
    margin: Option<Duration>,
    /// Take the openings from a file: on each line a position, or moves
    #[arg(long, value_name = "FILE", conflicts_with_all = ["openings", "balance"])]
    openings_file: Option<PathBuf>,
    /// Take only random openings judged this even, in hundredths of a point
    #[arg(long, value_name = "SCORE", value_parser = within::<u16>(Range::BALANCE))]
    balance: Option<u16>,
    /// A player that judges its game so badly for so many moves gives up, as in 900,3
    #[arg(long, value_name = "SCORE,MOVES")]
    resign: Option<Threshold>,
    /// A game that both judge so even for so many moves is drawn, as in 5,10
    #[arg(long, value_name = "SCORE,MOVES")]
    draw: Option<Threshold>,
    /// A game that a player says is won or lost ends if a search of so many nodes proves it
    #[arg(long, value_name = "NODES", value_parser = within::<u64>(Range::PROVE))]
    prove: Option<u64>,
    /// Threads of each player
    #[arg(long, default_value_t = 1, value_parser = within::<usize>(Range::threads()))]
    threads: usize,
    /// How long an outside engine may be silent while it starts, and where no time is set
    #[arg(long, value_parser = parse_time_arg, default_value = "10s", value_name = "TIME")]
    patience: Duration,
    /// Write each game to this file as it ends
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Go on with the games of that file
    #[arg(long, requires = "out")]
    resume: bool,
}

impl ConditionArgs {
    /// What all games share.
    pub fn conditions(&self) -> Conditions {
        let SeriesArgs { max_plies, seed, concurrency, .. } = self.series;
        let limits = self.series.limits();
        let usual = if limits.time.is_some() { MOVE_MARGIN } else { Duration::ZERO };
        Conditions {
            control: Control { limits, clock: self.clock, margin: self.margin.unwrap_or(usual) },
            adjudication: Adjudication { resign: self.resign, draw: self.draw, plies: max_plies, prove: self.prove },
            seed,
            concurrency,
            settings: self.series.settings(self.threads),
            patience: self.patience,
            date: jiff::Zoned::now().date().to_string(),
        }
    }

    /// Where games begin.
    pub fn openings<'g>(&self, game: &'g dyn DynGame) -> Result<Openings<'g>> {
        let Some(path) = &self.openings_file else {
            let balance = self.balance.map(i32::from);
            let SeriesArgs { openings: plies, seed, .. } = self.series;
            return Ok(Openings::random(game, RandomOpenings { plies, seed, balance }));
        };
        let name = || path.display().to_string();
        let text = fs::read_to_string(path).with_context(name)?;
        Openings::read(game, &text).with_context(name)
    }

    /// Where games are written.
    pub fn archive(&self) -> Result<Option<Archive>> {
        let open = if self.resume { Archive::resume } else { Archive::create };
        Ok(self.out.as_deref().map(open).transpose()?)
    }
}
