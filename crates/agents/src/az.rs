use std::sync::Arc;

use agon_core::{Encoding, Game, Options, Registered, Tracked, Turn};
use agon_neural::{NetError, PolicyNet, Trace};
use agon_search::{Evaluator, Gumbel, GumbelConfig, GumbelTraining, Leaf, Limits, Visit};

use crate::entry::Made;
use crate::{Params, Settings, Spec, SpecError};

/// Playouts of a move when nobody says.
const PLAYOUTS: u64 = 200;

/// The most moves of the root that can be looked into.
const MOST_CONSIDERED: u64 = 4096;

/// Tree search with a policy and value network from a file.
pub(crate) fn az<G: Registered>(
    spec: &Spec,
    params: &mut Params,
    settings: Settings,
    options: &Options,
) -> Result<Made<G>, SpecError> {
    let file = params.text(Spec::WEIGHTS).ok_or(SpecError::NoNetwork)?;
    let bytes = spec.weights.as_deref().ok_or(SpecError::Weights)?;
    let wrong = |error| SpecError::Network { file: file.clone(), error };
    let game = G::new(options.clone()).map_err(|_| wrong(NetError::NoFeatures { game: G::INFO.name }))?;
    let network = PolicyNet::for_game(&game, bytes).map_err(wrong)?;
    let limits = params.limits()?.or(Limits { playouts: Some(PLAYOUTS), ..Limits::default() });
    let usual = GumbelConfig::default();
    let noise = params.flag("noise")?.unwrap_or(false);
    let quick = params.int("quick", 0, u64::from(u32::MAX))?.unwrap_or(0);
    let config = GumbelConfig {
        considered: params.int("considered", 1, MOST_CONSIDERED)?.map_or(usual.considered, |most| most as u32),
        scale: params.real("scale", 0.0, 100.0)?.unwrap_or(usual.scale),
        training: noise.then_some(GumbelTraining { quick }),
        seed: settings.seed,
        ..usual
    };
    Ok((Box::new(Gumbel::new(config, Judge::new(network))), limits))
}

/// The network's judgement, for a search.
#[derive(Clone, Debug)]
struct Judge {
    network: Arc<PolicyNet>,
    trace: Trace,
    planes: Vec<f32>,
    priors: Vec<f32>,
}

impl Judge {
    fn new(network: PolicyNet) -> Self {
        Judge { network: Arc::new(network), trace: Trace::default(), planes: Vec::new(), priors: Vec::new() }
    }

    /// Player 1's chance; what is known of moves is in the trace.
    fn judge<G: Game>(&mut self, game: &G, encoding: &dyn Encoding<G>, position: &G::Position) -> f64 {
        encoding.planes(position, &mut self.planes);
        self.network.judge(&self.planes, &mut self.trace);
        // At a turn of chance planes are those that player 1 sees.
        match game.turn(position) {
            Turn::Player(agon_core::Player::Two) => 1.0 - self.trace.chance(),
            _ => self.trace.chance(),
        }
    }
}

impl<G: Registered> Evaluator<G> for Judge {
    type State = ();

    fn state(&self, _: &G, _: &G::Position) {}

    fn value(&mut self, game: &G, at: &Tracked<G::Position, ()>, _: &mut Visit<'_, G>) -> f64 {
        // A network is made only for a game with an encoding.
        game.encoding().map_or(0.5, |encoding| self.judge(game, encoding, &at.position))
    }

    fn batch_size(&self) -> usize {
        1
    }

    fn evaluate(&mut self, game: &G, leaves: &mut [Leaf<G, ()>], _: &mut Visit<'_, G>) {
        let Some(encoding) = game.encoding() else { return };
        let mut moves = Vec::new();
        for leaf in leaves {
            leaf.value = self.judge(game, encoding, &leaf.at.position);
            let Turn::Player(player) = game.turn(&leaf.at.position) else { continue };
            game.moves(&leaf.at.position, &mut moves);
            let seen = moves.iter().map(|mv| encoding.action_seen_by(player, encoding.action(*mv)));
            self.trace.priors(seen, &mut self.priors);
            leaf.priors.clear();
            leaf.priors.extend(moves.iter().copied().zip(self.priors.iter().copied()));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use agon_core::Rng;
    use agon_games::Hex;
    use agon_neural::Size;

    use super::*;
    use crate::make;

    fn spec(text: &str, size: &str) -> Spec {
        let game = Hex::new(Options::parse(Hex::INFO.options, size).unwrap()).unwrap();
        let net = PolicyNet::new(&game, Size { channels: 16, blocks: 1 }, &mut Rng::new(1)).unwrap();
        Spec { weights: Some(net.to_bytes().into()), ..text.parse().unwrap() }
    }

    fn answer(text: &str) -> Result<(String, u64), String> {
        let game = agon_games::open("hex", Options::parse(Hex::INFO.options, "size=4").unwrap()).unwrap();
        let made = make(&*game, &spec(text, "size=4"), Settings::default());
        let mut thinker = made.map_err(|error| error.to_string())?;
        // Red wins by b3: it joins the top to the bottom.
        let play = game.position("1,R,2/1,R,2/4/B,R,2 R").unwrap();
        let report = thinker.think(&*play, &Limits::default(), &Arc::new(AtomicBool::new(false)), &mut |_| {}).unwrap();
        Ok((report.best.unwrap(), report.playouts))
    }

    #[test]
    fn a_win_is_found_without_any_knowledge() {
        assert_eq!(answer("az:weights=x").unwrap().0, "b3");
        assert_eq!(answer("az:weights=x,playouts=1,noise=true,quick=1").unwrap().0, "b3");
    }

    #[test]
    fn what_it_cannot_play_and_what_it_has_not_is_told() {
        assert_eq!(
            answer("az:weights=x,considered=0").unwrap_err().split(':').next(),
            Some("parameter considered cannot be `0`")
        );
        let game = agon_games::open("hex", Options::parse(Hex::INFO.options, "size=5").unwrap()).unwrap();
        let refused = |spec: &Spec| make(&*game, spec, Settings::default()).err().map(|error| error.to_string());
        let other = spec("az:weights=x", "size=4");
        assert_eq!(refused(&other).unwrap(), "x: the network was trained with size=4, and cannot play with size=5");
        let cut =
            Spec { weights: other.weights.as_ref().map(|bytes| bytes[..bytes.len() - 4].into()), ..other.clone() };
        assert_eq!(refused(&cut).unwrap(), "x: the network was trained with size=4, and cannot play with size=5");
        let right = spec("az:weights=x", "size=5");
        let cut =
            Spec { weights: right.weights.as_ref().map(|bytes| bytes[..bytes.len() - 4].into()), ..right.clone() };
        assert_eq!(refused(&cut).unwrap(), "x: the network is damaged: it is shorter than its header says");
        assert_eq!(refused(&right), None);
        let none = refused(&"az".parse().unwrap()).unwrap();
        assert!(none.contains("az needs a network"), "{none}");
    }
}
