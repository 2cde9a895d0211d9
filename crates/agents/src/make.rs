use agon_core::{DynGame, Game, GameInfo, closest};
use agon_games::Visitor;
use agon_search::{Agent, Limits, Random};

use crate::spec::short;
use crate::thinker::Adapted;
use crate::{Params, Spec, SpecError, Thinker};

/// The agent that plays when none is named.
pub const DEFAULT: &str = "random";

/// What every agent can be told beside its own text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What randomness follows from.
    pub seed: u64,
    /// How many threads may search.
    pub threads: usize,
    /// How much memory tables may take, in megabytes.
    pub hash: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { seed: 1, threads: 1, hash: 64 }
    }
}

/// The names and meanings of the agents that can play a game.
pub fn agents(_info: &'static GameInfo) -> Vec<(&'static str, &'static str)> {
    vec![("random", "any legal move, each equally likely")]
}

/// The agent that a text names, for a game.
pub fn make(game: &dyn DynGame, spec: &Spec, settings: Settings) -> Result<Box<dyn Thinker>, SpecError> {
    struct Make<'m>(&'m Spec, Settings);
    impl Visitor for Make<'_> {
        type Output = Result<Box<dyn Thinker>, SpecError>;
        fn visit<G: Game>(&mut self) -> Self::Output {
            let (agent, limits) = make_for::<G>(self.0, self.1)?;
            Ok(Box::new(Adapted { agent, limits }))
        }
    }
    agon_games::visit(game.info().name, &mut Make(spec, settings)).map_err(|_| unknown(spec, game.info()))?
}

fn make_for<G: Game>(spec: &Spec, settings: Settings) -> Result<(Box<dyn Agent<G>>, Limits), SpecError> {
    let mut params = Params::new(spec);
    let seed = params.int("seed", 0, u64::MAX)?.unwrap_or(settings.seed);
    let made: (Box<dyn Agent<G>>, Limits) = match spec.name.as_str() {
        "random" => (Box::new(Random::new(seed)), Limits::default()),
        _ => return Err(unknown(spec, G::INFO)),
    };
    params.finish()?;
    Ok(made)
}

fn unknown(spec: &Spec, info: &'static GameInfo) -> SpecError {
    let name = short(&spec.name);
    let names: Vec<&str> = agents(info).iter().map(|(name, _)| *name).collect();
    let hint = closest(&name, names.iter().copied()).map(|meant| format!(" (did you mean `{meant}`?)"));
    SpecError::Unknown { name, game: info.name, known: format!("{}{}", names.join(", "), hint.unwrap_or_default()) }
}
