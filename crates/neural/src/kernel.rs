//! The inner loops of a network in whole numbers, once for every kind of processor.
//!
//! [`Kernel::SCALAR`] is the definition; the others must give the same numbers, bit by bit.
//! Additions wrap, so that the order in which they are done does not matter.

use crate::network::{ACTIVE, HEADS};

/// Hidden neurons in a block: a network's hidden layer is a whole number of blocks.
pub const BLOCK: usize = 16;

/// Numbers of one block of hidden neurons, aligned for vector instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub(crate) struct Block(pub [i16; BLOCK]);

/// The weights of the second layer for two neighbouring hidden neurons: two for each head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub(crate) struct Pair(pub [i16; 2 * HEADS]);

/// Which instructions do the work. Only [`Kernel::available`] makes one, so whoever has one can run it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Plain Rust.
    Scalar,
    /// AVX2, on processors that have it.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// WebAssembly's 128-bit instructions.
    #[cfg(target_arch = "wasm32")]
    Simd128,
}

impl Kernel {
    /// Plain Rust, which every machine can run.
    pub const SCALAR: Kernel = Kernel(Kind::Scalar);

    /// All that this machine can run, the fastest last.
    pub fn available() -> Vec<Kernel> {
        let mut kernels = vec![Kernel::SCALAR];
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("avx2") {
            kernels.push(Kernel(Kind::Avx2));
        }
        #[cfg(target_arch = "wasm32")]
        kernels.push(Kernel(Kind::Simd128));
        kernels
    }

    /// The fastest that this machine can run.
    pub fn fastest() -> Kernel {
        Kernel::available().pop().unwrap_or(Kernel::SCALAR)
    }

    /// Adds the rows of active features to the accumulator. A row is as long as the accumulator;
    /// rows beyond the end of the table count as zeros.
    #[inline]
    pub(crate) fn accumulate(self, sums: &mut [Block], table: &[Block], active: &[u32]) {
        match self.0 {
            Kind::Scalar => scalar::accumulate(sums, table, active),
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "a judgement takes 106 ns instead of 300 (examples/inference.rs)")]
            // Safety: there is such a kernel only where the processor has AVX2.
            Kind::Avx2 => unsafe { avx2::accumulate(sums, table, active) },
            #[cfg(target_arch = "wasm32")]
            Kind::Simd128 => simd128::accumulate(sums, table, active),
        }
    }

    /// The sums of the second layer: the accumulator, clipped to 0 to [`ACTIVE`] and squared,
    /// times the weights, plus `biases`.
    #[inline]
    pub(crate) fn heads(self, sums: &[Block], weights: &[Pair], biases: [i32; HEADS]) -> [i32; HEADS] {
        match self.0 {
            Kind::Scalar => scalar::heads(sums, weights, biases),
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "a judgement takes 106 ns instead of 300 (examples/inference.rs)")]
            // Safety: there is such a kernel only where the processor has AVX2.
            Kind::Avx2 => unsafe { avx2::heads(sums, weights, biases) },
            #[cfg(target_arch = "wasm32")]
            Kind::Simd128 => simd128::heads(sums, weights, biases),
        }
    }
}

/// The row of a feature, if the table has it.
#[inline]
fn row(table: &[Block], feature: u32, blocks: usize) -> &[Block] {
    let start = (feature as usize).saturating_mul(blocks);
    table.get(start..start.saturating_add(blocks)).unwrap_or(&[])
}

mod scalar {
    use super::{ACTIVE, Block, HEADS, Pair, row};

    pub fn accumulate(sums: &mut [Block], table: &[Block], active: &[u32]) {
        let blocks = sums.len();
        for feature in active {
            for (sum, weights) in sums.iter_mut().zip(row(table, *feature, blocks)) {
                for (sum, weight) in sum.0.iter_mut().zip(weights.0) {
                    *sum = sum.wrapping_add(weight);
                }
            }
        }
    }

    pub fn heads(sums: &[Block], weights: &[Pair], mut heads: [i32; HEADS]) -> [i32; HEADS] {
        let pairs = sums.iter().flat_map(|sum| sum.0.as_chunks::<2>().0);
        for (pair, weights) in pairs.zip(weights) {
            let [a, b] = pair.map(|sum| i32::from(sum.clamp(0, ACTIVE)).pow(2));
            let (weights, _) = weights.0.as_chunks::<2>();
            for (head, [v, w]) in heads.iter_mut().zip(weights) {
                *head = head.wrapping_add(a * i32::from(*v) + b * i32::from(*w));
            }
        }
        heads
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi16, _mm256_add_epi32, _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16,
        _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setzero_si256,
    };

    use bytemuck::must_cast;

    use super::{ACTIVE, BLOCK, Block, HEADS, Pair, row};

    /// Blocks whose sums stay in registers while all features are added.
    const KEPT: usize = 8;

    #[target_feature(enable = "avx2")]
    pub fn accumulate(sums: &mut [Block], table: &[Block], active: &[u32]) {
        let blocks = sums.len();
        let (chunks, rest) = sums.as_chunks_mut::<KEPT>();
        let done = chunks.len() * KEPT;
        for (at, chunk) in chunks.iter_mut().enumerate() {
            let mut kept: [__m256i; KEPT] = chunk.map(|sum| must_cast(sum.0));
            for feature in active {
                if let Some(weights) = part::<KEPT>(table, *feature, blocks, at * KEPT) {
                    for (sum, weights) in kept.iter_mut().zip(weights) {
                        *sum = _mm256_add_epi16(*sum, must_cast(weights.0));
                    }
                }
            }
            *chunk = kept.map(|sum| Block(must_cast(sum)));
        }
        for (at, sum) in rest.iter_mut().enumerate() {
            let mut kept: __m256i = must_cast(sum.0);
            for feature in active {
                if let Some([weights]) = part::<1>(table, *feature, blocks, done + at) {
                    kept = _mm256_add_epi16(kept, must_cast(weights.0));
                }
            }
            *sum = Block(must_cast(kept));
        }
    }

    /// Some blocks of a feature's row.
    #[inline]
    fn part<const N: usize>(table: &[Block], feature: u32, blocks: usize, from: usize) -> Option<&[Block; N]> {
        row(table, feature, blocks).get(from..)?.first_chunk()
    }

    #[target_feature(enable = "avx2")]
    pub fn heads(sums: &[Block], weights: &[Pair], biases: [i32; HEADS]) -> [i32; HEADS] {
        let [mut low, mut high]: [__m256i; 2] = must_cast(biases);
        let (zero, most) = (_mm256_setzero_si256(), _mm256_set1_epi16(ACTIVE));
        let (groups, _) = weights.as_chunks::<{ BLOCK / 2 }>();
        for (sum, weights) in sums.iter().zip(groups) {
            let clipped = _mm256_min_epi16(_mm256_max_epi16(must_cast(sum.0), zero), most);
            // The largest square fits into 15 bits.
            let pairs: [i32; BLOCK / 2] = must_cast(_mm256_mullo_epi16(clipped, clipped));
            for (pair, weights) in pairs.iter().zip(weights) {
                let [first, second]: [__m256i; 2] = must_cast(weights.0);
                let pair = _mm256_set1_epi32(*pair);
                low = _mm256_add_epi32(low, _mm256_madd_epi16(pair, first));
                high = _mm256_add_epi32(high, _mm256_madd_epi16(pair, second));
            }
        }
        must_cast([low, high])
    }
}

#[cfg(target_arch = "wasm32")]
mod simd128 {
    use std::arch::wasm32::{
        i16x8, i16x8_add, i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i32x4_add, i32x4_dot_i16x8, i32x4_splat, v128,
    };

    use bytemuck::must_cast;

    use super::{ACTIVE, BLOCK, Block, HEADS, Pair, row};

    #[target_feature(enable = "simd128")]
    pub fn accumulate(sums: &mut [Block], table: &[Block], active: &[u32]) {
        let blocks = sums.len();
        for feature in active {
            for (sum, weights) in sums.iter_mut().zip(row(table, *feature, blocks)) {
                let ([a, b], [v, w]): ([v128; 2], [v128; 2]) = (must_cast(sum.0), must_cast(weights.0));
                *sum = Block(must_cast([i16x8_add(a, v), i16x8_add(b, w)]));
            }
        }
    }

    #[target_feature(enable = "simd128")]
    pub fn heads(sums: &[Block], weights: &[Pair], biases: [i32; HEADS]) -> [i32; HEADS] {
        let mut heads: [v128; HEADS / 4] = must_cast(biases);
        let (zero, most) = (i16x8(0, 0, 0, 0, 0, 0, 0, 0), i16x8_splat(ACTIVE));
        let (groups, _) = weights.as_chunks::<{ BLOCK / 2 }>();
        for (sum, weights) in sums.iter().zip(groups) {
            let halves: [v128; 2] = must_cast(sum.0);
            let squares = halves.map(|half| {
                let clipped = i16x8_min(i16x8_max(half, zero), most);
                // The largest square fits into 15 bits.
                i16x8_mul(clipped, clipped)
            });
            let pairs: [i32; BLOCK / 2] = must_cast(squares);
            for (pair, weights) in pairs.iter().zip(weights) {
                let (pair, weights): (v128, [v128; HEADS / 4]) = (i32x4_splat(*pair), must_cast(weights.0));
                for (head, weights) in heads.iter_mut().zip(weights) {
                    *head = i32x4_add(*head, i32x4_dot_i16x8(pair, weights));
                }
            }
        }
        must_cast(heads)
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Rng;

    use super::*;

    fn numbers<const N: usize>(rng: &mut Rng, most: u32) -> [i16; N] {
        std::array::from_fn(|_| (rng.below(2 * most + 1) as i32 - most as i32) as i16)
    }

    fn blocks(rng: &mut Rng, count: usize, most: u32) -> Vec<Block> {
        (0..count).map(|_| Block(numbers(rng, most))).collect()
    }

    /// All kernels of this machine against the plain one, on any numbers at all.
    #[test]
    fn all_kernels_give_the_same_numbers() {
        let mut rng = Rng::new(1);
        assert!(Kernel::available().contains(&Kernel::SCALAR));
        for round in 0..300 {
            let size = 1 + round % 19;
            let features = 1 + rng.below(40) as usize;
            let table = blocks(&mut rng, features * size, 32767);
            // Some lie beyond the end of the table.
            let mut list = |most| (0..rng.below(most)).map(|_| rng.below(features as u32 + 3)).collect::<Vec<u32>>();
            let active = list(60);
            let start = blocks(&mut rng, size, 400);
            let weights: Vec<Pair> = (0..size * BLOCK / 2).map(|_| Pair(numbers(&mut rng, 32767))).collect();
            let biases = std::array::from_fn(|_| rng.bits() as i32);
            let run = |kernel: Kernel| {
                let mut sums = start.clone();
                let before = kernel.heads(&sums, &weights, biases);
                kernel.accumulate(&mut sums, &table, &active);
                let after = kernel.heads(&sums, &weights, biases);
                (sums, before, after)
            };
            let expected = run(Kernel::SCALAR);
            for kernel in Kernel::available() {
                assert_eq!(run(kernel), expected, "{kernel:?}, {size} blocks");
            }
        }
    }
}
