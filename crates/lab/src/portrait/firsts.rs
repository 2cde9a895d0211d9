//! How games are opened.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_agents::{Settings, Spec};
use agon_core::{DynGame, Player, Record, Turn};
use agon_search::{Limits, Value};
use serde::Serialize;

use super::Share;
use super::hall::{Hall, Meeting};
use crate::LabError;
use crate::tally::half_points;

/// How far a judgement may be off, in hundredths of a point: enough that no
/// two games are the same, too little to play badly.
const BLUR: u32 = 12;
/// Moves made to judge a first move, where its depth would take more.
const MOST_NODES: u64 = 1_000_000;

/// The first moves of games from the usual start.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Firsts {
    /// The player of both sides.
    pub player: String,
    /// How many games.
    pub games: u64,
    /// What the player who begins took of the points.
    pub first: Share,
    /// How many half moves a search looks ahead to judge each move, itself among them.
    pub depth: u32,
    /// Each legal first move: those that were played first, the most frequent
    /// at the top, then the others, the best at the top.
    pub moves: Vec<FirstMove>,
}

/// A first move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FirstMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// In how many games it was played.
    pub played: u64,
    /// What it brought to the player who played it.
    pub score: Option<Share>,
    /// The answer that was played most often.
    pub answer: Option<String>,
    /// What a search thinks of it, in hundredths of a point, for the player who plays it.
    pub points: Option<i32>,
    /// Half moves to the end, if the search sees it; negative when the move loses.
    pub mate: Option<i32>,
}

impl Firsts {
    /// Plays games from the usual start and judges the first moves; gives the games too.
    pub(super) fn play(
        hall: &mut Hall<'_>,
        nodes: u64,
        games: usize,
        first: Player,
    ) -> Result<(Firsts, Vec<Record>), LabError> {
        // A level is a player whose judgement can be blurred.
        let player = format!("level:1,nodes={nodes},depth=127,blur={BLUR},blind=0");
        let players = [player.clone(), player.clone()];
        let meeting =
            Meeting { name: "openings".to_string(), what: "openings", players, games, openings: 0, paired: false };
        let records = hall.play(&meeting)?;
        let (depth, values) = judge(hall.game, nodes, hall.stop);
        let mut moves: Vec<FirstMove> =
            values.into_iter().map(|(mv, value)| count(mv, value, &records, first)).collect();
        moves.sort_by_key(|first| (std::cmp::Reverse(first.played), std::cmp::Reverse(first.worth())));
        let all: Vec<&Record> = records.iter().collect();
        let share = Share::of_records(&all, |record| half_points(record.result, first));
        Ok((Firsts { player, games: records.len() as u64, first: share, depth, moves }, records))
    }
}

impl FirstMove {
    /// What orders moves: wins before judgements before losses.
    fn worth(&self) -> i32 {
        match (self.mate, self.points) {
            (Some(plies), _) if plies >= 0 => Value::win(plies),
            (Some(plies), _) => Value::loss(-plies),
            (None, points) => points.unwrap_or(-Value::WIN / 2),
        }
    }
}

fn count(mv: String, value: Option<Value>, records: &[Record], first: Player) -> FirstMove {
    let begins = |record: &&Record| record.main.plies.first().is_some_and(|ply| ply.mv == mv);
    let games: Vec<&Record> = records.iter().filter(begins).collect();
    let mut answers: BTreeMap<&str, usize> = BTreeMap::new();
    for ply in games.iter().filter_map(|record| record.main.plies.get(1)) {
        *answers.entry(&ply.mv).or_default() += 1;
    }
    let answer = answers.into_iter().rev().max_by_key(|(_, times)| *times).map(|(mv, _)| mv.to_string());
    let played = games.len() as u64;
    let (points_of, mate) = match value {
        Some(Value::Points(points)) => (Some(points), None),
        Some(Value::Win(plies)) => (None, Some(plies)),
        Some(Value::Loss(plies)) => (None, Some(-plies)),
        None => (None, None),
    };
    let score = (played > 0).then(|| Share::of_records(&games, |record| half_points(record.result, first)));
    FirstMove { mv, played, score, answer, points: points_of, mate }
}

/// What a search thinks of each first move, for the player who plays it, and
/// how deep it looks: for all moves as deep as a search of so many nodes
/// looks into the best, since judgements of different depths do not compare.
fn judge(game: &dyn DynGame, nodes: u64, stop: &Arc<AtomicBool>) -> (u32, Vec<(String, Option<Value>)>) {
    let best = Spec::named(agon_agents::DEFAULT);
    let mut judge = agon_agents::make(game, &best, Settings { seed: 1, threads: 1, hash: 1 }).ok();
    let start = game.start();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let whole = judge.as_mut().and_then(|judge| judge.think(&*start, &limits, stop, &mut |_| {}).ok());
    let depth = whole.map_or(0, |report| report.depth).max(2);
    let limits = Limits { depth: Some(depth - 1), nodes: Some(MOST_NODES), ..Limits::default() };
    let mut worth = |mv: &String| {
        let mut play = start.boxed_clone();
        play.play(mv).ok()?;
        if let Some(outcome) = play.outcome() {
            return Some(match outcome.winner {
                Some(winner) if start.turn() == Turn::Player(winner) => Value::Win(1),
                Some(_) => Value::Loss(1),
                None => Value::Points(0),
            });
        }
        // Where chance moves next, nobody can be asked.
        let report = judge.as_mut()?.think(&*play, &limits, stop, &mut |_| {}).ok()?;
        let mine = play.turn() == start.turn();
        Some(match report.score {
            value if mine => value,
            Value::Points(points) => Value::Points(-points),
            Value::Win(plies) => Value::Loss(plies + 1),
            Value::Loss(plies) => Value::Win(plies + 1),
        })
    };
    (depth, start.moves().into_iter().map(|mv| (mv.clone(), worth(&mv))).collect())
}
