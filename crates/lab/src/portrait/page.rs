//! A portrait as one page that needs nothing else.

use std::fmt::Write;

use agon_core::DynGame;

use super::Portrait;
use super::tell::Teller;
use super::words::{decimal, interval_of, percent, power};
use crate::Circumstances;
use crate::page::{begin, facts};
use crate::plot::escape;

const STYLE: &str = include_str!("page.css");
/// What players are drawn in whose names are colours that would be false otherwise.
const COLOURS: [(&str, &str); 2] =
    [("Green", "light-dark(#2f7d55, #3f9a6c)"), ("Pink", "light-dark(#d65f8c, #e57ba2)")];

/// The page.
pub(super) fn page(game: &dyn DynGame, portrait: &Portrait, circumstances: &Circumstances) -> String {
    let info = game.info();
    let mut style = STYLE.to_string();
    for (variable, player) in ["one", "two"].into_iter().zip(info.players.0) {
        if let Some((_, colour)) = COLOURS.iter().find(|(name, _)| *name == player) {
            let _ = writeln!(style, ":root {{ --{variable}: {colour}; }}");
        }
    }
    let mut page = begin(&format!("{}: a portrait", info.title), &style);
    let _ = writeln!(
        page,
        "<header>\n<p class=\"kicker\">A game’s portrait</p>\n<h1>{}</h1>\n<p class=\"lead\">{}</p>",
        escape(info.title),
        escape(info.summary)
    );
    let options: Vec<String> = portrait.options.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    if !options.is_empty() {
        let _ = writeln!(page, "<p class=\"note\">Played with {}.</p>", escape(&options.join(", ")));
    }
    page.push_str("</header>\n<main>\n");
    glance(&mut page, portrait);
    let teller = Teller { info, portrait };
    teller.choices(&mut page);
    teller.endings(&mut page);
    teller.beginning(&mut page);
    teller.chain(&mut page);
    teller.openings(&mut page);
    teller.squares(&mut page, game);
    teller.sizes(&mut page);
    teller.shortest(&mut page);
    teller.puzzles(&mut page, game);
    page.push_str("</main>\n");
    colophon(&mut page, portrait, circumstances);
    page + "</html>\n"
}

/// The figures that a designer asks for first.
fn glance(page: &mut String, portrait: &Portrait) {
    let Some(strongest) = portrait.strengths.last() else { return };
    let figures = [
        (decimal(portrait.random.branching), "moves to choose from", String::new()),
        (decimal(strongest.plies), "half moves in a game between strong players", String::new()),
        (
            escape(&percent(100.0 * (1.0 - strongest.draws.value))),
            "of their games decided",
            interval_of(&strongest.draws, true),
        ),
        (
            escape(&percent(100.0 * strongest.first.value)),
            "of the points to who begins",
            interval_of(&strongest.first, false),
        ),
        (portrait.chain.length.to_string(), "doublings of thought in a row that win two to one", String::new()),
        (positions(portrait), "positions", positions_how(portrait)),
    ];
    page.push_str("<dl class=\"glance\">\n");
    for (value, meaning, more) in figures {
        let _ = writeln!(page, "<div><dt>{meaning}<small>{more}</small></dt><dd>{value}</dd></div>");
    }
    page.push_str("</dl>\n");
}

fn colophon(page: &mut String, portrait: &Portrait, circumstances: &Circumstances) {
    let made = [
        ("Command", circumstances.command.clone()),
        ("Version", circumstances.version.clone()),
        ("Machine", circumstances.machine.clone()),
        ("Date", circumstances.date.clone()),
        ("Seed", portrait.seed.to_string()),
        ("Budget", portrait.budget.clone()),
    ];
    page.push_str("<footer>\n<h2>How this was made</h2>\n");
    facts(page, &made);
    page.push_str(
        "<p class=\"note\">Players are limited by nodes, moves made in their heads, and never by time: the same \
         seed gives the same figures on every machine. Intervals are Wilson’s, 95 %; a draw counts half a point, and games that are the same move by move \
         count once. All figures stand in report.json, all games in the folder records.</p>\n</footer>\n",
    );
}

/// How many positions there are, in few letters.
fn positions(portrait: &Portrait) -> String {
    match portrait.sizes.positions {
        Some(positions) => power((positions as f64).log10()),
        None => format!("10<sup>{:.0}</sup>", portrait.sizes.at_most.ceil()),
    }
}

fn positions_how(portrait: &Portrait) -> String {
    if portrait.sizes.positions.is_some() { "counted one by one" } else { "at most, roughly" }.to_string()
}
