//! What a run keeps in its folder as JSON, and whose folder it is.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde_json::Value;

use crate::{LabError, files};

/// JSON as it stands in a file.
pub(crate) fn pretty(value: &Value) -> Vec<u8> {
    format!("{value:#}\n").into_bytes()
}

/// Reads a file of JSON, if it is there.
pub(crate) fn read(path: &Path) -> Result<Option<Value>, LabError> {
    let wrong = |why: String| LabError::archive(path, why);
    match fs::read(path) {
        Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(|error| wrong(error.to_string())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(wrong(error.to_string())),
    }
}

/// Writes a file whole or not at all.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), LabError> {
    files::write(path, bytes).map_err(|error| LabError::archive(path, error.to_string()))
}

/// Makes a folder a run's by writing down what it is made with, unless it is another run's.
pub(crate) fn claim(folder: &Path, wanted: &Value) -> Result<(), LabError> {
    let path = folder.join("run.json");
    let Some(found) = read(&path)? else { return write(&path, &pretty(wanted)) };
    let names = wanted.as_object().into_iter().flatten().map(|(name, _)| name);
    match names.into_iter().find(|name| found[name.as_str()] != wanted[name.as_str()]) {
        Some(name) => {
            let (found, wanted) = (&found[name.as_str()], &wanted[name.as_str()]);
            Err(LabError::archive(&path, format!("it is of another run: {name} is {found} and would be {wanted}")))
        }
        None => Ok(()),
    }
}
