//! Builds a table: each position is looked into once, after all that can follow from it.

use std::sync::atomic::{AtomicBool, Ordering};

use agon_core::{Game, Outcome, Player, Turn};
use thiserror::Error;

use super::kinds::{Full, Kinds};
use super::table::{FARTHEST, Origin, Tablebase};
use crate::NoMemory;

/// Moves made between two reports.
const REPORT_EVERY: u64 = 1 << 20;

/// Why there is no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BuildError {
    /// Nothing follows.
    #[error("the game is over ({})", .0.reason)]
    Over(Outcome),
    /// Chance takes part.
    #[error("a table holds wins, draws and losses, but here chance takes part")]
    Chance,
    /// Positions come again.
    #[error("a table needs a game that always moves on, but positions of this one can come again")]
    Repeats,
    /// Lines are too long.
    #[error("a table counts at most {FARTHEST} plies, and this game can go on for longer")]
    TooLong,
    /// There are too many positions.
    #[error("more than {positions} positions: the table does not fit into {megabytes} MB")]
    TooMany {
        /// How many were found.
        positions: u64,
        /// The memory that was allowed.
        megabytes: u64,
    },
    /// There is not enough memory.
    #[error(transparent)]
    Memory(#[from] NoMemory),
    /// Somebody stopped it.
    #[error("stopped; a table is kept only when it is complete")]
    Stopped,
}

/// A table, and what it cost.
#[derive(Clone, Debug)]
pub struct Built {
    /// The table.
    pub table: Tablebase,
    /// Moves made.
    pub nodes: u64,
    /// The most memory that it took, in bytes.
    pub bytes: u64,
}

/// A position whose moves are being looked at.
struct Frame<G: Game> {
    position: G::Position,
    kind: u64,
    mover: Player,
    moves: Vec<G::Move>,
    next: usize,
    best: Option<i8>,
}

/// How much the mover likes a value: near wins most, near losses least.
fn liking(value: i8) -> i32 {
    match i32::from(value) {
        plies if plies > 0 => 1000 - plies,
        0 => 0,
        plies => -1000 - plies,
    }
}

impl<G: Game> Frame<G> {
    /// Counts a move after which that player wins in so many plies, or nobody does.
    fn count(&mut self, winner: Option<Player>, plies: i8) -> Result<(), BuildError> {
        if plies >= FARTHEST {
            return Err(BuildError::TooLong);
        }
        let value = winner.map_or(0, |winner| if winner == self.mover { plies + 1 } else { -plies - 1 });
        if self.best.is_none_or(|best| liking(value) > liking(best)) {
            self.best = Some(value);
        }
        Ok(())
    }
}

/// The winner and the plies that a value of this mover means.
fn meaning(mover: Player, value: i8) -> (Option<Player>, i8) {
    match value {
        0 => (None, 0),
        1.. => (Some(mover), value),
        _ => (Some(!mover), -value),
    }
}

impl Tablebase {
    /// The table of everything that can follow from a position, in at most so many megabytes.
    /// `progress` hears how many positions are known.
    pub fn build<G: Game>(
        game: &G,
        position: &G::Position,
        origin: Origin,
        megabytes: u64,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Built, BuildError> {
        if game.repetition().is_some() {
            return Err(BuildError::Repeats);
        }
        if let Some(outcome) = game.outcome(position) {
            return Err(BuildError::Over(outcome));
        }
        let full = |kinds: &Kinds, full| match full {
            Full::Bytes => BuildError::TooMany { positions: kinds.len(), megabytes },
            Full::Memory(error) => BuildError::Memory(error),
        };
        let mut kinds = Kinds::new(megabytes << 20)?;
        // Frames are used again, so that nothing is allocated for each position.
        let mut spare: Vec<Vec<G::Move>> = Vec::new();
        let mut nodes = 0;
        let mut frames = vec![frame(game, *position, game.kind(position), Vec::new())?];
        while let Some(top) = frames.last_mut() {
            let Some(mv) = top.moves.get(top.next).copied() else {
                let Some(Frame { kind, mover, moves, best, .. }) = frames.pop() else { break };
                let value = best.unwrap_or(0);
                kinds.insert(kind, value).map_err(|error| full(&kinds, error))?;
                spare.push(moves);
                if let Some(parent) = frames.last_mut() {
                    let (winner, plies) = meaning(mover, value);
                    parent.count(winner, plies)?;
                }
                continue;
            };
            top.next += 1;
            let mut after = top.position;
            game.play(&mut after, mv);
            nodes += 1;
            if nodes % REPORT_EVERY == 0 {
                progress(kinds.len());
                if stop.load(Ordering::Relaxed) {
                    return Err(BuildError::Stopped);
                }
            }
            if let Some(outcome) = game.outcome(&after) {
                top.count(outcome.winner, 0)?;
                continue;
            }
            let kind = game.kind(&after);
            if let Some(value) = kinds.get(kind) {
                let mover = game.turn(&after).player().ok_or(BuildError::Chance)?;
                let (winner, plies) = meaning(mover, value);
                top.count(winner, plies)?;
                continue;
            }
            // A line as long as this is no game that ends, or one that is too long.
            if frames.len() > FARTHEST as usize {
                return Err(BuildError::TooLong);
            }
            frames.push(frame(game, after, kind, spare.pop().unwrap_or_default())?);
        }
        let bytes = kinds.bytes();
        let (count, most) = (kinds.len(), megabytes << 20);
        if bytes + Tablebase::size(count) > most {
            return Err(BuildError::TooMany { positions: count, megabytes });
        }
        let table = Tablebase::of(origin, count, || kinds.iter())?;
        // The map's last growth, or the map and the table.
        let bytes = (bytes + bytes / 2).max(bytes + Tablebase::size(count));
        Ok(Built { table, nodes, bytes })
    }
}

fn frame<G: Game>(game: &G, position: G::Position, kind: u64, mut moves: Vec<G::Move>) -> Result<Frame<G>, BuildError> {
    let Turn::Player(mover) = game.turn(&position) else { return Err(BuildError::Chance) };
    game.moves(&position, &mut moves);
    Ok(Frame { position, kind, mover, moves, next: 0, best: None })
}
