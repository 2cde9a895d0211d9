use super::super::kernel::{add_scaled, convolve, dot};
use super::super::net::{HIDDEN, OUTPUT, POLICY, PolicyNet, Pool, Trace};
use super::super::shape::{Board, VALUE};
use super::kernel::{convolve_weights, transpose};

/// The kernels of a network's blocks, turned for the way back.
#[derive(Clone, Debug)]
pub(super) struct Backward {
    /// The two of each block.
    kernels: Vec<[Vec<f32>; 2]>,
}

impl Backward {
    /// Turns the kernels of a network.
    pub fn new(net: &PolicyNet) -> Self {
        let turned = |tensor| {
            let mut kernel = vec![0.0; net.tensor(tensor).len()];
            transpose(net.tensor(tensor), net.size().channels, &mut kernel);
            kernel
        };
        let blocks = (0..net.size().blocks).map(PolicyNet::block);
        Backward { kernels: blocks.map(|first| [turned(first), turned(first + 3)]).collect() }
    }
}

/// Gradients of a loss by a network's parameters, summed over positions.
#[derive(Clone, Debug)]
pub(super) struct Gradients {
    pub values: Vec<f32>,
    /// Slopes of the loss by what a layer puts out…
    slopes: Vec<f32>,
    /// …by what is between the two layers of a block…
    middle: Vec<f32>,
    /// …and by what comes into a layer.
    before: Vec<f32>,
    pooled: Vec<f32>,
    sums: Vec<f32>,
    zeros: Vec<f32>,
}

impl Gradients {
    pub fn new(net: &PolicyNet) -> Self {
        let channels = net.size().channels;
        let layer = vec![0.0; net.board().bordered() * channels];
        Gradients {
            values: vec![0.0; net.len()],
            slopes: layer.clone(),
            middle: layer.clone(),
            before: layer,
            pooled: vec![0.0; 2 * channels],
            sums: vec![0.0; channels],
            zeros: vec![0.0; channels],
        }
    }

    /// Adds the gradients of a position that was judged: `policy` has the slopes of the loss by the
    /// logits of some actions, and `odds` that by the odds.
    pub fn add(&mut self, net: &PolicyNet, turned: &Backward, trace: &Trace, policy: &[(u32, f32)], odds: f32) {
        let (board, channels) = (net.board(), net.size().channels);
        self.slopes.fill(0.0);
        self.policy(net, trace, policy);
        self.value(net, trace, odds);
        for (block, [first_turned, second_turned]) in turned.kernels.iter().enumerate().rev() {
            let first = PolicyNet::block(block);
            let [x, middle, y] = [0, 1, 2].map(|layer| &trace.layers[2 * block + layer]);
            mask(&mut self.slopes, y);
            self.layer(net, first + 3, (middle, channels), Which::Slopes);
            convolve(board, &self.slopes, channels, second_turned, &self.zeros, &mut self.middle);
            mask(&mut self.middle, middle);
            self.layer(net, first, (x, channels), Which::Middle);
            let pool = &trace.pools[block];
            let weights = net.tensor(first + 2).chunks_exact(channels);
            let gradients = tensor(net, &mut self.values, first + 2).chunks_exact_mut(channels);
            for ((value, slope), (row, gradient)) in
                pool.values.iter().zip(&mut self.pooled).zip(weights.zip(gradients))
            {
                add_scaled(gradient, &self.sums, *value);
                *slope = dot(row, &self.sums);
            }
            convolve(board, &self.middle, channels, first_turned, &self.zeros, &mut self.before);
            self.slopes.iter_mut().zip(&self.before).for_each(|(slope, before)| *slope += before);
            self.unpool(board, pool);
        }
        mask(&mut self.slopes, &trace.layers[0]);
        self.layer(net, 0, (&trace.input, board.planes + 1), Which::Slopes);
    }

    /// The weights and biases of a convolution; leaves the slopes of the biases in `sums`.
    fn layer(&mut self, net: &PolicyNet, number: usize, (input, inputs): (&[f32], usize), which: Which) {
        let slopes = match which {
            Which::Slopes => &self.slopes,
            Which::Middle => &self.middle,
        };
        let channels = net.size().channels;
        self.sums.fill(0.0);
        for place in net.board().places() {
            add_scaled(&mut self.sums, &slopes[place * channels..][..channels], 1.0);
        }
        convolve_weights(net.board(), input, inputs, slopes, tensor(net, &mut self.values, number));
        add_scaled(tensor(net, &mut self.values, number + 1), &self.sums, 1.0);
    }

    fn policy(&mut self, net: &PolicyNet, trace: &Trace, slopes: &[(u32, f32)]) {
        let (board, channels, head) = (net.board(), net.size().channels, net.heads() + POLICY);
        let Some(x) = trace.layers.last() else { return };
        let weights = net.tensor(head);
        for (action, slope) in slopes {
            let action = *action as usize;
            let (row, bias) =
                if board.is_spatial() { (action / board.size(), action / board.size()) } else { (action, action) };
            tensor(net, &mut self.values, head + 1)[bias] += slope;
            for (cell, place) in board.cells().iter().zip(board.places()) {
                let cell = *cell as usize;
                let start = if !board.is_spatial() {
                    (row * board.size() + cell) * channels
                } else if cell == action % board.size() {
                    row * channels
                } else {
                    continue;
                };
                let at = place * channels..(place + 1) * channels;
                add_scaled(&mut tensor(net, &mut self.values, head)[start..start + channels], &x[at.clone()], *slope);
                add_scaled(&mut self.slopes[at], &weights[start..start + channels], *slope);
            }
        }
    }

    fn value(&mut self, net: &PolicyNet, trace: &Trace, slope: f32) {
        let head = net.heads();
        let Some(pool) = trace.pools.last() else { return };
        add_scaled(tensor(net, &mut self.values, head + OUTPUT), &trace.hidden, slope);
        tensor(net, &mut self.values, head + OUTPUT + 1)[0] += slope;
        let mut hidden = [0.0; VALUE];
        let weights = trace.hidden.iter().zip(net.tensor(head + OUTPUT));
        for (hidden, (value, weight)) in hidden.iter_mut().zip(weights) {
            *hidden = if *value > 0.0 { slope * weight } else { 0.0 };
        }
        add_scaled(tensor(net, &mut self.values, head + HIDDEN + 1), &hidden, 1.0);
        let weights = net.tensor(head + HIDDEN).chunks_exact(VALUE);
        let gradients = tensor(net, &mut self.values, head + HIDDEN).chunks_exact_mut(VALUE);
        for ((value, slope), (row, gradient)) in pool.values.iter().zip(&mut self.pooled).zip(weights.zip(gradients)) {
            add_scaled(gradient, &hidden, *value);
            *slope = dot(row, &hidden);
        }
        self.unpool(net.board(), pool);
    }

    /// Adds the slopes of what was pooled to those of where it came from.
    fn unpool(&mut self, board: &Board, pool: &Pool) {
        let (means, most) = self.pooled.split_at(self.zeros.len());
        let (channels, share) = (means.len(), 1.0 / board.places().len() as f32);
        for place in board.places() {
            add_scaled(&mut self.slopes[place * channels..][..channels], means, share);
        }
        for (channel, (place, slope)) in pool.largest.iter().zip(most).enumerate() {
            self.slopes[*place as usize * channels + channel] += slope;
        }
    }
}

/// Which slopes are those of a layer's output.
#[derive(Clone, Copy)]
enum Which {
    Slopes,
    Middle,
}

/// The gradients of a tensor.
fn tensor<'g>(net: &PolicyNet, gradients: &'g mut [f32], number: usize) -> &'g mut [f32] {
    &mut gradients[net.layout().tensors[number].range()]
}

/// No slope where the output was clipped.
fn mask(slopes: &mut [f32], output: &[f32]) {
    for (slope, output) in slopes.iter_mut().zip(output) {
        *slope = if *output > 0.0 { *slope } else { 0.0 };
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Options, Registered, Rng, Turn};
    use agon_games::{Andantino, ConnectFour, Crosphere, Hex};

    use super::*;
    use crate::Size;

    /// The gradients of a loss that takes every output into account, against differences.
    fn check<G: Registered>(options: &str) {
        let game = G::new(Options::parse(G::INFO.options, options).unwrap()).unwrap();
        let mut rng = Rng::new(5);
        let mut net = PolicyNet::new(&game, Size { channels: 16, blocks: 2 }, &mut rng).unwrap();
        for tensor in net.layout().tensors.clone() {
            let masked = |at: usize| tensor.shape[0] == 9 && !net.board().taps[at * 9 / tensor.len()];
            let drawn: Vec<f32> =
                (0..tensor.len()).map(|at| if masked(at) { 0.0 } else { (rng.unit() as f32 - 0.5) * 0.4 }).collect();
            net.parameters[tensor.range()].copy_from_slice(&drawn);
        }
        let mut position = game.start();
        for _ in 0..5 {
            let mv = game.random_move(&position, &mut rng).unwrap();
            game.play(&mut position, mv);
        }
        let Turn::Player(_) = game.turn(&position) else { panic!("a player is to move") };
        let mut planes = Vec::new();
        game.encoding().unwrap().planes(&position, &mut planes);
        let cells: Vec<usize> = net.board().cells().iter().map(|cell| *cell as usize).collect();
        let is_real = |action: &usize| !net.board().is_spatial() || cells.contains(&(action % net.board().size()));
        let policy: Vec<(u32, f32)> = (0..net.board().actions)
            .filter(is_real)
            .map(|action| (action as u32, (rng.unit() as f32 - 0.5) * 0.2))
            .collect();
        let odds = 0.7;
        let mut trace = Trace::default();
        let mut loss = |net: &PolicyNet| {
            net.judge(&planes, &mut trace);
            let policy: f64 = policy
                .iter()
                .map(|(action, slope)| f64::from(*slope) * f64::from(trace.logits[*action as usize]))
                .sum();
            policy + f64::from(odds) * f64::from(trace.odds)
        };
        let base = loss(&net);
        assert!(base.abs() > 1e-6);
        net.judge(&planes, &mut trace);
        let mut gradients = Gradients::new(&net);
        gradients.add(&net, &Backward::new(&net), &trace, &policy, odds);
        let mut seen = 0;
        for tensor in net.layout().tensors.clone() {
            for _ in 0..12 {
                let at = tensor.start + rng.below(tensor.len() as u32) as usize;
                let step = 1e-3;
                let slope = |by: f32| {
                    let mut moved = net.clone();
                    moved.parameters[at] += by;
                    net_loss(&moved, &planes, &policy, odds)
                };
                let [up, down] = [slope(step), slope(-step)];
                let found = (up - down) / (2.0 * f64::from(step));
                let gradient = f64::from(gradients.values[at]);
                if tensor.shape[0] == 9 && !net.board().taps[(at - tensor.start) * 9 / tensor.len()] {
                    assert!(gradient.abs() < 1e-12, "{}: a place that does not count", tensor.name);
                    continue;
                }
                // Where a neuron begins or ends to be clipped within the step, differences are none of the slope.
                let bend = (up + down - 2.0 * net_loss(&net, &planes, &policy, odds)).abs() / f64::from(step);
                assert!(
                    (found - gradient).abs() < 5e-2 * found.abs().max(0.05) + 2.0 * bend,
                    "{} of {}: {found} and {gradient}",
                    tensor.name,
                    G::INFO.name
                );
                seen += usize::from(gradient.abs() > 1e-4);
            }
        }
        assert!(seen > 60, "{seen}");
    }

    fn net_loss(net: &PolicyNet, planes: &[f32], policy: &[(u32, f32)], odds: f32) -> f64 {
        let mut trace = Trace::default();
        net.judge(planes, &mut trace);
        let policy: f64 =
            policy.iter().map(|(action, slope)| f64::from(*slope) * f64::from(trace.logits[*action as usize])).sum();
        policy + f64::from(odds) * f64::from(trace.odds)
    }

    #[test]
    fn gradients_are_those_of_differences() {
        check::<Hex>("size=4");
        check::<Crosphere>("size=5 strong=3");
        check::<ConnectFour>("");
        check::<Andantino>("");
    }
}
