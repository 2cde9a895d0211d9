use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use agon_agents::{Settings, Spec, SpecError, ThinkError, Thinker};
use agon_core::{DynGame, DynPlay, MoveError, Player, Record, Rng, Turn};
use agon_search::Limits;
use thiserror::Error;

use crate::{Elo, Pairs, openings};

/// A match of two agents: every opening is played twice, sides swapped.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The agent whose results are told.
    pub first: Spec,
    /// Its opponent.
    pub second: Spec,
    /// How many games; an odd number leaves the last opening unpaired.
    pub games: usize,
    /// How many random half moves open a game.
    pub openings: u32,
    /// What both may think a move; empty for what their own texts say.
    pub limits: Limits,
    /// What openings, chance and agents follow from.
    pub seed: u64,
    /// Games played at a time.
    pub concurrency: usize,
    /// What both are told beside their texts; the seed is each game's own.
    pub settings: Settings,
}

/// What a match came to, from the first agent's side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Games that ended.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Half moves of all games.
    pub plies: u64,
    /// The pairs of games that both ended.
    pub pairs: Pairs,
}

impl Tally {
    /// The difference in strength.
    pub fn elo(&self) -> Option<Elo> {
        self.pairs.elo()
    }

    /// What share of the points the first agent took.
    pub fn score(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games.max(1) as f64
    }
}

/// A game that ended, for whoever follows the match.
pub struct Told<'t> {
    /// The game.
    pub record: &'t Record,
    /// What the match has come to with it.
    pub tally: &'t Tally,
}

/// Why a match could not go on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ContestError {
    /// An agent cannot be made.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// An agent chose nothing.
    #[error(transparent)]
    Think(#[from] ThinkError),
    /// An agent chose what is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// What all games of a match share.
struct State<'s> {
    next: AtomicUsize,
    stop: Arc<AtomicBool>,
    done: Mutex<Done<'s>>,
}

struct Done<'s> {
    tally: Tally,
    /// The first game of each pair that waits for its second, in half points.
    halves: Vec<Option<usize>>,
    error: Option<ContestError>,
    tell: &'s mut (dyn FnMut(Told<'_>) + Send),
}

impl Contest {
    /// Plays the match; `tell` hears of every game, and `stop` ends it early
    /// with what has been played.
    pub fn run(
        &self,
        game: &dyn DynGame,
        stop: &Arc<AtomicBool>,
        tell: &mut (dyn FnMut(Told<'_>) + Send),
    ) -> Result<Tally, ContestError> {
        // A wrong text is better told before the first game than after it.
        for spec in [&self.first, &self.second] {
            agon_agents::make(game, spec, self.settings)?;
        }
        let starts = openings(game, self.openings, self.games.div_ceil(2), self.seed);
        let starts: Vec<Mutex<Box<dyn DynPlay>>> = starts.into_iter().map(Mutex::new).collect();
        let state = State {
            next: AtomicUsize::new(0),
            stop: Arc::clone(stop),
            done: Mutex::new(Done { tally: Tally::default(), halves: vec![None; starts.len()], error: None, tell }),
        };
        thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                scope.spawn(|| self.work(game, &starts, &state));
            }
        });
        let done = state.done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.error.map_or(Ok(done.tally), Err)
    }

    fn work(&self, game: &dyn DynGame, starts: &[Mutex<Box<dyn DynPlay>>], state: &State<'_>) {
        loop {
            let number = state.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.games || state.stop.load(Ordering::Relaxed) {
                return;
            }
            let start = starts[number / 2].lock().unwrap_or_else(PoisonError::into_inner).boxed_clone();
            let first_is = Player::BOTH[number % 2];
            let played = self.play(game, start, first_is, number as u64, &state.stop);
            let mut done = state.done.lock().unwrap_or_else(PoisonError::into_inner);
            match played {
                Ok(play) => {
                    if play.outcome().is_some() {
                        done.count(&self.record(&*play, first_is), &*play, first_is, number);
                    }
                }
                Err(error) => {
                    state.stop.store(true, Ordering::Relaxed);
                    done.error = Some(error);
                }
            }
        }
    }

    /// One game, from an opening to its end, or until the match is stopped.
    fn play(
        &self,
        game: &dyn DynGame,
        mut play: Box<dyn DynPlay>,
        first_is: Player,
        number: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Box<dyn DynPlay>, ContestError> {
        let settings = Settings { seed: self.seed.wrapping_add(number), ..self.settings };
        let mut agents: [Box<dyn Thinker>; 2] =
            [agon_agents::make(game, &self.first, settings)?, agon_agents::make(game, &self.second, settings)?];
        let mut chance = Rng::new(settings.seed);
        let never = Arc::new(AtomicBool::new(false));
        while play.outcome().is_none() && !stop.load(Ordering::Relaxed) {
            let mv = match play.turn() {
                Turn::Chance => play.random_move(&mut chance),
                Turn::Player(player) => {
                    let agent = &mut agents[usize::from(player != first_is)];
                    agent.think(&*play, &self.limits, &never, &mut |_| {})?.best
                }
            };
            play.play(&mv.unwrap_or_default())?;
        }
        Ok(play)
    }

    fn record(&self, play: &dyn DynPlay, first_is: Player) -> Record {
        let mut record = Record::of(play);
        for (tag, player) in [("First", Player::One), ("Second", Player::Two)] {
            let spec = if player == first_is { &self.first } else { &self.second };
            record.set_tag(tag, &spec.to_string());
        }
        record
    }
}

impl Done<'_> {
    fn count(&mut self, record: &Record, play: &dyn DynPlay, first_is: Player, number: usize) {
        let half_points = match play.outcome().and_then(|outcome| outcome.winner) {
            Some(winner) if winner == first_is => 2,
            Some(_) => 0,
            None => 1,
        };
        let tally = &mut self.tally;
        tally.games += 1;
        tally.plies += play.line().len() as u64;
        *[&mut tally.losses, &mut tally.draws, &mut tally.wins][half_points] += 1;
        match self.halves[number / 2].take() {
            Some(other) => tally.pairs.add(other + half_points),
            None => self.halves[number / 2] = Some(half_points),
        }
        (self.tell)(Told { record, tally });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Options;

    fn contest(first: &str, second: &str, games: usize) -> Contest {
        Contest {
            first: first.parse().unwrap(),
            second: second.parse().unwrap(),
            games,
            openings: 2,
            limits: Limits::default(),
            seed: 1,
            concurrency: 2,
            settings: Settings { hash: 1, ..Settings::default() },
        }
    }

    fn rhythmomachy() -> Box<dyn DynGame> {
        let info = agon_games::game_of("rhythmomachy").unwrap();
        agon_games::open(info.name, Options::defaults(info.options)).unwrap()
    }

    #[test]
    fn every_game_is_told_once_and_adds_up() {
        let mut told = Vec::new();
        let stop = Arc::new(AtomicBool::new(false));
        let tally = contest("sledge:depth=1", "random", 11)
            .run(&*rhythmomachy(), &stop, &mut |game| told.push(game.record.clone()))
            .unwrap();
        assert_eq!(told.len(), 11);
        assert_eq!((tally.games, tally.wins + tally.draws + tally.losses), (11, 11));
        assert_eq!(tally.pairs.0.iter().sum::<u64>(), 5);
        assert!(tally.score() > 0.8, "{tally:?}");
        for record in told {
            record.check(&*rhythmomachy()).unwrap();
        }
    }

    #[test]
    fn a_match_can_be_played_again() {
        let play = || {
            let stop = Arc::new(AtomicBool::new(false));
            contest("random", "greedy", 8).run(&*rhythmomachy(), &stop, &mut |_| {}).unwrap()
        };
        assert_eq!(play(), play());
    }

    #[test]
    fn a_wrong_agent_is_told_at_once() {
        let stop = Arc::new(AtomicBool::new(false));
        let error = contest("sledg", "random", 2).run(&*rhythmomachy(), &stop, &mut |_| {}).unwrap_err();
        assert!(error.to_string().starts_with("there is no agent `sledg`"));
    }
}
