//! Who this process is: its build, its machine, its name.

use std::fs;
use std::io::Read;
use std::time::{SystemTime, UNIX_EPOCH};

use agon_core::mix;
use anyhow::{Context, Result};

/// What the program is built from: its version, and the digest of its own file. Only workers of
/// the same build play the same games.
pub fn build() -> Result<String> {
    let path = std::env::current_exe().context("cannot find this program's own file")?;
    let mut file = fs::File::open(&path).with_context(|| path.display().to_string())?;
    let mut block = vec![0; 1 << 20];
    let mut sum = 0;
    loop {
        let read = file.read(&mut block).with_context(|| path.display().to_string())?;
        if read == 0 {
            break;
        }
        sum = digest(sum, &block[..read]);
    }
    Ok(format!("{}-{sum:016x}", env!("CARGO_PKG_VERSION")))
}

/// A digest of bytes that follow others. Four words at a time, because the program's own file is
/// read whenever it starts.
pub fn digest(before: u64, bytes: &[u8]) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let word = |bytes: &[u8]| {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        u64::from_le_bytes(word)
    };
    let mut lanes = [before, before ^ 1, before ^ 2, before ^ 3];
    let (blocks, rest) = bytes.as_chunks::<32>();
    for block in blocks {
        let (words, _) = block.as_chunks::<8>();
        for (lane, word) in lanes.iter_mut().zip(words) {
            *lane = (*lane ^ u64::from_le_bytes(*word)).wrapping_mul(ODD).rotate_left(29);
        }
    }
    let rest = rest.chunks(8).fold(bytes.len() as u64, |digest, bytes| mix(digest ^ word(bytes)));
    lanes.into_iter().fold(rest, |digest, lane| mix(digest ^ lane))
}

/// The machine's name.
pub fn machine() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_default();
    if name.is_empty() { "unknown".to_string() } else { name }
}

/// A name that no other process has: two workers of one name would take each other's jobs.
pub fn unique_name(machine: &str) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let lot = mix(mix(now.as_nanos() as u64) ^ u64::from(std::process::id()));
    format!("{machine}-{}-{:06x}", std::process::id(), lot & 0xff_ffff)
}

/// Processor time of the whole process and of the calling thread, in seconds, where the system tells.
pub fn processor_time() -> (f64, f64) {
    #[cfg(target_os = "linux")]
    {
        use rustix::time::{ClockId, clock_gettime};
        let seconds = |clock| {
            let time = clock_gettime(clock);
            time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
        };
        (seconds(ClockId::ProcessCPUTime), seconds(ClockId::ThreadCPUTime))
    }
    #[cfg(not(target_os = "linux"))]
    (0.0, 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_digests_differ() {
        assert_ne!(unique_name("m"), unique_name("m"));
        assert_ne!(digest(0, b"abc"), digest(0, b"abc\0"));
        assert_ne!(digest(0, b"abcdefghi"), digest(0, b"abcdefghj"));
        assert_eq!(build().unwrap(), build().unwrap());
    }
}
