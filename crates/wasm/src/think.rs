use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use agon_agents::{Report, Settings, Spec, SpecError, Thinker};
use agon_core::{DynGame, PerPlayer, Player};
use agon_search::{Clock, Limits};
use serde::Deserialize;

use crate::ask::json;
use crate::outline;
use crate::setup::{Desk, Setup};

/// Memory for tables where nobody says, in megabytes: a phone must bear it.
const HASH: usize = 32;

/// The agent last asked, which remembers what it found while the same game goes on.
#[derive(Default)]
pub struct Mind(Option<Known>);

struct Known {
    request: Identity,
    line: Vec<String>,
    thinker: Box<dyn Thinker>,
}

/// What must stay the same for an agent to be asked again.
#[derive(Clone, PartialEq, Eq)]
struct Identity {
    setup: Setup,
    agent: String,
    seed: u64,
    hash: usize,
}

impl Identity {
    fn make(&self, game: &dyn DynGame) -> Result<Box<dyn Thinker>, String> {
        let spec: Spec = self.agent.parse().map_err(|error: SpecError| error.to_string())?;
        let settings = Settings { seed: self.seed, threads: 1, hash: self.hash };
        agon_agents::make(game, &spec, settings).map_err(|error| error.to_string())
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    setup: Setup,
    moves: Vec<String>,
    agent: String,
    #[serde(default)]
    limits: Allowed,
    #[serde(default)]
    seed: Option<u64>,
    #[serde(default)]
    hash: Option<usize>,
}

/// The file of the network that a request needs and that is not there. A request that is wrong is
/// told when it is thought about.
pub fn missing(desk: &mut Desk, request: &str) -> Option<&'static str> {
    let request: Request = serde_json::from_str(request).ok()?;
    let spec: Spec = request.agent.parse().ok()?;
    agon_agents::missing_network(desk.game(&request.setup).ok()?, &spec)
}

/// How much may be thought; times in milliseconds.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Allowed {
    time_ms: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    playouts: Option<u64>,
    clock: Option<Clocks>,
}

/// What the clocks of the game show, in milliseconds, player 1's first.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Clocks {
    left_ms: [f64; 2],
    increment_ms: [f64; 2],
}

impl Mind {
    /// Thinks about a request; `report` hears what is found on the way.
    pub fn think(&mut self, desk: &mut Desk, request: &str, report: &mut dyn FnMut(String)) -> Result<String, String> {
        let request: Request =
            serde_json::from_str(request).map_err(|error| format!("cannot read the request: {error}"))?;
        let limits = request.limits.limits()?;
        let identity = Identity {
            setup: request.setup.clone(),
            agent: request.agent,
            seed: request.seed.unwrap_or(Settings::default().seed),
            hash: request.hash.unwrap_or(HASH).max(1),
        };
        let (game, play) = desk.play(&request.setup, &request.moves)?;
        let known = self.0.take().filter(|known| known.request == identity && request.moves.starts_with(&known.line));
        let mut thinker = match known {
            Some(known) => known.thinker,
            None => identity.make(game)?,
        };
        let mover = play.turn().player().unwrap_or(Player::One);
        let kept = limits.or(thinker.limits());
        let mut tell = |found: &Report| {
            if let Ok(text) = json(&outline::report(mover, found, &kept)) {
                report(text);
            }
        };
        let found = thinker
            .think(play, &limits, &Arc::new(AtomicBool::new(false)), &mut tell)
            .map_err(|error| error.to_string())?;
        let answer = json(&outline::report(mover, &found, &kept));
        self.0 = Some(Known { request: identity, line: request.moves, thinker });
        answer
    }
}

impl Allowed {
    fn limits(&self) -> Result<Limits, String> {
        let clock = match &self.clock {
            Some(Clocks { left_ms: [a, b], increment_ms: [c, d] }) => Some(Clock {
                left: PerPlayer([millis(*a)?, millis(*b)?]),
                increment: PerPlayer([millis(*c)?, millis(*d)?]),
            }),
            None => None,
        };
        Ok(Limits {
            time: self.time_ms.map(millis).transpose()?,
            nodes: self.nodes,
            depth: self.depth,
            playouts: self.playouts,
            clock,
        })
    }
}

fn millis(number: f64) -> Result<Duration, String> {
    Duration::try_from_secs_f64(number / 1000.0).map_err(|_| format!("{number} is not a time in milliseconds"))
}
