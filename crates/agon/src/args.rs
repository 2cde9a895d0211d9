//! Arguments that several commands share.

use std::io;
use std::time::Duration;

use agon_agents::Range;
use agon_core::{DynGame, DynPlay, OptionError, Options, closest};
use anyhow::{Context, Result, bail};

/// The options of a game.
#[derive(clap::Args)]
pub struct OptionArgs {
    /// Set an option of the game; may be given several times
    #[arg(short = 'o', long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Take the options of a named variant of the game
    #[arg(long)]
    variant: Option<String>,
}

impl OptionArgs {
    /// The game of this name, with these options.
    pub fn open(&self, game: &str) -> Result<Box<dyn DynGame>> {
        let info = agon_games::game_of(game)?;
        let mut options = Options::usual(info.options);
        if let Some(name) = &self.variant {
            let Some(variant) = info.variants.iter().find(|variant| variant.name == name) else {
                let known: Vec<&str> = info.variants.iter().map(|variant| variant.name).collect();
                let hint = closest(name, known.iter().copied()).map(|meant| format!(" (did you mean `{meant}`?)"));
                bail!("{} has no variant `{name}`; it has {}{}", info.name, known.join(", "), hint.unwrap_or_default());
            };
            for (name, value) in variant.options {
                options.set(name, value)?;
            }
        }
        for pair in &self.options {
            let (name, value) =
                pair.split_once('=').ok_or_else(|| OptionError::NoValue { text: pair.chars().take(40).collect() })?;
            options.set(name.trim(), value)?;
        }
        Ok(agon_games::open(info.name, options)?)
    }
}

/// From where in the game.
#[derive(clap::Args)]
pub struct FromArgs {
    /// Begin from this position instead of the usual start
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// Play these moves first, separated by spaces
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
}

impl FromArgs {
    /// The game as it stands there.
    pub fn play(&self, game: &dyn DynGame) -> Result<Box<dyn DynPlay>> {
        let mut play = match &self.position {
            Some(text) => game.position(text)?,
            None => game.start(),
        };
        for (at, mv) in self.moves.iter().flat_map(|moves| moves.split_whitespace()).enumerate() {
            play.play(mv).with_context(|| format!("move {}", at + 1))?;
        }
        Ok(play)
    }
}

/// Reads a number for an argument.
pub fn within<T: TryFrom<u64> + Send + Sync + 'static>(
    range: Range,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| range.parse(text).map_err(|error| format!("it takes {}", error.allowed))
}

/// Reads a time for an argument.
pub fn parse_time_arg(text: &str) -> Result<Duration, String> {
    agon_agents::parse_time(text).ok_or_else(|| "it takes a time such as 300ms, 0.3s or 2m".to_string())
}

/// Writes a value as JSON, and ends the line.
pub fn print_json(value: &serde_json::Value) -> Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, value)?;
    Ok(io::Write::write_all(&mut out, b"\n")?)
}
