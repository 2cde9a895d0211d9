//! One run while workers are killed and the database is restarted.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use agon_agents::Settings;
use agon_core::{Options, Record, Rng};
use agon_lab::{Adjudication, Conditions, Contender, Contest, Control, Openings, RandomOpenings, Runner};
use agon_search::Limits;

use crate::postgres::{Server, inside, is_root, run};
use crate::workers::{Cost, Workers, agon, family_time, wait};

/// Memory of a player, in megabytes.
const HASH: usize = 1;

/// When workers are killed.
#[derive(Clone, Copy)]
enum Kills {
    /// So many times, as the run goes on.
    Times(usize),
    /// After so many seconds each.
    Every(u64),
}

/// A match of Connect Four.
#[derive(Clone, Copy)]
struct Marathon {
    games: usize,
    nodes: u64,
    workers: usize,
    kills: Kills,
    restarts: usize,
}

impl Marathon {
    fn file(&self) -> String {
        format!(
            "title = 'Marathon'\n[match]\ngame = 'connect4'\nfirst = 'alphabeta'\nsecond = 'mcts'\n\
            games = {}\nnodes = {}\nhash = {HASH}\nseed = 7\n",
            self.games, self.nodes
        )
    }

    /// The same match on one machine.
    fn reference(&self) -> BTreeMap<usize, String> {
        let info = agon_games::game_of("connect4").unwrap();
        let game = agon_games::open(info.name, Options::defaults(info.options)).unwrap();
        let players: [Contender; 2] = ["alphabeta", "mcts"].map(|text| text.parse().unwrap());
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let conditions = Conditions {
            control: Control { limits, clock: None, margin: Duration::from_secs(1) },
            adjudication: Adjudication::default(),
            seed: 7,
            concurrency: 2,
            settings: Settings { seed: 7, threads: 1, hash: HASH },
            patience: Duration::from_secs(10),
            date: String::new(),
        };
        let openings = Openings::random(&*game, RandomOpenings { plies: 4, seed: 7, balance: None });
        let stop = Arc::new(AtomicBool::new(false));
        let runner = Runner::new(&*game, &players, &conditions, openings, &stop).unwrap();
        let mut records = BTreeMap::new();
        let contest = Contest { games: self.games, sprt: None };
        contest.run(&runner, None, &mut |record, _| insert(&mut records, record)).unwrap();
        records
    }
}

fn insert(records: &mut BTreeMap<usize, String>, record: &Record) {
    let round = record.tag("Round").unwrap().parse().unwrap();
    assert!(records.insert(round, timeless(record)).is_none(), "game {round} is there twice");
}

/// A record without the times of its moves and its date.
pub fn timeless(record: &Record) -> String {
    let mut record = record.clone();
    record.main.plies.iter_mut().for_each(|ply| ply.remark.time = None);
    record.set_tag("Date", "");
    record.to_string()
}

/// The games of a file of records.
pub fn read(path: &Path) -> BTreeMap<usize, String> {
    let mut records = BTreeMap::new();
    for record in Record::parse_all(&fs::read_to_string(path).unwrap()).unwrap() {
        insert(&mut records, &record);
    }
    records
}

/// How many games are kept.
fn kept(server: &Server) -> usize {
    server.ask("SELECT count(*) FROM agon.games").parse().unwrap()
}

fn is_done(server: &Server) -> bool {
    server.ask("SELECT state FROM agon.runs") == "done"
}

/// Plays a marathon and prints its figures; gives the share of processor time outside searches, and
/// what part of the machine's processors the run had.
fn play(marathon: Marathon) -> (f64, f64) {
    let server = Server::start();
    let folder = tempfile::tempdir().unwrap();
    let (file, out) = (folder.path().join("marathon.toml"), folder.path().join("games.agon"));
    fs::write(&file, marathon.file()).unwrap();
    let id = agon(&server, &["submit", file.to_str().unwrap()]);
    let begun = Instant::now();
    let mut workers = Workers::start(&server.address(), marathon.workers, &[], None);
    let (mut rng, mut kills, mut restarts, mut database) = (Rng::new(1), 0, 0, 0.0);
    let mut killed = Instant::now();
    wait("the marathon", Duration::from_hours(1), || {
        // One question a second: whoever watches costs processor time too.
        std::thread::sleep(Duration::from_millis(800));
        let told = server.ask("SELECT state, (SELECT count(*) FROM agon.games) FROM agon.runs");
        let (state, kept) = told.split_once('|').unwrap();
        let kept: usize = kept.parse().unwrap();
        let kill = match marathon.kills {
            Kills::Times(times) => kills < times && kept * (times + 1) >= marathon.games * (kills + 1),
            Kills::Every(seconds) => killed.elapsed() >= Duration::from_secs(seconds),
        };
        if kill {
            killed = Instant::now();
            kills += 1;
            workers.kill((rng.bits() % workers.len() as u64) as usize);
            workers.add();
        }
        if restarts < marathon.restarts && kept * (marathon.restarts + 1) >= marathon.games * (restarts + 1) {
            restarts += 1;
            database += family_time(server.process());
            server.restart();
        }
        state == "done"
    });
    let seconds = begun.elapsed().as_secs_f64();
    workers.end();
    database += family_time(server.process());
    agon(&server, &["collect", &id, "--out", out.to_str().unwrap()]);
    let again = server.ask("SELECT sum(times) - count(*) FROM agon.games");
    let (jobs, attempts) =
        (server.ask("SELECT count(*) FROM agon.jobs"), server.ask("SELECT sum(attempts) FROM apalis.jobs"));
    assert_eq!(server.ask("SELECT count(*) FROM agon.opinions"), "0");
    assert_eq!(kept(&server), marathon.games);
    let Cost { search, all } = workers.cost;
    let outside = all - search + database;
    let share = outside / (all + database);
    let processors = std::thread::available_parallelism().unwrap().get() as f64;
    let had = (all + database) / (processors * seconds);
    println!(
        "{} games in {seconds:.0} s on {} workers, {kills} kills, {restarts} restarts: {jobs} jobs begun {attempts} \
        times, {again} games played again; {search:.1} s searching, {:.2} s else in workers, {database:.2} s in \
        PostgreSQL: {:.2} % outside searches; the run had {:.0} % of the processors",
        marathon.games,
        marathon.workers,
        all - search,
        100.0 * share,
        100.0 * had
    );
    let (found, expected) = (read(&out), marathon.reference());
    assert_eq!(found.len(), marathon.games);
    assert_eq!(found, expected, "the games are those of a run on one machine");
    if let Kills::Times(times) = marathon.kills {
        // A fast machine may be done before the last of them.
        assert!((1..=times).contains(&kills), "{kills} kills");
    }
    assert_eq!(restarts, marathon.restarts);
    (share, had)
}

#[test]
#[ignore = "needs PostgreSQL"]
fn short_marathon() {
    play(Marathon { games: 50, nodes: 40_000, workers: 4, kills: Kills::Times(3), restarts: 1 });
}

#[test]
#[ignore = "needs PostgreSQL, and takes minutes"]
fn long_marathon() {
    let (share, had) = play(Marathon { games: 1000, nodes: 20_000, workers: 4, kills: Kills::Every(5), restarts: 3 });
    // What heartbeats cost follows from the clock, so on a machine that does other things besides
    // the share says nothing.
    if had > 0.8 {
        assert!(share < 0.03, "{:.2} % of the processor time went elsewhere than into searches", 100.0 * share);
    } else {
        println!("the machine was busy otherwise: the share outside searches was not judged");
    }
}

/// A run of one long game.
fn long_game(folder: &Path) -> String {
    let file = folder.join("long.toml");
    let text = Marathon { games: 1, nodes: 50_000_000, workers: 2, kills: Kills::Times(0), restarts: 0 }.file();
    fs::write(&file, text).unwrap();
    file.display().to_string()
}

#[test]
#[ignore = "needs PostgreSQL"]
fn an_orphaned_job_is_taken_by_another() {
    let server = Server::start();
    let folder = tempfile::tempdir().unwrap();
    agon(&server, &["submit", &long_game(folder.path())]);
    let mut workers = Workers::start(&server.address(), 1, &[], None);
    let running = || server.ask("SELECT lock_by FROM apalis.jobs WHERE status = 'Running'");
    wait("the first worker", Duration::from_mins(1), || !running().is_empty());
    let first = running();
    workers.add();
    wait("the second worker", Duration::from_mins(1), || server.ask("SELECT count(*) FROM agon.workers") == "2");
    let killed = Instant::now();
    workers.kill(0);
    wait("the orphan", Duration::from_secs(15), || {
        let now = running();
        !now.is_empty() && now != first
    });
    println!("an orphaned job was taken by another worker after {:.1} s", killed.elapsed().as_secs_f64());
}

/// Two network namespaces with a link between them.
struct Link;

impl Link {
    const NAMES: [&'static str; 2] = ["agon-a", "agon-b"];

    fn ip(arguments: &str) -> bool {
        let output = inside(None, Path::new("ip")).args(arguments.split(' ')).output();
        output.is_ok_and(|output| output.status.success())
    }

    /// `None` where that is not allowed.
    fn new() -> Option<Link> {
        let [a, b] = Self::NAMES;
        for name in Self::NAMES {
            Self::ip(&format!("netns del {name}"));
        }
        let link = Link;
        let steps = [
            format!("netns add {a}"),
            format!("netns add {b}"),
            format!("link add veth-a netns {a} type veth peer name veth-b netns {b}"),
            format!("-n {a} addr add 10.77.0.1/24 dev veth-a"),
            format!("-n {b} addr add 10.77.0.2/24 dev veth-b"),
            format!("-n {a} link set lo up"),
            format!("-n {a} link set veth-a up"),
            format!("-n {b} link set veth-b up"),
        ];
        steps.iter().all(|step| Self::ip(step)).then_some(link)
    }

    fn cut() {
        assert!(Self::ip(&format!("-n {} link set veth-a down", Self::NAMES[0])));
    }

    fn mend() {
        assert!(Self::ip(&format!("-n {} link set veth-a up", Self::NAMES[0])));
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        for name in Self::NAMES {
            Self::ip(&format!("netns del {name}"));
        }
    }
}

#[test]
#[ignore = "needs PostgreSQL and network namespaces, and takes minutes"]
fn a_link_that_is_cut_loses_nothing() {
    let Some(_link) = is_root().then(Link::new).flatten() else {
        println!("skipped: no network namespaces may be made here");
        return;
    };
    let [near, far] = Link::NAMES;
    let server = Server::start_at("10.77.0.1", Some(near));
    let folder = tempfile::tempdir().unwrap();
    let (file, out) = (folder.path().join("cut.toml"), folder.path().join("games.agon"));
    let marathon = Marathon { games: 400, nodes: 12_000, workers: 2, kills: Kills::Times(0), restarts: 0 };
    fs::write(&file, marathon.file()).unwrap();
    let program = |arguments: &[&str]| {
        let mut command = inside(Some(near), Path::new(crate::workers::PROGRAM));
        run(command.args(arguments).env("AGON_DATABASE", server.address()));
    };
    program(&["submit", file.to_str().unwrap(), "--name", "cut"]);
    let mut close = Workers::start(&server.address(), 1, &[], Some(near));
    let mut distant = Workers::start(&server.address(), 1, &[], Some(far));
    wait("both workers", Duration::from_mins(2), || {
        server.ask("SELECT count(DISTINCT worker) FROM agon.games WHERE round > 20") == "2"
    });
    let name = server.ask("SELECT name FROM agon.workers ORDER BY started DESC LIMIT 1");
    Link::cut();
    let (cut, before) = (Instant::now(), kept(&server));
    while cut.elapsed() < Duration::from_mins(1) {
        std::thread::sleep(Duration::from_secs(1));
    }
    let during = kept(&server) - before;
    Link::mend();
    let mended = Instant::now();
    wait("the end", Duration::from_mins(20), || is_done(&server));
    let later = server.ask("SELECT count(*) FROM agon.workers WHERE seen > now() - interval '15 seconds'");
    close.end();
    distant.end();
    program(&["collect", "cut", "--out", out.to_str().unwrap()]);
    println!(
        "link cut for 60 s: {during} games were kept meanwhile, {} s after it {later} workers ended the run of {}; \
        {} games were played twice ({name} started last)",
        mended.elapsed().as_secs(),
        marathon.games,
        server.ask("SELECT sum(times) - count(*) FROM agon.games"),
    );
    assert_eq!(server.ask("SELECT count(*) FROM agon.opinions"), "0");
    assert_eq!(read(&out), marathon.reference());
}
