//! `agon play`

mod store;

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::{fs, io};

use agon_core::{DynGame, DynPlay, Player, Record, Rng, Turn};
use anyhow::{Context, Result, bail};

use crate::args::{FromArgs, OptionArgs};
use crate::{board, files};
use store::Store;

/// Arguments of `agon play`.
#[derive(clap::Args)]
pub struct Args {
    /// The game's name; asked for if none is given
    game: Option<String>,
    #[command(flatten)]
    options: OptionArgs,
    #[command(flatten)]
    from: FromArgs,
    /// Who plays player 1: human or random
    #[arg(long, default_value = "human")]
    first: Seat,
    /// Who plays player 2: human or random
    #[arg(long, default_value = "human")]
    second: Seat,
    /// Go on with the last unfinished game
    #[arg(long, conflicts_with_all = ["position", "moves"])]
    resume: bool,
    /// The seed of random players and of chance; different each time if not given
    #[arg(long)]
    seed: Option<u64>,
}

/// Who sits on a side.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Seat {
    Human,
    Random,
}

const HELP: &str = "\
A move, or its number in the list of moves, plays it. Beside that:
  moves         list the legal moves with their numbers
  board         draw the board again
  undo, redo    take moves back, up to your own last one; play them again
  position      show the position as one line of text
  save FILE     write the game to a file (save! FILE to overwrite one)
  load FILE     go on with a game from a file
  new           begin again (the game so far is kept)
  quit          leave (the game is kept; --resume goes on with it)
";

/// Plays a game with whoever sits at the terminal.
pub fn run(args: &Args) -> Result<()> {
    let game = match &args.game {
        Some(game) => args.options.open(game)?,
        None => args.options.open(&choose()?)?,
    };
    let mut store = Store::new(game.info().name);
    let seed = args.seed.unwrap_or_else(|| jiff::Timestamp::now().as_nanosecond() as u64);
    let seats = [args.first, args.second];
    let mut out = anstream::stdout();
    let play = args.from.play(&*game)?;
    let mut table = Table { game, play, undone: Vec::new(), seats, rng: Rng::new(seed) };
    if args.resume {
        let (path, text) = store.last_unfinished().context("there is no unfinished game to go on with")?;
        table.load(&text).with_context(|| path.display().to_string())?;
        store.go_on_with(path);
    }
    let mut input = io::stdin().lock().lines();
    table.show(&mut out)?;
    loop {
        if table.answer(&mut out)? {
            table.show(&mut out)?;
            table.keep(&mut store, &mut out)?;
        }
        if table.play.outcome().is_some() && !seats.contains(&Seat::Human) {
            return Ok(());
        }
        write!(out, "> ")?;
        out.flush()?;
        let Some(line) = input.next() else {
            writeln!(out)?;
            return Ok(());
        };
        let line = line.context("standard input")?;
        match table.obey(line.trim(), &mut store) {
            Ok(Next::Quit) => return Ok(()),
            Ok(Next::Say(text)) => writeln!(out, "{text}")?,
            Ok(Next::Show) => {
                table.show(&mut out)?;
                table.keep(&mut store, &mut out)?;
            }
            // What a person types wrong is told and asked again.
            Err(error) => writeln!(out, "{error:#}")?,
        }
    }
}

/// Asks which game it is to be.
fn choose() -> Result<String> {
    let infos = agon_games::infos();
    let mut out = anstream::stdout();
    for (at, info) in infos.iter().enumerate() {
        writeln!(out, "{} {:<14}{}", at + 1, info.name, info.summary)?;
    }
    write!(out, "Which game? ")?;
    out.flush()?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer).context("standard input")?;
    let answer = answer.trim();
    if answer.is_empty() {
        bail!("no game was chosen; `agon play NAME` starts one");
    }
    let by_number = answer.parse::<usize>().ok().and_then(|number| infos.get(number.checked_sub(1)?));
    Ok(by_number.map_or(answer, |info| info.name).to_string())
}

/// What follows a line that was typed.
enum Next {
    Show,
    Say(String),
    Quit,
}

/// A game, who plays it, and what was taken back.
struct Table {
    game: Box<dyn DynGame>,
    play: Box<dyn DynPlay>,
    undone: Vec<String>,
    seats: [Seat; 2],
    rng: Rng,
}

impl Table {
    fn is_human(&self) -> bool {
        match self.play.turn() {
            Turn::Player(player) => self.seats[player.index()] == Seat::Human,
            Turn::Chance => false,
        }
    }

    fn show(&self, out: &mut impl Write) -> Result<()> {
        writeln!(out, "\n{}", board::draw(&*self.game, &*self.play))?;
        Ok(writeln!(out, "{}", board::status(&*self.play))?)
    }

    /// Lets random players and chance move until a person is to; tells whether anything was played.
    fn answer(&mut self, out: &mut impl Write) -> Result<bool> {
        let mut played = false;
        while self.play.outcome().is_none() && !self.is_human() {
            let Some(mv) = self.play.random_move(&mut self.rng) else { break };
            let who = match self.play.turn() {
                Turn::Player(player) => self.play.info().player(player),
                Turn::Chance => "Chance",
            };
            writeln!(out, "{who} plays {mv}")?;
            self.play.play(&mv)?;
            tell(&*self.play, out)?;
            played = true;
        }
        Ok(played)
    }

    fn obey(&mut self, line: &str, store: &mut Store) -> Result<Next> {
        let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match word {
            "" | "help" | "?" => return Ok(Next::Say(HELP.trim_end().to_string())),
            "moves" => return Ok(Next::Say(self.list())),
            "board" => {}
            "position" => return Ok(Next::Say(self.play.position_text())),
            "quit" | "exit" => return Ok(Next::Quit),
            "undo" => self.undo()?,
            "redo" => {
                let mv = self.undone.pop().context("nothing was taken back")?;
                self.play.play(&mv)?;
            }
            "save" | "save!" => return self.save(rest, word == "save!"),
            "load" => {
                let path = file_name(rest)?;
                let text = fs::read_to_string(path).with_context(|| rest.to_string())?;
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
        let all_human = !self.seats.contains(&Seat::Random);
        let before = self.undone.len();
        while let Some(mv) = self.play.undo() {
            self.undone.push(mv);
            if self.is_human() || (all_human && self.play.turn() != Turn::Chance) {
                return Ok(());
            }
        }
        // Nobody had a choice before: leave everything as it was.
        while self.undone.len() > before {
            if let Some(mv) = self.undone.pop() {
                self.play.play(&mv)?;
            }
        }
        bail!("there is no move of yours to take back")
    }

    fn record(&self) -> Record {
        let mut record = Record::of(&*self.play);
        for (tag, player) in [("First", Player::One), ("Second", Player::Two)] {
            let seat = if self.seats[player.index()] == Seat::Human { "human" } else { "random" };
            record.set_tag(tag, seat);
        }
        record.set_tag("Date", &jiff::Zoned::now().date().to_string());
        record
    }

    fn save(&self, name: &str, overwrite: bool) -> Result<Next> {
        let path = file_name(name)?;
        if path.exists() && !overwrite {
            bail!("{name} exists already; `save! {name}` overwrites it");
        }
        files::write(path, &self.record().to_string()).with_context(|| name.to_string())?;
        Ok(Next::Say(format!("saved to {name}")))
    }

    fn load(&mut self, text: &str) -> Result<()> {
        let record: Record = text.parse()?;
        let game = agon_games::open_record(&record)?;
        self.play = record.replay(&*game)?;
        self.game = game;
        self.undone.clear();
        Ok(())
    }

    /// Writes the game so far where the next start finds it.
    fn keep(&self, store: &mut Store, out: &mut impl Write) -> Result<()> {
        if self.play.line().is_empty() {
            return Ok(());
        }
        if let Some(warning) = store.keep(&self.record()) {
            writeln!(out, "{warning}")?;
        }
        Ok(())
    }
}

/// What the last move did beyond moving.
fn tell(play: &dyn DynPlay, out: &mut impl Write) -> Result<()> {
    for event in play.last_events().iter().skip(1) {
        writeln!(out, "  {}", event.text)?;
    }
    Ok(())
}

fn file_name(text: &str) -> Result<&Path> {
    if text.is_empty() {
        bail!("which file? Write its name after the command");
    }
    Ok(Path::new(text))
}

/// Where the kept games of all kinds are.
fn kept_games() -> Option<PathBuf> {
    let home = std::env::var_os("AGON_HOME").map(PathBuf::from);
    home.or_else(|| dirs::data_dir().map(|data| data.join("agon"))).map(|home| home.join("games"))
}
