use agon_core::{Evaluation, Game, mix};
use agon_search::{AlphaBeta, AlphaBetaConfig, Limits};

use crate::Settings;
use crate::presets::Made;

/// How a level plays: like a player who sees less far, misjudges, and now and
/// then does not see a move at all; never like dice.
#[derive(Clone, Copy, Debug)]
struct Style {
    /// Moves it makes in its head for each move on the board: never a time,
    /// so that it plays the same on every machine.
    nodes: u64,
    /// The deepest it looks.
    depth: u32,
    /// How wrong its judgement may be either way, in hundredths of a point.
    blur: i32,
    /// How many moves in a hundred it does not see.
    blind: u64,
}

const LEVELS: [Style; 10] = [
    Style { nodes: 300, depth: 1, blur: 400, blind: 30 },
    Style { nodes: 600, depth: 2, blur: 250, blind: 22 },
    Style { nodes: 1_200, depth: 2, blur: 150, blind: 14 },
    Style { nodes: 2_500, depth: 3, blur: 90, blind: 8 },
    Style { nodes: 5_000, depth: 4, blur: 50, blind: 4 },
    Style { nodes: 12_000, depth: 6, blur: 25, blind: 1 },
    Style { nodes: 40_000, depth: 127, blur: 0, blind: 0 },
    Style { nodes: 150_000, depth: 127, blur: 0, blind: 0 },
    Style { nodes: 600_000, depth: 127, blur: 0, blind: 0 },
    Style { nodes: 3_000_000, depth: 127, blur: 0, blind: 0 },
];

/// The highest level.
pub const HIGHEST: u64 = LEVELS.len() as u64;

/// The agent of a level, counted from 1.
pub(crate) fn level<G: Game>(level: u64, settings: Settings) -> Made<G> {
    let style = LEVELS[(level.clamp(1, HIGHEST) - 1) as usize];
    let limits = Limits { nodes: Some(style.nodes), depth: Some(style.depth), ..Limits::default() };
    let config = AlphaBetaConfig { threads: 1, hash: settings.hash as u32, ..AlphaBetaConfig::default() };
    if style.blur == 0 && style.blind == 0 {
        return (Box::new(AlphaBeta::new(G::Evaluation::default(), config)), limits);
    }
    let blurred = Blurred { clear: G::Evaluation::default(), style, seed: mix(settings.seed) };
    (Box::new(AlphaBeta::new(blurred, config)), limits)
}

/// An evaluation seen through bad eyes: always the same mistake in the same
/// position, as a player makes it, but another one in another game.
#[derive(Clone, Debug)]
struct Blurred<E> {
    clear: E,
    style: Style,
    seed: u64,
}

impl<G: Game, E: Evaluation<G>> Evaluation<G> for Blurred<E> {
    fn evaluate(&self, game: &G, position: &G::Position) -> i32 {
        let judgement = self.clear.evaluate(game, position);
        // Two draws make small mistakes likelier than large ones.
        let drawn = mix(game.key(position) ^ self.seed);
        let (a, b) = ((drawn & 0xffff) as i32, (drawn >> 16 & 0xffff) as i32);
        let mistake = self.style.blur * (a - b) / 0xffff;
        (judgement + mistake).clamp(-E::LIMIT, E::LIMIT)
    }

    fn promise(&self, game: &G, position: &G::Position, mv: G::Move) -> i32 {
        self.clear.promise(game, position, mv)
    }

    fn narrow(&self, game: &G, position: &G::Position, moves: &mut Vec<G::Move>) {
        let mut place = mix(game.key(position) ^ self.seed.rotate_left(32));
        let first = moves.first().copied();
        moves.retain(|_| {
            place = mix(place);
            place % 100 >= self.style.blind
        });
        if moves.is_empty() {
            moves.extend(first);
        }
    }

    fn is_forcing(&self, game: &G, position: &G::Position, mv: G::Move) -> bool {
        self.clear.is_forcing(game, position, mv)
    }
}
