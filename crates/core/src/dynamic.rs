use std::any::Any;
use std::sync::Arc;

use serde::Serialize;

use crate::{
    Board, Editor, Event, FormatError, GameInfo, Gesture, History, Mark, MoveError, OptionError, Options, Outcome,
    Player, PlayoutTotals, PositionError, Record, Registered, Rng, Scene, Solver, Swap, Turn,
    play::Play,
    solver::{Puzzle, Solution},
};

/// Any game at run time: the rules with their options.
///
/// [`Adapter`] makes one of every [`Registered`] game; command line, browser, server and
/// laboratory use games through it and know none by name.
pub trait DynGame: Send + Sync {
    /// What the game says about itself.
    fn info(&self) -> &'static GameInfo;
    /// The options it was made with.
    fn options(&self) -> &Options;
    /// The geometry of the board.
    fn board(&self) -> Board;
    /// A game from the usual start.
    fn start(&self) -> Box<dyn DynPlay>;
    /// A game from a position in text.
    fn position(&self, text: &str) -> Result<Box<dyn DynPlay>, PositionError>;
    /// Sets up positions by hand, if that is possible.
    fn editor(&self) -> Option<&dyn Editor>;
    /// Reads a foreign format.
    fn import(&self, format: &str, text: &str) -> Result<Record, FormatError>;
    /// A record of an earlier version in today's moves; `None` for one that is right as it
    /// stands, or wrong in any version.
    fn upgraded(&self, record: &Record) -> Option<Record>;
    /// Choices of options that make good puzzles.
    fn puzzles(&self) -> Vec<Puzzle>;
}

/// Any game in progress at run time. Inside a process a move travels by its
/// number ([`actions`](DynPlay::actions)); text is for people, files and other programs.
pub trait DynPlay: Send {
    /// What the game says about itself.
    fn info(&self) -> &'static GameInfo;
    /// The options it is played with.
    fn options(&self) -> &Options;
    /// The player to move; after the end, who would be. Players are those who began as such,
    /// whatever side they play after a swap.
    fn turn(&self) -> Turn;
    /// Where the game stands with the swap rule.
    fn swap(&self) -> Swap;
    /// The number of a swap, where the player to move may swap.
    fn swap_action(&self) -> Option<u32>;
    /// The side that a player plays: its own, or after a swap the other one. As well the player
    /// of a side. Names of sides, scenes, marks and the texts of events and endings are about sides.
    fn side(&self, player: Player) -> Player {
        if self.swap() == Swap::Done { !player } else { player }
    }
    /// Which player has won, and how; repetition included.
    fn outcome(&self) -> Option<Outcome>;
    /// Which side won by which rule, in words.
    fn outcome_text(&self) -> Option<String>;
    /// The numbers of the ending, where there are any.
    fn outcome_detail(&self) -> Option<String>;
    /// The legal moves.
    fn moves(&self) -> Vec<String>;
    /// The legal moves, each with the gesture that makes it.
    fn choices(&self) -> Vec<Choice>;
    /// The probability of a legal move when chance is to move.
    fn probability(&self, mv: &str) -> Result<f64, MoveError>;
    /// Plays a move, or says why not and changes nothing.
    fn play(&mut self, mv: &str) -> Result<(), MoveError>;
    /// The numbers of the legal moves, in the order of [`moves`](DynPlay::moves):
    /// action numbers of the game's [`Encoding`](crate::Encoding), or places among
    /// the legal moves where it has none.
    fn actions(&self) -> Vec<u32>;
    /// The number of a legal move, or why it is none.
    fn action_of(&self, mv: &str) -> Result<u32, MoveError>;
    /// The text of a legal move.
    fn action_text(&self, action: u32) -> Result<String, MoveError>;
    /// Plays a move by its number, or says why not and changes nothing.
    fn play_action(&mut self, action: u32) -> Result<(), MoveError>;
    /// A legal move at random, as a number.
    fn random_action(&self, rng: &mut Rng) -> Option<u32>;
    /// What the last move did, and the end of the game if it ended.
    fn last_events(&self) -> Vec<Event>;
    /// What a legal move would do.
    fn preview(&self, mv: &str) -> Result<Vec<Event>, MoveError>;
    /// Takes the last move back and gives it; `None` at the start.
    fn undo(&mut self) -> Option<String>;
    /// The moves so far.
    fn line(&self) -> Vec<String>;
    /// How many moves have been played.
    fn plies(&self) -> usize;
    /// A legal move at random, by its probability when chance is to move.
    fn random_move(&self, rng: &mut Rng) -> Option<String>;
    /// The position on one line.
    fn position_text(&self) -> String;
    /// The position that the game began from, on one line.
    fn start_text(&self) -> String;
    /// Whether the game began from the usual start.
    fn starts_as_usual(&self) -> bool;
    /// The key of the position.
    fn key(&self) -> u64;
    /// A key that the position shares with those that [symmetries](crate::Game::symmetries) make of it, and with no others.
    fn kind(&self) -> u64;
    /// What is to be seen.
    fn scene(&self) -> Scene;
    /// What a player would want to see beside that; nothing after the end.
    fn marks(&self) -> Vec<Mark>;
    /// What is certain, where the game can tell; nothing after the end.
    fn solution(&self) -> Option<Solution>;
    /// The number of lines of that many plies.
    fn perft(&self, depth: u32) -> u64;
    /// [`perft`](DynPlay::perft) for each legal move.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
    /// Plays random games from here, without swaps; `progress` hears of every so many and can stop them.
    fn playouts(&self, games: u64, seed: u64, progress: &mut dyn FnMut(PlayoutTotals) -> bool) -> PlayoutTotals;
    /// Writes a foreign format; the record is of this game as it stands.
    fn export(&self, format: &str, record: &Record) -> Result<String, FormatError>;
    /// A copy that goes its own way.
    fn boxed_clone(&self) -> Box<dyn DynPlay>;
    /// The [`History`] itself, for whoever knows the game's type.
    fn as_any(&self) -> &dyn Any;
}

/// A legal move and how a hand makes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The move as text.
    #[serde(rename = "move")]
    pub mv: String,
    /// How it is made.
    #[serde(flatten)]
    pub gesture: Gesture,
}

/// Makes a [`DynGame`] of a [`Registered`] game.
#[derive(Clone, Debug)]
pub struct Adapter<G: Registered>(Arc<G>);

impl<G: Registered> Adapter<G> {
    /// The game with these options.
    pub fn new(options: Options) -> Result<Self, OptionError> {
        G::new(options).map(|game| Adapter(Arc::new(game)))
    }
}

impl<G: Registered> DynGame for Adapter<G> {
    fn info(&self) -> &'static GameInfo {
        G::INFO
    }

    fn options(&self) -> &Options {
        self.0.options()
    }

    fn board(&self) -> Board {
        self.0.board()
    }

    fn start(&self) -> Box<dyn DynPlay> {
        Box::new(Play::new(History::new(Arc::clone(&self.0), self.0.start())))
    }

    fn position(&self, text: &str) -> Result<Box<dyn DynPlay>, PositionError> {
        let position = self.0.parse_position(text)?;
        Ok(Box::new(Play::new(History::new(Arc::clone(&self.0), position))))
    }

    fn editor(&self) -> Option<&dyn Editor> {
        self.0.editor()
    }

    fn import(&self, format: &str, text: &str) -> Result<Record, FormatError> {
        let formats = self.0.formats().ok_or_else(|| FormatError::unknown(format, G::INFO))?;
        formats.import(format, text)
    }

    fn upgraded(&self, record: &Record) -> Option<Record> {
        let old = self.0.old_record(record)?;
        (record.check(self).is_err() && old.check(self).is_ok()).then_some(old)
    }

    fn puzzles(&self) -> Vec<Puzzle> {
        self.0.solver().map_or_else(Vec::new, Solver::puzzles)
    }
}
