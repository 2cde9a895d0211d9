//! `agon bench`

use std::io::Write;
use std::time::{Duration, Instant};

use agon_agents::{Range, Work, bench_search};
use agon_core::{DynGame, PlayoutTotals};
use anyhow::Result;
use serde_json::{Value, json};

use crate::args::{OptionArgs, print_json, within};
use crate::progress;

/// How long each figure is measured when no number of games is asked for.
const LONG_ENOUGH: Duration = Duration::from_secs(1);

/// Arguments of `agon bench`.
#[derive(clap::Args)]
pub struct Args {
    /// The game's name; all games if none is given
    game: Option<String>,
    #[command(flatten)]
    options: OptionArgs,
    /// Play exactly this many random games, on one thread
    #[arg(long, value_name = "N", requires = "game", value_parser = within::<u64>(Range::PLAYOUTS))]
    playouts: Option<u64>,
    /// The seed of the random games
    #[arg(long, default_value_t = 1, value_parser = within::<u64>(Range::SEED))]
    seed: u64,
    /// Only say what the searches do, not how fast: the same on every machine
    #[arg(long, conflicts_with = "playouts")]
    checksum: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Measures one game or all.
pub fn run(args: &Args) -> Result<()> {
    if let (Some(game), Some(games)) = (&args.game, args.playouts) {
        return exactly(&*args.options.open(game)?, games, args);
    }
    let games = match &args.game {
        Some(game) => vec![args.options.open(game)?],
        None => agon_games::infos()
            .iter()
            .map(|info| agon_games::open(info.name, agon_core::Options::usual(info.options)))
            .collect::<Result<_, _>>()?,
    };
    if args.checksum {
        return checksums(&games, args.json);
    }
    let mut out = anstream::stdout().lock();
    let mut figures = Vec::new();
    for game in &games {
        let rules = [measure_playouts(&**game, args.seed), measure_perft(&**game)];
        for figure in rules.into_iter().chain(measure_search(&**game)) {
            if !args.json {
                let text = |name: &str| figure[name].as_str().unwrap_or("");
                let (what, unit) = match text("what") {
                    "perft" => ("perft", "lines"),
                    "playouts" => ("playouts", "games"),
                    _ => (text("agent"), "nodes"),
                };
                let per_second = figure["per_second"].as_f64().unwrap_or(0.0);
                writeln!(out, "{:<14}{what:<10}{per_second:>14.0} {unit} a second", text("game"))?;
            }
            figures.push(figure);
        }
    }
    if args.json { print_json(&Value::Array(figures)) } else { Ok(()) }
}

/// What the searches of each game find, in a number each.
fn checksums(games: &[Box<dyn DynGame>], json: bool) -> Result<()> {
    let mut out = anstream::stdout().lock();
    let mut figures = Vec::new();
    for game in games {
        let name = game.info().name;
        for work in bench_search(&**game) {
            let (agent, nodes, checksum) = (work.agent, work.nodes, format!("{:08x}", work.checksum));
            if json {
                figures.push(json!({ "game": name, "agent": agent, "nodes": nodes, "checksum": checksum }));
            } else {
                writeln!(out, "{name:<14}{agent:<10}{nodes:>10} nodes  {checksum}")?;
            }
        }
    }
    if json { print_json(&Value::Array(figures)) } else { Ok(()) }
}

/// Plays exactly so many games and tells what came of them.
fn exactly(game: &dyn DynGame, games: u64, args: &Args) -> Result<()> {
    let bar = progress::bar(games, "playouts");
    let begin = Instant::now();
    let totals = game.start().playouts(games, args.seed, &mut |totals| {
        bar.set_position(totals.games);
        true
    });
    let seconds = begin.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let PlayoutTotals { games, plies, p1wins, p2wins, draws } = totals;
    let info = game.info();
    if args.json {
        return print_json(&json!({
            "game": info.name, "games": games, "plies": plies, "p1wins": p1wins, "p2wins": p2wins, "draws": draws,
            "seconds": seconds,
        }));
    }
    let mut out = anstream::stdout().lock();
    let share = |n: u64| 100.0 * n as f64 / games.max(1) as f64;
    writeln!(out, "{games} games in {seconds:.3} s: {:.0} a second", games as f64 / seconds)?;
    writeln!(out, "{:.2} plies a game", plies as f64 / games.max(1) as f64)?;
    let [one, two] = info.players.0;
    writeln!(out, "{one} wins {:.2} %, {two} {:.2} %, draws {:.2} %", share(p1wins), share(p2wins), share(draws))?;
    Ok(())
}

/// The usual agents at work, each on one thread.
fn measure_search(game: &dyn DynGame) -> Vec<Value> {
    let figure = |work: Work| {
        let seconds = work.time.as_secs_f64();
        json!({
            "game": game.info().name, "what": "search", "agent": work.agent, "per_second": work.nodes as f64 / seconds,
            "nodes": work.nodes, "checksum": format!("{:08x}", work.checksum), "seconds": seconds,
        })
    };
    bench_search(game).into_iter().map(figure).collect()
}

fn measure_playouts(game: &dyn DynGame, seed: u64) -> Value {
    let begin = Instant::now();
    let totals = game.start().playouts(u64::MAX, seed, &mut |_| begin.elapsed() < LONG_ENOUGH);
    let seconds = begin.elapsed().as_secs_f64();
    json!({
        "game": game.info().name, "what": "playouts", "per_second": totals.games as f64 / seconds,
        "plies_per_second": totals.plies as f64 / seconds, "seconds": seconds,
    })
}

/// Counts deeper and deeper until it takes long enough, or the game has no deeper lines.
fn measure_perft(game: &dyn DynGame) -> Value {
    let play = game.start();
    let (mut depth, mut best) = (1, (0, 1, f64::INFINITY));
    loop {
        let begin = Instant::now();
        let lines = play.perft(depth);
        let seconds = begin.elapsed().as_secs_f64();
        if lines < best.1 {
            break;
        }
        best = (depth, lines, seconds);
        // The next depth takes several times as long as this one.
        if seconds * 8.0 > LONG_ENOUGH.as_secs_f64() {
            break;
        }
        depth += 1;
    }
    let (depth, lines, seconds) = best;
    json!({
        "game": game.info().name, "what": "perft", "per_second": lines as f64 / seconds,
        "depth": depth, "nodes": lines, "seconds": seconds,
    })
}
