//! Records of earlier versions, in which a swap did not exchange the sides: the first stone became
//! Blue's and was mirrored in the long diagonal. Mirrored too, all later moves give the same game.

use agon_core::{Line, Record, SWAP};

use super::Hex;

impl Hex {
    /// The record with all moves after a swap mirrored; `None` where nobody swaps.
    pub(super) fn mirrored_record(&self, record: &Record) -> Option<Record> {
        let mut mirrored = record.clone();
        self.mirror_line(&mut mirrored.main, 0, false);
        (mirrored != *record).then_some(mirrored)
    }

    /// Mirrors what follows a swap in a line that begins after so many plies.
    fn mirror_line(&self, line: &mut Line, before: usize, mut swapped: bool) {
        for (at, ply) in line.plies.iter_mut().enumerate() {
            for variation in &mut ply.variations {
                self.mirror_line(variation, before + at, swapped);
            }
            if swapped && let Some(cell) = self.grid.parse(&ply.mv) {
                ply.mv = self.grid.name(self.mirrored(cell));
            }
            swapped |= before + at == 1 && ply.mv == SWAP;
        }
    }
}
