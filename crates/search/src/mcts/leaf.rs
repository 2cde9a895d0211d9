use agon_core::{Evaluation, Game, Keys, Outcome, Player, Rng, Turn, chance_of, playout};

use crate::line::outcome_at;

/// What a position is worth before it is searched. It is the only thing that
/// Monte-Carlo tree search knows of a game beside its rules.
pub trait Leaf<G: Game>: Clone + Send {
    /// Player 1's chance, from 0 to 1, in a position that is not over. A draw
    /// counts as half a win.
    fn value(&mut self, game: &G, position: &G::Position, visit: &mut Visit<'_, G>) -> f64;
}

/// The circumstances in which a leaf is asked.
pub struct Visit<'v, G: Game> {
    /// The keys of the line so far, the position's own the last, in games
    /// whose positions repeat; to be left as they were.
    pub keys: &'v mut Keys,
    /// Random numbers.
    pub rng: &'v mut Rng,
    /// Moves made; whoever makes moves adds them.
    pub nodes: &'v mut u64,
    /// Where moves are to be told, in order: only where statistics are kept by move.
    pub told: Option<&'v mut Vec<(Player, G::Move)>>,
}

/// The value of an ending to player 1.
pub(super) fn worth(outcome: Outcome) -> f64 {
    match outcome.winner {
        Some(Player::One) => 1.0,
        Some(Player::Two) => 0.0,
        None => 0.5,
    }
}

/// The result of one game of random moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Playout;

impl<G: Game> Leaf<G> for Playout {
    fn value(&mut self, game: &G, position: &G::Position, visit: &mut Visit<'_, G>) -> f64 {
        let (outcome, plies) = match &mut visit.told {
            None => playout(game, *position, visit.keys, visit.rng),
            Some(told) => playout_told(game, *position, visit.keys, visit.rng, told),
        };
        if game.repetition().is_some() {
            for _ in 0..plies {
                visit.keys.pop();
            }
        }
        *visit.nodes += u64::from(plies);
        worth(outcome)
    }
}

/// A playout that tells the players' moves.
fn playout_told<G: Game>(
    game: &G,
    mut position: G::Position,
    keys: &mut Keys,
    rng: &mut Rng,
    told: &mut Vec<(Player, G::Move)>,
) -> (Outcome, u32) {
    let mut plies = 0;
    loop {
        if let Some(outcome) = outcome_at(game, &position, keys, game.repetition()) {
            return (outcome, plies);
        }
        let Some(mv) = game.random_move(&position, rng) else {
            unreachable!("{} has no move and no outcome in {position:?}", G::INFO.name)
        };
        if let Turn::Player(player) = game.turn(&position) {
            told.push((player, mv));
        }
        game.play_blindly(&mut position, mv);
        if game.repetition().is_some() {
            keys.push(game.key(&position));
        }
        plies += 1;
    }
}

/// The chance by which an evaluation judges the position.
#[derive(Clone, Debug)]
pub struct Judged<E>(pub E);

impl<G: Game, E: Evaluation<G>> Leaf<G> for Judged<E> {
    fn value(&mut self, game: &G, position: &G::Position, visit: &mut Visit<'_, G>) -> f64 {
        // An evaluation is asked at a player's turn only: chance moves first.
        let mut position = *position;
        let mut drawn = 0;
        let value = loop {
            if drawn > 0
                && let Some(outcome) = outcome_at(game, &position, visit.keys, game.repetition())
            {
                break worth(outcome);
            }
            if let Turn::Player(player) = game.turn(&position) {
                let chance = chance_of(f64::from(self.0.evaluate(game, &position)));
                break if player == Player::One { chance } else { 1.0 - chance };
            }
            let Some(mv) = game.random_move(&position, visit.rng) else { break 0.5 };
            game.play(&mut position, mv);
            visit.keys.push(game.key(&position));
            drawn += 1;
        };
        for _ in 0..drawn {
            visit.keys.pop();
        }
        *visit.nodes += drawn;
        value
    }
}

/// A playout and a judgement, weighed against each other.
#[derive(Clone, Debug)]
pub struct Mixed<E> {
    /// What judges.
    pub judged: Judged<E>,
    /// The share of the playout, from 0 to 1.
    pub share: f64,
}

impl<G: Game, E: Evaluation<G>> Leaf<G> for Mixed<E> {
    fn value(&mut self, game: &G, position: &G::Position, visit: &mut Visit<'_, G>) -> f64 {
        let judged = self.judged.value(game, position, visit);
        judged + self.share * (Playout.value(game, position, visit) - judged)
    }
}
