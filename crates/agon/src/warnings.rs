//! What the libraries warn of, on standard error, a line each.

use log::{LevelFilter, Log, Metadata, Record};

use crate::tell::tell;

struct Warnings;

impl Log for Warnings {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        // Other people's libraries write for their own users.
        metadata.target().starts_with("agon")
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            tell(format_args!("warning: {}", record.args()));
        }
    }

    fn flush(&self) {}
}

/// From now on warnings are told.
pub fn listen() {
    if log::set_logger(&Warnings).is_ok() {
        log::set_max_level(LevelFilter::Warn);
    }
}
