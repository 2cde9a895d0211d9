use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use agon_agents::{Settings, Spec};
use agon_core::{DynGame, mix};
use agon_neural::{Epoch, PolicyConfig, PolicyEpoch, TrainConfig};
use serde_json::Value;

use super::alphazero::PolicyStep;
use super::data::DataFolder;
use super::generation::{Generation, Matched};
use super::method::{Method, PolicyMethod};
use super::step::TrainStep;
use crate::archive::BUSY;
use crate::files::Lock;
use crate::kept::claim;
pub(super) use crate::kept::{pretty, read, write};
use crate::{
    Archive, Conditions, Contender, Contest, Control, LabError, Openings, RandomOpenings, Runner, SelfPlay, Tally,
};

/// Plies after which a game is given up.
const MOST_PLIES: usize = 1_000;

/// The network before the first generation, where a run begins with one that knows nothing.
const START: &str = "start.safetensors";

/// Generations of networks, each trained on the games of the best one before it.
///
/// Everything is kept in one folder as it comes, and everything follows from the seed: a run
/// that is stopped or killed at any moment, and started again, ends with the same networks.
#[derive(Clone, Debug)]
pub struct TrainRun {
    /// How many generations.
    pub generations: u32,
    /// Games of self-play in each.
    pub games: usize,
    /// Moves made in the search of each move, in self-play and in matches; for value networks only.
    pub nodes: u64,
    /// Random plies that open each game.
    pub openings: u32,
    /// Games of the match that decides whether a network replaces the one before it.
    pub gate: usize,
    /// What networks are trained, and how.
    pub method: Method,
    /// Memory of each player for tables, in megabytes.
    pub hash: usize,
    /// Seed for the random number generator.
    pub seed: u64,
    /// Games played at a time.
    pub concurrency: usize,
}

/// What a run tells of.
#[derive(Debug)]
pub enum TrainProgress<'p> {
    /// A game of self-play has ended.
    Game {
        /// How many positions it gave.
        positions: usize,
    },
    /// An epoch of a value network has ended.
    Epoch(&'p Epoch),
    /// An epoch of a policy and value network has ended.
    PolicyEpoch(&'p PolicyEpoch),
    /// A game of a match has ended.
    Match(&'p Tally),
    /// A generation is complete.
    Generation(&'p Generation),
}

type Tell<'t> = dyn FnMut(TrainProgress<'_>) + Send + 't;

impl TrainRun {
    /// Runs all generations, or those that are missing, and writes the report. `None` when it was
    /// stopped before the end.
    pub fn run(
        &self,
        game: &dyn DynGame,
        folder: &Path,
        stop: &Arc<AtomicBool>,
        tell: &mut Tell<'_>,
    ) -> Result<Option<Vec<Generation>>, LabError> {
        let wrong = |error: std::io::Error| LabError::archive(folder, error.to_string());
        fs::create_dir_all(folder).map_err(wrong)?;
        let _lock = Lock::folder(folder).map_err(wrong)?.ok_or_else(|| LabError::archive(folder, BUSY))?;
        claim(folder, &self.describe(game))?;
        let mut done: Vec<Generation> = Vec::new();
        for number in 0..self.generations {
            let place = folder.join(format!("generation-{number}"));
            fs::create_dir_all(&place).map_err(wrong)?;
            let generation = match Generation::read(&place)? {
                Some(generation) => generation,
                None => match (Stage { run: self, game, folder, place: &place, number, stop }).run(&done, tell)? {
                    Some(generation) => generation,
                    None => return Ok(None),
                },
            };
            tell(TrainProgress::Generation(&generation));
            done.push(generation);
            write(&folder.join("report.html"), self.page(game, &done).as_bytes())?;
        }
        Ok(Some(done))
    }

    /// The seed of a part of the run.
    fn seed_of(&self, number: u32, part: u64) -> u64 {
        mix(self.seed ^ mix(u64::from(number) << 8 | part))
    }
}

/// One generation in the making.
struct Stage<'s> {
    run: &'s TrainRun,
    game: &'s dyn DynGame,
    folder: &'s Path,
    place: &'s Path,
    number: u32,
    stop: &'s Arc<AtomicBool>,
}

impl Stage<'_> {
    /// Plays, trains and tries, or goes on where it was left.
    fn run(&self, before: &[Generation], tell: &mut Tell<'_>) -> Result<Option<Generation>, LabError> {
        let best = before.iter().rev().find(|generation| generation.accepted);
        let player = match best {
            Some(best) => self.player(best.number)?,
            None => self.first()?,
        };
        let path = self.place.join("network.safetensors");
        let trained = path.exists() || (self.play(&player, tell)? && self.train(&path, tell)?);
        if !trained {
            return Ok(None);
        }
        let network = self.player(self.number)?;
        let Some(gate) = self.matched("gate", &network, &player, tell)? else { return Ok(None) };
        let reference = self.run.method.reference();
        let hand = if reference == player {
            gate.clone()
        } else {
            // The name of the file is as old as value networks.
            match self.matched("hand", &network, &reference, tell)? {
                Some(hand) => hand,
                None => return Ok(None),
            }
        };
        let accepted = gate.superiority >= self.run.method.needed();
        let training = read(&self.place.join("training.json"))?.unwrap_or_default();
        let generation = Generation { number: self.number, player: player.to_string(), training, gate, hand, accepted };
        if accepted {
            let bytes = fs::read(&path).map_err(|error| LabError::archive(&path, error.to_string()))?;
            write(&self.folder.join("best.safetensors"), &bytes)?;
        }
        generation.write(self.place)?;
        Ok(Some(generation))
    }

    /// The player with the network of a generation.
    fn player(&self, number: u32) -> Result<Spec, LabError> {
        Ok(self.named(&format!("generation-{number}"), self.network(number)?))
    }

    /// The network of a generation.
    fn network(&self, number: u32) -> Result<Vec<u8>, LabError> {
        let path = self.folder.join(format!("generation-{number}")).join("network.safetensors");
        fs::read(&path).map_err(|error| LabError::archive(&path, error.to_string()))
    }

    fn named(&self, name: &str, bytes: Vec<u8>) -> Spec {
        let sum = bytes.iter().fold(0, |sum, byte| mix(sum ^ u64::from(*byte)));
        self.run.method.player(format!("{name}#{:08x}", sum >> 32), bytes)
    }

    /// The player before any generation was kept.
    fn first(&self) -> Result<Spec, LabError> {
        match &self.run.method {
            Method::Value(_) => Ok(self.run.method.reference()),
            Method::Policy(method) => Ok(self.named("start", self.start(method)?)),
        }
    }

    /// The network before the first generation.
    fn start(&self, method: &PolicyMethod) -> Result<Vec<u8>, LabError> {
        let path = self.folder.join(START);
        if let Ok(bytes) = fs::read(&path) {
            return Ok(bytes);
        }
        let bytes = self.policy_step(method, None, self.run.seed).untrained(self.game)?;
        write(&path, &bytes)?;
        Ok(bytes)
    }

    /// The training of this generation's policy network.
    fn policy_step(&self, method: &PolicyMethod, base: Option<Vec<u8>>, seed: u64) -> PolicyStep {
        let oldest = (self.number + 1).saturating_sub(method.window);
        PolicyStep {
            config: PolicyConfig { seed, threads: self.run.concurrency, ..method.config.clone() },
            size: method.size,
            base,
            data: (oldest..=self.number).map(|number| self.data(number)).collect(),
            run: self.run.describe(self.game).to_string(),
            generation: self.number,
        }
    }

    fn data(&self, number: u32) -> PathBuf {
        self.folder.join(format!("generation-{number}")).join("data")
    }

    /// Plays the games that are missing; gives whether all are there.
    fn play(&self, player: &Spec, tell: &mut Tell<'_>) -> Result<bool, LabError> {
        let TrainRun { games, nodes, openings, hash, concurrency, .. } = *self.run;
        let seed = self.run.seed_of(self.number, 0);
        let selfplay = SelfPlay {
            agent: self.run.method.learner(player),
            games,
            limits: self.run.method.limits(nodes),
            openings,
            explore: 0,
            max_plies: Some(MOST_PLIES),
            seed,
            concurrency,
            settings: Settings { seed, threads: 1, hash },
        };
        let mut tell = |positions| tell(TrainProgress::Game { positions });
        let (_, finished) = selfplay.run(self.game, &self.data(self.number), self.stop, &mut tell)?;
        Ok(finished)
    }

    /// Trains the network of this generation; gives whether it did.
    fn train(&self, path: &Path, tell: &mut Tell<'_>) -> Result<bool, LabError> {
        let trained = match &self.run.method {
            Method::Value(config) => self.train_value(config, tell)?,
            Method::Policy(method) => self.train_policy(method, tell)?,
        };
        let Some((bytes, told)) = trained else { return Ok(false) };
        write(&self.place.join("training.json"), &pretty(&told))?;
        // Last, for once it is there everything else is.
        write(path, &bytes)?;
        Ok(true)
    }

    /// Trains a network on all games so far, those of the newest player twice.
    fn train_value(&self, config: &TrainConfig, tell: &mut Tell<'_>) -> Result<Option<(Vec<u8>, Value)>, LabError> {
        let folder = |number| DataFolder { path: self.data(number), copies: if number == self.number { 2 } else { 1 } };
        let step = TrainStep {
            config: TrainConfig { seed: self.run.seed_of(self.number, 1), ..config.clone() },
            data: (0..=self.number).map(folder).collect(),
            run: self.run.describe(self.game).to_string(),
            generation: self.number,
        };
        let trained = step.run(self.game, self.stop, &mut |epoch| tell(TrainProgress::Epoch(epoch)))?;
        Ok(trained.map(|trained| (trained.json(), trained.bytes)).map(|(told, bytes)| (bytes, told)))
    }

    /// Trains the network of the generation before it further, on the newest games.
    fn train_policy(&self, method: &PolicyMethod, tell: &mut Tell<'_>) -> Result<Option<(Vec<u8>, Value)>, LabError> {
        let base = if self.number == 0 { self.start(method)? } else { self.network(self.number - 1)? };
        let step = self.policy_step(method, Some(base), self.run.seed_of(self.number, 1));
        let trained = step.run(self.game, self.stop, &mut |epoch| tell(TrainProgress::PolicyEpoch(epoch)))?;
        Ok(trained.map(|trained| (trained.json(), trained.bytes)).map(|(told, bytes)| (bytes, told)))
    }

    /// A match, or what is missing of it; `None` when it was stopped.
    fn matched(
        &self,
        name: &str,
        first: &Spec,
        second: &Spec,
        tell: &mut Tell<'_>,
    ) -> Result<Option<Matched>, LabError> {
        let TrainRun { nodes, openings, hash, concurrency, gate, .. } = *self.run;
        let seed = self.run.seed_of(self.number, 2);
        let limits = self.run.method.limits(nodes);
        let conditions = Conditions {
            control: Control { limits, ..Control::default() },
            ..Conditions::untimed(seed, concurrency, hash, Some(MOST_PLIES))
        };
        let players = [first, second].map(|player| Contender::Agent(player.clone()));
        let openings = Openings::random(self.game, RandomOpenings { plies: openings, seed, balance: None });
        let runner = Runner::new(self.game, &players, &conditions, openings, self.stop)?;
        let mut archive = Archive::resume(&self.place.join(format!("{name}.agon")))?;
        let contest = Contest { games: gate, sprt: None };
        let tally = contest.run(&runner, Some(&mut archive), &mut |_, tally| tell(TrainProgress::Match(tally)))?;
        let is_whole = !self.stop.load(Ordering::Relaxed) && tally.games.total() == gate as u64;
        Ok(is_whole.then(|| Matched::of(&tally)))
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Options;

    use super::*;

    fn game() -> Box<dyn DynGame> {
        let options = Options::parse(agon_games::game_of("crosphere").unwrap().options, "size=4 strong=2").unwrap();
        agon_games::open("crosphere", options).unwrap()
    }

    fn short() -> TrainRun {
        TrainRun {
            generations: 2,
            games: 60,
            nodes: 60,
            openings: 3,
            gate: 6,
            method: Method::Value(TrainConfig {
                hidden: 16,
                epochs: 2,
                batch: 64,
                held_out: 4,
                ..TrainConfig::default()
            }),
            hash: 1,
            seed: 1,
            concurrency: 1,
        }
    }

    /// The networks and what is told of them.
    fn made(folder: &Path) -> Vec<Vec<u8>> {
        let names = ["network.safetensors", "training.json", "generation.json"];
        let file = |number: u32, name| fs::read(folder.join(format!("generation-{number}")).join(name)).unwrap();
        (0..2).flat_map(|number| names.map(|name| file(number, name))).collect()
    }

    /// A run of policy networks, from nothing.
    fn short_policy() -> TrainRun {
        let method = PolicyMethod {
            config: PolicyConfig { epochs: 2, batch: 32, held_out: 4, ..PolicyConfig::default() },
            size: agon_neural::Size { channels: 16, blocks: 1 },
            playouts: 8,
            quick: 3,
            window: 1,
            reference: Spec::named("random"),
        };
        TrainRun { openings: 1, method: Method::Policy(method), ..short() }
    }

    #[test]
    fn a_run_that_is_stopped_anywhere_ends_like_one_that_is_not() {
        let (done, report) = stopped(&short(), &*game());
        assert_eq!(done[0].player, "hand");
        assert!(report.contains("Cross-entropy"), "{report}");
    }

    #[test]
    fn a_run_of_policy_networks_that_is_stopped_anywhere_ends_like_one_that_is_not() {
        let options = Options::parse(agon_games::game_of("hex").unwrap().options, "size=3").unwrap();
        let (done, report) = stopped(&short_policy(), &*agon_games::open("hex", options).unwrap());
        assert!(done[0].player.starts_with("az:weights=start#"), "{}", done[0].player);
        assert!(report.contains("best move foretold"), "{report}");
    }

    /// Holds a run that is stopped again and again against one that is not; gives the generations and the report.
    fn stopped(run: &TrainRun, game: &dyn DynGame) -> (Vec<Generation>, String) {
        let (whole, broken) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let stop = Arc::new(AtomicBool::new(false));
        let mut events = 0;
        let done = run.run(game, whole.path(), &stop, &mut |_| events += 1).unwrap().unwrap();
        assert_eq!(done.iter().map(|generation| generation.number).collect::<Vec<_>>(), [0, 1]);
        // Games, epochs, matches: each of the runs gets a little farther.
        let mut runs = 0;
        let again = loop {
            let (stop, mut left) = (Arc::new(AtomicBool::new(false)), 25);
            let set = Arc::clone(&stop);
            let heard = &mut |_: TrainProgress<'_>| {
                left -= 1;
                set.fetch_or(left <= 0, Ordering::Relaxed);
            };
            runs += 1;
            match run.run(game, broken.path(), &stop, heard).unwrap() {
                Some(done) => break done,
                None => assert!(runs < 100, "it does not get on"),
            }
        };
        assert!(runs > 3 && events > 120, "{runs} runs, {events} events");
        assert_eq!(again, done);
        assert!(made(broken.path()) == made(whole.path()), "the files differ");
        let report = fs::read_to_string(whole.path().join("report.html")).unwrap();
        assert!(report.contains("<tr><td>0<td>") && report.contains("<tr><td>1<td>"), "{report}");
        (done, report)
    }

    #[test]
    fn another_run_is_kept_apart_and_more_generations_are_the_same_run() {
        let folder = tempfile::tempdir().unwrap();
        let run = |run: &TrainRun| run.run(&*game(), folder.path(), &Arc::new(AtomicBool::new(false)), &mut |_| {});
        assert_eq!(run(&TrainRun { generations: 1, ..short() }).unwrap().unwrap().len(), 1);
        let refused = run(&TrainRun { seed: 2, ..short() }).unwrap_err().to_string();
        assert!(refused.ends_with("it is of another run: seed is 1 and would be 2"), "{refused}");
        assert_eq!(run(&short()).unwrap().unwrap().len(), 2);
    }

    #[test]
    fn what_cannot_be_learnt_from_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let step = TrainStep {
            config: TrainConfig::default(),
            data: vec![DataFolder { path: folder.path().to_path_buf(), copies: 1 }],
            run: String::new(),
            generation: 0,
        };
        let refused = step.run(&*game(), &AtomicBool::new(false), &mut |_| {}).unwrap_err().to_string();
        assert!(refused.ends_with("there are no games of self-play"), "{refused}");
    }
}
