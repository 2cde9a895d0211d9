//! Legal moves are legal: along any line, each listed move can be read again
//! and played, and undoing it leads back.
#![no_main]

use agon_core::Options;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let [which, variant, choices @ ..] = data else { return };
    let infos = agon_games::infos();
    let info = infos[usize::from(*which) % infos.len()];
    let mut options = Options::defaults(info.options);
    if let Some(variant) = info.variants.get(usize::from(*variant)) {
        for (name, value) in variant.options {
            options.set(name, value).expect("a variant's options are right");
        }
    }
    let game = agon_games::open(info.name, options).expect("a variant can be opened");
    let mut play = game.start();
    for choice in choices.iter().take(300) {
        let moves = play.moves();
        assert_eq!(moves.is_empty(), play.outcome().is_some());
        let Some(mv) = moves.get(usize::from(*choice) % moves.len().max(1)) else { break };
        let before = (play.position_text(), play.key());
        play.play(mv).expect("a listed move is legal");
        assert_eq!(play.undo().as_ref(), Some(mv));
        assert_eq!((play.position_text(), play.key()), before);
        play.play(mv).expect("a listed move is legal");
        let parsed = game.position(&play.position_text()).expect("a reached position can be read");
        assert_eq!(parsed.key(), play.key());
    }
});
