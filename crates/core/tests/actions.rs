//! A game without an encoding: its moves are numbered by their place among the legal ones.

mod matches;

use agon_core::{Adapter, DynGame, MoveError, Options, Rng};

use matches::Matches;

#[test]
fn moves_travel_by_their_place_in_the_list() {
    let game = Adapter::<Matches>::new(Options::defaults(&[])).unwrap();
    let mut play = game.start();
    assert_eq!((play.moves(), play.actions()), (vec!["2".to_string(), "3".to_string()], vec![0, 1]));
    assert_eq!(play.action_of("3"), Ok(1));
    assert_eq!(play.action_text(0).as_deref(), Ok("2"));
    let refused = play.play_action(2).unwrap_err();
    assert_eq!(refused.to_string(), "`action 2` is not legal here: no legal move has this number");
    assert!(matches!(play.action_of("1"), Err(MoveError::Illegal { .. })));
    assert_eq!(play.position_text(), "9 1");
    for action in [1, 1, 1] {
        play.play_action(action).unwrap();
    }
    assert_eq!((play.plies(), play.position_text(), play.actions()), (3, "0 2".to_string(), vec![]));
    assert_eq!(play.random_action(&mut Rng::new(1)), None);
    assert!(matches!(play.play_action(0), Err(MoveError::Over { .. })));
}
