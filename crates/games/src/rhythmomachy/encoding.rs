use agon_core::{Encoding, FeatureWriter, PlaneShape, PlaneWriter, Player, bit_length, scaled};

use super::Rhythmomachy;
use super::man::Man;
use super::position::RhythmomachyPosition;
use super::rules::{RhythmomachyMove, SETUP};
use super::tables::{NUMBERS, squares_of};

const SQUARES: u32 = 64;

/// The pieces of an army, by shape and number: no two are equal.
const KINDS: u32 = SETUP.len() as u32;

/// Steps to the squares at most two away, row by row, without standing still.
const STEPS: u32 = 24;

/// Captures that are missing are counted up to this…
const MOST_MISSING: u32 = 7;
/// …and points up to this, so many in a bucket.
const MOST_POINTS: u32 = 60;
const POINTS_IN_A_BUCKET: u32 = 4;
const POINT_BUCKETS: u32 = MOST_POINTS / POINTS_IN_A_BUCKET + 1;

/// Buckets for the plies that are left: the last from 128 on.
const PLY_BUCKETS: u32 = 9;

/// Where a square lies as a player sees the board: Black from the other side.
const fn seen(perspective: Player, square: u8) -> u8 {
    match perspective {
        Player::One => square,
        Player::Two => 63 - square,
    }
}

const fn set_seen(perspective: Player, set: u64) -> u64 {
    match perspective {
        Player::One => set,
        Player::Two => set.reverse_bits(),
    }
}

/// The kind of every man, by its code.
static KIND_OF: [u8; 2 * NUMBERS] = {
    let mut kinds = [0; 2 * NUMBERS];
    let mut code = 0;
    while code < kinds.len() {
        kinds[code] = kind(Man::from_code(code as u8));
        code += 1;
    }
    kinds
};

/// Which piece of an army a man is. One that no army has, in a position set up
/// by hand, counts as the one of its shape with the nearest number.
const fn kind(man: Man) -> u8 {
    let (mut nearest, mut best) = (0, u8::MAX);
    let mut kind = 0;
    while kind < SETUP.len() {
        let (_, _, square, number) = SETUP[kind];
        let distance = number.abs_diff(man.number());
        if square == man.is_square() && distance < best {
            (nearest, best) = (kind, distance);
        }
        kind += 1;
    }
    nearest as u8
}

/// The squares and kinds of a player's pieces, by rising square as `perspective` sees them.
fn kinds(position: &RhythmomachyPosition, player: Player, perspective: Player) -> impl Iterator<Item = (u32, u32)> {
    squares_of(set_seen(perspective, position.pieces(player))).map(move |square| {
        let code = position.man(seen(perspective, square)).code();
        (u32::from(square), KIND_OF[usize::from(code) % KIND_OF.len()].into())
    })
}

/// Own captures and what could become some, then those of the enemy.
fn threats(position: &RhythmomachyPosition, perspective: Player) -> [u64; 4] {
    let (own, enemy) = (position.threats(perspective), position.threats(!perspective));
    [own.captures, own.latent, enemy.captures, enemy.latent].map(|set| set_seen(perspective, set))
}

/// An action is a step and the square from which it is made, `64 * step + from`.
impl Encoding<Rhythmomachy> for Rhythmomachy {
    fn version(&self) -> u32 {
        1
    }

    fn actions(&self) -> u32 {
        STEPS * SQUARES
    }

    fn action(&self, mv: RhythmomachyMove) -> u32 {
        let along = |from: u8, to: u8| u32::from((to + 2).wrapping_sub(from));
        let step = 5 * along(mv.from / 8, mv.to / 8) + along(mv.from % 8, mv.to % 8);
        // Number 12 would be standing still.
        SQUARES * (step - u32::from(step > 12)) + u32::from(mv.from)
    }

    fn move_of(&self, action: u32) -> Option<RhythmomachyMove> {
        let (step, from) = (action / SQUARES, (action % SQUARES) as u8);
        if step >= STEPS {
            return None;
        }
        let step = step + u32::from(step >= 12);
        let along = |from: u8, step: u32| (from + step as u8).checked_sub(2).filter(|to| *to < 8);
        let (rank, file) = (along(from / 8, step / 5)?, along(from % 8, step % 5)?);
        Some(RhythmomachyMove { from, to: 8 * rank + file })
    }

    fn action_seen_by(&self, perspective: Player, action: u32) -> u32 {
        match perspective {
            Player::One => action,
            Player::Two => self.actions() - 1 - action,
        }
    }

    fn shape(&self) -> PlaneShape {
        PlaneShape { planes: 2 * (3 + KINDS + 2) + 4 + 2, rows: 8, columns: 8 }
    }

    fn planes(&self, position: &RhythmomachyPosition, planes: &mut Vec<f32>) {
        let me = position.turn();
        let mut writer = PlaneWriter::new(self.shape(), planes);
        for player in [me, !me] {
            let own = set_seen(me, position.pieces(player));
            let squares = set_seen(me, position.square_pieces());
            let number = |square: u8| scaled(position.number(seen(me, square)).into(), NUMBERS as u32);
            writer.ones(squares_of(own & !squares).map(u32::from));
            writer.ones(squares_of(own & squares).map(u32::from));
            writer.values(squares_of(own).map(|square| (u32::from(square), number(square))));
            for kind in 0..KINDS {
                writer.ones(kinds(position, player, me).filter(|(_, known)| *known == kind).map(|(square, _)| square));
            }
            writer.fill(scaled(position.captures(player).into(), self.captures.max(MOST_MISSING)));
            writer.fill(scaled(position.points(player).into(), self.points.max(MOST_POINTS)));
        }
        for set in threats(position, me) {
            writer.ones(squares_of(set).map(u32::from));
        }
        writer.fill(scaled(self.plies.saturating_sub(position.plies()).into(), self.plies.into()));
        writer.fill(if me == Player::One { 1.0 } else { 0.0 });
    }

    fn features(&self) -> u32 {
        2 * (SQUARES * KINDS + MOST_MISSING + 1 + POINT_BUCKETS) + 4 * SQUARES + PLY_BUCKETS + 1
    }

    fn sparse(&self, position: &RhythmomachyPosition, perspective: Player, features: &mut Vec<u32>) {
        let mut writer = FeatureWriter::new(features);
        for player in [perspective, !perspective] {
            let pieces = kinds(position, player, perspective).map(|(square, kind)| square * KINDS + kind);
            writer.set(SQUARES * KINDS, pieces);
        }
        for set in threats(position, perspective) {
            writer.set(SQUARES, squares_of(set).map(u32::from));
        }
        for player in [perspective, !perspective] {
            let points = self.points.saturating_sub(position.points(player));
            writer.one_hot(MOST_MISSING + 1, self.captures.saturating_sub(position.captures(player)));
            writer.one_hot(POINT_BUCKETS, points.div_ceil(POINTS_IN_A_BUCKET));
        }
        writer.one_hot(PLY_BUCKETS, bit_length(self.plies.saturating_sub(position.plies()).into()));
        // Captured pieces are put back in an order that is not the same for both sides.
        writer.set(1, (perspective == Player::One).then_some(0));
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Game, Notation, Options, Rng};

    use super::*;

    fn game() -> Rhythmomachy {
        Rhythmomachy::new(Options::defaults(Rhythmomachy::INFO.options)).unwrap()
    }

    #[test]
    fn every_piece_of_an_army_is_of_its_own_kind() {
        for (at, (_, _, square, number)) in (0..).zip(SETUP) {
            assert_eq!(kind(Man::new(square, number)), at);
        }
        assert_eq!(kind(Man::new(true, 63)), kind(Man::new(true, 32)));
        assert_eq!(kind(Man::new(false, 63)), kind(Man::new(false, 16)));
    }

    /// A position and the same with colours exchanged, which Black sees as White
    /// sees the first, but for the plane that tells who is to move.
    #[test]
    fn both_players_see_the_same_game() {
        let game = game();
        let (mut position, mut rng) = (game.start(), Rng::new(5));
        while let Some(mv) = game.random_move(&position, &mut rng) {
            let mut swapped = RhythmomachyPosition::empty(!position.turn());
            for player in Player::BOTH {
                for square in squares_of(position.pieces(player)) {
                    swapped.put(!player, position.man(square), 63 - square);
                }
                swapped.score(!player, position.captures(player), position.points(player));
            }
            swapped.set_plies(position.plies());
            let (mut planes, mut others) = (Vec::new(), Vec::new());
            game.planes(&position, &mut planes);
            game.planes(&swapped, &mut others);
            let alike = game.shape().size() - SQUARES as usize;
            assert_eq!(planes[..alike], others[..alike]);
            assert_ne!(planes[alike..], others[alike..]);
            for player in Player::BOTH {
                let (mut features, mut others) = (Vec::new(), Vec::new());
                game.sparse(&position, player, &mut features);
                game.sparse(&swapped, !player, &mut others);
                let alike = |feature: &u32| *feature < game.features() - 1;
                assert!(features.iter().filter(|f| alike(f)).eq(others.iter().filter(|f| alike(f))));
                assert_ne!(features, others);
            }
            let seen = |position: &RhythmomachyPosition| {
                let mut moves = Vec::new();
                game.moves(position, &mut moves);
                let mut actions: Vec<u32> =
                    moves.iter().map(|mv| game.action_seen_by(position.turn(), game.action(*mv))).collect();
                actions.sort_unstable();
                actions
            };
            assert_eq!(seen(&position), seen(&swapped), "{}", game.position_text(&position));
            game.play(&mut position, mv);
        }
    }
}
