//! Each rule of each game by a named position, read from `cases/<game>.txt` and any `cases/<game>-….txt`.
//!
//! ```text
//! [name of the case]
//! options   name=value …        (none if left out)
//! variant   name                (its options, instead of the line above)
//! position  text                (the usual start if left out)
//! play      move move …
//! event     rule: part of text  (of the last move; may stand several times)
//! no-event  rule                (the last move has no event of this rule)
//! result    none | p1win reason | p2win reason | draw reason
//! detail    part of text        (of the ending)
//! legal     move move …
//! illegal   move: part of message
//! after     position text       (after the moves)
//! no-position text: part        (of the message by which the text is refused)
//! no-game   options: part       (of the message by which the options are refused)
//! symmetries number             (of the board; every game that has more than one must say so)
//! ```

use agon_core::{DynGame, DynPlay, Options, Registered};
use agon_games::Visitor;

#[test]
fn every_rule_holds_in_its_position() {
    for (name, text) in crate::common::data("cases") {
        let text = format!("\n{text}");
        let blocks: Vec<&str> = text.split("\n[").collect();
        assert!(blocks.len() > 1, "{name} has no cases");
        let usual = symmetries(&*crate::common::open_text(name, "-"));
        assert!(usual == 1 || text.contains("\nsymmetries "), "{name}: no case says that it has {usual} symmetries");
        for block in &blocks[1..] {
            let (title, body) = block.split_once("]\n").unwrap_or_else(|| panic!("{name}: `{block}`"));
            run(name, &format!("{name}: {title}"), body);
        }
    }
}

fn run(name: &str, title: &str, body: &str) {
    let fields: Vec<(&str, &str)> = body
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| line.split_once(' ').map_or((line, ""), |(key, value)| (key, value.trim())))
        .collect();
    let one = |key| fields.iter().find(|(field, _)| *field == key).map(|(_, value)| *value);
    let game = match one("variant") {
        Some(variant) => crate::common::open_variant(name, variant),
        None => crate::common::open_text(name, one("options").unwrap_or("-")),
    };
    let mut play = match one("position") {
        Some(text) => game.position(text).unwrap_or_else(|error| panic!("{title}: {error}")),
        None => game.start(),
    };
    for mv in one("play").unwrap_or("").split_whitespace() {
        play.play(mv).unwrap_or_else(|error| panic!("{title}: {error}"));
    }
    let mut checks = 0;
    for (key, value) in &fields {
        match *key {
            "options" | "variant" | "position" | "play" => continue,
            "no-position" => {
                let (text, part) = value.split_once(": ").unwrap_or((value, ""));
                let Err(error) = game.position(text) else { panic!("{title}: {text} is a position") };
                assert!(error.to_string().contains(part), "{title}: the message is `{error}`");
            }
            "no-game" => {
                let (options, part) = value.split_once(": ").unwrap_or((value, ""));
                let Err(error) = open(name, options) else { panic!("{title}: {options} is a game") };
                assert!(error.contains(part), "{title}: the message is `{error}`");
            }
            "symmetries" => assert_eq!(symmetries(&*game).to_string(), *value, "{title}"),
            _ => check(title, key, value, &*play),
        }
        checks += 1;
    }
    assert!(checks > 0, "{title}: nothing is checked");
}

/// The game with these options, or why there is none.
fn open(name: &str, options: &str) -> Result<Box<dyn DynGame>, String> {
    let info = agon_games::game_of(name).map_err(|error| error.to_string())?;
    let options = Options::parse(info.options, options).map_err(|error| error.to_string())?;
    agon_games::open(name, options).map_err(|error| error.to_string())
}

/// How many symmetries the rules have.
fn symmetries(game: &dyn DynGame) -> u8 {
    struct Count<'g>(&'g dyn DynGame);
    impl Visitor for Count<'_> {
        type Output = u8;
        fn visit<G: Registered>(&mut self) -> u8 {
            G::new(self.0.options().clone()).expect("the options of a game").symmetries()
        }
    }
    agon_games::visit(game.info().name, &mut Count(game)).expect("a known game")
}

fn check(title: &str, key: &str, value: &str, play: &dyn DynPlay) {
    let events: Vec<String> =
        play.last_events().iter().map(|event| format!("{}: {}", event.rule, event.text)).collect();
    match key {
        "event" => {
            let (rule, part) = value.split_once(": ").unwrap_or((value, ""));
            let found = events.iter().any(|event| event.starts_with(&format!("{rule}: ")) && event.contains(part));
            assert!(found, "{title}: no event `{value}` among {events:#?}");
        }
        "no-event" => {
            let found = events.iter().any(|event| event.starts_with(&format!("{value}: ")));
            assert!(!found, "{title}: an event `{value}` among {events:#?}");
        }
        "result" => {
            let found = play.outcome().map_or("none".to_string(), |end| format!("{} {}", end.word(), end.reason));
            assert_eq!(found, value, "{title}: {events:#?}");
        }
        "detail" => {
            let detail = play.outcome_detail().unwrap_or_default();
            assert!(detail.contains(value), "{title}: the detail is `{detail}`");
        }
        "legal" => {
            for mv in value.split_whitespace() {
                assert!(play.moves().iter().any(|legal| legal == mv), "{title}: {mv} is not legal");
            }
        }
        "illegal" => {
            let (mv, part) = value.split_once(": ").unwrap_or((value, ""));
            let Err(error) = play.boxed_clone().play(mv) else { panic!("{title}: {mv} is legal") };
            assert!(error.to_string().contains(part), "{title}: the message is `{error}`");
        }
        "after" => assert_eq!(play.position_text(), value, "{title}"),
        _ => panic!("{title}: `{key}` is not a field"),
    }
}
