use agon_core::{Evaluation, Game, Keys, Outcome, Player, Rng, Tracked, Turn, chance_of, playout};

use crate::line::outcome_at;

/// A position with an evaluator's state.
pub(crate) type At<G, V> = Tracked<<G as Game>::Position, <V as Evaluator<G>>::State>;

/// All that Monte-Carlo tree search and proof-number search know of a game
/// beside its rules: which moves matter, how likely each is the best, and what
/// a position is worth before it is searched.
///
/// There are two ways to be asked. An evaluator whose
/// [`batch_size`](Self::batch_size) is 0 is asked for the value of one leaf at
/// a time, and for priors only when a node is visited again, since most nodes
/// never are. Any other is handed so many leaves at once, and may answer with
/// priors, as a network does that finds both together.
pub trait Evaluator<G: Game>: Clone + Send {
    /// What is kept up to date from move to move, as [`Evaluation::State`]; `()` for nothing.
    type State: Copy + Send + Sync;

    /// The state of a position, from scratch.
    fn state(&self, game: &G, position: &G::Position) -> Self::State;

    /// Makes a legal move and brings the state up to date: from scratch,
    /// unless written by hand.
    #[inline]
    fn play(&self, game: &G, at: &mut Tracked<G::Position, Self::State>, mv: G::Move) {
        game.play(&mut at.position, mv);
        at.state = self.state(game, &at.position);
    }

    /// Lists the moves that must be searched, as [`Evaluation::candidates`];
    /// all of them, unless written by hand.
    #[inline]
    fn candidates(&mut self, game: &G, at: &Tracked<G::Position, Self::State>, moves: &mut Vec<G::Move>) {
        game.moves(&at.position, moves);
    }

    /// How likely each move is thought to be the best: clears `priors` and
    /// fills it with one number a move, which add up to one. Equal numbers,
    /// unless written by hand.
    fn priors(&mut self, _game: &G, _at: &Tracked<G::Position, Self::State>, moves: &[G::Move], priors: &mut Vec<f32>) {
        equal_priors(moves.len(), priors);
    }

    /// Player 1's chance, from 0 to 1, in a position that is not over. A draw
    /// counts as half a win.
    fn value(&mut self, game: &G, at: &Tracked<G::Position, Self::State>, visit: &mut Visit<'_, G>) -> f64;

    /// How many leaves to gather before they are evaluated; 0 to be asked for
    /// the [`value`](Self::value) of each as it is reached.
    fn batch_size(&self) -> usize {
        0
    }

    /// Evaluates gathered leaves, at least one. The keys of the visit are those of the line
    /// up to the root of the search.
    fn evaluate(&mut self, game: &G, leaves: &mut [Leaf<G, Self::State>], visit: &mut Visit<'_, G>) {
        for leaf in leaves {
            leaf.value = self.value(game, &leaf.at, visit);
        }
    }
}

/// A leaf that waits to be evaluated with others.
#[derive(Clone, Debug)]
pub struct Leaf<G: Game, S> {
    /// The position, which is not over.
    pub at: Tracked<G::Position, S>,
    /// Player 1's chance, to be filled in.
    pub value: f64,
    /// Moves to be searched and how likely each is the best, to be filled in
    /// by whoever knows them already. They are asked for later if there are none.
    pub priors: Vec<(G::Move, f32)>,
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
pub(crate) fn worth(outcome: Outcome) -> f64 {
    match outcome.winner {
        Some(Player::One) => 1.0,
        Some(Player::Two) => 0.0,
        None => 0.5,
    }
}

/// Nothing is known but the rules: every move is as likely as any other, and a
/// position is worth the result of one game of random moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Playout;

impl<G: Game> Evaluator<G> for Playout {
    type State = ();

    fn state(&self, _: &G, _: &G::Position) {}

    fn value(&mut self, game: &G, at: &Tracked<G::Position, ()>, visit: &mut Visit<'_, G>) -> f64 {
        play_out(game, at.position, visit)
    }
}

fn equal_priors(moves: usize, priors: &mut Vec<f32>) {
    priors.clear();
    priors.resize(moves, 1.0 / moves as f32);
}

/// The value of one game of random moves.
fn play_out<G: Game>(game: &G, position: G::Position, visit: &mut Visit<'_, G>) -> f64 {
    let (outcome, plies) = match &mut visit.told {
        None => playout(game, position, visit.keys, visit.rng),
        Some(told) => playout_told(game, position, visit.keys, visit.rng, told),
    };
    if game.repetition().is_some() {
        for _ in 0..plies {
            visit.keys.pop();
        }
    }
    *visit.nodes += u64::from(plies);
    worth(outcome)
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
        game.play(&mut position, mv);
        if game.repetition().is_some() {
            keys.push(game.key(&position));
        }
        plies += 1;
    }
}

/// What a leaf is worth to an [`Informed`] search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LeafKind {
    /// The result of one game of random moves.
    Playout,
    /// The result of one game of moves that follow simple rules of the evaluation.
    Guided,
    /// The chance by which the evaluation judges the position.
    Judged,
    /// Both, the playout with this share, from 0 to 1.
    Mixed(f64),
}

/// What is known of a game by a hand-written evaluation.
#[derive(Clone, Debug)]
pub struct Informed<E> {
    /// What knows the game.
    pub evaluation: E,
    /// What a leaf is worth.
    pub leaf: LeafKind,
    /// Whether moves are left out and weighed by the
    /// [`candidates`](Evaluation::candidates) and the
    /// [`promise`](Evaluation::promise) of the evaluation.
    pub guides: bool,
    /// The most promising move is e^sharpness times as likely as the least.
    /// Of promises only the order matters, so they are scaled to their range.
    pub sharpness: f64,
    /// How many leaves to gather; 0 for none.
    pub batch_size: usize,
    /// After so many plies a playout ends, and the evaluation judges; `None` to play to the end.
    pub cap: Option<u32>,
}

impl<E> Informed<E> {
    /// The usual sharpness: the best looks twenty times as likely as the worst.
    pub const SHARPNESS: f64 = 3.0;

    /// Guided by this evaluation, and with leaves judged by it.
    pub fn new(evaluation: E) -> Self {
        Informed {
            evaluation,
            leaf: LeafKind::Judged,
            guides: true,
            sharpness: Self::SHARPNESS,
            batch_size: 0,
            cap: None,
        }
    }

    /// The same without knowledge of moves.
    #[must_use]
    pub fn unguided(self) -> Self {
        Informed { guides: false, ..self }
    }

    /// The chance by which the evaluation judges the position. It is asked at a
    /// player's turn only: chance moves first.
    pub(crate) fn judge<G: Game>(&self, game: &G, at: &Tracked<G::Position, E::State>, visit: &mut Visit<'_, G>) -> f64
    where
        E: Evaluation<G>,
    {
        let mut at = *at;
        let mut drawn = 0;
        let value = loop {
            if drawn > 0
                && let Some(outcome) = outcome_at(game, &at.position, visit.keys, game.repetition())
            {
                break worth(outcome);
            }
            if let Turn::Player(player) = game.turn(&at.position) {
                let chance = chance_of(f64::from(self.evaluation.evaluate(game, &at.position, &at.state)));
                break if player == Player::One { chance } else { 1.0 - chance };
            }
            let Some(mv) = game.random_move(&at.position, visit.rng) else { break 0.5 };
            at.play(game, &self.evaluation, mv);
            visit.keys.push(game.key(&at.position));
            drawn += 1;
        };
        for _ in 0..drawn {
            visit.keys.pop();
        }
        *visit.nodes += drawn;
        value
    }
}

impl<E> Informed<E> {
    /// The value of one game of random moves, up to the cap if there is one.
    fn play_out<G: Game>(&self, game: &G, at: &Tracked<G::Position, E::State>, visit: &mut Visit<'_, G>) -> f64
    where
        E: Evaluation<G>,
    {
        if self.cap.is_some() { self.roll(game, at, false, visit) } else { play_out(game, at.position, visit) }
    }
}

impl<G: Game, E: Evaluation<G>> Evaluator<G> for Informed<E> {
    type State = E::State;

    fn state(&self, game: &G, position: &G::Position) -> E::State {
        self.evaluation.state(game, position)
    }

    #[inline]
    fn play(&self, game: &G, at: &mut Tracked<G::Position, E::State>, mv: G::Move) {
        at.play(game, &self.evaluation, mv);
    }

    fn candidates(&mut self, game: &G, at: &Tracked<G::Position, E::State>, moves: &mut Vec<G::Move>) {
        if self.guides {
            self.evaluation.candidates(game, &at.position, &at.state, moves);
        } else {
            game.moves(&at.position, moves);
        }
    }

    fn priors(&mut self, game: &G, at: &Tracked<G::Position, E::State>, moves: &[G::Move], priors: &mut Vec<f32>) {
        if !self.guides {
            return equal_priors(moves.len(), priors);
        }
        priors.clear();
        priors.extend(moves.iter().map(|mv| self.evaluation.promise(game, &at.position, &at.state, *mv) as f32));
        let (least, most) =
            priors.iter().fold((f32::MAX, f32::MIN), |(low, high), promise| (low.min(*promise), high.max(*promise)));
        let scale = if most > least { self.sharpness / f64::from(most - least) } else { 0.0 };
        let mut total = 0.0;
        for prior in priors.iter_mut() {
            *prior = libm::exp(f64::from(*prior - most) * scale) as f32;
            total += *prior;
        }
        for prior in priors {
            *prior /= total;
        }
    }

    fn value(&mut self, game: &G, at: &Tracked<G::Position, E::State>, visit: &mut Visit<'_, G>) -> f64 {
        match self.leaf {
            LeafKind::Playout => self.play_out(game, at, visit),
            LeafKind::Guided => self.roll(game, at, true, visit),
            LeafKind::Judged => self.judge(game, at, visit),
            LeafKind::Mixed(share) => {
                let judged = self.judge(game, at, visit);
                judged + share * (self.play_out(game, at, visit) - judged)
            }
        }
    }

    fn batch_size(&self) -> usize {
        self.batch_size
    }
}
