use crate::{Editor, Encoding, Evaluation, Formats, Game, Notation, Record, Solver, View};

/// A game with all that belongs in the registry: rules, text and pictures, what
/// is known about playing it well, and the parts that not every game has.
pub trait Registered: Game + Notation + View {
    /// What is known about playing it well; [`NoEvaluation`](crate::NoEvaluation) where nothing is.
    type Evaluation: Evaluation<Self> + Default;

    /// Sets up positions by hand, if that is possible.
    fn editor(&self) -> Option<&dyn Editor> {
        None
    }

    /// Moves and positions as numbers, if somebody has chosen them.
    fn encoding(&self) -> Option<&dyn Encoding<Self>> {
        None
    }

    /// Reads and writes the formats of [`GameInfo::formats`](crate::GameInfo::formats), if there are any.
    fn formats(&self) -> Option<&dyn Formats<Self>> {
        None
    }

    /// The record as an earlier version of the game meant it, in today's moves; `None` where that
    /// is how it stands. It counts only for records that cannot be replayed as they stand.
    fn old_record(&self, _record: &Record) -> Option<Record> {
        None
    }

    /// Tells what is certain, where the game is small enough.
    fn solver(&self) -> Option<&dyn Solver<Self>> {
        None
    }
}
