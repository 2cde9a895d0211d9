use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use agon_agents::{Settings, Spec, SpecError, Thinker};
use agon_core::{DynGame, DynPlay, Ply};
use agon_search::{Limits, Value};

use crate::ending::Fault;
use crate::stopwatch::Stopwatch;

/// A player at the board: it sits through many games, one after another.
pub(crate) trait Seat: Send {
    /// Gets ready for a game whose randomness follows from `seed`.
    fn new_game(&mut self, seed: u64, stop: &AtomicBool) -> Result<(), Fault>;

    /// Chooses a move. When the run is stopped meanwhile, the answer is of no
    /// account, but comes soon.
    fn choose(&mut self, question: &Question<'_>) -> Result<Choice, Fault>;
}

/// What a player is asked.
pub(crate) struct Question<'q> {
    pub play: &'q dyn DynPlay,
    /// The moves so far.
    pub line: &'q [Ply],
    pub limits: Limits,
    /// After what time it has lost, if its time is counted.
    pub allowed: Option<Duration>,
    pub stop: &'q Arc<AtomicBool>,
}

/// How a player names its move: by its number inside this process, in text from outside.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Named {
    Action(u32),
    Text(String),
}

impl Default for Named {
    fn default() -> Self {
        Named::Text(String::new())
    }
}

/// What a player answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Choice {
    pub mv: Named,
    /// What it thinks of its own game.
    pub score: Option<Value>,
    pub depth: Option<u32>,
    /// How much of the time the machine kept it waiting, as far as that is known.
    pub waited: Duration,
}

/// One of Agon's own agents.
pub(crate) struct AgentSeat<'g> {
    pub game: &'g dyn DynGame,
    pub spec: Spec,
    pub settings: Settings,
    /// Made anew for each game, so that a game depends on nothing but its seed.
    pub thinker: Option<Box<dyn Thinker>>,
}

impl AgentSeat<'_> {
    /// Whether the agent thinks in one thread.
    fn is_single(&self) -> bool {
        self.settings.threads <= 1 && self.spec.params.iter().all(|(name, _)| name != "threads")
    }
}

impl Seat for AgentSeat<'_> {
    fn new_game(&mut self, seed: u64, _: &AtomicBool) -> Result<(), Fault> {
        let made = agon_agents::make(self.game, &self.spec, Settings { seed, ..self.settings });
        let mut thinker = made.map_err(|error| match error {
            SpecError::Memory(error) => Fault::Memory(error),
            error => Fault::Crash(error.to_string()),
        })?;
        thinker.get_ready();
        self.thinker = Some(thinker);
        Ok(())
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<Choice, Fault> {
        let thinker = self.thinker.as_mut().ok_or_else(|| Fault::Crash("no game was begun".to_string()))?;
        let stopwatch = Stopwatch::start();
        // A fault in one agent should cost it a game, and not everybody the night's run.
        let chosen = catch_unwind(AssertUnwindSafe(|| thinker.choose(question.play, &question.limits, question.stop)));
        // Of several threads, this one may rightly wait for the others.
        let waited = if self.is_single() { stopwatch.waited() } else { Duration::ZERO };
        match chosen {
            Ok(Ok(decision)) => Ok(Choice {
                mv: Named::Action(decision.action),
                score: Some(decision.score),
                depth: (decision.depth > 0).then_some(decision.depth),
                waited,
            }),
            Ok(Err(error)) => Err(Fault::Crash(error.to_string())),
            Err(_) => {
                self.thinker = None;
                Err(Fault::Crash("the agent panicked".to_string()))
            }
        }
    }
}
