use std::sync::Arc;

use agon_core::{Options, Registered};
use agon_neural::{NetError, NetEvaluation, Network};

use crate::entry::Made;
use crate::games::entry;
use crate::general::{NNUE, best, thinking_time};
use crate::{Params, Settings, Spec, SpecError};

/// The search of `best` with a network's judgement; `None` where no file is named and no network comes with the game.
pub(crate) fn nnue<G: Registered>(
    spec: &Spec,
    params: &mut Params,
    settings: Settings,
    options: &Options,
) -> Result<Option<Made<G>>, SpecError> {
    let file = params.text(Spec::WEIGHTS);
    let bytes = match (&file, entry::<G>().network) {
        (Some(_), _) => spec.weights.as_deref().ok_or(SpecError::Weights)?,
        (None, Some(bytes)) => bytes,
        (None, None) => return Ok(None),
    };
    let wrong = |error| SpecError::Network { file: file.clone().unwrap_or_else(|| NNUE.to_string()), error };
    let game = G::new(options.clone()).map_err(|_| wrong(NetError::NoFeatures { game: G::INFO.name }))?;
    let network = Network::for_game(&game, bytes).map_err(wrong)?;
    let evaluation = NetEvaluation::new(&game, Arc::new(network), G::Evaluation::default()).map_err(wrong)?;
    let limits = params.limits()?.or(thinking_time());
    Ok(Some((best(params, settings, options, evaluation)?, limits)))
}
