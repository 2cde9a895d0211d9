//! A searched tree, told to students.

use agon_core::{DynPlay, GameInfo, Player};
use agon_search::{Bound, Cut, Score, Seen, Value};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::outline::score;

/// More than anybody can look at, and a few megabytes of text.
const MOST_NODES: u32 = 20_000;

/// How the tree is searched.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Algorithm {
    Minimax,
    AlphaBeta,
    Mcts,
}

/// How much is searched: plies and moves made, or games played out.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Budget {
    depth: u32,
    nodes: u32,
}

/// Searches and tells the tree.
pub fn search(play: &dyn DynPlay, algorithm: Algorithm, budget: Budget) -> Result<Json, String> {
    let algorithm = match algorithm {
        Algorithm::Minimax => agon_agents::Algorithm::Minimax,
        Algorithm::AlphaBeta => agon_agents::Algorithm::AlphaBeta,
        Algorithm::Mcts => agon_agents::Algorithm::Mcts,
    };
    let explored = agon_agents::explore(play, algorithm, budget.depth, budget.nodes.min(MOST_NODES))
        .map_err(|error| error.to_string())?;
    let searcher = play.turn().player().unwrap_or(Player::One);
    let root = node(play.info(), searcher, &explored.root);
    Ok(json!({ "root": root, "best": explored.best, "depth": explored.depth, "nodes": explored.nodes }))
}

fn node(info: &'static GameInfo, searcher: Player, seen: &Seen<String>) -> Json {
    // Winning chances are player 1's, as everywhere else; a score is the searcher's.
    let chance_of = |points: Score| {
        let chance = Value::of(points).chance();
        if searcher == Player::One { chance } else { 1.0 - chance }
    };
    let mut json = json!({
        "turn": seen.turn.player().map_or(json!("chance"), |player| json!(player)),
        "step": seen.step,
        "children": seen.children.iter().map(|child| node(info, searcher, child)).collect::<Vec<_>>(),
    });
    let mut tell = |name: &str, value: Option<Json>| {
        if let Some(value) = value {
            json[name] = value;
        }
    };
    let bound = match seen.bound {
        Bound::Exact => "exact",
        Bound::Lower => "atLeast",
        Bound::Upper => "atMost",
    };
    tell("move", seen.mv.as_ref().map(|mv| json!(mv)));
    tell("score", seen.score.map(|points| score(Value::of(points))));
    tell("bound", seen.score.map(|_| json!(bound)));
    tell("skipped", seen.score.is_none().then_some(json!(true)));
    tell(
        "window",
        seen.window.map(|(low, high)| json!([low, high].map(|edge| edge.map(|edge| score(Value::of(edge)))))),
    );
    tell("cut", seen.cut.map(|cut| cut_off(info, seen, cut)));
    tell("outcome", seen.end.map(|end| json!(end)));
    tell("visits", (seen.visits > 0).then(|| json!(seen.visits)));
    tell("chance", seen.chance.or_else(|| seen.score.map(chance_of)).map(|chance| json!(chance)));
    tell("unseen", (seen.unseen > 0).then(|| json!(seen.unseen)));
    json
}

/// Who would avoid a position, and why, in a sentence.
fn cut_off(info: &'static GameInfo, seen: &Seen<String>, cut: Cut) -> Json {
    let (avoids, other) = (info.player(cut.by), info.player(!cut.by));
    let (here, sure) = (words(seen.score.unwrap_or(0)), words(cut.sure));
    // The searcher, whose side all scores are from, avoids what is at most so much; the opponent what is at least so much.
    let (kind, reason) = if seen.bound == Bound::Upper {
        ("alpha", format!("{other} holds {avoids} to at most {here} here, and {avoids} is sure of {sure} elsewhere"))
    } else {
        ("beta", format!("{other} gets at least {here} here, and {avoids} can hold it to {sure} elsewhere"))
    };
    let text =
        format!("{reason}. {avoids} has no reason to let it come to this, so the other moves need not be looked at.");
    json!({ "kind": kind, "by": cut.by, "sure": score(Value::of(cut.sure)), "text": text })
}

/// A score as a person says it.
fn words(points: Score) -> String {
    match Value::of(points) {
        Value::Points(points) => {
            let sign = if points < 0 { "-" } else { "+" };
            format!("{sign}{}.{:02}", points.unsigned_abs() / 100, points.unsigned_abs() % 100)
        }
        Value::Win(plies) => format!("a win in {plies}"),
        Value::Loss(plies) => format!("a loss in {plies}"),
    }
}
