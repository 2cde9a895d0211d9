//! A bar on standard error for work that takes longer than a moment; nothing
//! when nobody looks.

use std::io::{self, IsTerminal};

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

fn target() -> ProgressDrawTarget {
    if io::stderr().is_terminal() { ProgressDrawTarget::stderr_with_hz(5) } else { ProgressDrawTarget::hidden() }
}

/// A bar of `length` steps.
pub fn bar(length: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), target());
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {percent}% ({eta} left)") {
        bar.set_style(style);
    }
    bar.set_message(what.to_string());
    bar
}

/// A sign of life for work of unknown length.
pub fn spinner(what: &str) -> ProgressBar {
    let spinner = ProgressBar::with_draw_target(None, target());
    spinner.set_message(what.to_string());
    spinner.enable_steady_tick(Duration::from_millis(200));
    spinner
}
