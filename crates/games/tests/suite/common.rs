//! What the suites over all games share.

use std::path::PathBuf;
use std::{env, fs};

use agon_core::{DynGame, GameInfo, Options};

/// Each game with its usual options, and with those of each of its variants:
/// a name for the pair, and the game.
pub fn every_game() -> Vec<(String, Box<dyn DynGame>)> {
    let mut all = Vec::new();
    for info in agon_games::infos() {
        all.push((info.name.to_string(), open(info, &[])));
        for variant in info.variants {
            all.push((format!("{}-{}", info.name, variant.name), open(info, variant.options)));
        }
    }
    all
}

pub fn open(info: &'static GameInfo, options: &[(&str, &str)]) -> Box<dyn DynGame> {
    let options = Options::from_pairs(info.options, options.iter().copied()).expect("options of a variant are right");
    agon_games::open(info.name, options).expect("a variant can be opened")
}

/// A game by name, with options as text; `-` for none.
pub fn open_text(name: &str, options: &str) -> Box<dyn DynGame> {
    let info = agon_games::game_of(name).expect("a known game");
    let text = if options == "-" { "" } else { options };
    let options = Options::parse(info.options, text).unwrap_or_else(|error| panic!("{name}: {error}"));
    agon_games::open(name, options).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A game by name, with the options of one of its variants.
pub fn open_variant(name: &str, variant: &str) -> Box<dyn DynGame> {
    let info = agon_games::game_of(name).expect("a known game");
    let known = info.variants.iter().find(|known| known.name == variant);
    let known = known.unwrap_or_else(|| panic!("{name} has no variant {variant}"));
    let options: Vec<String> = known.options.iter().map(|(option, value)| format!("{option}={value}")).collect();
    open_text(name, &options.join(" "))
}

/// The data of a suite: each game's name and the text of its `<game>.txt`, with that of any further
/// `<game>-….txt` after it. Every game must have the first.
pub fn data(suite: &str) -> Vec<(&'static str, String)> {
    let text = |path: PathBuf| fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let read = |info: &&'static GameInfo| {
        let folder = folder(suite);
        let names = fs::read_dir(&folder)
            .expect("the folder of a suite")
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let mut further: Vec<String> = names.filter(|name| name.starts_with(&format!("{}-", info.name))).collect();
        further.sort();
        let names = std::iter::once(format!("{}.txt", info.name)).chain(further);
        (info.name, names.map(|name| text(folder.join(name))).collect::<Vec<_>>().join("\n"))
    };
    agon_games::infos().iter().map(read).collect()
}

pub fn folder(suite: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(suite)
}
