/// A fixed mixing of 64 bits in which every input bit touches every output
/// bit (the finaliser of `SplitMix64`).
#[inline]
pub const fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// `N` pseudo-random keys for Zobrist hashing, made at compile time; give each
/// table of a game its own `stream`.
pub const fn zobrist<const N: usize>(stream: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut i = 0;
    while i < N {
        keys[i] = mix(mix(stream.wrapping_add(0x5851_f42d_4c95_7f2d))
            .wrapping_add((i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        i += 1;
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_differ_within_and_between_streams() {
        let mut all: Vec<u64> = [zobrist::<500>(1), zobrist::<500>(2)].concat();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 1000);
    }
}
