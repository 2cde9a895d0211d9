use std::fmt::Write;

use agon_core::DynGame;
use serde_json::Value;

use super::generation::Generation;
use super::method::Method;
use super::run::TrainRun;
use crate::page;
use crate::plot::{Point, Series, dots, escape, lines};

impl TrainRun {
    /// The report of the generations that are complete.
    pub(super) fn page(&self, game: &dyn DynGame, done: &[Generation]) -> String {
        let title = format!("Networks for {}", game.info().title);
        let mut page = page::begin(&title, "");
        let _ = writeln!(page, "<h1>{}</h1>", escape(&title));
        let made = self.describe(game);
        let told = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
        let facts: Vec<(&str, String)> =
            made.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), told(value))).collect();
        page::facts(&mut page, &facts);
        page.push_str("<h2>Strength</h2>\n");
        let elo = |generation: &Generation| {
            Some((format!("generation {}", generation.number), generation.hand.elo?, generation.hand.error))
        };
        let reference = self.method.reference().to_string();
        let told_reference = match self.method {
            Method::Value(_) => "the hand-written evaluation".to_string(),
            Method::Policy(_) => reference.clone(),
        };
        page.push_str(&dots(
            &done.iter().filter_map(elo).collect::<Vec<_>>(),
            &format!("Elo against {told_reference}"),
        ));
        let _ = writeln!(
            page,
            "\n<table><tr><th>generation<th>learnt from<th>against the player before<th>against {}<th>kept</tr>",
            escape(&reference)
        );
        for Generation { number, player, gate, hand, accepted, .. } in done {
            let kept = if *accepted { "yes" } else { "no" };
            let _ = writeln!(
                page,
                "<tr><td>{number}<td>{}<td>{}<td>{}<td>{kept}</tr>",
                escape(player),
                gate.text(),
                hand.text()
            );
        }
        page.push_str("</table>\n");
        match &self.method {
            Method::Value(_) => value_losses(&mut page, done),
            Method::Policy(_) => policy_losses(&mut page, done),
        }
        page.push_str("\n<h2>Data</h2>\n<ul>\n");
        let data = done.last().and_then(|generation| generation.training["data"].as_array());
        for read in data.into_iter().flatten() {
            let (games, sum) = (told(&read["games"]), told(&read["sum"]));
            let _ = writeln!(page, "<li>{}: {} positions, hash {sum}", escape(&games), read["positions"]);
        }
        page.push_str("</ul>\n</html>\n");
        page
    }
}

fn point(epoch: &Value) -> Option<Point> {
    Some(Point { x: epoch["number"].as_f64()?, y: epoch["held_out"].as_f64()?, error: None })
}

/// How well value networks foretell results, and how their losses fell.
fn value_losses(page: &mut String, done: &[Generation]) {
    page.push_str("<h2>Foretelling the results of games that were held out</h2>\n");
    page.push_str("<table><tr><th>generation<th>positions<th>by hand<th>by search<th>by the network</tr>\n");
    for generation in done {
        let training = &generation.training;
        let fit = |name: &str| {
            let (loss, share) = (&training[name]["cross_entropy"], &training[name]["accuracy"]);
            format!("{:.4}, {:.1} %", loss.as_f64().unwrap_or(0.0), 100.0 * share.as_f64().unwrap_or(0.0))
        };
        let (number, learnt) = (generation.number, &training["learnt"]);
        let [hand, search, network] = ["hand", "search", "network"].map(fit);
        let _ = writeln!(page, "<tr><td>{number}<td>{learnt}<td>{hand}<td>{search}<td>{network}</tr>");
    }
    page.push_str("</table>\n<p>Cross-entropy, of which less is better, and the share of winners foretold.</p>\n");
    let losses = done.iter().map(|generation| Series {
        name: format!("generation {}", generation.number),
        points: generation.training["epochs"].as_array().into_iter().flatten().filter_map(point).collect(),
    });
    page.push_str(&lines(&losses.collect::<Vec<_>>(), "epoch", "loss on games that were held out"));
}

/// How well policy networks foretell what searches find and how games end.
fn policy_losses(page: &mut String, done: &[Generation]) {
    page.push_str("<h2>Games that were held out</h2>\n");
    page.push_str("<table><tr><th>generation<th>positions<th>loss of the policy<th>best move foretold<th>loss of the value</tr>\n");
    for Generation { number, training, .. } in done {
        let fit = last_fit(training);
        let [policy, accuracy, value] = ["policy", "accuracy", "value"].map(|name| fit[name].as_f64().unwrap_or(0.0));
        let _ = writeln!(
            page,
            "<tr><td>{number}<td>{}<td>{policy:.4}<td>{:.1} %<td>{value:.4}</tr>",
            training["learnt"],
            100.0 * accuracy
        );
    }
    page.push_str("</table>\n<p>Cross-entropies, of which less is better.</p>\n");
    let series = [("policy", "policy"), ("value", "value")].map(|(name, field)| {
        let point = |generation: &Generation| {
            let y = last_fit(&generation.training)[field].as_f64()?;
            // The axis is one of logarithms, so generations are counted from 1.
            Some(Point { x: f64::from(generation.number + 1), y, error: None })
        };
        Series { name: name.to_string(), points: done.iter().filter_map(point).collect() }
    });
    page.push_str(&lines(&series, "generations", "loss on games that were held out"));
}

/// What the last epoch of a training came to on games that were held out.
fn last_fit(training: &Value) -> &Value {
    let epochs = training["epochs"].as_array();
    epochs.and_then(|epochs| epochs.last()).map_or(&Value::Null, |epoch| &epoch["held_out"])
}
