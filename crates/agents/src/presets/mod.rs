//! The agents of the papers that the games come from, each exactly as its
//! paper defines it, so that results can be compared.

mod andantino;
mod crosphere;
mod rhythmomachy;
mod rithmomachia;
mod tilesum;

use std::any::Any;

use agon_core::solver::Part;
use agon_core::{Game, GameInfo};
use agon_search::{Agent, AlphaBetaConfig, Limits};

use crate::{Params, Settings, SpecError};

/// An agent of one game, with its limits when the caller sets none.
pub(crate) type Made<G> = (Box<dyn Agent<G>>, Limits);

type Maker = fn(&mut Params, Settings) -> Result<Box<dyn Any>, SpecError>;

/// A named agent of one game.
pub(crate) struct Preset {
    pub game: &'static str,
    pub name: &'static str,
    pub meaning: &'static str,
    /// Makes a [`Made`] of the game, whose type is known only to who wrote it.
    make: Maker,
}

/// All presets: one line a game.
pub(crate) fn presets() -> impl Iterator<Item = &'static Preset> {
    [andantino::PRESETS, crosphere::PRESETS, rhythmomachy::PRESETS, rithmomachia::PRESETS, tilesum::PRESETS]
        .into_iter()
        .flatten()
}

/// How player 2 can be played, where that is more than well or badly: one line a game.
const CASTS: &[(&str, &[Cast])] = &[("tilesum", tilesum::CASTS)];

/// A part that player 2 can take, with what it takes to play it.
#[derive(Clone, Copy, Debug)]
pub struct Cast {
    /// The part.
    pub part: Part,
    /// What it means for player 1, in a sentence.
    pub meaning: &'static str,
    /// The options that go with it.
    pub options: &'static [(&'static str, &'static str)],
    /// The agent that plays it; `None` where any agent does, or nobody has to.
    pub agent: Option<&'static str>,
}

/// The parts that player 2 of a game can take; none where it simply plays to win.
pub fn casts(info: &GameInfo) -> &'static [Cast] {
    CASTS.iter().find(|(game, _)| *game == info.name).map_or(&[], |(_, casts)| casts)
}

/// How the strongest agent of a game searches, where that is not the usual: one line a game.
const TUNED: &[(&str, Tune)] = &[("andantino", andantino::tune)];

type Tune = fn(&mut AlphaBetaConfig);

/// Alpha-beta as it suits the game.
pub(crate) fn tuned<G: Game>(mut config: AlphaBetaConfig) -> AlphaBetaConfig {
    if let Some((_, tune)) = TUNED.iter().find(|(game, _)| *game == G::INFO.name) {
        tune(&mut config);
    }
    config
}

/// The preset of this name, if the game has one.
pub(crate) fn find<G: Game>(name: &str) -> Option<&'static Preset> {
    presets().find(|preset| preset.game == G::INFO.name && preset.name == name)
}

impl Preset {
    /// The agent.
    ///
    /// # Panics
    /// When the preset makes an agent of another game than it says: a slip in
    /// its table, which a test finds.
    pub(crate) fn make<G: Game>(&self, params: &mut Params, settings: Settings) -> Result<Made<G>, SpecError> {
        let made = (self.make)(params, settings)?;
        Ok(*made.downcast().unwrap_or_else(|_| panic!("the preset {} is not one of {}", self.name, G::INFO.name)))
    }
}

/// Hides the game's type, for [`Preset::make`].
fn hide<G: Game>(agent: impl Agent<G> + 'static, limits: Limits) -> Box<dyn Any> {
    let made: Made<G> = (Box::new(agent), limits);
    Box::new(made)
}
