//! Agents that know nothing of a game but its rules: Monte-Carlo tree search by playouts.

use std::sync::Arc;

use agon_core::{Game, History};
use agon_search::{
    Agent, Info, Limits, Mcts, MctsConfig, NoMemory, Playout, RootMove, SearchError, Thought, Value, Variation, Watch,
};

use crate::entry::Made;
use crate::{Params, Range, Settings, SpecError};

/// The playouts a move of each level: never a time, so that a level plays the same on every
/// machine.
pub(crate) const PLAYOUTS: [u64; 10] = [5, 20, 60, 200, 700, 2_500, 9_000, 35_000, 120_000, 400_000];

/// The strongest agent where nothing is known.
pub(crate) fn best<G: Game>(params: &mut Params, settings: Settings) -> Result<Box<dyn Agent<G>>, SpecError> {
    let lines = params.number(Range::LINES)?.unwrap_or(1);
    let agent = Mcts::<G, _>::new(config::<G>(settings)?, Playout);
    Ok(if lines > 1 { Box::new(Lines { agent, lines }) } else { Box::new(agent) })
}

/// The agent of a level where nothing is known.
pub(crate) fn level<G: Game>(params: &mut Params, settings: Settings) -> Result<Made<G>, SpecError> {
    let number = params.int("level", 1, PLAYOUTS.len() as u64)?.unwrap_or(1);
    let usual = PLAYOUTS[(number - 1) as usize];
    let playouts = params.number(Range::PLAYOUTS)?.unwrap_or(usual);
    let config = MctsConfig {
        // A level is its playouts, whatever was searched before.
        reuse: false,
        // Few playouts leave many moves equal, and the order of the list would choose.
        random_ties: true,
        ..config::<G>(Settings { threads: 1, ..settings })?
    };
    let limits = Limits { playouts: Some(playouts), ..Limits::default() };
    Ok((Box::new(Mcts::<G, _>::new(config, Playout)), limits))
}

/// Tree search as it is best for most games.
fn config<G: Game>(settings: Settings) -> Result<MctsConfig, NoMemory> {
    let hash = settings.hash as u32;
    agon_search::memory_for(hash)?;
    Ok(MctsConfig::default().with_memory::<G>(hash).with_seed(settings.seed).with_threads(settings.threads as u32))
}

/// Adds the best lines to what a search tells that has a value of every move.
struct Lines<A> {
    agent: A,
    lines: usize,
}

impl<G: Game, A: Agent<G>> Agent<G> for Lines<A> {
    fn think(
        &mut self,
        history: &History<G>,
        limits: &Limits,
        watch: &mut Watch<'_, G::Move>,
    ) -> Result<Thought<G::Move>, SearchError> {
        let Lines { agent, lines } = self;
        let stop = Arc::clone(watch.stop_flag());
        let mut report = |info: &Info<G::Move>| watch.report(&with_lines(info.clone(), *lines));
        let thought = agent.think(history, limits, &mut Watch::new(stop, &mut report))?;
        Ok(Thought { mv: thought.mv, info: with_lines(thought.info, *lines) })
    }

    fn new_game(&mut self) {
        self.agent.new_game();
    }
}

/// The best line as far as it is known, and the first move of each other.
fn with_lines<M: Copy + PartialEq>(info: Info<M>, lines: usize) -> Info<M> {
    let is_decided = |score| matches!(Value::of(score), Value::Win(_) | Value::Loss(_));
    let known = info.root.iter().filter(|root| root.visits > 0 || is_decided(root.score));
    let variation = |root: &RootMove<M>| Variation {
        score: root.score,
        at_most: matches!(Value::of(root.score), Value::Win(2..) | Value::Loss(2..)),
        pv: if info.pv.first() == Some(&root.mv) { info.pv.clone() } else { vec![root.mv] },
    };
    Info { lines: known.take(lines).map(variation).collect(), ..info }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::atomic::AtomicBool;

    use agon_core::Options;

    use super::*;
    use crate::{Report, make};

    /// What a new agent thinks of the start of a small game of Crosphere, or why there is none.
    fn think(spec: &str) -> Result<Report, SpecError> {
        let info = agon_games::game_of("crosphere").unwrap();
        let game = agon_games::open(info.name, Options::parse(info.options, "size=5 strong=2").unwrap()).unwrap();
        let mut thinker = make(&*game, &spec.parse()?, Settings { hash: 16, ..Settings::default() })?;
        let stop = Arc::new(AtomicBool::new(false));
        let play = game.start();
        let report = thinker.think(&*play, &Limits::default(), &stop, &mut |_| {}).unwrap();
        assert!(play.moves().contains(report.best.as_ref().unwrap()), "{spec}");
        Ok(report)
    }

    #[test]
    fn the_playouts_of_levels_rise() {
        let told: Vec<u64> =
            (1..=7).map(|level| think(&format!("level:{level},evaluation=none")).unwrap().playouts).collect();
        assert_eq!(told, PLAYOUTS[..7]);
        assert!(PLAYOUTS.windows(2).all(|pair| (2 * pair[0]..=6 * pair[0]).contains(&pair[1])));
        assert_eq!(think("level:1,evaluation=none,playouts=50").unwrap().playouts, 50);
    }

    #[test]
    fn a_level_by_playouts_plays_the_same_again() {
        let answer = |seed: u32| think(&format!("level:2,evaluation=none,seed={seed}")).unwrap().best;
        assert_eq!(answer(5), answer(5));
        assert!((1..20).any(|seed| answer(seed) != answer(0)));
    }

    /// Crosphere lists 50 moves here; one that is tried first by habit would come up at once.
    #[test]
    fn the_first_level_does_not_open_by_the_order_of_the_list() {
        let answer = |seed: u32| think(&format!("level:1,evaluation=none,seed={seed}")).unwrap().best.unwrap();
        let answers: BTreeSet<String> = (0..30).map(answer).collect();
        assert!(answers.len() > 15, "{answers:?}");
    }

    #[test]
    fn best_plays_out_where_nothing_is_known_and_judges_where_something_is() {
        assert_eq!(think("best:evaluation=none,playouts=300").unwrap().playouts, 300);
        assert_eq!(think("mcts:evaluation=none,playouts=300").unwrap().playouts, 300);
        for same in ["best:depth=2", "best:evaluation=hand,depth=2", "hand:depth=2"] {
            let (one, other) = (think("best:depth=2").unwrap(), think(same).unwrap());
            assert_eq!((one.best, one.nodes, one.root, 0), (other.best, other.nodes, other.root, other.playouts));
        }
    }

    #[test]
    fn searches_that_judge_can_do_so_without_knowledge() {
        for agent in ["greedy", "minimax:depth=2", "alphabeta:depth=2", "expectimax:depth=2"] {
            let separator = if agent.contains(':') { ',' } else { ':' };
            let report = think(&format!("{agent}{separator}evaluation=none")).unwrap();
            assert_eq!(report.score, Value::of(0), "{agent}");
            assert_eq!(report.playouts, 0, "{agent}");
        }
    }

    #[test]
    fn the_best_lines_have_different_first_moves() {
        let report = think("best:evaluation=none,lines=3,playouts=500").unwrap();
        let firsts: Vec<&String> = report.lines.iter().map(|(_, pv)| &pv[0]).collect();
        let root: Vec<&String> = report.root.iter().take(3).map(|(mv, ..)| mv).collect();
        assert_eq!((firsts, &report.lines[0].1), (root, &report.pv));
        assert!(think("best:evaluation=none,playouts=500").unwrap().lines.is_empty());
    }

    #[test]
    fn wrong_words_and_numbers_are_named() {
        let refuse = |spec: &str| think(spec).unwrap_err().to_string();
        assert_eq!(
            refuse("best:evaluation=nothing"),
            "parameter evaluation cannot be `nothing`: it takes one of hand, none"
        );
        assert_eq!(
            refuse("level:11,evaluation=none"),
            "parameter level cannot be `11`: it takes a whole number from 1 to 10"
        );
        assert_eq!(
            refuse("mcts:evaluation=none,leaf=heuristic"),
            "parameter leaf cannot be `heuristic`: it takes one of playout"
        );
        assert_eq!(
            refuse("level:3,evaluation=none,blur=5"),
            "level has no parameter `blur`; it has seed, threads, hash, evaluation, weights, weight.NAME, level, playouts, book, tablebase"
        );
        for agent in ["hand", "random"] {
            let told = refuse(&format!("{agent}:evaluation=none"));
            assert!(told.starts_with(&format!("{agent} has no parameter `evaluation`; it has seed")), "{told}");
        }
    }
}
