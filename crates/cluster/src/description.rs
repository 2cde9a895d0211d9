//! What is submitted: a match, self-play or an experiment, as a TOML file.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use agon_agents::{Range, Settings, Spec};
use agon_core::{DynGame, Options};
use agon_lab::{
    Adjudication, Conditions, Contender, Contest, Control, Experiment, GameClock, Model, RandomOpenings, SelfPlay,
    Setting, Sprt, Threshold,
};
use agon_search::Limits;
use anyhow::{Context, Result, bail};
use serde::Deserialize;

/// How late an answer may be, as in experiments.
const MARGIN: Duration = Duration::from_secs(1);

/// How long an outside engine may be silent.
const ENGINE_PATIENCE: Duration = Duration::from_secs(10);

/// What a file describes.
pub enum Description {
    /// A match of two players, or a test that a match decides.
    Match(Box<Match>),
    /// Games of an agent against itself, as data to learn from.
    SelfPlay(Box<SelfPlayFile>),
    /// Tournaments and parameters, as `agon experiment` takes them.
    Experiment(Experiment),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MatchFile {
    #[serde(default)]
    title: String,
    r#match: Match,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SelfPlayFileWhole {
    #[serde(default)]
    title: String,
    selfplay: SelfPlayFile,
}

/// A match as a file says it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Match {
    #[serde(skip)]
    title: String,
    game: String,
    #[serde(default)]
    options: BTreeMap<String, Setting>,
    first: String,
    second: String,
    games: usize,
    #[serde(default = "four")]
    openings: u32,
    balance: Option<u16>,
    #[serde(default = "one")]
    seed: u64,
    #[serde(default = "sixteen")]
    hash: usize,
    time: Option<String>,
    clock: Option<String>,
    nodes: Option<u64>,
    playouts: Option<u64>,
    max_plies: Option<usize>,
    resign: Option<String>,
    draw: Option<String>,
    prove: Option<u64>,
    sprt: Option<SprtFile>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SprtFile {
    #[serde(default)]
    elo0: f64,
    elo1: f64,
    #[serde(default = "twentieth")]
    alpha: f64,
    #[serde(default = "twentieth")]
    beta: f64,
    model: Option<String>,
}

/// Self-play as a file says it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfPlayFile {
    #[serde(skip)]
    title: String,
    game: String,
    #[serde(default)]
    options: BTreeMap<String, Setting>,
    agent: String,
    games: usize,
    #[serde(default = "four")]
    openings: u32,
    #[serde(default)]
    explore: usize,
    #[serde(default = "one")]
    seed: u64,
    #[serde(default = "sixteen")]
    hash: usize,
    nodes: Option<u64>,
    playouts: Option<u64>,
    max_plies: Option<usize>,
}

fn one() -> u64 {
    1
}

fn four() -> u32 {
    4
}

fn sixteen() -> usize {
    16
}

fn twentieth() -> f64 {
    0.05
}

impl Description {
    /// Reads a file, and checks that all of it can be played.
    pub fn parse(text: &str) -> Result<Self> {
        let kinds: toml::Table = toml::from_str(text).map_err(|error| told(text, &error))?;
        let description = if kinds.contains_key("match") {
            let MatchFile { title, r#match } = toml::from_str(text).map_err(|error| told(text, &error))?;
            Description::Match(Box::new(Match { title, ..r#match }))
        } else if kinds.contains_key("selfplay") {
            let SelfPlayFileWhole { title, selfplay } = toml::from_str(text).map_err(|error| told(text, &error))?;
            Description::SelfPlay(Box::new(SelfPlayFile { title, ..selfplay }))
        } else {
            Description::Experiment(Experiment::parse(text)?)
        };
        description.check()?;
        Ok(description)
    }

    /// What it is called.
    pub fn title(&self) -> &str {
        match self {
            Description::Match(file) => &file.title,
            Description::SelfPlay(file) => &file.title,
            Description::Experiment(experiment) => &experiment.title,
        }
    }

    /// The outside engines that it plays with.
    pub fn commands(&self) -> Result<Vec<String>> {
        let mut commands: Vec<String> = self.players()?.iter().filter_map(command).collect();
        commands.sort();
        commands.dedup();
        Ok(commands)
    }

    /// Whether the times of players are limited.
    pub fn is_timed(&self) -> bool {
        match self {
            Description::Match(file) => file.time.is_some() || file.clock.is_some(),
            Description::SelfPlay(_) => false,
            Description::Experiment(experiment) => experiment.is_timed(),
        }
    }

    fn players(&self) -> Result<Vec<Contender>> {
        Ok(match self {
            Description::Match(file) => file.players()?.to_vec(),
            Description::SelfPlay(file) => vec![Contender::Agent(file.agent.parse()?)],
            Description::Experiment(experiment) => experiment.players()?,
        })
    }

    fn check(&self) -> Result<()> {
        match self {
            Description::Match(file) => file.check()?,
            Description::SelfPlay(file) => file.check()?,
            Description::Experiment(_) => {}
        }
        for player in self.players()? {
            if let Contender::Agent(spec) = &player
                && spec.params.iter().any(|(name, _)| name == "time")
            {
                bail!("`{player}` limits time in its own text, which cannot be fitted to machines: set nodes, or time");
            }
        }
        Ok(())
    }
}

/// The command of an outside engine, as an allow-list writes it.
pub fn command(player: &Contender) -> Option<String> {
    matches!(player, Contender::Engine(_)).then(|| player.to_string())
}

/// An error of TOML in one line.
fn told(text: &str, error: &toml::de::Error) -> anyhow::Error {
    let line = error.span().map_or(1, |span| 1 + text[..span.start.min(text.len())].matches('\n').count());
    anyhow::anyhow!("line {line}: {}", error.message().lines().collect::<Vec<_>>().join(" "))
}

/// The game with its options.
fn open(name: &str, given: &BTreeMap<String, Setting>) -> Result<Box<dyn DynGame>> {
    let info = agon_games::game_of(name)?;
    let mut options = Options::defaults(info.options);
    for (name, value) in given {
        options.set(name, &value.to_string())?;
    }
    Ok(agon_games::open(info.name, options)?)
}

/// Reads a text that may be missing.
fn read<T: std::str::FromStr<Err = String>>(name: &str, text: Option<&String>) -> Result<Option<T>> {
    text.map(|text| text.parse().map_err(|why| anyhow::anyhow!("{name} cannot be `{text}`: {why}"))).transpose()
}

impl Match {
    /// The game.
    pub fn open(&self) -> Result<Box<dyn DynGame>> {
        open(&self.game, &self.options)
    }

    /// Who plays.
    pub fn players(&self) -> Result<[Contender; 2]> {
        Ok([self.first.parse()?, self.second.parse()?])
    }

    /// How many games, and what ends them sooner.
    pub fn contest(&self) -> Result<Contest> {
        let sprt = self.sprt.as_ref().map(|sprt| {
            let model = read("model", sprt.model.as_ref())?.unwrap_or(Model::Normalized);
            anyhow::Ok(Sprt::new(sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta, model)?)
        });
        Ok(Contest { games: self.games, sprt: sprt.transpose()? })
    }

    /// Where games begin.
    pub fn openings(&self) -> RandomOpenings {
        RandomOpenings { plies: self.openings, seed: self.seed, balance: self.balance.map(i32::from) }
    }

    /// What all games share.
    pub fn conditions(&self, date: &str) -> Result<Conditions> {
        let time = self.time.as_ref().map(|text| {
            agon_agents::parse_time(text).with_context(|| format!("`{text}` is not a time such as 300ms, 0.3s or 2m"))
        });
        let limits =
            Limits { time: time.transpose()?, nodes: self.nodes, playouts: self.playouts, ..Limits::default() };
        let clock: Option<GameClock> = read("clock", self.clock.as_ref())?;
        let resign: Option<Threshold> = read("resign", self.resign.as_ref())?;
        let draw: Option<Threshold> = read("draw", self.draw.as_ref())?;
        Ok(Conditions {
            control: Control { limits, clock, margin: MARGIN },
            adjudication: Adjudication { resign, draw, plies: self.max_plies, prove: self.prove },
            seed: self.seed,
            concurrency: 1,
            settings: Settings { seed: self.seed, threads: 1, hash: self.hash },
            patience: ENGINE_PATIENCE,
            date: date.to_string(),
        })
    }

    fn check(&self) -> Result<()> {
        Range::GAMES.check(self.games)?;
        Range::OPENINGS.check(self.openings)?;
        Range::HASH.check(self.hash)?;
        Range::NODES.check_all(self.nodes)?;
        Range::PLAYOUTS.check_all(self.playouts)?;
        Range::PLIES.check_all(self.max_plies)?;
        Range::PROVE.check_all(self.prove)?;
        let game = self.open()?;
        self.contest()?;
        let conditions = self.conditions("")?;
        for player in self.players()? {
            match player {
                Contender::Agent(spec) => {
                    drop(agon_agents::make(&*game, &spec, Settings { hash: 1, ..conditions.settings })?);
                }
                Contender::Engine(_) if conditions.control.is_empty() => {
                    bail!("`{player}` has to be told how long to think: set time, clock, nodes or playouts")
                }
                Contender::Engine(_) => {}
            }
        }
        Ok(())
    }
}

impl SelfPlayFile {
    /// The game.
    pub fn open(&self) -> Result<Box<dyn DynGame>> {
        open(&self.game, &self.options)
    }

    /// The games as the lab plays them.
    pub fn selfplay(&self) -> Result<SelfPlay> {
        let agent: Spec = self.agent.parse()?;
        let limits = Limits { nodes: self.nodes, playouts: self.playouts, ..Limits::default() };
        let SelfPlayFile { games, openings, explore, seed, hash, max_plies, .. } = *self;
        let settings = Settings { seed, threads: 1, hash };
        Ok(SelfPlay { agent, games, limits, openings, explore, max_plies, seed, concurrency: 1, settings })
    }

    /// Whether a game comes out the same on every machine.
    pub fn is_repeatable(&self) -> bool {
        let texts = ["nodes", "depth", "playouts"];
        let spec: Option<Spec> = self.agent.parse().ok();
        let counted = spec.is_some_and(|spec| spec.params.iter().any(|(name, _)| texts.contains(&name.as_str())));
        (counted || self.nodes.is_some() || self.playouts.is_some()) && !self.agent.contains("threads=")
    }

    fn check(&self) -> Result<()> {
        Range::GAMES.check(self.games)?;
        Range::OPENINGS.check(self.openings)?;
        Range::EXPLORE.check(self.explore)?;
        Range::HASH.check(self.hash)?;
        Range::NODES.check_all(self.nodes)?;
        Range::PLAYOUTS.check_all(self.playouts)?;
        Range::PLIES.check_all(self.max_plies)?;
        let selfplay = self.selfplay()?;
        agon_agents::make(&*self.open()?, &selfplay.agent, Settings { hash: 1, ..selfplay.settings })?;
        Ok(())
    }
}

/// The name of a file without its ending, as letters, digits and hyphens.
pub fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let plain: String = stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    if plain.is_empty() { "run".to_string() } else { plain }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATCH: &str = "
title = 'Two'
[match]
game = 'tilesum'
first = 'mcts'
second = 'random'
games = 10
nodes = 50
sprt = { elo1 = 20 }
";

    fn refuse(from: &str, to: &str) -> String {
        Description::parse(&MATCH.replace(from, to)).err().map(|error| format!("{error:#}")).unwrap_or_default()
    }

    #[test]
    fn each_kind_is_read() {
        let Ok(Description::Match(file)) = Description::parse(MATCH) else { panic!("a match") };
        assert!(file.contest().unwrap().sprt.is_some() && file.title == "Two");
        let selfplay = "[selfplay]\ngame = 'tilesum'\nagent = 'mcts:playouts=5'\ngames = 3";
        let Ok(Description::SelfPlay(file)) = Description::parse(selfplay) else { panic!("self-play") };
        assert!(file.is_repeatable());
        let experiment =
            "title = 'x'\n[[tournament]]\nname = 'a'\ngame = 'tilesum'\nagents = ['random', 'greedy']\ngames = 2";
        let Ok(Description::Experiment(found)) = Description::parse(experiment) else { panic!("an experiment") };
        assert!(!found.is_timed());
        assert!(Description::parse(&format!("{experiment}\ntime = '1s'")).unwrap().is_timed());
    }

    #[test]
    fn what_is_wrong_is_told_in_a_line() {
        assert!(refuse("games = 10", "game = 'hex'").starts_with("line "));
        assert!(refuse("games = 10", "games = 0").contains("games cannot be"));
        assert!(refuse("'mcts'", "'mtcs'").contains("there is no agent `mtcs`"));
        assert!(refuse("'mcts'", "'mcts:time=1s'").contains("limits time in its own text"));
        assert!(refuse("elo1 = 20", "elo1 = -20").contains("elo0"));
        assert!(refuse("nodes = 50", "clock = 'x'").contains("clock cannot be `x`"));
        assert!(refuse("'mcts'\nsecond", "'cmd:./x'\nsecond").is_empty());
        assert!(refuse("nodes = 50\n", "\n").is_empty());
        let engine = MATCH.replace("'mcts'", "'cmd:./x -y'");
        assert_eq!(Description::parse(&engine).unwrap().commands().unwrap(), ["cmd:./x -y"]);
        assert!(Description::parse(&engine.replace("nodes = 50", "")).is_err());
    }
}
