//! What the swap rule promises for every game that takes it: the game between the sides is the
//! same, and the players are exchanged.

use agon_core::{DynGame, DynPlay, Options, Outcome, Player, Record, Rng, Swap};

const GAMES_EACH: u64 = 6;

/// A game by name, without and with the swap rule.
type Pair = (&'static str, Box<dyn DynGame>, Box<dyn DynGame>);

/// Every game that takes the swap rule, with its usual options.
fn every_pair() -> Vec<Pair> {
    let open = |name: &str, options: Options| agon_games::open(name, options);
    let pair = |info: &&'static agon_core::GameInfo| {
        let with = Options::from_pairs(info.options, [("swap", "true")]).unwrap();
        let without = open(info.name, Options::defaults(info.options)).unwrap();
        Some((info.name, without, open(info.name, with).ok()?))
    };
    agon_games::infos().iter().filter_map(pair).collect()
}

fn exchanged(outcome: Outcome) -> Outcome {
    Outcome { winner: outcome.winner.map(|winner| !winner), ..outcome }
}

#[test]
fn all_games_but_one_can_be_played_with_it() {
    let taken: Vec<&str> = every_pair().iter().map(|(name, ..)| *name).collect();
    for info in agon_games::infos() {
        let listed = agon_games::options_of(info).any(|spec| spec.name == "swap");
        assert_eq!(listed, taken.contains(&info.name), "{}", info.name);
        assert_eq!(listed, info.name != "tilesum", "{}", info.name);
    }
}

#[test]
fn a_swapped_game_is_the_same_game_with_the_players_exchanged() {
    for (name, plain, game) in every_pair() {
        for seed in 0..GAMES_EACH {
            let mut rng = Rng::new(seed);
            let (mut sides, mut play) = (plain.start(), game.start());
            assert_eq!(play.swap(), Swap::Next, "{name}");
            let first = sides.random_move(&mut rng).unwrap();
            for play in [&mut sides, &mut play] {
                play.play(&first).unwrap();
            }
            check_offer(name, &*sides, &*play);
            play.play("swap").unwrap();
            assert_eq!(play.last_events().len(), 1, "{name}");
            while let Some(mv) = sides.random_move(&mut rng) {
                check_sides(name, &*sides, &*play);
                sides.play(&mv).unwrap();
                play.play(&mv).unwrap();
                assert_eq!(play.plies(), sides.plies() + 1, "{name}");
            }
            check_sides(name, &*sides, &*play);
            check_record(name, &*game, &*play);
            while play.undo().is_some() {}
            assert_eq!((play.swap(), play.position_text()), (Swap::Next, play.start_text()), "{name}");
        }
    }
}

/// At its ply the swap stands beside the moves of the game, with a text, a number and a gesture of its own.
fn check_offer(name: &str, sides: &dyn DynPlay, play: &dyn DynPlay) {
    assert_eq!((play.swap(), play.turn()), (Swap::Now, sides.turn()), "{name}");
    let mut moves = sides.moves();
    moves.push("swap".to_string());
    assert_eq!(play.moves(), moves, "{name}");
    let number = play.action_of("swap").unwrap();
    assert_eq!((Some(number), play.actions().last()), (play.swap_action(), Some(&number)), "{name}");
    assert!(sides.actions().iter().all(|action| *action < number), "{name}");
    assert_eq!(play.action_text(number).as_deref(), Ok("swap"), "{name}");
    let choices = play.choices();
    let (swap, others) = choices.split_last().unwrap();
    assert!(swap.gesture.cells.is_empty() && swap.gesture.choice.as_deref() == Some("Swap sides"), "{name}");
    assert!(others.iter().all(|choice| choice.gesture != swap.gesture), "{name}");
    assert_eq!(play.perft(2), sides.perft(2) + sides.perft(1), "{name}");
}

fn check_sides(name: &str, sides: &dyn DynPlay, play: &dyn DynPlay) {
    assert_eq!(play.position_text(), sides.position_text(), "{name}");
    assert_eq!((play.moves(), play.actions()), (sides.moves(), sides.actions()), "{name}");
    assert_eq!(play.turn().player(), sides.turn().player().map(|player| !player), "{name}");
    assert_eq!(play.side(Player::One), Player::Two, "{name}");
    assert_eq!(play.outcome(), sides.outcome().map(exchanged), "{name}");
    assert_eq!(play.outcome_text(), sides.outcome_text(), "{name}");
    assert_eq!(play.outcome_detail(), sides.outcome_detail(), "{name}");
}

fn check_record(name: &str, game: &dyn DynGame, play: &dyn DynPlay) {
    let text = Record::of(play).to_string();
    let again: Record = text.parse().unwrap();
    let replayed = again.check(game).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
    assert_eq!((replayed.outcome(), replayed.line()), (play.outcome(), play.line()), "{name}");
}

/// In records of earlier versions of Hex a swap mirrored the first stone.
#[test]
fn old_records_of_hex_keep_their_meaning() {
    let read = |moves: &str, result: &str| {
        let text = format!(
            "[Game \"hex\"]\n[Options \"size=3 swap=true\"]\n[Result \"{result}\"]\n[Termination \"connection\"]\n\n{moves} {result}\n"
        );
        let mut record: Record = text.parse().unwrap();
        let game = agon_games::open_record(&mut record).unwrap();
        record.check(&*game).map(|play| (play.line().join(" "), play.outcome().unwrap().word()))
    };
    // The stone on c1 went to a3 and was Blue's.
    let old = read("1. c1 swap 2. a1 b3 (2... c1 3. b1) 3. a2 c3", "0-1").unwrap();
    assert_eq!(old, ("c1 swap a1 c2 b1 c3".to_string(), "p2win"));
    let new = read("1. c1 swap 2. a1 c2 3. b1 c3", "0-1").unwrap();
    assert_eq!(new, old);
    // A result that is wrong in any version stays wrong.
    assert!(read("1. c1 swap 2. a1 b3 3. a2 c3", "1-0").is_err());
}
