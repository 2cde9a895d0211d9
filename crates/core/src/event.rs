use serde::Serialize;

use crate::{CellId, Outcome, Piece, Scene, scene::Placed};

/// One thing that a move did, and the rule by which it did it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Event {
    /// The word for the rule: `move`, `assault`, `glorious`…
    pub rule: &'static str,
    /// One sentence with the numbers: "Assault: 5 x 5 squares = 25".
    pub text: String,
    /// The cells that had a part in it, the moved or placed piece's first.
    pub cells: Vec<CellId>,
    /// What changed on the board.
    pub effect: Effect,
}

/// What an event changed on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    /// A piece came onto an empty cell.
    Place {
        /// Where.
        cell: CellId,
        /// What.
        piece: Piece,
    },
    /// A piece went from one cell to another, empty one.
    Move {
        /// Where it stood.
        from: CellId,
        /// Where it stands.
        to: CellId,
    },
    /// A piece left the board.
    Remove {
        /// Where it stood.
        cell: CellId,
    },
    /// A piece became another.
    Change {
        /// Where it stands.
        cell: CellId,
        /// What it is now.
        piece: Piece,
    },
    /// Nothing on the board: a second reason for what another event did, or
    /// a counter that moved.
    Note,
    /// The game ended.
    End(Outcome),
}

impl Effect {
    /// Does to the pieces of a scene what was done to the board, or says why
    /// it cannot have been.
    pub fn apply(&self, scene: &mut Scene) -> Result<(), String> {
        let place = |scene: &Scene, cell| scene.pieces.binary_search_by_key(&cell, |placed| placed.cell);
        let occupied = |cell| format!("cell {cell} is occupied");
        let empty = |cell| format!("cell {cell} is empty");
        match self {
            Effect::Place { cell, piece } => {
                let at = place(scene, *cell).err().ok_or_else(|| occupied(*cell))?;
                scene.pieces.insert(at, Placed { cell: *cell, piece: piece.clone() });
            }
            Effect::Move { from, to } => {
                let at = place(scene, *from).map_err(|_| empty(*from))?;
                let piece = scene.pieces.remove(at).piece;
                Effect::Place { cell: *to, piece }.apply(scene)?;
            }
            Effect::Remove { cell } => {
                let at = place(scene, *cell).map_err(|_| empty(*cell))?;
                scene.pieces.remove(at);
            }
            Effect::Change { cell, piece } => {
                let at = place(scene, *cell).map_err(|_| empty(*cell))?;
                scene.pieces[at].piece = piece.clone();
            }
            Effect::Note | Effect::End(_) => {}
        }
        Ok(())
    }
}
