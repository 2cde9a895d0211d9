//! Exact values: what a game comes to when everybody plays as well as can be.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use agon_agents::{Settings, Thinker};
use agon_core::{DynPlay, OptionKind, Player, Turn};
use agon_search::Limits;
use serde::Deserialize;

use super::measure::{Finding, Found, Measure, Store};
use super::part::{self, Given, Setting};
use crate::LabError;

/// Moves made after which a game is too large to be walked through.
const MOST: u64 = 10_000_000_000;

/// Exact values of a game, for all values of one or two of its options.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Values {
    /// What it is called, in files too: letters, digits and hyphens.
    pub name: String,
    /// What is asked here, and what the source says about it.
    #[serde(default)]
    pub about: String,
    /// The game.
    pub game: String,
    /// Its options.
    #[serde(default)]
    pub options: Given,
    /// Options with several values, of which each is tried.
    #[serde(rename = "for")]
    pub each: BTreeMap<String, Vec<Setting>>,
    /// The option whose highest value is sought with which player 1 wins for certain. If there
    /// is none, the chance that player 1 wins is told.
    pub highest: Option<String>,
    /// Whether all others help player 1 to win.
    #[serde(default)]
    pub helped: bool,
    /// Agents that play as player 1, instead of the best play.
    #[serde(default)]
    pub agents: Vec<String>,
    #[serde(default)]
    short: Short,
    /// What the source printed, for each value of the option.
    #[serde(default)]
    pub printed: Vec<f64>,
    /// What is known otherwise than from the source, for each value of the option.
    #[serde(default)]
    pub expected: Vec<f64>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Short {
    #[serde(rename = "for")]
    each: Option<BTreeMap<String, Vec<Setting>>>,
}

impl Values {
    pub(super) fn check(&self) -> Result<(), String> {
        if self.each.is_empty() || self.each.len() > 2 || self.each.values().any(Vec::is_empty) {
            return Err("for takes one or two options, each with a list of values".to_string());
        }
        for options in self.all_options() {
            let game = part::open(&self.game, &options).map_err(|error| error.to_string())?;
            part::check_agents(&*game, &self.agents)?;
        }
        let values = self.all_options().len();
        for (name, list) in [("printed", &self.printed), ("expected", &self.expected)] {
            if !list.is_empty() && (list.len() != values || !self.agents.is_empty()) {
                return Err(format!("{name} takes {values} numbers, one for each value, and no agents beside them"));
            }
        }
        match &self.highest {
            Some(_) if !self.agents.is_empty() => Err("highest is of the best play: it takes no agents".to_string()),
            Some(option) => self.range_of(option).map(|_| ()).map_err(|error| error.to_string()),
            None => Ok(()),
        }
    }

    pub(super) fn shorten(&mut self) {
        let Some(each) = std::mem::take(&mut self.short).each else { return };
        // What is known of the values that stay, if there is one list of them.
        if let (1, Some((name, values))) = (self.each.len(), self.each.iter().next()) {
            let stays = |value: &Setting| each.get(name).is_some_and(|values| values.contains(value));
            for list in [&mut self.printed, &mut self.expected] {
                let kept = values.iter().zip(&*list).filter(|(value, _)| stays(value));
                *list = kept.map(|(_, number)| *number).collect();
            }
        }
        self.each = each;
    }

    /// How many values there are.
    pub(super) fn length(&self) -> usize {
        self.all_options().len() * self.players().len()
    }

    /// The options of each game, in the order of the lists; the first option changes slowest.
    pub(super) fn all_options(&self) -> Vec<Given> {
        let mut all = vec![self.options.clone()];
        for (name, values) in &self.each {
            let with = |options: &Given, value: &Setting| {
                let mut options = options.clone();
                options.insert(name.clone(), value.clone());
                options
            };
            all = all.iter().flat_map(|options| values.iter().map(|value| with(options, value))).collect();
        }
        all
    }

    /// Who plays for player 1; the empty text stands for the best play.
    pub(super) fn players(&self) -> Vec<&str> {
        if self.agents.is_empty() { vec![""] } else { self.agents.iter().map(String::as_str).collect() }
    }

    /// What is told of each game.
    pub(super) fn quantity(&self) -> &str {
        self.highest.as_deref().unwrap_or("chance")
    }

    /// Works out what is not known yet.
    pub(super) fn run(
        &self,
        store: &mut Store,
        stop: &Arc<AtomicBool>,
        tell: &mut dyn FnMut(),
    ) -> Result<Found, LabError> {
        let mut found = Found { measures: Vec::new(), finished: true };
        for agent in self.players() {
            for (at, options) in self.all_options().iter().enumerate() {
                let shown = part::told(options);
                let case = format!("{shown} | {} | {agent} | helped {}", self.quantity(), self.helped);
                let Some(findings) = store.find(&case, stop, || self.value(options, agent, stop))? else {
                    found.finished = false;
                    continue;
                };
                tell();
                found.measures.extend(findings.into_iter().map(|finding| Measure {
                    measurement: self.name.clone(),
                    kind: "value",
                    game: self.game.clone(),
                    options: shown.clone(),
                    agent: agent.to_string(),
                    printed: self.printed.get(at).copied(),
                    quantity: finding.quantity,
                    value: finding.value,
                    ..Measure::default()
                }));
            }
        }
        Ok(found)
    }

    fn value(&self, options: &Given, agent: &str, stop: &Arc<AtomicBool>) -> Result<Option<Vec<Finding>>, LabError> {
        let value = match &self.highest {
            Some(option) => self.highest(options, option, stop)?,
            None if agent.is_empty() => self.walk(options, stop)?,
            None => {
                let game = part::open(&self.game, options)?;
                let mut thinker = part::thinker(&*game, agent, Settings { hash: 1, ..Settings::default() })?;
                self.chance_of(&mut *thinker, &*game.start(), stop)?
            }
        };
        Ok(value.map(|value| vec![Finding::number(self.quantity(), value)]))
    }

    /// The highest value of an option with which player 1 wins for certain: values are tried
    /// upwards until one is too high.
    fn highest(&self, options: &Given, option: &str, stop: &Arc<AtomicBool>) -> Result<Option<f64>, LabError> {
        let (lowest, most) = self.range_of(option)?;
        for value in lowest..=most {
            let mut options = options.clone();
            options.insert(option.to_string(), Setting::Number(value));
            match self.walk(&options, stop)? {
                // A sum of shares may miss 1 by a little.
                Some(chance) if chance > 1.0 - 1e-9 => {}
                Some(_) => return Ok(Some((value - 1) as f64)),
                None => return Ok(None),
            }
        }
        Ok(Some(most as f64))
    }

    /// The least and the greatest value that an option can have.
    fn range_of(&self, option: &str) -> Result<(i64, i64), LabError> {
        let wrong = |why: &str| LabError::Experiment(format!("highest cannot be `{option}`: {why}"));
        let info = agon_games::game_of(&self.game).map_err(|error| wrong(&error.to_string()))?;
        let known = agon_games::options_of(info).find(|known| known.name == option);
        match known.map(|known| &known.kind) {
            Some(OptionKind::Int { min, max }) => Ok((*min, *max)),
            Some(_) => Err(wrong("its values are no numbers")),
            None => Err(wrong("the game has no such option")),
        }
    }

    fn walk(&self, options: &Given, stop: &Arc<AtomicBool>) -> Result<Option<f64>, LabError> {
        let game = part::open(&self.game, options)?;
        match agon_agents::exact(&*game.start(), self.helped, MOST, stop) {
            Some(exact) => Ok(Some(exact.chance)),
            None if stop.load(Ordering::Relaxed) => Ok(None),
            None => Err(LabError::Experiment(format!(
                "{}: {} {} is too large for exact values",
                self.name,
                self.game,
                part::told(options)
            ))),
        }
    }

    /// The chance of an agent as player 1: it chooses, and all else is walked through.
    fn chance_of(
        &self,
        thinker: &mut dyn Thinker,
        play: &dyn DynPlay,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<f64>, LabError> {
        let wrong = |error: &dyn std::fmt::Display| LabError::Experiment(format!("{}: {error}", self.name));
        if let Some(outcome) = play.outcome() {
            return Ok(Some(if outcome.winner == Some(Player::One) { 1.0 } else { 0.0 }));
        }
        let turn = play.turn();
        let moves = if turn == Turn::Player(Player::One) {
            thinker.new_game();
            let report = thinker.think(play, &Limits::default(), stop, &mut |_| {}).map_err(|error| wrong(&error))?;
            report.best.into_iter().collect()
        } else {
            play.moves()
        };
        let mut found = if turn == Turn::Player(Player::Two) && !self.helped { 1.0_f64 } else { 0.0 };
        for mv in moves {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let mut next = play.boxed_clone();
            next.play(&mv).map_err(|error| wrong(&error))?;
            let Some(chance) = self.chance_of(thinker, &*next, stop)? else { return Ok(None) };
            found = match turn {
                Turn::Player(Player::Two) if !self.helped => found.min(chance),
                Turn::Chance if !self.helped => {
                    found + chance * play.probability(&mv).map_err(|error| wrong(&error))?
                }
                _ => found.max(chance),
            };
        }
        Ok(Some(found))
    }
}
