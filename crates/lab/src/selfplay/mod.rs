//! Games of an agent against itself, as data to learn from.

mod sample;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use agon_agents::{Decision, Settings, Spec, Thinker};
use agon_core::{DynGame, DynPlay, Player, Rng, Swap, Turn, mix};
use agon_search::Limits;

pub use sample::{Sample, read_samples, samples_schema};

use crate::LabError;
use crate::archive::BUSY;
use crate::files::{self, Lock};
use crate::openings::opening_action;

/// Positions after which a file is written: a run that is killed loses no more than these.
const PART: usize = 10_000;

/// What stands between the two parts of a file's description.
const CONDITIONS: &str = "; ";

/// Games that an agent plays against itself.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The agent.
    pub agent: Spec,
    /// How many games.
    pub games: usize,
    /// How much it thinks about a move; empty for what its text says.
    pub limits: Limits,
    /// Random half moves that open a game; they are no samples.
    pub openings: u32,
    /// For how many half moves after them moves are drawn in proportion to their visits, where
    /// the search counts them, so that games differ.
    pub explore: usize,
    /// A game of so many half moves is drawn.
    pub max_plies: Option<usize>,
    /// Seed for the random number generator.
    pub seed: u64,
    /// Games played at a time.
    pub concurrency: usize,
    /// What the agent is told beside its text; the seed is each game's own.
    pub settings: Settings,
}

impl SelfPlay {
    /// Plays the games that the folder does not hold yet, and writes files of
    /// samples there. `tell` hears of every game how many samples it gave.
    /// Gives how many games the folder holds, and whether all were played: a game that ends with
    /// its random opening has nothing to hold.
    pub fn run(
        &self,
        game: &dyn DynGame,
        folder: &Path,
        stop: &Arc<AtomicBool>,
        tell: &mut dyn FnMut(usize),
    ) -> Result<(usize, bool), LabError> {
        let (_lock, mut shelf) = self.shelf(game, folder)?;
        // The next round that is not there. Not a list: people ask for more games than they wait for.
        let rounds = Mutex::new({
            let held = shelf.rounds.clone();
            (1..=self.games as u64).filter(move |round| !held.contains(round))
        });
        let next = || rounds.lock().unwrap_or_else(PoisonError::into_inner).next();
        let (done, played) = channel();
        let mut empty = 0;
        thread::scope(|scope| {
            for worker in 0..self.concurrency.clamp(1, self.games.max(1)) {
                let done = done.clone();
                let work = move || self.work(game, &next, &done, stop);
                match thread::Builder::new().spawn_scoped(scope, work) {
                    Ok(_) => {}
                    // Where no more threads are to be had, fewer do.
                    Err(_) if worker > 0 => break,
                    Err(error) => return Err(LabError::archive(folder, format!("no thread can be started: {error}"))),
                }
            }
            drop(done);
            // Whatever goes wrong with the files ends the games too.
            let mut tell = |samples| {
                empty += usize::from(samples == 0);
                tell(samples);
            };
            keep(&mut shelf, &played, &mut tell).inspect_err(|_| stop.store(true, Ordering::Relaxed))
        })?;
        Ok((shelf.rounds.len(), shelf.rounds.len() + empty >= self.games))
    }

    /// Writes games that were played elsewhere to files of samples in a folder, as [`run`](SelfPlay::run)
    /// does; those that the folder holds are left out. Gives how many games it holds then.
    pub fn keep(
        &self,
        game: &dyn DynGame,
        folder: &Path,
        games: &mut dyn Iterator<Item = Result<Vec<Sample>, LabError>>,
    ) -> Result<usize, LabError> {
        let (_lock, mut shelf) = self.shelf(game, folder)?;
        for samples in games {
            let samples = samples?;
            if samples.first().is_some_and(|sample| !shelf.rounds.contains(&sample.round)) {
                shelf.add(samples)?;
            }
        }
        shelf.write()?;
        Ok(shelf.rounds.len())
    }

    /// The files of a folder, which is made if need be, and locked.
    fn shelf(&self, game: &dyn DynGame, folder: &Path) -> Result<(Lock, Shelf), LabError> {
        agon_agents::make(game, &self.agent, self.settings)?;
        fs::create_dir_all(folder).map_err(|error| LabError::archive(folder, error.to_string()))?;
        let lock = Lock::folder(folder).map_err(|error| LabError::archive(folder, error.to_string()))?;
        let lock = lock.ok_or_else(|| LabError::archive(folder, BUSY))?;
        Ok((lock, Shelf::open(folder, self.description(game), self.conditions())?))
    }

    /// What the games are played with, as files say it.
    fn description(&self, game: &dyn DynGame) -> String {
        let SelfPlay { agent, openings, explore, seed, .. } = self;
        let control = crate::Control { limits: self.limits, ..crate::Control::default() };
        let (name, options) = (game.info().name, game.options());
        format!("{name} [{options}] {agent} [{control}] openings={openings} explore={explore} seed={seed}")
    }

    /// What else may change a game. Apart, because folders of earlier versions do not say it.
    fn conditions(&self) -> String {
        let Settings { hash, threads, .. } = self.settings;
        let plies = self.max_plies.map_or_else(String::new, |plies| format!(" max-plies={plies}"));
        format!("hash={hash} threads={threads}{plies}")
    }

    fn work(
        &self,
        game: &dyn DynGame,
        next: &dyn Fn() -> Option<u64>,
        done: &Sender<Result<Vec<Sample>, LabError>>,
        stop: &Arc<AtomicBool>,
    ) {
        while !stop.load(Ordering::Relaxed)
            && let Some(round) = next()
        {
            let Some(samples) = self.play_round(game, round, stop).transpose() else { return };
            let failed = samples.is_err();
            if done.send(samples).is_err() || failed {
                return;
            }
        }
    }

    /// Plays one game by its number, which is all that it depends on beside what stands here;
    /// `None` when it is stopped before its end.
    pub fn play_round(
        &self,
        game: &dyn DynGame,
        round: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Vec<Sample>>, LabError> {
        let mut rng = Rng::new(mix(self.seed ^ mix(round)));
        let settings = Settings { seed: rng.bits(), ..self.settings };
        let agent = agon_agents::make(game, &self.agent, settings)?;
        Ok(self.play_with(agent, self.open(game, &mut rng), round, &mut rng, stop))
    }

    fn play_with(
        &self,
        mut agent: Box<dyn Thinker>,
        mut play: Box<dyn DynPlay>,
        round: u64,
        rng: &mut Rng,
        stop: &Arc<AtomicBool>,
    ) -> Option<Vec<Sample>> {
        let mut samples = Vec::new();
        while play.outcome().is_none() && self.max_plies.is_none_or(|most| play.plies() < most) {
            let action = match play.turn() {
                Turn::Chance => play.random_action(rng)?,
                Turn::Player(player) => {
                    let (action, decision) = self.ask(&*play, &mut *agent, (samples.len(), rng), stop)?;
                    // A first move that is meant to be even is no example of a good one, and a swap is
                    // no move of the game between the sides.
                    if play.swap() != Swap::Next && play.swap_action() != Some(action) {
                        let side = play.side(player);
                        samples.push(Sample { round, ..Sample::of(&*play, side, action, &decision)? });
                    }
                    action
                }
            };
            play.play_action(action).ok()?;
        }
        let winner = play.outcome().and_then(|outcome| outcome.winner).map(|winner| play.side(winner));
        for sample in &mut samples {
            let player = Player::BOTH[usize::from(sample.player == 2)];
            sample.result = winner.map_or(0.5, |winner| f64::from(u8::from(winner == player)));
        }
        Some(samples)
    }

    /// A game that is not over after its random half moves; where all are, the usual start.
    fn open(&self, game: &dyn DynGame, rng: &mut Rng) -> Box<dyn DynPlay> {
        const TRIES: u32 = 100;
        for _ in 0..TRIES {
            let mut play = game.start();
            for _ in 0..self.openings {
                let Some(action) = opening_action(&*play, rng) else { break };
                if play.play_action(action).is_err() {
                    break;
                }
            }
            if play.outcome().is_none() {
                return play;
            }
        }
        game.start()
    }

    /// The move that is played, and what the agent thinks of the position.
    fn ask(
        &self,
        play: &dyn DynPlay,
        agent: &mut dyn Thinker,
        (asked, rng): (usize, &mut Rng),
        stop: &Arc<AtomicBool>,
    ) -> Option<(u32, Decision)> {
        let decision = agent.choose(play, &self.limits, stop).ok()?;
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let swaps = play.swap_action() == Some(decision.action);
        let drawn = if asked < self.explore && !swaps { draw(&decision, rng) } else { None };
        Some((drawn.unwrap_or(decision.action), decision))
    }
}

/// A move drawn in proportion to its visits.
fn draw(decision: &Decision, rng: &mut Rng) -> Option<u32> {
    let total: u64 = decision.root.iter().map(|root| root.visits).sum();
    let mut lot = (rng.unit() * total as f64) as u64;
    let chosen = decision.root.iter().find(|root| {
        let found = lot < root.visits;
        lot = lot.saturating_sub(root.visits);
        found
    });
    chosen.map(|root| root.action)
}

/// Puts games on the shelf as they end.
fn keep(
    shelf: &mut Shelf,
    played: &Receiver<Result<Vec<Sample>, LabError>>,
    tell: &mut dyn FnMut(usize),
) -> Result<(), LabError> {
    for samples in played {
        match samples {
            Ok(samples) => {
                tell(samples.len());
                shelf.add(samples)?;
            }
            Err(error) => return shelf.write().and(Err(error)),
        }
    }
    shelf.write()
}

/// The files of a folder, in order.
pub(crate) fn parts(folder: &Path) -> impl Iterator<Item = PathBuf> {
    (1..).map(|number| part(folder, number)).take_while(|path| path.exists())
}

fn part(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("part-{number:05}.parquet"))
}

/// A folder of files of samples.
struct Shelf {
    folder: PathBuf,
    description: String,
    conditions: String,
    /// The games that are there, or will be with the next file.
    rounds: HashSet<u64>,
    /// The number of the next file.
    next: usize,
    waiting: Vec<Sample>,
}

impl Shelf {
    fn open(folder: &Path, description: String, conditions: String) -> Result<Self, LabError> {
        let mut shelf = Shelf {
            folder: folder.to_path_buf(),
            description,
            conditions,
            rounds: HashSet::new(),
            next: 1,
            waiting: Vec::new(),
        };
        let mut is_old = false;
        while shelf.path().exists() {
            let path = shelf.path();
            let wrong = |why: String| LabError::archive(&path, why);
            let bytes = fs::read(&path).map_err(|error| wrong(error.to_string()))?;
            let (samples, found) = read_samples(bytes).map_err(|error| wrong(error.to_string()))?;
            let (description, conditions) = found.split_once(CONDITIONS).unwrap_or((&found, ""));
            is_old |= conditions.is_empty();
            if description != shelf.description || !(conditions.is_empty() || conditions == shelf.conditions) {
                let asked = shelf.text();
                return Err(wrong(format!("it is of another run: {found}, and would be {asked}")));
            }
            shelf.rounds.extend(samples.iter().map(|sample| sample.round));
            shelf.next += 1;
        }
        if is_old {
            let why = "its files do not say all conditions of their games, so these were not compared";
            log::warn!("{}", LabError::archive(folder, why));
        }
        Ok(shelf)
    }

    /// What the games are played with, as files say it.
    fn text(&self) -> String {
        format!("{}{CONDITIONS}{}", self.description, self.conditions)
    }

    fn path(&self) -> PathBuf {
        part(&self.folder, self.next)
    }

    fn add(&mut self, samples: Vec<Sample>) -> Result<(), LabError> {
        self.rounds.extend(samples.first().map(|sample| sample.round));
        self.waiting.extend(samples);
        if self.waiting.len() < PART { Ok(()) } else { self.write() }
    }

    /// Writes what is waiting to a file of its own, whole or not at all.
    fn write(&mut self) -> Result<(), LabError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let path = self.path();
        let wrong = |why: String| LabError::archive(&path, why);
        let bytes = sample::write(&self.waiting, &self.text()).map_err(|error| wrong(error.to_string()))?;
        files::write(&path, &bytes).map_err(|error| wrong(error.to_string()))?;
        self.waiting.clear();
        self.next += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Options;

    use super::*;

    fn selfplay(games: usize) -> SelfPlay {
        SelfPlay {
            agent: "mcts:playouts=20".parse().unwrap(),
            games,
            limits: Limits::default(),
            openings: 2,
            explore: 4,
            max_plies: None,
            seed: 1,
            concurrency: 2,
            settings: Settings { hash: 1, ..Settings::default() },
        }
    }

    fn run(selfplay: &SelfPlay, folder: &Path) -> Result<(usize, usize), LabError> {
        let game = agon_games::open("crosphere", Options::defaults(agon_games::game_of("crosphere").unwrap().options));
        let mut played = 0;
        let stop = Arc::new(AtomicBool::new(false));
        let (held, finished) = selfplay.run(&*game.unwrap(), folder, &stop, &mut |_| played += 1)?;
        assert!(finished);
        Ok((held, played))
    }

    #[test]
    fn samples_belong_to_their_games() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(run(&selfplay(3), folder.path()).unwrap(), (3, 3));
        let (samples, said) = read_samples(fs::read(folder.path().join("part-00001.parquet")).unwrap()).unwrap();
        assert_eq!(said, "crosphere [] mcts:playouts=20 [] openings=2 explore=4 seed=1; hash=1 threads=1");
        let game = agon_games::open("crosphere", Options::defaults(agon_games::game_of("crosphere").unwrap().options));
        let game = game.unwrap();
        for pair in samples.windows(2).filter(|pair| pair[0].round == pair[1].round) {
            let mut play = game.position(&pair[0].position).unwrap();
            play.play(&pair[0].chosen).unwrap();
            assert_eq!(play.position_text(), pair[1].position);
            assert!((pair[0].result - pair[1].result).abs() > 0.9, "players take turns, and one of them wins");
            assert!(pair[0].moves.contains(&pair[0].chosen) && pair[0].visits.iter().sum::<i64>() > 0);
        }
    }

    #[test]
    fn games_that_end_with_their_opening_are_played_too() {
        let folder = tempfile::tempdir().unwrap();
        let short = SelfPlay { max_plies: Some(2), ..selfplay(5) };
        assert_eq!(run(&short, folder.path()).unwrap(), (0, 5));
    }

    #[test]
    fn a_folder_is_resumed_and_kept_apart() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(run(&selfplay(2), folder.path()).unwrap(), (2, 2));
        assert_eq!(run(&selfplay(5), folder.path()).unwrap(), (5, 3));
        assert_eq!(run(&selfplay(5), folder.path()).unwrap(), (5, 0));
        let settings = Settings { hash: 2, ..Settings::default() };
        for other in [
            SelfPlay { seed: 2, ..selfplay(5) },
            SelfPlay { max_plies: Some(50), ..selfplay(5) },
            SelfPlay { settings, ..selfplay(5) },
        ] {
            let error = run(&other, folder.path()).unwrap_err().to_string();
            assert!(error.contains("it is of another run: crosphere"), "{error}");
        }
        let _lock = Lock::folder(folder.path()).unwrap();
        assert!(run(&selfplay(9), folder.path()).unwrap_err().to_string().ends_with(BUSY));
    }

    #[test]
    fn a_folder_of_an_earlier_version_is_resumed() {
        let folder = tempfile::tempdir().unwrap();
        run(&selfplay(2), folder.path()).unwrap();
        let part = folder.path().join("part-00001.parquet");
        let (samples, said) = read_samples(fs::read(&part).unwrap()).unwrap();
        let (old, _) = said.split_once(CONDITIONS).unwrap();
        fs::write(&part, sample::write(&samples, old).unwrap()).unwrap();
        assert_eq!(run(&selfplay(5), folder.path()).unwrap(), (5, 3));
    }
}
