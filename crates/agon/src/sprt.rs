//! `agon sprt`

use std::io::Write;

use agon_agents::Range;
use agon_lab::{Contest, Model, Sprt, Verdict};
use anyhow::Result;
use serde_json::json;

use crate::args::{print_json, within};
use crate::conditions::ConditionArgs;
use crate::contest::{PairingArgs, Played, play};

/// Arguments of `agon sprt`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    pairing: PairingArgs,
    /// The Elo that the first player has if the change is worth nothing
    #[arg(long, default_value_t = 0.0, allow_hyphen_values = true)]
    elo0: f64,
    /// The Elo that it is hoped to have
    #[arg(long, default_value_t = 5.0, allow_hyphen_values = true)]
    elo1: f64,
    /// How often to accept wrongly
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
    /// How often to reject wrongly
    #[arg(long, default_value_t = 0.05)]
    beta: f64,
    /// What Elo is meant: logistic or normalized
    #[arg(long, default_value = "normalized")]
    model: Model,
    /// The most games
    #[arg(long, default_value_t = 100_000, value_parser = within::<usize>(Range::GAMES))]
    games: usize,
    #[command(flatten)]
    conditions: ConditionArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Plays until the test has decided.
pub fn run(args: &Args) -> Result<()> {
    let Args { elo0, elo1, alpha, beta, model, games, .. } = *args;
    let sprt = Sprt::new(elo0, elo1, alpha, beta, model)?;
    let played = play(&args.pairing, &args.conditions, Contest { games, sprt: Some(sprt) })?;
    if args.json {
        print(args, &sprt, &played)?;
    } else {
        tell(args, &sprt, &played)?;
    }
    played.end()
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Accepted => "accepted",
        Verdict::Rejected => "rejected",
    }
}

fn print(args: &Args, sprt: &Sprt, played: &Played) -> Result<()> {
    let (pairs, (lower, upper)) = (&played.tally.pairs, sprt.bounds());
    let mut json = played.json(&args.pairing);
    let test = json!({
        "elo0": args.elo0, "elo1": args.elo1, "alpha": args.alpha, "beta": args.beta, "model": args.model.to_string(),
        "llr": sprt.llr(pairs), "lower": lower, "upper": upper, "verdict": sprt.verdict(pairs).map(word),
    });
    json.extend(test.as_object().cloned().unwrap_or_default());
    print_json(&json.into())
}

fn tell(args: &Args, sprt: &Sprt, played: &Played) -> Result<()> {
    played.print(&args.pairing)?;
    let (pairs, (lower, upper)) = (&played.tally.pairs, sprt.bounds());
    let mut out = anstream::stdout().lock();
    let verdict = sprt.verdict(pairs).map_or("undecided", word);
    writeln!(out, "Elo {} rather than {} ({}): {verdict}", args.elo1, args.elo0, args.model)?;
    Ok(writeln!(out, "LLR {:.2} ({lower:.2} to {upper:.2})", sprt.llr(pairs))?)
}
