//! Ctrl-C and the system's request to end (SIGTERM, SIGHUP): the first asks for
//! an orderly end, the second ends at once.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

/// What a shell calls the end of a program by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// A flag that Ctrl-C and SIGTERM set.
pub fn flag() -> Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    ctrlc::set_handler(move || {
        if set.swap(true, Ordering::Relaxed) {
            process::exit(INTERRUPTED);
        }
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(flag)
}

/// Ends the program after what was done has been told; `hint` says how to go on.
pub fn end(hint: &str) -> ! {
    crate::tell::tell(format_args!("stopped{hint}"));
    process::exit(INTERRUPTED)
}
