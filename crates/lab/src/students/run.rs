use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use agon_agents::Spec;
use agon_core::{DynGame, Options, Registered, Rng, mix};
use agon_games::Visitor;
use serde_json::{Value, json};

use super::dqn::DqnStudent;
use super::point::{LearningPoint, PlayedAgainst};
use super::q::QStudent;
use super::reinforce::ReinforceStudent;
use super::student::{Student, StudentMethod};
use crate::archive::BUSY;
use crate::files::Lock;
use crate::kept::{claim, read, write};
use crate::{Archive, Conditions, Contender, Contest, Control, LabError, Openings, RandomOpenings, Runner};

/// All games are learnt from in so many slices, a power of two. What is learnt is kept after each.
const SLICES: u64 = 64;

/// Plies after which a game of a match is given up.
const MOST_PLIES: usize = 1_000;

/// One of the students' methods at work: it learns from games against itself, and plays matches
/// against fixed opponents whenever it has learnt from twice as many.
///
/// Everything is kept in one folder as it comes, and everything follows from the seed: a run that
/// is stopped or killed at any moment, and started again, ends with the same files.
#[derive(Clone, Debug)]
pub struct StudentRun {
    /// The method.
    pub method: StudentMethod,
    /// Games to learn from.
    pub games: u64,
    /// Neurons of the hidden layer, where there is a network.
    pub hidden: usize,
    /// How fast it learns.
    pub rate: f64,
    /// The percentage of moves that explore.
    pub explore: u32,
    /// Games of each match.
    pub gate: usize,
    /// Random plies that open each game of a match.
    pub openings: u32,
    /// Random games a move of the stronger opponent.
    pub playouts: u64,
    /// Memory of each player for tables, in megabytes.
    pub hash: usize,
    /// Seed for the random number generator.
    pub seed: u64,
    /// Games of a match played at a time.
    pub concurrency: usize,
}

/// What a run tells of.
#[derive(Debug)]
pub enum StudentProgress<'p> {
    /// So many games have been learnt from.
    Games(u64),
    /// A point of the learning curve is there.
    Point(&'p LearningPoint),
}

type Tell<'t> = dyn FnMut(StudentProgress<'_>) + Send + 't;

impl StudentRun {
    /// Runs to the end, or what is missing of it, and writes the report. `None` when it was stopped
    /// before the end.
    pub fn run(
        &self,
        game: &dyn DynGame,
        folder: &Path,
        stop: &Arc<AtomicBool>,
        tell: &mut Tell<'_>,
    ) -> Result<Option<Vec<LearningPoint>>, LabError> {
        let wrong = |error: std::io::Error| LabError::archive(folder, error.to_string());
        fs::create_dir_all(folder).map_err(wrong)?;
        let _lock = Lock::folder(folder).map_err(wrong)?.ok_or_else(|| LabError::archive(folder, BUSY))?;
        claim(folder, &self.describe(game))?;
        let course = Course { run: self, game, options: game.options(), folder, stop, tell };
        agon_games::visit(game.info().name, &mut Visit(Some(course)))
            .map_err(|error| LabError::Training(error.to_string()))?
    }

    /// What the run is made with, as its folder says it.
    pub(super) fn describe(&self, game: &dyn DynGame) -> Value {
        let StudentRun { method, games, hidden, rate, explore, gate, openings, playouts, hash, seed, .. } = *self;
        json!({
            "game": game.info().name, "options": game.options().to_string(), "method": method.name(), "games": games,
            "hidden": hidden, "rate": rate, "explore": explore, "gate": gate, "openings": openings,
            "playouts": playouts, "hash": hash, "seed": seed,
        })
    }

    /// How many games have been learnt from after so many slices.
    fn games_after(&self, slices: u64) -> u64 {
        self.games * slices / SLICES
    }
}

struct Visit<'v>(Option<Course<'v>>);

impl Visitor for Visit<'_> {
    type Output = Result<Option<Vec<LearningPoint>>, LabError>;

    fn visit<G: Registered>(&mut self) -> Self::Output {
        self.0.take().map_or(Ok(None), Course::run::<G>)
    }
}

/// A run on its way.
struct Course<'c> {
    run: &'c StudentRun,
    game: &'c dyn DynGame,
    options: &'c Options,
    folder: &'c Path,
    stop: &'c Arc<AtomicBool>,
    tell: &'c mut Tell<'c>,
}

impl Course<'_> {
    fn run<G: Registered>(mut self) -> Result<Option<Vec<LearningPoint>>, LabError> {
        let game = G::new(self.options.clone()).map_err(|error| LabError::Training(error.to_string()))?;
        let (game, run) = (Arc::new(game), self.run);
        let (hidden, rate, explore) = (run.hidden, run.rate, f64::from(run.explore) / 100.0);
        let mut student: Box<dyn Student<G>> = match run.method {
            StudentMethod::Q => Box::new(QStudent::new(rate, explore)),
            StudentMethod::Dqn => Box::new(DqnStudent::new(&*game, hidden, rate, explore, run.seed)?),
            StudentMethod::Reinforce => Box::new(ReinforceStudent::new(&*game, hidden, rate, run.seed)?),
        };
        let path = self.folder.join("learner.json");
        let mut done = 0;
        if let Some(saved) = read(&path)? {
            let wrong = || LabError::archive(&path, "it is damaged: delete it to begin anew");
            student.restore(&saved["learner"]).ok_or_else(wrong)?;
            done = saved["slices"].as_u64().filter(|slices| *slices <= SLICES).ok_or_else(wrong)?;
        }
        let mut curve: Vec<LearningPoint> = Vec::new();
        for slice in 1..=SLICES {
            if slice > done {
                if !self.learn(&game, &mut *student, slice) {
                    return Ok(None);
                }
                let kept = json!({ "slices": slice, "learner": student.save() });
                write(&path, kept.to_string().as_bytes())?;
            }
            (self.tell)(StudentProgress::Games(run.games_after(slice)));
            if !slice.is_power_of_two() || run.games_after(slice) == 0 {
                continue;
            }
            let Some(point) = self.point(&*game, &*student, slice, slice >= done)? else { return Ok(None) };
            (self.tell)(StudentProgress::Point(&point));
            curve.push(point);
            write(&self.folder.join("report.html"), run.page(self.game, &curve).as_bytes())?;
        }
        Ok(Some(curve))
    }

    /// Learns from the games of a slice; gives whether it was not stopped.
    fn learn<G: Registered>(&mut self, game: &Arc<G>, student: &mut dyn Student<G>, slice: u64) -> bool {
        let run = self.run;
        let mut rng = Rng::new(mix(run.seed ^ mix(slice)));
        for number in run.games_after(slice - 1)..run.games_after(slice) {
            if self.stop.load(Ordering::Relaxed) {
                return false;
            }
            student.play(game, number as f64 / run.games as f64, &mut rng);
        }
        true
    }

    /// The point of the learning curve after a slice: what is missing of it is played, `None` when it was stopped.
    fn point<G: Registered>(
        &self,
        game: &G,
        student: &dyn Student<G>,
        slice: u64,
        is_now: bool,
    ) -> Result<Option<LearningPoint>, LabError> {
        let run = self.run;
        let place = self.folder.join(format!("after-{}-games", run.games_after(slice)));
        fs::create_dir_all(&place).map_err(|error| LabError::archive(&place, error.to_string()))?;
        let path = place.join(run.method.file());
        if is_now {
            let bytes = student.bytes(game, &run.describe(self.game).to_string())?;
            write(&path, &bytes)?;
            write(&self.folder.join(run.method.file()), &bytes)?;
        }
        if let Some(point) = LearningPoint::read(&place)? {
            return Ok(Some(point));
        }
        let learner = self.player(&path)?;
        let mut played = Vec::new();
        for (name, opponent) in [("random", "random".to_string()), ("mcts", format!("mcts:playouts={}", run.playouts))]
        {
            let spec: Spec = opponent.parse()?;
            let archive = place.join(format!("{name}.agon"));
            let Some(score) = self.matched(&archive, &learner, &spec, slice)? else { return Ok(None) };
            played.push(score);
        }
        let point = LearningPoint { games: run.games_after(slice), played };
        point.write(&place)?;
        Ok(Some(point))
    }

    /// The player that plays by a file.
    fn player(&self, path: &Path) -> Result<Spec, LabError> {
        let bytes = fs::read(path).map_err(|error| LabError::archive(path, error.to_string()))?;
        let sum = bytes.iter().fold(0, |sum, byte| mix(sum ^ u64::from(*byte)));
        let mut spec = Spec::named(self.run.method.name());
        spec.params.push((spec.file_param().to_string(), format!("learnt#{:08x}", sum >> 32)));
        spec.weights = Some(bytes.into());
        Ok(spec)
    }

    /// A match, or what is missing of it; `None` when it was stopped.
    fn matched(
        &self,
        path: &Path,
        learner: &Spec,
        opponent: &Spec,
        slice: u64,
    ) -> Result<Option<PlayedAgainst>, LabError> {
        let StudentRun { gate, openings, hash, concurrency, .. } = *self.run;
        let seed = mix(self.run.seed ^ mix(SLICES + slice));
        let conditions = Conditions {
            control: Control::default(),
            ..Conditions::untimed(seed, concurrency, hash, Some(MOST_PLIES))
        };
        let players = [learner, opponent].map(|player| Contender::Agent(player.clone()));
        let openings = Openings::random(self.game, RandomOpenings { plies: openings, seed, balance: None });
        let runner = Runner::new(self.game, &players, &conditions, openings, self.stop)?;
        let mut archive = Archive::resume(path)?;
        let contest = Contest { games: gate, sprt: None };
        let tally = contest.run(&runner, Some(&mut archive), &mut |_, _| {})?;
        let is_whole = !self.stop.load(Ordering::Relaxed) && tally.games.total() == gate as u64;
        Ok(is_whole.then(|| PlayedAgainst::of(&opponent.to_string(), &tally)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short(method: StudentMethod) -> StudentRun {
        StudentRun {
            method,
            games: 640,
            hidden: 16,
            rate: method.usual_rate(),
            explore: method.usual_explore(),
            gate: 4,
            openings: 1,
            playouts: 10,
            hash: 1,
            seed: 3,
            concurrency: 1,
        }
    }

    fn open(name: &str, options: &str) -> Box<dyn DynGame> {
        let info = agon_games::game_of(name).unwrap();
        agon_games::open(name, Options::parse(info.options, options).unwrap()).unwrap()
    }

    /// All files but the archives, which say when games were played.
    fn files_of(folder: &Path, method: StudentMethod) -> Vec<Vec<u8>> {
        let names = ["learner.json", method.file(), "after-640-games/point.json", "after-40-games/point.json"];
        names.iter().map(|name| fs::read(folder.join(name)).unwrap()).collect()
    }

    #[test]
    fn a_run_that_is_stopped_anywhere_ends_like_one_that_is_not() {
        let game = open("connect4", "columns=4 rows=4");
        for method in [StudentMethod::Q, StudentMethod::Dqn, StudentMethod::Reinforce] {
            let (whole, broken) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
            let never = Arc::new(AtomicBool::new(false));
            let curve = short(method).run(&*game, whole.path(), &never, &mut |_| {}).unwrap().unwrap();
            assert_eq!(curve.iter().map(|point| point.games).collect::<Vec<_>>(), [10, 20, 40, 80, 160, 320, 640]);
            let mut runs = 0;
            let again = loop {
                let (stop, mut left) = (Arc::new(AtomicBool::new(false)), 20 + runs);
                let set = Arc::clone(&stop);
                let heard = &mut |_: StudentProgress<'_>| {
                    left -= 1;
                    set.fetch_or(left <= 0, Ordering::Relaxed);
                };
                runs += 1;
                match short(method).run(&*game, broken.path(), &stop, heard).unwrap() {
                    Some(curve) => break curve,
                    None => assert!(runs < 100, "it does not get on"),
                }
            };
            assert!(runs > 2, "{runs} runs");
            assert_eq!(again, curve, "{method:?}");
            assert!(files_of(broken.path(), method) == files_of(whole.path(), method), "{method:?}: the files differ");
            let report = fs::read_to_string(whole.path().join("report.html")).unwrap();
            assert!(report.contains("against mcts:playouts=10"), "{report}");
            let other = StudentRun { seed: 4, ..short(method) };
            let refused = other.run(&*game, whole.path(), &never, &mut |_| {}).unwrap_err().to_string();
            assert!(refused.ends_with("it is of another run: seed is 3 and would be 4"), "{refused}");
        }
    }

    /// What networks learn is worth something soon; tables are compared with exact values where they are made.
    #[test]
    fn networks_learn_to_beat_random_moves() {
        let game = open("connect4", "columns=5 rows=5");
        for method in [StudentMethod::Dqn, StudentMethod::Reinforce] {
            let folder = tempfile::tempdir().unwrap();
            let run = StudentRun { games: 1_280, gate: 60, hidden: 32, ..short(method) };
            let never = Arc::new(AtomicBool::new(false));
            let curve = run.run(&*game, folder.path(), &never, &mut |_| {}).unwrap().unwrap();
            let last = &curve.last().unwrap().played[0];
            assert!(last.score - last.error > 0.5, "{method:?}: {curve:?}");
        }
    }
}
