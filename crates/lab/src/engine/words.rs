//! The words of UGI, as the side that asks writes and reads them.

use agon_core::{DynPlay, Ply};
use agon_search::{Limits, Value};

use crate::seat::Choice;

/// The command that sets up a game as it stands.
pub(super) fn position(play: &dyn DynPlay, line: &[Ply]) -> String {
    let mut text = "position ".to_string();
    if play.starts_as_usual() {
        text.push_str("startpos");
    } else {
        text.push_str("fen ");
        text.push_str(&play.start_text());
    }
    if !line.is_empty() {
        text.push_str(" moves");
    }
    for ply in line {
        text.push(' ');
        text.push_str(&ply.mv);
    }
    text
}

/// The command that asks for a move.
pub(super) fn go(limits: &Limits) -> String {
    let ms = |time: std::time::Duration| time.as_millis().max(1);
    let Limits { time, nodes, depth, playouts, clock } = limits;
    let clock = clock.map(|clock| {
        let ([one, two], increment) = (clock.left.0, clock.increment.0);
        let [p1inc, p2inc] = increment.map(|time| time.as_millis());
        format!("p1time {} p2time {} p1inc {p1inc} p2inc {p2inc}", ms(one), ms(two))
    });
    let parts = [
        Some("go".to_string()),
        clock,
        time.map(|time| format!("movetime {}", ms(time))),
        nodes.map(|nodes| format!("nodes {nodes}")),
        depth.map(|depth| format!("depth {depth}")),
        playouts.map(|playouts| format!("playouts {playouts}")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The move of a line `bestmove M`.
pub(super) fn answer(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    (words.next()? == "bestmove").then(|| words.next().unwrap_or_default())
}

/// Reads a line `info …`; `false` when it is something else. Of several lines
/// that an engine finds, only the best tells what it thinks of the position.
pub(super) fn thought(line: &str, choice: &mut Choice) -> bool {
    let mut words = line.split_whitespace();
    if words.next() != Some("info") {
        return false;
    }
    let (mut depth, mut value) = (None, None);
    while let Some(word) = words.next() {
        match word {
            "depth" => depth = words.next().and_then(|depth| depth.parse().ok()),
            "score" => value = score(words.next(), words.next()),
            "multipv" if words.next() != Some("1") => return true,
            // From here on there are only moves or words.
            "pv" | "string" => break,
            _ => {}
        }
    }
    choice.depth = depth.or(choice.depth);
    choice.score = value.or(choice.score);
    true
}

fn score(unit: Option<&str>, number: Option<&str>) -> Option<Value> {
    let number = number?;
    let value: i32 = number.parse().ok()?;
    match unit? {
        "cp" => Some(Value::Points(value)),
        "mate" if number.starts_with('-') => Some(Value::Loss(value.saturating_neg())),
        "mate" => Some(Value::Win(value)),
        _ => None,
    }
}

/// The name of the option that a line `option name N type …` describes.
pub(super) fn option_name(line: &str) -> Option<String> {
    let rest = line.strip_prefix("option name ")?;
    Some(rest.split(" type ").next().unwrap_or(rest).trim().to_string())
}

/// The beginning of what an engine said, fit for a record.
pub(super) fn excerpt(text: &str) -> String {
    text.chars().take(60).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use agon_core::PerPlayer;
    use agon_search::Clock;

    use super::*;

    #[test]
    fn questions_are_written() {
        let time = Some(Duration::from_millis(300));
        assert_eq!(go(&Limits { time, nodes: Some(5), ..Limits::default() }), "go movetime 300 nodes 5");
        let clock = Clock {
            left: PerPlayer([Duration::from_millis(1500), Duration::from_micros(20)]),
            increment: PerPlayer([Duration::from_millis(10); 2]),
        };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        assert_eq!(go(&limits), "go p1time 1500 p2time 1 p1inc 10 p2inc 10");
    }

    #[test]
    fn answers_are_read() {
        assert_eq!(answer("bestmove a1b2 ponder c3"), Some("a1b2"));
        assert_eq!(answer("bestmove"), Some(""));
        assert_eq!(answer("bestmoves a"), None);
        assert_eq!(option_name("option name seed type spin default 1"), Some("seed".to_string()));
        let mut choice = Choice::default();
        assert!(thought("info depth 7 nodes 99 score cp -35 pv depth 3", &mut choice));
        assert_eq!((choice.depth, choice.score), (Some(7), Some(Value::Points(-35))));
        assert!(thought("info score mate -4 depth x", &mut choice));
        assert_eq!((choice.depth, choice.score), (Some(7), Some(Value::Loss(4))));
        assert!(thought("info depth 9 score mate 5 lowerbound pv a1", &mut choice));
        assert_eq!((choice.depth, choice.score), (Some(9), Some(Value::Win(5))));
        assert!(!thought("hello", &mut choice));
        assert!(thought("info depth 8 multipv 1 score cp 20 pv a1", &mut choice));
        assert!(thought("info depth 8 score cp 10 multipv 2 pv b1", &mut choice));
        assert_eq!((choice.depth, choice.score), (Some(8), Some(Value::Points(20))));
    }
}
