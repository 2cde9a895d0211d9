//! Checks a table by the rules alone. Nothing here is shared with what builds tables: positions
//! are visited in another order, results are compared in another form, and symmetries are
//! taken from the rules one by one.

use std::sync::atomic::{AtomicBool, Ordering};

use agon_core::{Game, Player};

use super::Tablebase;

/// Positions that are also solved by plain minimax, if they are small enough…
const SAMPLES: u64 = 2000;
/// …which is when it takes at most so many moves.
const SAMPLE_MOVES: u64 = 20_000;
/// Positions between two looks at the flag.
const LOOK_EVERY: u64 = 1 << 16;

/// How a game ends with best play, seen from player 1's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    Draw,
    Won(Player, u32),
}

impl Ending {
    /// Whether `player` would rather have this than `other`.
    fn is_better(self, other: Ending, player: Player) -> bool {
        let place = |ending| match ending {
            Ending::Won(winner, plies) if winner == player => (2, -i64::from(plies)),
            Ending::Draw => (1, 0),
            Ending::Won(_, plies) => (0, i64::from(plies)),
        };
        place(self) > place(other)
    }

    fn a_ply_earlier(self) -> Ending {
        match self {
            Ending::Draw => Ending::Draw,
            Ending::Won(winner, plies) => Ending::Won(winner, plies + 1),
        }
    }
}

/// What was checked, all of it right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Positions whose value fits those of their successors: all that can be reached.
    pub positions: u64,
    /// Moves made for that.
    pub moves: u64,
    /// Positions of them that plain minimax values the same.
    pub solved: u64,
}

/// What is wrong with a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault<P> {
    /// A position that can be reached is not in it.
    Missing(P),
    /// A value does not follow from those of the successors.
    Inconsistent(P),
    /// Plain minimax finds another value.
    Wrong(P),
    /// Symmetric positions have different values.
    Asymmetric(P),
    /// So many positions are in it that cannot be reached.
    Unreachable(u64),
    /// Chance is to move in a position.
    Chance(P),
    /// Somebody stopped the check.
    Stopped,
}

/// Checks that a table holds everything that can follow from a position, nothing else, and
/// that each value follows from those of its successors; and samples by plain minimax.
/// `progress` hears how many positions have been checked.
pub fn verify_tablebase<G: Game>(
    game: &G,
    from: &G::Position,
    table: &Tablebase,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(u64),
) -> Result<Verified, Fault<G::Position>> {
    let mut reached = vec![0_u64; (table.len() as usize).div_ceil(64)];
    let mut first_time = |place: usize| {
        let (word, bit) = (&mut reached[place / 64], 1 << (place % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    };
    let sample_every = (table.len() / SAMPLES).max(1);
    let mut checked = Verified::default();
    let mut to_do = vec![*from];
    first_time(told(game, table, from)?.0);
    let mut moves = Vec::new();
    while let Some(position) = to_do.pop() {
        let (_, told_here) = told(game, table, &position)?;
        let mover = game.turn(&position).player().ok_or(Fault::Chance(position))?;
        game.moves(&position, &mut moves);
        let mut best: Option<Ending> = None;
        for mv in &moves {
            let mut next = position;
            game.play(&mut next, *mv);
            checked.moves += 1;
            let ending = if let Some(outcome) = game.outcome(&next) {
                outcome.winner.map_or(Ending::Draw, |winner| Ending::Won(winner, 0))
            } else {
                let (place, ending) = told(game, table, &next)?;
                if first_time(place) {
                    to_do.push(next);
                }
                ending
            };
            let ending = ending.a_ply_earlier();
            if best.is_none_or(|best| ending.is_better(best, mover)) {
                best = Some(ending);
            }
        }
        if best != Some(told_here) {
            return Err(Fault::Inconsistent(position));
        }
        if checked.positions % sample_every == 0 {
            checked.solved += u64::from(agrees_with_minimax(game, table, &position, told_here)?);
        }
        checked.positions += 1;
        if checked.positions % LOOK_EVERY == 0 {
            progress(checked.positions);
            if stop.load(Ordering::Relaxed) {
                return Err(Fault::Stopped);
            }
        }
    }
    match table.len() - checked.positions {
        0 => Ok(checked),
        left => Err(Fault::Unreachable(left)),
    }
}

/// The least key of all images of a position.
fn least_key<G: Game>(game: &G, position: &G::Position) -> u64 {
    let mut least = game.key(position);
    for symmetry in 1..game.symmetries() {
        least = least.min(game.key(&game.transform(symmetry, position)));
    }
    least
}

/// The place of a position in the table, and what that says of it.
fn told<G: Game>(game: &G, table: &Tablebase, position: &G::Position) -> Result<(usize, Ending), Fault<G::Position>> {
    let (place, value) = table.find(least_key(game, position)).ok_or(Fault::Missing(*position))?;
    let mover = game.turn(position).player().ok_or(Fault::Chance(*position))?;
    let ending = match value {
        0 => Ending::Draw,
        1.. => Ending::Won(mover, value as u32),
        _ => Ending::Won(!mover, u32::from(value.unsigned_abs())),
    };
    Ok((place, ending))
}

/// Whether plain minimax, which knows neither tables nor symmetries, could be asked about a
/// position; it and its images then have the value that it finds.
fn agrees_with_minimax<G: Game>(
    game: &G,
    table: &Tablebase,
    position: &G::Position,
    told_here: Ending,
) -> Result<bool, Fault<G::Position>> {
    for symmetry in 1..game.symmetries() {
        let image = game.transform(symmetry, position);
        if told(game, table, &image)?.1 != told_here {
            return Err(Fault::Asymmetric(image));
        }
    }
    let mut left = SAMPLE_MOVES;
    match minimax(game, position, &mut left) {
        Some(found) if found != told_here => Err(Fault::Wrong(*position)),
        found => Ok(found.is_some()),
    }
}

fn minimax<G: Game>(game: &G, position: &G::Position, left: &mut u64) -> Option<Ending> {
    if let Some(outcome) = game.outcome(position) {
        return Some(outcome.winner.map_or(Ending::Draw, |winner| Ending::Won(winner, 0)));
    }
    let mover = game.turn(position).player()?;
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut best: Option<Ending> = None;
    for mv in moves {
        *left = left.checked_sub(1)?;
        let mut next = *position;
        game.play(&mut next, mv);
        let ending = minimax(game, &next, left)?.a_ply_earlier();
        if best.is_none_or(|best| ending.is_better(best, mover)) {
            best = Some(ending);
        }
    }
    best
}
