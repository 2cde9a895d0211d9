//! The shapes of what the page is told, as JSON.

use std::collections::BTreeMap;

use agon_agents::Report;
use agon_core::{
    Choice, DynPlay, Event, GameInfo, Mark, OptionKind, OptionSpec, Options, Player, RulesetInfo, Scene, Swap, Turn,
};
use agon_search::{Limits, Value};
use serde::Serialize;
use serde_json::{Value as Json, json};

/// What a game says about itself.
pub fn game(info: &'static GameInfo) -> Json {
    let variant =
        |options: &[(&'static str, &'static str)]| -> BTreeMap<&str, &str> { options.iter().copied().collect() };
    let usual = agon_games::open(info.name, Options::usual(info.options));
    json!({
        "name": info.name, "title": info.title, "summary": info.summary, "source": info.source,
        "players": info.players.0, "capitals": info.capitals,
        "begins": usual.ok().and_then(|game| game.start().turn().player()),
        "moveHelp": info.move_help, "positionHelp": info.position_help,
        "options": agon_games::options_of(info).map(option).collect::<Vec<_>>(),
        "variants": info.variants.iter().map(|named| json!({
            "name": named.name, "meaning": named.meaning, "options": variant(named.options),
        })).collect::<Vec<_>>(),
        "reasons": info.reasons.iter().map(|end| json!({ "word": end.word, "meaning": end.meaning })).collect::<Vec<_>>(),
        "formats": info.formats.iter().map(|format| named(format.name, format.meaning)).collect::<Vec<_>>(),
        "agents": agon_agents::agents(info).into_iter().map(|(name, meaning)| agent(info, name, meaning)).collect::<Vec<_>>(),
        "levels": agon_agents::levels(info),
        "casts": agon_agents::casts(info).iter().map(|cast| json!({
            "part": cast.part, "meaning": cast.meaning, "options": variant(cast.options), "agent": cast.agent,
        })).collect::<Vec<_>>(),
    })
}

fn named(name: &str, meaning: &str) -> Json {
    json!({ "name": name, "meaning": meaning })
}

fn agent(info: &GameInfo, name: &str, meaning: &str) -> Json {
    let mut json = named(name, meaning);
    if let Some(offer) = agon_agents::offer_of(info, name) {
        json["offer"] = json!({ "title": offer.title, "about": offer.about, "paper": offer.paper });
        if let Some(strength) = offer.strength {
            json["offer"]["strength"] =
                json!({ "parameter": strength.parameter, "values": strength.values, "usual": strength.usual });
        }
    }
    json
}

fn option(spec: &OptionSpec) -> Json {
    let mut json = json!({
        "name": spec.name, "meaning": spec.meaning, "default": spec.default, "allowed": spec.kind.to_string(),
    });
    match spec.kind {
        OptionKind::Int { min, max } => range(&mut json, "int", min, max),
        OptionKind::Ints { min, max } | OptionKind::EachInt { min, max } => range(&mut json, "ints", min, max),
        OptionKind::Ruleset { rulesets, usual } => {
            let names: Vec<&str> = rulesets.iter().map(|ruleset| ruleset.name).collect();
            words_of(&mut json, "ruleset", &names);
            json["usual"] = json!(usual);
            json["rulesets"] = rulesets.iter().map(ruleset).collect();
        }
        OptionKind::Choice(words) => words_of(&mut json, "choice", words),
        OptionKind::Set(words) => words_of(&mut json, "set", words),
    }
    json
}

fn ruleset(ruleset: &RulesetInfo) -> Json {
    let defaults: BTreeMap<&str, &str> = ruleset.defaults.iter().copied().collect();
    json!({ "name": ruleset.name, "meaning": ruleset.meaning, "defaults": defaults })
}

fn range(json: &mut Json, kind: &str, min: i64, max: i64) {
    (json["kind"], json["min"], json["max"]) = (json!(kind), json!(min), json!(max));
}

fn words_of(json: &mut Json, kind: &str, words: &[&str]) {
    (json["kind"], json["choices"]) = (json!(kind), json!(words));
}

/// Everything the page needs to know of a game as it stands.
#[derive(Serialize)]
pub struct State {
    /// The player to move.
    turn: Json,
    /// Whether the players have exchanged sides.
    swapped: bool,
    outcome: Option<Json>,
    choices: Vec<Choice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chances: Option<Vec<f64>>,
    scene: Scene,
    marks: Vec<Mark>,
    events: Vec<Event>,
    position: String,
    line: Vec<String>,
}

impl State {
    /// The state of a game.
    pub fn of(play: &dyn DynPlay) -> State {
        let choices = play.choices();
        let chances = (play.turn() == Turn::Chance)
            .then(|| choices.iter().map(|choice| play.probability(&choice.mv).unwrap_or(0.0)).collect());
        State {
            turn: play.turn().player().map_or(json!("chance"), |player| json!(player)),
            swapped: play.swap() == Swap::Done,
            outcome: outcome(play),
            choices,
            chances,
            scene: play.scene(),
            marks: play.marks(),
            events: play.last_events(),
            position: play.position_text(),
            line: play.line(),
        }
    }
}

/// How a game has ended, if it has.
pub fn outcome(play: &dyn DynPlay) -> Option<Json> {
    let outcome = play.outcome()?;
    Some(json!({
        "winner": outcome.winner, "reason": outcome.reason,
        "text": play.outcome_text(), "detail": play.outcome_detail(),
    }))
}

/// What is certain about a game as it stands, and after each legal move if that is asked too.
pub fn solution(play: &dyn DynPlay, each: bool) -> Json {
    let after = |mv: String| {
        let mut next = play.boxed_clone();
        next.play(&mv).ok().map(|()| json!({ "move": mv, "outlook": next.solution(), "outcome": outcome(&*next) }))
    };
    let here = play.solution();
    let moves = if each && here.is_some() { play.moves() } else { Vec::new() };
    json!({ "here": here, "moves": moves.into_iter().filter_map(after).collect::<Vec<_>>() })
}

/// What a search has found, in a position with this player to move, and the limits it keeps.
pub fn report(mover: Player, report: &Report, limits: &Limits) -> Json {
    // Winning chances are player 1's, so that a bar or a graph never jumps from side to side.
    let chance = |value: Value| if mover == Player::One { value.chance() } else { 1.0 - value.chance() };
    let root = report.root.iter().map(
        |(mv, visits, value)| json!({ "move": mv, "visits": visits, "score": score(*value), "chance": chance(*value) }),
    );
    let bounded = |value: Value, at_most: bool| {
        let mut told = score(value);
        if at_most {
            told["atMost"] = true.into();
        }
        told
    };
    let lines = report.lines.iter().zip(&report.lines_at_most).map(
        |((value, pv), at_most)| json!({ "pv": pv, "score": bounded(*value, *at_most), "chance": chance(*value) }),
    );
    json!({
        "best": report.best, "depth": report.depth, "seldepth": report.seldepth, "nodes": report.nodes,
        "nps": report.nps, "playouts": report.playouts, "time": report.time.as_secs_f64() * 1000.0,
        "hashfull": report.hashfull, "score": bounded(report.score, report.at_most), "chance": chance(report.score),
        "limits": limits_of(limits), "pv": report.pv, "lines": lines.collect::<Vec<_>>(), "root": root.collect::<Vec<_>>(),
    })
}

/// The limits that can be measured; clocks leave the time for a move to the search.
fn limits_of(limits: &Limits) -> Json {
    let parts = [
        ("timeMs", limits.time.map(|time| json!(time.as_secs_f64() * 1000.0))),
        ("nodes", limits.nodes.map(|nodes| json!(nodes))),
        ("depth", limits.depth.map(|depth| json!(depth))),
        ("playouts", limits.playouts.map(|playouts| json!(playouts))),
    ];
    parts
        .into_iter()
        .filter_map(|(name, limit)| Some((name.to_owned(), limit?)))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

/// What a score means.
pub fn score(value: Value) -> Json {
    match value {
        Value::Points(points) => json!({ "kind": "cp", "value": points }),
        Value::Win(plies) => json!({ "kind": "win", "plies": plies }),
        Value::Loss(plies) => json!({ "kind": "loss", "plies": plies }),
    }
}
