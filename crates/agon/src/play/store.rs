//! Every game played in the terminal is kept in a file of its own, written
//! after each move, so that nothing is lost whatever happens.

use std::path::{Path, PathBuf};
use std::{fs, io};

use agon_core::{GameResult, Record};

use crate::files;

/// The kept games of one kind, and the file of the one that is played.
pub struct Store {
    name: &'static str,
    folder: Option<PathBuf>,
    file: Option<PathBuf>,
    warned: bool,
}

impl Store {
    /// The kept games of the game of this name.
    pub fn new(name: &'static str) -> Self {
        Store { name, folder: super::kept_games(), file: None, warned: false }
    }

    /// The next game kept gets a new file.
    pub fn begin_another(&mut self) {
        self.file = None;
    }

    /// The next game kept goes into this file.
    pub fn go_on_with(&mut self, file: PathBuf) {
        self.file = Some(file);
    }

    /// The newest game that has no result: its file and text.
    pub fn last_unfinished(&self) -> Option<(PathBuf, String)> {
        let ours = |path: &PathBuf| {
            let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or("");
            name.starts_with(&format!("{}-", self.name)) && path.extension() == Some("agon".as_ref())
        };
        let mut files: Vec<PathBuf> =
            fs::read_dir(self.folder.as_ref()?).ok()?.flatten().map(|entry| entry.path()).filter(ours).collect();
        // The names end in the time, so the newest sorts last.
        files.sort_unstable();
        files.into_iter().rev().find_map(|file| {
            let text = fs::read_to_string(&file).ok()?;
            let record: Record = text.parse().ok()?;
            (record.result == GameResult::Unfinished).then_some((file, text))
        })
    }

    /// Writes the game into its file. A failure is told once: it must not stop the game.
    pub fn keep(&mut self, record: &Record) -> Option<String> {
        let done =
            self.folder.clone().ok_or_else(|| io::Error::other("no folder for data is known")).and_then(|folder| {
                fs::create_dir_all(&folder)?;
                let file = match &self.file {
                    Some(file) => file.clone(),
                    None => new_file(&folder, self.name)?,
                };
                files::write(&file, &record.to_string())?;
                self.file = Some(file);
                Ok(())
            });
        let error = done.err()?;
        let first = !std::mem::replace(&mut self.warned, true);
        first.then(|| format!("(the game cannot be kept: {error}; `save FILE` puts it where you like)"))
    }
}

/// A name that no other game has, even one that began in the same second.
fn new_file(folder: &Path, name: &str) -> io::Result<PathBuf> {
    let time = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S").to_string();
    for count in 0.. {
        let file = folder.join(format!("{name}-{time}-{count:03}.agon"));
        match fs::File::create_new(&file) {
            Ok(_) => return Ok(file),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("no free name"))
}
