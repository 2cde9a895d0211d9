use agon_core::{Evaluation, Game};

/// What is known of the moves of a position before any of them is searched.
pub trait Guide<G: Game>: Clone + Send {
    /// Lists the moves that must be searched, as [`Evaluation::candidates`].
    fn candidates(&mut self, game: &G, position: &G::Position, moves: &mut Vec<G::Move>) {
        game.moves(position, moves);
    }

    /// How likely each move is thought to be the best: clears `priors` and
    /// fills it with one number a move, which add up to one.
    fn priors(&mut self, game: &G, position: &G::Position, moves: &[G::Move], priors: &mut Vec<f32>);
}

/// Nothing is known: every move is as likely as any other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unguided;

impl<G: Game> Guide<G> for Unguided {
    fn priors(&mut self, _: &G, _: &G::Position, moves: &[G::Move], priors: &mut Vec<f32>) {
        priors.clear();
        priors.resize(moves.len(), 1.0 / moves.len() as f32);
    }
}

/// Guided by the [`promise`](Evaluation::promise) of an evaluation, and by its
/// [`candidates`](Evaluation::candidates).
#[derive(Clone, Debug)]
pub struct Promising<E> {
    /// What knows the game.
    pub evaluation: E,
    /// The most promising move is e^sharpness times as likely as the least.
    /// Of promises only the order matters, so they are scaled to their range.
    pub sharpness: f64,
}

impl<E> Promising<E> {
    /// The usual sharpness: the best looks twenty times as likely as the worst.
    pub const SHARPNESS: f64 = 3.0;

    /// Guided by this evaluation.
    pub fn new(evaluation: E) -> Self {
        Promising { evaluation, sharpness: Self::SHARPNESS }
    }
}

impl<G: Game, E: Evaluation<G>> Guide<G> for Promising<E> {
    fn candidates(&mut self, game: &G, position: &G::Position, moves: &mut Vec<G::Move>) {
        self.evaluation.candidates(game, position, moves);
    }

    fn priors(&mut self, game: &G, position: &G::Position, moves: &[G::Move], priors: &mut Vec<f32>) {
        priors.clear();
        priors.extend(moves.iter().map(|mv| self.evaluation.promise(game, position, *mv) as f32));
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
}
