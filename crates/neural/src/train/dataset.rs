use std::collections::HashSet;

use agon_core::{Evaluation, Player, Registered, Turn, mix};

use crate::NetError;
use crate::network::MOST_FEATURES;

/// What a search thought of a position, from the side of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opinion {
    /// So many hundredths of a point.
    Points(i32),
    /// A proven win.
    Win,
    /// A proven loss.
    Loss,
}

/// A position to learn from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Labels {
    /// What a search thought of it.
    pub opinion: Opinion,
    /// What the player to move got in the end: 0, 0.5 or 1.
    pub result: f32,
    /// The game it is from: all positions of a game are learnt from, or none of them.
    pub game: u64,
    /// How often it is learnt from in an epoch.
    pub copies: u8,
}

/// Positions to learn from, as the features that the player to move sees.
#[derive(Clone, Debug)]
pub struct Dataset {
    features: Vec<u16>,
    /// Where the features of each position end.
    ends: Vec<usize>,
    labels: Vec<Labels>,
    /// Who is to move in each.
    players: Vec<Player>,
    /// What the game's own evaluation says of each.
    judgements: Vec<i32>,
    /// What becomes of each feature under each symmetry, as each player sees the board.
    images: [Vec<Vec<u16>>; 2],
    /// What is there already, by a hash.
    known: HashSet<u64>,
    listed: Vec<u32>,
    count: usize,
}

impl Dataset {
    /// No positions yet, of a game that has features.
    pub fn new<G: Registered>(game: &G) -> Result<Self, NetError> {
        let none = NetError::NoFeatures { game: G::INFO.name };
        let encoding = game.encoding().ok_or(none.clone())?;
        let count = encoding.features() as usize;
        if count > MOST_FEATURES {
            return Err(none);
        }
        let image = |symmetry, player| {
            (0..count as u32).map(|at| encoding.feature_under(symmetry, player, at) as u16).collect()
        };
        let images =
            Player::BOTH.map(|player| (0..game.symmetries()).map(|symmetry| image(symmetry, player)).collect());
        Ok(Dataset {
            features: Vec::new(),
            ends: Vec::new(),
            labels: Vec::new(),
            players: Vec::new(),
            judgements: Vec::new(),
            images,
            known: HashSet::new(),
            listed: Vec::new(),
            count,
        })
    }

    /// Adds a position of the same game, unless it is there already, is over, or is chance's to move.
    pub fn add<G: Registered>(&mut self, game: &G, position: &G::Position, labels: Labels) {
        let (Turn::Player(player), Some(encoding)) = (game.turn(position), game.encoding()) else { return };
        if game.outcome(position).is_some() {
            return;
        }
        encoding.sparse(position, player, &mut self.listed);
        let hash = self.listed.iter().fold(player.index() as u64, |hash, feature| mix(hash ^ u64::from(*feature)));
        if !self.known.insert(hash) {
            return;
        }
        self.features.extend(self.listed.iter().map(|feature| *feature as u16));
        self.ends.push(self.features.len());
        self.labels.push(labels);
        self.players.push(player);
        let evaluation = G::Evaluation::default();
        let state = evaluation.state(game, position);
        self.judgements.push(evaluation.evaluate(game, position, &state));
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// How many features a network has to take.
    pub fn features(&self) -> usize {
        self.count
    }

    pub(super) fn labels(&self) -> &[Labels] {
        &self.labels
    }

    pub(super) fn judgements(&self) -> &[i32] {
        &self.judgements
    }

    /// The features of a position.
    pub(super) fn active(&self, at: usize) -> &[u16] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.features[start..self.ends[at]]
    }

    /// How many symmetries the game has.
    pub(super) fn symmetries(&self) -> usize {
        self.images[0].len()
    }

    /// The features of a position under a symmetry, in any order.
    pub(super) fn image(&self, at: usize, symmetry: usize, features: &mut Vec<u16>) {
        let image = &self.images[self.players[at].index()][symmetry];
        features.clear();
        features.extend(self.active(at).iter().map(|feature| image[usize::from(*feature)]));
    }
}

#[cfg(test)]
pub(super) mod tests {
    use agon_core::{Encoding, Game, Options, Rng};
    use agon_games::Crosphere;

    use super::*;

    pub fn small() -> Crosphere {
        Crosphere::new(Options::parse(Crosphere::INFO.options, "size=5 strong=3").unwrap()).unwrap()
    }

    /// Positions of random games, with how they ended.
    pub fn random_games(games: u64) -> Dataset {
        let (game, mut rng) = (small(), Rng::new(9));
        let mut data = Dataset::new(&game).unwrap();
        for round in 0..games {
            let (mut position, mut line) = (game.start(), Vec::new());
            while let Some(mv) = game.random_move(&position, &mut rng) {
                line.push(position);
                game.play(&mut position, mv);
            }
            let winner = game.outcome(&position).and_then(|outcome| outcome.winner);
            for position in &line {
                let result =
                    winner.map_or(0.5, |winner| f32::from(u8::from(game.turn(position) == Turn::Player(winner))));
                let opinion = Opinion::Points(if result > 0.5 { 100 } else { -100 });
                data.add(&game, position, Labels { opinion, result, game: round, copies: 1 });
            }
        }
        data
    }

    #[test]
    fn a_position_is_there_once_and_its_images_are_positions() {
        let game = small();
        let mut data = Dataset::new(&game).unwrap();
        let labels = Labels { opinion: Opinion::Win, result: 1.0, game: 1, copies: 1 };
        let mut position = game.start();
        data.add(&game, &position, labels);
        data.add(&game, &position, labels);
        assert_eq!(data.len(), 1);
        let mut rng = Rng::new(1);
        for _ in 0..3 {
            let mv = game.random_move(&position, &mut rng).unwrap();
            game.play(&mut position, mv);
            data.add(&game, &position, labels);
        }
        for symmetry in 0..4 {
            let (mut image, mut listed) = (Vec::new(), Vec::new());
            data.image(3, symmetry, &mut image);
            image.sort_unstable();
            let turned = game.transform(symmetry as u8, &position);
            game.sparse(&turned, Player::Two, &mut listed);
            assert_eq!(image, listed.iter().map(|feature| *feature as u16).collect::<Vec<_>>());
        }
    }
}
