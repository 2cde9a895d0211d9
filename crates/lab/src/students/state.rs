//! Numbers on their way into a file and back, to the last bit.

use agon_neural::{ActionNet, AdamW};
use serde_json::{Value, json};

/// Floating-point numbers as whole ones with the same bits.
pub(super) fn bits(numbers: &[f32]) -> Value {
    numbers.iter().map(|number| number.to_bits()).collect()
}

/// The numbers of [`bits`], if there are so many.
pub(super) fn floats(saved: &Value, count: usize) -> Option<Vec<f32>> {
    let numbers = saved.as_array().filter(|numbers| numbers.len() == count)?;
    numbers.iter().map(|bits| Some(f32::from_bits(u32::try_from(bits.as_u64()?).ok()?))).collect()
}

/// Whole numbers of 32 bits.
pub(super) fn whole(saved: &Value) -> Option<Vec<u32>> {
    saved.as_array()?.iter().map(|number| u32::try_from(number.as_u64()?).ok()).collect()
}

/// A network with its optimiser.
pub(super) fn save_net(net: &ActionNet, adam: &AdamW) -> Value {
    let (mean, square, steps) = adam.memory();
    json!({ "net": bits(net.parameters()), "mean": bits(mean), "square": bits(square), "steps": steps })
}

/// What [`save_net`] saved, in place of what there is.
pub(super) fn restore_net(net: &mut ActionNet, adam: &mut AdamW, saved: &Value) -> Option<()> {
    let count = net.parameters().len();
    let part = |name: &str| floats(&saved[name], count);
    let steps = i32::try_from(saved["steps"].as_i64()?).ok()?;
    *adam = adam.clone().with_memory(part("mean")?, part("square")?, steps);
    net.parameters_mut().copy_from_slice(&part("net")?);
    Some(())
}
