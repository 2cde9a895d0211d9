//! Runs that are killed again and again, each time at another moment.

use std::fs;
use std::time::Duration;

use agon_core::{Record, Rng};

use super::{Room, Scale, kill, stderr, wait_until};

/// More games than anybody waits for.
const ENDLESS: &str = "1000000";

/// Starts a command, kills it a moment after it has begun to write, and does so again and again.
fn torment(room: &Room, arguments: &[&str], written: &str, kills: usize, rng: &mut Rng) {
    for _ in 0..kills {
        let mut child = room.command(arguments).spawn().expect("the program runs");
        let begun = std::time::Instant::now();
        // From the first instruction on to long after the first game.
        let moment = Duration::from_micros(u64::from(rng.below(60_000)));
        while begun.elapsed() < moment {
            std::thread::sleep(Duration::from_micros(200));
        }
        let ended = child.try_wait().expect("the child can be waited for");
        assert_eq!(ended, None, "it ended by itself: {}", stderr(&child.wait_with_output().unwrap()));
        kill(&mut child);
    }
    // Once more until something is there, so that the kills had something to destroy.
    let before = size(room, written);
    let mut child = room.command(arguments).spawn().expect("the program runs");
    wait_until("nothing was written", || size(room, written) > before);
    kill(&mut child);
}

/// How much there is at a path, finished files of a folder added up.
fn size(room: &Room, name: &str) -> u64 {
    let path = room.path(name);
    match fs::read_dir(&path) {
        Ok(entries) => entries
            .flatten()
            .filter(|entry| !entry.file_name().to_string_lossy().starts_with('.'))
            .filter_map(|entry| entry.metadata().ok())
            .map(|entry| entry.len())
            .sum(),
        Err(_) => fs::metadata(&path).map_or(0, |file| file.len()),
    }
}

/// The rounds of an archive, each record checked by the rules.
fn rounds(text: &str) -> Vec<usize> {
    let records = Record::parse_all(text).expect("the archive can be read");
    let mut rounds: Vec<usize> = records
        .iter()
        .map(|record| {
            record
                .check(&*agon_games::open_record(&mut record.clone()).expect("its game is known"))
                .expect("its moves are legal");
            record.tag("Round").and_then(|round| round.parse().ok()).expect("it has a number")
        })
        .collect();
    rounds.sort_unstable();
    rounds
}

#[test]
fn killed_matches_and_tournaments_lose_no_game() {
    let (scale, room) = (Scale::new(), Room::new());
    let mut rng = scale.rng();
    let kills = scale.pick(12, 350);
    let players = ["--first", "random", "--second", "random", "--concurrency", "2"];
    let contest = |games, out| {
        [&["match", "rhythmomachy"][..], &players, &["--resume", "--json", "--games", games, "--out", out]].concat()
    };
    torment(&room, &contest(ENDLESS, "games.agon"), "games.agon", kills, &mut rng);
    let told = fs::read_to_string(room.path("games.agon")).expect("an archive");
    let games = (told.matches("[Round ").count() + 50).to_string();
    let whole = room.run(&contest(&games, "games.agon"));
    let text = fs::read_to_string(room.path("games.agon")).expect("an archive");
    assert_eq!(rounds(&text), (1..=games.parse().unwrap()).collect::<Vec<usize>>());
    let undisturbed = room.run(&contest(&games, "undisturbed.agon"));
    let result = |output: &std::process::Output| -> serde_json::Value {
        let told: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        serde_json::json!([told["wins"], told["draws"], told["losses"], told["pairs"], told["plies"]])
    };
    assert_eq!(result(&whole), result(&undisturbed));
    println!("match: {kills} kills, {games} games, each there once and equal to an undisturbed run");

    let kills = scale.pick(6, 150);
    let players = "random:seed=1; random:seed=2; random:seed=3";
    let tournament = |games| {
        let out = ["--resume", "--json", "--games", games, "--out", "tournament.agon"];
        [&["tournament", "rhythmomachy", "--players", players][..], &out].concat()
    };
    torment(&room, &tournament(ENDLESS), "tournament.agon", kills, &mut rng);
    let text = fs::read_to_string(room.path("tournament.agon")).expect("an archive");
    let played = rounds(&text[..text.rfind("\n\n[Game ").map_or(text.len(), |at| at + 2)]);
    assert!(played.windows(2).all(|pair| pair[0] < pair[1]), "a game is there twice");
    println!("tournament: {kills} kills, {} games, each there once", played.len());
}

#[test]
fn killed_self_play_and_experiments_go_on() {
    let (scale, room) = (Scale::new(), Room::new());
    let mut rng = scale.rng();
    let kills = scale.pick(6, 200);
    let selfplay =
        |games| ["selfplay", "rhythmomachy", "--agent", "random", "--out", "data", "--json", "--games", games];
    torment(&room, &selfplay(ENDLESS), "data", kills, &mut rng);
    let mut held = Vec::new();
    for entry in fs::read_dir(room.path("data")).expect("a folder").flatten() {
        if entry.path().extension() == Some("parquet".as_ref()) {
            let (samples, _) = agon_lab::read_samples(fs::read(entry.path()).unwrap()).expect("every file is whole");
            let mut games: Vec<u64> = samples.iter().map(|sample| sample.round).collect();
            games.dedup();
            held.extend(games);
        }
    }
    let games = held.len();
    held.sort_unstable();
    held.dedup();
    assert!(games > 0 && held.len() == games, "{games} games, {} different", held.len());
    println!("self-play: {kills} kills, {games} games, each there once");

    let kills = scale.pick(6, 150);
    let file = "title = 'x'\n[[tournament]]\nname = 'met'\ngame = 'rhythmomachy'\nagents = ['random:seed=1', 'random:seed=2']\ngames = GAMES\n";
    fs::write(room.path("x.toml"), file.replace("GAMES", ENDLESS)).unwrap();
    torment(&room, &["experiment", "x.toml", "--out", "results"], "results/records", kills, &mut rng);
    let path = room.path("results/records/met-1.agon");
    let games = fs::read_to_string(&path).unwrap().matches("[Round ").count() + 2;
    fs::write(room.path("x.toml"), file.replace("GAMES", &games.to_string())).unwrap();
    assert!(room.run(&["experiment", "x.toml", "--out", "results"]).status.success());
    let found = rounds(&fs::read_to_string(&path).unwrap());
    // The kills may have left holes, which were filled; nothing is there twice.
    assert!((1..=games).all(|round| found.binary_search(&round).is_ok()), "a game is missing");
    assert!(found.windows(2).all(|pair| pair[0] < pair[1]), "a game is there twice");
    println!("experiment: {kills} kills, {} games, each there once", found.len());
}

#[test]
fn a_game_in_the_terminal_survives_every_kill() {
    use std::io::{Read, Write};
    use std::process::Stdio;

    let (scale, room) = (Scale::new(), Room::new());
    let mut rng = scale.rng();
    let kills = scale.pick(6, 150);
    let mut moves = 0;
    for _ in 0..kills {
        let mut arguments = vec!["play", "crosphere", "--seed", "1"];
        if moves > 0 {
            arguments.push("--resume");
        }
        let mut child = room.command(&arguments).stdin(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        // A move that was answered is kept; the one in progress may be.
        let mut output = child.stdout.take().unwrap();
        input.write_all(b"#1\nposition\n").unwrap();
        let (mut shown, mut buffer) = (Vec::new(), [0; 4096]);
        while String::from_utf8_lossy(&shown).matches("> ").count() < 2 {
            let read = output.read(&mut buffer).unwrap();
            assert!(read > 0, "it ended: {}", String::from_utf8_lossy(&shown));
            shown.extend(&buffer[..read]);
        }
        moves += 1;
        let _ = input.write_all(b"undo\nredo\n");
        std::thread::sleep(Duration::from_micros(u64::from(rng.below(3_000))));
        kill(&mut child);
        let games = fs::read_dir(room.path("home/games")).unwrap().flatten().map(|entry| entry.path());
        let games: Vec<_> = games.filter(|path| path.extension() == Some("agon".as_ref())).collect();
        assert_eq!(games.len(), 1, "one game, one file");
        let record: Record = fs::read_to_string(&games[0]).unwrap().parse().expect("the file is whole");
        let plies = record.main.plies.len();
        // `undo` may have been the last thing that was kept.
        assert!(plies == moves || plies + 1 == moves, "{plies} plies are kept of {moves}");
        moves = plies;
        if record.replay(&*agon_games::open_record(&mut record.clone()).unwrap()).unwrap().outcome().is_some() {
            fs::remove_dir_all(room.path("home")).unwrap();
            moves = 0;
        }
    }
    println!("play: {kills} kills, no answered move lost");
}
