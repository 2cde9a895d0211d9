//! `agon ugi`: the engine protocol of kz04px/ugi, with `query moves` and
//! `query reason` beside it.

use std::io::{BufRead, Write};

use agon_core::{DynGame, DynPlay, OptionKind, OptionSpec, Options, Player, Rng, Turn};
use anyhow::{Context, Result, anyhow, bail};

/// Arguments of `agon ugi`.
#[derive(clap::Args)]
pub struct Args {
    /// The game's name; `agon games` lists them
    game: String,
}

/// How the protocol writes a text with nothing in it.
const EMPTY: &str = "<empty>";

/// Reads commands until `quit` or the end of the input.
pub fn run(args: &Args) -> Result<()> {
    let info = agon_games::game_of(&args.game)?;
    let mut engine = Engine::new(info.name, Options::defaults(info.options))?;
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line.context("standard input")?;
        match engine.obey(&line) {
            Ok(Answer::Quit) => break,
            Ok(Answer::Lines(lines)) => lines.iter().try_for_each(|line| writeln!(out, "{line}"))?,
            Err(error) => writeln!(out, "info string error: {error:#}")?,
        }
        out.flush()?;
    }
    Ok(())
}

enum Answer {
    Lines(Vec<String>),
    Quit,
}

impl Answer {
    fn line(line: impl Into<String>) -> Self {
        Answer::Lines(vec![line.into()])
    }
}

struct Engine {
    name: &'static str,
    /// What the options are to be; the game is made from them when it is next asked something,
    /// since one option may only be right together with another that comes later.
    wanted: Options,
    game: Box<dyn DynGame>,
    play: Box<dyn DynPlay>,
    rng: Rng,
}

impl Engine {
    fn new(name: &'static str, options: Options) -> Result<Self> {
        let game = agon_games::open(name, options.clone())?;
        let play = game.start();
        Ok(Engine { name, wanted: options, game, play, rng: Rng::new(1) })
    }

    fn obey(&mut self, line: &str) -> Result<Answer> {
        let (word, rest) = split(line);
        match word {
            "ugi" => Ok(Answer::Lines(self.introduce())),
            "setoption" => self.set_option(rest),
            // Whoever asks waits for the answer, whatever else there is to say.
            "isready" => {
                let fault = self.settle().err().map(|error| format!("info string error: {error:#}"));
                Ok(Answer::Lines(fault.into_iter().chain(["readyok".to_string()]).collect()))
            }
            "uginewgame" => {
                self.settle()?;
                self.play = self.game.start();
                Ok(Answer::Lines(Vec::new()))
            }
            "position" => self.set_position(rest),
            "query" => self.query(rest),
            "go" => self.go(),
            // Nothing is searched, so there is nothing to stop.
            "" | "stop" => Ok(Answer::Lines(Vec::new())),
            "quit" => Ok(Answer::Quit),
            _ => bail!(
                "unknown command `{word}`; the commands are ugi, setoption, isready, uginewgame, position, query, go, stop, quit"
            ),
        }
    }

    fn introduce(&self) -> Vec<String> {
        let mut lines = vec![
            format!("id name Agon {} {}", env!("CARGO_PKG_VERSION"), self.name),
            "id author the Agon authors".to_string(),
            "option name agent type combo default random var random".to_string(),
            "option name seed type spin default 1 min 0 max 4294967295".to_string(),
        ];
        lines.extend(self.wanted.specs().iter().map(describe));
        lines.push("ugiok".to_string());
        lines
    }

    fn set_option(&mut self, rest: &str) -> Result<Answer> {
        let named =
            rest.strip_prefix("name ").map(str::trim_start).context("write: setoption name NAME value VALUE")?;
        let (name, rest) = split(named);
        let (word, value) = split(rest);
        if word != "value" {
            bail!("write: setoption name NAME value VALUE");
        }
        let value = if value == EMPTY { "" } else { value };
        match name {
            "seed" => {
                let seed = value.parse().map_err(|_| anyhow!("seed cannot be `{value}`: it takes a whole number"))?;
                self.rng = Rng::new(seed);
            }
            "agent" if value == "random" => {}
            "agent" => bail!("there is no agent `{value}`; the agents are random"),
            _ => self.wanted.set(name, value)?,
        }
        Ok(Answer::Lines(Vec::new()))
    }

    /// Makes the game anew if its options have changed.
    fn settle(&mut self) -> Result<()> {
        if self.wanted != *self.game.options() {
            self.game = agon_games::open(self.name, self.wanted.clone())?;
            self.play = self.game.start();
        }
        Ok(())
    }

    fn set_position(&mut self, rest: &str) -> Result<Answer> {
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
        Ok(Answer::Lines(Vec::new()))
    }

    fn query(&mut self, what: &str) -> Result<Answer> {
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
        Ok(Answer::line(format!("response {answer}").trim_end()))
    }

    fn go(&mut self) -> Result<Answer> {
        self.settle()?;
        if self.play.turn() == Turn::Chance && self.play.outcome().is_none() {
            bail!("chance is to move: draw one of `query moves` and play it");
        }
        match (self.play.random_move(&mut self.rng), self.play.outcome()) {
            (Some(mv), _) => Ok(Answer::line(format!("bestmove {mv}"))),
            (None, Some(end)) => bail!("the game is over ({})", end.reason),
            (None, None) => bail!("there is no move"),
        }
    }
}

/// The first word, and what follows it.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim_start()))
}

/// An option of the game as the protocol describes it.
fn describe(spec: &OptionSpec) -> String {
    let default = if spec.default.is_empty() { EMPTY } else { spec.default };
    match spec.kind {
        OptionKind::Int { min, max } => {
            format!("option name {} type spin default {default} min {min} max {max}", spec.name)
        }
        OptionKind::Choice(words) => {
            let words: Vec<String> = words.iter().map(|word| format!(" var {word}")).collect();
            format!("option name {} type combo default {default}{}", spec.name, words.concat())
        }
        OptionKind::Set(_) | OptionKind::Ints { .. } => {
            format!("option name {} type string default {default}", spec.name)
        }
    }
}
