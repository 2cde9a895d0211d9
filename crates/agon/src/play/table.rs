//! A game, who plays it, and what can be done with it.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_agents::{Settings, Thinker};
use agon_core::{DynGame, DynPlay, Player, Record, Rng, Turn};
use agon_lab::files;
use agon_search::Limits;
use anyhow::{Context, Result, bail};

use super::Seat;
use super::store::Store;
use crate::{board, progress};

const HELP: &str = "\
A move, or its number in the list of moves, plays it. Beside that:
  moves         list the legal moves with their numbers
  board         draw the board again
  undo, redo    take moves back, up to your own last one; play them again
  position      show the position as one line of text
  save FILE     write the game to a file (save! FILE to overwrite one)
  load FILE     resume a game from a file
  new           begin again (the game so far is kept)
  quit          leave (the game is kept; --resume resumes it)";

/// What follows a line that was typed.
pub enum Next {
    Show,
    Say(String),
    Quit,
}

pub struct Table {
    game: Box<dyn DynGame>,
    play: Box<dyn DynPlay>,
    /// Moves taken back, the last one last.
    undone: Vec<String>,
    seats: [Seat; 2],
    /// The agents of the seats that have one.
    thinkers: [Option<Box<dyn Thinker>>; 2],
    settings: Settings,
    /// What chance draws follow from.
    rng: Rng,
}

impl Table {
    pub fn new(game: Box<dyn DynGame>, play: Box<dyn DynPlay>, seats: [Seat; 2], settings: Settings) -> Result<Self> {
        let mut table = Table {
            game,
            play,
            undone: Vec::new(),
            seats,
            thinkers: [None, None],
            settings,
            rng: Rng::new(settings.seed),
        };
        table.thinkers = table.agents_for(&*table.game)?;
        Ok(table)
    }

    /// Agents for the seats, to play this game.
    fn agents_for(&self, game: &dyn DynGame) -> Result<[Option<Box<dyn Thinker>>; 2]> {
        let make = |seat: &Seat| match seat {
            Seat::Human => Ok(None),
            Seat::Agent(spec) => agon_agents::make(game, spec, self.settings).map(Some),
        };
        Ok([make(&self.seats[0])?, make(&self.seats[1])?])
    }

    fn is_human(&self) -> bool {
        self.play.turn().player().is_some_and(|player| self.seats[player.index()] == Seat::Human)
    }

    /// Whether only agents play, and they have finished.
    pub fn nobody_is_left_to_ask(&self) -> bool {
        self.play.outcome().is_some() && !self.seats.contains(&Seat::Human)
    }

    pub fn show(&self, out: &mut impl Write) -> Result<()> {
        writeln!(out)?;
        for event in self.play.last_events() {
            writeln!(out, "{}", event.text)?;
        }
        writeln!(out, "\n{}", board::draw(&*self.game, &*self.play))?;
        if self.play.outcome().is_none() {
            writeln!(out, "{}", board::status(&*self.play))?;
        }
        Ok(())
    }

    /// Lets an agent or chance move if it is to; tells whether it did.
    pub fn answer(&mut self, out: &mut impl Write) -> Result<bool> {
        if self.play.outcome().is_some() || self.is_human() {
            return Ok(false);
        }
        let (who, mv) = match self.play.turn() {
            Turn::Chance => ("Chance", self.play.random_move(&mut self.rng)),
            Turn::Player(player) => (self.play.info().player(self.play.side(player)), self.think(player)?),
        };
        let mv = mv.with_context(|| format!("{who} finds no move"))?;
        writeln!(out, "{who} plays {mv}")?;
        self.play.play(&mv)?;
        self.undone.clear();
        Ok(true)
    }

    fn think(&mut self, player: Player) -> Result<Option<String>> {
        let Some(thinker) = &mut self.thinkers[player.index()] else { return Ok(None) };
        let spinner = progress::spinner("thinking");
        let report = thinker.think(&*self.play, &Limits::default(), &Arc::new(AtomicBool::new(false)), &mut |report| {
            spinner.set_message(format!("thinking: depth {}, {} nodes", report.depth, report.nodes));
        });
        spinner.finish_and_clear();
        Ok(report?.best)
    }

    pub fn obey(&mut self, line: &str, store: &mut Store) -> Result<Next> {
        let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match word {
            "" | "help" | "?" => return Ok(Next::Say(HELP.to_string())),
            "moves" => return Ok(Next::Say(self.list())),
            "board" => {}
            "position" => return Ok(Next::Say(self.play.position_text())),
            "quit" | "exit" => return Ok(Next::Quit),
            "undo" => self.undo()?,
            "redo" => self.redo()?,
            "save" | "save!" => return self.save(rest, word == "save!"),
            "load" => {
                let text = fs::read_to_string(file_name(rest)?).with_context(|| rest.to_string())?;
                self.load(&text).with_context(|| rest.to_string())?;
                store.begin_another();
            }
            "new" => {
                self.play = self.game.start();
                self.undone.clear();
                store.begin_another();
            }
            _ => self.move_by(line)?,
        }
        Ok(Next::Show)
    }

    /// Plays a move by its text or by its number in the list.
    fn move_by(&mut self, text: &str) -> Result<()> {
        let moves = self.play.moves();
        let by_number = || text.strip_prefix('#').unwrap_or(text).parse::<usize>().ok()?.checked_sub(1);
        let mv = match by_number().and_then(|at| moves.get(at)) {
            Some(mv) if !moves.iter().any(|mv| mv == text) => mv.clone(),
            _ => text.to_string(),
        };
        self.play.play(&mv)?;
        self.undone.clear();
        Ok(())
    }

    fn list(&self) -> String {
        let moves = self.play.moves();
        let width = moves.iter().map(String::len).max().unwrap_or(0) + 1;
        let entries: Vec<String> =
            moves.iter().enumerate().map(|(at, mv)| format!("{:>4} {mv:<width$}", at + 1)).collect();
        let lines: Vec<String> =
            entries.chunks(80 / (width + 5)).map(|chunk| chunk.concat().trim_end().to_string()).collect();
        if lines.is_empty() { "there is no legal move: the game is over".to_string() } else { lines.join("\n") }
    }

    /// Back to where a person last had the choice.
    fn undo(&mut self) -> Result<()> {
        let mut back = self.play.boxed_clone();
        let mut undone = Vec::new();
        while let Some(mv) = back.undo() {
            undone.push(mv);
            let human = back.turn().player().is_some_and(|player| self.seats[player.index()] == Seat::Human);
            if human {
                self.play = back;
                self.undone.append(&mut undone);
                return Ok(());
            }
        }
        bail!("there is no move of yours to take back")
    }

    /// Forward to where a person has the choice again.
    fn redo(&mut self) -> Result<()> {
        let mv = self.undone.pop().context("nothing was taken back")?;
        self.play.play(&mv)?;
        while !self.is_human() {
            let Some(mv) = self.undone.pop() else { break };
            self.play.play(&mv)?;
        }
        Ok(())
    }

    fn record(&self) -> Record {
        let mut record = Record::of(&*self.play);
        record.set_tag("First", &self.seats[0].to_string());
        record.set_tag("Second", &self.seats[1].to_string());
        record.set_tag("Date", &jiff::Zoned::now().date().to_string());
        record
    }

    fn save(&self, name: &str, overwrite: bool) -> Result<Next> {
        let path = file_name(name)?;
        if path.exists() && !overwrite {
            bail!("{name} exists already; `save! {name}` overwrites it");
        }
        files::write(path, self.record().to_string().as_bytes()).with_context(|| name.to_string())?;
        Ok(Next::Say(format!("saved to {name}")))
    }

    /// Resumes a recorded game, of whatever kind it is. If that fails, nothing changes.
    pub fn load(&mut self, text: &str) -> Result<()> {
        let mut record: Record = text.parse()?;
        let game = agon_games::open_record(&mut record)?;
        let play = record.replay(&*game)?;
        self.thinkers = self.agents_for(&*game)?;
        (self.game, self.play) = (game, play);
        self.undone.clear();
        Ok(())
    }

    /// Writes the game so far where the next start finds it.
    pub fn keep(&self, store: &mut Store, out: &mut impl Write) -> Result<()> {
        if self.play.line().is_empty() {
            return Ok(());
        }
        if let Some(warning) = store.keep(&self.record()) {
            writeln!(out, "{warning}")?;
        }
        Ok(())
    }
}

fn file_name(text: &str) -> Result<&Path> {
    if text.is_empty() {
        bail!("which file? Write its name after the command");
    }
    Ok(Path::new(text))
}
