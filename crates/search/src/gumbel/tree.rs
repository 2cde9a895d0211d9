use std::ops::Range;

use agon_core::{Outcome, Player, Turn};

/// How a position is known to end with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Proof {
    /// Who wins; nobody in a draw.
    pub winner: Option<Player>,
    /// In how many plies, as far as is known.
    pub plies: u16,
}

impl Proof {
    pub fn over(outcome: Outcome) -> Self {
        Proof { winner: outcome.winner, plies: 0 }
    }

    /// What it is worth to player 1.
    pub fn value(self) -> f64 {
        self.winner.map_or(0.5, |winner| if winner == Player::One { 1.0 } else { 0.0 })
    }
}

/// A position, and the move that leads to it.
#[derive(Clone, Debug)]
pub(super) struct Node<M> {
    pub mv: M,
    /// The logarithm of the move's prior.
    pub logit: f64,
    /// How likely the move comes up, at a turn of chance.
    pub probability: f64,
    pub visits: u32,
    /// The sum of values to player 1.
    pub sum: f64,
    /// What the evaluator said of it.
    pub judged: f64,
    /// Who is to move, once it has been looked into.
    pub turn: Turn,
    /// Where its children stand; none until it has been looked into.
    pub children: Range<usize>,
    pub proof: Option<Proof>,
}

impl<M> Node<M> {
    pub fn new(mv: M) -> Self {
        Node {
            mv,
            logit: 0.0,
            probability: 0.0,
            visits: 0,
            sum: 0.0,
            judged: 0.5,
            turn: Turn::Chance,
            children: 0..0,
            proof: None,
        }
    }

    /// What it is worth to a player, if that is known at all.
    pub fn value(&self, player: Player) -> Option<f64> {
        let value = match self.proof {
            Some(proof) => proof.value(),
            None if self.visits == 0 => return None,
            None => self.sum / f64::from(self.visits),
        };
        Some(if player == Player::One { value } else { 1.0 - value })
    }

    pub fn is_won_by(&self, player: Player) -> bool {
        self.proof.is_some_and(|proof| proof.winner == Some(player))
    }

    pub fn is_lost_by(&self, player: Player) -> bool {
        self.is_won_by(!player)
    }
}

/// All positions that were looked into, the root first.
#[derive(Clone, Debug)]
pub(super) struct Tree<M> {
    pub nodes: Vec<Node<M>>,
}

impl<M: Copy> Tree<M> {
    pub fn children(&self, node: usize) -> &[Node<M>] {
        &self.nodes[self.nodes[node].children.clone()]
    }

    /// Adds what a finished playout found to the nodes of its path, and what follows from it.
    pub fn credit(&mut self, path: &[usize], value: f64) {
        for at in path.iter().rev() {
            self.nodes[*at].visits += 1;
            self.nodes[*at].sum += value;
            if self.nodes[*at].proof.is_none() {
                self.nodes[*at].proof = self.follows(*at);
            }
        }
    }

    /// What the proofs of its children prove of a node.
    pub fn follows(&self, node: usize) -> Option<Proof> {
        let children = self.children(node);
        let nearest = |proofs: &mut dyn Iterator<Item = Proof>| proofs.map(|proof| proof.plies).min();
        let farthest = children.iter().filter_map(|child| child.proof).map(|proof| proof.plies).max()?;
        let proofs = || children.iter().filter_map(|child| child.proof);
        let all = proofs().count() == children.len();
        let further = |winner, plies: u16| Some(Proof { winner, plies: plies.saturating_add(1) });
        match self.nodes[node].turn {
            Turn::Player(player) => {
                let won = nearest(&mut proofs().filter(|proof| proof.winner == Some(player)));
                let drawn = nearest(&mut proofs().filter(|proof| proof.winner.is_none()));
                match (won, drawn) {
                    (Some(plies), _) => further(Some(player), plies),
                    (None, Some(plies)) if all => further(None, plies),
                    (None, None) if all => further(Some(!player), farthest),
                    _ => None,
                }
            }
            Turn::Chance => {
                let winner = proofs().next()?.winner;
                if all && proofs().all(|proof| proof.winner == winner) { further(winner, farthest) } else { None }
            }
        }
    }
}
