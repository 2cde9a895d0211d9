//! Games of an agent against itself, as data to learn from.

mod sample;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use agon_agents::{Report, Settings, Spec, Thinker};
use agon_core::{DynGame, DynPlay, Player, Rng, Turn, mix};
use agon_search::{Limits, Value};

pub use sample::{Sample, read_samples, samples_schema};

use crate::LabError;

/// Positions after which a file is written: a run that is killed loses no more than these.
const PART: usize = 10_000;

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
    /// What everything follows from.
    pub seed: u64,
    /// Games played at a time.
    pub concurrency: usize,
    /// What the agent is told beside its text; the seed is each game's own.
    pub settings: Settings,
}

impl SelfPlay {
    /// Plays the games that the folder does not hold yet, and writes files of
    /// samples there. `tell` hears of every game how many samples it gave.
    /// Gives how many games the folder holds.
    pub fn run(
        &self,
        game: &dyn DynGame,
        folder: &Path,
        stop: &Arc<AtomicBool>,
        tell: &mut dyn FnMut(usize),
    ) -> Result<usize, LabError> {
        agon_agents::make(game, &self.agent, self.settings)?;
        fs::create_dir_all(folder).map_err(|error| LabError::archive(folder, error.to_string()))?;
        let mut shelf = Shelf::open(folder, self.description(game))?;
        let rounds: Vec<u64> = (1..=self.games as u64).filter(|round| !shelf.rounds.contains(round)).collect();
        let (next, (done, played)) = (AtomicUsize::new(0), channel());
        thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, rounds.len().max(1)) {
                let (done, next, rounds) = (done.clone(), &next, &rounds);
                scope.spawn(move || self.work(game, rounds, next, &done, stop));
            }
            drop(done);
            // Whatever goes wrong with the files ends the games too.
            keep(&mut shelf, &played, tell).inspect_err(|_| stop.store(true, Ordering::Relaxed))
        })?;
        Ok(shelf.rounds.len())
    }

    /// What the games are played with, as files say it.
    fn description(&self, game: &dyn DynGame) -> String {
        let SelfPlay { agent, openings, explore, seed, .. } = self;
        let control = crate::Control { limits: self.limits, ..crate::Control::default() };
        let (name, options) = (game.info().name, game.options());
        format!("{name} [{options}] {agent} [{control}] openings={openings} explore={explore} seed={seed}")
    }

    fn work(
        &self,
        game: &dyn DynGame,
        rounds: &[u64],
        next: &AtomicUsize,
        done: &Sender<Vec<Sample>>,
        stop: &Arc<AtomicBool>,
    ) {
        while let Some(round) = rounds.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Some(samples) = self.play(game, *round, stop) else { return };
            if done.send(samples).is_err() {
                return;
            }
        }
    }

    /// One game; `None` when it is stopped before its end.
    fn play(&self, game: &dyn DynGame, round: u64, stop: &Arc<AtomicBool>) -> Option<Vec<Sample>> {
        let mut rng = Rng::new(mix(self.seed ^ mix(round)));
        let settings = Settings { seed: rng.bits(), ..self.settings };
        let mut agent = agon_agents::make(game, &self.agent, settings).ok()?;
        let mut play = self.open(game, &mut rng);
        let mut samples = Vec::new();
        while play.outcome().is_none() && self.max_plies.is_none_or(|most| play.line().len() < most) {
            let mv = match play.turn() {
                Turn::Chance => play.random_move(&mut rng)?,
                Turn::Player(player) => {
                    let sample = self.ask(&*play, player, &mut *agent, (samples.len(), &mut rng), stop)?;
                    let mv = sample.chosen.clone();
                    samples.push(Sample { round, ..sample });
                    mv
                }
            };
            play.play(&mv).ok()?;
        }
        let winner = play.outcome().and_then(|outcome| outcome.winner);
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
                let Some(mv) = play.random_move(rng) else { break };
                if play.play(&mv).is_err() {
                    break;
                }
            }
            if play.outcome().is_none() {
                return play;
            }
        }
        game.start()
    }

    /// What the agent thinks of a position, and the move that is played.
    fn ask(
        &self,
        play: &dyn DynPlay,
        player: Player,
        agent: &mut dyn Thinker,
        (asked, rng): (usize, &mut Rng),
        stop: &Arc<AtomicBool>,
    ) -> Option<Sample> {
        let report = agent.think(play, &self.limits, stop, &mut |_| {}).ok()?;
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let drawn = if asked < self.explore { draw(&report, rng) } else { None };
        let (score, mate) = match report.score {
            Value::Points(points) => (Some(i64::from(points)), None),
            Value::Win(plies) => (None, Some(i64::from(plies))),
            Value::Loss(plies) => (None, Some(-i64::from(plies))),
        };
        Some(Sample {
            round: 0,
            ply: play.line().len() as u64,
            position: play.position_text(),
            player: player.index() as u64 + 1,
            chosen: drawn.or(report.best)?,
            score,
            mate,
            depth: u64::from(report.depth),
            nodes: report.nodes,
            moves: report.root.iter().map(|(mv, _, _)| mv.clone()).collect(),
            visits: report.root.iter().map(|(_, visits, _)| *visits as i64).collect(),
            result: 0.0,
        })
    }
}

/// A move drawn in proportion to its visits.
fn draw(report: &Report, rng: &mut Rng) -> Option<String> {
    let total: u64 = report.root.iter().map(|(_, visits, _)| visits).sum();
    let mut lot = (rng.unit() * total as f64) as u64;
    let chosen = report.root.iter().find(|(_, visits, _)| {
        let found = lot < *visits;
        lot = lot.saturating_sub(*visits);
        found
    });
    chosen.map(|(mv, _, _)| mv.clone())
}

/// Puts games on the shelf as they end.
fn keep(shelf: &mut Shelf, played: &Receiver<Vec<Sample>>, tell: &mut dyn FnMut(usize)) -> Result<(), LabError> {
    for samples in played {
        tell(samples.len());
        shelf.add(samples)?;
    }
    shelf.write()
}

/// A folder of files of samples.
struct Shelf {
    folder: PathBuf,
    description: String,
    /// The games that are there, or will be with the next file.
    rounds: HashSet<u64>,
    /// The number of the next file.
    next: usize,
    waiting: Vec<Sample>,
}

impl Shelf {
    fn open(folder: &Path, description: String) -> Result<Self, LabError> {
        let mut shelf =
            Shelf { folder: folder.to_path_buf(), description, rounds: HashSet::new(), next: 1, waiting: Vec::new() };
        while shelf.path().exists() {
            let path = shelf.path();
            let wrong = |why: String| LabError::archive(&path, why);
            let bytes = fs::read(&path).map_err(|error| wrong(error.to_string()))?;
            let (samples, found) = read_samples(bytes).map_err(|error| wrong(error.to_string()))?;
            if found != shelf.description {
                return Err(wrong(format!("it is of another run: {found}")));
            }
            shelf.rounds.extend(samples.iter().map(|sample| sample.round));
            shelf.next += 1;
        }
        Ok(shelf)
    }

    fn path(&self) -> PathBuf {
        self.folder.join(format!("part-{:05}.parquet", self.next))
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
        let bytes = sample::write(&self.waiting, &self.description).map_err(|error| wrong(error.to_string()))?;
        let part = path.with_extension("part");
        fs::write(&part, bytes).and_then(|()| fs::rename(&part, &path)).map_err(|error| wrong(error.to_string()))?;
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
        let held = selfplay.run(&*game.unwrap(), folder, &stop, &mut |_| played += 1)?;
        Ok((held, played))
    }

    #[test]
    fn samples_belong_to_their_games() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(run(&selfplay(3), folder.path()).unwrap(), (3, 3));
        let (samples, said) = read_samples(fs::read(folder.path().join("part-00001.parquet")).unwrap()).unwrap();
        assert_eq!(said, "crosphere [] mcts:playouts=20 [] openings=2 explore=4 seed=1");
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
    fn a_folder_is_gone_on_with_and_kept_apart() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(run(&selfplay(2), folder.path()).unwrap(), (2, 2));
        assert_eq!(run(&selfplay(5), folder.path()).unwrap(), (5, 3));
        assert_eq!(run(&selfplay(5), folder.path()).unwrap(), (5, 0));
        let other = SelfPlay { seed: 2, ..selfplay(5) };
        let error = run(&other, folder.path()).unwrap_err().to_string();
        assert!(error.contains("it is of another run: crosphere"), "{error}");
    }
}
