use agon_core::{POINTS_PER_E, Player, Registered, Turn};

use crate::train::sigmoid;
use crate::{NetError, Opinion};

/// What is learnt of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyLabels<M> {
    /// Moves and how good a search found them, by any scale; none where only the value is learnt.
    pub policy: Vec<(M, f32)>,
    /// What the search thought of it, if it told.
    pub opinion: Option<Opinion>,
    /// What the player to move got in the end: 0, 0.5 or 1.
    pub result: f32,
    /// The game it is from: all positions of a game are learnt from, or none of them.
    pub game: u64,
}

impl<M> PolicyLabels<M> {
    /// The chance of winning that is learnt, so much of it the search's opinion.
    pub(super) fn value(&self, share: f64) -> f32 {
        let thought = match self.opinion {
            // What is proven needs no second opinion.
            Some(Opinion::Win) => return 1.0,
            Some(Opinion::Loss) => return 0.0,
            Some(Opinion::Points(points)) => sigmoid(f64::from(points) / POINTS_PER_E),
            None => return self.result,
        };
        (share * thought + (1.0 - share) * f64::from(self.result)) as f32
    }
}

/// Positions to learn from.
#[derive(Clone, Debug)]
pub struct PolicyData<G: Registered> {
    game: G,
    positions: Vec<(G::Position, PolicyLabels<G::Move>)>,
}

impl<G: Registered> PolicyData<G> {
    /// No positions yet, of a game that has an encoding.
    pub fn new(game: &G) -> Result<Self, NetError> {
        game.encoding().ok_or(NetError::NoFeatures { game: G::INFO.name })?;
        Ok(PolicyData { game: game.clone(), positions: Vec::new() })
    }

    /// Adds a position, unless it is over or chance's to move.
    pub fn add(&mut self, position: G::Position, labels: PolicyLabels<G::Move>) {
        if matches!(self.game.turn(&position), Turn::Player(_)) && self.game.outcome(&position).is_none() {
            self.positions.push((position, labels));
        }
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    pub(super) fn labels(&self, at: usize) -> &PolicyLabels<G::Move> {
        &self.positions[at].1
    }

    /// A position under a symmetry, as a network sees it.
    pub(super) fn show(&self, at: usize, symmetry: u8, example: &mut Example<G::Move>) {
        let (position, labels) = &self.positions[at];
        let position = self.game.transform(symmetry, position);
        let (Turn::Player(player), Some(encoding)) = (self.game.turn(&position), self.game.encoding()) else { return };
        encoding.planes(&position, &mut example.planes);
        let seen = |player: Player, mv| encoding.action_seen_by(player, encoding.action(mv));
        self.game.moves(&position, &mut example.moves);
        example.weights.resize(encoding.actions() as usize, 0.0);
        let total: f32 = labels.policy.iter().map(|(_, weight)| weight).sum();
        for (mv, weight) in &labels.policy {
            let action = seen(player, self.game.transform_move(symmetry, *mv));
            example.weights[action as usize] = weight / total.max(f32::MIN_POSITIVE);
        }
        example.actions.clear();
        example.actions.extend(example.moves.iter().map(|mv| seen(player, *mv)));
        example.policy.clear();
        if total > 0.0 {
            let weights = &mut example.weights;
            example.policy.extend(example.actions.iter().map(|action| std::mem::take(&mut weights[*action as usize])));
        }
        // Moves that are not legal leave nothing for the next.
        example.weights.fill(0.0);
    }
}

/// A position as a network sees it.
#[derive(Clone, Debug)]
pub(super) struct Example<M> {
    pub planes: Vec<f32>,
    /// The legal actions.
    pub actions: Vec<u32>,
    /// How likely each is to be the best; none where that is not learnt.
    pub policy: Vec<f32>,
    moves: Vec<M>,
    weights: Vec<f32>,
}

impl<M> Example<M> {
    pub fn new() -> Self {
        Example { planes: vec![], actions: vec![], policy: vec![], moves: vec![], weights: vec![] }
    }
}
