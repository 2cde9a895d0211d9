use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use agon_agents::{Settings, Spec, Thinker};
use agon_core::{DynGame, DynPlay, Rng, Swap, mix, without_mark};
use agon_search::{Limits, Value};

use crate::LabError;

/// Tries after which openings become a half move longer, for there are no more
/// fair ones of a new kind so short…
const TRIES: u32 = 70;
/// …and where an even one is asked for.
const EVEN_TRIES: u32 = 300;
/// By how many half moves at most.
const MOST_LONGER: u32 = 8;
/// Tries after which any opening will do, new or not: a small game has few.
const NEW_TRIES: u32 = 100;
const ALL_TRIES: u32 = 10_000;
/// How far a judge looks into an opening: enough to see what is lost at once…
const JUDGED_NODES: u64 = 300;
/// …and what is uneven, where that is asked for. In a game as sharp as
/// Andantino nine openings in ten are.
const WEIGHED_NODES: u64 = 50_000;

/// The positions that games begin from: random ones, made when they are first
/// asked for, or those of a file, over and over.
pub struct Openings<'g> {
    source: Source<'g>,
}

enum Source<'g> {
    Random(Random<'g>),
    File(Vec<Box<dyn DynPlay>>),
}

/// How random openings are to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomOpenings {
    /// How many half moves; 0 for the usual start. More, once all that are so
    /// short have been taken: players who leave nothing to chance would only
    /// play the same games again.
    pub plies: u32,
    /// What they follow from.
    pub seed: u64,
    /// The largest judgement, in hundredths of a point, that counts as fair.
    /// Openings in which a quick search sees a won game never do.
    pub balance: Option<i32>,
}

struct Random<'g> {
    game: &'g dyn DynGame,
    rules: RandomOpenings,
    rng: Rng,
    judge: Option<Box<dyn Thinker>>,
    /// By how many half moves they have become longer.
    longer: u32,
    /// The kinds of the openings so far.
    kinds: HashSet<u64>,
    /// The moves of the openings so far: a position takes a hundred times as much memory.
    found: Vec<Box<str>>,
}

impl<'g> Openings<'g> {
    /// So many random half moves each: no two in the same position, turned or
    /// mirrored neither, for the same opening over and over makes a match look
    /// surer than it is; none of them over, none already won. All that as long
    /// as the game has enough of those.
    pub fn random(game: &'g dyn DynGame, rules: RandomOpenings) -> Self {
        let best = Spec::named(agon_agents::DEFAULT);
        let settings = Settings { seed: rules.seed, threads: 1, hash: 1 };
        // Every game has a best agent; if one had not, its openings would be unjudged. The usual
        // start needs no judge.
        let judge = if rules.plies == 0 { None } else { agon_agents::make(game, &best, settings).ok() };
        let rng = Rng::new(rules.seed);
        let source =
            Source::Random(Random { game, rules, rng, judge, longer: 0, kinds: HashSet::new(), found: Vec::new() });
        Openings { source }
    }

    /// One opening a line: a position, or moves from the usual start. Empty
    /// lines and lines that begin with `#` do not count.
    pub fn read(game: &dyn DynGame, text: &str) -> Result<Self, LabError> {
        let text = without_mark(text);
        let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
        let lines = lines.filter(|(_, text)| !text.is_empty() && !text.starts_with('#'));
        let read = |(line, text)| parse(game, text).map_err(|why| LabError::Opening { line, why });
        let found = lines.map(read).collect::<Result<Vec<_>, _>>()?;
        if found.is_empty() { Err(LabError::NoOpenings) } else { Ok(Openings { source: Source::File(found) }) }
    }

    /// The opening of this number, counted from 0; `None` if `stop` was set
    /// before it was found.
    pub fn get(&mut self, number: usize, stop: &Arc<AtomicBool>) -> Option<Box<dyn DynPlay>> {
        match &mut self.source {
            Source::Random(random) => random.get(number, stop),
            Source::File(found) => Some(found[number % found.len()].boxed_clone()),
        }
    }

    /// What the openings are made from, for the conditions of a run: equal
    /// texts stand for equal openings.
    pub(crate) fn conditions(&self) -> String {
        match &self.source {
            Source::Random(Random { rules: RandomOpenings { plies, balance, .. }, .. }) => {
                let balance = balance.map_or_else(String::new, |balance| format!(" balance={balance}"));
                format!("openings={plies}{balance}")
            }
            // By what is in the file: its name says little.
            Source::File(found) => {
                let digest = found.iter().fold(0, |digest, play| {
                    let swapped = u64::from(play.swap() == Swap::Done);
                    mix(digest ^ play.key() ^ swapped)
                });
                format!("openings-file={digest:016x}")
            }
        }
    }
}

/// The game that a text leads to: a position, or moves from the usual start.
pub(crate) fn parse(game: &dyn DynGame, text: &str) -> Result<Box<dyn DynPlay>, String> {
    let play = game.position(text).or_else(|_| {
        let mut play = game.start();
        for mv in text.split_whitespace() {
            play.play(mv).map_err(|error| error.to_string())?;
        }
        Ok::<_, String>(play)
    })?;
    match play.outcome() {
        Some(outcome) => Err(format!("the game is over there ({})", outcome.reason)),
        None => Ok(play),
    }
}

/// A random move of an opening. Nobody swaps in one: that is for the players to decide.
pub(crate) fn opening_action(play: &dyn DynPlay, rng: &mut Rng) -> Option<u32> {
    loop {
        let action = play.random_action(rng)?;
        if play.swap_action() != Some(action) {
            return Some(action);
        }
    }
}

impl Random<'_> {
    fn get(&mut self, number: usize, stop: &Arc<AtomicBool>) -> Option<Box<dyn DynPlay>> {
        if self.rules.plies == 0 {
            return Some(self.game.start());
        }
        while self.found.len() <= number {
            // Whoever stops looking begins the same search again next time, so
            // that it does not matter when it was stopped.
            let (rng, longer) = (self.rng.clone(), self.longer);
            let Some(next) = self.next(stop) else {
                (self.rng, self.longer) = (rng, longer);
                return None;
            };
            self.kinds.insert(next.kind());
            self.found.push(next.line().join(" ").into_boxed_str());
        }
        let mut play = self.game.start();
        for mv in self.found[number].split(' ').filter(|mv| !mv.is_empty()) {
            // They were legal when they were found, and are now.
            if play.play(mv).is_err() {
                break;
            }
        }
        Some(play)
    }

    /// A new opening; `None` if `stop` was set before it was found.
    fn next(&mut self, stop: &Arc<AtomicBool>) -> Option<Box<dyn DynPlay>> {
        let tries = if self.rules.balance.is_some() { EVEN_TRIES } else { TRIES };
        loop {
            for _ in 0..tries {
                let play = self.walk(self.longer);
                let is_fair =
                    play.outcome().is_none() && !self.kinds.contains(&play.kind()) && self.is_fair(&*play, stop);
                // A judge that was stopped has seen too little to be believed.
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                if is_fair {
                    return Some(play);
                }
            }
            if self.longer == MOST_LONGER {
                break;
            }
            self.longer += 1;
        }
        for tries in 0..ALL_TRIES {
            let play = self.walk(0);
            if play.outcome().is_none() && (tries >= NEW_TRIES || !self.kinds.contains(&play.kind())) {
                return Some(play);
            }
        }
        // So many half moves end every game: begin at the beginning.
        Some(self.game.start())
    }

    /// As many random half moves as openings have, and some more.
    fn walk(&mut self, more: u32) -> Box<dyn DynPlay> {
        let mut play = self.game.start();
        for _ in 0..self.rules.plies.saturating_add(more) {
            let Some(action) = opening_action(&*play, &mut self.rng) else { break };
            if play.play_action(action).is_err() {
                break;
            }
        }
        play
    }

    /// Whether nobody has won already and, if that is asked for, nobody is ahead.
    fn is_fair(&mut self, play: &dyn DynPlay, stop: &Arc<AtomicBool>) -> bool {
        match self.rules.balance {
            None => self.is_within(play, JUDGED_NODES, i32::MAX, stop),
            // A quick look first: most openings are far from even.
            Some(most) => {
                self.is_within(play, JUDGED_NODES, most.saturating_mul(4).saturating_add(100), stop)
                    && self.is_within(play, WEIGHED_NODES, most, stop)
            }
        }
    }

    /// Whether a search of so many nodes judges a position this even.
    fn is_within(&mut self, play: &dyn DynPlay, nodes: u64, most: i32, stop: &Arc<AtomicBool>) -> bool {
        let Some(judge) = &mut self.judge else { return true };
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        judge.new_game();
        match judge.think(play, &limits, stop, &mut |_| {}) {
            Ok(report) => matches!(report.score, Value::Points(points) if points.abs() <= most),
            // Chance is to move: nobody can judge, and it is fair by nature.
            Err(_) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Options;

    fn open(name: &str) -> Box<dyn DynGame> {
        agon_games::open(name, Options::defaults(agon_games::game_of(name).unwrap().options)).unwrap()
    }

    impl Openings<'_> {
        /// The opening of this number, nobody stopping the search for it.
        fn at(&mut self, number: usize) -> Box<dyn DynPlay> {
            self.get(number, &Arc::new(AtomicBool::new(false))).unwrap()
        }
    }

    fn random(plies: u32, seed: u64) -> RandomOpenings {
        RandomOpenings { plies, seed, balance: None }
    }

    #[test]
    fn openings_differ_and_can_be_had_again() {
        let game = open("crosphere");
        let keys = |order: &[usize]| {
            let mut openings = Openings::random(&*game, random(4, 3));
            order.iter().map(|at| openings.at(*at).key()).collect::<Vec<_>>()
        };
        let all: Vec<usize> = (0..40).collect();
        let found = keys(&all);
        assert_eq!(found.iter().collect::<HashSet<_>>().len(), 40);
        assert_eq!(keys(&[39, 0]), [found[39], found[0]]);
    }

    #[test]
    fn no_opening_is_another_turned_or_mirrored() {
        let game = open("andantino");
        let mut openings = Openings::random(&*game, random(6, 1));
        let kinds: HashSet<u64> = (0..60).map(|at| openings.at(at).kind()).collect();
        assert_eq!(kinds.len(), 60);
    }

    #[test]
    fn openings_become_longer_when_there_are_no_more_so_short() {
        // Two stones beside the first lie in a few ways only.
        let game = open("andantino");
        let mut openings = Openings::random(&*game, random(2, 1));
        let found: Vec<_> = (0..20).map(|at| openings.at(at)).collect();
        assert_eq!(found.iter().map(|play| play.kind()).collect::<HashSet<_>>().len(), 20);
        let lengths: Vec<usize> = found.iter().map(|play| play.line().len()).collect();
        assert!(lengths[0] == 2 && lengths[19] > 2 && lengths.is_sorted(), "{lengths:?}");
    }

    #[test]
    fn the_openings_of_the_project_are_fifty() {
        let text = include_str!("../../../experiments/openings/andantino.txt");
        let mut openings = Openings::read(&*open("andantino"), text).unwrap();
        let kinds: HashSet<u64> = (0..100).map(|at| openings.at(at).kind()).collect();
        assert_eq!(kinds.len(), 50);
    }

    #[test]
    fn a_won_game_is_no_opening() {
        for name in ["andantino", "rhythmomachy"] {
            let game = open(name);
            let mut judge = agon_agents::make(&*game, &"best".parse().unwrap(), Settings::default()).unwrap();
            let mut openings = Openings::random(&*game, random(6, 1));
            for at in 0..20 {
                let limits = Limits { depth: Some(1), ..Limits::default() };
                let stop = Arc::new(AtomicBool::new(false));
                let report = judge.think(&*openings.at(at), &limits, &stop, &mut |_| {}).unwrap();
                assert!(matches!(report.score, Value::Points(_)), "{name}");
            }
        }
    }

    #[test]
    fn even_openings_are_even_to_a_longer_look_too() {
        let game = open("andantino");
        let mut judge = agon_agents::make(&*game, &"best".parse().unwrap(), Settings::default()).unwrap();
        let mut largest = |balance| {
            let mut openings = Openings::random(&*game, RandomOpenings { balance, ..random(6, 1) });
            let limits = Limits { nodes: Some(WEIGHED_NODES), ..Limits::default() };
            let mut judged = |at| {
                judge.new_game();
                let stop = Arc::new(AtomicBool::new(false));
                match judge.think(&*openings.at(at), &limits, &stop, &mut |_| {}).unwrap().score {
                    Value::Points(points) => points.abs(),
                    Value::Win(_) | Value::Loss(_) => i32::MAX,
                }
            };
            (0..3).map(&mut judged).max().unwrap()
        };
        // The judge's small table lets it see a little less than this one.
        assert!(largest(Some(60)) <= 150);
        assert!(largest(None) > 150);
    }

    #[test]
    fn a_small_game_still_has_openings() {
        let game = open("tilesum");
        let mut openings = Openings::random(&*game, random(1, 1));
        assert!((0..10).all(|at| openings.at(at).outcome().is_none()));
        // Longer than any game.
        assert_eq!(Openings::random(&*game, random(1000, 1)).at(0).line().len(), 0);
        assert_eq!(Openings::random(&*game, random(0, 1)).at(7).line().len(), 0);
    }

    #[test]
    fn nobody_swaps_in_a_random_opening() {
        let info = agon_games::game_of("hex").unwrap();
        let game = agon_games::open(info.name, Options::parse(info.options, "size=3 swap=true").unwrap()).unwrap();
        let swap = |plies| {
            let mut openings = Openings::random(&*game, random(plies, 1));
            (0..5).map(|at| openings.at(at).swap()).collect::<Vec<_>>()
        };
        // After one random move it is for the second player to swap; after more, nobody can.
        assert_eq!(swap(0), [Swap::Next; 5]);
        assert_eq!(swap(1)[0], Swap::Now);
        assert_eq!(swap(2), [Swap::Off; 5]);
        // A file may say that the players have swapped.
        assert_eq!(Openings::read(&*game, "b2 swap").unwrap().at(0).swap(), Swap::Done);
    }

    #[test]
    fn files_hold_moves_or_positions() {
        let game = open("rhythmomachy");
        let position = {
            let mut play = game.start();
            play.play("b3c5").unwrap();
            play.position_text()
        };
        // Some editors begin a file with a mark of how it is encoded.
        let text = format!("\u{feff}# two openings\n\nb3c5\n{position}\n");
        let mut openings = Openings::read(&*game, &text).unwrap();
        assert_eq!(openings.at(0).key(), openings.at(1).key());
        assert_eq!(openings.at(2).line(), ["b3c5"]);
        let error = Openings::read(&*game, "b3c5\n\nb3c5 b3c5").err().unwrap().to_string();
        assert!(error.starts_with("opening on line 3: `b3c5` is not legal here"), "{error}");
        assert_eq!(Openings::read(&*game, "# nothing\n").err(), Some(LabError::NoOpenings));
    }
}
