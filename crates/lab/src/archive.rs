use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use agon_core::{GameResult, Record};

use crate::LabError;

/// The tag that numbers the games of a run.
pub(crate) const ROUND: &str = "Round";

/// The number of a game in its run; 0 if it has none.
pub(crate) fn round(record: &Record) -> usize {
    record.tag(ROUND).and_then(|round| round.parse().ok()).unwrap_or(0)
}

/// How every record begins.
const BEGINNING: &str = "[Game \"";

/// A file of records that grows game by game: what is in it is safe, whatever
/// happens to whoever writes it.
#[derive(Debug)]
pub struct Archive {
    path: PathBuf,
    file: File,
    /// What was there when the file was opened, by its round.
    played: HashMap<usize, Record>,
}

impl Archive {
    /// A new file; one that has something in it is not touched.
    pub fn create(path: &Path) -> Result<Self, LabError> {
        let (file, text) = open(path)?;
        if !text.is_empty() {
            return Err(LabError::archive(path, "there is something in it already; resume, or write to another file"));
        }
        Ok(Archive { path: path.to_path_buf(), file, played: HashMap::new() })
    }

    /// The file of an earlier run, or a new one. A record that was only half
    /// written when that run ended is cut off.
    pub fn resume(path: &Path) -> Result<Self, LabError> {
        let wrong = |why: String| LabError::archive(path, why);
        let (mut file, bytes) = open(path)?;
        let whole = whole_records(&bytes).map_err(wrong)?;
        let records = Record::parse_all(whole).map_err(|error| wrong(error.to_string()))?;
        let mut played = HashMap::new();
        for (at, record) in records.into_iter().enumerate() {
            let round = record.tag(ROUND).and_then(|round| round.parse().ok());
            let round = round.ok_or_else(|| wrong(format!("record {} has no number in its tag {ROUND}", at + 1)))?;
            if played.insert(round, record).is_some() {
                return Err(wrong(format!("game {round} stands twice")));
            }
        }
        cut(&mut file, whole).map_err(|error| wrong(error.to_string()))?;
        Ok(Archive { path: path.to_path_buf(), file, played })
    }

    /// How many games were there already.
    pub fn len(&self) -> usize {
        self.played.len()
    }

    /// Whether no game was there.
    pub fn is_empty(&self) -> bool {
        self.played.is_empty()
    }

    /// The game of a round, if it was there.
    pub(crate) fn game(&self, round: usize) -> Option<&Record> {
        self.played.get(&round)
    }

    /// Writes a game that has ended.
    pub(crate) fn append(&mut self, record: &Record) -> Result<(), LabError> {
        // One write, so that a kill leaves at most one torn record.
        let text = format!("{record}\n");
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| self.fault(error.to_string()))
    }

    /// Something is wrong with what the file says.
    pub(crate) fn fault(&self, why: impl Into<String>) -> LabError {
        LabError::archive(&self.path, why)
    }
}

/// Opens a file for us alone, at its end, and reads what is in it.
fn open(path: &Path) -> Result<(File, Vec<u8>), LabError> {
    let wrong = |error: &dyn std::fmt::Display| LabError::archive(path, error.to_string());
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .map_err(|error| wrong(&error))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(wrong(&"another run is writing it")),
        Err(TryLockError::Error(error)) => return Err(wrong(&error)),
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(|error| wrong(&error))?;
    Ok((file, bytes))
}

/// Leaves in the file what is whole, so that the next record follows it.
fn cut(file: &mut File, whole: &str) -> std::io::Result<()> {
    file.set_len(whole.len() as u64)?;
    file.seek(SeekFrom::End(0))?;
    if whole.is_empty() || whole.ends_with("\n\n") { Ok(()) } else { file.write_all(b"\n") }
}

/// The text up to the end of the last record that is complete.
fn whole_records(bytes: &[u8]) -> Result<&str, String> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        // A character torn at the end; anywhere else it is damage.
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(&bytes[..error.valid_up_to()]).map_err(|error| error.to_string())?
        }
        Err(error) => return Err(error.to_string()),
    };
    let last = text.rfind("\n\n[").map_or(0, |at| at + 2);
    let is_whole =
        text.ends_with('\n') && text[last..].parse::<Record>().is_ok_and(|record| ends_with_result(text, &record));
    let torn = if is_whole { "" } else { &text[last..] };
    // Only what a run may have left is cut off, and nobody's letters.
    if !torn.is_empty() && !torn.starts_with(BEGINNING) && !BEGINNING.starts_with(torn) {
        return Err("it is not a file of records".to_string());
    }
    Ok(&text[..text.len() - torn.len()])
}

/// Whether a text goes to the very end of a record. The tags tell the result
/// too, so a record whose moves are torn can still be read.
fn ends_with_result(text: &str, record: &Record) -> bool {
    let last = text.split_whitespace().next_back();
    record.result != GameResult::Unfinished && last == Some(record.result.to_string().as_str())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn record(round: usize) -> Record {
        let mut record: Record = "1. u 0 2. u +1 0-1".parse().unwrap();
        record.set_tag("Game", "tilesum");
        record.set_tag("First", "a café");
        record.set_tag(ROUND, &round.to_string());
        record
    }

    #[test]
    fn a_file_cut_anywhere_keeps_its_whole_records() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.agon");
        let mut archive = Archive::create(&path).unwrap();
        archive.append(&record(1)).unwrap();
        archive.append(&record(7)).unwrap();
        drop(archive);
        let text = fs::read(&path).unwrap();
        let first = record(1).to_string().len();
        for length in 0..=text.len() {
            fs::write(&path, &text[..length]).unwrap();
            let mut archive = Archive::resume(&path).unwrap();
            let whole = usize::from(length >= first) + usize::from(length >= text.len() - 1);
            assert_eq!(archive.len(), whole, "{length} of {}", text.len());
            archive.append(&record(9)).unwrap();
            drop(archive);
            let archive = Archive::resume(&path).unwrap();
            assert_eq!((archive.len(), archive.game(9)), (whole + 1, Some(&record(9))), "{length}");
        }
    }

    #[test]
    fn what_is_not_ours_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.agon");
        let refuse = |text: &str| {
            fs::write(&path, text).unwrap();
            let error = Archive::resume(&path).unwrap_err().to_string();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            error
        };
        let twice = format!("{0}\n{0}\n", record(3));
        assert!(refuse(&twice).ends_with("game 3 stands twice"));
        assert!(refuse("[Game \"tilesum\"]\n\n1. u 0-1\n\n").ends_with("record 1 has no number in its tag Round"));
        let damaged = format!("[Game \"x\n\n{}\n", record(1));
        assert!(refuse(&damaged).contains("cannot go over the end of a line"));
        assert!(refuse("Dear diary").ends_with("it is not a file of records"));
        assert!(refuse("[Game \"tilesum\"]\n\n1. u 0-1\n\n[Dear diary").ends_with("it is not a file of records"));
        assert!(Archive::create(&path).unwrap_err().to_string().contains("something in it already"));
        let _first = Archive::resume(&folder.path().join("new")).unwrap();
        let second = Archive::resume(&folder.path().join("new")).unwrap_err();
        assert!(second.to_string().ends_with("another run is writing it"));
    }
}
