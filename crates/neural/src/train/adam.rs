/// What is remembered of each parameter's gradients (`AdamW`, Loshchilov and Hutter 2019).
#[derive(Clone, Debug, PartialEq)]
pub struct AdamW {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
    decay: f32,
}

const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;
const TINY: f32 = 1e-8;

impl AdamW {
    /// Nothing is remembered yet of so many parameters, which shrink by `decay` times the rate in each step.
    pub fn new(parameters: usize, decay: f32) -> Self {
        AdamW { mean: vec![0.0; parameters], square: vec![0.0; parameters], steps: 0, decay }
    }

    /// All that is remembered: both means of each parameter's gradients, and the number of steps.
    pub fn memory(&self) -> (&[f32], &[f32], i32) {
        (&self.mean, &self.square, self.steps)
    }

    /// The optimiser that remembers this.
    #[must_use]
    pub fn with_memory(self, mean: Vec<f32>, square: Vec<f32>, steps: i32) -> Self {
        AdamW { mean, square, steps, ..self }
    }

    /// Moves the parameters against their gradients, and clears the gradients.
    pub fn step(&mut self, parameters: &mut [f32], gradients: &mut [f32], rate: f32) {
        self.steps += 1;
        let power = |base: f32| libm::pow(f64::from(base), f64::from(self.steps)) as f32;
        let (mean_part, square_part) = (1.0 - power(MEAN), 1.0 - power(SQUARE));
        let memory = self.mean.iter_mut().zip(&mut self.square);
        for ((parameter, gradient), (mean, square)) in parameters.iter_mut().zip(gradients).zip(memory) {
            *mean = MEAN * *mean + (1.0 - MEAN) * *gradient;
            *square = SQUARE * *square + (1.0 - SQUARE) * *gradient * *gradient;
            let (mean, square) = (*mean / mean_part, *square / square_part);
            *parameter -= rate * (mean / (square.sqrt() + TINY) + self.decay * *parameter);
            *gradient = 0.0;
        }
    }
}

/// The rate of learning at a share of the whole: it rises to its peak over the first part and
/// falls to nothing by the end (one cycle, Smith 2018).
pub(crate) fn one_cycle(share: f64, peak: f64) -> f64 {
    const RISE: f64 = 0.3;
    const FIRST: f64 = 0.04;
    let wave = |at: f64| (1.0 - libm::cos(std::f64::consts::PI * at)) / 2.0;
    if share < RISE {
        peak * (FIRST + (1.0 - FIRST) * wave(share / RISE))
    } else {
        peak * (1.0 - wave(((share - RISE) / (1.0 - RISE)).min(1.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bowl_is_descended_to_its_bottom() {
        let (mut at, bottom) = ([5.0f32, -3.0], [1.0, 2.0]);
        let (mut adam, mut gradients) = (AdamW::new(2, 0.0), [0.0; 2]);
        for step in 0..2000 {
            gradients = std::array::from_fn(|n| 2.0 * (at[n] - bottom[n]));
            adam.step(&mut at, &mut gradients, one_cycle(f64::from(step) / 2000.0, 0.05) as f32);
        }
        assert!((at[0] - 1.0).abs() < 1e-3 && (at[1] - 2.0).abs() < 1e-3, "{at:?}");
        assert!(gradients.iter().all(|gradient| *gradient == 0.0));
    }

    #[test]
    fn decay_alone_shrinks_what_nothing_holds() {
        let (mut at, mut adam) = ([1.0f32], AdamW::new(1, 0.1));
        adam.step(&mut at, &mut [0.0], 0.5);
        assert!((at[0] - 0.95).abs() < 1e-6, "{at:?}");
    }

    #[test]
    fn the_rate_rises_and_falls() {
        let rates: Vec<f64> = [0.0, 0.15, 0.3, 0.65, 1.0].iter().map(|share| one_cycle(*share, 1.0)).collect();
        let expected = [0.04, 0.52, 1.0, 0.5, 0.0];
        assert!(rates.iter().zip(expected).all(|(rate, expected)| (rate - expected).abs() < 1e-9), "{rates:?}");
    }
}
