//! Playouts that know more than the rules: guided by an evaluation, or judged by it after so
//! many plies.

use agon_core::{Evaluation, Game, Tracked, Turn};

use crate::evaluator::worth;
use crate::line::outcome_at;
use crate::{Informed, Visit};

/// How many moves are drawn, of which the most promising is played.
const DRAWN: u32 = 2;

impl<E> Informed<E> {
    /// The value of one game to player 1: to its end, or to the [cap](Informed::cap), where the
    /// evaluation judges. Moves are random, or guided by two simple rules: of all moves only the
    /// evaluation's candidates count (a win at once, no move that lets the opponent win at once),
    /// and of two of them that are drawn, the one that promises more is played.
    pub(crate) fn roll<G: Game>(
        &self,
        game: &G,
        at: &Tracked<G::Position, E::State>,
        guided: bool,
        visit: &mut Visit<'_, G>,
    ) -> f64
    where
        E: Evaluation<G>,
    {
        let mut at = *at;
        let (mut plies, limit) = (0, game.repetition());
        let mut moves = Vec::new();
        let value = loop {
            if let Some(outcome) = outcome_at(game, &at.position, visit.keys, limit) {
                break worth(outcome);
            }
            if self.cap == Some(plies) {
                if !guided {
                    at.state = self.evaluation.state(game, &at.position);
                }
                break self.judge(game, &at, visit);
            }
            let turn = game.turn(&at.position);
            let mv = if guided && turn != Turn::Chance {
                self.guided_move(game, &at, &mut moves, visit)
            } else {
                game.random_move(&at.position, visit.rng)
            };
            let Some(mv) = mv else { break 0.5 };
            if let (Turn::Player(player), Some(told)) = (turn, &mut visit.told) {
                told.push((player, mv));
            }
            if guided {
                at.play(game, &self.evaluation, mv);
            } else {
                game.play(&mut at.position, mv);
            }
            if limit.is_some() {
                visit.keys.push(game.key(&at.position));
            }
            plies += 1;
        };
        if limit.is_some() {
            for _ in 0..plies {
                visit.keys.pop();
            }
        }
        *visit.nodes += u64::from(plies);
        value
    }

    fn guided_move<G: Game>(
        &self,
        game: &G,
        at: &Tracked<G::Position, E::State>,
        moves: &mut Vec<G::Move>,
        visit: &mut Visit<'_, G>,
    ) -> Option<G::Move>
    where
        E: Evaluation<G>,
    {
        self.evaluation.candidates(game, &at.position, &at.state, moves);
        let count = moves.len() as u32;
        if count < 2 {
            return moves.first().copied();
        }
        let drawn = (0..DRAWN).map(|_| moves[visit.rng.below(count) as usize]);
        // The first of equals, so that nothing depends on the order of the list.
        drawn.min_by_key(|mv| std::cmp::Reverse(self.evaluation.promise(game, &at.position, &at.state, *mv)))
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Keys, Notation, Options, Registered, Rng, chance_of};
    use agon_games::Crosphere;

    use super::*;
    use crate::{Evaluator, LeafKind};

    /// Values of so many playouts, and the moves that were made.
    fn values(text: &str, leaf: LeafKind, cap: Option<u32>) -> (Vec<f64>, u64) {
        let options = Options::parse(Crosphere::INFO.options, "size=4 strong=1").unwrap();
        let game = Crosphere::new(options).unwrap();
        let evaluation = <Crosphere as Registered>::Evaluation::default();
        let mut informed = Informed { leaf, cap, ..Informed::new(evaluation) };
        let position = game.parse_position(text).unwrap();
        let at = Tracked { state: Evaluator::<Crosphere>::state(&informed, &game, &position), position };
        let (mut keys, mut rng, mut nodes) = (Keys::default(), Rng::new(7), 0);
        let mut value = || {
            let mut visit = Visit { keys: &mut keys, rng: &mut rng, nodes: &mut nodes, told: None };
            informed.value(&game, &at, &mut visit)
        };
        ((0..100).map(|_| value()).collect(), nodes)
    }

    const WON: &str = "G,3/W,3/W,3/4 G";

    #[test]
    fn guided_playouts_take_a_win_and_random_ones_may_not() {
        let (guided, nodes) = values(WON, LeafKind::Guided, None);
        assert!(guided.iter().all(|value| *value >= 1.0) && nodes == 100, "{nodes}");
        let (random, nodes) = values(WON, LeafKind::Playout, None);
        assert!(random.iter().any(|value| *value < 1.0) && nodes > 100, "{nodes}");
    }

    #[test]
    fn a_capped_playout_is_judged_where_it_stops() {
        let options = Options::parse(Crosphere::INFO.options, "size=4 strong=1").unwrap();
        let game = Crosphere::new(options).unwrap();
        let evaluation = <Crosphere as Registered>::Evaluation::default();
        // Capped at once it is the judgement itself; a ply later, that of a position one move on.
        let start = game.start();
        let now = chance_of(f64::from(evaluation.evaluate(&game, &start, &())));
        let (values_now, nodes) = values("4/4/4/4 G", LeafKind::Playout, Some(0));
        assert!(nodes == 0 && values_now.iter().all(|value| (*value - now).abs() < 1e-12));
        let mut moves = Vec::new();
        game.moves(&start, &mut moves);
        let later: Vec<f64> = moves
            .iter()
            .map(|mv| {
                let mut next = start;
                game.play(&mut next, *mv);
                1.0 - chance_of(f64::from(evaluation.evaluate(&game, &next, &())))
            })
            .collect();
        for leaf in [LeafKind::Playout, LeafKind::Guided] {
            let (values, nodes) = values("4/4/4/4 G", leaf, Some(1));
            assert_eq!(nodes, 100);
            assert!(values.iter().all(|value| later.contains(value)), "{leaf:?}");
        }
    }
}
