//! Pieces that could be captured with the next move, for every game that captures.

use agon_core::{Effect, Mark, Notation, Player, Side, View};

/// A mark for each enemy that the player to move could capture, with one way to do it.
pub(crate) fn endangered<G: Notation + View>(game: &G, position: &G::Position, attacker: Player) -> Vec<Mark> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut marks: Vec<Mark> = Vec::new();
    for mv in moves {
        for event in game.events(position, mv) {
            let (Effect::Remove { cell } | Effect::Change { cell, .. }) = event.effect else { continue };
            if marks.iter().any(|mark| mark.cells[0] == cell) {
                continue;
            }
            let from = game.gesture(position, mv).cells.first().copied();
            marks.push(Mark {
                rule: "endangered",
                side: Side::from(!attacker),
                cells: std::iter::once(cell).chain(from).collect(),
                text: format!("{} after {}: {}", G::INFO.player(attacker), game.move_text(position, mv), event.text),
            });
        }
    }
    marks
}
