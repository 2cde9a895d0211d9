//! A bar on standard error for work that takes longer than a moment; nothing
//! when nobody looks.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar of `length` steps.
pub fn bar(length: u64, what: &str) -> ProgressBar {
    let target =
        if io::stderr().is_terminal() { ProgressDrawTarget::stderr_with_hz(5) } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(length), target);
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {percent}% ({eta} left)") {
        bar.set_style(style);
    }
    bar.set_message(what.to_string());
    bar
}
