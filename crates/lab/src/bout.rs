//! One game between two seats.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use agon_agents::Solved;
use agon_core::{DynPlay, Eval, MoveError, PerPlayer, Player, Ply, Record, Remark, Rng, Turn};
use agon_search::{Limits, NoMemory, Value};

use crate::adjudication::Judge;
use crate::control::Clocks;
use crate::ending::{Ending, Fault};
use crate::seat::{Named, Question, Seat};
use crate::{Adjudication, Control};

/// The memory of a search for a proof, in megabytes.
const PROOF_MEMORY: u32 = 64;

/// What one game is played with.
pub(crate) struct Bout<'b> {
    pub control: Control,
    pub adjudication: Adjudication,
    /// What chance and both players follow from.
    pub seed: u64,
    pub stop: &'b Arc<AtomicBool>,
}

impl Bout<'_> {
    /// Plays from an opening to the end; `None` when the run is stopped before. Nobody loses a
    /// game because the memory is full.
    pub fn play(
        &self,
        play: Box<dyn DynPlay>,
        seats: PerPlayer<&mut (dyn Seat + '_)>,
    ) -> Result<Option<Record>, NoMemory> {
        let mut rng = Rng::new(self.seed);
        let line = play.line().into_iter().map(Ply::new).collect();
        let seeds = PerPlayer([rng.bits(), rng.bits()]);
        let mut table = Table {
            bout: self,
            play,
            seats,
            line,
            clocks: Clocks::new(self.control),
            judge: Judge::new(self.adjudication),
            chance: rng,
        };
        let ending = match table.sit_down(seeds) {
            Some(Ending::Forfeit(_, Fault::Memory(error))) => return Err(error),
            Some(ending) => Some(ending),
            None => table.go_on(),
        };
        Ok((!self.is_stopped()).then(|| table.record(ending)))
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// A game in progress.
struct Table<'t, 's> {
    bout: &'t Bout<'t>,
    play: Box<dyn DynPlay>,
    seats: PerPlayer<&'t mut (dyn Seat + 's)>,
    line: Vec<Ply>,
    clocks: Clocks,
    judge: Judge,
    chance: Rng,
}

impl Table<'_, '_> {
    fn sit_down(&mut self, seeds: PerPlayer<u64>) -> Option<Ending> {
        Player::BOTH.into_iter().find_map(|player| {
            let ready = self.seats[player].new_game(seeds[player], self.bout.stop);
            ready.err().map(|fault| Ending::Forfeit(player, fault))
        })
    }

    /// Plays until the rules end the game, or gives how it ended otherwise.
    fn go_on(&mut self) -> Option<Ending> {
        while self.play.outcome().is_none() && !self.bout.is_stopped() {
            if let Some(ending) = self.judge.measure(self.line.len()) {
                return Some(ending);
            }
            let ending = match self.play.turn() {
                Turn::Chance => self.draw_lots(),
                Turn::Player(player) => self.ask(player),
            };
            if ending.is_some() {
                return ending;
            }
        }
        None
    }

    fn draw_lots(&mut self) -> Option<Ending> {
        // While the game goes on, chance has something to draw.
        let action = self.play.random_action(&mut self.chance)?;
        if let Ok(text) = self.make_move(Named::Action(action)) {
            self.line.push(Ply::new(text));
        }
        None
    }

    /// Plays a move, and gives it as the record will hold it.
    fn make_move(&mut self, mv: Named) -> Result<String, MoveError> {
        match mv {
            Named::Text(text) => self.play.play(&text).map(|()| text),
            Named::Action(action) => {
                let text = self.play.action_text(action)?;
                self.play.play_action(action).map(|()| text)
            }
        }
    }

    /// Asks a player for a move, and plays it.
    fn ask(&mut self, player: Player) -> Option<Ending> {
        let forfeit = |fault| Some(Ending::Forfeit(player, fault));
        let allowed = self.clocks.allowed(player);
        let question = Question {
            play: &*self.play,
            line: &self.line,
            limits: self.clocks.limits(),
            allowed,
            stop: self.bout.stop,
        };
        let asked = Instant::now();
        let choice = self.seats[player].choose(&question);
        let used = asked.elapsed();
        let choice = match choice {
            Ok(choice) => choice,
            Err(fault) => return forfeit(fault),
        };
        // Nobody loses by a machine that stands still.
        let used = used.saturating_sub(choice.waited);
        if let Some(allowed) = allowed.filter(|allowed| used > *allowed) {
            return forfeit(Fault::Time { used, allowed });
        }
        let text = match self.make_move(choice.mv) {
            Ok(text) => text,
            Err(error @ MoveError::Unreadable { .. }) => return forfeit(Fault::Garbage(error.to_string())),
            Err(error @ (MoveError::Illegal { .. } | MoveError::Over { .. })) => {
                return forfeit(Fault::Illegal(error.to_string()));
            }
        };
        self.clocks.spend(player, used);
        let eval = choice.score.map(|score| from_first(score, player));
        // In milliseconds, as records keep it: what is told is what will be read.
        let time = Some(Duration::from_millis((used.as_micros() as u64 + 500) / 1000));
        let remark = Remark { eval, depth: choice.depth, time, text: String::new() };
        self.line.push(Ply { remark, ..Ply::new(text) });
        if self.play.outcome().is_some() {
            return None;
        }
        self.judge.hear(player, choice.score).or_else(|| self.prove(player, choice.score?))
    }

    /// Looks for the proof of what a player announces, if that is wanted.
    fn prove(&self, player: Player, announced: Value) -> Option<Ending> {
        let nodes = self.bout.adjudication.prove?;
        let winner = match announced {
            Value::Win(_) => player,
            Value::Loss(_) => !player,
            Value::Points(_) => return None,
        };
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        match agon_agents::solve(&*self.play, winner, &limits, PROOF_MEMORY, self.bout.stop, &mut |_| {}) {
            Solved::Win { line, .. } => Some(Ending::Proven(winner, line.len())),
            Solved::NoWin { .. } | Solved::Unknown { .. } => None,
        }
    }

    fn record(self, ending: Option<Ending>) -> Record {
        let mut record = Record::of(&*self.play);
        record.main.plies = self.line;
        if let Some(ending) = ending {
            ending.write(&mut record, &*self.play);
        }
        record
    }
}

/// A player's judgement of its own game, from player 1's side.
fn from_first(score: Value, player: Player) -> Eval {
    let sign = if player == Player::One { 1 } else { -1 };
    match score {
        Value::Points(points) => Eval::Points(points.saturating_mul(sign)),
        Value::Win(plies) => Eval::Mate(plies.saturating_mul(sign)),
        Value::Loss(plies) => Eval::Mate(plies.saturating_mul(-sign)),
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Options;

    use super::*;
    use crate::GameClock;
    use crate::seat::Choice;

    /// Takes its time, and may say that it had to wait.
    struct Slow {
        waited: Duration,
    }

    impl Seat for Slow {
        fn new_game(&mut self, _: u64, _: &AtomicBool) -> Result<(), Fault> {
            Ok(())
        }

        fn choose(&mut self, question: &Question<'_>) -> Result<Choice, Fault> {
            std::thread::sleep(Duration::from_millis(5));
            let mv = question.play.random_action(&mut Rng::new(1)).map(Named::Action).unwrap_or_default();
            Ok(Choice { mv, waited: self.waited, ..Choice::default() })
        }
    }

    /// Has no room to think.
    struct Cramped;

    impl Seat for Cramped {
        fn new_game(&mut self, _: u64, _: &AtomicBool) -> Result<(), Fault> {
            Err(Fault::Memory(NoMemory { megabytes: 1, free: None }))
        }

        fn choose(&mut self, _: &Question<'_>) -> Result<Choice, Fault> {
            Err(Fault::Crash("it was never ready".to_string()))
        }
    }

    #[test]
    fn a_full_memory_ends_the_run_and_costs_no_game() {
        let bout = Bout {
            control: Control::default(),
            adjudication: Adjudication::default(),
            seed: 1,
            stop: &Arc::new(AtomicBool::new(false)),
        };
        let options = agon_games::game_of("tilesum").unwrap().options;
        let game = agon_games::open("tilesum", Options::defaults(options)).unwrap();
        let played = bout.play(game.start(), PerPlayer([&mut Cramped, &mut Slow { waited: Duration::ZERO }]));
        assert_eq!(played, Err(NoMemory { megabytes: 1, free: None }));
    }

    #[test]
    fn a_machine_that_stands_still_costs_no_game() {
        let clock = GameClock { base: Duration::from_millis(4), increment: Duration::ZERO };
        let bout = Bout {
            control: Control { clock: Some(clock), ..Control::default() },
            adjudication: Adjudication { plies: Some(6), ..Adjudication::default() },
            seed: 1,
            stop: &Arc::new(AtomicBool::new(false)),
        };
        let play = |waited| {
            let options = agon_games::game_of("rhythmomachy").unwrap().options;
            let game = agon_games::open("rhythmomachy", Options::defaults(options)).unwrap();
            let (mut one, mut two) = (Slow { waited }, Slow { waited });
            bout.play(game.start(), PerPlayer([&mut one, &mut two])).unwrap().unwrap()
        };
        let late = play(Duration::ZERO);
        assert!(late.main.plies.is_empty() && late.tag("Termination").unwrap().starts_with("time: "));
        assert_eq!(play(Duration::MAX).main.plies.len(), 6);
    }
}
