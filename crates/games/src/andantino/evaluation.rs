use agon_core::{Evaluation, Game, Player};

use super::Andantino;
use super::bits::{Bits, Counted};
use super::hexagon::{Cell, Spot};
use super::rules::{AndantinoPosition, Enclosure, Status, for_black};
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
}

impl Default for AndantinoEvaluation {
    fn default() -> Self {
        AndantinoEvaluation { tempo: 80, won: 9000, pattern: 6 }
    }
}

impl Evaluation<Andantino> for AndantinoEvaluation {
    const MARGIN: i32 = 60;

    #[expect(clippy::inline_always, reason = "asked of nearly every node, and the call is a quarter of it")]
    #[inline(always)]
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

    #[expect(clippy::inline_always, reason = "asked of every move, and the call is a tenth of it")]
    #[inline(always)]
    fn promise(&self, game: &Andantino, position: &AndantinoPosition, mv: Cell) -> i32 {
        let spot = game.board.spot(mv);
        self.pattern * game.patterns.glance(position.lines.star(position.turn, spot), spot)
    }

    #[inline]
    fn candidates(&self, game: &Andantino, position: &AndantinoPosition, moves: &mut Vec<Cell>) {
        match Choice::of(game, position) {
            Choice::Any => game.moves(position, moves),
            Choice::Some(cells) => cells.list(cells.count() as usize, moves),
            Choice::Only(cell) => keep(moves, cell),
        }
    }

    /// Whether it makes a four that must be answered, or a winning cell playable.
    /// Whether it makes a ring that lacks one stone would take too long to see.
    #[inline]
    fn is_forcing(&self, game: &Andantino, position: &AndantinoPosition, mv: Cell) -> bool {
        let spot = game.board.spot(mv);
        can_make_four(position) && makes_four(position, mv, spot) || makes_playable(position, spot)
    }

    #[inline]
    fn is_forced(&self, game: &Andantino, position: &AndantinoPosition, moves: &mut Vec<Cell>) -> bool {
        let choice = Choice::of(game, position);
        if let Choice::Only(cell) = choice {
            keep(moves, cell);
        }
        matches!(choice, Choice::Only(_))
    }

    #[inline]
    fn forcing(&self, game: &Andantino, position: &AndantinoPosition, moves: &mut Vec<Cell>) -> bool {
        let cells = match Choice::of(game, position) {
            Choice::Any => position.legal,
            Choice::Some(cells) => cells,
            Choice::Only(cell) => {
                keep(moves, cell);
                return true;
            }
        };
        let playable = match &position.wins[position.turn] {
            wins if wins.is_empty() => Bits::EMPTY,
            _ => cells & beside_wins(game, position, position.turn),
        };
        moves.clear();
        if can_make_four(position) {
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
    fn of(game: &Andantino, position: &AndantinoPosition) -> Self {
        let calm = position.wins.0.iter().all(Counted::is_empty) && position.choices > 1;
        if calm { Choice::Any } else { Choice::of_few(game, position) }
    }

    /// The same, where somebody has a winning cell or there is one move only.
    fn of_few(game: &Andantino, position: &AndantinoPosition) -> Self {
        let (own, enemy) = (&position.wins[position.turn], &position.wins[!position.turn]);
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
        if let Some(block) = (enemy.cells() & position.legal).first() {
            return Choice::Only(strict_win(game, position).unwrap_or(block));
        }
        let harmless = position.legal & !beside_wins(game, position, !position.turn);
        if harmless == position.legal {
            return Choice::Any;
        }
        match (strict_win(game, position), harmless.count()) {
            (Some(win), _) => Choice::Only(win),
            (None, 0) => position.legal.first().map_or(Choice::Any, Choice::Only),
            (None, 1) => harmless.first().map_or(Choice::Any, Choice::Only),
            (None, _) => Choice::Some(harmless),
        }
    }
}

/// The cells beside those on which a player wins.
fn beside_wins(game: &Andantino, position: &AndantinoPosition, player: Player) -> Bits {
    let mut beside = Bits::EMPTY;
    position.wins[player].cells().iter().for_each(|win| beside.insert_all(game.board.spot(win).near));
    beside
}

/// Whether there may be a move that [`makes_four`].
#[inline]
fn can_make_four(position: &AndantinoPosition) -> bool {
    position.shapes[position.turn].threes > 0
}

/// Whether a stone of the side to move is beside a cell on which it wins: that can be played then.
#[inline]
fn makes_playable(position: &AndantinoPosition, spot: &Spot) -> bool {
    let own = &position.wins[position.turn];
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
    game.make(&mut next, mv);
    next.status == Status::Enclosure
}

fn keep(moves: &mut Vec<Cell>, mv: Cell) {
    moves.clear();
    moves.push(mv);
}

#[cfg(test)]
mod tests {
    use agon_core::{Options, PerPlayer, Rng, keep_forcing};

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
            evaluation.candidates(game, position, &mut kept);
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

    /// What is known without looking at every move is what looking at every move tells.
    #[test]
    fn the_forced_and_the_forcing_are_found_among_the_candidates() {
        let evaluation = AndantinoEvaluation::default();
        let (mut forced, mut forcing) = (0, 0);
        visit(4, |game, position| {
            let (mut plain, mut quick) = (Vec::new(), Vec::new());
            evaluation.candidates(game, position, &mut plain);
            let only = plain.len() == 1;
            assert_eq!(evaluation.is_forced(game, position, &mut quick), only);
            assert!(!only || quick == plain);
            assert_eq!(keep_forcing(&evaluation, game, position, &mut plain), only);
            assert_eq!(evaluation.forcing(game, position, &mut quick), only);
            assert_eq!(quick, plain);
            forced += u32::from(only);
            forcing += u32::from(!only && !plain.is_empty());
        });
        assert!(forced > 100 && forcing > 100, "{forced} {forcing}");
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
