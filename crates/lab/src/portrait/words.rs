//! Numbers as people read them.

use super::{FirstMove, Share};

/// A narrow space at which no line breaks.
const NARROW: char = '\u{202f}';

pub(super) fn with_interval(share: &Share) -> String {
    // A narrow interval deserves a digit more.
    let digits = usize::from(share.high - share.low < 0.03);
    let (value, low, high) = (100.0 * share.value, 100.0 * share.low, 100.0 * share.high);
    format!("{value:.digits$}{NARROW}% ({low:.digits$}\u{a0}to\u{a0}{high:.digits$})")
}

/// How many games a share was found in, and how many of them differ if not all do.
pub(super) fn games(share: &Share) -> String {
    match (share.games, share.different) {
        (games, different) if games == different => whole(games),
        (games, different) => format!("{} ({}\u{a0}different)", whole(games), whole(different)),
    }
}

/// The interval of a share, or of what is left of it.
pub(super) fn interval_of(share: &Share, rest: bool) -> String {
    let (low, high) = if rest { (1.0 - share.high, 1.0 - share.low) } else { (share.low, share.high) };
    format!(" {:.0} to {:.0}{NARROW}%", 100.0 * low, 100.0 * high)
}

pub(super) fn worth(first: &FirstMove) -> String {
    match (first.mate, first.points) {
        (Some(plies), _) if plies >= 0 => format!("wins in {plies}"),
        (Some(plies), _) => format!("loses in {}", -plies),
        (None, Some(points)) => format!("{:+.2}", f64::from(points) / 100.0).replace('-', "−"),
        (None, None) => dash(),
    }
}

pub(super) fn strength(nodes: u64) -> String {
    match nodes {
        0 => "random".to_string(),
        nodes if nodes >= 10_000 => format!("{}k", nodes / 1000),
        nodes => nodes.to_string(),
    }
}

/// A percentage: as exact as it is worth.
pub(super) fn percent(value: f64) -> String {
    match value {
        value if value > 0.0 && value < 0.05 => format!("<\u{a0}0.1{NARROW}%"),
        value if (value > 0.0 && value < 1.0) || (value > 99.0 && value < 100.0) => format!("{value:.1}{NARROW}%"),
        value => format!("{value:.0}{NARROW}%"),
    }
}

pub(super) fn decimal(value: f64) -> String {
    if value >= 100.0 { format!("{value:.0}") } else { format!("{value:.1}") }
}

/// A whole number in groups of three.
pub(super) fn whole(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(NARROW);
        }
        grouped.push(digit);
    }
    grouped
}

/// A number by its logarithm to base ten.
pub(super) fn power(log10: f64) -> String {
    if log10 < 6.0 {
        return whole(10f64.powf(log10).round() as u64);
    }
    // Two digits; 9.96 would become 10.0.
    let (mut exponent, mut lead) = (log10.floor(), 10f64.powf(log10 - log10.floor()));
    if lead >= 9.95 {
        (exponent, lead) = (exponent + 1.0, 1.0);
    }
    format!("{lead:.1} × 10<sup>{exponent}</sup>")
}

pub(super) fn count(number: u64, what: &str) -> String {
    format!("{} {what}{}", whole(number), if number == 1 { "" } else { "s" })
}

pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

pub(super) fn dash() -> String {
    "–".to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_shortly() {
        assert_eq!([power(2.0), power(31.4), power(6.9999)], ["100", "2.5 × 10<sup>31</sup>", "1.0 × 10<sup>7</sup>"]);
        assert_eq!(whole(1_234_567), "1\u{202f}234\u{202f}567");
        let told = [0.01, 0.4, 54.4, 100.0, 0.0].map(|value| percent(value).replace(NARROW, " "));
        assert_eq!(told, ["<\u{a0}0.1 %", "0.4 %", "54 %", "100 %", "0 %"]);
    }
}
