use std::time::Duration;

/// The most connections at a time, where the system allows as many.
const MOST_CONNECTIONS: usize = 4096;
/// Descriptors that connections leave free: for the listener, the runtime,
/// standard streams, and refusals while there is no room.
#[cfg(unix)]
const KEPT_BACK: usize = 64;

/// How long clients may take, and how many there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// From the first byte of a request to the end of its headers.
    pub header: Duration,
    /// From the end of the headers to the answer; the body has to arrive in this time.
    pub body: Duration,
    /// How long a connection may stay open without a request.
    pub idle: Duration,
    /// How long a client may take nothing of an answer that is ready.
    pub write: Duration,
    /// How long a client may take for a whole answer.
    pub answer: Duration,
    /// How long answers in progress may take when the server is told to end,
    /// and how long a client may take to close a connection that is done.
    pub grace: Duration,
    /// The most connections at a time. One more takes the place of the
    /// connection that has waited longest without a complete request; where
    /// all of them are being answered, it is refused with status 503.
    pub connections: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            header: Duration::from_secs(10),
            body: Duration::from_secs(10),
            idle: Duration::from_secs(30),
            write: Duration::from_secs(15),
            answer: Duration::from_secs(300),
            grace: Duration::from_secs(2),
            connections: most_connections(),
        }
    }
}

/// As many connections as the limit on open files allows.
#[cfg(unix)]
fn most_connections() -> usize {
    let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    files.map_or(MOST_CONNECTIONS, |files| within(usize::try_from(files).unwrap_or(usize::MAX)))
}

#[cfg(not(unix))]
fn most_connections() -> usize {
    MOST_CONNECTIONS
}

/// The connections that this many open files allow.
#[cfg(unix)]
fn within(files: usize) -> usize {
    files.saturating_sub(KEPT_BACK).max(files / 2).clamp(1, MOST_CONNECTIONS)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn connections_leave_descriptors_free() {
        assert_eq!([1, 32, 256, 1024, 4160, 1 << 20].map(within), [1, 16, 192, 960, 4096, 4096]);
    }
}
