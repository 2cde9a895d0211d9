use std::time::Duration;

use agon_core::{DynPlay, GameResult, Player, Record};
use agon_search::NoMemory;

/// How a game ended that the rules did not end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// A player may not go on.
    Forfeit(Player, Fault),
    /// A player gave up: its judgement, in hundredths of a point.
    Resigned(Player, i32),
    /// Nobody thought to stand better for a long time.
    Drawn,
    /// So many half moves, and no end.
    TooLong(usize),
    /// A player wins whatever the other does, within so many half moves.
    Proven(Player, usize),
}

/// What a player did wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It took too long.
    Time { used: Duration, allowed: Duration },
    /// Its move is not legal.
    Illegal(String),
    /// What it said is no move at all.
    Garbage(String),
    /// It ended.
    Crash(String),
    /// There is no room for its tables: nobody's fault, and the end of the run.
    Memory(NoMemory),
    /// It said nothing.
    Silence(Duration),
}

impl Fault {
    fn word(&self) -> &'static str {
        match self {
            Fault::Time { .. } => Ending::TIME,
            Fault::Illegal(_) => "illegal",
            Fault::Garbage(_) => "garbage",
            Fault::Crash(_) | Fault::Memory(_) => "crash",
            Fault::Silence(_) => "silence",
        }
    }

    fn detail(&self, name: &str) -> String {
        match self {
            Fault::Time { used, allowed } => {
                format!("{name} took {:.3} s of {:.3} s", used.as_secs_f64(), allowed.as_secs_f64())
            }
            Fault::Illegal(what) | Fault::Garbage(what) | Fault::Crash(what) => format!("{name}: {what}"),
            Fault::Memory(error) => format!("{name}: {error}"),
            Fault::Silence(waited) => format!("{name} said nothing for {:.1} s", waited.as_secs_f64()),
        }
    }
}

impl Ending {
    /// The word for a game lost on time.
    pub const TIME: &'static str = "time";
    /// Every word; none of them is one of a game's own.
    #[cfg(test)]
    const WORDS: [&'static str; 9] =
        [Ending::TIME, "illegal", "garbage", "crash", "silence", "resigned", "drawn", "too-long", "proven"];

    fn word(&self) -> &'static str {
        match self {
            Ending::Forfeit(_, fault) => fault.word(),
            Ending::Resigned(..) => "resigned",
            Ending::Drawn => "drawn",
            Ending::TooLong(_) => "too-long",
            Ending::Proven(..) => "proven",
        }
    }

    fn winner(&self) -> Option<Player> {
        match self {
            Ending::Forfeit(loser, _) | Ending::Resigned(loser, _) => Some(!*loser),
            Ending::Proven(winner, _) => Some(*winner),
            Ending::Drawn | Ending::TooLong(_) => None,
        }
    }

    fn detail(&self, play: &dyn DynPlay) -> String {
        // Players are called by the side they play.
        let name = |player: Player| play.info().player(play.side(player));
        match self {
            Ending::Forfeit(loser, fault) => fault.detail(name(*loser)),
            Ending::Resigned(loser, score) => {
                format!("{} judges {:+.2}", name(*loser), f64::from(*score) / 100.0)
            }
            Ending::Drawn => "both judge the game even".to_string(),
            Ending::TooLong(plies) => format!("no end after {plies} half moves"),
            Ending::Proven(winner, plies) => format!("{} wins within {plies} half moves", name(*winner)),
        }
    }

    /// Writes the ending into the record of the game that it ends.
    pub fn write(&self, record: &mut Record, play: &dyn DynPlay) {
        record.result = GameResult::of(self.winner());
        record.set_tag("Termination", &format!("{}: {}", self.word(), self.detail(play)));
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Options;

    use super::*;

    #[test]
    fn no_ending_is_mistaken_for_a_rule() {
        for reason in agon_games::infos().iter().flat_map(|info| info.reasons) {
            assert!(!Ending::WORDS.contains(&reason.word), "{}", reason.word);
        }
    }

    #[test]
    fn the_record_says_who_lost_and_why() {
        let info = agon_games::game_of("rhythmomachy").unwrap();
        let options = Options::parse(info.options, "swap=true").unwrap();
        let mut play = agon_games::open(info.name, options).unwrap().start();
        let mut record = Record::default();
        let fault = Fault::Time { used: Duration::from_millis(512), allowed: Duration::from_millis(100) };
        Ending::Forfeit(Player::One, fault.clone()).write(&mut record, &*play);
        let name = info.player(Player::One);
        assert_eq!(record.tag("Termination"), Some(format!("time: {name} took 0.512 s of 0.100 s").as_str()));
        assert_eq!(record.result, GameResult::SecondWins);
        // After a swap, player 1 plays the other side and is called by it.
        for mv in ["b3c5", "swap"] {
            play.play(mv).unwrap();
        }
        Ending::Forfeit(Player::One, fault).write(&mut record, &*play);
        let name = info.player(Player::Two);
        assert_eq!(record.tag("Termination"), Some(format!("time: {name} took 0.512 s of 0.100 s").as_str()));
        assert_eq!(record.result, GameResult::SecondWins);
    }
}
