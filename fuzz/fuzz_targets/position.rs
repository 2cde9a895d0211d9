//! Any text is read as options, position and move of some game, or refused;
//! what is read round-trips and can be played on.
#![no_main]

use agon_core::{Options, Rng};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str, &str, &str)| {
    let (which, options, position, mv) = input;
    let infos = agon_games::infos();
    let info = infos[usize::from(which) % infos.len()];
    let Ok(options) = Options::parse(info.options, options) else { return };
    let Ok(game) = agon_games::open(info.name, options) else { return };
    let _ = game.start().play(mv);
    if let Some(editor) = game.editor() {
        if let Ok(setup) = editor.parse_setup(position) {
            assert_eq!(editor.parse_setup(&editor.setup_text(&setup)), Ok(setup));
        }
        let _ = editor.parse_piece(mv);
    }
    let Ok(mut play) = game.position(position) else { return };
    let text = play.position_text();
    assert_eq!(game.position(&text).expect("what is printed can be read").position_text(), text);
    let _ = play.play(mv);
    let mut rng = Rng::new(u64::from(which));
    for _ in 0..20 {
        let Some(mv) = play.random_move(&mut rng) else { break };
        play.play(&mv).expect("a random move is legal");
        let _ = (play.last_events(), play.scene());
    }
});
