//! Games that are planned here and played elsewhere.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::common::{conditions, open};
use agon_core::{DynGame, PerPlayer, Record};
use agon_lab::{
    Adjudication, Conditions, Contender, Contest, Control, Format, GameClock, LabError, Openings, PlannedGame,
    RandomOpenings, Remote, Runner, Sample, SelfPlay, Terms, Tournament,
};
use agon_search::Limits;

/// Plays every game by itself, from its serialised form, with nothing else in common.
#[derive(Default)]
struct ByMail {
    sent: Mutex<Vec<(String, String)>>,
}

impl Remote for ByMail {
    fn play(
        &self,
        series: &str,
        terms: &Terms,
        games: &mut dyn Iterator<Item = PlannedGame>,
        tell: &mut dyn FnMut(Record) -> Result<ControlFlow<()>, LabError>,
    ) -> Result<(), LabError> {
        assert_eq!(series, "test");
        for game in games {
            let sent = (serde_json::to_string(terms).unwrap(), serde_json::to_string(&game).unwrap());
            let record = played(&sent);
            self.sent.lock().unwrap().push(sent);
            // Records are sent as text, too.
            if tell(record.to_string().parse().unwrap())?.is_break() {
                break;
            }
        }
        Ok(())
    }
}

fn played((terms, game): &(String, String)) -> Record {
    let (terms, game): (Terms, PlannedGame) =
        (serde_json::from_str(terms).unwrap(), serde_json::from_str(game).unwrap());
    let mut found = None;
    let stop = Arc::new(AtomicBool::new(false));
    let mut hear = |_: &PlannedGame, record| {
        found = Some(record);
        ControlFlow::Continue(())
    };
    terms.play(std::slice::from_ref(&game), 1.0, &stop, &mut hear).unwrap();
    found.unwrap()
}

/// A record without the times of its moves.
fn timeless(record: &Record) -> String {
    let mut record = record.clone();
    record.main.plies.iter_mut().for_each(|ply| ply.remark.time = None);
    record.to_string()
}

/// Plays the same run here and by mail, and gives how many games it had.
fn compare(game: &dyn DynGame, players: &[&str], conditions: &Conditions, openings: &str, format: Format) -> usize {
    let players: Vec<Contender> = players.iter().map(|text| text.parse().unwrap()).collect();
    let mail = ByMail::default();
    let run = |remote: Option<&ByMail>| {
        let openings = match openings.parse() {
            Ok(plies) => Openings::random(game, RandomOpenings { plies, seed: conditions.seed, balance: None }),
            Err(_) => Openings::read(game, openings).unwrap(),
        };
        let runner = Runner::new(game, &players, conditions, openings, &Arc::new(AtomicBool::new(false))).unwrap();
        let runner = if let Some(remote) = remote { runner.elsewhere(remote, "test") } else { runner };
        let mut records = BTreeMap::new();
        let tournament = Tournament { format, games: 4 };
        tournament
            .run(&runner, None, &mut |record, _| {
                records.insert(record.tag("Round").unwrap().parse::<usize>().unwrap(), timeless(record));
            })
            .unwrap();
        records
    };
    let (here, there) = (run(None), run(Some(&mail)));
    assert_eq!(here, there);
    assert_eq!(mail.sent.lock().unwrap().len(), here.len());
    here.len()
}

#[test]
fn a_game_is_the_same_wherever_it_is_played() {
    let tilesum = open("tilesum", &[("min", "random")]);
    let hex = open("hex", &[("size", "3"), ("swap", "true")]);
    let andantino = open("andantino", &[]);
    let plain = conditions();
    let busy = Conditions {
        adjudication: Adjudication {
            resign: Some("500,2".parse().unwrap()),
            draw: Some("3,4".parse().unwrap()),
            plies: Some(30),
            prove: Some(50),
        },
        seed: 77,
        ..conditions()
    };
    assert_eq!(compare(&*tilesum, &["random", "greedy", "mcts"], &plain, "1", Format::RoundRobin), 12);
    assert_eq!(compare(&*hex, &["mcts", "random"], &plain, "1", Format::RoundRobin), 4);
    assert_eq!(compare(&*hex, &["mcts", "random"], &plain, "b2 swap\nb2 a1", Format::RoundRobin), 4);
    let position = andantino.start().position_text();
    assert_eq!(compare(&*andantino, &["alphabeta", "random"], &busy, &position, Format::RoundRobin), 4);
    assert_eq!(compare(&*andantino, &["alphabeta", "greedy", "random"], &busy, "4", Format::Swiss(3)), 12);
    assert!(compare(&*andantino, &["random", "greedy", "alphabeta"], &busy, "4", Format::Knockout) >= 8);
}

#[test]
fn what_cannot_be_played_is_an_error() {
    let game = open("tilesum", &[]);
    let players = ["random", "greedy"].map(|text| text.parse().unwrap());
    let shared = conditions();
    let stop = Arc::new(AtomicBool::new(false));
    let openings = Openings::random(&*game, RandomOpenings { plies: 0, seed: 1, balance: None });
    let terms = Runner::new(&*game, &players, &shared, openings, &stop).unwrap().terms().unwrap();
    let good = PlannedGame { round: 1, players: PerPlayer([0, 1]), position: None, moves: Vec::new() };
    let refuse = |terms: &Terms, game: &PlannedGame| {
        let error = terms.play(std::slice::from_ref(game), 1.0, &stop, &mut |_, _| ControlFlow::Continue(()));
        error.unwrap_err().to_string()
    };
    let stranger = PlannedGame { players: PerPlayer([0, 7]), ..good.clone() };
    assert!(refuse(&terms, &stranger).contains("players that are not in the list"));
    let wrong = PlannedGame { moves: vec!["z".to_string()], ..good.clone() };
    assert!(refuse(&terms, &wrong).starts_with("the opening of game 1: "));
    assert!(refuse(&Terms { game: "chess".to_string(), ..terms.clone() }, &good).contains("chess"));
    assert!(refuse(&Terms { players: vec!["randm".to_string()], ..terms }, &good).contains("randm"));
}

#[test]
fn only_what_is_counted_can_be_repeated() {
    let game = open("tilesum", &[]);
    let is_repeatable = |players: [&str; 2], control: Control| {
        let players = players.map(|text| text.parse::<Contender>().unwrap());
        let shared = Conditions { control, ..conditions() };
        let openings = Openings::random(&*game, RandomOpenings { plies: 0, seed: 1, balance: None });
        let runner = Runner::new(&*game, &players, &shared, openings, &Arc::new(AtomicBool::new(false))).unwrap();
        runner.terms().unwrap().is_repeatable()
    };
    let nodes = conditions().control;
    let time =
        Control { limits: Limits { time: Some(Duration::from_millis(1)), ..nodes.limits }, ..Control::default() };
    let clock = GameClock { base: Duration::from_secs(1), increment: Duration::ZERO };
    assert!(is_repeatable(["mcts", "random"], nodes));
    assert!(is_repeatable(["mcts:playouts=3", "greedy"], Control::default()));
    assert!(!is_repeatable(["mcts", "random"], Control::default()));
    assert!(!is_repeatable(["mcts:time=1s", "random"], nodes));
    assert!(!is_repeatable(["mcts:threads=2", "random"], nodes));
    assert!(!is_repeatable(["mcts", "random"], time));
    assert!(!is_repeatable(["mcts", "random"], Control { clock: Some(clock), ..nodes }));
}

#[test]
fn a_decided_match_is_broken_off() {
    let game = open("rhythmomachy", &[]);
    let players = ["sledge:depth=1", "random"].map(|text| text.parse().unwrap());
    let shared = Conditions { control: Control::default(), ..conditions() };
    let openings = Openings::random(&*game, RandomOpenings { plies: 2, seed: 1, balance: None });
    let runner = Runner::new(&*game, &players, &shared, openings, &Arc::new(AtomicBool::new(false))).unwrap();
    let mail = ByMail::default();
    let runner = runner.elsewhere(&mail, "test");
    let sprt = agon_lab::Sprt::new(0.0, 50.0, 0.05, 0.05, agon_lab::Model::Logistic).unwrap();
    let tally = Contest { games: 500, sprt: Some(sprt) }.run(&runner, None, &mut |_, _| {}).unwrap();
    assert_eq!(mail.sent.lock().unwrap().len() as u64, tally.games.total());
    assert!(tally.games.total() < 500 && runner.is_stopped());
}

#[test]
fn self_play_is_the_same_round_by_round() {
    let game = open("crosphere", &[]);
    let selfplay = SelfPlay {
        agent: "mcts:playouts=20".parse().unwrap(),
        games: 4,
        limits: Limits::default(),
        openings: 2,
        explore: 4,
        max_plies: None,
        seed: 1,
        concurrency: 2,
        settings: conditions().settings,
    };
    let stop = Arc::new(AtomicBool::new(false));
    let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    selfplay.run(&*game, here.path(), &stop, &mut |_| {}).unwrap();
    let mut games = (1..=4).map(|round| {
        let samples = selfplay.play_round(&*game, round, &stop)?.unwrap();
        // Samples are sent as text, too.
        Ok(serde_json::from_str(&serde_json::to_string(&samples).unwrap()).unwrap())
    });
    assert_eq!(selfplay.keep(&*game, there.path(), &mut games).unwrap(), 4);
    let read = |folder: &std::path::Path| -> Vec<Sample> {
        let bytes = std::fs::read(folder.join("part-00001.parquet")).unwrap();
        let (mut samples, _) = agon_lab::read_samples(bytes).unwrap();
        samples.sort_by_key(|sample| (sample.round, sample.ply));
        samples
    };
    assert_eq!(read(here.path()), read(there.path()));
    // What is there is not written again.
    let again = &mut std::iter::once(Ok(read(there.path()).into_iter().filter(|s| s.round == 1).collect()));
    assert_eq!(selfplay.keep(&*game, there.path(), again).unwrap(), 4);
    assert!(!there.path().join("part-00002.parquet").exists());
}
