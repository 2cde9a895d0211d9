use agon_core::{Evaluation, Player};

use super::Andantino;
use super::bits::{Bits, Counted};
use super::hexagon::{Cell, Spot};
use super::lines::arcs;
use super::rules::{AndantinoPosition, Enclosure, Status, for_black};
use super::shapes::Windows;
use super::star::Star;

/// What is known about playing Andantino well.
///
/// Games are won by threats: a four, or a ring that lacks one stone, must be
/// answered on the cell that would complete it, so who makes one with each
/// move keeps the initiative until two come at once. That is for the search to
/// see; what a position is worth before that is told by the patterns of its
/// stones, which the position keeps count of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AndantinoEvaluation {
    /// For the side to move.
    pub tempo: i32,
    /// When the side to move wins at once, or cannot stop all that wins next.
    pub won: i32,
    /// Promise of a move for each point by which it seems to change the patterns.
    pub pattern: i32,
    /// Promise of a move that may close a ring.
    pub ring: i32,
}

impl Default for AndantinoEvaluation {
    fn default() -> Self {
        AndantinoEvaluation { tempo: 80, won: 9000, pattern: 6, ring: 150 }
    }
}

impl Evaluation<Andantino> for AndantinoEvaluation {
    const MARGIN: i32 = 60;

    #[inline]
    fn evaluate(&self, _: &Andantino, position: &AndantinoPosition) -> i32 {
        let (own, enemy) = (position.turn, !position.turn);
        let playable = |player: Player| match position.wins[player] {
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
        let judgement = for_black(own, position.balance) + self.tempo;
        judgement.clamp(-<Self as Evaluation<Andantino>>::LIMIT, <Self as Evaluation<Andantino>>::LIMIT)
    }

    #[inline]
    fn promise(&self, game: &Andantino, position: &AndantinoPosition, mv: Cell) -> i32 {
        let spot = game.board.spot(mv);
        let star = position.lines.star(position.turn, spot);
        let ring = if arcs(star.neighbours()) == 0 { 0 } else { self.ring };
        self.pattern * game.patterns.glance(star, spot) + ring
    }

    /// Keeps one move that wins; else what stops the opponent's.
    ///
    /// A winning cell is stopped only by a stone on it, for stones never
    /// leave; and a stone beside one that touches one stone makes it playable.
    /// Strict enclosures are not among the winning cells: they are looked for
    /// when something would be taken away.
    #[inline]
    fn narrow(&self, game: &Andantino, position: &AndantinoPosition, moves: &mut Vec<Cell>) {
        if !position.wins.0.iter().all(Counted::is_empty) {
            heed_wins(game, position, moves);
        }
    }

    /// Whether it makes a four that must be answered, or a winning cell playable.
    /// Whether it makes a ring that lacks one stone would take too long to see.
    #[inline]
    fn is_forcing(&self, game: &Andantino, position: &AndantinoPosition, mv: Cell) -> bool {
        let own = position.turn;
        let spot = game.board.spot(mv);
        position.shapes[own].threes > 0 && makes_four(position, mv, spot)
            || !position.wins[own].is_empty() && !spot.near.within(&position.wins[own].cells()).is_empty()
    }
}

/// Narrows where somebody has a winning cell.
fn heed_wins(game: &Andantino, position: &AndantinoPosition, moves: &mut Vec<Cell>) {
    let (own, enemy) = (position.wins[position.turn], position.wins[!position.turn]);
    if !own.is_empty()
        && let Some(win) = (own.cells() & position.legal).first()
    {
        return keep(moves, win);
    }
    // Who has no stone left threatens nothing.
    if enemy.is_empty() || game.in_hand(position, !position.turn) == Some(0) {
        return;
    }
    if let Some(block) = (enemy.cells() & position.legal).first() {
        return keep(moves, strict_win(game, position, moves).unwrap_or(block));
    }
    let mut poisoned = Bits::EMPTY;
    for later in enemy.cells().iter() {
        poisoned.insert_all(game.board.spot(later).near);
    }
    let harmless = position.legal & !poisoned;
    if harmless == position.legal {
        return;
    }
    if let Some(win) = strict_win(game, position, moves) {
        keep(moves, win);
    } else if harmless.is_empty() {
        moves.truncate(1);
    } else {
        moves.retain(|mv| harmless.has(*mv));
    }
}

/// Whether a stone of the side to move makes a cell on which it completes
/// five and which can be played next.
#[inline]
fn makes_four(position: &AndantinoPosition, mv: Cell, spot: &Spot) -> bool {
    let star = position.lines.star(position.turn, spot);
    let windows = star.windows(spot);
    windows.own()[2] > 0 && can_complete(position, mv, (spot, star, windows))
}

/// Whether one of the cells that complete five after a move can be played next.
#[cold]
fn can_complete(position: &AndantinoPosition, mv: Cell, (spot, star, windows): (&Spot, Star, Windows)) -> bool {
    // A neighbour of the new stone that touched one before can be played after it.
    let next = spot.near.within(&position.touched);
    star.completing(mv, windows).any(|five| position.legal.has(five) || next.iter().any(|near| near == five))
}

/// A move that wins by enclosing strictly, where that is what counts.
fn strict_win(game: &Andantino, position: &AndantinoPosition, moves: &[Cell]) -> Option<Cell> {
    let strict = game.enclosure == Enclosure::Strict;
    if strict { moves.iter().copied().find(|mv| encloses(game, position, *mv)) } else { None }
}

/// Whether a legal move of the side to move wins by enclosing strictly:
/// beside an enemy, if at all.
fn encloses(game: &Andantino, position: &AndantinoPosition, mv: Cell) -> bool {
    let spot = game.board.spot(mv);
    if position.lines.star(position.turn, spot).enemy_neighbours() == 0 {
        return false;
    }
    let mut next = *position;
    game.make(&mut next, mv);
    next.status == Status::Enclosure
}

fn keep(moves: &mut Vec<Cell>, mv: Cell) {
    moves.clear();
    moves.push(mv);
}

#[cfg(test)]
mod tests {
    use agon_core::{Game, Options, PerPlayer, Rng};

    use super::*;

    const KINDS: [&str; 6] = ["side=3", "side=4", "side=5", "side=10", "side=5 tiles=9", "side=5 enclosure=strict"];

    /// Positions of random games in which wins at once are rarely taken, so that threats pile up.
    fn visit(seed: u64, mut visitor: impl FnMut(&Andantino, &AndantinoPosition)) {
        for options in KINDS {
            let game = Andantino::new(Options::parse(Andantino::INFO.options, options).unwrap()).unwrap();
            let mut rng = Rng::new(seed);
            for _ in 0..40 {
                let mut position = game.start();
                while position.status == Status::Ongoing {
                    visitor(&game, &position);
                    let ongoing = |mv: &Cell| after(&game, &position, *mv).status == Status::Ongoing;
                    let quiet: Vec<Cell> = position.legal.iter().filter(ongoing).collect();
                    let Some(mv) = quiet.get(rng.below(quiet.len().max(1) as u32) as usize) else { break };
                    game.play(&mut position, *mv);
                }
            }
        }
    }

    fn after(game: &Andantino, position: &AndantinoPosition, mv: Cell) -> AndantinoPosition {
        let mut next = *position;
        game.play(&mut next, mv);
        next
    }

    /// Whether the player to move has a move that wins at once.
    fn wins_at_once(game: &Andantino, position: &AndantinoPosition) -> bool {
        position.status == Status::Ongoing && position.legal.iter().any(|mv| wins(game, position, mv))
    }

    fn wins(game: &Andantino, position: &AndantinoPosition, mv: Cell) -> bool {
        game.outcome(&after(game, position, mv)).is_some_and(|end| end.winner == Some(position.turn))
    }

    fn loses(game: &Andantino, position: &AndantinoPosition, mv: Cell) -> bool {
        let next = after(game, position, mv);
        next.status == Status::SelfEnclosure || wins_at_once(game, &next)
    }

    #[test]
    fn only_moves_that_lose_or_win_no_sooner_are_dropped() {
        let evaluation = AndantinoEvaluation::default();
        let (mut blocks, mut poisoned, mut rings) = (0, 0, 0);
        visit(1, |game, position| {
            let (mut all, mut kept) = (Vec::new(), Vec::new());
            game.moves(position, &mut all);
            kept.clone_from(&all);
            evaluation.narrow(game, position, &mut kept);
            assert!(!kept.is_empty() && kept.iter().all(|mv| all.contains(mv)));
            if kept.len() == all.len() {
                return;
            }
            if kept.len() == 1 && wins(game, position, kept[0]) {
                return;
            }
            for mv in all.iter().filter(|mv| !kept.contains(mv)) {
                assert!(!wins(game, position, *mv), "{position:?}");
                assert!(loses(game, position, *mv), "{position:?}");
            }
            blocks += u32::from(kept.len() == 1);
            poisoned += u32::from(kept.len() > 1);
            rings += u32::from(!game.all_closing(position, !position.turn).is_empty());
        });
        assert!(blocks > 100 && poisoned > 50 && rings > 50, "{blocks} {poisoned} {rings}");
    }

    #[test]
    fn forcing_moves_threaten_to_win_and_others_only_by_a_new_ring() {
        let evaluation = AndantinoEvaluation::default();
        let mut found = 0;
        visit(2, |game, position| {
            for mv in (position.legal & !position.wins[position.turn].cells()).iter() {
                let next = after(game, position, mv);
                if (position.wins[position.turn].cells() & position.legal).is_empty() && next.status == Status::Ongoing
                {
                    let rings = game.all_closing(&next, position.turn) & !game.all_closing(position, position.turn);
                    let threats = next.wins[position.turn].cells() & next.legal;
                    let forcing = evaluation.is_forcing(game, position, mv);
                    assert!(!forcing || !threats.is_empty(), "{position:?}");
                    assert!(forcing || (threats & !rings).is_empty(), "{position:?}");
                    found += u32::from(forcing);
                }
            }
        });
        assert!(found > 100, "{found}");
    }

    #[test]
    fn colours_and_reflections_make_no_difference_and_nothing_is_out_of_bounds() {
        let evaluation = AndantinoEvaluation::default();
        visit(3, |game, position| {
            let judgement = evaluation.evaluate(game, position);
            assert!(judgement.abs() < <AndantinoEvaluation as Evaluation<Andantino>>::LIMIT);
            let [black, white] = position.stones.0;
            let swapped = game.set_up(PerPlayer([white, black]), !position.turn);
            if position.status == Status::Ongoing && swapped.status == Status::Ongoing {
                assert_eq!(evaluation.evaluate(game, &swapped), judgement);
            }
            let turned = |stones: Bits| stones.iter().map(|cell| Cell::at(cell.column(), cell.row())).collect();
            let mirrored = game.set_up(PerPlayer([turned(black), turned(white)]), position.turn);
            assert_eq!(evaluation.evaluate(game, &mirrored), judgement);
        });
    }

    #[test]
    fn lines_that_can_still_be_five_are_better() {
        let game = Andantino::new(Options::parse(Andantino::INFO.options, "side=4").unwrap()).unwrap();
        let judge = |text: &str| {
            let position = game.parse_position(text).unwrap();
            AndantinoEvaluation::default().evaluate(&game, &position)
        };
        // Three in the longest row against three that no line joins.
        assert!(judge("4/5/2w1w1/1bbb3/2w3/5/4 b") > 50);
        // The same three where a row is too short for five.
        assert!(judge("4/5/2w1w1/1bbb3/2w3/5/4 b") > judge("1bbb/1w1w1/2w3/7/6/5/4 b"));
    }
}
