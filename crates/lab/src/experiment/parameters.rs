//! A game's parameters, from games of agents against themselves: how long it is, how many
//! moves there are, who wins.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_agents::{Range, RangeError};
use agon_core::{DynGame, GameResult, PerPlayer, Record};
use serde::Deserialize;

use super::measure::{Finding, Found, Measure};
use super::part::{self, Given};
use super::{Circumstances, Place, Row};
use crate::runner::{Fixtures, Listener};
use crate::stats::Z;
use crate::{Archive, Conditions, Contender, Fixture, LabError, Openings, RandomOpenings, Runner};

/// Games of an experiment in which each agent plays against itself.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameters {
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
    /// How many games each plays.
    pub games: usize,
    /// Random plies that open a game, so that agents that leave nothing to chance play different games.
    #[serde(default = "part::four")]
    pub openings: u32,
    /// What chance and agents follow from.
    #[serde(default = "part::one")]
    pub seed: u64,
    /// Memory of each agent for tables, in megabytes.
    #[serde(default = "part::sixteen")]
    pub hash: usize,
    /// A game of so many half moves is drawn.
    pub max_plies: Option<usize>,
    #[serde(default)]
    short: Short,
    /// What the source printed.
    #[serde(default)]
    pub printed: Vec<PrintedParameters>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Short {
    agents: Option<Vec<String>>,
    games: Option<usize>,
    max_plies: Option<usize>,
}

/// What a source printed of games; wins and draws in percent.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrintedParameters {
    /// Of whose games.
    pub agent: String,
    first: Option<f64>,
    draws: Option<f64>,
    second: Option<f64>,
    length: Option<f64>,
    branching: Option<f64>,
    tree: Option<f64>,
}

impl PrintedParameters {
    fn number(&self, quantity: &str) -> Option<f64> {
        match quantity {
            "first" => self.first,
            "draws" => self.draws,
            "second" => self.second,
            "length" => self.length,
            "branching" => self.branching,
            "tree" => self.tree,
            _ => None,
        }
    }
}

impl Parameters {
    pub(super) fn check(&self) -> Result<(), String> {
        self.check_numbers().map_err(|error| error.to_string())?;
        let game = part::open(&self.game, &self.options).map_err(|error| error.to_string())?;
        part::check_agents(&*game, &self.agents)?;
        if self.agents.is_empty() {
            return Err("it takes at least one agent".to_string());
        }
        match self.printed.iter().find(|printed| !self.agents.contains(&printed.agent)) {
            Some(printed) => Err(format!("printed: `{}` does not play", printed.agent)),
            None => Ok(()),
        }
    }

    /// Whether every number is in its range, those of the short form too.
    fn check_numbers(&self) -> Result<(), RangeError> {
        Range::GAMES.check_all([self.games].into_iter().chain(self.short.games))?;
        Range::PLIES.check_all(self.max_plies.into_iter().chain(self.short.max_plies))?;
        Range::OPENINGS.check(self.openings)?;
        Range::HASH.check(self.hash).map(drop)
    }

    pub(super) fn shorten(&mut self) {
        let short = std::mem::take(&mut self.short);
        self.agents = short.agents.unwrap_or_else(|| std::mem::take(&mut self.agents));
        self.games = short.games.unwrap_or(self.games.min(2));
        self.max_plies = short.max_plies.or(self.max_plies);
    }

    /// How many games there are.
    pub(super) fn length(&self) -> usize {
        self.agents.len().saturating_mul(self.games)
    }

    /// Plays the games that are missing in the folder of records, and counts in all of them.
    pub(super) fn run(
        &self,
        records: &Path,
        circumstances: &Circumstances,
        stop: &Arc<AtomicBool>,
        tell: &mut (dyn FnMut() + Send),
    ) -> Result<(Found, Vec<Row>), LabError> {
        let game = part::open(&self.game, &self.options)?;
        let mut archive = Archive::resume(&records.join(format!("{}.agon", self.series())))?;
        // By their numbers, because a sum depends on its order, and games end in any.
        let mut played: Vec<BTreeMap<usize, Record>> = vec![BTreeMap::new(); self.agents.len()];
        self.play(&Place::here(circumstances), Some(&mut archive), stop, &mut |fixture, record| {
            played[fixture.players.0[0]].insert(fixture.round, record.clone());
            tell();
            ControlFlow::Continue(())
        })?;
        let mut found = Found { measures: Vec::new(), finished: true };
        let mut rows = Vec::new();
        for (agent, records) in self.agents.iter().zip(played) {
            let records: Vec<Record> = records.into_values().collect();
            found.finished &= records.len() == self.games;
            rows.extend(super::in_order(&records, &self.name, &*game, self.seed));
            // The same game again tells nothing, and would make the figures look surer than they are.
            let mut known = HashSet::new();
            let different = records.iter().filter(|record| known.insert(moves(record)));
            let games: Vec<Seen> = different.map(|record| Seen::of(record, &*game)).collect();
            if games.len() < records.len() {
                let (name, played) = (&self.name, records.len());
                log::warn!("{name}: {agent} played only {} different games of {played}; these count", games.len());
            }
            found.measures.extend(findings(&games).into_iter().map(|finding| self.measure(&*game, agent, finding)));
        }
        Ok((found, rows))
    }

    /// What its games are called together.
    fn series(&self) -> String {
        format!("{}-{}", self.name, self.seed)
    }

    /// Plays the games that an archive does not hold.
    pub(super) fn play(
        &self,
        place: &Place<'_>,
        archive: Option<&mut Archive>,
        stop: &Arc<AtomicBool>,
        tell: &mut Listener<'_>,
    ) -> Result<(), LabError> {
        let game = part::open(&self.game, &self.options)?;
        // A player has one seat, so whoever plays against itself is two players.
        let twice = self.agents.iter().chain(&self.agents);
        let players = twice.map(|text| text.parse::<Contender>()).collect::<Result<Vec<_>, _>>()?;
        let conditions = Conditions {
            date: place.date.to_string(),
            ..Conditions::untimed(self.seed, place.concurrency, self.hash, self.max_plies)
        };
        let random = RandomOpenings { plies: self.openings, seed: self.seed, balance: None };
        let runner = Runner::new(&*game, &players, &conditions, Openings::random(&*game, random), stop)?;
        let runner = place.runner(runner, &self.series());
        runner.run(Fixtures { games: self.length(), at: &|at| self.fixture(at) }, archive, tell)
    }

    fn fixture(&self, at: usize) -> Fixture {
        let (agents, games) = (self.agents.len(), self.games);
        Fixture { round: at + 1, players: PerPlayer([at / games, at / games + agents]), opening: at % games }
    }

    fn measure(&self, game: &dyn DynGame, agent: &str, finding: Finding) -> Measure {
        let printed = self.printed.iter().find(|printed| printed.agent == agent);
        Measure {
            measurement: self.name.clone(),
            kind: "parameters",
            game: self.game.clone(),
            options: game.options().to_string(),
            agent: agent.to_string(),
            printed: printed.and_then(|printed| printed.number(&finding.quantity)),
            quantity: finding.quantity,
            value: finding.value,
            error: finding.error,
            ..Measure::default()
        }
    }
}

/// What makes a game different from another: where it began, and its moves.
fn moves(record: &Record) -> (Option<&str>, Vec<&str>) {
    (record.tag(Record::POSITION), record.main.plies.iter().map(|ply| ply.mv.as_str()).collect())
}

/// What a game was like.
struct Seen {
    result: GameResult,
    plies: f64,
    /// Legal moves where a player had the turn, on average.
    branching: Option<f64>,
    /// How many such games there are: the product of all numbers of legal moves, as a power of ten.
    tree: f64,
    /// The rules that acted in it, how it ended among them.
    rules: BTreeSet<&'static str>,
}

impl Seen {
    fn of(record: &Record, game: &dyn DynGame) -> Seen {
        let mut seen = Seen {
            result: record.result,
            plies: record.main.plies.len() as f64,
            branching: None,
            tree: 0.0,
            rules: BTreeSet::new(),
        };
        let Ok(mut play) = record.beginning(game) else { return seen };
        let (mut choices, mut turns) = (0.0, 0.0);
        for ply in &record.main.plies {
            let moves = play.perft(1) as f64;
            seen.tree += moves.log10();
            if play.turn().player().is_some() {
                choices += moves;
                turns += 1.0;
            }
            if play.play(&ply.mv).is_err() {
                break;
            }
            seen.rules.extend(play.last_events().iter().map(|event| event.rule));
        }
        seen.branching = (turns > 0.0).then(|| choices / turns);
        seen
    }
}

fn findings(games: &[Seen]) -> Vec<Finding> {
    if games.is_empty() {
        return Vec::new();
    }
    let share = |holds: &dyn Fn(&Seen) -> bool| {
        games.iter().map(|game| if holds(game) { 100.0 } else { 0.0 }).collect::<Vec<f64>>()
    };
    let ended = |result: GameResult| share(&|game| game.result == result);
    let rules: BTreeSet<&str> = games.iter().flat_map(|game| game.rules.iter().copied()).collect();
    let mut plies: Vec<f64> = games.iter().map(|game| game.plies).collect();
    plies.sort_by(f64::total_cmp);
    let columns = [
        ("first", ended(GameResult::FirstWins)),
        ("draws", ended(GameResult::Draw)),
        ("second", ended(GameResult::SecondWins)),
        ("length", games.iter().map(|game| game.plies).collect()),
        ("branching", games.iter().filter_map(|game| game.branching).collect()),
        ("tree", games.iter().map(|game| game.tree).collect()),
    ];
    let columns = columns.into_iter().map(|(quantity, values)| (quantity.to_string(), values));
    let acted = rules.into_iter().map(|rule| (format!("{RULE}{rule}"), share(&|game| game.rules.contains(rule))));
    let all = columns.chain(acted).map(|(quantity, values)| {
        let (value, error) = mean(&values);
        Finding { quantity, value, error, ..Finding::default() }
    });
    let median = plies[(plies.len() - 1) / 2].midpoint(plies[plies.len() / 2]);
    [Finding::number("games", games.len() as f64), Finding::number("median length", median)]
        .into_iter()
        .chain(all)
        .collect()
}

/// What the share of the games is called in which a rule acted, before the rule's name.
pub(super) const RULE: &str = "rule ";

/// The mean of values, and half of its 95 % interval.
fn mean(values: &[f64]) -> (Option<f64>, Option<f64>) {
    let count = values.len() as f64;
    if values.is_empty() {
        return (None, None);
    }
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let error = (values.len() > 1).then(|| Z * (squares / (count - 1.0) / count).sqrt());
    (Some(mean), error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_have_intervals() {
        let (value, error) = mean(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        // Deviation √2.5, of the mean √0.5.
        assert!((value.unwrap() - 3.0).abs() < 1e-12 && (error.unwrap() - 1.385_904).abs() < 1e-6);
        assert_eq!((mean(&[7.0]), mean(&[])), ((Some(7.0), None), (None, None)));
    }

    #[test]
    fn a_game_is_seen_as_it_was() {
        let info = agon_games::game_of("tilesum").unwrap();
        let game = agon_games::open(info.name, agon_core::Options::defaults(info.options)).unwrap();
        let record: Record = "1. u 0 2. u +1 3. d 0-1".parse().unwrap();
        let seen = Seen::of(&record, &*game);
        // Max has 2, 3 and 2 moves, Min 3 and 3.
        assert_eq!((seen.plies, seen.branching), (5.0, Some(13.0 / 5.0)));
        assert!((seen.tree - 108f64.log10()).abs() < 1e-12);
        let quantities: Vec<String> = findings(&[seen]).into_iter().map(|finding| finding.quantity).collect();
        let numbers = ["games", "median length", "first", "draws", "second", "length", "branching", "tree"];
        assert_eq!(quantities, [&numbers[..], &["rule fill", "rule move", "rule sum"]].concat());
    }
}
