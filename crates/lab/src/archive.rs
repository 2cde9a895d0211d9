use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use agon_core::{PlacedRecord, Record, Records, RecordsError};

use crate::LabError;

/// The tag that numbers the games of a run.
pub(crate) const ROUND: &str = "Round";

/// The number of a game in its run; 0 if it has none.
pub(crate) fn round(record: &Record) -> usize {
    record.tag(ROUND).and_then(|round| round.parse().ok()).unwrap_or(0)
}

/// How every record that a run wrote begins.
const BEGINNING: &[u8] = b"[Game \"";

/// Why a file or folder cannot be written now.
pub(crate) const BUSY: &str = "another run is writing it";

/// How long games may wait until they are surely on the disk, in case the
/// machine itself fails. A run that is killed loses nothing all the same.
const SYNC: Duration = Duration::from_secs(1);

/// A file of records that grows game by game: what is in it is safe, whatever
/// happens to whoever writes it.
#[derive(Debug)]
pub struct Archive {
    path: PathBuf,
    file: File,
    /// What was there when the file was opened, by its round.
    played: HashMap<usize, Record>,
    synced: Instant,
    /// Up to where the file is kept, if something may follow that is not: it
    /// is cut off before the first game is written, and not before.
    whole: Option<u64>,
}

impl Archive {
    /// A new file; one that has something in it is not touched. A device or a
    /// pipe is written to as it is.
    pub fn create(path: &Path) -> Result<Self, LabError> {
        let wrong = |error: io::Error| LabError::archive(path, error.to_string());
        if !is_regular(path) {
            let file = OpenOptions::new().write(true).open(path).map_err(wrong)?;
            return Ok(Archive::new(path, file, HashMap::new()));
        }
        let file = open(path)?;
        if file.metadata().map_err(wrong)?.len() > 0 {
            return Err(LabError::archive(path, "there is something in it already; resume, or write to another file"));
        }
        Ok(Archive::new(path, file, HashMap::new()))
    }

    /// The file of an earlier run, or a new one. A record that was only half
    /// written when that run was killed does not count, and is moved to a file
    /// beside this one as soon as a game is written. Whatever else cannot be
    /// read is refused. Nothing is changed here.
    pub fn resume(path: &Path) -> Result<Self, LabError> {
        if !is_regular(path) {
            return Err(LabError::archive(path, "it is not a regular file, so there is nothing to resume"));
        }
        let wrong = |why: String| LabError::archive(path, why);
        let file = open(path)?;
        let Contents { played, whole } = read(&file).map_err(wrong)?;
        let mut archive = Archive::new(path, file, played);
        archive.whole = Some(whole);
        Ok(archive)
    }

    fn new(path: &Path, file: File, played: HashMap<usize, Record>) -> Self {
        Archive { path: path.to_path_buf(), file, played, synced: Instant::now(), whole: None }
    }

    /// How many games were there already.
    pub fn len(&self) -> usize {
        self.played.len()
    }

    /// Whether no game was there.
    pub fn is_empty(&self) -> bool {
        self.played.is_empty()
    }

    /// Whether the game of a round was there.
    pub fn holds(&self, round: usize) -> bool {
        self.played.contains_key(&round)
    }

    /// The rounds that were there, in order.
    pub(crate) fn rounds(&self) -> Vec<usize> {
        let mut rounds: Vec<usize> = self.played.keys().copied().collect();
        rounds.sort_unstable();
        rounds
    }

    /// The game of a round, if it was there.
    pub(crate) fn game(&self, round: usize) -> Option<&Record> {
        self.played.get(&round)
    }

    /// Writes a game that has ended.
    pub fn append(&mut self, record: &Record) -> Result<(), LabError> {
        // One write, so that a kill leaves at most one torn record.
        let text = format!("{record}\n");
        let written = self.mend().and_then(|()| self.file.write_all(text.as_bytes()));
        written.map_err(|error| self.fault(error.to_string()))?;
        if self.synced.elapsed() >= SYNC {
            // Not every file can be synced, and the game is written in any case.
            let _ = self.file.sync_data();
            self.synced = Instant::now();
        }
        Ok(())
    }

    /// Makes the file ready for the first game that is written to it.
    fn mend(&mut self) -> io::Result<()> {
        if let Some(whole) = self.whole {
            cut(&self.path, &mut self.file, whole)?;
            end_with_blank_line(&mut self.file, whole)?;
            self.whole = None;
        }
        Ok(())
    }

    /// Something is wrong with what the file says.
    pub(crate) fn fault(&self, why: impl Into<String>) -> LabError {
        LabError::archive(&self.path, why)
    }
}

impl Drop for Archive {
    /// Gives the file back at once. Closing it would not: an engine that is just being
    /// started holds it, too, until its program runs.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

/// Whether a path is a regular file, or nothing yet.
fn is_regular(path: &Path) -> bool {
    fs::metadata(path).map_or(true, |found| found.is_file())
}

/// Opens a file for us alone.
fn open(path: &Path) -> Result<File, LabError> {
    let wrong = |error: io::Error| LabError::archive(path, error.to_string());
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(wrong)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(LabError::archive(path, BUSY)),
        Err(TryLockError::Error(error)) => Err(wrong(error)),
    }
}

/// What a file holds.
struct Contents {
    /// The games, by their round.
    played: HashMap<usize, Record>,
    /// Up to where there are complete records, in bytes.
    whole: u64,
}

/// Reads all complete records of a file from its beginning, or says what is wrong with it.
fn read(file: &File) -> Result<Contents, String> {
    let length = file.metadata().map_err(|error| error.to_string())?.len();
    let mut contents = Contents { played: HashMap::new(), whole: 0 };
    let mut last: Option<PlacedRecord> = None;
    for item in Records::new(file) {
        // What another record follows was not torn, even if it has no result at its end.
        let next = item.map(|next| last.replace(next));
        match next {
            Ok(previous) => previous.map_or(Ok(()), |previous| contents.add(previous))?,
            Err(RecordsError::Read(error)) => return Err(error.to_string()),
            Err(RecordsError::Record { error, line, start, torn }) => {
                last.map_or(Ok(()), |last| contents.add(last))?;
                return contents.end_torn(file, start, line, if torn { None } else { Some(error.to_string()) });
            }
        }
    }
    match last {
        Some(last) if !is_whole(&last) => contents.end_torn(file, last.bytes.start, last.line, None),
        last => last.map_or(Ok(()), |last| contents.add(last)).map(|()| Contents { whole: length, ..contents }),
    }
}

impl Contents {
    /// Adds a complete record.
    fn add(&mut self, PlacedRecord { record, line, bytes, .. }: PlacedRecord) -> Result<(), String> {
        let round = record.tag(ROUND).and_then(|round| round.parse().ok());
        let round = round.ok_or_else(|| format!("line {line}: this record has no number in its tag {ROUND}"))?;
        if self.played.insert(round, record).is_some() {
            return Err(format!("line {line}: game {round} is there twice"));
        }
        self.whole = bytes.end;
        Ok(())
    }

    /// Leaves out what begins at this byte, if a kill may have left it there;
    /// if not, says what is wrong. Nobody's letters are cut off.
    fn end_torn(self, mut file: &File, start: u64, line: usize, damage: Option<String>) -> Result<Contents, String> {
        let mut rest = Vec::new();
        let read = file.seek(SeekFrom::Start(start)).and_then(|_| file.read_to_end(&mut rest));
        read.map_err(|error| error.to_string())?;
        let written = without_zeros(&rest);
        if !written.starts_with(BEGINNING) && !BEGINNING.starts_with(written) {
            return Err(format!("line {line}: no record begins here"));
        }
        match damage {
            Some(damage) if written.len() == rest.len() => Err(damage),
            _ => Ok(self),
        }
    }
}

/// What a machine that lost its power may have left, without the zeros at its end.
fn without_zeros(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.iter().rposition(|byte| *byte != 0).map_or(0, |at| at + 1)]
}

/// Whether the last record of a file goes to its end: its result stands there,
/// or its moves end the game. The tags tell the result too, so that alone says nothing.
fn is_whole(PlacedRecord { record, closed, .. }: &PlacedRecord) -> bool {
    let is_over = |mut record: Record| {
        let game = agon_games::open_record(&mut record).ok()?;
        record.check(&*game).ok()?.outcome()
    };
    *closed || is_over(record.clone()).is_some()
}

/// Moves what follows the complete records to a file of its own.
fn cut(path: &Path, file: &mut File, whole: u64) -> io::Result<()> {
    file.seek(SeekFrom::Start(whole))?;
    let mut rest = Vec::new();
    file.read_to_end(&mut rest)?;
    if rest.iter().all(u8::is_ascii_whitespace) {
        return Ok(());
    }
    let kept = keep_beside(path, &rest)?;
    file.set_len(whole)?;
    let why = format!("its last record was cut off after {} bytes, which are now in {}", rest.len(), kept.display());
    log::warn!("{}", LabError::archive(path, why));
    Ok(())
}

/// Writes what was cut off a file to a new one beside it.
fn keep_beside(path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    let name = path.file_name().unwrap_or_default();
    for number in 1.. {
        let mut name = name.to_os_string();
        name.push(format!(".torn-{number}"));
        let kept = path.with_file_name(name);
        match File::create_new(&kept) {
            Ok(mut file) => return file.write_all(bytes).and_then(|()| file.sync_all()).map(|()| kept),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("no free name"))
}

/// Goes to the end of a file, and makes sure that the next record follows a blank line.
fn end_with_blank_line(file: &mut File, whole: u64) -> io::Result<()> {
    file.seek(SeekFrom::Start(whole.saturating_sub(2)))?;
    let mut end = Vec::new();
    file.read_to_end(&mut end)?;
    match end.as_slice() {
        [] | [.., b'\n', b'\n'] => Ok(()),
        [.., b'\n'] => file.write_all(b"\n"),
        _ => file.write_all(b"\n\n"),
    }
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

    /// Whether a kill left something that was moved aside.
    fn torn(path: &Path) -> Option<Vec<u8>> {
        let mut name = path.file_name().unwrap().to_os_string();
        name.push(".torn-1");
        let torn = path.with_file_name(name);
        let bytes = fs::read(&torn).ok()?;
        fs::remove_file(torn).unwrap();
        Some(bytes)
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
        let first = record(1).to_string().trim_end().len();
        for length in 0..=text.len() {
            for zeros in [0, 5] {
                let bytes = [&text[..length], &[0; 5][..zeros]].concat();
                fs::write(&path, &bytes).unwrap();
                let mut archive = Archive::resume(&path).unwrap();
                // Zeros that touch a result hide it.
                let seen = if zeros > 0 { length.saturating_sub(1) } else { length };
                let whole = usize::from(seen >= first) + usize::from(seen >= text.trim_ascii_end().len());
                assert_eq!(archive.len(), whole, "{length} of {}", text.len());
                archive.append(&record(9)).unwrap();
                drop(archive);
                // What was cut off is not lost.
                let kept = fs::read(&path).unwrap();
                let before = &kept[..kept.len() - record(9).to_string().len() - 1];
                let rest = torn(&path).unwrap_or_default();
                let visible = |parts: &[&[u8]]| -> Vec<u8> {
                    parts.concat().into_iter().filter(|byte| !byte.is_ascii_whitespace()).collect()
                };
                assert_eq!(visible(&[before, &rest]), visible(&[&bytes]), "{length} {zeros}");
                let archive = Archive::resume(&path).unwrap();
                assert_eq!((archive.len(), archive.game(9)), (whole + 1, Some(&record(9))), "{length}");
            }
        }
    }

    /// Programs that are being started hold every open file for a moment.
    #[cfg(unix)]
    #[test]
    fn a_file_is_given_back_while_programs_are_started() {
        use std::sync::atomic::{AtomicBool, Ordering};
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.agon");
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    let _ = std::process::Command::new("true").status();
                }
            });
            let refused = (0..2000).filter(|_| Archive::resume(&path).is_err()).count();
            done.store(true, Ordering::Relaxed);
            assert_eq!(refused, 0);
        });
    }

    #[test]
    fn blank_lines_and_line_ends_do_not_matter() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.agon");
        let texts: Vec<String> = (1..=10).map(|round| record(round).to_string() + "\n").collect();
        let text = texts.concat();
        // A result that only the tags tell, as other programs may leave it.
        let untold = text.replace(" 0-1\n", "\n");
        let forms = [
            text.replace('\n', "\r\n"),
            text.replace("\n\n", "\n \n"),
            text.replace("\n\n", "\n"),
            text.replace("\n\n", "\n\n\n\t\n"),
            format!("\u{feff}{text}"),
            text.trim_end().to_string(),
            untold,
        ];
        for (at, form) in forms.iter().enumerate() {
            fs::write(&path, form).unwrap();
            assert_eq!(Record::parse_all(form).unwrap().len(), 10);
            let mut archive = Archive::resume(&path).unwrap();
            // Without a result at its end, the last one may be torn.
            let whole = if at == 6 { 9 } else { 10 };
            assert_eq!((archive.len(), fs::read_to_string(&path).unwrap() == *form), (whole, true), "form {at}");
            archive.append(&record(11)).unwrap();
            drop(archive);
            assert_eq!(torn(&path).is_some(), at == 6, "form {at}");
            assert_eq!(Archive::resume(&path).unwrap().len(), whole + 1, "form {at}");
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
            assert_eq!(torn(&path), None);
            error
        };
        let (one, lines) = (record(1), record(1).to_string().lines().count());
        let twice = format!("{0}\n{0}\n", record(3));
        assert!(refuse(&twice).ends_with(&format!("line {}: game 3 is there twice", lines + 2)));
        assert!(
            refuse("[Game \"tilesum\"]\n\n1. u 0-1\n\n")
                .ends_with("line 1: this record has no number in its tag Round")
        );
        assert!(refuse(&format!("[Game \"x\n\n{one}\n")).contains("cannot go over the end of a line"));
        assert!(refuse("Dear diary").ends_with("line 1: no record begins here"));
        // Foreign text at the end costs no game.
        assert!(
            refuse(&format!("{one}\nDear diary\n")).ends_with(&format!("line {}: no record begins here", lines + 2))
        );
        assert!(
            refuse(&format!("{one}\n[Dear diary")).ends_with(&format!("line {}: no record begins here", lines + 2))
        );
        // Damage within the last record is not what a kill leaves.
        let damaged = format!("{one}\n{}\n", record(2).to_string().replace("[First", "[First]"));
        assert!(refuse(&damaged).contains("a tag is written"));
        assert!(Archive::create(&path).unwrap_err().to_string().contains("something in it already"));
        let _first = Archive::resume(&folder.path().join("new")).unwrap();
        let second = Archive::resume(&folder.path().join("new")).unwrap_err();
        assert!(second.to_string().ends_with("another run is writing it"));
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_to_and_never_resumed() {
        let null = Path::new("/dev/null");
        let mut archives = [Archive::create(null).unwrap(), Archive::create(null).unwrap()];
        archives[0].append(&record(1)).unwrap();
        assert!(Archive::resume(null).unwrap_err().to_string().ends_with("nothing to resume"));
    }
}
