//! The players of Ježek 2024: textbook Monte-Carlo tree search, which differ
//! in what a leaf is worth.

use std::any::Any;

use agon_core::Player;
use agon_games::{Crosphere, CrospherePosition};
use agon_search::{Leaf, Limits, Mcts, MctsConfig, Playout, Visit};

use super::{Preset, hide};
use crate::{Params, Settings, SpecError};

pub(super) const PRESETS: &[Preset] = &[
    Preset {
        game: "crosphere",
        name: "jezek-random",
        meaning: "tree search with random playouts (Ježek 2024; playouts, c)",
        make: |params, settings| make(params, settings, 0.3, Playout),
    },
    Preset {
        game: "crosphere",
        name: "jezek-heuristic",
        meaning: "tree search that counts the stones each side still needs (Ježek 2024; playouts, c)",
        make: |params, settings| make(params, settings, 0.5, Heuristic),
    },
];

/// Iterations a move when nobody says.
const ROLLOUTS: u64 = 500;

fn make<L: Leaf<Crosphere> + 'static>(
    params: &mut Params,
    settings: Settings,
    c: f64,
    leaf: L,
) -> Result<Box<dyn Any>, SpecError> {
    let limits = params.limits()?.or(Limits { playouts: Some(ROLLOUTS), ..Limits::default() });
    let c = params.real("c", 0.0, 100.0)?.unwrap_or(c);
    let config = MctsConfig::plain(c).with_seed(settings.seed).with_threads(settings.threads as u32);
    Ok(hide::<Crosphere>(Mcts::new(config.with_memory::<Crosphere>(settings.hash as u32), leaf), limits))
}

/// The thesis's judgement: who needs fewer stones, and has more strong ones left.
#[derive(Clone, Copy, Debug)]
struct Heuristic;

impl Heuristic {
    /// What a strong stone in hand weighs against a stone still needed.
    const STRONG: f64 = 0.4;
    /// The stones needed when there is no way.
    const NO_WAY: u32 = 64;
}

impl Leaf<Crosphere> for Heuristic {
    fn value(&mut self, game: &Crosphere, position: &CrospherePosition, _: &mut Visit<'_, Crosphere>) -> f64 {
        let needed = |player| f64::from(game.needed(position, player).unwrap_or(Self::NO_WAY));
        let hand = |player| f64::from(game.hand(position, player));
        let (one, two) = (Player::One, Player::Two);
        let advantage = needed(two) - needed(one) + Self::STRONG * (hand(one) - hand(two));
        1.0 / (1.0 + libm::exp(-advantage))
    }
}
