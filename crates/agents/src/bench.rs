use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use agon_core::{DynGame, DynPlay, Rng, Turn, mix};
use agon_search::Limits;

use crate::{Report, Settings, Spec, make};

/// What an agent is asked to search, always the same: how many half moves
/// into how many games at random.
const POSITIONS: [u32; 4] = [0, 3, 6, 12];
/// The agents that are measured, each with what it may do in a position.
const AGENTS: [(&str, Limits); 2] =
    [("best", Limits { nodes: Some(100_000), ..NONE }), ("mcts", Limits { playouts: Some(1_000), ..NONE })];
const NONE: Limits = Limits { time: None, nodes: None, depth: None, playouts: None, clock: None };

/// What an agent did when it was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Work {
    /// Which agent.
    pub agent: &'static str,
    /// Moves made: the same on every machine.
    pub nodes: u64,
    /// A number made of all that was found, which changes when and only when
    /// the agent behaves in another way.
    pub checksum: u32,
    /// How long it took.
    pub time: Duration,
}

/// Has the usual agents search the same positions of a game, with one thread.
pub fn bench_search(game: &dyn DynGame) -> Vec<Work> {
    AGENTS.iter().map(|(agent, limits)| measure(game, agent, limits)).collect()
}

fn measure(game: &dyn DynGame, agent: &'static str, limits: &Limits) -> Work {
    let mut work = Work { agent, nodes: 0, checksum: 0, time: Duration::ZERO };
    let spec = Spec::named(agent);
    let Ok(mut thinker) = make(game, &spec, Settings { hash: 16, ..Settings::default() }) else { return work };
    let never = Arc::new(AtomicBool::new(false));
    for (seed, plies) in (1..).zip(POSITIONS) {
        let play = walk(game, plies, seed);
        thinker.new_game();
        if let Ok(report) = thinker.think(&*play, limits, &never, &mut |_| {}) {
            work.nodes += report.nodes;
            work.time += report.time;
            work.checksum = digest(work.checksum, &report);
        }
    }
    work
}

/// A game in progress, at a player's turn: so many half moves at random, or
/// the last position before it would have ended.
fn walk(game: &dyn DynGame, plies: u32, seed: u64) -> Box<dyn DynPlay> {
    let (mut play, mut rng) = (game.start(), Rng::new(seed));
    let mut made = 0;
    while made < plies || play.turn() == Turn::Chance {
        let Some(action) = play.random_action(&mut rng) else { break };
        if play.play_action(action).is_err() {
            break;
        }
        made += 1;
    }
    while play.outcome().is_some() || play.turn() == Turn::Chance {
        if play.undo().is_none() {
            break;
        }
    }
    play
}

/// Everything about a report that does not depend on the clock, in one number.
fn digest(before: u32, report: &Report) -> u32 {
    let text = format!(
        "{:?} {} {} {} {} {} {:?} {:?}",
        report.best, report.depth, report.seldepth, report.nodes, report.playouts, report.score, report.pv, report.root
    );
    text.bytes().fold(u64::from(before), |sum, byte| mix(sum ^ u64::from(byte))) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_work_is_done_every_time() {
        let game =
            agon_games::open("tilesum", agon_core::Options::defaults(agon_games::game_of("tilesum").unwrap().options));
        let game = game.unwrap();
        let known = |work: Vec<Work>| work.iter().map(|work| (work.nodes, work.checksum)).collect::<Vec<_>>();
        let once = known(bench_search(&*game));
        assert!(once.iter().all(|(nodes, _)| *nodes > 0));
        assert_eq!(once, known(bench_search(&*game)));
    }
}
