use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use agon_agents::Settings;
use agon_core::{DynGame, PerPlayer, Player, Record, mix};

use crate::archive::ROUND;
use crate::bout::Bout;
use crate::engine::EngineSeat;
use crate::seat::{AgentSeat, Seat};
use crate::{Adjudication, Archive, Contender, Control, LabError, Openings};

/// What all games of a run share.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// How much the players may think.
    pub control: Control,
    /// When games are ended before the rules end them.
    pub adjudication: Adjudication,
    /// What chance and agents follow from, together with the number of the game.
    pub seed: u64,
    /// Games played at a time.
    pub concurrency: usize,
    /// What every agent is told beside its text; the seed is each game's own.
    pub settings: Settings,
    /// How long an outside engine may be silent where no time is set, and while it starts.
    pub patience: Duration,
    /// The date that is written into records.
    pub date: String,
}

impl Conditions {
    /// For agents that think as long as their texts say, with so many
    /// megabytes each; games of `plies` half moves are given up.
    pub(crate) fn untimed(seed: u64, concurrency: usize, hash: usize, plies: Option<usize>) -> Self {
        /// Silence that nobody should wait longer for.
        const PATIENCE: Duration = Duration::from_secs(60);
        Conditions {
            control: Control::default(),
            adjudication: Adjudication { plies, ..Adjudication::default() },
            seed,
            concurrency,
            settings: Settings { seed, threads: 1, hash },
            patience: PATIENCE,
            date: String::new(),
        }
    }
}

/// One game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number in the run, from 1.
    pub round: usize,
    /// Who plays each side, by the place in the list of players.
    pub players: PerPlayer<usize>,
    /// Which opening it begins from.
    pub opening: usize,
}

/// Plays games between players, several at a time.
pub struct Runner<'r> {
    game: &'r dyn DynGame,
    players: &'r [Contender],
    conditions: &'r Conditions,
    openings: Mutex<Openings<'r>>,
    stop: Arc<AtomicBool>,
}

/// What hears of every game of a run, and may end it.
pub(crate) type Listener<'l> = dyn FnMut(&Fixture, &Record) -> ControlFlow<()> + Send + 'l;

/// What the threads of a run share.
struct Shared<'s> {
    next: AtomicUsize,
    hall: Mutex<Hall<'s>>,
}

struct Hall<'s> {
    archive: Option<&'s mut Archive>,
    tell: &'s mut Listener<'s>,
    error: Option<LabError>,
}

impl<'r> Runner<'r> {
    /// A runner for these players. `stop` ends a run early; what has been
    /// played stays. A text that names no player is told here, before the first game.
    pub fn new(
        game: &'r dyn DynGame,
        players: &'r [Contender],
        conditions: &'r Conditions,
        openings: Openings<'r>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, LabError> {
        for player in players {
            match player {
                Contender::Agent(spec) => drop(agon_agents::make(game, spec, conditions.settings)?),
                Contender::Engine(command) if conditions.control.is_empty() => {
                    return Err(LabError::Endless(command.to_string()));
                }
                Contender::Engine(_) => {}
            }
        }
        Ok(Runner { game, players, conditions, openings: Mutex::new(openings), stop: Arc::clone(stop) })
    }

    /// The players.
    pub fn players(&self) -> &'r [Contender] {
        self.players
    }

    /// Whether the run was stopped.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Plays all these games but those that the archive holds already, writes
    /// each down as it ends, and tells of all.
    pub(crate) fn run(
        &self,
        fixtures: &[Fixture],
        archive: Option<&mut Archive>,
        tell: &mut Listener<'_>,
    ) -> Result<(), LabError> {
        let mut open = Vec::new();
        for fixture in fixtures {
            match archive.as_ref().and_then(|archive| archive.game(fixture.round).map(|record| (archive, record))) {
                Some((archive, record)) => {
                    self.recognise(fixture, record).map_err(|why| archive.fault(why))?;
                    if tell(fixture, record).is_break() {
                        return Ok(());
                    }
                }
                None => open.push(*fixture),
            }
        }
        let workers = self.conditions.concurrency.clamp(1, open.len().max(1));
        let shared = Shared { next: AtomicUsize::new(0), hall: Mutex::new(Hall { archive, tell, error: None }) };
        thread::scope(|scope| {
            for _ in 0..workers {
                scope.spawn(|| self.work(&open, &shared));
            }
        });
        let hall = shared.hall.into_inner().unwrap_or_else(PoisonError::into_inner);
        hall.error.map_or(Ok(()), Err)
    }

    /// Plays one game after another until there are none.
    fn work(&self, fixtures: &[Fixture], shared: &Shared<'_>) {
        let mut seats: Vec<(usize, Box<dyn Seat + '_>)> = Vec::new();
        while !self.is_stopped()
            && let Some(fixture) = fixtures.get(shared.next.fetch_add(1, Ordering::Relaxed))
        {
            let played = self.play(fixture, &mut seats);
            let mut hall = shared.hall.lock().unwrap_or_else(PoisonError::into_inner);
            let told = match played {
                Ok(Some(record)) => hall.hear(fixture, &record),
                Ok(None) => Ok(ControlFlow::Continue(())),
                Err(error) => Err(error),
            };
            if !matches!(told, Ok(ControlFlow::Continue(()))) {
                self.stop.store(true, Ordering::Relaxed);
            }
            hall.error = hall.error.take().or(told.err());
        }
    }

    fn play<'s>(
        &'s self,
        fixture: &Fixture,
        seats: &mut Vec<(usize, Box<dyn Seat + 's>)>,
    ) -> Result<Option<Record>, LabError> {
        // Players that are not in this game go home, so that a tournament
        // needs no more memory than a match.
        seats.retain(|(player, _)| fixture.players.0.contains(player));
        for player in fixture.players.0 {
            if !seats.iter().any(|(seated, _)| *seated == player) {
                seats.push((player, self.seat(player)?));
            }
        }
        seats.sort_by_key(|(player, _)| *player != fixture.players[Player::One]);
        let [(_, one), (_, two)] = seats.as_mut_slice() else { return Ok(None) };
        let start = self.openings.lock().unwrap_or_else(PoisonError::into_inner).get(fixture.opening);
        let Conditions { control, adjudication, seed, .. } = *self.conditions;
        let bout = Bout { control, adjudication, seed: mix(seed ^ mix(fixture.round as u64)), stop: &self.stop };
        let record = bout.play(start, PerPlayer([&mut **one, &mut **two]));
        Ok(record.map(|mut record| {
            for (tag, value) in self.tags(fixture) {
                record.set_tag(tag, &value);
            }
            record.set_tag("Date", &self.conditions.date);
            record
        }))
    }

    fn seat(&self, player: usize) -> Result<Box<dyn Seat + '_>, LabError> {
        let Conditions { settings, patience, .. } = *self.conditions;
        Ok(match &self.players[player] {
            Contender::Agent(spec) => {
                Box::new(AgentSeat { game: self.game, spec: spec.clone(), settings, thinker: None })
            }
            Contender::Engine(command) => {
                let started = EngineSeat::start(command, self.game, settings, patience);
                let wrong = |error: std::io::Error| LabError::Start {
                    command: command.program.clone(),
                    why: error.to_string(),
                };
                Box::new(started.map_err(wrong)?)
            }
        })
    }

    /// What is written down with a game, and says which game of which run it is.
    fn tags(&self, fixture: &Fixture) -> [(&'static str, String); 5] {
        let name = |player| self.players[fixture.players[player]].to_string();
        [
            ("First", name(Player::One)),
            ("Second", name(Player::Two)),
            (ROUND, fixture.round.to_string()),
            ("TimeControl", self.conditions.control.to_string()),
            ("Seed", self.conditions.seed.to_string()),
        ]
    }

    /// Whether a record is of this game of this run; if not, why.
    fn recognise(&self, fixture: &Fixture, record: &Record) -> Result<(), String> {
        let rules = [("Game", self.game.info().name.to_string()), ("Options", self.game.options().to_string())];
        for (tag, wanted) in rules.into_iter().chain(self.tags(fixture)) {
            // Values are compared as a tag holds them.
            let mut asked = Record::default();
            asked.set_tag(tag, &wanted);
            if asked.tag(tag) != record.tag(tag) {
                let found = record.tag(tag).unwrap_or("not given");
                let wanted = asked.tag(tag).unwrap_or("not given");
                return Err(format!(
                    "game {} is of another run: {tag} is {found} and would be {wanted}",
                    fixture.round
                ));
            }
        }
        Ok(())
    }
}

impl Hall<'_> {
    fn hear(&mut self, fixture: &Fixture, record: &Record) -> Result<ControlFlow<()>, LabError> {
        if let Some(archive) = &mut self.archive {
            archive.append(record)?;
        }
        Ok((self.tell)(fixture, record))
    }
}
