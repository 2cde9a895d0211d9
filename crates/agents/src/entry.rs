use agon_core::solver::Part;
use agon_core::{Game, GameInfo, Registered};
use agon_games::Visitor;
use agon_search::{Agent, AlphaBetaConfig, Limits};

use crate::games::entry;
use crate::level::{Level, USUAL};
use crate::networks::Shipped;
use crate::{Offer, Params, Settings, SpecError};

/// What agents know of a game beyond its rules and its evaluation. Every part has a default,
/// so an entry names only those in which the game differs.
pub(crate) struct Entry<G: Game> {
    /// Agents of this game only, such as those that a paper defines.
    pub presets: &'static [Preset<G>],
    /// The levels, weakest first.
    pub levels: &'static [Level],
    /// Changes what alpha-beta does in `best` and in levels.
    pub tune: fn(&mut AlphaBetaConfig),
    /// How player 2 can be played; empty where it simply plays to win.
    pub casts: &'static [Cast],
    /// A network that has been shown to be stronger than the evaluation: `best` plays with it.
    pub network: Option<Shipped<G>>,
}

impl<G: Game> Entry<G> {
    /// The entry of a game that has none of its own.
    pub const DEFAULT: Self = Entry { presets: &[], levels: &USUAL, tune: |_| {}, casts: &[], network: None };

    /// Alpha-beta as it suits the game.
    pub fn tuned(&self, mut config: AlphaBetaConfig) -> AlphaBetaConfig {
        (self.tune)(&mut config);
        config
    }
}

/// An agent of one game, with its limits when the caller sets none.
pub(crate) type Made<G> = (Box<dyn Agent<G>>, Limits);

/// A named agent of one game.
pub(crate) struct Preset<G: Game> {
    /// What it is called in an agent's text.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub meaning: &'static str,
    /// How it is offered to people; `None` where only its text names it.
    pub offer: Option<Offer>,
    /// Makes it.
    pub make: fn(&mut Params, Settings) -> Result<Made<G>, SpecError>,
}

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
    struct Casts;
    impl Visitor for Casts {
        type Output = &'static [Cast];
        fn visit<G: Registered>(&mut self) -> Self::Output {
            entry::<G>().casts
        }
    }
    agon_games::visit(info.name, &mut Casts).unwrap_or_default()
}
