use agon_core::{DynGame, Evaluation, Game, GameInfo, Options, Outcome, Player, Rng, Turn, closest};
use agon_games::Visitor;
use agon_search::{
    Agent, AlphaBeta, AlphaBetaConfig, Expectimax, Greedy, LeafValue, Limits, Mcts, MctsConfig, Minimax, Mixed,
    Playout, Random, Score, Selection, Value,
};

use crate::level::{HIGHEST, level};
use crate::presets::{self, Made};
use crate::spec::short;
use crate::thinker::Adapted;
use crate::{Params, Spec, SpecError, Thinker};

/// The agent that plays when none is named.
pub const DEFAULT: &str = "best";

/// What every agent can be told beside its own text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What randomness follows from.
    pub seed: u64,
    /// How many threads may search.
    pub threads: usize,
    /// How much memory tables may take, in megabytes.
    pub hash: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { seed: 1, threads: 1, hash: 64 }
    }
}

/// Every agent that plays every game, with its meaning.
const GENERAL: &[(&str, &str)] = &[
    ("best", "the strongest there is for the game"),
    ("random", "any legal move, each equally likely"),
    ("greedy", "the move after which it stands best"),
    ("minimax", "every line to a fixed depth (depth, prune)"),
    ("alphabeta", "alpha-beta with all enhancements (plain=true for none)"),
    ("expectimax", "exact where chance takes part"),
    ("mcts", "Monte-Carlo tree search (c, leaf, share, solver, reuse, plain)"),
    ("level", "a level from 1, for a first game, to 10"),
];

/// The names and meanings of the agents that can play a game.
pub fn agents(info: &'static GameInfo) -> Vec<(&'static str, &'static str)> {
    let presets = presets::presets().filter(|preset| preset.game == info.name);
    GENERAL.iter().copied().chain(presets.map(|preset| (preset.name, preset.meaning))).collect()
}

/// The agent that a text names, for a game.
pub fn make(game: &dyn DynGame, spec: &Spec, settings: Settings) -> Result<Box<dyn Thinker>, SpecError> {
    struct Make<'m>(&'m Spec, Settings, &'m Options);
    impl Visitor for Make<'_> {
        type Output = Result<Box<dyn Thinker>, SpecError>;
        fn visit<G: Game>(&mut self) -> Self::Output {
            let mut params = Params::new(self.0);
            let seed = params.int("seed", 0, u64::MAX)?.unwrap_or(self.1.seed);
            let threads = params.int("threads", 1, 256)?.map_or(self.1.threads, |threads| threads as usize);
            let hash = params.int("hash", 1, 65_536)?.map_or(self.1.hash, |hash| hash as usize);
            let settings = Settings { seed, threads, hash };
            let (agent, limits) = match presets::find::<G>(&self.0.name) {
                Some(preset) => preset.make::<G>(&mut params, settings)?,
                None => general::<G>(self.0, &mut params, settings, self.2)?,
            };
            params.finish()?;
            Ok(Box::new(Adapted { agent, limits }))
        }
    }
    agon_games::visit(game.info().name, &mut Make(spec, settings, game.options()))
        .map_err(|_| unknown(spec, game.info()))?
}

/// An agent that plays any game.
fn general<G: Game>(
    spec: &Spec,
    params: &mut Params,
    settings: Settings,
    options: &Options,
) -> Result<Made<G>, SpecError> {
    let limits = params.limits()?;
    let evaluation = G::Evaluation::default();
    Ok(match spec.name.as_str() {
        "best" if has_chance::<G>(options) => (Box::new(Expectimax::new(evaluation)), limits.or(thinking_time())),
        "best" => {
            let config = presets::tuned::<G>(config(settings));
            (Box::new(AlphaBeta::new(evaluation, config)), limits.or(thinking_time()))
        }
        "random" => (Box::new(Random::new(settings.seed)), limits),
        "greedy" => (Box::new(Greedy::new(evaluation, settings.seed)), limits),
        "minimax" => {
            let prune = params.flag("prune")?.unwrap_or(true);
            let threads = settings.threads as u32;
            (Box::new(Minimax { prune, threads, ..Minimax::new(Judged(evaluation), 3) }), limits)
        }
        "alphabeta" => {
            let plain = params.flag("plain")?.unwrap_or(false);
            let config = if plain { AlphaBetaConfig::plain() } else { config(settings) };
            (Box::new(AlphaBeta::new(evaluation, config)), limits.or(thinking_time()))
        }
        "mcts" => (mcts(params, settings, evaluation)?, limits.or(thinking_time())),
        "level" => {
            let number = params.int("level", 1, HIGHEST)?.unwrap_or(1);
            level(number, settings)
        }
        "expectimax" => (Box::new(Expectimax::new(evaluation)), limits.or(thinking_time())),
        _ => return Err(unknown(spec, G::INFO)),
    })
}

/// Monte-Carlo tree search with whatever its parameters say.
fn mcts<G: Game>(
    params: &mut Params,
    settings: Settings,
    evaluation: G::Evaluation,
) -> Result<Box<dyn Agent<G>>, SpecError> {
    let usual = MctsConfig::default();
    let plain = params.flag("plain")?.unwrap_or(false);
    let mut config = if plain { MctsConfig { selection: usual.selection, ..MctsConfig::plain(0.0) } } else { usual };
    if let Some(c) = params.real("c", 0.0, 100.0)? {
        config.selection = Selection::Ucb1 { c };
    }
    config.solver = params.flag("solver")?.unwrap_or(config.solver);
    config.reuse = params.flag("reuse")?.unwrap_or(config.reuse);
    let config =
        config.with_memory::<G>(settings.hash as u32).with_seed(settings.seed).with_threads(settings.threads as u32);
    Ok(match params.word("leaf", &["playout", "heuristic", "mixed"])?.unwrap_or("playout") {
        "heuristic" => Box::new(Mcts::new(config, agon_search::Judged(evaluation))),
        "mixed" => {
            let share = params.real("share", 0.0, 1.0)?.unwrap_or(0.5);
            Box::new(Mcts::new(config, Mixed { judged: agon_search::Judged(evaluation), share }))
        }
        _ => Box::new(Mcts::new(config, Playout)),
    })
}

fn config(settings: Settings) -> AlphaBetaConfig {
    AlphaBetaConfig { threads: settings.threads as u32, hash: settings.hash as u32, ..AlphaBetaConfig::default() }
}

/// How long an agent thinks when nobody says.
fn thinking_time() -> Limits {
    Limits { time: Some(std::time::Duration::from_secs(1)), ..Limits::default() }
}

/// Whether chance takes part in the game with these options: it does early, or not at all.
fn has_chance<G: Game>(options: &Options) -> bool {
    const EARLY: u32 = 8;
    let Ok(game) = G::new(options.clone()) else { return false };
    let (mut position, mut rng) = (game.start(), Rng::new(1));
    for _ in 0..EARLY {
        if game.turn(&position) == Turn::Chance {
            return true;
        }
        let Some(mv) = game.random_move(&position, &mut rng) else { break };
        game.play(&mut position, mv);
    }
    false
}

/// The ends of minimax's lines judged by an evaluation.
#[derive(Clone, Debug)]
struct Judged<E>(E);

impl<G: Game, E: Evaluation<G>> LeafValue<G> for Judged<E> {
    fn leaf(&self, game: &G, position: &G::Position, searcher: Player) -> i64 {
        let judgement = i64::from(self.0.evaluate(game, position));
        if game.turn(position) == Turn::Player(searcher) { judgement } else { -judgement }
    }

    fn decided(&self, outcome: Outcome, level: u32, searcher: Player) -> i64 {
        i64::from(match outcome.winner {
            Some(winner) if winner == searcher => Value::win(level as i32),
            Some(_) => Value::loss(level as i32),
            None => 0,
        })
    }

    fn score(&self, worth: i64) -> Score {
        worth as Score
    }
}

fn unknown(spec: &Spec, info: &'static GameInfo) -> SpecError {
    let name = short(&spec.name);
    let names: Vec<&str> = agents(info).iter().map(|(name, _)| *name).collect();
    let hint = closest(&name, names.iter().copied()).map(|meant| format!(" (did you mean `{meant}`?)"));
    SpecError::Unknown { name, game: info.name, known: format!("{}{}", names.join(", "), hint.unwrap_or_default()) }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn open(name: &str) -> Box<dyn DynGame> {
        let info = agon_games::game_of(name).unwrap();
        agon_games::open(name, Options::defaults(info.options)).unwrap()
    }

    #[test]
    fn every_agent_of_every_game_answers_with_a_legal_move() {
        for info in agon_games::infos() {
            let game = open(info.name);
            for (name, _) in agents(info) {
                let mut thinker = make(&*game, &name.parse().unwrap(), Settings::default()).unwrap();
                let play = game.start();
                let limits = Limits { nodes: Some(500), depth: Some(1), ..Limits::default() };
                let stop = Arc::new(AtomicBool::new(false));
                let report = thinker.think(&*play, &limits, &stop, &mut |_| {}).unwrap();
                assert!(play.moves().contains(&report.best.unwrap()), "{}: {name}", info.name);
            }
        }
    }

    #[test]
    fn the_papers_position_has_the_papers_answers() {
        let game = open("rhythmomachy");
        let mut play = game.start();
        play.play("b3c5").unwrap();
        let answer = |spec: &str| {
            let mut thinker = make(&*game, &spec.parse().unwrap(), Settings::default()).unwrap();
            let stop = Arc::new(AtomicBool::new(false));
            thinker.think(&*play, &Limits::default(), &stop, &mut |_| {}).unwrap().best.unwrap()
        };
        assert_eq!(answer("sledge:depth=1"), "g6e4");
        assert_eq!(answer("sledge:depth=1,exhaustive=true"), "g6e4");
        assert_eq!(answer("sledge"), "g6e7");
    }

    #[test]
    fn wrong_agents_are_named() {
        let refuse = |spec: &str| {
            let made = make(&*open("tilesum"), &spec.parse().unwrap(), Settings::default());
            made.err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert!(
            refuse("alphabet").starts_with("there is no agent `alphabet` for tilesum; the agents are best, random")
        );
        assert!(refuse("alphabet").ends_with("(did you mean `alphabeta`?)"));
        assert!(refuse("sledge").starts_with("there is no agent `sledge` for tilesum"));
        assert_eq!(
            refuse("greedy:playout=3"),
            "greedy has no parameter `playout`; it has seed, threads, hash, time, nodes, depth, playouts (did you mean `playouts`?)"
        );
    }
}
