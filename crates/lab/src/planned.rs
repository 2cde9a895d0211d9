//! What a game to be played is, in a form that can be kept and sent: whoever has it plays the
//! same game, in this process or on another machine.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use agon_agents::Settings;
use agon_core::{DynGame, DynPlay, Options, PerPlayer, Record};
use agon_search::Limits;
use serde::{Deserialize, Serialize};

use crate::runner::{Fixtures, Listener};
use crate::{
    Adjudication, Conditions, Contender, Control, Fixture, GameClock, LabError, Openings, RandomOpenings, Runner,
};

/// The tag that says by how much the times of a game were stretched for the machine that played it.
const PACE: &str = "Pace";

/// What all games of a run share.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    /// The game's name.
    pub game: String,
    /// Its options, as records hold them.
    pub options: String,
    /// Everybody who takes part, by text; a game names its players by their place here.
    pub players: Vec<String>,
    /// Time of a move.
    pub time: Option<Duration>,
    /// Moves made in the search of a move.
    pub nodes: Option<u64>,
    /// Completed iterations of a move's search.
    pub depth: Option<u32>,
    /// Playouts of a move's search.
    pub playouts: Option<u64>,
    /// The clock of each player for the whole game.
    pub clock: Option<GameClock>,
    /// How much later than its time an answer may come.
    pub margin: Duration,
    /// When games are ended before the rules end them.
    pub adjudication: Adjudication,
    /// The seed of the run.
    pub seed: u64,
    /// Memory of each player for tables, in megabytes.
    pub hash: usize,
    /// Threads of each player.
    pub threads: usize,
    /// How long an outside engine may be silent where no time is set, and while it starts.
    pub patience: Duration,
    /// The date that is written into records.
    pub date: String,
    /// Where openings come from, as records tell it.
    pub openings: String,
}

/// One game of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedGame {
    /// Its number in the run, from 1.
    pub round: usize,
    /// Who plays each side, by the place in the list of players.
    pub players: PerPlayer<usize>,
    /// The position it begins from; `None` for the usual start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves of its opening.
    pub moves: Vec<String>,
}

/// Plays games in other places than this process.
pub trait Remote: Sync {
    /// Plays games of a series and tells of each record, in the order of the games, until there
    /// are no more, `tell` breaks off, or the run is stopped. A series goes on when it is asked
    /// for again: its rounds follow one another.
    fn play(
        &self,
        series: &str,
        terms: &Terms,
        games: &mut dyn Iterator<Item = PlannedGame>,
        tell: &mut dyn FnMut(Record) -> Result<ControlFlow<()>, LabError>,
    ) -> Result<(), LabError>;
}

impl Terms {
    /// Plays these games one after another, as the run would that they belong to. `pace`
    /// stretches all times, for a machine that is slower than the one they are meant for. `tell`
    /// hears of each game; a run that is stopped loses the game in progress.
    pub fn play(
        &self,
        games: &[PlannedGame],
        pace: f64,
        stop: &Arc<AtomicBool>,
        tell: &mut dyn FnMut(&PlannedGame, Record) -> ControlFlow<()>,
    ) -> Result<(), LabError> {
        let game = self.open()?;
        let (players, conditions) = (self.contenders()?, self.conditions());
        let unused = Openings::random(&*game, RandomOpenings { plies: 0, seed: self.seed, balance: None });
        let mut runner = Runner::new(&*game, &players, &conditions, unused, stop)?;
        runner.words = conditions.words(&self.openings);
        runner.pace = pace;
        let mut seats = Vec::new();
        for planned in games {
            if planned.players.0.iter().any(|player| *player >= players.len()) {
                return Err(LabError::Planned(format!("game {} has players that are not in the list", planned.round)));
            }
            let start = planned.open(&*game)?;
            let fixture = Fixture { round: planned.round, players: planned.players, opening: 0 };
            let Some(mut record) = runner.play_from(start, &fixture, &mut seats)? else { break };
            if (pace - 1.0).abs() > f64::EPSILON {
                record.set_tag(PACE, &format!("{pace:.3}"));
            }
            if tell(planned, record).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Whether the same game comes out the same on every machine: nobody's time is limited,
    /// nobody thinks in several threads, and all players are Agon's own.
    pub fn is_repeatable(&self) -> bool {
        const COUNTED: [&str; 3] = ["nodes", "depth", "playouts"];
        let counted = self.nodes.is_some() || self.depth.is_some() || self.playouts.is_some();
        let is_repeatable = |text: &String| match text.parse() {
            Ok(Contender::Agent(spec)) => {
                let has = |names: &[&str]| spec.params.iter().any(|(name, _)| names.contains(&name.as_str()));
                !has(&["time", "threads"]) && (counted || has(&COUNTED) || ["random", "greedy"].contains(&&*spec.name))
            }
            _ => false,
        };
        !self.is_timed() && self.threads <= 1 && self.players.iter().all(is_repeatable)
    }

    /// Whether the time of players is limited by the run, and not by their own texts.
    pub fn is_timed(&self) -> bool {
        self.time.is_some() || self.clock.is_some()
    }

    /// The game with its options.
    pub fn open(&self) -> Result<Box<dyn DynGame>, LabError> {
        let wrong = |error: &dyn std::fmt::Display| LabError::Planned(error.to_string());
        let info = agon_games::game_of(&self.game).map_err(|error| wrong(&error))?;
        let options = Options::parse(info.options, &self.options).map_err(|error| wrong(&error))?;
        agon_games::open(info.name, options).map_err(|error| wrong(&error))
    }

    fn contenders(&self) -> Result<Vec<Contender>, LabError> {
        self.players.iter().map(|text| Ok(text.parse()?)).collect()
    }

    fn conditions(&self) -> Conditions {
        let Terms { time, nodes, depth, playouts, clock, margin, adjudication, seed, hash, threads, patience, .. } =
            *self;
        Conditions {
            control: Control { limits: Limits { time, nodes, depth, playouts, clock: None }, clock, margin },
            adjudication,
            seed,
            concurrency: 1,
            settings: Settings { seed, threads, hash },
            patience,
            date: self.date.clone(),
        }
    }
}

impl PlannedGame {
    /// The game as it stands after the opening.
    fn open(&self, game: &dyn DynGame) -> Result<Box<dyn DynPlay>, LabError> {
        let wrong = |why: String| LabError::Planned(format!("the opening of game {}: {why}", self.round));
        let mut play = match &self.position {
            Some(position) => game.position(position).map_err(|error| wrong(error.to_string()))?,
            None => game.start(),
        };
        for mv in &self.moves {
            play.play(mv).map_err(|error| wrong(error.to_string()))?;
        }
        Ok(play)
    }
}

impl<'r> Runner<'r> {
    /// The same runner, but its games are played elsewhere, as a series of this name.
    #[must_use]
    pub fn elsewhere(mut self, remote: &'r dyn Remote, series: &str) -> Self {
        self.remote = Some((remote, series.to_string()));
        self
    }

    /// What all games of the run share.
    pub fn terms(&self) -> Result<Terms, LabError> {
        let Conditions { control, adjudication, seed, settings, patience, .. } = *self.conditions;
        let Limits { time, nodes, depth, playouts, clock: _ } = control.limits;
        let text = |player: &Contender| match player {
            Contender::Agent(spec) if spec.weights.is_some() => {
                Err(LabError::Planned(format!("`{player}` has weights of its own, which are not sent along")))
            }
            _ => Ok(player.to_string()),
        };
        Ok(Terms {
            game: self.game.info().name.to_string(),
            options: self.game.options().to_string(),
            players: self.players.iter().map(text).collect::<Result<_, _>>()?,
            time,
            nodes,
            depth,
            playouts,
            clock: control.clock,
            margin: control.margin,
            adjudication,
            seed,
            hash: settings.hash,
            threads: settings.threads,
            patience,
            date: self.conditions.date.clone(),
            openings: self.opening_words(),
        })
    }

    /// A game of the run, with its opening; `None` if the run was stopped before that was found.
    pub fn plan(&self, fixture: &Fixture) -> Option<PlannedGame> {
        let play = self.opening(fixture)?;
        let position = (!play.starts_as_usual()).then(|| play.start_text());
        Some(PlannedGame { round: fixture.round, players: fixture.players, position, moves: play.line() })
    }

    /// Has the games of a run played elsewhere, and tells of all.
    pub(crate) fn run_elsewhere(
        &self,
        (remote, series): (&dyn Remote, &str),
        fixtures: Fixtures<'_>,
        tell: &mut Listener<'_>,
    ) -> Result<(), LabError> {
        let mut planned = (0..fixtures.games).map_while(|place| self.plan(&(fixtures.at)(place)));
        let mut told = 0;
        let mut hear = |record: Record| {
            if told == fixtures.games {
                return Err(LabError::Planned("there are more records than games".to_string()));
            }
            let fixture = (fixtures.at)(told);
            told += 1;
            self.recognise(&fixture, &record).map_err(LabError::Planned)?;
            let told = tell(&fixture, &record);
            if told.is_break() {
                self.stop.store(true, Ordering::Relaxed);
            }
            Ok(told)
        };
        remote.play(series, &self.terms()?, &mut planned, &mut hear)
    }
}
