//! Files that are damaged in many ways.

use std::fs;

use agon_core::Rng;

use super::{Room, Scale, stderr};

/// A way to damage a file, by name.
type Damage = (&'static str, fn(&[u8], &mut Rng) -> Vec<u8>);

/// Somewhere in a file.
fn place(bytes: &[u8], rng: &mut Rng) -> usize {
    rng.below(bytes.len().max(1) as u32) as usize
}

fn replaced(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    String::from_utf8_lossy(bytes).replace(from, to).into_bytes()
}

/// The file with something put into it at a random place.
fn with(bytes: &[u8], rng: &mut Rng, foreign: &[u8]) -> Vec<u8> {
    let (before, after) = bytes.split_at(place(bytes, rng));
    [before, foreign, after].concat()
}

/// The file with a random stretch changed.
fn stretch(bytes: &[u8], rng: &mut Rng, change: impl FnOnce(&mut [u8])) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let start = place(&bytes, rng);
    let end = (start + 1 + rng.below(200) as usize).min(bytes.len());
    change(&mut bytes[start..end]);
    bytes
}

/// The lines of a file in another order or number.
fn lines(bytes: &[u8], change: impl FnOnce(&mut Vec<String>)) -> Vec<u8> {
    let mut lines: Vec<String> = String::from_utf8_lossy(bytes).lines().map(str::to_string).collect();
    change(&mut lines);
    lines.join("\n").into_bytes()
}

const DAMAGES: [Damage; 30] = [
    ("cut short", |bytes, rng| bytes[..place(bytes, rng)].to_vec()),
    ("beginning missing", |bytes, rng| bytes[place(bytes, rng)..].to_vec()),
    ("empty", |_, _| Vec::new()),
    ("a bit turned", |bytes, rng| {
        let bit = 1 << rng.below(8);
        stretch(bytes, rng, |part| part[0] ^= bit)
    }),
    ("zeros within", |bytes, rng| stretch(bytes, rng, |part| part.fill(0))),
    ("zeros at the end", |bytes, rng| [&bytes[..place(bytes, rng)], &[0; 512]].concat()),
    ("noise within", |bytes, rng| {
        let mut noise = rng.clone();
        stretch(bytes, rng, |part| part.iter_mut().for_each(|byte| *byte = noise.below(256) as u8))
    }),
    ("all noise", |bytes, rng| (0..bytes.len()).map(|_| rng.below(256) as u8).collect()),
    ("CRLF", |bytes, _| replaced(bytes, "\n", "\r\n")),
    ("CR", |bytes, _| replaced(bytes, "\n", "\r")),
    ("blank lines with spaces", |bytes, _| replaced(bytes, "\n\n", "\n  \n")),
    ("no blank lines", |bytes, _| replaced(bytes, "\n\n", "\n")),
    ("more blank lines", |bytes, _| replaced(bytes, "\n\n", "\n\n\n\n")),
    ("tabs", |bytes, _| replaced(bytes, " ", "\t")),
    ("byte-order mark", |bytes, _| [b"\xef\xbb\xbf", bytes].concat()),
    ("UTF-16", |bytes, _| String::from_utf8_lossy(bytes).encode_utf16().flat_map(u16::to_le_bytes).collect()),
    ("foreign text at the end", |bytes, _| [bytes, b"Dear diary,\ntoday I lost.\n"].concat()),
    ("foreign text at the beginning", |bytes, _| [b"Dear diary\n\n", bytes].concat()),
    ("foreign text within", |bytes, rng| with(bytes, rng, b"\nDear diary\n")),
    ("a quotation mark", |bytes, rng| with(bytes, rng, b"\"")),
    ("a bracket", |bytes, rng| with(bytes, rng, b"[")),
    ("a brace", |bytes, rng| with(bytes, rng, b"{")),
    ("a closing brace", |bytes, rng| with(bytes, rng, b"}")),
    ("variations", |bytes, rng| with(bytes, rng, &b" (".repeat(200))),
    ("not UTF-8", |bytes, rng| with(bytes, rng, b"\xff\xfe\xc0")),
    ("a control character", |bytes, rng| with(bytes, rng, b"\x1b[2J")),
    ("a line missing", |bytes, rng| {
        let at = place(bytes, rng);
        lines(bytes, |lines| drop(lines.remove(at % lines.len())))
    }),
    ("a line twice", |bytes, rng| {
        let at = place(bytes, rng);
        lines(bytes, |lines| lines.insert(at % lines.len(), lines[at % lines.len()].clone()))
    }),
    ("lines reversed", |bytes, _| lines(bytes, |lines| lines.reverse())),
    ("all of it twice", |bytes, _| [bytes, bytes].concat()),
];

/// What is visible of a file.
fn visible(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect()
}

#[test]
fn damaged_archives_are_resumed_or_refused_and_never_lose_anything() {
    let (scale, room) = (Scale::new(), Room::new());
    let mut rng = scale.rng();
    let resume = |games| {
        let players = ["match", "tilesum", "--first", "random", "--second", "greedy", "--resume"];
        [&players[..], &["--out", "games.agon", "--games", games]].concat()
    };
    room.run(&resume("8"));
    let (path, torn) = (room.path("games.agon"), room.path("games.agon.torn-1"));
    let good = fs::read(&path).unwrap();
    let (mut resumed, mut refused) = (0, 0);
    for (name, damage) in DAMAGES {
        for _ in 0..scale.pick(1, 20) {
            let bytes = damage(&good, &mut rng);
            fs::write(&path, &bytes).unwrap();
            let output = room.run(&resume("10"));
            let after = fs::read(&path).unwrap();
            let aside = fs::read(&torn).unwrap_or_default();
            if output.status.success() {
                // What was there is there, or was moved aside; new games follow.
                let (kept, before, aside) = (visible(&after), visible(&bytes), visible(&aside));
                let whole = &before[..before.len() - aside.len()];
                assert!(before.ends_with(&aside) && kept.starts_with(whole), "{name}: something was lost");
                resumed += 1;
            } else {
                assert_eq!(after, bytes, "{name}: it was refused, and changed all the same");
                assert!(aside.is_empty(), "{name}");
                assert_eq!(stderr(&output).lines().filter(|line| line.starts_with("error: ")).count(), 1, "{name}");
                refused += 1;
            }
            let _ = fs::remove_file(&torn);
        }
    }
    assert!(resumed > 0 && refused > 0);
    println!("archives: {} kinds of damage, {resumed} resumed, {refused} refused, nothing lost", DAMAGES.len());
}

#[test]
fn whatever_is_read_is_read_or_refused_in_a_line() {
    let (scale, room) = (Scale::new(), Room::new());
    let mut rng = scale.rng();
    let contest =
        ["match", "tilesum", "--first", "random", "--second", "greedy", "--games", "2", "--out", "games.agon"];
    room.run(&contest);
    room.run(&["selfplay", "tilesum", "--agent", "random", "--games", "3", "--out", "data"]);
    let experiment =
        "title = 'x'\n[[tournament]]\nname = 'met'\ngame = 'tilesum'\nagents = ['random', 'greedy']\ngames = 2\n";
    fs::write(room.path("x.toml"), experiment).unwrap();
    fs::write(room.path("openings.txt"), "u 0\nr 0\nu +1\n").unwrap();
    fs::write(room.path("players.txt"), "random\ngreedy\nmcts:playouts=2\n").unwrap();
    let players = ["--first", "random", "--second", "greedy", "--games", "2"];
    let read: [(&str, Vec<&str>); 8] = [
        ("games.agon", vec!["record", "check", "games.agon"]),
        ("games.agon", vec!["record", "show", "games.agon", "--json"]),
        ("games.agon", vec!["record", "replay", "games.agon"]),
        ("games.agon", vec!["record", "convert", "games.agon", "--out", "other.agon"]),
        ("x.toml", vec!["experiment", "x.toml", "--out", "others"]),
        ("openings.txt", [&["match", "tilesum", "--openings-file", "openings.txt"][..], &players].concat()),
        ("players.txt", vec!["tournament", "tilesum", "--players", "players.txt", "--games", "2", "--max-plies", "20"]),
        ("data/part-00001.parquet", vec!["selfplay", "tilesum", "--agent", "random", "--games", "3", "--out", "data"]),
    ];
    let mut kinds = 0;
    for (file, command) in &read {
        let path = room.path(file);
        let good = fs::read(&path).unwrap();
        for (name, damage) in DAMAGES {
            kinds += 1;
            for _ in 0..scale.pick(1, 4) {
                let bytes = damage(&good, &mut rng);
                fs::write(&path, &bytes).unwrap();
                let _ = fs::remove_dir_all(room.path("others"));
                let output = room.run(command);
                if !output.status.success() {
                    let said = stderr(&output);
                    assert!(said.lines().last().is_some_and(|line| line.starts_with("error: ")), "{name}: {said}");
                    assert_eq!(fs::read(&path).unwrap(), bytes, "{file}, {name}: it was refused, and changed");
                }
            }
        }
        fs::write(&path, good).unwrap();
    }
    println!("files: {kinds} kinds of damage ({} files, {} ways), no panic", read.len(), DAMAGES.len());
}
