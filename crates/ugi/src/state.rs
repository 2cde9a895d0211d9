//! What the protocol sets and asks: options, the position, the agent.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use agon_agents::{Range, Settings, Spec, Thinker};
use agon_core::{DynGame, DynPlay, GameInfo, OptionKind, OptionSpec, Options, Player, Turn};
use anyhow::{Context, Result, anyhow, bail};

use super::{Make, Read, split};
use crate::trace::Log;

/// How the protocol writes a text with nothing in it.
const EMPTY: &str = "<empty>";

/// An agent that a search may hold while it thinks.
pub type SharedThinker = Arc<Mutex<Box<dyn Thinker>>>;

pub struct State<'m> {
    make: &'m mut Make<'m>,
    read: Read,
    info: &'static GameInfo,
    /// What the options are to be; the game is made from them when it is next
    /// needed, since one option may only be right together with a later one.
    wanted: Options,
    game: Box<dyn DynGame>,
    play: Box<dyn DynPlay>,
    agent: Spec,
    settings: Settings,
    /// Made when it is first needed, and anew when anything it depends on changes.
    thinker: Option<SharedThinker>,
    /// The file that searches write their logs to.
    trace: Option<PathBuf>,
}

impl<'m> State<'m> {
    pub fn new(info: &'static GameInfo, make: &'m mut Make<'m>, read: Read) -> Result<Self> {
        let wanted = Options::usual(info.options);
        let game = agon_games::open(info.name, wanted.clone())?;
        let play = game.start();
        let agent = agon_agents::DEFAULT.parse()?;
        let (settings, thinker, trace) = (Settings::default(), None, None);
        Ok(State { make, read, info, wanted, game, play, agent, settings, thinker, trace })
    }

    pub fn introduce(&self) -> Vec<String> {
        let Settings { seed, threads, hash } = Settings::default();
        let spin = |Range { name, min, max, .. }, usual: u64| {
            format!("option name {name} type spin default {usual} min {min} max {max}")
        };
        let mut lines = vec![
            format!("id name Agon {} {}", env!("CARGO_PKG_VERSION"), self.info.name),
            "id author the Agon authors".to_string(),
            format!("option name agent type string default {}", agon_agents::DEFAULT),
            format!("option name trace type string default {EMPTY}"),
            spin(Range::threads(), threads as u64),
            spin(Range::HASH, hash as u64),
            spin(Range::SEED, seed),
        ];
        let options = agon_games::options_of(self.info);
        lines.extend(options.map(|spec| describe(spec, self.wanted.text(spec.name))));
        lines.push("ugiok".to_string());
        lines
    }

    pub fn set_option(&mut self, rest: &str) -> Result<()> {
        let named = rest.strip_prefix("name ").context("write: setoption name NAME value VALUE")?;
        let (name, rest) = split(named);
        let (word, value) = split(rest);
        if word != "value" {
            bail!("write: setoption name NAME value VALUE");
        }
        let value = if value == EMPTY { "" } else { value };
        let number = |range: Range| range.parse::<u64>(value).map_err(|error| anyhow!("option {error}"));
        match name {
            "agent" => {
                let agent: Spec = (self.read)(value)?;
                agon_agents::make(&*self.game, &agent, self.settings)?;
                self.agent = agent;
            }
            "trace" => {
                self.trace = (!value.is_empty()).then(|| PathBuf::from(value));
                return Ok(());
            }
            "threads" => self.settings.threads = number(Range::threads())? as usize,
            "hash" => self.settings.hash = number(Range::HASH)? as usize,
            "seed" => self.settings.seed = number(Range::SEED)?,
            _ => self.wanted.set(name, value)?,
        }
        self.thinker = None;
        Ok(())
    }

    /// Makes the game anew if its options have changed.
    pub fn settle(&mut self) -> Result<()> {
        if self.wanted != *self.game.options() {
            self.game = agon_games::open(self.info.name, self.wanted.clone())?;
            self.play = self.game.start();
            self.thinker = None;
        }
        Ok(())
    }

    pub fn new_game(&mut self) -> Result<()> {
        self.settle()?;
        self.play = self.game.start();
        self.thinker = None;
        Ok(())
    }

    pub fn set_position(&mut self, rest: &str) -> Result<()> {
        self.settle()?;
        let words: Vec<&str> = rest.split_whitespace().collect();
        let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let mut play = match &words[..end] {
            ["startpos"] => self.game.start(),
            ["fen", fen @ ..] => self.game.position(&fen.join(" "))?,
            _ => bail!("write: position startpos|fen POSITION [moves MOVE …]"),
        };
        for (at, mv) in words.iter().skip(end + 1).enumerate() {
            play.play(mv).with_context(|| format!("move {}", at + 1))?;
        }
        self.play = play;
        Ok(())
    }

    pub fn query(&mut self, what: &str) -> Result<String> {
        self.settle()?;
        let outcome = self.play.outcome();
        let answer = match what.trim() {
            "p1turn" => (self.play.turn() == Turn::Player(Player::One)).to_string(),
            "gameover" => outcome.is_some().to_string(),
            "result" => outcome.map_or("none", |end| end.word()).to_string(),
            "reason" => outcome.map_or("none", |end| end.reason).to_string(),
            "moves" => self.play.moves().join(" "),
            "position" => self.play.position_text(),
            other => {
                bail!("unknown query `{other}`; the queries are p1turn, gameover, result, reason, moves, position")
            }
        };
        Ok(format!("response {answer}").trim_end().to_string())
    }

    /// The position, for a search of its own.
    pub fn position(&self) -> Box<dyn DynPlay> {
        self.play.boxed_clone()
    }

    /// The log of a search from here and its file, if searches are to write one.
    pub fn log(&self) -> Option<(Log, PathBuf)> {
        let file = self.trace.clone()?;
        Some((Log::new(&*self.play, &self.agent.to_string()), file))
    }

    /// Makes the agent, and has it get ready, so that its tables do not cost time on its clock.
    pub fn get_ready(&mut self) -> Result<()> {
        // One that is thinking has what it needs.
        if let Ok(mut thinker) = self.thinker()?.try_lock() {
            thinker.get_ready();
        }
        Ok(())
    }

    /// The agent, made if need be.
    pub fn thinker(&mut self) -> Result<SharedThinker> {
        self.settle()?;
        if let Some(thinker) = &self.thinker {
            return Ok(Arc::clone(thinker));
        }
        let made = Arc::new(Mutex::new((self.make)(&*self.game, &self.agent, self.settings)?));
        self.thinker = Some(Arc::clone(&made));
        Ok(made)
    }
}

/// An option of the game as the protocol describes it.
fn describe(spec: &OptionSpec, value: &str) -> String {
    let default = if value.is_empty() { EMPTY } else { value };
    let name = spec.name;
    match spec.kind {
        OptionKind::Int { min, max } => format!("option name {name} type spin default {default} min {min} max {max}"),
        OptionKind::Choice(words) => {
            let words: Vec<String> = words.iter().map(|word| format!(" var {word}")).collect();
            format!("option name {name} type combo default {default}{}", words.concat())
        }
        OptionKind::Ruleset { rulesets, .. } => {
            let words: Vec<String> = rulesets.iter().map(|ruleset| format!(" var {}", ruleset.name)).collect();
            format!("option name {name} type combo default {default}{}", words.concat())
        }
        OptionKind::Set(_) | OptionKind::Ints { .. } | OptionKind::EachInt { .. } => {
            format!("option name {name} type string default {default}")
        }
    }
}
