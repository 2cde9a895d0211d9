//! A small network with one hidden layer that gives a number for each action, for the methods that
//! a textbook begins with: Q-learning and REINFORCE (Sutton and Barto 2018). Its numbers are
//! floating-point numbers, summed up in one order, so that a file gives the same on every machine.

use agon_core::{Registered, Rng};
use serde_json::json;

use crate::file::{File, write};
use crate::network::MOST_FEATURES;
use crate::{Header, NetError};

/// The largest hidden layer.
const MOST_HIDDEN: usize = 4096;

/// The most actions.
const MOST_ACTIONS: usize = 1 << 16;

/// Features that are active in a usual position, for the size of first weights.
const USUAL_ACTIVE: f64 = 20.0;

/// What the numbers of a network are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// For each action the result that it leads to, from -1 to 1.
    Values,
    /// For each action how much it is preferred, and after them the result to be expected.
    Policy,
}

impl Answers {
    /// What the header of a file says under `format`.
    fn format(self) -> &'static str {
        match self {
            Answers::Values => "agon action values 1",
            Answers::Policy => "agon policy 1",
        }
    }

    /// How many numbers there are for so many actions.
    fn outputs(self, actions: usize) -> usize {
        match self {
            Answers::Values => actions,
            Answers::Policy => actions + 1,
        }
    }
}

/// A network with one hidden layer of rectified sums.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionNet {
    answers: Answers,
    features: usize,
    hidden: usize,
    outputs: usize,
    /// A row for each feature, biases of the hidden layer, a row for each hidden neuron, biases of the output.
    parameters: Vec<f32>,
}

/// What a network found about one position, layer by layer; used again for the next one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pass {
    hidden: Vec<f32>,
    /// A number for each action, as the player to move sees the board; a policy has one more.
    pub output: Vec<f32>,
}

impl ActionNet {
    /// A network that knows nothing of this game, with small random weights; an error where the
    /// game has no features and actions.
    pub fn new<G: Registered>(game: &G, answers: Answers, hidden: usize, rng: &mut Rng) -> Result<Self, NetError> {
        let encoding = game.encoding().ok_or(NetError::NoFeatures { game: G::INFO.name })?;
        let (features, actions) = (encoding.features() as usize, encoding.actions() as usize);
        if features > MOST_FEATURES || actions >= MOST_ACTIONS || !(1..=MOST_HIDDEN).contains(&hidden) {
            return Err(NetError::NoFeatures { game: G::INFO.name });
        }
        let outputs = answers.outputs(actions);
        let mut parameters = Vec::new();
        let mut fill = |count: usize, spread: f64| {
            parameters.extend((0..count).map(|_| (spread * (2.0 * rng.unit() - 1.0)) as f32));
        };
        fill(features * hidden, libm::sqrt(6.0 / USUAL_ACTIVE));
        fill(hidden, 0.0);
        // So that nothing is thought of any action at first.
        fill(hidden * outputs, 0.1 / libm::sqrt(hidden as f64));
        fill(outputs, 0.0);
        Ok(ActionNet { answers, features, hidden, outputs, parameters })
    }

    /// All parameters one after another, so that an optimiser need not know what they mean.
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    /// The same, to be changed.
    pub fn parameters_mut(&mut self) -> &mut [f32] {
        &mut self.parameters
    }

    /// Where the layers after the first begin.
    fn starts(&self) -> [usize; 3] {
        let start = self.features * self.hidden;
        let heads = start + self.hidden;
        [start, heads, heads + self.hidden * self.outputs]
    }

    /// Runs the network on the features that are active.
    pub fn forward(&self, features: &[u32], pass: &mut Pass) {
        let [start, heads, biases] = self.starts();
        let all = &self.parameters;
        pass.hidden.clear();
        pass.hidden.extend_from_slice(&all[start..heads]);
        for row in self.rows(features) {
            for (sum, weight) in pass.hidden.iter_mut().zip(&all[row..row + self.hidden]) {
                *sum += weight;
            }
        }
        pass.output.clear();
        pass.output.extend_from_slice(&all[biases..]);
        for (value, weights) in pass.hidden.iter_mut().zip(all[heads..biases].chunks(self.outputs)) {
            *value = value.max(0.0);
            for (output, weight) in pass.output.iter_mut().zip(weights) {
                *output += *value * weight;
            }
        }
    }

    /// Adds to `gradients` how the loss of one position depends on each parameter, where `slopes`
    /// says how it depends on each output.
    pub fn backward(&self, features: &[u32], pass: &Pass, slopes: &[f32], gradients: &mut [f32]) {
        let [start, heads, biases] = self.starts();
        let weights = self.parameters[heads..biases].chunks(self.outputs);
        let mut back = vec![0.0; self.hidden];
        for (neuron, (value, weights)) in pass.hidden.iter().zip(weights).enumerate() {
            if *value > 0.0 {
                let at = heads + neuron * self.outputs;
                for ((gradient, slope), weight) in gradients[at..at + self.outputs].iter_mut().zip(slopes).zip(weights)
                {
                    *gradient += *value * slope;
                    back[neuron] += slope * weight;
                }
            }
        }
        let add =
            |gradients: &mut [f32], more: &[f32]| gradients.iter_mut().zip(more).for_each(|(to, from)| *to += from);
        add(&mut gradients[biases..], slopes);
        add(&mut gradients[start..heads], &back);
        for row in self.rows(features) {
            add(&mut gradients[row..row + self.hidden], &back);
        }
    }

    /// Where the rows of features begin; features that the network does not have count as zeros.
    fn rows(&self, features: &[u32]) -> impl Iterator<Item = usize> {
        features.iter().map(|feature| *feature as usize).filter(|at| *at < self.features).map(|at| at * self.hidden)
    }

    /// The network as the bytes of a file.
    pub fn to_bytes(&self, header: &Header) -> Vec<u8> {
        let [start, heads, biases] = self.starts();
        let bytes = |from: usize, to: usize| self.parameters[from..to].iter().flat_map(|it| it.to_le_bytes()).collect();
        let tensors = [
            ("features.weight", "F32", json!([self.features, self.hidden]), bytes(0, start)),
            ("features.bias", "F32", json!([self.hidden]), bytes(start, heads)),
            ("actions.weight", "F32", json!([self.hidden, self.outputs]), bytes(heads, biases)),
            ("actions.bias", "F32", json!([self.outputs]), bytes(biases, self.parameters.len())),
        ];
        write(self.answers.format(), header, tensors)
    }

    /// Reads a network that gives such answers. Any bytes may come: what cannot be used is an error.
    pub fn from_bytes(bytes: &[u8], answers: Answers) -> Result<(Header, Self), NetError> {
        let file = File::parse(bytes)?;
        let (header, sum) = file.metadata(answers.format())?;
        let wrong = || NetError::NotNetwork { why: "its layers have sizes that cannot be used".to_string() };
        let ([features, hidden], [_, outputs]) =
            (pair(&file.shape("features.weight")?)?, pair(&file.shape("actions.weight")?)?);
        if !((1..=MOST_FEATURES).contains(&features)
            && (1..=MOST_HIDDEN).contains(&hidden)
            && (1..=MOST_ACTIONS).contains(&outputs))
        {
            return Err(wrong());
        }
        let (mut parameters, mut used) = (Vec::new(), 0);
        for (name, shape) in [
            ("features.weight", &[features, hidden][..]),
            ("features.bias", &[hidden]),
            ("actions.weight", &[hidden, outputs]),
            ("actions.bias", &[outputs]),
        ] {
            let bytes = file.tensor(name, "F32", shape)?;
            used += bytes.len();
            parameters.extend(bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)));
        }
        file.is_all(used, 4)?;
        file.check(answers.format(), &header, sum)?;
        if parameters.iter().any(|number| !number.is_finite()) {
            return Err(NetError::Damaged { why: "not all of its weights are numbers" });
        }
        Ok((header, ActionNet { answers, features, hidden, outputs, parameters }))
    }

    /// Reads a network that gives such answers about this game.
    pub fn for_game<G: Registered>(game: &G, bytes: &[u8], answers: Answers) -> Result<Self, NetError> {
        let (header, net) = ActionNet::from_bytes(bytes, answers)?;
        header.check(game, net.features)?;
        let actions = game.encoding().map_or(0, |encoding| encoding.actions() as usize);
        if net.outputs != answers.outputs(actions) {
            return Err(NetError::Actions { found: net.outputs, asked: answers.outputs(actions) });
        }
        Ok(net)
    }
}

fn pair(shape: &[usize]) -> Result<[usize; 2], NetError> {
    let wrong = || NetError::NotNetwork { why: "its layers have sizes that cannot be used".to_string() };
    shape.try_into().map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use agon_core::{Game, Options};
    use agon_games::ConnectFour;

    use super::*;

    fn game() -> ConnectFour {
        ConnectFour::new(Options::parse(ConnectFour::INFO.options, "columns=4 rows=4").unwrap()).unwrap()
    }

    fn net(answers: Answers) -> ActionNet {
        ActionNet::new(&game(), answers, 8, &mut Rng::new(2)).unwrap()
    }

    #[test]
    fn what_is_written_is_read_again_and_damage_is_refused() {
        for answers in [Answers::Values, Answers::Policy] {
            let (net, header) = (net(answers), Header::of(&game()).unwrap());
            let bytes = net.to_bytes(&header);
            assert_eq!(ActionNet::for_game(&game(), &bytes, answers).unwrap(), net);
            let end = 8 + bytes[8..].iter().take(4000).rposition(|byte| *byte == b'}').unwrap();
            for at in 0..bytes.len() {
                let mut flipped = bytes.clone();
                flipped[at] ^= 0x40;
                let told = ActionNet::for_game(&game(), &flipped, answers);
                assert!(told.is_err() || (at > end && bytes[at] == b' '), "byte {at}");
            }
            for length in 0..bytes.len() {
                assert!(ActionNet::from_bytes(&bytes[..length], answers).is_err(), "cut to {length}");
            }
        }
    }

    #[test]
    fn files_of_another_kind_or_game_are_told_in_one_line() {
        let bytes = net(Answers::Values).to_bytes(&Header::of(&game()).unwrap());
        let told = |game: &ConnectFour, answers| ActionNet::for_game(game, &bytes, answers).unwrap_err().to_string();
        assert_eq!(
            told(&game(), Answers::Policy),
            "the network's format is `agon action values 1`, and only `agon policy 1` can be read"
        );
        let usual = ConnectFour::new(Options::defaults(ConnectFour::INFO.options)).unwrap();
        assert_eq!(
            told(&usual, Answers::Values),
            "the network was trained with columns=4 rows=4, and cannot play with the usual options"
        );
        assert!(crate::Network::from_bytes(&bytes).is_err());
    }

    /// Gradients against differences of the loss, which is half the square of each output.
    #[test]
    fn gradients_are_slopes() {
        let (mut net, features) = (net(Answers::Policy), [1, 7, 30, 9999]);
        let loss = |net: &ActionNet| {
            let mut pass = Pass::default();
            net.forward(&features, &mut pass);
            pass.output.iter().map(|output| f64::from(*output).powi(2) / 2.0).sum::<f64>()
        };
        let (mut pass, mut gradients) = (Pass::default(), vec![0.0; net.parameters.len()]);
        net.forward(&features, &mut pass);
        net.backward(&features, &pass, &pass.output, &mut gradients);
        let mut slopes = 0;
        for (at, gradient) in gradients.iter().enumerate() {
            const STEP: f32 = 1e-3;
            let here = net.parameters[at];
            net.parameters[at] = here + STEP;
            let above = loss(&net);
            net.parameters[at] = here - STEP;
            let below = loss(&net);
            net.parameters[at] = here;
            let slope = (above - below) / f64::from(2.0 * STEP);
            assert!((slope - f64::from(*gradient)).abs() < 1e-3, "{at}: {slope} and {gradient}");
            slopes += usize::from(slope.abs() > 1e-6);
        }
        assert!(slopes > 20, "{slopes}");
    }
}
