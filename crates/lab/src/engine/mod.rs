//! Outside engines that speak UGI.

#[cfg(unix)]
mod guard;
mod process;
mod words;

use std::io;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use agon_agents::Settings;
use agon_core::{DynGame, Options};

use crate::CommandLine;
use crate::ending::Fault;
use crate::seat::{Choice, Named, Question, Seat};
use process::{Process, Quiet};
use words::{answer, excerpt, go, position, thought};

/// How much later than allowed an answer is still waited for: it comes too
/// late for the game, but shows that the engine is alive.
const GRACE: Duration = Duration::from_secs(1);
/// How often an engine may put off its answer by saying something, where no time is set.
const MOST_WAITS: u32 = 60;
/// More options than any engine has.
const MOST_OPTIONS: usize = 1000;

/// An outside engine at the board. Whatever it does wrong costs it the game;
/// it is started again for the next.
pub(crate) struct EngineSeat {
    command: CommandLine,
    options: Options,
    settings: Settings,
    /// How long it may be silent where nothing else says so.
    patience: Duration,
    running: Option<Process>,
    /// Whether it has introduced itself, and the options that it knows.
    known: Option<Vec<String>>,
}

impl EngineSeat {
    /// Starts the engine; it introduces itself later.
    pub fn start(
        command: &CommandLine,
        game: &dyn DynGame,
        settings: Settings,
        patience: Duration,
    ) -> io::Result<Self> {
        let running = Some(Process::start(command)?);
        let options = game.options().clone();
        Ok(EngineSeat { command: command.clone(), options, settings, patience, running, known: None })
    }

    /// The process, started again if need be.
    fn process(&mut self) -> Result<&mut Process, Fault> {
        if self.running.is_none() {
            let started = Process::start(&self.command);
            self.running = Some(started.map_err(|error| Fault::Crash(format!("cannot start the engine: {error}")))?);
            self.known = None;
        }
        self.running.as_mut().ok_or_else(|| Fault::Crash("the engine is not running".to_string()))
    }

    /// Waits for a word that stands alone on a line; gives the options listed before it.
    fn wait_for(&mut self, word: &str, stop: &AtomicBool) -> Result<Vec<String>, Fault> {
        let (patience, mut options, mut odd) = (self.patience, Vec::new(), None);
        let until = Instant::now() + patience;
        loop {
            match self.process()?.hear(until, stop) {
                Ok(line) if line == word => return Ok(options),
                Ok(line) => match words::option_name(&line) {
                    Some(name) if options.len() < MOST_OPTIONS => options.push(name),
                    _ if odd.is_none() && !line.starts_with("id ") && !line.starts_with("info ") => odd = Some(line),
                    _ => {}
                },
                Err(quiet) => return Err(self.fault(quiet, odd.as_ref(), patience)),
            }
        }
    }

    /// What a silence means. `odd` is something that was said and is no answer.
    fn fault(&mut self, quiet: Quiet, odd: Option<&String>, waited: Duration) -> Fault {
        match (quiet, odd) {
            (Quiet::Ended, _) => Fault::Crash(self.running.as_mut().map_or_else(String::new, Process::farewell)),
            (Quiet::Late | Quiet::Stopped, Some(odd)) => {
                Fault::Garbage(format!("no answer in {:.1} s, but `{}`", waited.as_secs_f64(), excerpt(odd)))
            }
            (Quiet::Late | Quiet::Stopped, None) => Fault::Silence(waited),
        }
    }

    fn prepare(&mut self, seed: u64, stop: &AtomicBool) -> Result<(), Fault> {
        // What a new process has said already is evidence of what is wrong with it;
        // what one says between games is nobody's answer.
        self.process()?;
        if self.known.is_none() {
            self.introduce(stop)?;
        } else {
            self.process()?.drain();
        }
        if self.known.iter().flatten().any(|name| name == "seed") {
            self.process()?.send(format!("setoption name seed value {seed}"));
        }
        let process = self.process()?;
        process.send("uginewgame".to_string());
        process.send("isready".to_string());
        self.wait_for("readyok", stop)?;
        Ok(())
    }

    /// The handshake, and the options of the game.
    fn introduce(&mut self, stop: &AtomicBool) -> Result<(), Fault> {
        self.process()?.send("ugi".to_string());
        let known = self.wait_for("ugiok", stop)?;
        let Settings { threads, hash, .. } = self.settings;
        let mut settings = vec![("threads", threads.to_string()), ("hash", hash.to_string())];
        settings.retain(|(name, _)| known.iter().any(|known| known == name));
        // The game's own options it has to know, whether it lists them or not.
        settings.extend(self.options.changed().map(|(name, value)| (name, value.to_string())));
        let orders = settings.iter().map(|(name, value)| match value.as_str() {
            "" => format!("setoption name {name} value <empty>"),
            value => format!("setoption name {name} value {value}"),
        });
        let orders: Vec<String> = orders.collect();
        let process = self.process()?;
        for order in orders {
            process.send(order);
        }
        self.known = Some(known);
        Ok(())
    }

    fn ask(&mut self, question: &Question<'_>) -> Result<Choice, Fault> {
        let patience = self.patience;
        let process = self.process()?;
        process.drain();
        process.send(position(question.play, question.line));
        process.send(go(&question.limits));
        let asked = Instant::now();
        let last = asked + question.allowed.map_or(patience * MOST_WAITS, |allowed| allowed + GRACE);
        let (mut choice, mut odd) = (Choice::default(), None);
        let mut until = if question.allowed.is_some() { last } else { asked + patience };
        loop {
            match self.process()?.hear(until, question.stop) {
                Ok(line) => {
                    if let Some(mv) = answer(&line) {
                        return Ok(Choice { mv: Named::Text(mv.to_string()), ..choice });
                    }
                    if thought(&line, &mut choice) {
                        until = until.max(Instant::now() + patience).min(last);
                    } else if !line.is_empty() {
                        odd.get_or_insert(line);
                    }
                }
                Err(quiet) => return Err(self.fault(quiet, odd.as_ref(), asked.elapsed())),
            }
        }
    }

    /// An engine that failed is not to be trusted any more.
    fn end(&mut self) {
        if let Some(mut process) = self.running.take() {
            process.kill();
        }
    }
}

impl Seat for EngineSeat {
    fn new_game(&mut self, seed: u64, stop: &AtomicBool) -> Result<(), Fault> {
        self.prepare(seed, stop).inspect_err(|_| self.end())
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<Choice, Fault> {
        self.ask(question).inspect_err(|_| self.end())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// What an engine says before it is asked anything tells nonsense from silence.
    #[test]
    fn nonsense_before_the_first_question_is_remembered() {
        let command: CommandLine = "cat /dev/zero".parse().unwrap();
        let info = agon_games::game_of("tilesum").unwrap();
        let game = agon_games::open(info.name, Options::defaults(info.options)).unwrap();
        let patience = Duration::from_millis(200);
        let mut seat = EngineSeat::start(&command, &*game, Settings::default(), patience).unwrap();
        std::thread::sleep(Duration::from_millis(500));
        let fault = seat.new_game(1, &AtomicBool::new(false)).unwrap_err();
        assert!(matches!(&fault, Fault::Garbage(_)), "{fault:?}");
    }
}
