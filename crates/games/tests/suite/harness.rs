//! What every registered game promises, checked along random games with the
//! usual options and with those of each variant. A new game is tested here
//! without being asked.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use agon_core::{
    Effect, Game, History, MoveError, Notation, OptionKind, Options, Outcome, Record, Registered, Rng, Scene, Tracked,
    Turn,
};
use agon_games::{Visitor, visit_all};

const GAMES_EACH: u64 = 12;

/// Calls a function for each game, as its own type, with each set of options.
macro_rules! for_every_game {
    ($check:ident) => {{
        struct Each;
        impl Visitor for Each {
            type Output = ();
            fn visit<G: Registered>(&mut self) {
                let variants = G::INFO.variants.iter().map(|variant| variant.options);
                for pairs in std::iter::once(&[][..]).chain(variants) {
                    let options = Options::from_pairs(G::INFO.options, pairs.iter().copied()).unwrap();
                    $check(&Arc::new(G::new(options).unwrap()));
                }
            }
        }
        assert!(!visit_all(&mut Each).is_empty());
    }};
}
pub(crate) use for_every_game;

/// Random games to their end; `each` sees every position, the last included.
pub fn random_games<G: Game>(game: &Arc<G>, games: u64, mut each: impl FnMut(&History<G>, &mut Rng)) {
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut history = History::new(Arc::clone(game), game.start());
        loop {
            each(&history, &mut rng);
            if history.outcome().is_some() {
                break;
            }
            let mv = game.random_move(history.position(), &mut rng).expect("a move while the game goes on");
            history.play(mv);
        }
    }
}

pub fn context<G: Notation>(history: &History<G>) -> String {
    format!("{} `{}`", G::INFO.name, history.game().position_text(history.position()))
}

#[test]
fn moves_are_distinct_and_stop_at_the_end() {
    fn check<G: Registered>(game: &Arc<G>) {
        random_games(game, GAMES_EACH, |history, rng| {
            let position = history.position();
            let mut moves = vec![];
            game.moves(position, &mut moves);
            let distinct: HashSet<_> = moves.iter().collect();
            assert_eq!(distinct.len(), moves.len(), "{}", context(history));
            assert_eq!(game.count_moves(position), moves.len() as u64, "{}", context(history));
            assert_eq!(game.outcome(position).is_some(), moves.is_empty(), "{}", context(history));
            let drawn = game.random_move(position, rng);
            assert_eq!(drawn.is_none(), moves.is_empty(), "{}", context(history));
            assert!(drawn.is_none_or(|mv| moves.contains(&mv)), "{}", context(history));
        });
    }
    for_every_game!(check);
}

#[test]
fn moves_and_positions_round_trip_as_text() {
    fn check<G: Registered>(game: &Arc<G>) {
        random_games(game, GAMES_EACH, |history, _| {
            let position = history.position();
            let mut texts = HashSet::new();
            for mv in history.moves() {
                let text = game.move_text(position, mv);
                assert!(!text.is_empty() && !text.contains(char::is_whitespace), "{}: `{text}`", context(history));
                assert_eq!(game.parse_move(position, &text), Ok(mv), "{}: {text}", context(history));
                assert!(texts.insert(text), "{}", context(history));
            }
            let text = game.position_text(position);
            assert!(!text.contains('\n') && !text.split_whitespace().any(|word| word == "moves"), "{text}");
            let again = game.parse_position(&text).unwrap_or_else(|error| panic!("{}: {error}", context(history)));
            assert_eq!(again, *position, "{}", context(history));
            assert_eq!(game.key(&again), game.key(position), "{}", context(history));
            assert_eq!(game.position_text(&again), text);
        });
    }
    for_every_game!(check);
}

#[test]
fn keys_tell_positions_apart_and_transpositions_together() {
    fn check<G: Registered>(game: &Arc<G>) {
        let mut seen: HashMap<u64, (G::Position, Vec<G::Move>)> = HashMap::new();
        let mut texts: HashMap<String, u64> = HashMap::new();
        random_games(game, 4 * GAMES_EACH, |history, _| {
            let position = history.position();
            let key = game.key(position);
            if game.outcome(position).is_some() {
                return;
            }
            let mut moves = vec![];
            game.moves(position, &mut moves);
            let (other, their_moves) = seen.entry(key).or_insert_with(|| (*position, moves.clone()));
            assert_eq!(*their_moves, moves, "{} and {}", context(history), game.position_text(other));
            assert_eq!(game.turn(other), game.turn(position));
            let known = *texts.entry(game.position_text(position)).or_insert(key);
            assert_eq!(known, key, "{}", context(history));
        });
    }
    for_every_game!(check);
}

#[test]
fn symmetries_keep_the_game() {
    fn check<G: Registered>(game: &Arc<G>) {
        random_games(game, 2, |history, _| {
            let position = history.position();
            assert_eq!(game.transform(0, position), *position, "{}", context(history));
            let moves = history.moves();
            let keys = |position: &G::Position| -> HashSet<u64> {
                (0..game.symmetries()).map(|symmetry| game.key(&game.transform(symmetry, position))).collect()
            };
            let (all, mut images) = (keys(position), HashMap::new());
            assert_eq!(Some(game.kind(position)), all.iter().copied().min(), "{}", context(history));
            for symmetry in 0..game.symmetries() {
                let image = game.transform(symmetry, position);
                let context = || format!("symmetry {symmetry} of {}", context(history));
                assert_eq!(game.turn(&image), game.turn(position), "{}", context());
                assert_eq!(game.outcome(&image), game.outcome(position), "{}", context());
                // The images of an image are those of the position: symmetries form a group.
                assert_eq!(keys(&image), all, "{}", context());
                let known = images.entry(game.key(&image)).or_insert(image);
                assert_eq!(*known, image, "{}", context());
                let text = game.position_text(&image);
                assert_eq!(game.parse_position(&text).ok(), Some(image), "{}: `{text}`", context());

                let mut legal = vec![];
                game.moves(&image, &mut legal);
                legal.sort_unstable();
                let mut transformed: Vec<G::Move> = moves.iter().map(|mv| game.transform_move(symmetry, *mv)).collect();
                for (mv, there) in moves.iter().zip(&transformed) {
                    let (mut next, mut next_there) = (*position, image);
                    game.play(&mut next, *mv);
                    game.play(&mut next_there, *there);
                    assert_eq!(game.transform(symmetry, &next), next_there, "{}: {mv:?}", context());
                    assert!(symmetry > 0 || mv == there, "{}: {mv:?}", context());
                }
                transformed.sort_unstable();
                assert_eq!(transformed, legal, "{}", context());
            }
        });
    }
    for_every_game!(check);
}

#[test]
fn two_orders_of_the_same_moves_have_one_key() {
    // First and third half move exchanged: where both orders are legal and lead
    // to the same text, they are one position.
    fn check<G: Registered>(game: &Arc<G>) {
        let mut met = 0;
        let mut rng = Rng::new(17);
        random_games(game, 2 * GAMES_EACH, |history, _| {
            let mut order = Vec::new();
            let mut there = history.clone();
            while order.len() < 3 && there.outcome().is_none() {
                let mv = game.random_move(there.position(), &mut rng).expect("a move while the game goes on");
                order.push(mv);
                there.play(mv);
            }
            if order.len() < 3 {
                return;
            }
            let mut here = history.clone();
            for mv in order.iter().rev() {
                if !here.moves().contains(mv) {
                    return;
                }
                here.play(*mv);
            }
            if game.position_text(here.position()) == game.position_text(there.position()) {
                met += usize::from(order[0] != order[2]);
                assert_eq!(game.key(here.position()), game.key(there.position()), "{}", context(&here));
            }
        });
        // In Tile Sum the score tells one order from the other.
        assert!(met > 0 || G::INFO.name == "tilesum", "{}: no two orders met", G::INFO.name);
    }
    for_every_game!(check);
}

#[test]
fn keys_made_step_by_step_equal_keys_made_at_once() {
    // Two orders of the same moves must meet in one key wherever they meet in one position.
    fn check<G: Registered>(game: &Arc<G>) {
        let mut rng = Rng::new(5);
        random_games(game, GAMES_EACH, |history, _| {
            let moves = history.moves();
            if moves.is_empty() {
                return;
            }
            let first = moves[rng.below(moves.len() as u32) as usize];
            let mut next = *history.position();
            game.play(&mut next, first);
            let fresh = game.parse_position(&game.position_text(&next)).unwrap();
            assert_eq!(game.key(&fresh), game.key(&next), "{}", context(history));
        });
    }
    for_every_game!(check);
}

#[test]
fn outcomes_are_final_and_have_a_listed_reason() {
    fn check<G: Registered>(game: &Arc<G>) {
        let listed = |outcome: Outcome| G::INFO.reasons.iter().any(|reason| reason.word == outcome.reason);
        random_games(game, GAMES_EACH, |history, _| {
            if let Some(outcome) = history.outcome() {
                assert!(listed(outcome), "{}: {outcome:?}", context(history));
                assert!(history.moves().is_empty());
                let last = history.line().last().expect("no game is over at its start");
                let before = history.position_at(history.line().len() - 1).unwrap();
                let text = game.move_text(before, last);
                let refused = history.find_move(&text);
                assert!(matches!(refused, Err(MoveError::Over { .. })), "{}: {refused:?}", context(history));
            }
        });
    }
    for_every_game!(check);
}

#[test]
fn events_lead_from_one_scene_to_the_next() {
    fn check<G: Registered>(game: &Arc<G>) {
        let cells = game.board().cells.len();
        random_games(game, GAMES_EACH, |history, _| {
            let before = game.scene(history.position());
            check_scene(&before, cells, &context(history));
            // They cost as much as all that follows: now and then is enough.
            let marks = if history.line().len() % 8 == 7 { game.marks(history.position()) } else { Vec::new() };
            for mark in marks {
                assert!(!mark.cells.is_empty() && mark.cells.iter().all(|cell| usize::from(*cell) < cells), "{mark:?}");
                assert!(!mark.text.is_empty() && !mark.text.contains('\n'), "{mark:?}");
            }
            let mut gestures = HashSet::new();
            for mv in history.moves() {
                let gesture = game.gesture(history.position(), mv);
                assert!(gesture.cells.iter().all(|cell| usize::from(*cell) < cells));
                assert!(gestures.insert(gesture), "{}: two moves have one gesture", context(history));
                let mut scene = before.clone();
                let events = game.events(history.position(), mv);
                assert!(!events.is_empty(), "{}", context(history));
                for event in events {
                    assert!(!event.text.is_empty() && !event.text.contains('\n'), "{event:?}");
                    assert!(!matches!(event.effect, Effect::End(_)), "the history adds the end: {event:?}");
                    event
                        .effect
                        .apply(&mut scene)
                        .unwrap_or_else(|what| panic!("{}: {event:?}: {what}", context(history)));
                }
                let mut next = *history.position();
                game.play(&mut next, mv);
                assert_eq!(scene.pieces, game.scene(&next).pieces, "{}: {mv:?}", context(history));
            }
        });
    }
    for_every_game!(check);
}

/// What an evaluation keeps up to date from move to move is what it makes of
/// the position at once; and it makes moves as the game does.
#[test]
fn evaluations_keep_their_state() {
    fn check<G: Registered>(game: &Arc<G>) {
        let evaluation = G::Evaluation::default();
        let mut tracked: Option<Tracked<_, _>> = None;
        random_games(game, GAMES_EACH, |history, _| {
            let fresh = Tracked::new(&**game, &evaluation, *history.position());
            match (history.line().last(), &mut tracked) {
                (Some(mv), Some(tracked)) => {
                    tracked.play(&**game, &evaluation, mv);
                    assert_eq!(*tracked, fresh, "{}", context(history));
                }
                _ => tracked = Some(fresh),
            }
        });
    }
    for_every_game!(check);
}

fn check_scene(scene: &Scene, cells: usize, context: &str) {
    assert!(scene.pieces.windows(2).all(|pair| pair[0].cell < pair[1].cell), "{context}: cells must rise");
    assert!(scene.pieces.iter().all(|placed| usize::from(placed.cell) < cells), "{context}: no such cell");
}

#[test]
fn boards_lie_inside_their_picture() {
    for (name, game) in crate::common::every_game() {
        let board = game.board();
        let names: HashSet<_> = board.cells.iter().map(|cell| &cell.name).collect();
        assert_eq!(names.len(), board.cells.len(), "{name}");
        for cell in &board.cells {
            for [x, y] in cell.polygon.iter().chain([&cell.centre]) {
                assert!((0.0..=board.width).contains(x) && (0.0..=board.height).contains(y), "{name}: {}", cell.name);
            }
            assert!(cell.polygon.len() >= 3);
        }
        for [x, y] in board.edges.iter().flat_map(|edge| &edge.line) {
            assert!((0.0..=board.width).contains(x) && (0.0..=board.height).contains(y), "{name}: edges");
        }
    }
}

#[test]
fn records_round_trip_and_check() {
    for (name, game) in crate::common::every_game() {
        for seed in 0..GAMES_EACH {
            let mut rng = Rng::new(seed);
            let mut play = game.start();
            while let Some(mv) = play.random_move(&mut rng) {
                play.play(&mv).unwrap();
                if rng.below(40) == 0 {
                    break;
                }
            }
            let record = Record::of(&*play);
            let text = record.to_string();
            let mut again: Record = text.parse().unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
            assert_eq!(again.to_string(), text, "{name}");
            let opened = agon_games::open_record(&mut again).unwrap();
            let replayed = again.check(&*opened).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
            assert_eq!(replayed.position_text(), play.position_text(), "{name}");
            assert_eq!(replayed.outcome(), play.outcome(), "{name}");
        }
    }
}

#[test]
fn a_copy_goes_its_own_way_and_undo_goes_back() {
    for (name, game) in crate::common::every_game() {
        let mut rng = Rng::new(3);
        let mut play = game.start();
        let mut texts = vec![play.position_text()];
        while let Some(mv) = play.random_move(&mut rng) {
            let mut copy = play.boxed_clone();
            copy.play(&mv).unwrap();
            assert_eq!(Some(&play.position_text()), texts.last(), "{name}: the original changed with its copy");
            play = copy;
            texts.push(play.position_text());
        }
        while let Some(text) = texts.pop() {
            assert_eq!(play.position_text(), text, "{name}");
            let line = play.line();
            assert_eq!(play.undo(), line.last().cloned());
        }
    }
}

#[test]
fn random_moves_are_uniform() {
    fn check<G: Registered>(game: &Arc<G>) {
        const EACH: usize = 200;
        let mut rng = Rng::new(11);
        let mut at = 0;
        random_games(game, 2, |history, _| {
            at += 1;
            let moves = history.moves();
            if at % 7 != 1 || moves.len() < 2 {
                return;
            }
            let mut seen: HashMap<G::Move, usize> = HashMap::new();
            for _ in 0..EACH * moves.len() {
                *seen.entry(game.random_move(history.position(), &mut rng).unwrap()).or_default() += 1;
            }
            let square = |mv| {
                let difference = seen.get(mv).copied().unwrap_or(0) as f64 - EACH as f64;
                difference * difference / EACH as f64
            };
            let chi: f64 = moves.iter().map(square).sum();
            let freedom = (moves.len() - 1) as f64;
            // Six standard deviations of the chi-squared distribution, and a little for its skew.
            assert!(chi < freedom + 6.0 * (2.0 * freedom).sqrt() + 12.0, "{}: chi² {chi}", context(history));
        });
    }
    for_every_game!(check);
}

#[test]
fn games_that_repeat_count_what_can_be_taken_back() {
    fn check<G: Registered>(game: &Arc<G>) {
        let mut longest = 0;
        random_games(game, GAMES_EACH, |history, _| longest = longest.max(game.reversible(history.position())));
        assert_eq!(game.repetition().is_some(), longest > 0, "{}", G::INFO.name);
    }
    for_every_game!(check);
}

#[test]
fn chance_adds_up_to_one() {
    fn check<G: Registered>(game: &Arc<G>) {
        random_games(game, 3, |history, _| {
            if game.turn(history.position()) == Turn::Chance && history.outcome().is_none() {
                let sum: f64 = history.moves().iter().map(|mv| game.probability(history.position(), *mv)).sum();
                assert!((sum - 1.0).abs() < 1e-12, "{}", context(history));
            }
        });
    }
    for_every_game!(check);
}

#[test]
fn options_out_of_range_are_refused() {
    for info in agon_games::infos() {
        for spec in info.options {
            let wrong: Vec<String> = match spec.kind {
                OptionKind::Int { min, max } => {
                    vec![(min - 1).to_string(), (max + 1).to_string(), "x".into(), "1.5".into(), "9".repeat(30)]
                }
                OptionKind::EachInt { min, max } => {
                    vec![
                        (min - 1).to_string(),
                        format!("{max},{}", max + 1),
                        "1,2,3".into(),
                        "1,".into(),
                        String::new(),
                    ]
                }
                OptionKind::Choice(_) | OptionKind::Ruleset { .. } => vec!["nonsense".into(), String::new()],
                OptionKind::Set(words) => vec!["nonsense".into(), ",".into(), format!("{0},{0}", words[0])],
                OptionKind::Ints { min, max } => vec![(min - 1).to_string(), (max + 1).to_string(), "1,,2".into()],
            };
            for value in wrong {
                let refused = Options::from_pairs(info.options, [(spec.name, value.as_str())]).unwrap_err();
                assert!(refused.to_string().contains(spec.name), "{}: {refused}", info.name);
            }
            // The ends of a range are values; together with other defaults they
            // make a game, or a clear refusal.
            if let OptionKind::Int { min, max } = spec.kind {
                for value in [min, max] {
                    let options = Options::from_pairs(info.options, [(spec.name, value.to_string().as_str())]).unwrap();
                    if let Ok(game) = agon_games::open(info.name, options) {
                        assert_eq!(game.options().int(spec.name), value);
                        let mut play = game.start();
                        let mut rng = Rng::new(1);
                        for _ in 0..20 {
                            let Some(mv) = play.random_move(&mut rng) else { break };
                            play.play(&mv).unwrap();
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn garbage_is_refused_in_one_line() {
    let garbage = [
        "",
        " ",
        "x",
        "a1",
        "a1a1",
        "a0",
        "z99",
        "-",
        "e2e4e5",
        "Sa1",
        "Wz9",
        "🦀",
        "a\u{301}1",
        "0",
        "00",
        "u d",
        "a1b",
        "1/2/3",
        "////////",
        "8/8/8/8/8/8/8/8 w",
        "999999999999999999999",
        "\0",
    ];
    for (name, game) in crate::common::every_game() {
        let mut play = game.start();
        let start = play.position_text();
        let long = "a1".repeat(10_000);
        let wrong = |text: &&str| !play.moves().contains(&(*text).to_string());
        for text in garbage.iter().copied().chain([long.as_str()]).filter(wrong).collect::<Vec<_>>() {
            let message = play.play(text).expect_err(name.as_str()).to_string();
            assert!(!message.contains('\n') && message.chars().count() < 400, "{name}: {message}");
            assert_eq!(play.position_text(), start, "{name}: a refused move changed the position");
            if let Err(error) = game.position(text) {
                assert!(
                    !error.to_string().contains('\n') && error.to_string().chars().count() < 400,
                    "{name}: {error}"
                );
            }
        }
    }
}

/// Cuts, doubles and swaps pieces of good texts: whatever comes of it is read or refused, and what is read can be played.
#[test]
fn damaged_positions_never_break_the_rules() {
    fn damage(text: &str, rng: &mut Rng) -> String {
        let mut chars: Vec<char> = text.chars().collect();
        for _ in 0..=rng.below(3) {
            let at = rng.below(chars.len() as u32 + 1) as usize;
            let other = rng.below(chars.len().max(1) as u32) as usize;
            match rng.below(4) {
                0 if at < chars.len() => drop(chars.remove(at)),
                1 if other < chars.len() => chars.insert(at, chars[other]),
                2 if at < chars.len() => chars.swap(at, other),
                _ => chars.insert(at, ['0', '9', '-', '/', ',', ' ', 'S', 's', 'é', '7'][rng.below(10) as usize]),
            }
        }
        chars.into_iter().collect()
    }
    for (name, game) in crate::common::every_game() {
        let mut rng = Rng::new(99);
        let mut read = 0;
        for seed in 0..60 {
            let mut play = game.start();
            let mut walk = Rng::new(seed);
            for _ in 0..walk.below(40) {
                let Some(mv) = play.random_move(&mut walk) else { break };
                play.play(&mv).unwrap();
            }
            let text = play.position_text();
            for _ in 0..40 {
                let Ok(mut play) = game.position(&damage(&text, &mut rng)) else { continue };
                read += 1;
                let text = play.position_text();
                let again = game.position(&text).unwrap_or_else(|error| panic!("{name}: {text}: {error}"));
                assert_eq!(again.position_text(), text, "{name}");
                for _ in 0..10 {
                    let Some(mv) = play.random_move(&mut rng) else { break };
                    play.play(&mv).unwrap_or_else(|error| panic!("{name}: {text}: {error}"));
                    drop(play.last_events());
                    drop(play.scene());
                }
            }
        }
        assert!(read > 0, "{name}: no damaged position could be read, so nothing was tested");
    }
}

#[test]
fn every_reason_of_a_game_is_described_once() {
    for info in agon_games::infos() {
        let words: HashSet<_> = info.reasons.iter().map(|reason| reason.word).collect();
        assert_eq!(words.len(), info.reasons.len(), "{}", info.name);
        assert!(info.reasons.iter().all(|reason| !reason.meaning.is_empty()), "{}", info.name);
    }
}
