use std::time::{Duration, Instant};

/// Tells how long the calling thread had to wait while it should have been at
/// work: virtual machines stand still for a tenth of a second at times, and a
/// busy machine runs something else.
pub(crate) struct Stopwatch {
    started: Instant,
    /// What the thread had worked by then, where the system tells.
    worked: Option<Duration>,
}

impl Stopwatch {
    /// Begins now.
    pub fn start() -> Self {
        Stopwatch { started: Instant::now(), worked: worked() }
    }

    /// How much of the time since then the thread was not run; nothing where the system does not tell.
    pub fn waited(&self) -> Duration {
        let (Some(before), Some(now)) = (self.worked, worked()) else { return Duration::ZERO };
        self.started.elapsed().saturating_sub(now.saturating_sub(before))
    }
}

/// How long the calling thread has been run since it began.
#[cfg(target_os = "linux")]
fn worked() -> Option<Duration> {
    Duration::try_from(rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime)).ok()
}

#[cfg(not(target_os = "linux"))]
fn worked() -> Option<Duration> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn sleep_is_no_work_and_work_is_no_sleep() {
        let stopwatch = Stopwatch::start();
        std::thread::sleep(Duration::from_millis(30));
        assert!(stopwatch.waited() >= Duration::from_millis(20));
        let stopwatch = Stopwatch::start();
        let enough = worked().unwrap() + Duration::from_millis(30);
        while worked().unwrap() < enough {}
        let waited = stopwatch.waited();
        assert!(stopwatch.started.elapsed() >= waited + Duration::from_millis(30));
    }
}
