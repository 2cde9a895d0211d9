//! What several tests need.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use agon_agents::Settings;
use agon_core::{DynGame, Options, Record};
use agon_lab::{
    Adjudication, Archive, Conditions, Contender, Contest, Control, LabError, Openings, RandomOpenings, Runner, Tally,
};
use agon_search::Limits;

pub fn open(name: &str, options: &[(&str, &str)]) -> Box<dyn DynGame> {
    let info = agon_games::game_of(name).unwrap();
    let mut all = Options::defaults(info.options);
    for (option, value) in options {
        all.set(option, value).unwrap();
    }
    agon_games::open(name, all).unwrap()
}

/// Little thinking, few seconds of patience.
pub fn conditions() -> Conditions {
    Conditions {
        control: Control { limits: Limits { nodes: Some(50), ..Limits::default() }, ..Control::default() },
        adjudication: Adjudication::default(),
        seed: 1,
        concurrency: 2,
        settings: Settings { hash: 1, ..Settings::default() },
        patience: Duration::from_secs(5),
        date: "2026-01-01".to_string(),
    }
}

/// Plays a match; gives what it came to, and its games in the order they ended.
pub fn play(
    game: &dyn DynGame,
    players: [&str; 2],
    games: usize,
    conditions: &Conditions,
    archive: Option<&mut Archive>,
) -> Result<(Tally, Vec<Record>), LabError> {
    let players = players.map(|text| text.parse::<Contender>().unwrap());
    let openings = Openings::random(game, RandomOpenings { plies: 2, seed: conditions.seed, balance: None });
    let runner = Runner::new(game, &players, conditions, openings, &Arc::new(AtomicBool::new(false)))?;
    let mut records = Vec::new();
    let contest = Contest { games, sprt: None };
    let tally = contest.run(&runner, archive, &mut |record, _| records.push(record.clone()))?;
    Ok((tally, records))
}
