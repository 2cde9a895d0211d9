//! `agon match`

use std::io::Write;
use std::time::Instant;

use agon_agents::Range;
use agon_lab::{Contender, Contest, Elo, Games, Runner, Sprt, Tally};
use anyhow::Result;
use indicatif::ProgressBar;
use serde_json::{Map, Value as Json, json};

use crate::args::{OptionArgs, print_json, within};
use crate::conditions::ConditionArgs;
use crate::{interrupt, progress, weights};

/// Arguments of `agon match`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    pairing: PairingArgs,
    /// How many games; each opening is played twice, sides swapped
    #[arg(long, default_value_t = 100, value_parser = within::<usize>(Range::GAMES))]
    games: usize,
    #[command(flatten)]
    conditions: ConditionArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Who plays whom, at what.
#[derive(clap::Args)]
pub struct PairingArgs {
    /// The game's name; `agon games` lists them
    game: String,
    #[command(flatten)]
    options: OptionArgs,
    /// The player whose results are told: an agent, or cmd:COMMAND for an engine that speaks UGI
    #[arg(long, value_name = "PLAYER", value_parser = weights::player)]
    first: Contender,
    /// Its opponent
    #[arg(long, value_name = "PLAYER", value_parser = weights::player)]
    second: Contender,
}

/// Plays a match.
pub fn run(args: &Args) -> Result<()> {
    let played = play(&args.pairing, &args.conditions, Contest { games: args.games, sprt: None })?;
    if args.json {
        print_json(&played.json(&args.pairing).into())?;
    } else {
        played.print(&args.pairing)?;
    }
    played.end()
}

/// A match that has ended or was stopped.
pub struct Played {
    pub tally: Tally,
    asked: usize,
    seconds: f64,
    stopped: bool,
    saved: bool,
}

/// Plays a match with a bar, until it ends or Ctrl-C.
pub fn play(pairing: &PairingArgs, conditions: &ConditionArgs, contest: Contest) -> Result<Played> {
    let game = pairing.options.open(&pairing.game)?;
    let mut archive = conditions.archive()?;
    let stop = interrupt::flag()?;
    let (begun, bar) = (Instant::now(), progress::bar(contest.games as u64, "match"));
    let players = [pairing.first.clone(), pairing.second.clone()];
    let shared = conditions.conditions();
    let runner = Runner::new(&*game, &players, &shared, conditions.openings(&*game)?, &stop)?;
    let tally = contest.run(&runner, archive.as_mut(), &mut |_, tally| show(&bar, tally, contest.sprt))?;
    bar.finish_and_clear();
    let decided = contest.sprt.is_some_and(|sprt| sprt.verdict(&tally.pairs).is_some());
    let stopped = !decided && tally.games.total() < contest.games as u64;
    Ok(Played {
        tally,
        asked: contest.games,
        seconds: begun.elapsed().as_secs_f64(),
        stopped,
        saved: archive.is_some(),
    })
}

fn show(bar: &ProgressBar, tally: &Tally, sprt: Option<Sprt>) {
    let llr = sprt.map_or_else(String::new, |sprt| format!(" LLR {:+.2}", sprt.llr(&tally.pairs)));
    bar.set_position(tally.games.total());
    bar.set_message(format!("+{} ={} -{}{llr}", tally.wins(), tally.draws(), tally.losses()));
}

impl Played {
    /// The results as JSON.
    pub fn json(&self, pairing: &PairingArgs) -> Map<String, Json> {
        let Tally { games, pairs, plies, terminations, .. } = &self.tally;
        let [losses, draws, wins] = games.0;
        // Where one side won everything there is no number, and none in JSON.
        let elo = pairs.elo().filter(|elo| elo.elo.is_finite());
        let nelo = pairs.normalized_elo();
        let terminations: Map<String, Json> =
            terminations.iter().map(|(word, games)| (word.clone(), results(games))).collect();
        let json = json!({
            "game": pairing.game, "first": pairing.first.to_string(), "second": pairing.second.to_string(),
            "games": games.total(), "wins": wins, "draws": draws, "losses": losses, "score": self.tally.score(),
            "elo": elo.map(|elo| elo.elo), "error": elo.map(|elo| elo.error).filter(|error| error.is_finite()),
            "nelo": nelo.map(|elo| elo.elo), "nelo_error": nelo.map(|elo| elo.error),
            "los": pairs.superiority(), "draw_ratio": self.tally.draw_ratio(), "pairs": pairs.0, "plies": plies,
            "time_forfeits": self.tally.time_forfeits(), "terminations": terminations,
            "asked": self.asked, "seconds": self.seconds,
        });
        if let Json::Object(map) = json { map } else { Map::new() }
    }

    /// The results for people.
    pub fn print(&self, pairing: &PairingArgs) -> Result<()> {
        let tally = &self.tally;
        let mut out = anstream::stdout().lock();
        let [losses, draws, wins] = tally.games.0;
        let total = tally.games.total();
        writeln!(out, "{} against {}: {total} games, +{wins} ={draws} -{losses}", pairing.first, pairing.second)?;
        write!(out, "score {:.1} %", 100.0 * tally.score())?;
        for (name, elo) in [("Elo", tally.pairs.elo()), ("nElo", tally.pairs.normalized_elo())] {
            // Of few games, or of nearly all won, there is no interval, and a number without one says nothing.
            if let Some(Elo { elo, error }) = elo.filter(|elo| elo.elo.is_finite() && elo.error.is_finite()) {
                write!(out, ", {name} {elo:+.1} ± {error:.1}")?;
            }
        }
        if let Some(los) = tally.pairs.superiority() {
            write!(out, ", LOS {:.1} %", 100.0 * los)?;
        }
        writeln!(out, "\ndraws {:.1} %, pairs (0 to 2 points) {:?}", 100.0 * tally.draw_ratio(), tally.pairs.0)?;
        for (word, games) in &tally.terminations {
            let [losses, draws, wins] = games.0;
            writeln!(out, "by {word}: +{wins} ={draws} -{losses}")?;
        }
        Ok(())
    }

    /// Says so if there is more to play.
    pub fn end(&self) -> Result<()> {
        if !self.stopped {
            return Ok(());
        }
        let hint = if self.saved { "; the same command with --resume goes on" } else { "" };
        interrupt::end(&format!(" after {} of {} games{hint}", self.tally.games.total(), self.asked))
    }
}

fn results(games: &Games) -> Json {
    let [losses, draws, wins] = games.0;
    json!({ "wins": wins, "draws": draws, "losses": losses })
}
