//! Every game played in the terminal is kept in a file of its own, written
//! after each move, so that nothing is lost whatever happens.

use std::path::{Path, PathBuf};
use std::{fs, io};

use agon_core::{GameResult, Record};
use agon_lab::files::{self, Lock};
use anyhow::{Context, Result, bail};

/// The kept games of one kind, and the file of the one that is played.
pub struct Store {
    name: &'static str,
    folder: Option<PathBuf>,
    kept: Option<Kept>,
    warned: bool,
}

/// The file of the game that is played.
struct Kept {
    file: PathBuf,
    /// Nobody else plays this game meanwhile.
    _lock: Lock,
}

impl Store {
    /// The kept games of the game of this name.
    pub fn new(name: &'static str) -> Self {
        Store { name, folder: super::kept_games(), kept: None, warned: false }
    }

    /// The next game kept gets a new file.
    pub fn begin_another(&mut self) {
        self.kept = None;
    }

    /// The text of the newest game that has no result; it is kept in its file from now on.
    pub fn resume(&mut self) -> Result<String> {
        let file = self.last_unfinished().context("there is no unfinished game to resume")?;
        let name = || file.display().to_string();
        let lock = Lock::beside(&file).with_context(name)?;
        let Some(lock) = lock else { bail!("{}: this game is being played in another terminal", name()) };
        // Read once more: only now nobody else writes it.
        let text = fs::read_to_string(&file).with_context(name)?;
        self.kept = Some(Kept { file, _lock: lock });
        Ok(text)
    }

    /// The file of the newest game that has no result and can be played on.
    fn last_unfinished(&self) -> Option<PathBuf> {
        let ours = |path: &PathBuf| {
            let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or("");
            name.starts_with(&format!("{}-", self.name)) && path.extension() == Some("agon".as_ref())
        };
        let mut files: Vec<PathBuf> =
            fs::read_dir(self.folder.as_ref()?).ok()?.flatten().map(|entry| entry.path()).filter(ours).collect();
        // The names end in the time, so the newest sorts last.
        files.sort_unstable();
        // An empty or damaged file must not hide an older game.
        files.into_iter().rev().find(|file| fs::read_to_string(file).is_ok_and(|text| can_resume(&text)))
    }

    /// Writes the game into its file. A failure is told once: it must not stop the game.
    pub fn keep(&mut self, record: &Record) -> Option<String> {
        let error = self.write(record).err()?;
        let first = !std::mem::replace(&mut self.warned, true);
        first.then(|| format!("(the game cannot be kept: {error}; `save FILE` puts it where you like)"))
    }

    fn write(&mut self, record: &Record) -> io::Result<()> {
        let kept = if let Some(kept) = self.kept.take() {
            kept
        } else {
            let folder = self.folder.as_ref().ok_or_else(|| io::Error::other("no folder for data is known"))?;
            fs::create_dir_all(folder)?;
            new_file(folder, self.name)?
        };
        files::write(&self.kept.insert(kept).file, record.to_string().as_bytes())
    }
}

/// Whether a text is a game that has no result and can be played on.
fn can_resume(text: &str) -> bool {
    let Ok(mut record) = text.parse::<Record>() else { return false };
    record.result == GameResult::Unfinished
        && agon_games::open_record(&mut record).is_ok_and(|game| record.replay(&*game).is_ok())
}

/// A file with a name that no other game has, even one that began in the same second.
fn new_file(folder: &Path, name: &str) -> io::Result<Kept> {
    let time = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S").to_string();
    for count in 0.. {
        let file = folder.join(format!("{name}-{time}-{count:03}.agon"));
        let Some(lock) = Lock::beside(&file)? else { continue };
        match fs::File::create_new(&file) {
            Ok(_) => return Ok(Kept { file, _lock: lock }),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("no free name"))
}
