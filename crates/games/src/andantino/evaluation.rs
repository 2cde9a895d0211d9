use std::sync::Arc;

use agon_core::{Evaluation, Game, Player, WeightsError, set_weight, weight_lines};

use super::Andantino;
use super::bits::{Bits, Counted};
use super::hexagon::{Cell, Spot};
use super::patterns::Patterns;
use super::rules::{AndantinoPosition, Enclosure, Status};
use super::star::Star;
use super::state::{AndantinoState, Tracker, for_black};

/// What is known about playing Andantino well.
///
/// Games are won by threats: a four, or a ring that lacks one stone, must be
/// answered on the cell that would complete it, so who makes one with each
/// move keeps the initiative until two come at once. That is for the search to
/// see; what a position is worth before that is told by the patterns of its
/// stones, which the [state](AndantinoState) keeps count of.
#[derive(Clone, Debug)]
pub struct AndantinoEvaluation {
    /// What patterns of stones are worth.
    patterns: Arc<Patterns>,
    /// For the side to move.
    pub tempo: i32,
    /// When the side to move wins at once, or cannot stop all that wins next.
    pub won: i32,
    /// Promise of a move for each point by which it seems to change the patterns.
    pub pattern: i32,
}

impl Default for AndantinoEvaluation {
    fn default() -> Self {
        AndantinoEvaluation { patterns: Patterns::built_in(), tempo: 80, won: 9000, pattern: 6 }
    }
}

impl Evaluation<Andantino> for AndantinoEvaluation {
    type State = AndantinoState;

    fn weights(&mut self) -> Vec<(String, &mut i32)> {
        vec![
            ("tempo".to_string(), &mut self.tempo),
            ("won".to_string(), &mut self.won),
            ("pattern".to_string(), &mut self.pattern),
        ]
    }

    /// Beside those with names, patterns with their weights; if there are any,
    /// they take the place of all that are built in.
    fn with_weights(mut self, bytes: &[u8]) -> Result<Self, WeightsError> {
        let (patterns, named): (Vec<_>, Vec<_>) =
            weight_lines(bytes)?.into_iter().partition(|(_, name, _)| Patterns::is_pattern(name));
        if !patterns.is_empty() {
            self.patterns = Arc::new(Patterns::try_new(patterns)?);
        }
        let mut weights = self.weights();
        for weight in named {
            set_weight(&mut weights, weight)?;
        }
        Ok(self)
    }

    fn state(&self, game: &Andantino, position: &AndantinoPosition) -> AndantinoState {
        AndantinoState::of(game, &self.patterns, position)
    }

    #[inline]
    fn play(&self, game: &Andantino, position: &mut AndantinoPosition, state: &mut AndantinoState, mv: Cell) {
        game.put(position, mv, &mut Tracker { state, patterns: &self.patterns });
    }

    #[inline]
    fn margin(&self) -> i32 {
        60
    }

    #[expect(clippy::inline_always, reason = "asked of nearly every node, and the call is a quarter of it")]
    #[inline(always)]
    fn evaluate(&self, _: &Andantino, position: &AndantinoPosition, state: &AndantinoState) -> i32 {
        let (own, enemy) = (position.turn, !position.turn);
        let playable = |player: Player| match state.wins[player] {
            wins if wins.is_empty() => 0,
            wins => (wins.cells() & position.legal).count(),
        };
        if playable(own) > 0 {
            return self.won;
        }
        let threats = playable(enemy);
        if threats > 1 {
            return -self.won;
        }
        let judgement = for_black(own, state.balance) + self.tempo;
        judgement.clamp(-self.limit(), self.limit())
    }

    #[expect(clippy::inline_always, reason = "asked of every move, and the call is a tenth of it")]
    #[inline(always)]
    fn promise(&self, game: &Andantino, position: &AndantinoPosition, _: &AndantinoState, mv: Cell) -> i32 {
        let spot = game.board.spot(mv);
        self.pattern * self.patterns.glance(position.lines.star(position.turn, spot), spot)
    }

    #[inline]
    fn candidates(
        &self,
        game: &Andantino,
        position: &AndantinoPosition,
        state: &AndantinoState,
        moves: &mut Vec<Cell>,
    ) {
        match Choice::of(game, position, state) {
            Choice::Any => game.moves(position, moves),
            Choice::Some(cells) => cells.list(cells.count() as usize, moves),
            Choice::Only(cell) => keep(moves, cell),
        }
    }

    /// Whether it makes a four that must be answered, or a winning cell playable.
    /// Whether it makes a ring that lacks one stone would take too long to see.
    #[inline]
    fn is_forcing(&self, game: &Andantino, position: &AndantinoPosition, state: &AndantinoState, mv: Cell) -> bool {
        let spot = game.board.spot(mv);
        can_make_four(position, state) && makes_four(position, mv, spot) || makes_playable(position, state, spot)
    }

    #[inline]
    fn is_forced(
        &self,
        game: &Andantino,
        position: &AndantinoPosition,
        state: &AndantinoState,
        moves: &mut Vec<Cell>,
    ) -> bool {
        let choice = Choice::of(game, position, state);
        if let Choice::Only(cell) = choice {
            keep(moves, cell);
        }
        matches!(choice, Choice::Only(_))
    }

    #[inline]
    fn forcing(
        &self,
        game: &Andantino,
        position: &AndantinoPosition,
        state: &AndantinoState,
        moves: &mut Vec<Cell>,
    ) -> bool {
        let cells = match Choice::of(game, position, state) {
            Choice::Any => position.legal,
            Choice::Some(cells) => cells,
            Choice::Only(cell) => {
                keep(moves, cell);
                return true;
            }
        };
        let playable = match &state.wins[position.turn] {
            wins if wins.is_empty() => Bits::EMPTY,
            _ => cells & beside_wins(game, state, position.turn),
        };
        moves.clear();
        if can_make_four(position, state) {
            let is_forcing = |mv: &Cell| playable.has(*mv) || makes_four(position, *mv, game.board.spot(*mv));
            cells.iter().filter(is_forcing).for_each(|mv| moves.push(mv));
        } else {
            playable.iter().for_each(|mv| moves.push(mv));
        }
        false
    }
}

/// Which moves must be searched.
enum Choice {
    /// All.
    Any,
    /// These; there are several.
    Some(Bits),
    /// This one.
    Only(Cell),
}

impl Choice {
    /// One move that wins; else what stops the opponent's.
    ///
    /// A winning cell is stopped only by a stone on it, for stones never
    /// leave; and a stone beside one that touches one stone makes it playable.
    /// Strict enclosures are not among the winning cells: they are looked for
    /// when something would be taken away.
    #[inline]
    fn of(game: &Andantino, position: &AndantinoPosition, state: &AndantinoState) -> Self {
        let calm = state.wins.0.iter().all(Counted::is_empty) && position.choices > 1;
        if calm { Choice::Any } else { Choice::of_few(game, position, state) }
    }

    /// The same, where somebody has a winning cell or there is one move only.
    fn of_few(game: &Andantino, position: &AndantinoPosition, state: &AndantinoState) -> Self {
        let (own, enemy) = (&state.wins[position.turn], &state.wins[!position.turn]);
        if position.choices == 1
            && let Some(only) = position.legal.first()
        {
            return Choice::Only(only);
        }
        if !own.is_empty()
            && let Some(win) = (own.cells() & position.legal).first()
        {
            return Choice::Only(win);
        }
        // Who has no stone left threatens nothing.
        if enemy.is_empty() || game.in_hand(position, !position.turn) == Some(0) {
            return Choice::Any;
        }
        let blocks = enemy.cells() & position.legal;
        if !blocks.is_empty() {
            return match strict_win(game, position) {
                Some(win) => Choice::Only(win),
                None => Choice::latest(game, position, blocks),
            };
        }
        let harmless = position.legal & !beside_wins(game, state, !position.turn);
        if harmless == position.legal {
            return Choice::Any;
        }
        match (strict_win(game, position), harmless.count()) {
            (Some(win), _) => Choice::Only(win),
            (None, 0 | 1) => Choice::latest(game, position, harmless),
            (None, _) if harmless.iter().all(|mv| loses_at_once(game, position, mv)) => {
                Choice::latest(game, position, harmless)
            }
            (None, _) => Choice::Some(harmless),
        }
    }

    /// One of these moves that does not lose at once; where all of them do,
    /// any legal move that loses a ply later, if there is one.
    fn latest(game: &Andantino, position: &AndantinoPosition, moves: Bits) -> Self {
        let later = |moves: Bits| moves.iter().find(|mv| !loses_at_once(game, position, *mv));
        let latest = later(moves).or_else(|| later(position.legal)).or_else(|| position.legal.first());
        latest.map_or(Choice::Any, Choice::Only)
    }
}

/// The cells beside those on which a player wins.
fn beside_wins(game: &Andantino, state: &AndantinoState, player: Player) -> Bits {
    let mut beside = Bits::EMPTY;
    state.wins[player].cells().iter().for_each(|win| beside.insert_all(game.board.spot(win).near));
    beside
}

/// Whether there may be a move that [`makes_four`].
#[inline]
fn can_make_four(position: &AndantinoPosition, state: &AndantinoState) -> bool {
    state.shapes[position.turn].threes > 0
}

/// Whether a stone of the side to move is beside a cell on which it wins: that can be played then.
#[inline]
fn makes_playable(position: &AndantinoPosition, state: &AndantinoState, spot: &Spot) -> bool {
    let own = &state.wins[position.turn];
    !own.is_empty() && !spot.near.within(&own.cells()).is_empty()
}

/// Whether a stone of the side to move makes a cell on which it completes
/// five and which can be played next.
#[inline]
fn makes_four(position: &AndantinoPosition, mv: Cell, spot: &Spot) -> bool {
    let star = position.lines.star(position.turn, spot);
    star.windows(spot).own()[2] > 0 && can_complete(position, mv, (spot, star))
}

/// Whether one of the cells that complete five after a move can be played next.
#[cold]
fn can_complete(position: &AndantinoPosition, mv: Cell, (spot, star): (&Spot, Star)) -> bool {
    // A neighbour of the new stone that touched one before can be played after it.
    let next = spot.near.within(&position.touched);
    let mut fives = star.completing(mv, star.windows(spot));
    fives.any(|five| position.legal.has(five) || next.iter().any(|near| near == five))
}

/// Whether a legal move that does not win leaves the mover's own stone enclosed.
fn loses_at_once(game: &Andantino, position: &AndantinoPosition, mv: Cell) -> bool {
    if game.enclosure == Enclosure::Open && !position.walled.has(mv) {
        return false;
    }
    let mut next = *position;
    game.play(&mut next, mv);
    next.status == Status::SelfEnclosure
}

/// A move that wins by enclosing strictly, where that is what counts.
fn strict_win(game: &Andantino, position: &AndantinoPosition) -> Option<Cell> {
    let strict = game.enclosure == Enclosure::Strict;
    if strict { position.legal.iter().find(|mv| encloses(game, position, *mv)) } else { None }
}

/// Whether a legal move of the side to move wins by enclosing strictly:
/// beside an enemy, if at all.
fn encloses(game: &Andantino, position: &AndantinoPosition, mv: Cell) -> bool {
    let spot = game.board.spot(mv);
    if position.lines.star(position.turn, spot).enemy_neighbours() == 0 {
        return false;
    }
    let mut next = *position;
    game.play(&mut next, mv);
    next.status == Status::Enclosure
}

fn keep(moves: &mut Vec<Cell>, mv: Cell) {
    moves.clear();
    moves.push(mv);
}

#[cfg(test)]
mod tests;
