//! The engine protocol of kz04px/ugi, with `query moves`, `query reason` and
//! `query position` beside it, for any agent.

mod lines;
mod output;
mod search;
mod state;
mod trace;

use std::io;

use agon_agents::{Settings, Spec, SpecError, Thinker};
use agon_core::{DynGame, GameInfo};
use anyhow::{Context, Result, bail};

pub use lines::{LineError, Lines};
pub use output::say;
use search::Search;
use state::State;
pub use trace::{Log, USUAL_NODES};

/// Makes the agent that a text names, as [`agon_agents::make`] does.
pub type Make<'m> = dyn FnMut(&dyn DynGame, &Spec, Settings) -> Result<Box<dyn Thinker>, SpecError> + 'm;

/// Reads an agent's text, and the files that it names where whoever speaks may open files.
pub type Read = fn(&str) -> Result<Spec>;

/// Reads commands until `quit` or the end of the input, also while it
/// searches. Where nobody can read its answers any more, it ends at once.
pub fn run<'m>(info: &'static GameInfo, make: &'m mut Make<'m>, read: Read) -> Result<()> {
    let mut engine = Engine::new(info, make, read)?;
    #[cfg(unix)]
    output::watch();
    for line in Lines::new(io::stdin().lock()) {
        let answer = match line {
            Ok(line) => engine.obey(&line),
            Err(LineError::Io(error)) => return Err(error).context("standard input"),
            Err(error) => Err(error.into()),
        };
        match answer {
            Ok(Answer::Quit) => {
                engine.stop();
                return Ok(());
            }
            Ok(Answer::Lines(lines)) => say(&lines)?,
            Err(error) => say(&[fault(&error)])?,
        }
    }
    // Nobody can say `stop` any more, but a search with a limit may end.
    engine.wait();
    Ok(())
}

fn fault(error: &anyhow::Error) -> String {
    format!("info string error: {error:#}")
}

enum Answer {
    Lines(Vec<String>),
    Quit,
}

impl Answer {
    fn none() -> Self {
        Answer::Lines(Vec::new())
    }
}

/// What the protocol talks to: the state, and the search if one is running.
struct Engine<'m> {
    state: State<'m>,
    search: Option<Search>,
}

impl<'m> Engine<'m> {
    fn new(info: &'static GameInfo, make: &'m mut Make<'m>, read: Read) -> Result<Self> {
        Ok(Engine { state: State::new(info, make, read)?, search: None })
    }

    fn obey(&mut self, line: &str) -> Result<Answer> {
        let (word, rest) = split(line);
        match word {
            "" => Ok(Answer::none()),
            "ugi" => Ok(Answer::Lines(self.state.introduce())),
            // Whoever asks waits for the answer, whatever else there is to say.
            "isready" => {
                // The agent is made now, so that its tables do not cost time on its clock.
                let fault = self.state.get_ready().err().map(|error| fault(&error));
                Ok(Answer::Lines(fault.into_iter().chain(["readyok".to_string()]).collect()))
            }
            "query" => Ok(Answer::Lines(vec![self.state.query(rest)?])),
            "stop" => {
                self.stop();
                Ok(Answer::none())
            }
            "quit" => Ok(Answer::Quit),
            "setoption" | "uginewgame" | "position" | "go" => {
                // None of these can be done to a position that is being thought about.
                self.stop();
                match word {
                    "setoption" => self.state.set_option(rest)?,
                    "uginewgame" => self.state.new_game()?,
                    "position" => self.state.set_position(rest)?,
                    _ => self.search = Some(Search::start(&mut self.state, rest)?),
                }
                Ok(Answer::none())
            }
            _ => bail!(
                "unknown command `{word}`; the commands are ugi, setoption, isready, uginewgame, position, query, go, stop, quit"
            ),
        }
    }

    /// Ends the search, if one is running, with its answer.
    fn stop(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop();
        }
    }

    /// Waits for the search, if one is running that ends by itself.
    fn wait(&mut self) {
        if let Some(search) = self.search.take() {
            search.wait();
        }
    }
}

/// The first word, and what follows it.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim_start()))
}
