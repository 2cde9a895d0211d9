//! `agon games`

use std::io::Write;

use agon_core::{GameInfo, Options};
use anyhow::Result;
use serde_json::{Value, json};

use crate::args::print_json;

/// Arguments of `agon games`.
#[derive(clap::Args)]
pub struct Args {
    /// Say everything about one game
    game: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Lists the games, or describes one.
pub fn run(args: &Args) -> Result<()> {
    let chosen = match &args.game {
        Some(name) => vec![agon_games::game_of(name)?],
        None => agon_games::infos().to_vec(),
    };
    if args.json {
        return print_json(&chosen.iter().map(|info| describe_json(info)).collect());
    }
    let mut out = anstream::stdout().lock();
    for info in &chosen {
        if args.game.is_some() {
            describe(&mut out, info)?;
        } else {
            writeln!(out, "{:<14}{}", info.name, info.summary)?;
        }
    }
    if args.game.is_none() {
        writeln!(out, "\n`agon games NAME` tells more; `agon play NAME` starts a game.")?;
    }
    Ok(())
}

fn describe(out: &mut impl Write, info: &'static GameInfo) -> Result<()> {
    writeln!(out, "{} ({})\n{}\nSource: {}", info.title, info.name, info.summary, info.source)?;
    writeln!(out, "Player 1 is {}, player 2 is {}.", info.players.0[0], info.players.0[1])?;
    writeln!(out, "Moves: {}.", info.move_help)?;
    writeln!(out, "Positions: {}.", info.position_help)?;
    writeln!(out, "\nOptions (-o name=value):")?;
    let usual = Options::usual(info.options);
    for option in agon_games::options_of(info) {
        let default = if usual.text(option.name).is_empty() { "none" } else { usual.text(option.name) };
        writeln!(out, "  {:<16}{}\n  {:<16}{}; default {default}", option.name, option.meaning, "", option.kind)?;
    }
    if let Some(ruleset) = usual.ruleset() {
        writeln!(out, "\nThe defaults are those of the ruleset {}; others have their own.", ruleset.name)?;
    }
    writeln!(out, "\nVariants (--variant name):")?;
    for variant in info.variants {
        let options: Vec<String> = variant.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        writeln!(out, "  {:<16}{}: {}", variant.name, variant.meaning, options.join(" "))?;
    }
    writeln!(out, "\nEndings:")?;
    for reason in info.reasons {
        writeln!(out, "  {:<16}{}", reason.word, reason.meaning)?;
    }
    writeln!(out, "\nAgents:")?;
    for (name, meaning) in agon_agents::agents(info) {
        writeln!(out, "  {name:<16}{meaning}")?;
    }
    if let Some(network) = agon_agents::network(info) {
        let options = agon_neural::options_named(network.options);
        writeln!(
            out,
            "\nNetwork: best and nnue play with {} and {options};\nwith other options best uses the hand-written evaluation, as hand and levels always do.",
            network.file
        )?;
    }
    if !info.formats.is_empty() {
        writeln!(out, "\nFormats of `agon record convert`:")?;
        for format in info.formats {
            writeln!(out, "  {:<16}{}", format.name, format.meaning)?;
        }
    }
    Ok(())
}

fn describe_json(info: &'static GameInfo) -> Value {
    let usual = Options::usual(info.options);
    let options: Vec<Value> = agon_games::options_of(info)
        .map(|option| {
            json!({
                "name": option.name, "meaning": option.meaning,
                "allowed": option.kind.to_string(), "default": usual.text(option.name),
            })
        })
        .collect();
    let variants: Vec<Value> = info
        .variants
        .iter()
        .map(|variant| {
            let options: serde_json::Map<String, Value> =
                variant.options.iter().map(|(name, value)| ((*name).to_string(), json!(value))).collect();
            json!({ "name": variant.name, "meaning": variant.meaning, "options": options })
        })
        .collect();
    let words = |pairs: Vec<(&str, &str)>| -> Vec<Value> {
        pairs.iter().map(|(word, meaning)| json!({ "word": word, "meaning": meaning })).collect()
    };
    json!({
        "name": info.name, "title": info.title, "summary": info.summary, "source": info.source,
        "players": info.players.0, "options": options, "variants": variants,
        "reasons": words(info.reasons.iter().map(|reason| (reason.word, reason.meaning)).collect()),
        "agents": words(agon_agents::agents(info)),
        "network": agon_agents::network(info).map(|network| json!({ "file": network.file, "options": network.options })),
        "formats": words(info.formats.iter().map(|format| (format.name, format.meaning)).collect()),
    })
}
