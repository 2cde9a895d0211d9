//! The folder for what the program keeps: games, tables.

use std::path::PathBuf;

/// The folder, where the system has one for data or the variable `AGON_HOME` names one.
pub fn folder() -> Option<PathBuf> {
    // A variable that is empty counts as one that is not set.
    let home = std::env::var_os("AGON_HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
    home.or_else(|| dirs::data_dir().map(|data| data.join("agon")))
}
