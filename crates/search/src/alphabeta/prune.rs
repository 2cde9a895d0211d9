use agon_core::{Evaluation, Game, TrackedBy, Turn};

use super::order::{Frame, Node};
use super::search::{Width, Worker};
use crate::{Score, Value};

/// The deepest node at which a judgement far above the window is believed.
const BELIEVED: i32 = 3;
/// The deepest node at which a judgement far below it is.
const HOPELESS: i32 = 2;
/// At a node of depth d, this many moves and d x d more are tried though quiet.
const QUIET_MOVES: usize = 6;

/// What the judgement of a node says before any move is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outlook {
    /// Nothing: all moves must be tried.
    Open,
    /// Late quiet moves may be left out.
    Usual,
    /// Only forcing moves can help, and only those are left in the list; the
    /// others bring at most this.
    Bleak(Score),
    /// It is worth this and need not be searched.
    Settled(Score),
}

impl Outlook {
    /// What the moves that were left out bring.
    pub fn hope(self) -> Option<Score> {
        if let Outlook::Bleak(hope) = self { Some(hope) } else { None }
    }
}

impl<G: Game, E: Evaluation<G>> Worker<'_, G, E> {
    /// Whether a judgement may stand for a search of this node: a few half
    /// moves from the end of a line, off the principal variation. Wins and
    /// losses are never given up nor made up: the window must lie between them.
    #[inline]
    pub fn guesses(&self, at: &TrackedBy<G, E>, node: Node<G::Move>, (alpha, beta): (Score, Score)) -> bool {
        self.evaluation.margin() > 0
            && self.config.prune
            && self.width == Width::Reduced
            && (1..=BELIEVED).contains(&node.depth)
            && beta - alpha == 1
            && !Value::is_decided(alpha)
            && !Value::is_decided(beta)
            && self.game.turn(&at.position) != Turn::Chance
    }

    /// Lists the moves of such a node and judges it; takes moves out of the
    /// list that cannot make up for what is missing ("futility pruning",
    /// Heinz 1998, both ways).
    ///
    /// A node with one move is left alone: what forces that move is not seen
    /// in the judgement.
    #[inline]
    pub fn outlook(
        &mut self,
        frame: &mut Frame<G::Move>,
        at: &TrackedBy<G, E>,
        node: Node<G::Move>,
        (alpha, beta): (Score, Score),
    ) -> Outlook {
        let knowledge = (self.game, self.evaluation, at);
        let judgement = at.judge(self.game, self.evaluation);
        let margin = self.evaluation.margin() * node.depth;
        let (fear, hope) = (judgement - margin, judgement + margin);
        let outlook = match () {
            () if fear >= beta => Outlook::Settled(judgement),
            () if node.depth <= HOPELESS && hope <= alpha => Outlook::Bleak(hope),
            () => Outlook::Usual,
        };
        let only = match outlook {
            Outlook::Settled(_) => frame.is_forced(knowledge, self.config),
            Outlook::Bleak(_) => frame.list_forcing(knowledge, self.config),
            Outlook::Usual | Outlook::Open => {
                frame.list(knowledge, self.config);
                frame.moves.len() == 1
            }
        };
        if only {
            return Outlook::Open;
        }
        self.judged = true;
        if outlook.hope().is_some() && frame.moves.is_empty() { Outlook::Settled(hope) } else { outlook }
    }

    /// Whether the `n`-th move is left out because better ones did not help.
    /// Never while all that were tried have lost: a loss must be certain.
    #[inline]
    pub fn is_too_late(
        &self,
        at: &TrackedBy<G, E>,
        mv: G::Move,
        node: Node<G::Move>,
        (n, outlook, best): (usize, Outlook, Score),
    ) -> bool {
        outlook == Outlook::Usual
            && n >= QUIET_MOVES + (node.depth * node.depth) as usize
            && best > Value::LONGEST - Value::WIN
            && !self.evaluation.is_forcing(self.game, &at.position, &at.state, mv)
    }
}
