//! The swap rule, in a game that knows nothing of it.

mod matches;

use agon_core::{Adapter, DynGame, DynPlay, Effect, GameResult, Options, Outcome, Player, Record, Rng, Swap, Turn};

use matches::Matches;

fn open(options: &str) -> Adapter<Matches> {
    Adapter::new(Options::parse(&[], options).unwrap()).unwrap()
}

/// A game with the swap rule after these moves.
fn after(moves: &str) -> Box<dyn DynPlay> {
    let mut play = open("swap=true").start();
    for mv in moves.split_whitespace() {
        play.play(mv).unwrap();
    }
    play
}

#[test]
fn the_answer_to_the_first_move_may_be_a_swap() {
    assert_eq!(after("").swap(), Swap::Next);
    let mut play = after("2");
    assert_eq!((play.swap(), play.moves()), (Swap::Now, ["2", "3", "swap"].map(String::from).to_vec()));
    assert_eq!(play.choices()[2].gesture.choice.as_deref(), Some("Swap sides"));
    assert_eq!((play.turn(), play.side(Player::Two)), (Turn::Player(Player::Two), Player::Two));
    play.play("swap").unwrap();
    assert_eq!((play.swap(), play.turn()), (Swap::Done, Turn::Player(Player::One)));
    assert_eq!((play.side(Player::One), play.position_text()), (Player::Two, "7 2".to_string()));
    assert_eq!((play.line().join(" "), play.plies()), ("2 swap".to_string(), 2));
    assert_eq!(play.last_events()[0].text, "The players swap sides: player 1 is now Second, player 2 is First");
    assert_eq!(after("2 3").swap(), Swap::Off);
}

#[test]
fn outcomes_are_of_players_and_texts_of_sides() {
    // Nine matches: two, a swap, then three, three and the last; the side called Second takes the last.
    let play = after("2 swap 3 3 1");
    assert_eq!(play.outcome(), Some(Outcome::win(Player::One, "last")));
    assert_eq!(play.outcome_text().as_deref(), Some("Second wins: the last match is taken"));
    let events = play.last_events();
    assert_eq!(events[0].text, "Second takes 1");
    assert_eq!(events[1].effect, Effect::End(Outcome::win(Player::One, "last")));
    assert_eq!(after("2 3 3 1").outcome(), Some(Outcome::win(Player::Two, "last")));
}

#[test]
fn a_swap_is_taken_back_like_any_move() {
    let mut play = after("2 swap 3");
    assert_eq!(play.undo().as_deref(), Some("3"));
    assert_eq!((play.undo().as_deref(), play.swap()), (Some("swap"), Swap::Now));
    assert_eq!((play.undo().as_deref(), play.swap(), play.plies()), (Some("2"), Swap::Next, 0));
    assert_eq!(play.undo(), None);
}

#[test]
fn a_swap_has_a_number_of_its_own() {
    let mut play = after("2");
    assert_eq!((play.actions(), play.swap_action()), (vec![0, 1, 2], Some(2)));
    assert_eq!((play.action_of("swap"), play.action_text(2).as_deref()), (Ok(2), Ok("swap")));
    let mut rng = Rng::new(1);
    let drawn = (0..300).filter(|_| play.random_action(&mut rng) == Some(2)).count();
    assert!((60..140).contains(&drawn), "a swap is drawn as often as any move: {drawn}");
    assert_eq!(play.preview("swap").unwrap().len(), 1);
    play.play_action(2).unwrap();
    assert_eq!((play.swap(), play.swap_action(), play.actions()), (Swap::Done, None, vec![0, 1]));
}

#[test]
fn a_swap_that_is_not_legal_says_why() {
    let refused = |mut play: Box<dyn DynPlay>| play.play("swap").unwrap_err().to_string();
    let first = "`swap` is not legal here: only the first move from the usual start can be answered by a swap";
    for moves in ["", "2 3", "2 swap", "2 swap 2"] {
        assert_eq!(refused(after(moves)), first, "{moves}");
    }
    assert_eq!(refused(open("swap=true").position("7 2").unwrap()), first);
    assert_eq!(refused(after("2 3 3 1")), "`swap` cannot be played: the game is over (last)");
    let mut plain = open("").start();
    plain.play("2").unwrap();
    assert_eq!((plain.swap(), plain.moves().len()), (Swap::Off, 2));
    assert_eq!(refused(plain), "`swap` is not legal here: this game is played without the swap rule");
}

#[test]
fn lines_with_a_swap_are_counted() {
    let (with, without) = (after(""), open("").start());
    for depth in 0..6 {
        // After a swap of the second ply, the lines are those of a game one ply shorter.
        let swapped = if depth < 2 { 0 } else { without.perft(depth - 1) };
        assert_eq!(with.perft(depth), without.perft(depth) + swapped, "depth {depth}");
        let divided: u64 = with.divide(depth).iter().map(|(_, lines)| lines).sum();
        assert!(depth == 0 || divided == with.perft(depth), "depth {depth}");
    }
    assert_eq!(after("2").divide(2), [("2", 2), ("3", 2), ("swap", 2)].map(|(mv, lines)| (mv.to_string(), lines)));
}

#[test]
fn records_hold_the_swap_and_the_result_of_players() {
    let play = after("2 swap 3 3 1");
    let record = Record::of(&*play);
    assert_eq!((record.tag("Options"), record.result), (Some("swap=true"), GameResult::FirstWins));
    let text = record.to_string();
    assert!(text.ends_with("1. 2 swap 2. 3 3 3. 1 1-0\n"), "{text}");
    let again: Record = text.parse().unwrap();
    assert_eq!(again.check(&open("swap=true")).unwrap().outcome(), play.outcome());
    assert!(again.check(&open("")).is_err());
}

#[test]
fn random_games_are_counted_for_players() {
    let wins = |play: &dyn DynPlay| {
        let totals = play.playouts(200, 3, &mut |_| true);
        (totals.p1wins, totals.p2wins)
    };
    let (one, two) = wins(&*after("2"));
    assert_eq!(wins(&*after("2 swap")), (two, one));
    assert_ne!(one, two);
}
