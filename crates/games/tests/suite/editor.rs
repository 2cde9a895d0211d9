//! What every game promises about positions that are set up by hand.

use agon_core::{Change, ChangeError, DynGame, DynPlay, Editor, PassError, Rng, Setup, Turn, passed};

use crate::common::{every_game, open_text};

fn editor(game: &dyn DynGame) -> &dyn Editor {
    game.editor().expect("positions of every game can be set up by hand")
}

fn setup_of(game: &dyn DynGame, text: &str) -> Setup {
    editor(game).parse_setup(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Some positions of random games, the last included.
fn positions(game: &dyn DynGame, mut each: impl FnMut(&dyn DynPlay)) {
    for seed in 0..2 {
        let mut rng = Rng::new(seed);
        let mut play = game.start();
        loop {
            let mv = play.random_move(&mut rng);
            if mv.is_none() || rng.below(8) == 0 {
                each(&*play);
            }
            let Some(mv) = mv else { break };
            play.play(&mv).unwrap();
        }
    }
}

#[test]
fn a_position_set_up_piece_by_piece_is_the_same() {
    for (name, game) in every_game() {
        let editor = editor(&*game);
        positions(&*game, |play| {
            let text = play.position_text();
            let goal = setup_of(&*game, &text);
            assert_eq!(editor.setup_text(&goal), text, "{name}");
            let mut setup = setup_of(&*game, &game.start().position_text());
            // No change reaches what an editor leaves as it is.
            setup.rest.clone_from(&goal.rest);
            let mut make = |change: Change| {
                setup.change(&*game, editor, &change).unwrap_or_else(|error| panic!("{name}: {change:?}: {error}"));
            };
            make(Change::Clear);
            for (cell, token) in &goal.pieces {
                make(Change::Put { cell: *cell, token: token.clone() });
            }
            if let Some(player) = goal.turn {
                make(Change::Turn(player));
            }
            for (index, value) in goal.numbers.iter().enumerate() {
                make(Change::Number { index, value: *value });
            }
            assert_eq!(setup, goal, "{name}: {text}");
        });
    }
}

#[test]
fn pieces_look_as_they_do_in_the_game() {
    for (name, game) in every_game() {
        positions(&*game, |play| {
            let setup = setup_of(&*game, &play.position_text());
            for placed in play.scene().pieces {
                let token = &setup.pieces[&placed.cell];
                assert_eq!(editor(&*game).parse_piece(token), Some(placed.piece), "{name}: {token}");
            }
        });
    }
}

#[test]
fn the_palette_holds_every_piece_of_the_start_once() {
    for (name, game) in every_game() {
        let palette = editor(&*game).palette();
        let setup = setup_of(&*game, &game.start().position_text());
        assert_eq!(palette.numbers.len(), setup.numbers.len(), "{name}");
        for (at, piece) in palette.pieces.iter().enumerate() {
            assert!(
                palette.pieces[..at].iter().all(|other| other.token != piece.token),
                "{name}: {} twice",
                piece.token
            );
            assert_eq!(
                editor(&*game).parse_piece(&piece.token).as_ref(),
                Some(&piece.piece),
                "{name}: {}",
                piece.token
            );
        }
        for placed in game.start().scene().pieces.iter().filter(|placed| placed.piece.shape != agon_core::Shape::Tile) {
            assert!(
                palette.pieces.iter().any(|piece| piece.piece == placed.piece),
                "{name}: {placed:?} is not in the palette"
            );
        }
    }
}

#[test]
fn what_is_moved_or_taken_away_is_gone() {
    for (name, game) in every_game() {
        let editor = editor(&*game);
        let start = setup_of(&*game, &game.start().position_text());
        let Some((from, token)) = start.pieces.iter().next_back().map(|(cell, token)| (*cell, token.clone())) else {
            continue;
        };
        let bare = |setup: &Setup| setup.pieces.get(&from).is_none_or(|left| left == "0");
        let mut removed = start.clone();
        removed.change(&*game, editor, &Change::Remove { cell: from }).unwrap();
        assert!(bare(&removed), "{name}: {removed:?}");
        // Where every cell holds something, a move is a put like any other.
        let mut cells = 0..game.board().cells.len() as u16;
        if let Some(to) = cells.find(|cell| *cell != from && !start.pieces.contains_key(cell)) {
            let mut moved = start.clone();
            moved.change(&*game, editor, &Change::Move { from, to }).unwrap();
            assert!(bare(&moved) && moved.pieces[&to] == token, "{name}: {moved:?}");
        }
    }
}

#[test]
fn what_cannot_be_done_is_refused_and_changes_nothing() {
    for (name, game) in every_game() {
        let start = setup_of(&*game, &game.start().position_text());
        let token = editor(&*game).palette().pieces[0].token.clone();
        let outside = game.board().cells.len() as u16;
        for change in [
            Change::Put { cell: outside, token },
            Change::Put { cell: 0, token: "🦀".repeat(500) },
            Change::Move { from: 0, to: outside },
            Change::Move { from: outside, to: 0 },
            Change::Remove { cell: u16::MAX },
            Change::Number { index: start.numbers.len(), value: 1 },
        ] {
            let mut setup = start.clone();
            let refused = setup.change(&*game, editor(&*game), &change).expect_err(&name).to_string();
            assert!(!refused.contains('\n') && refused.chars().count() < 200, "{name}: {refused}");
            assert_eq!(setup, start, "{name}: {change:?}");
        }
    }
}

#[test]
fn nothing_breaks_on_what_is_no_position() {
    for (name, game) in every_game() {
        for text in ["", " ", "x", "8/8", "é é", "1,2/3 w", &"9,".repeat(5000), "- - - - - - -", "8/8/8/8/8/8/8/8 w 0"]
        {
            if let Ok(setup) = editor(&*game).parse_setup(text) {
                let again = editor(&*game).setup_text(&setup);
                assert_eq!(setup_of(&*game, &again), setup, "{name}: {text}");
            }
        }
        // A board without pieces can be drawn and written, whether or not it is a position.
        let mut bare = setup_of(&*game, &game.start().position_text());
        editor(&*game).clear(&mut bare);
        assert_eq!(setup_of(&*game, &editor(&*game).setup_text(&bare)), bare, "{name}");
    }
}

#[test]
fn passing_the_turn_changes_nothing_else() {
    for (name, game) in every_game() {
        // Where the turn follows from the board, it cannot be passed.
        let has_turn = setup_of(&*game, &game.start().position_text()).turn.is_some();
        let mut seen = 0;
        positions(&*game, |play| match passed(&*game, play) {
            Ok(other) => {
                seen += 1;
                let (before, after) = (play.turn().player().unwrap(), other.turn().player().unwrap());
                assert_eq!(before, !after, "{name}");
                assert_eq!(play.scene().pieces, other.scene().pieces, "{name}");
                assert!(!other.moves().is_empty(), "{name}");
                let back = passed(&*game, &*other).unwrap_or_else(|error| panic!("{name}: {error}"));
                assert_eq!(back.position_text(), play.position_text(), "{name}");
            }
            Err(PassError::Over) => assert!(play.outcome().is_some(), "{name}"),
            Err(PassError::Chance) => assert_eq!(play.turn(), Turn::Chance, "{name}"),
            Err(PassError::Fixed(title)) => assert!(!has_turn && title == game.info().title, "{name}"),
            Err(PassError::Ends(_)) => {}
            Err(error @ PassError::Refused(_)) => panic!("{name}: {}: {error}", play.position_text()),
        });
        assert_eq!(seen > 0, has_turn, "{name}: {seen}");
    }
}

#[test]
fn there_is_one_tile_and_one_open_square() {
    let game = open_text("tilesum", "-");
    let editor = editor(&*game);
    let mut setup = setup_of(&*game, "1,-1,0/1,0,1/(0),1,-1 0 0");
    let mut put = |cell, token: &str| {
        setup.change(&*game, editor, &Change::Put { cell, token: token.to_string() }).unwrap();
        editor.setup_text(&setup)
    };
    assert_eq!(put(4, "()"), "1,-1,0/1,(0),1/0,1,-1 0 0");
    assert_eq!(put(4, "7"), "1,-1,0/1,(7),1/0,1,-1 0 0");
    assert_eq!(put(3, "?"), "1,-1,0/?,(7),1/0,1,-1 0 0");
    assert_eq!(put(1, "?"), "1,-1,0/0,(7),1/0,?,-1 0 0");
    assert_eq!(put(1, "()"), "1,-1,0/0,7,1/0,(0),-1 0 0");
    assert_eq!(
        setup.change(&*game, editor, &Change::Turn(agon_core::Player::One)),
        Err(ChangeError::Turn),
        "who is to move follows from the open square"
    );
}
