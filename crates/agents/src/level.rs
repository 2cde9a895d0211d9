use agon_core::{Evaluation, Game, GameInfo, Options, Registered, mix};
use agon_games::Visitor;
use agon_search::{Agent, AlphaBeta, AlphaBetaConfig, Expectimax, Limits};

use crate::entry::Made;
use crate::games::entry;
use crate::general::{has_chance, searching};
use crate::playouts::PLAYOUTS;
use crate::{Params, Range, Settings, SpecError};

/// How a level plays: like a player who sees less far, misjudges, and now and
/// then does not see a move at all; never like dice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level {
    /// Moves it makes in its head for each move on the board: never a time,
    /// so that it plays the same on every machine.
    pub nodes: u64,
    /// The deepest it looks.
    pub depth: u32,
    /// How wrong its judgement may be either way, in hundredths of a point.
    pub blur: i32,
    /// How many moves in a hundred it does not see.
    pub blind: u64,
}

/// The usual levels.
pub(crate) const USUAL: [Level; 10] = [
    Level { nodes: 320, depth: 3, blur: 117, blind: 16 },
    Level { nodes: 600, depth: 3, blur: 84, blind: 14 },
    Level { nodes: 1_300, depth: 4, blur: 48, blind: 10 },
    Level { nodes: 3_000, depth: 5, blur: 25, blind: 7 },
    Level { nodes: 7_200, depth: 6, blur: 8, blind: 3 },
    Level { nodes: 15_500, depth: 127, blur: 2, blind: 1 },
    Level { nodes: 34_000, depth: 127, blur: 0, blind: 0 },
    Level { nodes: 110_000, depth: 127, blur: 0, blind: 0 },
    Level { nodes: 320_000, depth: 127, blur: 0, blind: 0 },
    Level { nodes: 1_000_000, depth: 127, blur: 0, blind: 0 },
];

/// How many levels a game has.
pub fn levels(info: &GameInfo) -> u64 {
    struct Levels;
    impl Visitor for Levels {
        type Output = u64;
        fn visit<G: Registered>(&mut self) -> u64 {
            let is_blank = G::Evaluation::default().is_blank();
            if is_blank { PLAYOUTS.len() as u64 } else { entry::<G>().levels.len() as u64 }
        }
    }
    agon_games::visit(info.name, &mut Levels).unwrap_or(USUAL.len() as u64)
}

/// The agent of a level that uses the game's evaluation; it can be changed by parameters.
pub(crate) fn level<G: Registered>(
    params: &mut Params,
    settings: Settings,
    options: &Options,
    clear: G::Evaluation,
) -> Result<Made<G>, SpecError> {
    let entry = entry::<G>();
    let number = params.int("level", 1, entry.levels.len() as u64)?.unwrap_or(1);
    let usual = entry.levels[(number - 1) as usize];
    let level = Level {
        nodes: params.number(Range::NODES)?.unwrap_or(usual.nodes),
        depth: params.number(Range::DEPTH)?.unwrap_or(usual.depth),
        blur: params.int("blur", 0, 100_000)?.map_or(usual.blur, |blur| blur as i32),
        blind: params.int("blind", 0, 100)?.unwrap_or(usual.blind),
    };
    let limits = Limits { nodes: Some(level.nodes), depth: Some(level.depth), ..Limits::default() };
    // What a level sees of a win is no promise: it may have overlooked the refutation.
    let config = AlphaBetaConfig { keep_word: false, ..entry.tuned(searching(Settings { threads: 1, ..settings })) };
    let agent: Box<dyn Agent<G>> = match (has_chance::<G>(options), level.blur == 0 && level.blind == 0) {
        (true, true) => Box::new(Expectimax::new(clear)),
        (true, false) => Box::new(Expectimax::new(Blurred { clear, level, seed: mix(settings.seed) })),
        (false, true) => Box::new(AlphaBeta::try_new(clear, config)?),
        (false, false) => Box::new(AlphaBeta::try_new(Blurred { clear, level, seed: mix(settings.seed) }, config)?),
    };
    Ok((agent, limits))
}

/// An evaluation seen through bad eyes: always the same mistake in the same
/// position, as a player makes it, but another one in another game.
#[derive(Clone, Debug)]
struct Blurred<E> {
    clear: E,
    level: Level,
    seed: u64,
}

impl<G: Game, E: Evaluation<G>> Evaluation<G> for Blurred<E> {
    type State = E::State;

    fn state(&self, game: &G, position: &G::Position) -> E::State {
        self.clear.state(game, position)
    }

    fn play(&self, game: &G, position: &mut G::Position, state: &mut E::State, mv: G::Move) {
        self.clear.play(game, position, state, mv);
    }

    fn limit(&self) -> i32 {
        self.clear.limit()
    }

    fn evaluate(&self, game: &G, position: &G::Position, state: &E::State) -> i32 {
        let judgement = self.clear.evaluate(game, position, state);
        // Two draws make small mistakes likelier than large ones.
        let drawn = mix(game.key(position) ^ self.seed);
        let (a, b) = ((drawn & 0xffff) as i32, (drawn >> 16 & 0xffff) as i32);
        let mistake = self.level.blur * (a - b) / 0xffff;
        (judgement + mistake).clamp(-self.limit(), self.limit())
    }

    fn promise(&self, game: &G, position: &G::Position, state: &E::State, mv: G::Move) -> i32 {
        self.clear.promise(game, position, state, mv)
    }

    fn candidates(&self, game: &G, position: &G::Position, _: &E::State, moves: &mut Vec<G::Move>) {
        game.moves(position, moves);
        let mut place = mix(game.key(position) ^ self.seed.rotate_left(32));
        let first = moves.first().copied();
        moves.retain(|_| {
            place = mix(place);
            place % 100 >= self.level.blind
        });
        if moves.is_empty() {
            moves.extend(first);
        }
    }

    fn is_forcing(&self, game: &G, position: &G::Position, state: &E::State, mv: G::Move) -> bool {
        self.clear.is_forcing(game, position, state, mv)
    }
}
