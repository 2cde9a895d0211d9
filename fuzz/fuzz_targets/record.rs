//! Any text is read as a record or refused; what is read round-trips, and can
//! be checked against the rules without harm.
#![no_main]

use agon_core::Record;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(records) = Record::parse_all(text) else { return };
    for mut record in records {
        let printed = record.to_string();
        let again: Record = printed.parse().expect("what is printed can be read");
        assert_eq!(again.to_string(), printed);
        if let Ok(game) = agon_games::open_record(&mut record) {
            let _ = record.check(&*game);
        }
    }
});
