//! Any text is read in each foreign format or refused; what is read is a
//! record in order.
#![no_main]

use agon_core::Options;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for info in agon_games::infos() {
        let game = agon_games::open(info.name, Options::defaults(info.options)).expect("defaults are right");
        for format in info.formats {
            let Ok(record) = game.import(format.name, text) else { continue };
            let play = record.check(&*game).expect("an imported record is in order");
            let exported = play.export(format.name, &record).expect("what was imported can be exported");
            let again = game.import(format.name, &exported).expect("what was exported can be imported");
            assert_eq!(again, record);
        }
    }
});
