//! The inner loops of the way back.

use super::super::kernel::{at, madd};
use super::super::shape::{Board, LANE};

/// Inputs whose weights' gradients are summed together.
const ROWS: usize = 4;

/// The gradients of a convolution's weights: adds to `gradients` what `input` and the slopes of the
/// output give.
pub(super) fn convolve_weights(board: &Board, input: &[f32], inputs: usize, slopes: &[f32], gradients: &mut [f32]) {
    let channels = gradients.len() / (9 * inputs);
    for (tap, offset) in board.offsets() {
        for group in 0..channels / LANE {
            let start = (tap * (channels / LANE) + group) * inputs * LANE;
            let rows = gradients[start..start + inputs * LANE].as_chunks_mut::<LANE>().0;
            let place = Place { board, input, inputs, slopes, channels, group, offset };
            let mut tiles = rows.chunks_exact_mut(ROWS);
            let mut first = 0;
            for tile in &mut tiles {
                if let Ok(tile) = tile.try_into() {
                    place.weights_tile::<ROWS>(first, tile);
                }
                first += ROWS;
            }
            for row in tiles.into_remainder() {
                place.weights_tile(first, std::array::from_mut(row));
                first += 1;
            }
        }
    }
}

/// One place of a kernel and one group of outputs.
struct Place<'p> {
    board: &'p Board,
    input: &'p [f32],
    inputs: usize,
    slopes: &'p [f32],
    channels: usize,
    group: usize,
    offset: isize,
}

impl Place<'_> {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "sums stay in registers only where the sizes are constants")]
    fn weights_tile<const N: usize>(&self, first: usize, gradients: &mut [[f32; LANE]; N]) {
        let mut sums = [[0.0; LANE]; N];
        for place in self.board.places() {
            let slopes = &self.slopes[place * self.channels + self.group * LANE..][..LANE];
            let values = &self.input[at(*place, self.offset) * self.inputs + first..][..N];
            for (sum, value) in sums.iter_mut().zip(values) {
                for (sum, slope) in sum.iter_mut().zip(slopes) {
                    *sum = madd(*value, *slope, *sum);
                }
            }
        }
        for (gradients, sums) in gradients.iter_mut().zip(sums) {
            gradients.iter_mut().zip(sums).for_each(|(gradient, sum)| *gradient += sum);
        }
    }
}

/// The weights of the convolution that takes slopes of the output back to slopes of the input:
/// turned by half, with inputs and outputs exchanged.
pub(super) fn transpose(weights: &[f32], channels: usize, transposed: &mut [f32]) {
    let groups = channels / LANE;
    let place = |tap: usize, output: usize, input: usize| {
        ((tap * groups + output / LANE) * channels + input) * LANE + output % LANE
    };
    for tap in 0..9 {
        for output in 0..channels {
            for input in 0..channels {
                transposed[place(8 - tap, input, output)] = weights[place(tap, output, input)];
            }
        }
    }
}
