//! The end of an engine and of all that it started, even where this program
//! has no chance to see to it.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process_group};

/// Waits until its input ends, which it does with the program that holds the
/// other end, however that comes about; then ends its process group and so
/// itself. It does not listen to signals that the engine sends to its group.
const WAIT_AND_KILL: &str = "trap '' HUP INT QUIT TERM; read -r end; kill -KILL 0";

/// A process that leads a process group, in which an engine runs. Since it is
/// there before the engine and is not waited for before the end, the group's
/// number is never that of another group.
pub(super) struct Guard {
    leader: Child,
    group: Pid,
    ended: bool,
}

impl Guard {
    /// Starts a guard with a group of its own.
    pub fn start() -> io::Result<Guard> {
        let leader = Command::new("sh")
            .args(["-c", WAIT_AND_KILL])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .map_err(|error| io::Error::new(error.kind(), format!("`sh`, which guards engines: {error}")))?;
        Ok(Guard { group: Pid::from_child(&leader), leader, ended: false })
    }

    /// The number of the group, for a process that is to be in it.
    pub fn group(&self) -> i32 {
        self.group.as_raw_nonzero().get()
    }

    /// Ends all processes of the group at once.
    pub fn end(&mut self) {
        if !self.ended {
            self.ended = true;
            let _ = kill_process_group(self.group, Signal::KILL);
            let _ = self.leader.wait();
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.end();
    }
}
