//! `agon tournament`

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use agon_agents::Range;
use agon_core::without_mark;
use agon_lab::{Contender, Course, Format, Games, Runner, Standing, Tie, Tournament};
use anyhow::{Context, Result, bail};
use serde_json::{Value as Json, json};

use crate::args::{OptionArgs, print_json, within};
use crate::conditions::ConditionArgs;
use crate::{interrupt, progress, weights};

/// Arguments of `agon tournament`.
#[derive(clap::Args)]
pub struct Args {
    /// The game's name; `agon games` lists them
    game: String,
    #[command(flatten)]
    options: OptionArgs,
    /// A file with a player on each line, or players separated by semicolons
    #[arg(long, value_name = "FILE|LIST")]
    players: String,
    /// Who meets whom: round-robin, gauntlet (the first meets all others), knockout, or swiss
    /// and a number of rounds, as in swiss:7
    #[arg(long, default_value = "round-robin")]
    format: Format,
    /// How many games two players play when they meet
    #[arg(long, default_value_t = 2, value_parser = within::<usize>(Range::GAMES))]
    games: usize,
    #[command(flatten)]
    conditions: ConditionArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Plays a tournament.
pub fn run(args: &Args) -> Result<()> {
    let game = args.options.open(&args.game)?;
    let players = players(&args.players)?;
    let tournament = Tournament { format: args.format, games: args.games };
    let mut archive = args.conditions.archive()?;
    let stop = interrupt::flag()?;
    let (begun, bar) = (Instant::now(), progress::bar(tournament.length(players.len()) as u64, "tournament"));
    let shared = args.conditions.conditions();
    let runner = Runner::new(&*game, &players, &shared, args.conditions.openings(&*game)?, &stop)?;
    let course = tournament.run(&runner, archive.as_mut(), &mut |_, results| bar.set_position(results.games()))?;
    bar.finish_and_clear();
    let report = Report { args, players: &players, course, seconds: begun.elapsed().as_secs_f64() };
    if args.json {
        print_json(&report.json())?;
    } else {
        report.print()?;
    }
    if runner.is_stopped() {
        let hint = if archive.is_some() { "; the same command with --resume goes on" } else { "" };
        interrupt::end(&format!(" after {} games{hint}", report.course.results.games()));
    }
    Ok(())
}

/// Reads the players; two of the same name could not be told apart.
fn players(text: &str) -> Result<Vec<Contender>> {
    let (from, lines): (String, Vec<String>) = if Path::new(text).is_file() {
        let lines = fs::read_to_string(text).with_context(|| text.to_string())?;
        (format!("{text}: "), without_mark(&lines).lines().map(str::to_string).collect())
    } else {
        (String::new(), text.split(';').map(str::to_string).collect())
    };
    let mut players = Vec::new();
    for line in lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        players.push(weights::player(line).with_context(|| format!("{from}player {}", players.len() + 1))?);
    }
    let mut names = HashSet::new();
    if let Some(twice) = players.iter().find(|player| !names.insert(player.to_string())) {
        bail!("{from}the player `{twice}` is given twice");
    }
    if players.len() < 2 {
        bail!("{from}a tournament takes at least two players");
    }
    Ok(players)
}

/// What is told at the end.
struct Report<'r> {
    args: &'r Args,
    players: &'r [Contender],
    course: Course,
    seconds: f64,
}

impl Report<'_> {
    /// The standings, and what has to be said beside their ratings.
    fn standings(&self) -> (Vec<Standing>, Option<&'static str>) {
        let ratings = self.course.results.ratings();
        (self.course.standings(ratings.as_ref()), ratings.and_then(|ratings| ratings.note()))
    }

    fn name(&self, player: usize) -> String {
        self.players[player].to_string()
    }

    fn json(&self) -> Json {
        let (standings, note) = self.standings();
        let standing = |(at, standing): (usize, &Standing)| {
            let [losses, draws, wins] = standing.games.0;
            let against = |other: &Standing| match self.course.results.against(standing.player, other.player) {
                games if games.total() == 0 => Json::Null,
                games => json!({ "games": games.total(), "points": games.points() }),
            };
            json!({
                "place": at + 1, "player": self.name(standing.player), "games": standing.games.total(),
                "wins": wins, "draws": draws, "losses": losses, "points": standing.games.points(),
                "elo": standing.elo, "error": standing.error,
                "against": standings.iter().map(against).collect::<Vec<_>>(),
            })
        };
        let tie = |tie: &Tie| {
            let (first, second) = tie.players;
            json!({
                "first": self.name(first), "second": second.map(|player| self.name(player)),
                "winner": tie.winner.map(|player| self.name(player)),
                "points": second.map(|second| self.course.results.against(first, second).points()),
            })
        };
        json!({
            "game": self.args.game, "format": self.args.format.to_string(),
            "games": self.course.results.games(), "asked": self.course.asked,
            "standings": standings.iter().enumerate().map(standing).collect::<Vec<_>>(), "prior": note.is_some(),
            "stages": self.course.stages.iter().map(|stage| stage.iter().map(tie).collect()).collect::<Vec<Vec<_>>>(),
            "seconds": self.seconds,
        })
    }

    fn print(&self) -> Result<()> {
        let mut out = anstream::stdout().lock();
        let (standings, note) = self.standings();
        let width = standings.iter().map(|standing| self.name(standing.player).chars().count()).max().unwrap_or(0);
        let columns: Vec<String> = (1..=standings.len()).map(|place| format!("{place:>7}")).collect();
        writeln!(
            out,
            "    {:width$} {:>7} {:>7} {:>7} {:>6} {}",
            "player",
            "Elo",
            "±",
            "points",
            "games",
            columns.concat()
        )?;
        for (place, standing) in (1..).zip(&standings) {
            let against = |other: &Standing| match self.course.results.against(standing.player, other.player) {
                games if games.total() == 0 => format!("{:>7}", "·"),
                games => format!("{:>7}", score(&games)),
            };
            let number = |number: Option<f64>, signed: bool| match number {
                // Adding 0 takes the sign from a zero.
                Some(number) if signed => format!("{:+.0}", number.round() + 0.0),
                Some(number) => format!("{number:.0}"),
                None => "–".to_string(),
            };
            writeln!(
                out,
                "{place:>3} {:width$} {:>7} {:>7} {:>7} {:>6} {}",
                self.name(standing.player),
                number(standing.elo, true),
                number(standing.error, false),
                standing.games.points(),
                standing.games.total(),
                standings.iter().map(against).collect::<String>()
            )?;
        }
        if let Some(note) = note {
            writeln!(out, "{note}")?;
        }
        for (number, stage) in (1..).zip(&self.course.stages) {
            writeln!(out, "\nstage {number}")?;
            for tie in stage {
                writeln!(out, "  {}", self.tie_text(tie))?;
            }
        }
        Ok(())
    }

    fn tie_text(&self, tie: &Tie) -> String {
        let (first, Some(second)) = tie.players else {
            return format!("{} has nobody to meet", self.name(tie.players.0));
        };
        let games = self.course.results.against(first, second);
        let verdict = tie.winner.map_or("undecided".to_string(), |winner| format!("{} goes on", self.name(winner)));
        format!("{} against {}: {}, {verdict}", self.name(first), self.name(second), score(&games))
    }
}

/// The points of both, as in `1.5-0.5`.
fn score(games: &Games) -> String {
    format!("{}-{}", games.points(), games.reversed().points())
}
