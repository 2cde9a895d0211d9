//! What all parts of an experiment have in common: a name, a game, and who plays it.

use std::collections::BTreeMap;
use std::fmt;

use agon_agents::{Settings, Spec, Thinker};
use agon_core::{DynGame, Options};
use serde::Deserialize;

use crate::LabError;

/// The value of a game's option, with or without quotation marks.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Setting {
    /// A number.
    Number(i64),
    /// A word.
    Word(String),
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setting::Number(number) => number.fmt(f),
            Setting::Word(word) => word.fmt(f),
        }
    }
}

/// Options of a game as a file gives them.
pub(super) type Given = BTreeMap<String, Setting>;

pub(super) fn one() -> u64 {
    1
}

pub(super) fn four() -> u32 {
    4
}

pub(super) fn sixteen() -> usize {
    16
}

/// Names are in the names of files too.
pub(super) fn check_name(name: &str) -> Result<(), String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if name.is_empty() || !name.chars().all(is_plain) {
        return Err("a name is made of letters, digits and hyphens".to_string());
    }
    Ok(())
}

/// The game with these options.
pub(super) fn open(name: &str, given: &Given) -> Result<Box<dyn DynGame>, LabError> {
    let wrong = |error: &dyn fmt::Display| LabError::Experiment(error.to_string());
    let info = agon_games::game_of(name).map_err(|error| wrong(&error))?;
    let mut options = Options::defaults(info.options);
    for (name, value) in given {
        options.set(name, &value.to_string()).map_err(|error| wrong(&error))?;
    }
    agon_games::open(info.name, options).map_err(|error| wrong(&error))
}

/// Options as they are told.
pub(super) fn told(given: &Given) -> String {
    given.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

/// Who plays: an agent with a budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entrant {
    pub agent: String,
    pub budget: String,
    /// Both as one text.
    pub text: String,
}

/// Every agent with every budget.
pub(super) fn entrants(agents: &[String], budgets: &[String]) -> Vec<Entrant> {
    let none = [String::new()];
    let budgets = if budgets.is_empty() { &none[..] } else { budgets };
    let both = |agent: &String| {
        let joined = |budget: &String| {
            let joint = match (budget.is_empty(), agent.contains(':')) {
                (true, _) => "",
                (false, true) => ",",
                (false, false) => ":",
            };
            Entrant { agent: agent.clone(), budget: budget.clone(), text: format!("{agent}{joint}{budget}") }
        };
        budgets.iter().map(joined).collect::<Vec<_>>()
    };
    agents.iter().flat_map(both).collect()
}

/// The agent that a text names, fresh.
pub(super) fn thinker(game: &dyn DynGame, text: &str, settings: Settings) -> Result<Box<dyn Thinker>, LabError> {
    let spec: Spec = text.parse()?;
    let mut thinker = agon_agents::make(game, &spec, settings)?;
    thinker.get_ready();
    Ok(thinker)
}

/// Whether texts name agents of the game, no two alike.
pub(super) fn check_agents(game: &dyn DynGame, texts: &[String]) -> Result<(), String> {
    for (at, text) in texts.iter().enumerate() {
        thinker(game, text, Settings { hash: 1, ..Settings::default() }).map_err(|error| error.to_string())?;
        if texts[..at].contains(text) {
            return Err(format!("`{text}` is given twice"));
        }
    }
    Ok(())
}
