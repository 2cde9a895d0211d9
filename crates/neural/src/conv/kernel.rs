//! The inner loops, in plain Rust that compilers turn into vector instructions. Each sum is made
//! in one order, so the same program finds the same numbers again.

use super::shape::{Board, LANE};

/// Cells that go through a convolution together: with two registers of sums each they just fit
/// into the sixteen of AVX2.
const TILE: usize = 6;

/// `a * b + c`, in one rounding where the processor has an instruction for it.
#[inline]
pub(crate) fn madd(a: f32, b: f32, c: f32) -> f32 {
    if cfg!(target_feature = "fma") { a.mul_add(b, c) } else { a * b + c }
}

/// A number added to a place of the bordered board.
#[inline]
pub(crate) fn at(place: usize, offset: isize) -> usize {
    place.wrapping_add_signed(offset)
}

/// A 3x3 convolution over the cells of the board: `output` becomes `bias` and the sum over all
/// places of the kernel. Both boards are bordered; `bias` has as many numbers as `output` has channels.
pub(crate) fn convolve(board: &Board, input: &[f32], inputs: usize, weights: &[f32], bias: &[f32], output: &mut [f32]) {
    let mut tiles = board.places().chunks_exact(TILE);
    for tile in &mut tiles {
        if let Ok(tile) = tile.try_into() {
            convolve_tile::<TILE>(board, tile, input, inputs, weights, bias, output);
        }
    }
    let rest = tiles.remainder();
    // Cells that were done already fill the last tile.
    if let (false, Some(tile)) = (rest.is_empty(), board.places().last_chunk::<TILE>()) {
        convolve_tile(board, tile, input, inputs, weights, bias, output);
    } else {
        for place in rest {
            convolve_tile(board, &[*place], input, inputs, weights, bias, output);
        }
    }
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "sums stay in registers only where the sizes are constants")]
fn convolve_tile<const N: usize>(
    board: &Board,
    places: &[usize; N],
    input: &[f32],
    inputs: usize,
    weights: &[f32],
    bias: &[f32],
    output: &mut [f32],
) {
    let channels = bias.len();
    let block = inputs * LANE;
    for (group, bias) in bias.as_chunks::<LANE>().0.iter().enumerate() {
        let mut sums = [*bias; N];
        for (tap, offset) in board.offsets() {
            let start = (tap * (channels / LANE) + group) * block;
            let rows = weights[start..start + block].as_chunks::<LANE>().0;
            let cells: [&[f32]; N] = places.map(|place| &input[at(place, offset) * inputs..][..rows.len()]);
            for (channel, row) in rows.iter().enumerate() {
                for (sum, cell) in sums.iter_mut().zip(cells) {
                    let value = cell[channel];
                    for (sum, weight) in sum.iter_mut().zip(row) {
                        *sum = madd(value, *weight, *sum);
                    }
                }
            }
        }
        for (sum, place) in sums.iter().zip(places) {
            output[place * channels + group * LANE..][..LANE].copy_from_slice(sum);
        }
    }
}

/// Adds a row of a matrix, times a number.
#[inline]
pub(crate) fn add_scaled(sums: &mut [f32], row: &[f32], factor: f32) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum = madd(factor, *weight, *sum);
    }
}

/// The inner product, in eight sums of which each takes every eighth pair.
pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
    const WIDE: usize = 8;
    let mut sums = [0.0; WIDE];
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<WIDE>(), b.as_chunks::<WIDE>());
    for (a, b) in a.iter().zip(b) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum = madd(*a, *b, *sum);
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests {
    use agon_core::{Options, Registered, Rng};
    use agon_games::{Andantino, ConnectFour, Crosphere, Hex};

    use super::*;

    /// The definition of a convolution, cell by cell.
    fn check<G: Registered>(options: &str, neighbours: usize) {
        let game = G::new(Options::parse(G::INFO.options, options).unwrap()).unwrap();
        let board = Board::of(&game).unwrap();
        assert_eq!(board.taps.iter().filter(|tap| **tap).count(), neighbours + 1);
        let (inputs, channels, mut rng) = (5, 32, Rng::new(1));
        let mut drawn = |count: usize| (0..count).map(|_| rng.unit() as f32 - 0.5).collect::<Vec<f32>>();
        let (weights, bias) = (drawn(9 * inputs * channels), drawn(channels));
        let mut input = vec![0.0; board.bordered() * inputs];
        for place in board.places() {
            input[place * inputs..][..inputs].copy_from_slice(&drawn(inputs));
        }
        let mut output = vec![0.0; board.bordered() * channels];
        convolve(&board, &input, inputs, &weights, &bias, &mut output);
        let width = board.columns + 2;
        for place in 0..board.bordered() {
            for channel in 0..channels {
                let mut expected = f64::from(bias[channel]);
                for tap in (0..9).filter(|tap| board.taps[*tap]) {
                    let near = (place + tap / 3 * width + tap % 3).wrapping_sub(width + 1);
                    for from in 0..inputs {
                        let weight = weights[((tap * 2 + channel / LANE) * inputs + from) * LANE + channel % LANE];
                        let value = input.get(near.wrapping_mul(inputs).wrapping_add(from)).copied().unwrap_or(0.0);
                        expected += f64::from(weight) * f64::from(value);
                    }
                }
                let expected = if board.places().contains(&place) { expected } else { 0.0 };
                let found = f64::from(output[place * channels + channel]);
                assert!((found - expected).abs() < 1e-5, "{place}, {channel}: {found} and {expected}");
            }
        }
    }

    #[test]
    fn convolutions_are_sums_over_neighbours() {
        check::<Hex>("size=3", 6);
        check::<Hex>("size=7", 6);
        check::<Andantino>("", 6);
        check::<Crosphere>("", 8);
        check::<ConnectFour>("", 8);
    }

    #[test]
    fn inner_products_take_all_pairs() {
        let numbers: Vec<f32> = (0..21).map(|number| number as f32).collect();
        assert!((dot(&numbers, &numbers) - 2870.0).abs() < 1e-3);
    }
}
