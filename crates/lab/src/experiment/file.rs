use std::collections::HashSet;
use std::time::Duration;

use agon_agents::{Range, RangeError};
use agon_core::{DynGame, without_mark};
use agon_search::Limits;
use serde::Deserialize;

use super::part::{self, Entrant, Given};
use super::{Parameters, Search, Values};
use crate::{Contender, Control, Format, LabError};

/// How late an answer may be: what is tested is play, and not the machine's manners.
const MARGIN: Duration = Duration::from_secs(1);

/// An experiment, as its file says it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// What it is called.
    pub title: String,
    /// What is asked, and how the answer is to be read.
    #[serde(default)]
    pub about: String,
    /// Where it was done before.
    #[serde(default)]
    pub source: String,
    /// What is played.
    #[serde(default, rename = "tournament")]
    pub sections: Vec<Section>,
    /// Which exact values are worked out.
    #[serde(default, rename = "value")]
    pub values: Vec<Values>,
    /// Which games are looked at for what they are like.
    #[serde(default)]
    pub parameters: Vec<Parameters>,
    /// What is searched.
    #[serde(default, rename = "search")]
    pub searches: Vec<Search>,
}

/// A tournament of an experiment: all agents with all budgets, once for each seed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
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
    #[serde(default)]
    format: String,
    /// The agents, by their texts.
    pub agents: Vec<String>,
    /// What each agent plays with, as parameters of its text: `time=0.1s`, `nodes=1000`. None
    /// for what the texts say.
    #[serde(default)]
    pub budgets: Vec<String>,
    /// Agents that play as their texts say, without a budget: those that always look equally far.
    #[serde(default)]
    pub others: Vec<String>,
    /// How many games two players play.
    pub games: usize,
    /// Random half moves that open a game.
    #[serde(default = "part::four")]
    pub openings: u32,
    /// Only openings judged this even, in hundredths of a point.
    pub balance: Option<u16>,
    /// What chance and agents follow from; each seed is a tournament of its own.
    #[serde(default = "one")]
    pub seeds: Vec<u64>,
    /// Memory of each agent for tables, in megabytes.
    #[serde(default = "part::sixteen")]
    pub hash: usize,
    /// Time a move for all, if the texts do not say.
    time: Option<String>,
    /// Moves made in the search a move for all, if the texts do not say.
    nodes: Option<u64>,
    /// A game of so many half moves is drawn.
    pub max_plies: Option<usize>,
    /// An announced win that a search of so many nodes proves ends the game.
    pub prove: Option<u64>,
    /// What is different in the short form.
    #[serde(default)]
    short: Short,
    /// What the source printed.
    #[serde(default)]
    pub printed: Vec<Printed>,
}

/// What a short form changes, so that it runs in seconds.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Short {
    agents: Option<Vec<String>>,
    budgets: Option<Vec<String>>,
    others: Option<Vec<String>>,
    games: Option<usize>,
    seeds: Option<Vec<u64>>,
    time: Option<String>,
    nodes: Option<u64>,
    max_plies: Option<usize>,
    hash: Option<usize>,
}

/// A result that a source printed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Printed {
    /// The player whose result it is.
    pub first: String,
    /// Its opponent.
    pub second: String,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    #[serde(default)]
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Where it stands, if a source says it in several places.
    #[serde(default)]
    pub note: String,
}

fn one() -> Vec<u64> {
    vec![1]
}

impl Experiment {
    /// Reads an experiment, and checks that all of it can be played.
    pub fn parse(text: &str) -> Result<Self, LabError> {
        let text = without_mark(text);
        let experiment: Experiment = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| 1 + text[..span.start.min(text.len())].matches('\n').count());
            let message = error.message().lines().collect::<Vec<_>>().join(" ");
            LabError::Experiment(format!("line {line}: {message}"))
        })?;
        let mut names = HashSet::new();
        for (kind, name, checked) in experiment.checks() {
            let wrong = |why: &str| LabError::Experiment(format!("{kind} `{name}`: {why}"));
            part::check_name(name).and(checked).map_err(|why| wrong(&why))?;
            if !names.insert(name) {
                return Err(wrong("its name is given twice"));
            }
        }
        if names.is_empty() {
            return Err(LabError::Experiment("it takes a tournament, search, value or parameters".to_string()));
        }
        Ok(experiment)
    }

    /// Each part, by its kind and name, with what is wrong with it.
    fn checks(&self) -> Vec<(&str, &str, Result<(), String>)> {
        let tournaments = self.sections.iter().map(|part| ("tournament", &*part.name, part.check()));
        let values = self.values.iter().map(|part| ("value", &*part.name, part.check()));
        let parameters = self.parameters.iter().map(|part| ("parameters", &*part.name, part.check()));
        let searches = self.searches.iter().map(|part| ("search", &*part.name, part.check()));
        tournaments.chain(values).chain(parameters).chain(searches).collect()
    }

    /// Everybody who plays, in any part.
    pub fn players(&self) -> Result<Vec<Contender>, LabError> {
        let mut players = Vec::new();
        for section in &self.sections {
            players.extend(section.players()?);
        }
        for text in self.parameters.iter().flat_map(|part| &part.agents) {
            players.push(text.parse()?);
        }
        Ok(players)
    }

    /// Whether a part limits the time of its players.
    pub fn is_timed(&self) -> bool {
        self.sections.iter().any(|section| section.time.is_some())
    }

    /// The same experiment so short that it only shows that it runs.
    #[must_use]
    pub fn short(mut self) -> Self {
        self.values.iter_mut().for_each(Values::shorten);
        self.parameters.iter_mut().for_each(Parameters::shorten);
        self.searches.iter_mut().for_each(Search::shorten);
        for section in &mut self.sections {
            let short = std::mem::take(&mut section.short);
            section.games = short.games.unwrap_or(section.games.min(2));
            section.agents = short.agents.unwrap_or_else(|| std::mem::take(&mut section.agents));
            section.budgets = short.budgets.unwrap_or_else(|| std::mem::take(&mut section.budgets));
            section.others = short.others.unwrap_or_else(|| std::mem::take(&mut section.others));
            section.seeds = short.seeds.unwrap_or_else(|| section.seeds.iter().copied().take(1).collect());
            section.max_plies = short.max_plies.or(section.max_plies);
            section.hash = short.hash.unwrap_or(section.hash);
            if short.time.is_some() || short.nodes.is_some() {
                (section.time, section.nodes) = (short.time, short.nodes);
            }
        }
        self
    }
}

impl Section {
    fn check(&self) -> Result<(), String> {
        if !self.format.is_empty() {
            self.format.parse::<Format>().map_err(|why| format!("format cannot be `{}`: {why}", self.format))?;
        }
        self.check_numbers().map_err(|error| error.to_string())?;
        let game = self.open().map_err(|error| error.to_string())?;
        self.control().map_err(|error| error.to_string())?;
        let mut seeds = HashSet::new();
        // The games of a seed are the same each time: counted twice they would look surer than they are.
        if let Some(seed) = self.seeds.iter().find(|seed| !seeds.insert(**seed)) {
            return Err(format!("seed {seed} is given twice"));
        }
        if self.seeds.is_empty() {
            return Err("it takes at least one seed".to_string());
        }
        let players = self.players().map_err(|error| error.to_string())?;
        let names: HashSet<String> = players.iter().map(ToString::to_string).collect();
        if names.len() < players.len() || players.len() < 2 {
            return Err("it takes at least two players, no two alike".to_string());
        }
        for player in players {
            if let Contender::Agent(spec) = player {
                agon_agents::make(&*game, &spec, agon_agents::Settings { hash: 1, ..Default::default() })
                    .map_err(|error| error.to_string())?;
            }
        }
        Ok(())
    }

    /// Whether every number is in its range, those of the short form too.
    fn check_numbers(&self) -> Result<(), RangeError> {
        let Short { games, hash, nodes, max_plies, .. } = &self.short;
        Range::GAMES.check_all([self.games].into_iter().chain(*games))?;
        Range::HASH.check_all([self.hash].into_iter().chain(*hash))?;
        Range::NODES.check_all(self.nodes.into_iter().chain(*nodes))?;
        Range::PLIES.check_all(self.max_plies.into_iter().chain(*max_plies))?;
        Range::OPENINGS.check(self.openings)?;
        Range::PROVE.check_all(self.prove)
    }

    /// Who meets whom.
    pub fn format(&self) -> Format {
        self.format.parse().unwrap_or(Format::RoundRobin)
    }

    /// What the games of a seed are called together.
    pub(super) fn series(&self, seed: u64) -> String {
        format!("{}-{seed}", self.name)
    }

    pub(super) fn open(&self) -> Result<Box<dyn DynGame>, LabError> {
        part::open(&self.game, &self.options)
    }

    pub(super) fn control(&self) -> Result<Control, LabError> {
        let read = |text: &String| {
            let why = || LabError::Experiment(format!("`{text}` is not a time such as 300ms, 0.3s or 2m"));
            agon_agents::parse_time(text).ok_or_else(why)
        };
        let time = self.time.as_ref().map(read).transpose()?;
        let limits = Limits { time, nodes: self.nodes, ..Limits::default() };
        Ok(Control { limits, clock: None, margin: MARGIN })
    }

    pub(super) fn entrants(&self) -> Vec<Entrant> {
        [part::entrants(&self.agents, &self.budgets), part::entrants(&self.others, &[])].concat()
    }

    pub(super) fn players(&self) -> Result<Vec<Contender>, LabError> {
        self.entrants().iter().map(|entrant| Ok(entrant.text.parse()?)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "
title = 'Two agents'
[[tournament]]
name = 'small'
game = 'tilesum'
agents = ['random', 'mcts:c=0.3']
budgets = ['nodes=10', 'nodes=20']
games = 10
seeds = [1, 2]
short = { games = 4 }
";

    #[test]
    fn every_agent_plays_with_every_budget() {
        let experiment = Experiment::parse(FILE).unwrap();
        let texts: Vec<String> = experiment.sections[0].entrants().into_iter().map(|entrant| entrant.text).collect();
        assert_eq!(texts, ["random:nodes=10", "random:nodes=20", "mcts:c=0.3,nodes=10", "mcts:c=0.3,nodes=20"]);
        let others = FILE.replace("games = 10", "games = 10\nothers = ['greedy']");
        assert_eq!(Experiment::parse(&others).unwrap().sections[0].entrants()[4].text, "greedy");
        assert_eq!((experiment.length(), experiment.short().length()), (6 * 10 * 2, 6 * 4));
        assert!(Experiment::parse(&format!("\u{feff}{FILE}")).is_ok(), "a byte-order mark");
    }

    #[test]
    fn a_wrong_file_is_told_in_a_line() {
        let refuse = |from: &str, to: &str| Experiment::parse(&FILE.replace(from, to)).unwrap_err().to_string();
        assert!(refuse("games = 10", "game = 10").starts_with("line "));
        assert!(refuse("title = 'Two agents'", "titel = 'x'").contains("unknown field `titel`"));
        assert!(refuse("'random'", "'randm'").starts_with("tournament `small`: there is no agent `randm`"));
        assert!(refuse("'tilesum'", "'chess'").starts_with("tournament `small`: there is no game `chess`"));
        assert!(refuse("name = 'small'", "name = '../x'").contains("letters, digits and hyphens"));
        assert!(refuse("[1, 2]", "[1, 1]").ends_with("seed 1 is given twice"));
        assert!(refuse("[1, 2]", "[]").ends_with("it takes at least one seed"));
        assert!(refuse("'nodes=10', 'nodes=20'", "'nodes=10', 'nodes=10'").contains("no two alike"));
        assert!(refuse("games = 10", "games = 10\ntime = 'long'").contains("`long` is not a time"));
        assert!(!refuse("= 10\n", "= \n").contains('\n'));
        for (number, name) in [
            ("games = 18446744073709551615", "games"),
            ("games = 0", "games"),
            ("games = 10\nhash = 1000000", "hash"),
            ("games = 10\nopenings = 4294967295", "openings"),
            ("games = 10\nmax_plies = 0", "max_plies"),
        ] {
            let told = refuse("games = 10", number);
            assert!(told.contains(&format!("{name} cannot be `")) || told.starts_with("line "), "{number}: {told}");
        }
        assert!(
            refuse("games = 4", "games = 2000000000000000").contains("games cannot be `2000000000000000`: it takes")
        );
        let threads = format!("'random', 'mcts:threads={}'", u64::MAX);
        assert!(refuse("'random', 'mcts:c=0.3'", &threads).contains("parameter threads cannot be"));
        assert!(Experiment::parse("title = 'Nothing'").unwrap_err().to_string().starts_with("it takes a tournament"));
    }

    #[test]
    fn wrong_measurements_are_told_too() {
        let refuse = |kind: &str, text: &str| {
            let file = format!("title = 'x'\n[[{kind}]]\nname = 'm'\ngame = 'tilesum'\n{text}");
            Experiment::parse(&file).unwrap_err().to_string()
        };
        let [value, search, parameters] = ["value", "search", "parameters"];
        assert!(refuse(value, "for = {}").starts_with("value `m`: for takes one or two options"));
        assert!(refuse(value, "for = { moves = [1] }\nhighest = 'min'").ends_with("its values are no numbers"));
        assert!(refuse(value, "for = { moves = [1, 2] }\nprinted = [1]").contains("printed takes 2 numbers"));
        assert!(refuse(value, "for = { moves = [1, 2] }\nexpected = [1]").contains("expected takes 2 numbers"));
        assert!(refuse(value, "for = { moves = [1, 1000] }").contains("1000"));
        assert!(refuse(search, "agents = ['random']").contains("a position or a number of random ones"));
        assert!(refuse(search, "agents = ['random']\npositions = ['x']").starts_with("search `m`: position `x`: "));
        let printed = "agents = ['random']\npositions = ['']\nprinted = [{ agent = 'randm' }]";
        assert!(refuse(search, printed).ends_with("printed: `randm` in position `` is not searched"));
        assert!(refuse(parameters, "agents = ['random', 'random']\ngames = 1").ends_with("`random` is given twice"));
        assert!(refuse(parameters, "agents = []\ngames = 1").contains("at least one agent"));
        assert!(refuse(parameters, "agents = ['random']\ngames = 1\nprinted = [{ size = 3 }]").starts_with("line 7: "));
    }
}
