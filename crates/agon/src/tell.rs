//! What is said on standard error.

use std::fmt::Display;
use std::io::{self, Write};

/// Tells people something that is not the answer. Where even that cannot be written, there is
/// nobody left to tell.
pub fn tell(text: impl Display) {
    let _ = writeln!(io::stderr(), "{text}");
}
