use agon_core::{Evaluation, Game, NoEvaluation, Options, Outcome, Player, Registered, Rng, TrackedBy, Turn};
use agon_search::{
    Agent, AlphaBeta, AlphaBetaConfig, Amaf, Expectimax, Greedy, Informed, LeafKind, LeafValue, Limits, Mcts,
    MctsConfig, Minimax, Playout, Random, Score, Selection, Value,
};

use crate::entry::Made;
use crate::games::entry;
use crate::level::level;
use crate::networks::{BEST, NNUE, names_judgement, shipped};
use crate::{Params, Range, Settings, Spec, SpecError, playouts};

/// An agent that plays any game, by its name; `None` if there is none of that name.
pub(crate) fn general<G: Registered>(
    spec: &Spec,
    params: &mut Params,
    settings: Settings,
    options: &Options,
) -> Result<Option<Made<G>>, SpecError> {
    let name = spec.name.as_str();
    // Every search that is compiled once more makes the browser's engine larger.
    #[cfg(feature = "files")]
    if let Some(made) = crate::learnt::learnt::<G>(spec, params, settings, options)? {
        return Ok(Some(made));
    }
    if name == NNUE {
        return crate::nnue::nnue(spec, params, settings, options);
    }
    #[cfg(not(target_arch = "wasm32"))]
    if name == AZ {
        return crate::az::az(spec, params, settings, options).map(Some);
    }
    let (mut own, mut is_off) = (G::Evaluation::default(), false);
    match name {
        "random" | "hand" => {}
        "best" | "level" | "greedy" | "minimax" | "alphabeta" | "mcts" | "expectimax" => {
            let judgement = params.word("evaluation", &["hand", "none"])?;
            let file = params.text(Spec::WEIGHTS);
            if name == BEST && !names_judgement(spec) {
                let made = shipped(params, settings, options)?;
                if made.is_some() {
                    return Ok(made);
                }
            }
            is_off = judgement == Some("none");
            if let Some(file) = file {
                let bytes = spec.weights.as_ref().ok_or(SpecError::Weights)?;
                own = own.with_weights(bytes).map_err(|error| SpecError::WrongWeights { file, error })?;
            }
            for (param, name, value) in params.weights() {
                let line = format!("{name} {value}");
                let wrong = |error| SpecError::WrongWeights { file: param, error };
                own = own.with_weights(line.as_bytes()).map_err(wrong)?;
            }
        }
        _ => return Ok(None),
    }
    let is_blank = is_off || own.is_blank();
    if name == "level" {
        let made = if is_blank { playouts::level(params, settings) } else { level(params, settings, options, own) };
        return made.map(Some);
    }
    let limits = params.limits()?;
    let patient = limits.or(thinking_time());
    Ok(Some(match name {
        "best" | "hand" if is_blank => (playouts::best(params, settings)?, patient),
        "best" | "hand" => (best(params, settings, options, own)?, patient),
        "random" => (Box::new(Random::new(settings.seed)), limits),
        "mcts" => (mcts(params, settings, (!is_off).then_some(own))?, patient),
        _ if is_off => judging(name, params, settings, limits, NoEvaluation)?,
        _ => judging(name, params, settings, limits, own)?,
    }))
}

/// The agent that asks a network for moves, too.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) const AZ: &str = "az";

/// The strongest agent that uses an evaluation.
pub(crate) fn best<G: Registered, E: Evaluation<G>>(
    params: &mut Params,
    settings: Settings,
    options: &Options,
    evaluation: E,
) -> Result<Box<dyn Agent<G>>, SpecError> {
    let lines = params.number(Range::LINES)?.unwrap_or(1);
    if has_chance::<G>(options) {
        let mut agent = Expectimax::new(evaluation);
        agent.lines = lines;
        Ok(Box::new(agent))
    } else {
        let config = AlphaBetaConfig { lines, ..entry::<G>().tuned(searching(settings)) };
        Ok(Box::new(AlphaBeta::try_new(evaluation, config)?))
    }
}

/// An agent whose search cannot do without an evaluation, by its name.
fn judging<G: Registered, E: Evaluation<G>>(
    name: &str,
    params: &mut Params,
    settings: Settings,
    limits: Limits,
    evaluation: E,
) -> Result<Made<G>, SpecError> {
    let patient = limits.or(thinking_time());
    Ok(match name {
        "greedy" => (Box::new(Greedy::new(evaluation, settings.seed)), limits),
        "minimax" => {
            let prune = params.flag("prune")?.unwrap_or(true);
            let threads = settings.threads as u32;
            (Box::new(Minimax { prune, threads, ..Minimax::new(Judged(evaluation), 3) }), limits)
        }
        "expectimax" => (Box::new(Expectimax::new(evaluation)), patient),
        _ => (Box::new(AlphaBeta::try_new(evaluation, switched(params, settings)?)?), patient),
    })
}

/// Alpha-beta with all that pays.
pub(crate) fn searching(settings: Settings) -> AlphaBetaConfig {
    AlphaBetaConfig { threads: settings.threads as u32, hash: settings.hash as u32, ..AlphaBetaConfig::default() }
}

/// Alpha-beta with whatever its parameters switch on and off.
fn switched(params: &mut Params, settings: Settings) -> Result<AlphaBetaConfig, SpecError> {
    let plain = params.flag("plain")?.unwrap_or(false);
    let mut config = if plain { AlphaBetaConfig::plain() } else { searching(settings) };
    for (name, switch) in [
        ("iterative", &mut config.iterative),
        ("pvs", &mut config.pvs),
        ("table_cuts", &mut config.table_cuts),
        ("table_move", &mut config.table_move),
        ("killers", &mut config.killers),
        ("history", &mut config.history),
        ("countermoves", &mut config.countermoves),
        ("promise", &mut config.promise),
        ("narrow", &mut config.narrow),
        ("prune", &mut config.prune),
        ("reductions", &mut config.reductions),
        ("extend_only_moves", &mut config.extend_only_moves),
        ("mate_distance", &mut config.mate_distance),
        ("early_repetition", &mut config.early_repetition),
        ("keep_word", &mut config.keep_word),
    ] {
        *switch = params.flag(name)?.unwrap_or(*switch);
    }
    // A plain search has no table, but one that is told to use it needs it.
    if config.table_cuts || config.table_move {
        config.hash = settings.hash as u32;
    }
    for (name, most, number) in [
        ("lines", Range::LINES.max, &mut config.lines),
        ("quiescence", 100, &mut config.quiescence),
        ("full_iterations", 1000, &mut config.full_iterations),
        ("table_depth", 1000, &mut config.table_depth),
    ] {
        *number = params.int(name, 0, most)?.map_or(*number, |value| value as u32);
    }
    config.aspiration = params.int("aspiration", 0, 1_000_000)?.map_or(config.aspiration, |width| width as i32);
    Ok(config)
}

/// The most leaves that can be gathered.
const MOST_LEAVES: u64 = 1024;

/// Monte-Carlo tree search with whatever its parameters say, and the evaluation if there is one.
fn mcts<G: Registered>(
    params: &mut Params,
    settings: Settings,
    evaluation: Option<G::Evaluation>,
) -> Result<Box<dyn Agent<G>>, SpecError> {
    let mut config = if params.flag("plain")?.unwrap_or(false) {
        MctsConfig { selection: MctsConfig::default().selection, ..MctsConfig::plain(0.0) }
    } else {
        MctsConfig::default()
    };
    let guided = params.word("select", &["ucb1", "puct"])? == Some("puct");
    let c = params.real("c", 0.0, 100.0)?;
    if guided {
        config.selection = Selection::Puct { c: c.unwrap_or(1.5), reduction: 0.0 };
    } else if let Some(c) = c {
        config.selection = Selection::Ucb1 { c };
    }
    config.solver = params.flag("solver")?.unwrap_or(config.solver);
    config.reuse = params.flag("reuse")?.unwrap_or(config.reuse);
    let bias = params.real("bias", 0.0, 1.0)?;
    config.amaf = params
        .int("grave", 0, u64::from(u32::MAX))?
        .map(|reference| Amaf { reference: reference as u32, bias: bias.unwrap_or(1e-4) });
    let guides = params.flag("guide")?.unwrap_or(guided);
    agon_search::memory_for(settings.hash as u32)?;
    let config =
        config.with_memory::<G>(settings.hash as u32).with_seed(settings.seed).with_threads(settings.threads as u32);
    let Some(evaluation) = evaluation else {
        // What may not be judged can only be played out.
        params.word("leaf", &["playout"])?;
        return Ok(Box::new(Mcts::new(config, Playout)));
    };
    let leaf = match params.word("leaf", &["playout", "guided", "heuristic", "mixed"])? {
        Some("guided") => LeafKind::Guided,
        Some("heuristic") => LeafKind::Judged,
        Some("mixed") => LeafKind::Mixed(params.real("share", 0.0, 1.0)?.unwrap_or(0.5)),
        _ => LeafKind::Playout,
    };
    let cap = match leaf {
        LeafKind::Judged => None,
        _ => params.int("cap", 0, Range::PLIES.max)?.map(|plies| plies as u32),
    };
    let batch_size = params.int("batch", 0, MOST_LEAVES)?.unwrap_or(0) as usize;
    // What nobody asks need not be kept up to date.
    if leaf == LeafKind::Playout && cap.is_none() && !guides && batch_size == 0 {
        return Ok(Box::new(Mcts::new(config, Playout)));
    }
    Ok(Box::new(Mcts::new(config, Informed { leaf, guides, batch_size, cap, ..Informed::new(evaluation) })))
}

/// How long an agent thinks when nobody says.
pub(crate) fn thinking_time() -> Limits {
    Limits { time: Some(std::time::Duration::from_secs(1)), ..Limits::default() }
}

/// Whether chance takes part in the game with these options: it does early, or not at all.
pub(crate) fn has_chance<G: Game>(options: &Options) -> bool {
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
    type State = E::State;

    fn state(&self, game: &G, position: &G::Position) -> E::State {
        self.0.state(game, position)
    }

    #[inline]
    fn play(&self, game: &G, at: &mut TrackedBy<G, E>, mv: G::Move) {
        at.play(game, &self.0, mv);
    }

    fn leaf(&self, game: &G, at: &TrackedBy<G, E>, searcher: Player) -> i64 {
        let judgement = i64::from(self.0.evaluate(game, &at.position, &at.state));
        if game.turn(&at.position) == Turn::Player(searcher) { judgement } else { -judgement }
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
