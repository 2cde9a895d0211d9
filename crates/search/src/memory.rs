//! Memory that people ask for: whether there is as much, before it is taken.

use thiserror::Error;

/// There is not as much memory as was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is no room for {megabytes} MB of tables{}", told(*.free))]
pub struct NoMemory {
    /// What was asked for.
    pub megabytes: u64,
    /// What there is, if the system tells that it is less.
    pub free: Option<u64>,
}

fn told(megabytes: Option<u64>) -> String {
    megabytes.map_or_else(String::new, |megabytes| format!(": {megabytes} MB of memory are free"))
}

/// Whether there is room for so many megabytes now. A search whose memory grows while it thinks
/// asks this once, when it is made.
pub fn memory_for(megabytes: u32) -> Result<(), NoMemory> {
    if cfg!(target_family = "wasm") {
        // There, trying means taking: memory never becomes less.
        return Ok(());
    }
    room::<u8>(u64::from(megabytes) << 20).map(drop)
}

/// Room for so many values, if it can be had.
///
/// Some systems promise any amount and end the program when it uses what it was promised, so
/// what is free is looked up as well, where the system tells.
pub(crate) fn room<T>(count: u64) -> Result<Vec<T>, NoMemory> {
    let none = refused::<T>(count)?;
    let mut room = Vec::new();
    let count = usize::try_from(count).map_err(|_| none)?;
    room.try_reserve_exact(count).map_err(|_| none)?;
    Ok(room)
}

/// So many zeros, if there is room for them. The system hands out their memory as it is used.
pub(crate) fn zeroed<T: bytemuck::Zeroable>(count: u64) -> Result<Box<[T]>, NoMemory> {
    let none = refused::<T>(count)?;
    let count = usize::try_from(count).map_err(|_| none)?;
    bytemuck::try_zeroed_slice_box(count).map_err(|()| none)
}

/// What is said if the system refuses so many values; an error at once if it cannot have them.
fn refused<T>(count: u64) -> Result<NoMemory, NoMemory> {
    let bytes = count.saturating_mul(size_of::<T>() as u64);
    // A few bytes more than whole megabytes are for the alignment, and nobody asked for them.
    let none = NoMemory { megabytes: (bytes >> 20).max(1), free: None };
    match available().filter(|free| *free < bytes) {
        Some(free) => Err(NoMemory { free: Some(free >> 20), ..none }),
        None => Ok(none),
    }
}

/// How many bytes can be used before the system runs short, if it tells.
#[cfg(target_os = "linux")]
fn available() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/meminfo").ok()?;
    let kilobytes = |name: &str| -> Option<u64> {
        let line = told.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim_start_matches(':').trim().split(' ').next()?.parse().ok()
    };
    let machine = (kilobytes("MemAvailable")? + kilobytes("SwapFree").unwrap_or(0)).saturating_mul(1024);
    // In a container, what it may use at all.
    let allowed = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|text| text.trim().parse().ok());
    Some(allowed.map_or(machine, |allowed: u64| machine.min(allowed)))
}

#[cfg(not(target_os = "linux"))]
fn available() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_machine_has_is_refused_and_not_taken() {
        assert!(memory_for(1).is_ok());
        let refused = memory_for(u32::MAX).unwrap_err();
        assert_eq!(refused.megabytes, u64::from(u32::MAX));
        let told = refused.to_string();
        assert!(told.starts_with("there is no room for 4294967295 MB of tables") && !told.contains('\n'), "{told}");
        assert!(room::<[u64; 4]>(u64::MAX).is_err());
    }
}
