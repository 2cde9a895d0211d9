use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use agon_agents::{Settings, SpecError};
use agon_core::{DynGame, DynPlay, PerPlayer, Player, Record, mix};

use crate::archive::ROUND;
use crate::bout::Bout;
use crate::engine::EngineSeat;
use crate::seat::{AgentSeat, Seat};
use crate::{Adjudication, Archive, Contender, Control, LabError, Openings, Remote};

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

/// The tag for what may change a game beside its players, seed and time control.
const CONDITIONS: &str = "Conditions";

/// What differs between two lists of conditions, by the first name for which they do.
fn difference(found: &str, wanted: &str) -> Option<(String, String, String)> {
    let read = |text: &str| -> BTreeMap<String, String> {
        let pair = |word: &str| {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            (name.to_string(), value.to_string())
        };
        text.split_whitespace().map(pair).collect()
    };
    let (found, wanted) = (read(found), read(wanted));
    let value = |of: &BTreeMap<String, String>, name: &str| of.get(name).map_or("not set", String::as_str).to_string();
    let names: BTreeSet<&String> = found.keys().chain(wanted.keys()).collect();
    let differs = names.into_iter().find(|name| found.get(*name) != wanted.get(*name))?;
    Some((differs.clone(), value(&found, differs), value(&wanted, differs)))
}

impl Conditions {
    /// What may change a game beside its players, seed and time control, as `name=value` words.
    pub(crate) fn words(&self, openings: &str) -> String {
        let Conditions { control, adjudication, settings, patience, .. } = self;
        let Adjudication { resign, draw, plies, prove } = adjudication;
        let set = |name: &str, value: Option<String>| value.map(|value| format!("{name}={value}"));
        let words = [
            Some(openings.to_string()),
            set("max-plies", plies.map(|plies| plies.to_string())),
            set("resign", resign.map(|resign| resign.to_string())),
            set("draw", draw.map(|draw| draw.to_string())),
            set("prove", prove.map(|prove| prove.to_string())),
            set("margin", Some(format!("{}s", control.margin.as_secs_f64()))),
            set("patience", Some(format!("{}s", patience.as_secs_f64()))),
            set("hash", Some(settings.hash.to_string())),
            set("threads", Some(settings.threads.to_string())),
        ];
        words.into_iter().flatten().collect::<Vec<_>>().join(" ")
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

/// The games of a run: how many, and each by its place. They are not a list, because people ask
/// for more games than they mean to wait for. Their rounds follow one another.
#[derive(Clone, Copy)]
pub(crate) struct Fixtures<'f> {
    pub games: usize,
    /// The game at a place, counted from 0.
    pub at: &'f (dyn Fn(usize) -> Fixture + Sync),
}

impl Fixtures<'_> {
    /// The game of a round, if it is one of these.
    fn of_round(&self, round: usize) -> Option<Fixture> {
        let first = if self.games == 0 { return None } else { (self.at)(0).round };
        let place = round.checked_sub(first).filter(|place| *place < self.games)?;
        Some((self.at)(place))
    }
}

/// Plays games between players, several at a time.
pub struct Runner<'r> {
    pub(crate) game: &'r dyn DynGame,
    pub(crate) players: &'r [Contender],
    pub(crate) conditions: &'r Conditions,
    openings: Mutex<Openings<'r>>,
    /// The conditions as the records hold them.
    pub(crate) words: String,
    pub(crate) stop: Arc<AtomicBool>,
    /// By how much all times are stretched.
    pub(crate) pace: f64,
    /// Where games are played if not here, and as which series.
    pub(crate) remote: Option<(&'r dyn Remote, String)>,
}

/// The players who sit, by their place in the list.
pub(crate) type Seats<'s> = Vec<(usize, Box<dyn Seat + 's>)>;

/// What hears of every game of a run, and may end it.
pub(crate) type Listener<'l> = dyn FnMut(&Fixture, &Record) -> ControlFlow<()> + Send + 'l;

/// What the threads of a run share.
struct Shared<'s> {
    fixtures: Fixtures<'s>,
    /// The rounds that were played before.
    held: HashSet<usize>,
    /// The place of the next game.
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
        let words = conditions.words(&openings.conditions());
        let (openings, stop) = (Mutex::new(openings), Arc::clone(stop));
        Ok(Runner { game, players, conditions, openings, words, stop, pace: 1.0, remote: None })
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
        fixtures: Fixtures<'_>,
        archive: Option<&mut Archive>,
        tell: &mut Listener<'_>,
    ) -> Result<(), LabError> {
        if let Some((remote, series)) = &self.remote {
            return self.run_elsewhere((*remote, series), fixtures, tell);
        }
        let mut held = HashSet::new();
        if let Some(archive) = &archive {
            let mut is_old = false;
            for round in archive.rounds() {
                let (Some(fixture), Some(record)) = (fixtures.of_round(round), archive.game(round)) else { continue };
                self.recognise(&fixture, record).map_err(|why| archive.fault(why))?;
                if record.tag(CONDITIONS).is_none() && !std::mem::replace(&mut is_old, true) {
                    let why =
                        "its games do not say under which conditions they were played, so these were not compared";
                    log::warn!("{}", archive.fault(why));
                }
                if tell(&fixture, record).is_break() {
                    return Ok(());
                }
                held.insert(round);
            }
        }
        let workers = self.conditions.concurrency.clamp(1, (fixtures.games - held.len()).max(1));
        let hall = Mutex::new(Hall { archive, tell, error: None });
        let shared = Shared { fixtures, held, next: AtomicUsize::new(0), hall };
        thread::scope(|scope| {
            let workers = (0..workers).map(|_| thread::Builder::new().spawn_scoped(scope, || self.work(&shared)));
            // Where no more threads are to be had, fewer do; without any, this one does.
            if workers.take_while(Result::is_ok).count() == 0 {
                self.work(&shared);
            }
        });
        let hall = shared.hall.into_inner().unwrap_or_else(PoisonError::into_inner);
        hall.error.map_or(Ok(()), Err)
    }

    /// Plays one game after another until there are none.
    fn work(&self, shared: &Shared<'_>) {
        let mut seats = Seats::new();
        while !self.is_stopped()
            && let Some(fixture) = shared.next()
        {
            let played = self.play(&fixture, &mut seats);
            let mut hall = shared.hall.lock().unwrap_or_else(PoisonError::into_inner);
            let told = match played {
                Ok(Some(record)) => hall.hear(&fixture, &record),
                Ok(None) => Ok(ControlFlow::Continue(())),
                Err(error) => Err(error),
            };
            if !matches!(told, Ok(ControlFlow::Continue(()))) {
                self.stop.store(true, Ordering::Relaxed);
            }
            hall.error = hall.error.take().or(told.err());
        }
    }

    fn play<'s>(&'s self, fixture: &Fixture, seats: &mut Seats<'s>) -> Result<Option<Record>, LabError> {
        let Some(start) = self.opening(fixture) else { return Ok(None) };
        self.play_from(start, fixture, seats)
    }

    /// Where a game begins; `None` if the run was stopped before that was found.
    pub(crate) fn opening(&self, fixture: &Fixture) -> Option<Box<dyn DynPlay>> {
        self.openings.lock().unwrap_or_else(PoisonError::into_inner).get(fixture.opening, &self.stop)
    }

    /// Where openings come from, as records tell it.
    pub(crate) fn opening_words(&self) -> String {
        self.openings.lock().unwrap_or_else(PoisonError::into_inner).conditions()
    }

    /// Plays a game from its opening; `None` if the run is stopped before its end.
    pub(crate) fn play_from<'s>(
        &'s self,
        start: Box<dyn DynPlay>,
        fixture: &Fixture,
        seats: &mut Seats<'s>,
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
        let Conditions { control, adjudication, seed, .. } = *self.conditions;
        let seed = mix(seed ^ mix(fixture.round as u64));
        let bout = Bout { control: control.at_pace(self.pace), adjudication, seed, stop: &self.stop };
        let record = bout.play(start, PerPlayer([&mut **one, &mut **two])).map_err(SpecError::from)?;
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
    fn tags(&self, fixture: &Fixture) -> [(&'static str, String); 6] {
        let name = |player| self.players[fixture.players[player]].to_string();
        [
            ("First", name(Player::One)),
            ("Second", name(Player::Two)),
            (ROUND, fixture.round.to_string()),
            ("TimeControl", self.conditions.control.to_string()),
            ("Seed", self.conditions.seed.to_string()),
            (CONDITIONS, self.words.clone()),
        ]
    }

    /// Whether a record is of this game of this run; if not, why.
    pub(crate) fn recognise(&self, fixture: &Fixture, record: &Record) -> Result<(), String> {
        let rules = [("Game", self.game.info().name.to_string()), ("Options", self.game.options().to_string())];
        for (tag, wanted) in rules.into_iter().chain(self.tags(fixture)) {
            // Values are compared as a tag holds them.
            let mut asked = Record::default();
            asked.set_tag(tag, &wanted);
            let (found, wanted) = (record.tag(tag), asked.tag(tag));
            let (name, found, wanted) = match (found, wanted) {
                // Older records do not hold their conditions.
                (None, _) if tag == CONDITIONS => continue,
                (found, wanted) if found == wanted => continue,
                (Some(found), Some(wanted)) if tag == CONDITIONS => match difference(found, wanted) {
                    Some(difference) => difference,
                    None => continue,
                },
                (found, wanted) => {
                    let told = |value: Option<&str>| value.unwrap_or("not given").to_string();
                    (tag.to_string(), told(found), told(wanted))
                }
            };
            return Err(format!("game {} is of another run: {name} is {found} and would be {wanted}", fixture.round));
        }
        Ok(())
    }
}

impl Shared<'_> {
    /// The next game that was not played before.
    fn next(&self) -> Option<Fixture> {
        loop {
            let place = self.next.fetch_add(1, Ordering::Relaxed);
            if place >= self.fixtures.games {
                return None;
            }
            let fixture = (self.fixtures.at)(place);
            if !self.held.contains(&fixture.round) {
                return Some(fixture);
            }
        }
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
