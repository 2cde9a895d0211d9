//! What was measured without a tournament, as parts of the report.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::measure::{Found, Measure};
use super::page::{amount, count, dash, ended_early, paragraph, table};
use super::parameters::RULE;
use super::part::{self, Entrant, Given};
use super::{Parameters, Search, Values};
use crate::page::facts;
use crate::plot::{Point, Series, dots, escape, lines};

fn heading(page: &mut String, name: &str, about: &str, game: &str, options: &Given, more: &[(&str, String)]) {
    let _ = writeln!(page, "<h2>{}</h2>", escape(name));
    paragraph(page, "about", about);
    let mut asked = vec![("Game", format!("{game} {}", part::told(options)))];
    asked.extend(more.iter().filter(|(_, value)| !value.is_empty()).cloned());
    facts(page, &asked);
}

/// What was found of an agent, by the name of the quantity; the mean over positions.
fn mean(found: &Found, agent: &str, quantity: &str) -> Option<f64> {
    let is_it = |measure: &&Measure| measure.agent == agent && measure.quantity == quantity;
    let values: Vec<f64> = found.measures.iter().filter(is_it).filter_map(|measure| measure.value).collect();
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// Exact values: the last option runs across, one before it down.
pub(super) fn values(page: &mut String, part: &Values, found: &Found) {
    heading(page, &part.name, &part.about, &part.game, &part.options, &[]);
    let mut options = part.each.iter().rev();
    let Some((across, columns)) = options.next() else { return };
    let down = options.next().map(|(name, _)| name);
    let cell = |agent: &str, options: &Given| {
        let shown = part::told(options);
        let is_it = |measure: &&Measure| measure.agent == agent && measure.options == shown;
        let value = found.measures.iter().find(is_it).and_then(|measure| measure.value);
        value.map_or_else(dash, |value| if part.highest.is_some() { value.to_string() } else { chance(value) })
    };
    let what = part.highest.as_ref().map_or("chance, %".to_string(), |option| format!("highest {option}"));
    let mut rows = Vec::new();
    for agent in part.players() {
        for line in part.all_options().chunks(columns.len()) {
            // Said once, and not in every line of a grid.
            let is_first = line[0] == part.all_options()[0];
            let name = match (is_first, agent) {
                (false, _) => String::new(),
                (true, "") => what.clone(),
                (true, agent) => agent.to_string(),
            };
            let place = down.and_then(|down| Some(format!("{down} = {}", line[0].get(down)?)));
            let here =
                if part.printed.is_empty() && part.expected.is_empty() { String::new() } else { "here".to_string() };
            let cells = line.iter().map(|options| cell(agent, options));
            rows.push([name, place.unwrap_or(here)].into_iter().chain(cells).collect::<Vec<_>>());
        }
    }
    for (name, list) in [("printed", &part.printed), ("expected", &part.expected)] {
        if !list.is_empty() {
            let known = list.iter().map(ToString::to_string);
            rows.push([String::new(), name.to_string()].into_iter().chain(known).collect());
        }
    }
    let across = format!("{across} =");
    let columns: Vec<String> = columns.iter().map(ToString::to_string).collect();
    let head: Vec<&str> = ["", &across].into_iter().chain(columns.iter().map(String::as_str)).collect();
    table(page, &head, &rows);
    let who = match (part.helped, part.agents.is_empty()) {
        (true, _) => "everybody helps player 1",
        (false, true) => "everybody plays as well as can be",
        (false, false) => "the agent plays for player 1, and everybody else as well as can be",
    };
    let what = match &part.highest {
        Some(option) => format!("The highest {option} with which player 1 wins for certain when {who}"),
        None => format!("The chance, in percent, that player 1 wins when {who}"),
    };
    paragraph(page, "note", &format!("{what}: exact, from a walk through every line that can matter."));
}

/// A chance in percent; only what is certain is 0 or 100.
fn chance(value: f64) -> String {
    match value {
        0.0 => "0".to_string(),
        value if value > 1.0 - 1e-9 => "100".to_string(),
        value => format!("{:.1}", (100.0 * value).clamp(0.1, 99.9)),
    }
}

/// What games are like: a line for each agent, what was printed below it.
pub(super) fn parameters(page: &mut String, part: &Parameters, found: &Found) {
    let more = [
        ("Games", format!("{} of each agent against itself", part.games)),
        ("Openings", count(u64::from(part.openings), "random half move")),
        ("Ended early", ended_early(part.max_plies, None)),
        ("Seed", part.seed.to_string()),
    ];
    heading(page, &part.name, &part.about, &part.game, &part.options, &more);
    let head = ["agent", "", "player 1, %", "draws, %", "player 2, %", "half moves", "legal moves", "games, 10^"];
    let quantities = ["first", "draws", "second", "length", "branching", "tree"];
    let mut rows = Vec::new();
    for agent in &part.agents {
        let find = |quantity: &str| {
            found.measures.iter().find(|measure| measure.agent == *agent && measure.quantity == quantity)
        };
        let here = |quantity: &&str| {
            let measure = find(quantity);
            let error = measure.and_then(|measure| measure.error).map(|error| format!(" ± {error:.1}"));
            let value = measure.and_then(|measure| measure.value).map(|value| format!("{value:.1}"));
            value.map_or_else(dash, |value| value + &error.unwrap_or_default())
        };
        let printed = |quantity: &&str| {
            find(quantity).and_then(|measure| measure.printed).map_or_else(dash, |value| value.to_string())
        };
        let line = |name: &str, word: &str, cells: Vec<String>| {
            [name.to_string(), word.to_string()].into_iter().chain(cells).collect::<Vec<_>>()
        };
        rows.push(line(agent, "here", quantities.iter().map(here).collect()));
        if part.printed.iter().any(|printed| printed.agent == *agent) {
            rows.push(line("", "printed", quantities.iter().map(printed).collect()));
        }
    }
    table(page, &head, &rows);
    rules(page, part, found);
    paragraph(
        page,
        "note",
        "Counted in the recorded games: how many each player won, how long they were. Legal moves are those of the player to move, on average. The number of games \
         is the product of all numbers of legal moves in a game, as a power of ten, on average.",
    );
}

/// In how many of the games each rule acted: a line for each agent.
fn rules(page: &mut String, part: &Parameters, found: &Found) {
    let named = |measure: &Measure| measure.quantity.strip_prefix(RULE).map(str::to_string);
    let names: BTreeSet<String> = found.measures.iter().filter_map(named).collect();
    let head: Vec<String> =
        ["agent".to_string()].into_iter().chain(names.iter().map(|name| format!("{name}, %"))).collect();
    let row = |agent: &String| {
        let share = |name: &String| {
            let is_it = |measure: &&Measure| measure.agent == *agent && named(measure).as_ref() == Some(name);
            let share = found.measures.iter().find(is_it).and_then(|measure| measure.value);
            format!("{:.1}", share.unwrap_or(0.0))
        };
        [agent.clone()].into_iter().chain(names.iter().map(share)).collect::<Vec<_>>()
    };
    if !names.is_empty() {
        paragraph(page, "note", "In how many of the games each rule acted:");
        let head: Vec<&str> = head.iter().map(String::as_str).collect();
        table(page, &head, &part.agents.iter().map(row).collect::<Vec<_>>());
    }
}

/// Searches: what each came to on average, then each position, then what was printed.
pub(super) fn search(page: &mut String, part: &Search, found: &Found) {
    let places = match (part.positions.len(), part.random) {
        (given, 0) => count(given as u64, "given position"),
        (0, random) => format!("{}, each after {}", count(random as u64, "random position"), plies(part)),
        (given, random) => {
            format!("{given} given, and {}, each after {}", count(random as u64, "random position"), plies(part))
        }
    };
    let more = [("Positions", places), ("Seed", part.seed.to_string()), ("Tables", format!("{} MB", part.hash))];
    heading(page, &part.name, &part.about, &part.game, &part.options, &more);
    let entrants = part.entrants();
    if part.positions.len() + part.random > 1 {
        if let Some(plot) = plot(part, found, &entrants) {
            let _ = writeln!(page, "<figure>{plot}</figure>");
        }
        averages(page, found, &entrants);
    }
    if !part.positions.is_empty() {
        positions(page, part, found, &entrants);
    }
    printed(page, part, found);
    paragraph(
        page,
        "note",
        "Searches ran one after another, each with fresh tables. Nodes are moves made. Depth is the last completed \
         iteration, or the depth of the tree; – where none was completed.",
    );
}

fn plies(part: &Search) -> String {
    count(u64::from(part.openings), "random half move")
}

/// Depth where searches differ in it, moves made otherwise; over budgets where there are several.
fn plot(part: &Search, found: &Found, entrants: &[Entrant]) -> Option<String> {
    let depths: Vec<f64> = entrants.iter().filter_map(|entrant| mean(found, &entrant.text, "depth")).collect();
    let is_deep = depths.iter().any(|depth| (depth - depths[0]).abs() > 1e-9);
    let (quantity, label) = if is_deep { ("depth", "depth") } else { ("nodes", "nodes") };
    let value = |entrant: &Entrant| mean(found, &entrant.text, quantity);
    if part.budgets.len() > 1 {
        let unit = part.budgets[0].split('=').next().unwrap_or_default();
        let unit = if unit == "time" { "seconds" } else { unit };
        let point = |entrant: &Entrant| Some(Point { x: amount(&entrant.budget)?, y: value(entrant)?, error: None });
        let series = |agent: &String| Series {
            name: agent.clone(),
            points: entrants.iter().filter(|entrant| entrant.agent == *agent).filter_map(point).collect(),
        };
        return Some(lines(&part.agents.iter().map(series).collect::<Vec<_>>(), unit, label));
    }
    let items: Vec<_> =
        entrants.iter().filter_map(|entrant| Some((entrant.text.clone(), value(entrant)?, None))).collect();
    let differ = items.iter().any(|(_, value, _)| (value - items[0].1).abs() > 1e-9);
    differ.then(|| dots(&items, label))
}

/// What each search came to, on average over all positions.
fn averages(page: &mut String, found: &Found, entrants: &[Entrant]) {
    let head = ["on average", "depth", "nodes", "nodes a second", "playouts", "seconds"];
    let row = |entrant: &Entrant| {
        let find = |quantity: &str| mean(found, &entrant.text, quantity);
        let speed = find("nodes").zip(find("seconds")).and_then(|(nodes, seconds)| rate(nodes, seconds));
        vec![
            entrant.text.clone(),
            find("depth").map_or_else(dash, depth),
            find("nodes").map_or_else(dash, grouped),
            speed.map_or_else(dash, grouped),
            find("playouts").filter(|playouts| *playouts > 0.0).map_or_else(dash, grouped),
            find("seconds").map_or_else(dash, |seconds| format!("{seconds:.3}")),
        ]
    };
    table(page, &head, &entrants.iter().map(row).collect::<Vec<_>>());
}

/// What each search came to in each of the given positions.
fn positions(page: &mut String, part: &Search, found: &Found, entrants: &[Entrant]) {
    let head = ["agent", "depth", "nodes", "nodes a second", "seconds", "score", "best move"];
    for position in &part.positions {
        let row = |entrant: &Entrant| {
            let find = |quantity: &str| {
                let is_it = |measure: &&Measure| {
                    measure.agent == entrant.text && measure.position == *position && measure.quantity == quantity
                };
                found.measures.iter().find(is_it)
            };
            let number = |quantity: &str| find(quantity).and_then(|measure| measure.value);
            let speed = number("nodes").zip(number("seconds")).and_then(|(nodes, seconds)| rate(nodes, seconds));
            let score = match (number("score"), number("mate")) {
                (Some(score), _) => format!("{score:+.2}"),
                (None, Some(plies)) if plies >= 0.0 => format!("wins in {plies}"),
                (None, Some(plies)) => format!("loses in {}", -plies),
                (None, None) => dash(),
            };
            vec![
                entrant.text.clone(),
                number("depth").map_or_else(dash, depth),
                number("nodes").map_or_else(dash, grouped),
                speed.map_or_else(dash, grouped),
                number("seconds").map_or_else(dash, |seconds| format!("{seconds:.3}")),
                score,
                find("best").map_or_else(dash, |measure| measure.word.clone()),
            ]
        };
        let _ = writeln!(page, "<h3>{}</h3>", escape(&place(position)));
        table(page, &head, &entrants.iter().map(row).collect::<Vec<_>>());
    }
}

/// What a source printed, beside what was found.
fn printed(page: &mut String, part: &Search, found: &Found) {
    let mut rows = Vec::new();
    for source in &part.printed {
        let measures = found.measures.iter();
        let of = |measure: &&Measure| measure.agent == source.agent && measure.position == source.position;
        let mine: Vec<&Measure> = measures.filter(of).collect();
        let number = |name: &str| mine.iter().find(|measure| measure.quantity == name).and_then(|m| m.value);
        let mut add = |quantity: &str, printed: String, here: String| {
            rows.push(vec![
                format!("{}, {}", source.agent, place(&source.position).to_lowercase()),
                quantity.to_string(),
                printed,
                here,
            ]);
        };
        for measure in &mine {
            if let Some(printed) = measure.printed {
                add(&measure.quantity, plain(printed), measure.value.map_or_else(dash, plain));
            } else if !measure.printed_word.is_empty() {
                add("best move", measure.printed_word.clone(), measure.word.clone());
            }
        }
        for (name, quantity) in [("nodes", "nodes a second"), ("playouts", "playouts a second")] {
            let printed = source.number(name).zip(source.number("seconds")).and_then(|(n, s)| rate(n, s));
            let here = number(name).zip(number("seconds")).and_then(|(n, s)| rate(n, s));
            if let Some(printed) = printed {
                add(quantity, grouped(printed), here.map_or_else(dash, grouped));
            }
        }
    }
    if !rows.is_empty() {
        let _ = writeln!(page, "<h3>Beside the source</h3>");
        table(page, &["agent", "", "printed", "here"], &rows);
        for source in part.printed.iter().filter(|source| !source.note.is_empty()) {
            paragraph(page, "note", &format!("Printed of {}: {}.", source.agent, source.note));
        }
    }
}

fn place(position: &str) -> String {
    if position.is_empty() { "From the start".to_string() } else { format!("After {position}") }
}

fn rate(number: f64, seconds: f64) -> Option<f64> {
    (seconds > 0.0).then(|| number / seconds)
}

fn depth(depth: f64) -> String {
    match depth {
        0.0 => dash(),
        depth if depth.fract() == 0.0 => depth.to_string(),
        depth => format!("{depth:.1}"),
    }
}

/// A number with few or with grouped digits.
fn plain(number: f64) -> String {
    if number < 1000.0 { format!("{}", (number * 1000.0).round() / 1000.0) } else { grouped(number) }
}

/// A whole number, its digits in groups of three.
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_as_people_read_them() {
        assert_eq!([grouped(7.0), grouped(999.6), grouped(40e6)], ["7", "1,000", "40,000,000"]);
        assert_eq!([plain(0.1234), plain(4.0), plain(1e4)], ["0.123", "4", "10,000"]);
        assert_eq!(
            [chance(0.0), chance(1e-5), chance(0.5), chance(0.9999), chance(1.0)],
            ["0", "0.1", "50.0", "99.9", "100"]
        );
        assert_eq!([depth(0.0), depth(4.0), depth(4.26)], ["–", "4", "4.3"]);
    }
}
