use std::any::Any;
use std::sync::Arc;

use serde::Serialize;

use crate::{
    Board, Editor, Event, FormatError, GameInfo, Gesture, History, Mark, MoveError, OptionError, Options, Outcome,
    PlayoutTotals, Playouts, PositionError, Record, Registered, Rng, Scene, Solver, Turn, divide, perft,
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
    /// Who is to move; after the end, who would be.
    fn turn(&self) -> Turn;
    /// How it has ended, repetition included.
    fn outcome(&self) -> Option<Outcome>;
    /// Who won by which rule, in words.
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
    /// Plays random games from here; `progress` hears of every so many and can stop them.
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
        Box::new(History::new(Arc::clone(&self.0), self.0.start()))
    }

    fn position(&self, text: &str) -> Result<Box<dyn DynPlay>, PositionError> {
        let position = self.0.parse_position(text)?;
        Ok(Box::new(History::new(Arc::clone(&self.0), position)))
    }

    fn editor(&self) -> Option<&dyn Editor> {
        self.0.editor()
    }

    fn import(&self, format: &str, text: &str) -> Result<Record, FormatError> {
        let formats = self.0.formats().ok_or_else(|| FormatError::unknown(format, G::INFO))?;
        formats.import(format, text)
    }

    fn puzzles(&self) -> Vec<Puzzle> {
        self.0.solver().map_or_else(Vec::new, Solver::puzzles)
    }
}

impl<G: Registered> DynPlay for History<G> {
    fn info(&self) -> &'static GameInfo {
        G::INFO
    }

    fn options(&self) -> &Options {
        self.game().options()
    }

    fn turn(&self) -> Turn {
        self.game().turn(self.position())
    }

    fn outcome(&self) -> Option<Outcome> {
        History::outcome(self)
    }

    fn outcome_text(&self) -> Option<String> {
        History::outcome_text(self)
    }

    fn outcome_detail(&self) -> Option<String> {
        History::outcome(self).and_then(|outcome| self.game().outcome_detail(self.position(), outcome))
    }

    fn moves(&self) -> Vec<String> {
        History::moves(self).into_iter().map(|mv| self.game().move_text(self.position(), mv)).collect()
    }

    fn choices(&self) -> Vec<Choice> {
        let (game, position) = (self.game(), self.position());
        History::moves(self)
            .into_iter()
            .map(|mv| Choice { mv: game.move_text(position, mv), gesture: game.gesture(position, mv) })
            .collect()
    }

    fn probability(&self, mv: &str) -> Result<f64, MoveError> {
        Ok(self.game().probability(self.position(), self.find_move(mv)?))
    }

    fn play(&mut self, mv: &str) -> Result<(), MoveError> {
        let mv = self.find_move(mv)?;
        History::play(self, mv);
        Ok(())
    }

    fn actions(&self) -> Vec<u32> {
        match self.game().encoding() {
            Some(encoding) => History::moves(self).into_iter().map(|mv| encoding.action(mv)).collect(),
            None => (0..History::moves(self).len() as u32).collect(),
        }
    }

    fn action_of(&self, mv: &str) -> Result<u32, MoveError> {
        let found = self.find_move(mv)?;
        History::action_of(self, found).ok_or_else(|| MoveError::unreadable(mv, G::INFO.move_help))
    }

    fn action_text(&self, action: u32) -> Result<String, MoveError> {
        self.find_action(action).map(|mv| self.game().move_text(self.position(), mv))
    }

    fn play_action(&mut self, action: u32) -> Result<(), MoveError> {
        let mv = self.find_action(action)?;
        History::play(self, mv);
        Ok(())
    }

    fn random_action(&self, rng: &mut Rng) -> Option<u32> {
        if History::outcome(self).is_some() {
            return None;
        }
        History::action_of(self, self.game().random_move(self.position(), rng)?)
    }

    fn last_events(&self) -> Vec<Event> {
        History::last_events(self)
    }

    fn preview(&self, mv: &str) -> Result<Vec<Event>, MoveError> {
        let mut next = self.clone();
        DynPlay::play(&mut next, mv)?;
        Ok(History::last_events(&next))
    }

    fn undo(&mut self) -> Option<String> {
        let mv = History::undo(self)?;
        Some(self.game().move_text(self.position(), mv))
    }

    fn line(&self) -> Vec<String> {
        let before = (0..).map_while(|plies| self.position_at(plies));
        History::line(self).zip(before).map(|(mv, position)| self.game().move_text(position, mv)).collect()
    }

    fn plies(&self) -> usize {
        History::line(self).len()
    }

    fn random_move(&self, rng: &mut Rng) -> Option<String> {
        if History::outcome(self).is_some() {
            return None;
        }
        let mv = self.game().random_move(self.position(), rng)?;
        Some(self.game().move_text(self.position(), mv))
    }

    fn position_text(&self) -> String {
        self.game().position_text(self.position())
    }

    fn start_text(&self) -> String {
        self.game().position_text(History::start(self))
    }

    fn starts_as_usual(&self) -> bool {
        *History::start(self) == self.game().start()
    }

    fn key(&self) -> u64 {
        self.game().key(self.position())
    }

    fn kind(&self) -> u64 {
        let (game, position) = (self.game(), self.position());
        let images = (1..game.symmetries()).map(|symmetry| game.transform(symmetry, position));
        images.map(|image| game.key(&image)).fold(game.key(position), u64::min)
    }

    fn scene(&self) -> Scene {
        self.game().scene(self.position())
    }

    fn marks(&self) -> Vec<Mark> {
        if History::outcome(self).is_some() { Vec::new() } else { self.game().marks(self.position()) }
    }

    fn solution(&self) -> Option<Solution> {
        if History::outcome(self).is_some() {
            return None;
        }
        self.game().solver().map(|solver| solver.solve(self.position()))
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(self, depth)
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let text = |mv| self.game().move_text(self.position(), mv);
        divide(self, depth).into_iter().map(|(mv, lines)| (text(mv), lines)).collect()
    }

    fn playouts(&self, games: u64, seed: u64, progress: &mut dyn FnMut(PlayoutTotals) -> bool) -> PlayoutTotals {
        /// So few that even the slowest game reports several times a second.
        const BATCH: u64 = 1000;
        let mut playouts = Playouts::new(self.game(), *self.position(), seed);
        while playouts.totals.games < games {
            playouts.run(BATCH.min(games - playouts.totals.games));
            if !progress(playouts.totals) {
                break;
            }
        }
        playouts.totals
    }

    fn export(&self, format: &str, record: &Record) -> Result<String, FormatError> {
        let formats = self.game().formats().ok_or_else(|| FormatError::unknown(format, G::INFO))?;
        formats.export(format, record, self.position())
    }

    fn boxed_clone(&self) -> Box<dyn DynPlay> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
