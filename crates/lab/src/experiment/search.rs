//! How far searches come: depth, moves made and time, in given positions.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use agon_agents::{Range, RangeError, Report, Settings};
use agon_core::{DynGame, DynPlay};
use agon_search::{Limits, Value};
use serde::Deserialize;

use super::measure::{Finding, Found, Measure, Store};
use super::part::{self, Entrant, Given};
use crate::openings::parse;
use crate::{LabError, Openings, RandomOpenings};

/// Searches of an experiment: all agents with all budgets in all positions.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
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
    /// The agents, by their texts.
    pub agents: Vec<String>,
    /// What each agent searches with, as parameters of its text: `time=1s`, `depth=6`.
    #[serde(default)]
    pub budgets: Vec<String>,
    /// Where: moves from the start, or positions; an empty one is the start.
    #[serde(default)]
    pub positions: Vec<String>,
    /// In how many random positions.
    #[serde(default)]
    pub random: usize,
    /// How many random half moves lead to each of these.
    #[serde(default)]
    pub openings: u32,
    /// What random positions and agents follow from.
    #[serde(default = "part::one")]
    pub seed: u64,
    /// Memory of each agent for tables, in megabytes.
    #[serde(default = "part::sixteen")]
    pub hash: usize,
    #[serde(default)]
    short: Short,
    /// What the source printed.
    #[serde(default)]
    pub printed: Vec<PrintedSearch>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Short {
    agents: Option<Vec<String>>,
    budgets: Option<Vec<String>>,
    random: Option<usize>,
}

/// What a source printed of a search.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrintedSearch {
    /// Which agent, with its budget.
    pub agent: String,
    /// In which position, as it stands in the list.
    #[serde(default)]
    pub position: String,
    depth: Option<f64>,
    nodes: Option<f64>,
    playouts: Option<f64>,
    seconds: Option<f64>,
    #[serde(default)]
    best: String,
    /// On what, or how exactly.
    #[serde(default)]
    pub note: String,
}

impl PrintedSearch {
    /// The number that was printed of a quantity.
    pub(super) fn number(&self, quantity: &str) -> Option<f64> {
        match quantity {
            "depth" => self.depth,
            "nodes" => self.nodes,
            "playouts" => self.playouts,
            "seconds" => self.seconds,
            _ => None,
        }
    }

    fn word(&self, quantity: &str) -> &str {
        if quantity == "best" { &self.best } else { "" }
    }
}

/// A position, with its text.
type Place = (String, Box<dyn DynPlay>);

impl Search {
    pub(super) fn check(&self) -> Result<(), String> {
        let game = part::open(&self.game, &self.options).map_err(|error| error.to_string())?;
        self.check_numbers().map_err(|error| error.to_string())?;
        let players: Vec<String> = self.entrants().into_iter().map(|entrant| entrant.text).collect();
        part::check_agents(&*game, &players)?;
        for position in &self.positions {
            let play = parse(&*game, position).map_err(|why| format!("position `{position}`: {why}"))?;
            if play.turn().player().is_none() {
                return Err(format!("position `{position}`: chance is to move, and nobody chooses"));
            }
        }
        if players.is_empty() || self.positions.len() + self.random == 0 {
            return Err("it takes an agent, and a position or a number of random ones".to_string());
        }
        for printed in &self.printed {
            if !players.contains(&printed.agent) || !self.positions.contains(&printed.position) {
                let PrintedSearch { agent, position, .. } = printed;
                return Err(format!("printed: `{agent}` in position `{position}` is not searched"));
            }
        }
        Ok(())
    }

    /// Whether every number is in its range, those of the short form too.
    fn check_numbers(&self) -> Result<(), RangeError> {
        Range::RANDOM.check_all([self.random].into_iter().chain(self.short.random))?;
        Range::OPENINGS.check(self.openings)?;
        Range::HASH.check(self.hash).map(drop)
    }

    pub(super) fn shorten(&mut self) {
        let short = std::mem::take(&mut self.short);
        self.agents = short.agents.unwrap_or_else(|| std::mem::take(&mut self.agents));
        self.budgets = short.budgets.unwrap_or_else(|| std::mem::take(&mut self.budgets));
        self.random = short.random.unwrap_or(self.random.min(1));
    }

    /// How many searches there are.
    pub(super) fn length(&self) -> usize {
        self.entrants().len() * (self.positions.len() + self.random)
    }

    pub(super) fn entrants(&self) -> Vec<Entrant> {
        part::entrants(&self.agents, &self.budgets)
    }

    /// Searches what has not been searched, one at a time.
    pub(super) fn run(
        &self,
        store: &mut Store,
        stop: &Arc<AtomicBool>,
        tell: &mut dyn FnMut(),
    ) -> Result<Found, LabError> {
        let game = part::open(&self.game, &self.options)?;
        let positions = self.open_positions(&*game)?;
        let mut found = Found { measures: Vec::new(), finished: true };
        for entrant in self.entrants() {
            for (text, play) in &positions {
                let case =
                    format!("{} | {} | {text} | seed {}, {} MB", game.options(), entrant.text, self.seed, self.hash);
                match store.find(&case, stop, || self.search(&*game, &entrant.text, &**play, stop))? {
                    Some(findings) => {
                        tell();
                        let measure = |finding| self.measure(&*game, &entrant.text, text, finding);
                        found.measures.extend(findings.into_iter().map(measure));
                    }
                    None => found.finished = false,
                }
            }
        }
        Ok(found)
    }

    /// All positions.
    fn open_positions(&self, game: &dyn DynGame) -> Result<Vec<Place>, LabError> {
        let read = |text: &String| {
            let play = parse(game, text).map_err(LabError::Experiment)?;
            Ok((text.clone(), play))
        };
        let mut positions = self.positions.iter().map(read).collect::<Result<Vec<_>, LabError>>()?;
        let rules = RandomOpenings { plies: self.openings, seed: self.seed, balance: None };
        let mut openings = Openings::random(game, rules);
        // Found quickly where they need not be even; a run that was stopped still tells what it has.
        let never = Arc::new(AtomicBool::new(false));
        for at in 0..self.random {
            let Some(play) = openings.get(at, &never) else { break };
            positions.push((play.line().join(" "), play));
        }
        Ok(positions)
    }

    fn search(
        &self,
        game: &dyn DynGame,
        text: &str,
        play: &dyn DynPlay,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Vec<Finding>>, LabError> {
        let settings = Settings { seed: self.seed, threads: 1, hash: self.hash };
        let mut thinker = part::thinker(game, text, settings)?;
        let wrong = |error: agon_agents::ThinkError| LabError::Experiment(format!("{}: {error}", self.name));
        let report = thinker.think(play, &Limits::default(), stop, &mut |_| {}).map_err(wrong)?;
        Ok((!stop.load(Ordering::Relaxed)).then(|| findings(&report)))
    }

    fn measure(&self, game: &dyn DynGame, agent: &str, position: &str, finding: Finding) -> Measure {
        let printed = self.printed(agent, position);
        Measure {
            measurement: self.name.clone(),
            kind: "search",
            game: self.game.clone(),
            options: game.options().to_string(),
            agent: agent.to_string(),
            position: position.to_string(),
            printed: printed.and_then(|printed| printed.number(&finding.quantity)),
            printed_word: printed.map_or("", |printed| printed.word(&finding.quantity)).to_string(),
            quantity: finding.quantity,
            value: finding.value,
            error: finding.error,
            word: finding.word,
        }
    }

    /// What was printed of an agent in a position.
    pub(super) fn printed(&self, agent: &str, position: &str) -> Option<&PrintedSearch> {
        self.printed.iter().find(|printed| printed.agent == agent && printed.position == position)
    }
}

fn findings(report: &Report) -> Vec<Finding> {
    let mut findings = vec![
        Finding::number("depth", f64::from(report.depth)),
        Finding::number("nodes", report.nodes as f64),
        Finding::number("playouts", report.playouts as f64),
        Finding::number("seconds", report.time.as_secs_f64()),
        match report.score {
            Value::Points(points) => Finding::number("score", f64::from(points) / 100.0),
            Value::Win(plies) => Finding::number("mate", f64::from(plies)),
            Value::Loss(plies) => Finding::number("mate", -f64::from(plies)),
        },
    ];
    findings.extend(report.best.as_ref().map(|best| Finding::word("best", best)));
    findings
}
