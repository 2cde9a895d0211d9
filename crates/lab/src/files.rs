//! Files that people would miss: written whole or not at all, and by one run at a time.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Symbolic links that are followed before they count as a circle.
const MOST_LINKS: usize = 40;

/// How the name of an unfinished file begins and ends.
const PREFIX: &str = ".agon-";
const SUFFIX: &str = ".part";

/// Writes a file whole or not at all: what was there before stays until the
/// new content is complete and on the disk. The file keeps its permissions,
/// and a symbolic link keeps pointing at it. A device or a pipe is written to
/// directly.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (path, found) = match fs::metadata(path) {
        Ok(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        // `/dev/stdout` may lead to a regular file, but one that others hold open.
        Ok(found) if !found.is_file() || path.starts_with("/dev") => {
            let mut device = OpenOptions::new().write(true).open(path)?;
            device.write_all(bytes)?;
            return device.flush();
        }
        // To replace it would be allowed all the same.
        Ok(found) if found.permissions().readonly() => return Err(io::ErrorKind::PermissionDenied.into()),
        Ok(found) => (path.canonicalize()?, Some(found)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => (follow(path)?, None),
        Err(error) => return Err(error),
    };
    let folder = folder_of(&path);
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // What any new file gets, less what the umask takes away.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    // Whatever fails from here on, this file is removed.
    let mut part = builder.tempfile_in(folder)?;
    part.write_all(bytes)?;
    if let Some(found) = found {
        part.as_file().set_permissions(found.permissions())?;
    }
    part.as_file().sync_all()?;
    part.persist(&path).map_err(|error| error.error)?;
    // The new name is safe once the folder is synced; not every system allows that.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Removes what killed processes left of unfinished files in a folder that is ours alone.
fn remove_parts(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_part = name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX));
        // Only tidiness: a file that cannot be removed harms nobody.
        if is_part {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Where a path leads, symbolic links followed, though nothing is there yet.
fn follow(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = folder_of(&path).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// A file or folder that one process at a time may write. The kernel holds
/// the lock, so it ends with the process, however that ends.
#[derive(Debug)]
pub struct Lock {
    // Dropped, and so unlocked, after the file has been removed.
    _file: File,
    path: PathBuf,
}

impl Lock {
    /// Locks a folder; `None` if another process has it.
    pub fn folder(folder: &Path) -> io::Result<Option<Lock>> {
        let lock = Lock::acquire(folder.join(".lock"))?;
        if lock.is_some() {
            remove_parts(folder);
        }
        Ok(lock)
    }

    /// Locks a file that is replaced rather than written in place, by a file
    /// beside it; `None` if another process has it.
    pub fn beside(file: &Path) -> io::Result<Option<Lock>> {
        let mut name = OsString::from(".");
        name.push(file.file_name().unwrap_or_default());
        name.push(".lock");
        Lock::acquire(file.with_file_name(name))
    }

    fn acquire(path: PathBuf) -> io::Result<Option<Lock>> {
        loop {
            let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path)?;
            match file.try_lock() {
                Ok(()) if is_at(&file, &path)? => return Ok(Some(Lock { _file: file, path })),
                // Its owner removed it between our two calls.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Elsewhere a removed file could still be opened by others.
        if cfg!(unix) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Whether an open file is still the one of this name.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let id = |found: fs::Metadata| (found.dev(), found.ino());
    match fs::metadata(path) {
        Ok(found) => Ok(id(found) == id(file.metadata()?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "the same signature everywhere")]
fn is_at(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        write(&path, b"one").unwrap();
        write(&path, b"two").unwrap();
        assert_eq!((fs::read(&path).unwrap(), names(folder.path())), (b"two".to_vec(), vec!["a".to_string()]));
        assert!(write(folder.path(), b"x").is_err());
        assert!(write(&folder.path().join("missing/a"), b"x").is_err());
        assert_eq!(names(folder.path()), ["a"]);
    }

    #[cfg(unix)]
    #[test]
    fn modes_links_and_devices_stay_what_they_are() {
        use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};

        let folder = tempfile::tempdir().unwrap();
        let [target, link, dangling, fresh] =
            ["target", "link", "dangling", "fresh"].map(|name| folder.path().join(name));
        fs::write(&target, "old").unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("target", &link).unwrap();
        write(&link, b"new").unwrap();
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(fs::read(&target).unwrap(), b"new");
        assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o640);
        symlink("fresh", &dangling).unwrap();
        write(&dangling, b"new").unwrap();
        assert!(dangling.symlink_metadata().unwrap().is_symlink() && fs::read(&fresh).unwrap() == b"new");
        // As anybody else would have made it, whatever the umask is.
        fs::write(folder.path().join("usual"), "").unwrap();
        let mode = |name: &str| fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode("fresh"), mode("usual"));
        fs::set_permissions(&target, fs::Permissions::from_mode(0o444)).unwrap();
        assert_eq!(write(&target, b"x").unwrap_err().kind(), io::ErrorKind::PermissionDenied);
        write(Path::new("/dev/null"), b"x").unwrap();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
        symlink("circle", folder.path().join("circle")).unwrap();
        assert!(write(&folder.path().join("circle"), b"x").is_err());
    }

    #[test]
    fn a_lock_is_had_once_and_again_after_it() {
        let folder = tempfile::tempdir().unwrap();
        let game = folder.path().join("game.agon");
        for lock in
            [&|| Lock::folder(folder.path()), &|| Lock::beside(&game)] as [&dyn Fn() -> io::Result<Option<Lock>>; 2]
        {
            let first = lock().unwrap();
            assert!(first.is_some() && lock().unwrap().is_none());
            drop(first);
            assert!(lock().unwrap().is_some());
        }
        if cfg!(unix) {
            assert!(names(folder.path()).is_empty());
        }
        // What a kill left is removed by the next who has the folder.
        fs::write(folder.path().join(".agon-killed.part"), "half").unwrap();
        fs::write(folder.path().join("whole"), "").unwrap();
        let _lock = Lock::folder(folder.path()).unwrap();
        assert_eq!(names(folder.path()), [".lock", "whole"]);
    }

    /// Many threads take the lock, change a number by reading and writing, and give it back.
    #[test]
    fn no_two_have_a_lock_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let count = folder.path().join("count");
        fs::write(&count, "0").unwrap();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        let lock = loop {
                            if let Some(lock) = Lock::folder(folder.path()).unwrap() {
                                break lock;
                            }
                            std::thread::yield_now();
                        };
                        let so_far: u32 = fs::read_to_string(&count).unwrap().parse().unwrap();
                        fs::write(&count, (so_far + 1).to_string()).unwrap();
                        drop(lock);
                    }
                });
            }
        });
        assert_eq!(fs::read_to_string(&count).unwrap(), "800");
    }
}
