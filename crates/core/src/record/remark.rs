use std::fmt;
use std::time::Duration;

/// What is said about a move: figures of a search, and words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remark {
    /// How the position was judged, from player 1's side.
    pub eval: Option<Eval>,
    /// How deep the search went.
    pub depth: Option<u32>,
    /// How long the move took; kept in milliseconds.
    pub time: Option<Duration>,
    /// The words.
    pub text: String,
}

/// A judgement of a position, from player 1's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eval {
    /// Hundredths of a point.
    Points(i32),
    /// A win in so many half moves; negative when player 2 wins.
    Mate(i32),
}

impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Eval::Points(n) => {
                let sign = if *n < 0 { '-' } else { '+' };
                write!(f, "{sign}{}.{:02}", n.unsigned_abs() / 100, n.unsigned_abs() % 100)
            }
            Eval::Mate(n) => write!(f, "#{n}"),
        }
    }
}

impl Eval {
    fn parse(text: &str) -> Option<Self> {
        if let Some(mate) = text.strip_prefix('#') {
            return mate.parse().ok().map(Eval::Mate);
        }
        let (whole, cents) = text.split_once('.')?;
        let digits = whole.strip_prefix(['+', '-']).unwrap_or(whole);
        if cents.len() != 2 || !digits.bytes().chain(cents.bytes()).all(|b| b.is_ascii_digit()) {
            return None;
        }
        let size: i64 = format!("{digits}{cents}").parse().ok()?;
        let signed = if whole.starts_with('-') { -size } else { size };
        i32::try_from(signed).ok().map(Eval::Points)
    }
}

impl Remark {
    /// Words only.
    pub fn text(text: impl Into<String>) -> Self {
        Remark { text: text.into(), ..Remark::default() }
    }

    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        *self == Remark::default()
    }

    /// Reads the inside of a comment and adds it to what was said before.
    pub(super) fn add(&mut self, comment: &str) {
        let mut rest = comment.trim();
        while let Some((command, after)) = rest.strip_prefix("[%").and_then(|inner| inner.split_once(']')) {
            let known = match command.split_once(' ') {
                Some(("eval", value)) => Eval::parse(value).map(|eval| self.eval = Some(eval)),
                Some(("depth", value)) => value.parse().ok().map(|depth| self.depth = Some(depth)),
                Some(("time", value)) => parse_seconds(value).map(|time| self.time = Some(time)),
                _ => None,
            };
            if known.is_none() {
                break;
            }
            rest = after.trim_start();
        }
        if !self.text.is_empty() && !rest.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(rest);
    }
}

/// Seconds with three decimals.
fn parse_seconds(text: &str) -> Option<Duration> {
    let (whole, millis) = text.split_once('.')?;
    if millis.len() != 3 || whole.len() > 9 || !whole.bytes().chain(millis.bytes()).all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some(Duration::from_secs(whole.parse().ok()?) + Duration::from_millis(millis.parse().ok()?))
}

impl fmt::Display for Remark {
    /// The comment as it stands in a record, with its braces; nothing when there is nothing to say.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(eval) = self.eval {
            parts.push(format!("[%eval {eval}]"));
        }
        if let Some(depth) = self.depth {
            parts.push(format!("[%depth {depth}]"));
        }
        if let Some(time) = self.time {
            parts.push(format!("[%time {}.{:03}]", time.as_secs(), time.subsec_millis()));
        }
        if !self.text.is_empty() {
            parts.push(self.text.replace('\\', "\\\\").replace('}', "\\}"));
        }
        if parts.is_empty() { Ok(()) } else { write!(f, "{{{}}}", parts.join(" ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_round_trip() {
        for eval in [Eval::Points(0), Eval::Points(-5), Eval::Points(1234), Eval::Points(i32::MIN), Eval::Mate(-3)] {
            assert_eq!(Eval::parse(&eval.to_string()), Some(eval));
        }
        for wrong in ["", "1", "1.5", "+1.005", "#", "#x", "99999999999.00", "-+1.00"] {
            assert_eq!(Eval::parse(wrong), None, "{wrong}");
        }
        assert_eq!(parse_seconds("1.250"), Some(Duration::from_millis(1250)));
        assert_eq!(parse_seconds("-1.250"), None);
    }

    #[test]
    fn unknown_commands_are_words() {
        let mut remark = Remark::default();
        remark.add("[%eval +0.10] [%clk 0:10] fine");
        assert_eq!(remark.eval, Some(Eval::Points(10)));
        assert_eq!(remark.text, "[%clk 0:10] fine");
    }
}
