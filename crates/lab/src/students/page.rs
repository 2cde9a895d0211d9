use std::fmt::Write;

use agon_core::DynGame;

use super::point::LearningPoint;
use super::run::StudentRun;
use crate::page;
use crate::plot::{Point, Series, escape, lines};

impl StudentRun {
    /// The report of what has been learnt so far.
    pub(super) fn page(&self, game: &dyn DynGame, curve: &[LearningPoint]) -> String {
        let title = format!("{} learnt by {}", game.info().title, self.method.title());
        let mut page = page::begin(&title, "");
        let _ = writeln!(page, "<h1>{}</h1>", escape(&title));
        let made = self.describe(game);
        let told = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
        let facts: Vec<(&str, String)> =
            made.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), told(value))).collect();
        page::facts(&mut page, &facts);
        page.push_str("<h2>Learning curve</h2>\n");
        let opponents: Vec<&str> =
            curve.first().map_or_else(Vec::new, |point| point.played.iter().map(|it| it.opponent.as_str()).collect());
        let series = opponents.iter().enumerate().map(|(at, opponent)| Series {
            name: format!("against {opponent}"),
            points: curve
                .iter()
                .filter_map(|point| {
                    let played = point.played.get(at)?;
                    Some(Point { x: point.games as f64, y: 100.0 * played.score, error: Some(100.0 * played.error) })
                })
                .collect(),
        });
        page.push_str(&lines(&series.collect::<Vec<_>>(), "games learnt from", "% of the points, with 95 % intervals"));
        page.push_str("\n<table><tr><th>games");
        for opponent in &opponents {
            let _ = write!(page, "<th>against {}<th>won, drawn, lost", escape(opponent));
        }
        page.push_str("</tr>\n");
        for LearningPoint { games, played } in curve {
            let _ = write!(page, "<tr><td>{games}");
            for match_ in played {
                let [losses, draws, wins] = match_.games;
                let _ = write!(page, "<td>{}<td>{wins}, {draws}, {losses}", match_.text());
            }
            page.push_str("</tr>\n");
        }
        page.push_str("</table>\n</html>\n");
        page
    }
}
