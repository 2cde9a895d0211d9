use agon_core::{CellId, Encoding, FeatureWriter, PlaneShape, PlaneWriter, Player, scaled};

use super::Crosphere;
use super::bitboard::{mirrored, squares, transposed};
use super::roads::Roads;
use super::rules::{CrosphereMove, CrospherePosition, Stone, ways};

/// Sets of squares: own, enemy and weak stones; then the squares, gates and
/// pairs of the own road and of the enemy's.
const SETS: u32 = 9;

/// Stones needed are counted up to this; 0 stands for no way.
const MOST_NEEDED: u32 = 16;

/// Strong stones in hand are counted up to this.
const MOST_HAND: u32 = 7;

impl Crosphere {
    fn cells(&self) -> u32 {
        u32::from(self.size) * u32::from(self.size)
    }

    fn hand_buckets(&self) -> u32 {
        self.strong.min(MOST_HAND) + 1
    }

    /// The [`SETS`]. Pink sees the board transposed, so that a player's own
    /// edges are always the top and the bottom.
    fn sets(position: &CrospherePosition, roads: &Roads, perspective: Player) -> [u64; SETS as usize] {
        let (own, enemy) = (roads.player(perspective), roads.player(!perspective));
        let sets = [
            position.strong(perspective),
            position.strong(!perspective),
            position.weak(),
            own.squares,
            own.gates,
            own.pairs,
            enemy.squares,
            enemy.gates,
            enemy.pairs,
        ];
        if perspective == Player::One { sets } else { sets.map(transposed) }
    }
}

impl Encoding<Crosphere> for Crosphere {
    fn version(&self) -> u32 {
        1
    }

    /// Weak stones first: where nobody has strong ones, there is nothing else.
    fn actions(&self) -> u32 {
        if self.strong == 0 { self.cells() } else { 2 * self.cells() }
    }

    fn action(&self, mv: CrosphereMove) -> u32 {
        u32::from(self.cell(mv.square)) + if mv.stone == Stone::Weak { 0 } else { self.cells() }
    }

    fn move_of(&self, action: u32) -> Option<CrosphereMove> {
        let stone = if action < self.cells() { Stone::Weak } else { Stone::Strong };
        let square = self.square((action % self.cells()) as CellId);
        (action < self.actions()).then_some(CrosphereMove { stone, square })
    }

    fn action_seen_by(&self, perspective: Player, action: u32) -> u32 {
        if perspective == Player::One {
            return action;
        }
        let (size, cell) = (u32::from(self.size), action % self.cells());
        action - cell + cell % size * size + cell / size
    }

    fn shape(&self) -> PlaneShape {
        PlaneShape { planes: SETS + 6, rows: self.size.into(), columns: self.size.into() }
    }

    fn planes(&self, position: &CrospherePosition, planes: &mut Vec<f32>) {
        let (me, roads) = (position.turn, Roads::recall(self, position));
        let mut writer = PlaneWriter::new(self.shape(), planes);
        for set in Self::sets(position, &roads, me) {
            writer.ones(squares(set).map(|square| self.cell(square).into()));
        }
        for player in [me, !me] {
            let needed = roads.player(player).needed;
            writer.fill(scaled(self.hand(position, player).into(), self.strong));
            writer.fill(scaled(needed.unwrap_or(0).into(), MOST_NEEDED));
            writer.fill(if needed.is_none() { 1.0 } else { 0.0 });
        }
    }

    fn features(&self) -> u32 {
        SETS * self.cells() + 2 * self.hand_buckets() + 2 * (MOST_NEEDED + 1)
    }

    fn sparse(&self, position: &CrospherePosition, perspective: Player, features: &mut Vec<u32>) {
        let roads = Roads::recall(self, position);
        let mut writer = FeatureWriter::new(features);
        for set in Self::sets(position, &roads, perspective) {
            writer.set(self.cells(), squares(set).map(|square| self.cell(square).into()));
        }
        for player in [perspective, !perspective] {
            writer.one_hot(self.hand_buckets(), self.hand(position, player));
            writer.one_hot(MOST_NEEDED + 1, roads.player(player).needed.unwrap_or(0));
        }
    }

    fn cell_under(&self, symmetry: u8, perspective: Player, cell: u32) -> u32 {
        let (files, ranks) = ways(symmetry);
        let ways = if perspective == Player::One { (files, ranks) } else { (ranks, files) };
        let square = mirrored(1 << self.square(cell as CellId), self.size, ways).trailing_zeros();
        self.cell(square as u8).into()
    }

    fn feature_under(&self, symmetry: u8, perspective: Player, feature: u32) -> u32 {
        if feature >= SETS * self.cells() {
            return feature;
        }
        let cell = feature % self.cells();
        feature - cell + self.cell_under(symmetry, perspective, cell)
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Game, Options, Rng};

    use super::*;

    /// A position and the same with colours exchanged, which Pink sees as Green sees the first.
    #[test]
    fn both_players_see_the_same_game() {
        for options in ["", "size=5 strong=3", "size=4 strong=0"] {
            let game = Crosphere::new(Options::parse(Crosphere::INFO.options, options).unwrap()).unwrap();
            let (mut position, mut rng) = (game.start(), Rng::new(5));
            while let Some(mv) = game.random_move(&position, &mut rng) {
                let [green, pink] = position.chains.map(transposed);
                let swapped = game.position([pink, green], !position.turn);
                let (mut planes, mut others) = (Vec::new(), Vec::new());
                game.planes(&position, &mut planes);
                game.planes(&swapped, &mut others);
                assert_eq!(planes, others);
                for player in Player::BOTH {
                    let (mut features, mut others) = (Vec::new(), Vec::new());
                    game.sparse(&position, player, &mut features);
                    game.sparse(&swapped, !player, &mut others);
                    assert_eq!(features, others);
                }
                let seen = |position: &CrospherePosition| {
                    let mut moves = Vec::new();
                    game.moves(position, &mut moves);
                    let mut actions: Vec<u32> =
                        moves.iter().map(|mv| game.action_seen_by(position.turn, game.action(*mv))).collect();
                    actions.sort_unstable();
                    actions
                };
                assert_eq!(seen(&position), seen(&swapped));
                game.play(&mut position, mv);
            }
        }
    }

    #[test]
    fn the_usual_board_has_622_features() {
        let game = Crosphere::new(Options::defaults(Crosphere::INFO.options)).unwrap();
        assert_eq!((game.features(), game.actions()), (622, 128));
    }
}
