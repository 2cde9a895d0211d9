use agon_core::{Options, Registered};
use agon_neural::{NetError, options_named, options_text};

use crate::entry::Made;
use crate::games::entry;
use crate::networks::{NNUE, shipped};
use crate::{Params, Settings, Spec, SpecError};

/// The search of `best` with a network's judgement; `None` where no file is named and no network comes with the game.
pub(crate) fn nnue<G: Registered>(
    spec: &Spec,
    params: &mut Params,
    settings: Settings,
    options: &Options,
) -> Result<Option<Made<G>>, SpecError> {
    if let Some(file) = params.text(Spec::WEIGHTS) {
        return by_file(&file, spec, params, settings, options).map(Some);
    }
    let made = shipped(params, settings, options)?;
    match &entry::<G>().network {
        Some(network) if made.is_none() => {
            let [found, asked] = [network.options, &options_text(options)].map(options_named);
            Err(SpecError::Network { file: NNUE.to_string(), error: NetError::Options { found, asked } })
        }
        _ => Ok(made),
    }
}

#[cfg(feature = "files")]
fn by_file<G: Registered>(
    file: &str,
    spec: &Spec,
    params: &mut Params,
    settings: Settings,
    options: &Options,
) -> Result<Made<G>, SpecError> {
    let bytes = spec.weights.as_deref().ok_or(SpecError::Weights)?;
    let network = agon_neural::Network::from_bytes(bytes);
    let network = network.map_err(|error| SpecError::Network { file: file.to_string(), error })?;
    crate::networks::player(file, network.into(), params, settings, options)
}

#[cfg(not(feature = "files"))]
fn by_file<G: Registered>(_: &str, _: &Spec, _: &mut Params, _: Settings, _: &Options) -> Result<Made<G>, SpecError> {
    Err(SpecError::Weights)
}
