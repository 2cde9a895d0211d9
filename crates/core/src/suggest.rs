/// The one of `known` that was probably meant by `text`, if any is close.
pub fn closest<'a>(text: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let text = text.to_lowercase();
    known
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&text, &name.to_lowercase()), name))
        .filter(|(distance, name)| *distance <= 1 + name.len() / 4)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// ` (did you mean X?)`, or nothing: ready to be put into a message.
pub(crate) fn hint<'a>(text: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    // A very long input is not a slip of the finger, and comparing it is slow.
    if text.len() > 64 {
        return String::new();
    }
    closest(text, known).map_or_else(String::new, |name| format!(" (did you mean `{name}`?)"))
}

/// The start of a text, short enough to be repeated in a one-line message.
pub(crate) fn excerpt(text: &str) -> String {
    const MOST: usize = 40;
    let clean: String = text.chars().take(MOST + 1).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if clean.chars().count() > MOST { format!("{}…", clean.chars().take(MOST).collect::<String>()) } else { clean }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_recognised_and_nonsense_is_not() {
        let known = ["size", "strong", "victories"];
        assert_eq!(closest("sise", known), Some("size"));
        assert_eq!(closest("STRONG", known), Some("strong"));
        assert_eq!(closest("victory", known), Some("victories"));
        assert_eq!(closest("colour", known), None);
    }

    #[test]
    fn an_excerpt_is_one_short_line() {
        assert_eq!(excerpt("a\nb"), "a b");
        assert_eq!(excerpt(&"é".repeat(100)).chars().count(), 41);
    }
}
