//! The report of an experiment: one page that needs nothing else.

use std::fmt::Write;

use super::{Circumstances, Done, Experiment, Outcome, Printed, Row, Section, measured_page, part};
use crate::page::{begin, facts};
use crate::plot::{Point, Series, dots, escape, lines};
use crate::{Counts, Elo, Games, Share, Standing};

/// Beside what all reports have.
const STYLE: &str = "
h1 { font-size: clamp(2rem, 6vw, 3rem); margin: 0 0 1rem; }
figure { margin: 1rem 0; max-width: 36rem; }
.name { text-align: left; white-space: normal; overflow-wrap: anywhere; }
.grid { font-size: .85rem; }
.grid th, .grid td { padding: .2rem .1rem; min-width: 1.45rem; text-align: center; border: 0; }
.grid .name { min-width: 8rem; padding-right: .8rem; text-align: left; white-space: nowrap; }
.grid .met { background: color-mix(in srgb, var(--lapis) calc(var(--share) * 55%), var(--cell)); }
@media (max-width: 40rem) { .name { min-width: 7rem; } .grid .name { white-space: normal; } }
";

/// More players than this do not fit into a table that tells all of every meeting.
const FEW: usize = 10;
/// A space at which no line breaks.
const SPACE: &str = "\u{a0}";
/// Seconds a move below which nobody can be said to think.
const LEAST_TIME: f64 = 0.001;

/// The page.
pub(super) fn page(experiment: &Experiment, circumstances: &Circumstances, outcome: &Outcome<'_>) -> String {
    let mut page = begin(&experiment.title, STYLE);
    let _ = writeln!(page, "<p class=\"kicker\">An experiment</p>\n<h1>{}</h1>", escape(&experiment.title));
    paragraph(&mut page, "about", &experiment.about);
    if !outcome.is_finished() {
        paragraph(&mut page, "note", "This run was stopped before its end: the same command goes on with it.");
    }
    let games = outcome.rows.len() + outcome.tournaments.iter().map(|done| done.rows.len()).sum::<usize>();
    let measures = outcome.found().map(|found| found.measures.len()).sum::<usize>();
    let told = |number: usize, what| if number == 0 { String::new() } else { count(number as u64, what) };
    let mut made = vec![
        ("Source", experiment.source.clone()),
        ("Played", told(games, "game")),
        ("Measured", told(measures, "value")),
        ("Thinking", duration(thinking(outcome))),
        ("Command", circumstances.command.clone()),
        ("Version", circumstances.version.clone()),
        (
            "Machine",
            format!("{}, {} at a time", circumstances.machine, count(circumstances.concurrency as u64, "game")),
        ),
        ("Date", circumstances.date.clone()),
    ];
    made.retain(|(_, value)| !value.is_empty());
    facts(&mut page, &made);
    for (part, found) in &outcome.values {
        measured_page::values(&mut page, part, found);
    }
    for (part, found) in &outcome.parameters {
        measured_page::parameters(&mut page, part, found);
    }
    for (part, found) in &outcome.searches {
        measured_page::search(&mut page, part, found);
    }
    for done in &outcome.tournaments {
        section(&mut page, done);
    }
    page.push_str("<p class=\"note\">Errors and bars are 95 % intervals. Games and measurements stand in <code>records</code>, as tables in <code>games</code> and <code>measurements</code> (<code>.csv</code> and <code>.parquet</code>).</p>\n</html>\n");
    page
}

/// Seconds that all players and searches thought, together.
fn thinking(outcome: &Outcome<'_>) -> f64 {
    let games = outcome.rows.iter().chain(outcome.tournaments.iter().flat_map(|done| &done.rows));
    let searches = outcome.searches.iter().flat_map(|(_, found)| &found.measures);
    let searches = searches.filter(|measure| measure.quantity == "seconds").filter_map(|measure| measure.value);
    games.flat_map(|row| row.seconds).chain(searches).sum()
}

/// A time as people tell it; nothing for none.
fn duration(seconds: f64) -> String {
    match seconds {
        0.0 => String::new(),
        seconds if seconds < 90.0 => format!("{seconds:.1} s in all"),
        seconds if seconds < 5400.0 => format!("{:.0} min in all", seconds / 60.0),
        seconds => format!("{:.1} h in all", seconds / 3600.0),
    }
}

fn section(page: &mut String, done: &Done<'_>) {
    let section = done.section;
    let _ = writeln!(page, "<h2>{}</h2>", escape(&section.name));
    paragraph(page, "about", &section.about);
    let seeds: Vec<String> = section.seeds.iter().map(ToString::to_string).collect();
    let mut made = vec![
        ("Game", format!("{} {}", section.game, part::told(&section.options))),
        ("Format", format!("{}, {} each", section.format(), count(section.games as u64, "game"))),
        ("Openings", openings(section)),
        ("Ended early", ended_early(section.max_plies, section.prove)),
        ("Thinking", section.control().map(|control| control.to_string()).unwrap_or_default()),
        ("Seeds", seeds.join(", ")),
    ];
    made.retain(|(_, value)| !value.trim().is_empty());
    facts(page, &made);
    if done.rows.is_empty() {
        return paragraph(page, "note", "Nothing of this has been played yet.");
    }
    let ratings = done.course.results.ratings();
    let standings = done.course.standings(ratings.as_ref());
    if ratings.is_some() {
        let _ = writeln!(page, "<figure>{}</figure>", plot(done, &standings));
    } else {
        paragraph(page, "note", "There are no ratings: not all can be compared by the games played so far.");
    }
    players(page, done, &standings);
    if let Some(note) = ratings.and_then(|ratings| ratings.note()) {
        paragraph(page, "note", note);
    }
    match () {
        () if !done.course.stages.is_empty() => stages(page, done),
        () if standings.len() <= FEW => crosstable(page, done, &standings),
        () => grid(page, done, &standings),
    }
    printed(page, done);
    endings(page, &done.rows);
}

/// When games ended before the rules ended them.
pub(super) fn ended_early(max_plies: Option<usize>, prove: Option<u64>) -> String {
    let drawn = max_plies.map(|plies| format!("drawn after {}", count(plies as u64, "half move")));
    let decided =
        prove.map(|nodes| format!("decided where at most {} prove an announced win or loss", count(nodes, "node")));
    drawn.into_iter().chain(decided).collect::<Vec<_>>().join("; ")
}

fn openings(section: &Section) -> String {
    let random = count(u64::from(section.openings), "random half move");
    match section.balance {
        Some(most) => format!("{random}, judged even within {:.2}", f64::from(most) / 100.0),
        None => random,
    }
}

/// Ratings over budgets where there are some that can be compared, side by side otherwise.
fn plot(done: &Done<'_>, standings: &[Standing]) -> String {
    let budgets = &done.section.budgets;
    let unit = budgets.first().and_then(|budget| budget.split('=').next()).unwrap_or_default();
    let mut series: Vec<Series> = Vec::new();
    let mut missing = 0;
    for (player, entrant) in done.section.entrants().iter().enumerate() {
        let standing = standings.iter().find(|standing| standing.player == player);
        // Who plays without a budget stands where its thinking puts it.
        let (name, x) = match amount(&entrant.budget) {
            Some(x) => (&*entrant.agent, Some(x)),
            None if unit == "time" => {
                let seconds = effort(&done.rows, &entrant.text).1.filter(|seconds| *seconds >= LEAST_TIME);
                (entrant.agent.split(':').next().unwrap_or_default(), seconds)
            }
            None => ("", None),
        };
        let (Some(x), Some(standing)) = (x, standing) else {
            missing += usize::from(!entrant.budget.is_empty());
            continue;
        };
        let point = Point { x, y: standing.elo.unwrap_or(0.0), error: standing.error };
        match series.iter_mut().find(|series| series.name == name) {
            Some(series) => series.points.push(point),
            None => series.push(Series { name: name.to_string(), points: vec![point] }),
        }
    }
    if budgets.len() > 1 && missing == 0 {
        for series in &mut series {
            series.points.sort_by(|a, b| a.x.total_cmp(&b.x));
        }
        return lines(&series, if unit == "time" { "seconds a move" } else { unit }, "Elo");
    }
    let item =
        |standing: &Standing| (done.players[standing.player].to_string(), standing.elo.unwrap_or(0.0), standing.error);
    dots(&standings.iter().map(item).collect::<Vec<_>>(), "Elo")
}

/// How much a budget is: seconds, or a number.
pub(super) fn amount(budget: &str) -> Option<f64> {
    let (name, value) = budget.split_once('=')?;
    let amount = if name == "time" { agon_agents::parse_time(value)?.as_secs_f64() } else { value.parse().ok()? };
    (amount > 0.0).then_some(amount)
}

fn players(page: &mut String, done: &Done<'_>, standings: &[Standing]) {
    let head = ["", "player", "Elo", "±", "points", "games", "won", "drawn", "lost", "depth", "s a move"];
    let mut rows = Vec::new();
    for (place, standing) in (1..).zip(standings) {
        let name = done.players[standing.player].to_string();
        let [losses, draws, wins] = standing.games.0;
        let (depth, seconds) = effort(&done.rows, &name);
        rows.push(vec![
            place.to_string(),
            name,
            standing.elo.map_or_else(dash, |elo| format!("{:+.0}", elo.round() + 0.0)),
            standing.error.map_or_else(dash, |error| format!("{error:.0}")),
            standing.games.points().to_string(),
            standing.games.total().to_string(),
            wins.to_string(),
            draws.to_string(),
            losses.to_string(),
            depth.map_or_else(dash, |depth| format!("{depth:.1}")),
            seconds.map_or_else(dash, |seconds| format!("{seconds:.3}")),
        ]);
    }
    table(page, &head, &rows);
}

/// How deep a player looked, and how long it thought about a move, on average.
fn effort(rows: &[Row], name: &str) -> (Option<f64>, Option<f64>) {
    let sides = rows.iter().flat_map(|row| {
        let names = [&row.first, &row.second];
        (0..2)
            .filter(move |side| names[*side] == name)
            .map(move |side| (row.depth[side], row.seconds[side], row.moves[side] as f64))
    });
    let (mut depth, mut deep, mut seconds, mut moves) = (0.0, 0.0, 0.0, 0.0);
    for (found, time, count) in sides {
        seconds += time;
        moves += count;
        if let Some(found) = found {
            depth += found * count;
            deep += count;
        }
    }
    ((deep > 0.0).then(|| depth / deep), (moves > 0.0).then(|| seconds / moves))
}

fn crosstable(page: &mut String, done: &Done<'_>, standings: &[Standing]) {
    let places: Vec<String> = (1..=standings.len()).map(|place| place.to_string()).collect();
    let head: Vec<&str> =
        ["", "won : drawn : lost against"].into_iter().chain(places.iter().map(String::as_str)).collect();
    let cell = |standing: &Standing, other: &Standing| match done.course.results.against(standing.player, other.player)
    {
        games if games.total() == 0 => dash(),
        games => wdl(&games),
    };
    let row = |(place, standing): (usize, &Standing)| {
        let names = [(place + 1).to_string(), done.players[standing.player].to_string()];
        names.into_iter().chain(standings.iter().map(|other| cell(standing, other))).collect()
    };
    table(page, &head, &standings.iter().enumerate().map(row).collect::<Vec<_>>());
}

/// The points of many players against each other, the more coloured the more of what there was to win.
fn grid(page: &mut String, done: &Done<'_>, standings: &[Standing]) {
    let places: Vec<String> = (1..=standings.len()).map(|place| format!("<th>{place}</th>")).collect();
    page.push_str("<div class=\"wide\"><table class=\"grid\">\n");
    let _ = writeln!(page, "<tr><th></th><th class=\"name\">points against</th>{}</tr>", places.concat());
    for (place, standing) in (1..).zip(standings) {
        let name = escape(&done.players[standing.player].to_string());
        let _ = write!(page, "<tr><th>{place}</th><td class=\"name\">{name}</td>");
        for other in standings {
            let games = done.course.results.against(standing.player, other.player);
            let _ = match games.total() {
                0 => write!(page, "<td></td>"),
                total => {
                    let share = games.points() / total as f64;
                    write!(page, "<td class=\"met\" style=\"--share:{share:.2}\">{}</td>", games.points())
                }
            };
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</table></div>\n");
}

/// Who met whom in a knock-out, from the last stage to the first.
fn stages(page: &mut String, done: &Done<'_>) {
    let name = |player: usize| done.players[player].to_string();
    let mut rows = Vec::new();
    for stage in done.course.stages.iter().rev() {
        let title = match stage.len() {
            1 => "final".to_string(),
            ties => format!("last {}", 2 * ties),
        };
        for (at, tie) in stage.iter().enumerate() {
            let (a, Some(b)) = tie.players else { continue };
            let (on, out) = if tie.winner == Some(b) { (b, a) } else { (a, b) };
            let stage = if at == 0 { title.clone() } else { String::new() };
            rows.push(vec![stage, name(on), wdl(&done.course.results.against(on, out)), name(out)]);
        }
    }
    table(page, &["stage", "goes on", "won : drawn : lost", "goes out"], &rows);
}

/// What a source printed, beside what was found.
fn printed(page: &mut String, done: &Done<'_>) {
    if done.section.printed.is_empty() {
        return;
    }
    let place = |name: &str| done.players.iter().position(|player| player.to_string() == name);
    let row = |printed: &Printed| {
        let Printed { first, second, wins, draws, losses, note } = printed;
        let found = place(first).zip(place(second)).map(|(a, b)| done.course.results.against(a, b)).unwrap_or_default();
        let source = Counts([*losses, *draws, *wins]);
        let note = if note.is_empty() { String::new() } else { format!(" ({note})") };
        vec![format!("{first} against {second}{note}"), share(&source), share(&found), elo(found.elo())]
    };
    let rows: Vec<Vec<String>> = done.section.printed.iter().map(row).collect();
    let _ = writeln!(page, "<h3>Beside the source</h3>");
    table(page, &["won : drawn : lost, score", "printed", "here", "Elo here"], &rows);
}

/// How games ended.
fn endings(page: &mut String, rows: &[Row]) {
    let mut counts: std::collections::BTreeMap<&str, u64> = std::collections::BTreeMap::new();
    for row in rows {
        *counts.entry(&row.termination).or_default() += 1;
    }
    let words: Vec<String> = counts.iter().map(|(word, count)| format!("{word} {count}")).collect();
    let plies = rows.iter().map(|row| row.plies).sum::<u64>() as f64 / rows.len().max(1) as f64;
    paragraph(
        page,
        "note",
        &format!("Games ended by {}; they took {plies:.1} half moves on average.", words.join(", ")),
    );
}

/// Games won, drawn and lost, in one piece.
fn wdl(games: &Games) -> String {
    let [losses, draws, wins] = games.0;
    format!("{wins} : {draws} : {losses}").replace(' ', SPACE)
}

/// What was scored, and its share with a 95 % interval: few games tell little.
fn share(games: &Games) -> String {
    let [_, draws, wins] = games.0;
    match games.total() {
        0 => dash(),
        total => {
            let Share { value, low, high, .. } = Share::of(wins as f64 + draws as f64 / 2.0, total);
            let share = format!("{:.0} % ({:.0} to {:.0})", 100.0 * value, 100.0 * low, 100.0 * high);
            format!("{}, {}", wdl(games), share.replace(' ', SPACE))
        }
    }
}

fn elo(elo: Option<Elo>) -> String {
    // Of nearly all games won, Elo has no upper end.
    let told = elo.filter(|elo| elo.elo.is_finite() && elo.error.is_finite());
    told.map_or_else(dash, |Elo { elo, error }| format!("{elo:+.0} ± {error:.0}"))
}

pub(super) fn dash() -> String {
    "–".to_string()
}

pub(super) fn count(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// Text in paragraphs, between which an empty line stands.
pub(super) fn paragraph(page: &mut String, class: &str, text: &str) {
    for part in text.split("\n\n").map(str::trim).filter(|part| !part.is_empty()) {
        let _ = writeln!(page, "<p class=\"{class}\">{}</p>", escape(part));
    }
}

pub(super) fn table(page: &mut String, head: &[&str], rows: &[Vec<String>]) {
    // Where the first column has no name of its own, it holds numbers of places, and names stand in the second.
    let is_name = |column: usize| column == 0 && !head[0].is_empty() || column == 1 && head[0].is_empty();
    let class = |column: usize| if is_name(column) { " class=\"name\"" } else { "" };
    let line = |cells: Vec<String>, tag: &str| {
        let cells: Vec<String> = cells
            .iter()
            .enumerate()
            .map(|(at, cell)| format!("<{tag}{}>{}</{tag}>", class(at), escape(cell)))
            .collect();
        format!("<tr>{}</tr>\n", cells.concat())
    };
    page.push_str("<div class=\"wide\"><table>\n");
    page.push_str(&line(head.iter().map(ToString::to_string).collect(), "th"));
    for row in rows {
        page.push_str(&line(row.clone(), "td"));
    }
    page.push_str("</table></div>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_told_with_what_they_are_worth() {
        // Wilson's interval of 7 of 10.
        assert_eq!(share(&Counts([3, 0, 7])).replace(SPACE, " "), "7 : 0 : 3, 70 % (40 to 89)");
        assert_eq!(share(&Counts([0, 0, 0])), "–");
        assert_eq!(
            [duration(0.0), duration(12.34), duration(600.0), duration(9000.0)].join("; "),
            "; 12.3 s in all; 10 min in all; 2.5 h in all"
        );
    }
}
