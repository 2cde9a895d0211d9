//! Where moves end.

use agon_core::{DynGame, History, PerPlayer, Player, Record, Registered, SWAP, Turn};
use agon_games::Visitor;
use serde::Serialize;

use super::hall::drawn;

/// How often the moves of each player ended on each cell.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Squares {
    /// The names of the cells.
    pub names: Vec<String>,
    /// For each player, by cell.
    pub ends: PerPlayer<Vec<u64>>,
    /// Moves that touch no cell.
    pub elsewhere: u64,
    /// All moves that were counted.
    pub moves: u64,
}

impl Squares {
    /// Counts the moves that players chose in these games; those of the
    /// random openings are not among them.
    pub(super) fn of(game: &dyn DynGame, records: &[Record]) -> Self {
        let names: Vec<String> = game.board().cells.into_iter().map(|cell| cell.name).collect();
        let empty = || vec![0; names.len()];
        let mut squares = Squares { ends: PerPlayer([empty(), empty()]), names: names.clone(), ..Squares::default() };
        for record in records {
            let moves: Vec<&str> = record.main.plies.iter().map(|ply| ply.mv.as_str()).collect();
            let mut visitor = Count { game, moves, opening: drawn(record), squares: &mut squares };
            // The game is one of the registry's, or nothing would have been played.
            let _ = agon_games::visit(game.info().name, &mut visitor);
        }
        squares
    }
}

struct Count<'c> {
    game: &'c dyn DynGame,
    moves: Vec<&'c str>,
    opening: usize,
    squares: &'c mut Squares,
}

impl Visitor for Count<'_> {
    type Output = ();

    fn visit<G: Registered>(&mut self) {
        let start = self.game.start();
        let Some(mut history) = start.as_any().downcast_ref::<History<G>>().cloned() else { return };
        // Squares are counted for sides, and a swap is no move of theirs.
        for (at, text) in self.moves.iter().enumerate().filter(|(_, text)| **text != SWAP) {
            let Ok(mv) = history.find_move(text) else { return };
            let (game, position) = (history.game(), history.position());
            if let Turn::Player(player) = game.turn(position)
                && at >= self.opening
            {
                self.squares.note(player, game.gesture(position, mv).cells.last().copied());
            }
            history.play(mv);
        }
    }
}

impl Squares {
    fn note(&mut self, player: Player, cell: Option<u16>) {
        self.moves += 1;
        match cell.and_then(|cell| self.ends[player].get_mut(usize::from(cell))) {
            Some(count) => *count += 1,
            None => self.elsewhere += 1,
        }
    }
}
