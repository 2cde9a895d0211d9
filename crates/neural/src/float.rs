use agon_core::Rng;

use crate::file::pairs;
use crate::kernel::{BLOCK, Block};
use crate::network::{ACTIVE, HEAD_BITS, HEADS, Layers, OUTPUT_BITS, OUTPUT_UNIT, SQUARED};
use crate::{Header, NetError, Network};

/// Features that are active in a usual position, for the size of first weights.
const USUAL_ACTIVE: f64 = 50.0;

/// A value network in floating-point numbers, as it is trained.
#[derive(Clone, Debug, PartialEq)]
pub struct FloatNet {
    hidden: usize,
    /// All parameters one after another, so that an optimiser need not know what they mean:
    /// a row for each feature, biases of the hidden layer, a row of heads for each hidden neuron,
    /// their biases, the output's weights and its bias.
    pub(crate) parameters: Vec<f32>,
    features: usize,
}

/// The parameters of a network, or their gradients, by layers.
pub(crate) struct View<'n> {
    pub table: &'n [f32],
    pub start: &'n [f32],
    pub heads: &'n [[f32; HEADS]],
    pub biases: &'n [f32; HEADS],
    pub output: &'n [f32; HEADS],
    pub bias: f32,
}

/// What a network found about one position, layer by layer; used again for the next one.
pub(crate) struct Trace {
    /// The hidden layer, clipped.
    pub clipped: Vec<f32>,
    /// The second layer, clipped.
    pub heads: [f32; HEADS],
    /// The logarithm of the odds of winning.
    pub output: f32,
}

impl Trace {
    pub fn new(hidden: usize) -> Self {
        Trace { clipped: vec![0.0; hidden], heads: [0.0; HEADS], output: 0.0 }
    }
}

impl FloatNet {
    /// A network that knows nothing, with small random weights.
    ///
    /// # Panics
    /// When `hidden` is not a multiple of 16, or 0.
    pub fn new(features: usize, hidden: usize, rng: &mut Rng) -> Self {
        assert!(hidden > 0 && hidden.is_multiple_of(BLOCK), "the hidden layer is a whole number of blocks");
        let mut parameters = Vec::new();
        let mut fill = |count: usize, middle: f64, spread: f64| {
            parameters.extend((0..count).map(|_| (middle + spread * (2.0 * rng.unit() - 1.0)) as f32));
        };
        // So that most neurons begin between 0 and 1, where they learn.
        fill(features * hidden, 0.0, libm::sqrt(0.75 / USUAL_ACTIVE));
        fill(hidden, 0.3, 0.0);
        fill(hidden * HEADS, 0.0, libm::sqrt(2.5 / hidden as f64));
        fill(HEADS, 0.3, 0.0);
        fill(HEADS, 0.0, 1.0);
        fill(1, 0.0, 0.0);
        FloatNet { hidden, parameters, features }
    }

    /// The neurons of the hidden layer.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// Where each layer begins.
    fn starts(&self) -> [usize; 5] {
        let start = self.features * self.hidden;
        let heads = start + self.hidden;
        let biases = heads + self.hidden * HEADS;
        [start, heads, biases, biases + HEADS, biases + 2 * HEADS]
    }

    pub(crate) fn view(&self) -> View<'_> {
        let [start, heads, biases, output, bias] = self.starts();
        let all = &self.parameters;
        View {
            table: &all[..start],
            start: &all[start..heads],
            heads: all[heads..biases].as_chunks().0,
            biases: all[biases..].first_chunk().unwrap_or(&[0.0; HEADS]),
            output: all[output..].first_chunk().unwrap_or(&[0.0; HEADS]),
            bias: all[bias],
        }
    }

    /// The logarithm of the odds of winning with these features.
    pub fn odds(&self, features: &[u16]) -> f32 {
        let mut trace = Trace::new(self.hidden);
        self.view().forward(features, &mut trace);
        trace.output
    }

    /// Adds to `gradients` how the loss of one position depends on each parameter, where
    /// `slope` is how it depends on the output.
    pub(crate) fn backward(
        &self,
        features: &[u16],
        trace: &Trace,
        slope: f32,
        gradients: &mut [f32],
        back: &mut [f32],
    ) {
        let net = self.view();
        let [start, heads, biases, output, bias] = self.starts();
        gradients[bias] += slope;
        let mut deltas = [0.0; HEADS];
        for at in 0..HEADS {
            let value = trace.heads[at];
            gradients[output + at] += slope * value * value;
            let inside = value > 0.0 && value < 1.0;
            deltas[at] = if inside { slope * net.output[at] * 2.0 * value } else { 0.0 };
            gradients[biases + at] += deltas[at];
        }
        let rows = gradients[heads..biases].as_chunks_mut::<HEADS>().0;
        for (((row, gradient), value), back) in net.heads.iter().zip(rows).zip(&trace.clipped).zip(back.iter_mut()) {
            let square = value * value;
            for (gradient, delta) in gradient.iter_mut().zip(&deltas) {
                *gradient += square * delta;
            }
            let inside = *value > 0.0 && *value < 1.0;
            *back = if inside { 2.0 * value * dot(row, &deltas) } else { 0.0 };
        }
        for (gradient, delta) in gradients[start..heads].iter_mut().zip(back.iter()) {
            *gradient += delta;
        }
        for feature in features {
            let row = usize::from(*feature) * self.hidden;
            for (gradient, delta) in gradients[row..row + self.hidden].iter_mut().zip(back.iter()) {
                *gradient += delta;
            }
        }
    }

    /// The network in whole numbers, if its weights fit into them.
    pub fn quantise(&self, header: Header) -> Result<Network, NetError> {
        let net = self.view();
        let hidden = |number: &f32| short(f64::from(*number) * f64::from(ACTIVE), "hidden layer");
        let head_unit = f64::from(1 << HEAD_BITS);
        let mut heads = vec![0; HEADS * self.hidden];
        for (neuron, row) in net.heads.iter().enumerate() {
            for (head, weight) in row.iter().enumerate() {
                heads[head * self.hidden + neuron] = short(f64::from(*weight) * head_unit, "second layer")?;
            }
        }
        let (mut biases, mut output) = ([0; HEADS], [0; HEADS]);
        for at in 0..HEADS {
            biases[at] = long(f64::from(net.biases[at]) * head_unit * f64::from(SQUARED), "second layer")?;
            output[at] = short(f64::from(net.output[at]) * OUTPUT_UNIT, "output")?;
        }
        let layers = Layers {
            table: blocks(&net.table.iter().map(hidden).collect::<Result<Vec<_>, _>>()?),
            start: blocks(&net.start.iter().map(hidden).collect::<Result<Vec<_>, _>>()?),
            pairs: pairs(&heads, self.hidden),
            biases,
            output,
            bias: long(f64::from(net.bias) * f64::from(1 << OUTPUT_BITS), "output")?,
        };
        Network::new(header, layers)
    }
}

impl View<'_> {
    /// Runs the network. Every sum is added up in one order, so that all machines round alike.
    pub fn forward(&self, features: &[u16], trace: &mut Trace) {
        let hidden = self.start.len();
        trace.clipped.copy_from_slice(self.start);
        for feature in features {
            let row = usize::from(*feature) * hidden;
            for (sum, weight) in trace.clipped.iter_mut().zip(&self.table[row..row + hidden]) {
                *sum += weight;
            }
        }
        let mut heads = *self.biases;
        for (value, row) in trace.clipped.iter_mut().zip(self.heads) {
            *value = value.clamp(0.0, 1.0);
            let square = *value * *value;
            for (head, weight) in heads.iter_mut().zip(row) {
                *head += square * weight;
            }
        }
        trace.heads = heads.map(|head| head.clamp(0.0, 1.0));
        trace.output = self.bias + dot(&trace.heads.map(|head| head * head), self.output);
    }
}

/// A sum of products, halves added to halves, which vector instructions can do.
#[inline]
fn dot(a: &[f32; HEADS], b: &[f32; HEADS]) -> f32 {
    let mut sums: [f32; HEADS] = std::array::from_fn(|at| a[at] * b[at]);
    let mut width = HEADS / 2;
    while width > 0 {
        for at in 0..width {
            sums[at] += sums[at + width];
        }
        width /= 2;
    }
    sums[0]
}

fn short(number: f64, layer: &'static str) -> Result<i16, NetError> {
    let range = f64::from(i16::MIN)..=f64::from(i16::MAX);
    let number = libm::round(number);
    if range.contains(&number) { Ok(number as i16) } else { Err(NetError::Range { layer, bits: 16 }) }
}

fn long(number: f64, layer: &'static str) -> Result<i32, NetError> {
    let range = f64::from(i32::MIN)..=f64::from(i32::MAX);
    let number = libm::round(number);
    if range.contains(&number) { Ok(number as i32) } else { Err(NetError::Range { layer, bits: 32 }) }
}

fn blocks(numbers: &[i16]) -> Vec<Block> {
    numbers.as_chunks().0.iter().map(|block| Block(*block)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Accumulator;

    fn header() -> Header {
        let text = String::new;
        Header {
            game: text(),
            options: text(),
            features: text(),
            version: 1,
            generation: 0,
            run: text(),
            licence: text(),
            scale: 100,
        }
    }

    /// Features of a position, each active by this chance.
    fn features(rng: &mut Rng, count: u16, chance: f64) -> Vec<u16> {
        (0..count).filter(|_| rng.unit() < chance).collect()
    }

    /// What back-propagation says against what happens when a parameter is changed.
    #[test]
    fn gradients_are_those_of_the_output() {
        let mut rng = Rng::new(1);
        let net = FloatNet::new(40, 32, &mut rng);
        let features = features(&mut rng, 40, 0.5);
        let (mut trace, mut gradients) = (Trace::new(32), vec![0.0; net.parameters.len()]);
        net.view().forward(&features, &mut trace);
        net.backward(&features, &trace, 1.0, &mut gradients, &mut [0.0; 32]);
        let (mut moved, step) = (0, 1e-3);
        for (at, gradient) in gradients.iter().enumerate() {
            let with = |step: f32| {
                let mut other = net.clone();
                other.parameters[at] += step;
                other.odds(&features)
            };
            let slope = (with(step) - with(-step)) / (2.0 * step);
            assert!((slope - gradient).abs() < 0.01 * (1.0 + gradient.abs()), "{at}: {slope} {gradient}");
            moved += u32::from(gradient.abs() > 0.01);
        }
        assert!(moved > 100, "{moved}");
    }

    /// Rounding changes little, even where weights are random and nothing adds up to anything.
    #[test]
    fn whole_numbers_say_what_floats_say() {
        const POSITIONS: u32 = 500;
        let mut rng = Rng::new(2);
        let net = FloatNet::new(600, 128, &mut rng);
        let whole = net.quantise(header()).unwrap();
        let (mut least, mut most, mut off) = (f64::MAX, f64::MIN, 0.0);
        for _ in 0..POSITIONS {
            let active = features(&mut rng, 600, 0.08);
            let wide: Vec<u32> = active.iter().map(|feature| u32::from(*feature)).collect();
            let at = Accumulator::new(&whole, &wide);
            let (exact, rounded) = (f64::from(net.odds(&active)), whole.odds(&at));
            assert!((exact - rounded).abs() < 0.15, "{exact} {rounded}");
            assert!((f64::from(whole.score(&at)) - 100.0 * rounded).abs() < 0.51);
            (least, most, off) = (least.min(exact), most.max(exact), off + (exact - rounded).abs());
        }
        assert!(off / f64::from(POSITIONS) < 0.03, "{off}");
        assert!(most - least > 0.3, "{least} {most}");
    }

    #[test]
    fn weights_that_do_not_fit_are_refused() {
        let mut net = FloatNet::new(10, 16, &mut Rng::new(3));
        net.parameters[7] = 1000.0;
        assert_eq!(net.quantise(header()), Err(NetError::Range { layer: "hidden layer", bits: 16 }));
        net.parameters[7] = f32::NAN;
        assert_eq!(net.quantise(header()), Err(NetError::Range { layer: "hidden layer", bits: 16 }));
    }
}
