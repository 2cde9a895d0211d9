//! Matches and self-play with the swap rule.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_agents::Settings;
use agon_core::{GameResult, Player, Record, Swap};
use agon_lab::{
    Adjudication, Conditions, Contender, Contest, Control, Openings, RandomOpenings, Runner, SelfPlay, Tally,
    read_samples,
};
use agon_search::Limits;

use crate::common::{conditions, open};

const HEX: &[(&str, &str)] = &[("size", "4"), ("swap", "true")];

/// A match of Hex with the swap rule, each opening of so many random plies.
fn play(players: [&str; 2], games: usize, plies: u32, shared: &Conditions) -> (Tally, Vec<Record>) {
    let game = open("hex", HEX);
    let players = players.map(|text| text.parse::<Contender>().unwrap());
    let openings = Openings::random(&*game, RandomOpenings { plies, seed: 1, balance: None });
    let runner = Runner::new(&*game, &players, shared, openings, &Arc::new(AtomicBool::new(false))).unwrap();
    let mut records = Vec::new();
    let contest = Contest { games, sprt: None };
    let tally = contest.run(&runner, None, &mut |record, _| records.push(record.clone())).unwrap();
    (tally, records)
}

fn swaps(record: &Record) -> bool {
    record.main.plies.get(1).is_some_and(|ply| ply.mv == "swap")
}

/// Every record can be replayed, and whoever won has the result and the point.
fn check(tally: &Tally, records: &[Record], first: &str) {
    let game = open("hex", HEX);
    let mut won = 0;
    for record in records {
        let play = record.check(&*game).unwrap();
        assert_eq!(play.swap() == Swap::Done, swaps(record));
        if let Some(outcome) = play.outcome() {
            assert_eq!(record.result, GameResult::of(outcome.winner));
        }
        let winner = if record.result == GameResult::FirstWins { "First" } else { "Second" };
        won += u64::from(record.tag(winner) == Some(first));
    }
    assert_eq!(tally.wins(), won);
}

#[test]
fn results_go_to_players_whatever_side_they_play() {
    let shared = Conditions { control: Control::default(), ..conditions() };
    let best = "best:nodes=2000";
    let (tally, records) = play([best, "random"], 12, 0, &shared);
    check(&tally, &records, best);
    assert!(tally.score() > 0.9, "{tally:?}");
    // Random first moves leave the choice to the second player, who takes it now and then.
    let (tally, records) = play([best, "random"], 16, 1, &shared);
    check(&tally, &records, best);
    let swapped = |record: &&Record| swaps(record);
    assert!(records.iter().filter(swapped).any(|record| record.tag("Second") == Some(best)));
    assert!(!records.iter().all(swaps) && tally.score() > 0.8, "{tally:?}");
    // After two plies nobody can swap.
    assert!(!play([best, "random"], 6, 2, &shared).1.iter().any(swaps));
}

#[test]
fn announced_wins_are_proven_for_the_right_player() {
    let adjudication = Adjudication { prove: Some(200_000), ..Adjudication::default() };
    let shared = Conditions { control: Control::default(), adjudication, ..conditions() };
    let (tally, records) = play(["best:nodes=3000", "greedy"], 10, 1, &shared);
    let proven = |record: &&Record| swaps(record) && record.tag("Termination").unwrap().starts_with("proven");
    assert!(records.iter().any(|record| proven(&record)), "{records:?}");
    for record in records.iter().filter(proven) {
        let play = record.check(&*open("hex", HEX)).unwrap();
        let winner = if record.result == GameResult::FirstWins { Player::One } else { Player::Two };
        let name = play.info().player(play.side(winner));
        assert!(record.tag("Termination").unwrap().starts_with(&format!("proven: {name} wins")), "{record}");
    }
    assert!(tally.score() > 0.5, "{tally:?}");
}

/// An outside engine that swaps whenever it may, and else takes the first empty cell of the board.
#[cfg(unix)]
#[test]
fn an_engine_may_swap_and_be_swapped_against() {
    let cells: Vec<String> =
        (1..=4).flat_map(|row| ["a", "b", "c", "d"].map(|column| format!("{column}{row}"))).collect();
    let engine = format!(
        "cmd:sh -c 'while read word rest; do case $word in ugi) echo id name swapper; echo ugiok;; \
         isready) echo readyok;; position) line=\"$rest \";; \
         go) case $line in \"startpos moves \"??\" \") echo bestmove swap;; \
         *) for cell in {}; do case $line in *\" $cell \"*) ;; *) echo bestmove $cell; break;; esac; done;; esac;; \
         quit) exit;; esac; done'",
        cells.join(" ")
    );
    let shared = conditions();
    let (tally, records) = play([&engine, "random"], 12, 0, &shared);
    assert_eq!(tally.games.total(), 12);
    for record in &records {
        record.check(&*open("hex", HEX)).unwrap();
        let is_second = record.tag("Second").is_some_and(|name| name != "random");
        assert!(!is_second || swaps(record), "{record}");
        assert!(record.tag("Termination").unwrap().starts_with("connection"), "{record}");
    }
}

#[test]
fn samples_are_of_sides_and_leave_the_swap_out() {
    let folder = tempfile::tempdir().unwrap();
    let selfplay = SelfPlay {
        agent: "mcts:playouts=50".parse().unwrap(),
        games: 8,
        limits: Limits::default(),
        openings: 1,
        explore: 0,
        max_plies: None,
        seed: 1,
        concurrency: 1,
        settings: Settings { hash: 1, ..Settings::default() },
    };
    let game = open("hex", HEX);
    selfplay.run(&*game, folder.path(), &Arc::new(AtomicBool::new(false)), &mut |_| {}).unwrap();
    let bytes = std::fs::read(folder.path().join("part-00001.parquet")).unwrap();
    let (samples, _) = read_samples(bytes).unwrap();
    assert!(samples.iter().all(|sample| sample.chosen != "swap" && !sample.moves.contains(&"swap".to_string())));
    // In a game with a swap the first sample is of the third ply, and Blue is to move.
    let swapped: Vec<u64> =
        (1..=8).filter(|round| samples.iter().find(|s| s.round == *round).unwrap().ply == 2).collect();
    assert!(!swapped.is_empty() && swapped.len() < 8, "{swapped:?}");
    for sample in &samples {
        let play = game.position(&sample.position).unwrap();
        assert_eq!(play.turn().player().unwrap().index() as u64 + 1, sample.player);
    }
    for round in 1..=8 {
        // The last move of a game of Hex wins.
        let last = samples.iter().rfind(|sample| sample.round == round).unwrap();
        assert!((last.result - 1.0).abs() < f64::EPSILON, "{last:?}");
    }
}
