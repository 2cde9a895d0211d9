//! Everything that can be submitted comes out as on one machine.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use agon_agents::Settings;
use agon_core::Options;
use agon_lab::{
    Adjudication, Archive, Circumstances, Conditions, Contest, Control, Experiment, Model, Openings, RandomOpenings,
    Runner, Sample, SelfPlay, Sprt, read_samples,
};
use agon_search::Limits;

use crate::marathon::read;
use crate::postgres::Server;
use crate::workers::{Workers, agon, wait};

const EXPERIMENT: &str = "
title = 'All kinds'
[[value]]
name = 'forced'
game = 'tilesum'
for = { moves = [1, 2] }
highest = 'goal'
[[parameters]]
name = 'same'
game = 'tilesum'
agents = ['random', 'greedy']
games = 5
[[tournament]]
name = 'all'
game = 'tilesum'
agents = ['random', 'greedy', 'mcts']
nodes = 40
games = 4
seeds = [1, 2]
[[tournament]]
name = 'swiss'
game = 'connect4'
format = 'swiss:3'
agents = ['random', 'greedy', 'alphabeta', 'mcts', 'minimax:depth=2']
nodes = 60
games = 2
[[tournament]]
name = 'out'
game = 'connect4'
format = 'knockout'
agents = ['random', 'greedy', 'alphabeta', 'mcts', 'minimax:depth=2']
nodes = 60
games = 2
";

/// Submits a file and plays it with two workers, of whom the one that coordinates is killed.
fn play(server: &Server, name: &str, text: &str, out: &Path) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(format!("{name}.toml"));
    fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    assert_eq!(agon(server, &["submit", file, "--name", name]), name);
    // The same again is the same run.
    assert!(agon(server, &["submit", file, "--name", name, "--json"]).contains("\"new\":false"));
    let mut workers = Workers::start(&server.address(), 1, &[], None);
    let leader = format!("SELECT count(*) FROM agon.games WHERE run = '{name}'");
    wait("the first games", Duration::from_mins(1), || server.ask(&leader).parse::<usize>().unwrap() > 3);
    workers.kill(0);
    workers.add();
    workers.add();
    wait(name, Duration::from_mins(5), || {
        server.ask(&format!("SELECT state FROM agon.runs WHERE id = '{name}'")) != "open"
    });
    workers.end();
    let told = agon(server, &["collect", name, "--out", out.to_str().unwrap(), "--json"]);
    assert!(told.contains("\"finished\":true"), "{told} {}", agon(server, &["status", name]));
}

#[test]
#[ignore = "needs PostgreSQL"]
fn experiments_matches_and_self_play_come_out_as_on_one_machine() {
    let server = Server::start();
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    experiment(&server, &at("far"), &at("near"));
    decided_match(&server, &at("far.agon"), &at("near.agon"));
    self_play(&server, &at("far-samples"), &at("near-samples"));
    let status = agon(&server, &["status"]);
    assert_eq!(status.matches("  done  ").count(), 3, "{status}");
}

fn experiment(server: &Server, far: &Path, near: &Path) {
    play(server, "kinds", EXPERIMENT, far);
    let [version, machine, date, command] = ["1", "m", "2026-01-01", "c"].map(String::from);
    let circumstances = Circumstances { version, machine, date, command, concurrency: 2 };
    let stop = Arc::new(AtomicBool::new(false));
    assert!(Experiment::parse(EXPERIMENT).unwrap().run(near, &circumstances, &stop, &mut |_| {}).unwrap());
    let files = |folder: &Path| {
        let mut found = BTreeMap::new();
        for entry in fs::read_dir(folder.join("records")).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "agon") {
                found.insert(path.file_name().unwrap().to_owned(), read(&path));
            }
        }
        found
    };
    assert_eq!(files(far), files(near));
    assert_eq!(files(far).len(), 5);
    let measured = |folder: &Path| fs::read_to_string(folder.join("measurements.csv")).unwrap();
    assert_eq!(measured(far), measured(near));
}

fn decided_match(server: &Server, far: &Path, near: &Path) {
    let text = "[match]\ngame = 'connect4'\nfirst = 'alphabeta'\nsecond = 'random'\ngames = 3000\nnodes = 50\n\
        hash = 1\nsprt = { elo1 = 60 }\n";
    play(server, "decided", text, far);
    let info = agon_games::game_of("connect4").unwrap();
    let game = agon_games::open(info.name, Options::defaults(info.options)).unwrap();
    let limits = Limits { nodes: Some(50), ..Limits::default() };
    let conditions = Conditions {
        control: Control { limits, clock: None, margin: Duration::from_secs(1) },
        adjudication: Adjudication::default(),
        seed: 1,
        concurrency: 1,
        settings: Settings { seed: 1, threads: 1, hash: 1 },
        patience: Duration::from_secs(10),
        date: String::new(),
    };
    let players = ["alphabeta", "random"].map(|text| text.parse().unwrap());
    let openings = Openings::random(&*game, RandomOpenings { plies: 4, seed: 1, balance: None });
    let stop = Arc::new(AtomicBool::new(false));
    let runner = Runner::new(&*game, &players, &conditions, openings, &stop).unwrap();
    let sprt = Sprt::new(0.0, 60.0, 0.05, 0.05, Model::Normalized).unwrap();
    let contest = Contest { games: 3000, sprt: Some(sprt) };
    let tally = contest.run(&runner, Some(&mut Archive::create(near).unwrap()), &mut |_, _| {}).unwrap();
    assert!(tally.games.total() < 3000);
    assert_eq!(read(far), read(near));
}

fn self_play(server: &Server, far: &Path, near: &Path) {
    let text =
        "[selfplay]\ngame = 'crosphere'\nagent = 'mcts:playouts=20'\ngames = 40\nopenings = 2\nexplore = 4\nhash = 1\n";
    play(server, "samples", text, far);
    let info = agon_games::game_of("crosphere").unwrap();
    let game = agon_games::open(info.name, Options::defaults(info.options)).unwrap();
    let selfplay = SelfPlay {
        agent: "mcts:playouts=20".parse().unwrap(),
        games: 40,
        limits: Limits::default(),
        openings: 2,
        explore: 4,
        max_plies: None,
        seed: 1,
        concurrency: 2,
        settings: Settings { seed: 1, threads: 1, hash: 1 },
    };
    selfplay.run(&*game, near, &Arc::new(AtomicBool::new(false)), &mut |_| {}).unwrap();
    let samples = |folder: &Path| -> Vec<Sample> {
        let (mut samples, said) = read_samples(fs::read(folder.join("part-00001.parquet")).unwrap()).unwrap();
        assert!(said.starts_with("crosphere [] mcts:playouts=20"));
        samples.sort_by_key(|sample| (sample.round, sample.ply));
        samples
    };
    assert_eq!(samples(far), samples(near));
}
