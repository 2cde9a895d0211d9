//! Files that people would miss.

use std::path::Path;
use std::{fs, io};

/// Writes a file whole or not at all: what was there before stays until the new one is complete.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".part");
    let part = path.with_file_name(name);
    fs::write(&part, text)?;
    fs::rename(&part, path)
}
