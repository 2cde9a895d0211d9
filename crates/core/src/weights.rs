use thiserror::Error;

/// Why weights cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// The evaluation has none.
    #[error("this evaluation has no weights that can be set")]
    None,
    /// They are no text.
    #[error("weights must be text in UTF-8")]
    NotText,
    /// A line is no weight.
    #[error("line {line} of the weights, `{text}`, must be a name and a whole number, such as `tempo 80`")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// How the line begins.
        text: String,
    },
    /// A weight is too large either way: sums of such weights could overflow.
    #[error("line {line} of the weights: `{name}` must lie from -{most} to {most}")]
    Range {
        /// The number of the line, from 1.
        line: usize,
        /// Which weight.
        name: String,
        /// The largest allowed.
        most: i32,
    },
    /// There is no weight of this name.
    #[error("line {line} of the weights: there is no weight `{name}`; the weights are {known}")]
    Unknown {
        /// The number of the line, from 1.
        line: usize,
        /// The name that is not known.
        name: String,
        /// The names that are.
        known: String,
    },
}

/// The largest weight, either way.
const MOST: i32 = 20_000;

/// The longest part of a line that is repeated in a message.
const SHOWN: usize = 40;

/// The lines of weights: their numbers, names and values. Empty lines and
/// those that begin with `#` are passed over.
pub fn weight_lines(bytes: &[u8]) -> Result<Vec<(usize, &str, i32)>, WeightsError> {
    let text = std::str::from_utf8(bytes).map_err(|_| WeightsError::NotText)?;
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(line, text)| {
            let weight = text.split_once(char::is_whitespace).and_then(|(name, value)| {
                let value = value.trim().parse().ok()?;
                Some((line, name, value))
            });
            weight.ok_or_else(|| WeightsError::Line { line, text: text.chars().take(SHOWN).collect() })
        })
        .collect()
}

/// Sets a named weight.
pub fn set_weight(
    named: &mut [(String, &mut i32)],
    (line, name, value): (usize, &str, i32),
) -> Result<(), WeightsError> {
    if let Some((_, weight)) = named.iter_mut().find(|(known, _)| known == name) {
        if value.unsigned_abs() > MOST.unsigned_abs() {
            return Err(WeightsError::Range { line, name: name.to_string(), most: MOST });
        }
        **weight = value;
        return Ok(());
    }
    if named.is_empty() {
        return Err(WeightsError::None);
    }
    let known: Vec<&str> = named.iter().map(|(name, _)| name.as_str()).collect();
    Err(WeightsError::Unknown { line, name: name.chars().take(SHOWN).collect(), known: known.join(", ") })
}

/// Names for the places of a list: `near.1`, `near.2` and so on.
pub fn numbered<'w>(name: &str, weights: &'w mut [i32]) -> impl Iterator<Item = (String, &'w mut i32)> {
    weights.iter_mut().enumerate().map(move |(at, weight)| (format!("{name}.{}", at + 1), weight))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_set_by_name_and_mistakes_are_told_with_their_line() {
        let (mut tempo, mut near) = (1, [2, 3]);
        let mut named: Vec<(String, &mut i32)> = vec![("tempo".to_string(), &mut tempo)];
        named.extend(numbered("near", &mut near));
        for weight in weight_lines(b"# a comment\n\ntempo 80\r\n near.2\t -7 \n").unwrap() {
            set_weight(&mut named, weight).unwrap();
        }
        let refused = set_weight(&mut named, (4, "temper", 1)).unwrap_err().to_string();
        assert_eq!(
            refused,
            "line 4 of the weights: there is no weight `temper`; the weights are tempo, near.1, near.2"
        );
        let refused = set_weight(&mut named, (5, "tempo", i32::MIN)).unwrap_err().to_string();
        assert_eq!(refused, "line 5 of the weights: `tempo` must lie from -20000 to 20000");
        assert_eq!((tempo, near), (80, [2, -7]));
        for (bad, line) in [("tempo", 1), ("tempo 1\ntempo x", 2), ("tempo 99999999999", 1), ("a b 3", 1)] {
            let told = weight_lines(bad.as_bytes()).unwrap_err();
            assert!(matches!(told, WeightsError::Line { line: found, .. } if found == line), "{told}");
        }
        assert_eq!(weight_lines(b"\xff 1"), Err(WeightsError::NotText));
        assert_eq!(set_weight(&mut [], (1, "tempo", 1)), Err(WeightsError::None));
    }
}
