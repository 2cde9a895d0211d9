//! What is measured without a tournament: numbers and words, each beside what was printed.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::table::Cell;
use super::write;
use crate::LabError;

/// A line of the table of measurements.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measure {
    /// The part of the experiment.
    pub measurement: String,
    /// Of which kind it is: `search`, `parameters` or `value`.
    pub kind: &'static str,
    /// The game.
    pub game: String,
    /// Its options, where they are not the usual ones.
    pub options: String,
    /// Who was measured, if it was somebody.
    pub agent: String,
    /// Where, if it was not the start: moves from it, or a position.
    pub position: String,
    /// What was measured.
    pub quantity: String,
    /// What came of it, if it is a number.
    pub value: Option<f64>,
    /// Half of its 95 % interval, where it is a mean.
    pub error: Option<f64>,
    /// What came of it, if it is a word.
    pub word: String,
    /// The number that the source printed.
    pub printed: Option<f64>,
    /// The word that the source printed.
    pub printed_word: String,
}

/// The columns of the table of measurements.
pub(super) const COLUMNS: [(&str, Cell<Measure>); 12] = [
    ("measurement", Cell::Text(|row| &row.measurement)),
    ("kind", Cell::Text(|row| row.kind)),
    ("game", Cell::Text(|row| &row.game)),
    ("options", Cell::Text(|row| &row.options)),
    ("agent", Cell::Text(|row| &row.agent)),
    ("position", Cell::Text(|row| &row.position)),
    ("quantity", Cell::Text(|row| &row.quantity)),
    ("value", Cell::Maybe(|row| row.value)),
    ("error", Cell::Maybe(|row| row.error)),
    ("word", Cell::Text(|row| &row.word)),
    ("printed", Cell::Maybe(|row| row.printed)),
    ("printed_word", Cell::Text(|row| &row.printed_word)),
];

/// What came of a measurement.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    pub measures: Vec<Measure>,
    /// Whether all that was asked was measured.
    pub finished: bool,
}

/// What was found of one quantity.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Finding {
    pub quantity: String,
    pub value: Option<f64>,
    pub error: Option<f64>,
    pub word: String,
}

impl Finding {
    pub fn number(quantity: &str, value: f64) -> Finding {
        Finding { quantity: quantity.to_string(), value: Some(value), ..Finding::default() }
    }

    pub fn word(quantity: &str, word: &str) -> Finding {
        Finding { quantity: quantity.to_string(), word: word.to_string(), ..Finding::default() }
    }
}

/// The findings of a measurement in a file, case by case: what is in it is not measured again.
pub(super) struct Store {
    path: PathBuf,
    found: BTreeMap<String, Vec<Finding>>,
}

const HEAD: &str = "case\tquantity\tvalue\terror\tword";

impl Store {
    /// The file of an earlier run, or a new one.
    pub fn open(path: &Path) -> Result<Store, LabError> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(LabError::archive(path, error.to_string())),
        };
        let mut found: BTreeMap<String, Vec<Finding>> = BTreeMap::new();
        for (at, line) in (1..).zip(text.lines()).filter(|(_, line)| *line != HEAD) {
            let wrong = || LabError::archive(path, format!("line {at} is not one of measurements"));
            let (case, finding) = read(line).ok_or_else(wrong)?;
            found.entry(case).or_default().push(finding);
        }
        Ok(Store { path: path.to_path_buf(), found })
    }

    /// What is known of a case, or what `measure` finds now; `None` if it was stopped.
    pub fn find(
        &mut self,
        case: &str,
        stop: &AtomicBool,
        measure: impl FnOnce() -> Result<Option<Vec<Finding>>, LabError>,
    ) -> Result<Option<Vec<Finding>>, LabError> {
        let case = one_line(case);
        if let Some(known) = self.found.get(&case) {
            return Ok(Some(known.clone()));
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let Some(findings) = measure()? else { return Ok(None) };
        self.found.insert(case, findings.clone());
        write(&self.path, self.text().as_bytes())?;
        Ok(Some(findings))
    }

    fn text(&self) -> String {
        let mut text = format!("{HEAD}\n");
        let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
        for (case, findings) in &self.found {
            for Finding { quantity, value, error, word } in findings {
                // Writing to a string cannot fail.
                let _ =
                    writeln!(text, "{case}\t{quantity}\t{}\t{}\t{}", number(*value), number(*error), one_line(word));
            }
        }
        text
    }
}

fn read(line: &str) -> Option<(String, Finding)> {
    let parts: Vec<&str> = line.split('\t').collect();
    let [case, quantity, value, error, word] = parts[..] else { return None };
    let number = |text: &str| if text.is_empty() { Some(None) } else { text.parse().ok().map(Some) };
    let (value, error) = (number(value)?, number(error)?);
    Some((case.to_string(), Finding { quantity: quantity.to_string(), value, error, word: word.to_string() }))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_is_found_again_exactly() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.tsv");
        let third = Finding { error: Some(1e-30), ..Finding::number("chance", 1.0 / 3.0) };
        let found = vec![third, Finding::word("best", "u")];
        let go = AtomicBool::new(false);
        let first = Store::open(&path).unwrap().find("a  b", &go, || Ok(Some(found.clone()))).unwrap();
        assert_eq!(first, Some(found.clone()));
        let mut store = Store::open(&path).unwrap();
        assert_eq!(store.find("a b", &go, || panic!("measured twice")).unwrap(), Some(found));
        assert_eq!(store.find("c", &AtomicBool::new(true), || panic!("measured after the end")).unwrap(), None);
        assert!(!fs::read_to_string(&path).unwrap().contains("\nc\t"));
    }

    #[test]
    fn a_foreign_file_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.tsv");
        fs::write(&path, format!("{HEAD}\nDear diary\n")).unwrap();
        let error = Store::open(&path).err().unwrap().to_string();
        assert!(error.ends_with("m.tsv: line 2 is not one of measurements"), "{error}");
    }
}
