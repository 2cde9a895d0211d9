use agon_core::{Evaluation, Game, GameInfo, Registered, mix};
use agon_search::{Agent, AlphaBeta, AlphaBetaConfig, Expectimax, Limits};

use crate::general::searching;
use crate::presets::{Made, tuned};
use crate::{Params, Range, Settings, SpecError};

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

/// The usual levels.
const USUAL: [Style; 10] = [
    Style { nodes: 320, depth: 3, blur: 117, blind: 16 },
    Style { nodes: 600, depth: 3, blur: 84, blind: 14 },
    Style { nodes: 1_300, depth: 4, blur: 48, blind: 10 },
    Style { nodes: 3_000, depth: 5, blur: 25, blind: 7 },
    Style { nodes: 7_200, depth: 6, blur: 8, blind: 3 },
    Style { nodes: 15_500, depth: 127, blur: 2, blind: 1 },
    Style { nodes: 34_000, depth: 127, blur: 0, blind: 0 },
    Style { nodes: 110_000, depth: 127, blur: 0, blind: 0 },
    Style { nodes: 320_000, depth: 127, blur: 0, blind: 0 },
    Style { nodes: 1_000_000, depth: 127, blur: 0, blind: 0 },
];

/// The levels of games that the usual ones do not fit.
const OWN: [(&str, &[Style]); 4] = [
    // Who begins wins soon between players who see a little: what tells levels apart lies below that.
    (
        "rithmomachia",
        &[
            Style { nodes: 10, depth: 1, blur: 3_300, blind: 86 },
            Style { nodes: 10, depth: 1, blur: 2_600, blind: 81 },
            Style { nodes: 10, depth: 1, blur: 2_150, blind: 73 },
            Style { nodes: 10, depth: 1, blur: 1_300, blind: 57 },
            Style { nodes: 15, depth: 1, blur: 430, blind: 32 },
            Style { nodes: 45, depth: 2, blur: 255, blind: 24 },
            Style { nodes: 180, depth: 2, blur: 155, blind: 18 },
            Style { nodes: 1_050, depth: 3, blur: 60, blind: 12 },
            Style { nodes: 2_200, depth: 4, blur: 32, blind: 8 },
            Style { nodes: 1_000_000, depth: 127, blur: 0, blind: 0 },
        ],
    ),
    // Between the usual ones below level 6 there is too little, and the first is no beginner.
    (
        "rhythmomachy",
        &[
            Style { nodes: 200, depth: 2, blur: 180, blind: 22 },
            Style { nodes: 430, depth: 3, blur: 102, blind: 15 },
            Style { nodes: 1_300, depth: 4, blur: 48, blind: 10 },
            Style { nodes: 3_500, depth: 5, blur: 22, blind: 6 },
            Style { nodes: 8_500, depth: 6, blur: 7, blind: 3 },
            Style { nodes: 19_000, depth: 127, blur: 1, blind: 1 },
            Style { nodes: 42_000, depth: 127, blur: 0, blind: 0 },
            Style { nodes: 110_000, depth: 127, blur: 0, blind: 0 },
            Style { nodes: 320_000, depth: 127, blur: 0, blind: 0 },
            Style { nodes: 1_000_000, depth: 127, blur: 0, blind: 0 },
        ],
    ),
    // What a player does not see in a game of forced answers costs more than what it misjudges.
    (
        "andantino",
        &[
            Style { nodes: 320, depth: 3, blur: 117, blind: 16 },
            Style { nodes: 1_300, depth: 4, blur: 48, blind: 10 },
            Style { nodes: 3_000, depth: 5, blur: 25, blind: 7 },
            Style { nodes: 7_200, depth: 6, blur: 8, blind: 3 },
            Style { nodes: 1_800, depth: 127, blur: 0, blind: 0 },
            Style { nodes: 5_000, depth: 127, blur: 0, blind: 0 },
            Style { nodes: 14_000, depth: 127, blur: 0, blind: 0 },
            Style { nodes: 45_000, depth: 127, blur: 0, blind: 0 },
            Style { nodes: 200_000, depth: 127, blur: 0, blind: 0 },
            Style { nodes: 1_000_000, depth: 127, blur: 0, blind: 0 },
        ],
    ),
    // Too small for ten.
    (
        "tilesum",
        &[
            Style { nodes: 100, depth: 1, blur: 600, blind: 40 },
            Style { nodes: 1_000, depth: 2, blur: 300, blind: 22 },
            Style { nodes: 1_000_000, depth: 127, blur: 0, blind: 0 },
        ],
    ),
];

fn styles(info: &GameInfo) -> &'static [Style] {
    OWN.iter().find(|(game, _)| *game == info.name).map_or(&USUAL, |(_, styles)| styles)
}

/// How many levels a game has.
pub fn levels(info: &GameInfo) -> u64 {
    styles(info).len() as u64
}

/// The agent of a level; its style can be changed by parameters.
pub(crate) fn level<G: Registered>(
    params: &mut Params,
    settings: Settings,
    chance: bool,
) -> Result<Made<G>, SpecError> {
    let number = params.int("level", 1, levels(G::INFO))?.unwrap_or(1);
    let usual = styles(G::INFO)[(number - 1) as usize];
    let style = Style {
        nodes: params.number(Range::NODES)?.unwrap_or(usual.nodes),
        depth: params.number(Range::DEPTH)?.unwrap_or(usual.depth),
        blur: params.int("blur", 0, 100_000)?.map_or(usual.blur, |blur| blur as i32),
        blind: params.int("blind", 0, 100)?.unwrap_or(usual.blind),
    };
    let limits = Limits { nodes: Some(style.nodes), depth: Some(style.depth), ..Limits::default() };
    // What a level sees of a win is no promise: it may have overlooked the refutation.
    let config = AlphaBetaConfig { keep_word: false, ..tuned::<G>(searching(Settings { threads: 1, ..settings })) };
    let clear = G::Evaluation::default();
    let agent: Box<dyn Agent<G>> = match (chance, style.blur == 0 && style.blind == 0) {
        (true, true) => Box::new(Expectimax::new(clear)),
        (true, false) => Box::new(Expectimax::new(Blurred { clear, style, seed: mix(settings.seed) })),
        (false, true) => Box::new(AlphaBeta::try_new(clear, config)?),
        (false, false) => Box::new(AlphaBeta::try_new(Blurred { clear, style, seed: mix(settings.seed) }, config)?),
    };
    Ok((agent, limits))
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

    fn candidates(&self, game: &G, position: &G::Position, moves: &mut Vec<G::Move>) {
        game.moves(position, moves);
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
