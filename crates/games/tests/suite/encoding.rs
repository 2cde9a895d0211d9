//! What every encoding promises, checked along random games with the usual
//! options and with those of each variant.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::{env, fs};

use agon_core::{Encoding, Game, History, Options, PlaneShape, Player, Registered, Rng, action_under, mix};
use agon_games::{Visitor, visit_all};

use crate::harness::{context, for_every_game, random_games};

const GAMES_EACH: u64 = 4;

fn planes<G: Game>(encoding: &dyn Encoding<G>, position: &G::Position) -> Vec<f32> {
    let mut planes = vec![7.0];
    encoding.planes(position, &mut planes);
    planes
}

fn sparse<G: Game>(encoding: &dyn Encoding<G>, position: &G::Position, perspective: Player) -> Vec<u32> {
    let mut features = vec![u32::MAX];
    encoding.sparse(position, perspective, &mut features);
    features
}

/// Who sees the planes of a position.
fn viewer<G: Game>(game: &G, position: &G::Position) -> Player {
    game.turn(position).player().unwrap_or(Player::One)
}

#[test]
fn every_move_has_a_number_of_its_own() {
    fn check<G: Registered>(game: &Arc<G>) {
        let Some(encoding) = game.encoding() else { return };
        let name = G::INFO.name;
        let mut known = 0;
        for action in 0..encoding.actions() {
            let seen = Player::BOTH.map(|player| encoding.action_seen_by(player, action));
            assert_eq!(seen[0], action, "{name}: player 1 sees the board as it is");
            for (player, seen) in Player::BOTH.into_iter().zip(seen) {
                assert!(seen < encoding.actions(), "{name}: {action}");
                assert_eq!(encoding.action_seen_by(player, seen), action, "{name}");
                assert_eq!(encoding.move_of(seen).is_some(), encoding.move_of(action).is_some(), "{name}: {action}");
            }
            if let Some(mv) = encoding.move_of(action) {
                assert_eq!(encoding.action(mv), action, "{name}: {mv:?}");
                known += 1;
            }
        }
        assert!(known > 1, "{name}");
        for beyond in [0, 1, 1000, u32::MAX - encoding.actions()] {
            assert_eq!(encoding.move_of(encoding.actions() + beyond), None, "{name}");
        }
        // A game made again with the same options has the same numbers.
        let again = G::new(game.options().clone()).unwrap();
        random_games(game, GAMES_EACH, |history, _| {
            for mv in history.moves() {
                let action = encoding.action(mv);
                assert!(action < encoding.actions(), "{}: {mv:?}", context(history));
                assert_eq!(encoding.move_of(action), Some(mv), "{}", context(history));
                assert_eq!(again.encoding().map(|again| again.action(mv)), Some(action), "{}", context(history));
            }
        });
    }
    for_every_game!(check);
}

/// A game in progress takes numbers as it takes text, and random moves are the same either way.
#[test]
fn moves_are_played_by_number_as_by_text() {
    for (name, game) in crate::common::every_game() {
        let (mut rng, mut play) = (Rng::new(7), game.start());
        loop {
            let (actions, texts) = (play.actions(), play.moves());
            assert_eq!(actions.len(), texts.len(), "{name}");
            for (action, text) in actions.iter().zip(&texts) {
                assert_eq!(play.action_of(text), Ok(*action), "{name}: {text}");
                assert_eq!(play.action_text(*action).as_ref(), Ok(text), "{name}");
            }
            let free = (0..=actions.len() as u32).find(|action| !actions.contains(action)).unwrap();
            assert!(play.boxed_clone().play_action(free).is_err() && play.action_text(free).is_err(), "{name}: {free}");
            let text = play.random_move(&mut rng.clone());
            let Some(action) = play.random_action(&mut rng) else { break };
            assert_eq!(play.action_text(action).ok(), text, "{name}");
            let (mut by_text, plies) = (play.boxed_clone(), play.plies());
            by_text.play(&text.unwrap()).unwrap();
            play.play_action(action).unwrap();
            assert_eq!((play.position_text(), play.plies()), (by_text.position_text(), plies + 1), "{name}");
        }
        assert!(play.outcome().is_some() && play.actions().is_empty(), "{name}");
    }
}

#[test]
fn planes_have_their_shape_and_tell_positions_apart() {
    fn check<G: Registered>(game: &Arc<G>) {
        let Some(encoding) = game.encoding() else { return };
        let mut keys: HashMap<(Player, Vec<u32>), u64> = HashMap::new();
        random_games(game, GAMES_EACH, |history, _| {
            let position = history.position();
            let planes = planes(encoding, position);
            assert_eq!(planes.len(), encoding.shape().size(), "{}", context(history));
            // Multiples of 2^-16 need no rounding.
            assert!(planes.iter().all(|value| (value * 65536.0).fract() == 0.0), "{}", context(history));
            let text = game.position_text(position);
            let again = game.parse_position(&text).unwrap();
            assert_eq!(self::planes(encoding, &again), planes, "{}", context(history));
            if game.outcome(position).is_none() {
                let bits = planes.iter().map(|value| value.to_bits()).collect();
                let key = *keys.entry((viewer(&**game, position), bits)).or_insert(game.key(position));
                assert_eq!(key, game.key(position), "{}", context(history));
            }
        });
        assert!(keys.len() > 1, "{}", G::INFO.name);
    }
    for_every_game!(check);
}

#[test]
fn sparse_features_ascend_and_change_along_a_game() {
    fn check<G: Registered>(game: &Arc<G>) {
        let Some(encoding) = game.encoding() else { return };
        let mut before = Vec::new();
        random_games(game, GAMES_EACH, |history, _| {
            let position = history.position();
            for player in Player::BOTH {
                let features = sparse(encoding, position, player);
                assert!(features.is_sorted_by(|a, b| a < b), "{}: {features:?}", context(history));
                assert!(features.last().is_none_or(|last| *last < encoding.features()), "{}", context(history));
                let again = game.parse_position(&game.position_text(position)).unwrap();
                assert_eq!(sparse(encoding, &again, player), features, "{}", context(history));
            }
            // A move changes what player 1 sees: on a board, what stands there.
            let now = sparse(encoding, position, Player::One);
            assert!(history.line().len() == 0 || now != before, "{}", context(history));
            before = now;
        });
    }
    for_every_game!(check);
}

#[test]
fn symmetries_permute_actions_planes_and_features() {
    fn check<G: Registered>(game: &Arc<G>) {
        let Some(encoding) = game.encoding() else { return };
        let cells = encoding.shape().cells();
        for symmetry in 0..game.symmetries() {
            for player in Player::BOTH {
                let permuted = |size: u32, to: &dyn Fn(u32) -> u32| {
                    let mut images: Vec<u32> = (0..size).map(to).collect();
                    assert!(symmetry > 0 || images.is_sorted(), "the identity changes nothing");
                    images.sort_unstable();
                    images.into_iter().eq(0..size)
                };
                assert!(permuted(cells, &|cell| encoding.cell_under(symmetry, player, cell)));
                assert!(permuted(encoding.features(), &|feature| encoding.feature_under(symmetry, player, feature)));
            }
        }
        random_games(game, 1, |history, _| {
            let position = history.position();
            for symmetry in 0..game.symmetries() {
                check_image(history, encoding, symmetry, &game.transform(symmetry, position));
            }
        });
    }
    for_every_game!(check);
}

fn check_image<G: Registered>(history: &History<G>, encoding: &dyn Encoding<G>, symmetry: u8, image: &G::Position) {
    let (game, position) = (history.game(), history.position());
    let context = || format!("symmetry {symmetry} of {}", context(history));
    let (me, shape) = (viewer(game, position), encoding.shape());
    let mut expected = vec![0.0; shape.size()];
    for (at, value) in (0..).zip(planes(encoding, position)) {
        let cell = at % shape.cells();
        expected[(at - cell + encoding.cell_under(symmetry, me, cell)) as usize] = value;
    }
    assert_eq!(planes(encoding, image), expected, "{}", context());
    for player in Player::BOTH {
        let mut expected = sparse(encoding, position, player);
        for feature in &mut expected {
            *feature = encoding.feature_under(symmetry, player, *feature);
        }
        expected.sort_unstable();
        assert_eq!(sparse(encoding, image, player), expected, "{}", context());
    }
    let mut expected: Vec<Option<u32>> =
        history.moves().into_iter().map(|mv| action_under(game, encoding, symmetry, encoding.action(mv))).collect();
    expected.sort_unstable();
    let mut moves = Vec::new();
    game.moves(image, &mut moves);
    let mut actions: Vec<Option<u32>> = moves.into_iter().map(|mv| Some(encoding.action(mv))).collect();
    actions.sort_unstable();
    // After a repetition the history has no moves, the position has.
    assert!(actions == expected || expected.is_empty(), "{}", context());
}

/// Weights are only good for the numbers they were made with. Whoever changes an
/// encoding raises its version and writes the sums anew with
/// `UPDATE_GOLDEN=1 cargo test -p agon-games --test suite encoding`.
#[test]
fn numbers_change_only_with_the_version() {
    let sums = crate::common::folder("golden").join("encodings.tsv");
    let now = encodings();
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&sums, now).unwrap();
        return;
    }
    let before = fs::read_to_string(&sums).unwrap_or_else(|error| panic!("{}: {error}", sums.display()));
    assert_eq!(now, before, "an encoding has changed: raise its version and update {}", sums.display());
}

/// A line for each game and variant: sizes, and the sum of all numbers along some games.
fn encodings() -> String {
    struct Sums(String);
    impl Visitor for Sums {
        type Output = ();
        fn visit<G: Registered>(&mut self) {
            let variants = G::INFO.variants.iter().map(|variant| (variant.name, variant.options));
            for (name, pairs) in std::iter::once(("usual", &[][..])).chain(variants) {
                let options = Options::from_pairs(G::INFO.options, pairs.iter().copied()).unwrap();
                let game = Arc::new(G::new(options).unwrap());
                let Some(encoding) = game.encoding() else { continue };
                let PlaneShape { planes, rows, columns } = encoding.shape();
                let (version, actions, features) = (encoding.version(), encoding.actions(), encoding.features());
                let sum = checksum(&game, encoding);
                let game = G::INFO.name;
                let sizes = format!("{actions}\t{planes}x{rows}x{columns}\t{features}");
                let _ = writeln!(self.0, "{game}\t{name}\t{version}\t{sizes}\t{sum:016x}");
            }
        }
    }
    let mut sums = Sums("game\tvariant\tversion\tactions\tplanes\tfeatures\tsum\n".to_string());
    visit_all(&mut sums);
    sums.0
}

fn checksum<G: Game>(game: &Arc<G>, encoding: &dyn Encoding<G>) -> u64 {
    let mut sum = 0;
    random_games(game, 2, |history, _| {
        let position = history.position();
        let mut numbers: Vec<u32> = history.moves().into_iter().map(|mv| encoding.action(mv)).collect();
        numbers.extend(planes(encoding, position).into_iter().map(f32::to_bits));
        numbers.extend(Player::BOTH.into_iter().flat_map(|player| sparse(encoding, position, player)));
        sum = numbers.into_iter().fold(sum, |sum, number| mix(sum ^ u64::from(number)));
    });
    sum
}
