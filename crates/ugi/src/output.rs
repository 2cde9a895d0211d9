//! Standard output, and what it means that nobody reads it any more.

use std::io::{self, ErrorKind, Write};
use std::process;

/// Writes whole lines, so that a search and an answer never mix.
pub fn say(lines: &[String]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    out.flush()
}

/// The same from a search, which has nobody to hand an error to: where the
/// output is lost, it ends the program, whatever else it waits for.
pub fn say_or_end(lines: &[String]) {
    match say(lines) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::BrokenPipe => process::exit(0),
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: standard output: {error}");
            process::exit(2);
        }
    }
}

/// Ends the program when nobody can read its output any more, even while it
/// has nothing to say: whoever asked was killed, or has lost interest.
#[cfg(unix)]
pub fn watch() {
    use std::thread;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    /// Systems differ in whether they wake a poll that asks for nothing but the end.
    const LOOK: Timespec = Timespec { tv_sec: 0, tv_nsec: 250_000_000 };

    thread::spawn(|| {
        let out = io::stdout();
        loop {
            let mut watched = [PollFd::new(&out, PollFlags::empty())];
            match poll(&mut watched, Some(&LOOK)) {
                Ok(0) | Err(rustix::io::Errno::INTR) => {}
                Ok(_) if watched[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) => process::exit(0),
                // Whatever it is, it cannot be watched.
                Ok(_) | Err(_) => return,
            }
        }
    });
}
