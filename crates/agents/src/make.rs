use std::sync::Arc;

use agon_core::{DynGame, GameInfo, Options, Registered, Rng, SWAP, closest};
use agon_games::Visitor;
use agon_search::{Agent, Tabled};

use crate::book::Booked;
use crate::games::entry;
use crate::general::general;
use crate::networks::NNUE;
use crate::spec::short;
use crate::swap::Swapper;
use crate::tablebase::rules_text;
use crate::thinker::Adapted;
use crate::{Params, Range, Spec, SpecError, Thinker};

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
pub(crate) const GENERAL: &[(&str, &str)] = &[
    ("best", "the strongest there is for the game"),
    ("hand", "best with the hand-written evaluation; no network replaces it, so comparisons have a fixed control"),
    ("random", "any legal move, each equally likely"),
    ("greedy", "the move after which it stands best"),
    ("minimax", "every line to a fixed depth (depth, prune)"),
    ("alphabeta", "alpha-beta (each enhancement by name, as in pvs=false; plain=true for none)"),
    ("expectimax", "exact where chance takes part"),
    ("mcts", "Monte-Carlo tree search (select, c, leaf, share, cap, guide, batch, grave, bias, solver, reuse, plain)"),
    ("level", "a level from 1, for a first game, to the highest, 10 in most games"),
];

/// The names and meanings of the agents that can play a game.
pub fn agents(info: &'static GameInfo) -> Vec<(&'static str, &'static str)> {
    struct Presets;
    impl Visitor for Presets {
        type Output = Vec<(&'static str, &'static str)>;
        fn visit<G: Registered>(&mut self) -> Self::Output {
            let meaning = "best with a network's judgement (weights=FILE for another network)";
            let network = entry::<G>().network.as_ref().map(|_| (NNUE, meaning));
            let presets = entry::<G>().presets.iter().map(|preset| (preset.name, preset.meaning));
            network.into_iter().chain(policy_network::<G>()).chain(presets).collect()
        }
    }
    let presets = agon_games::visit(info.name, &mut Presets).unwrap_or_default();
    GENERAL.iter().copied().chain(presets).collect()
}

/// The agent that needs a network from a file, where a game has what such a network takes.
#[cfg(not(target_arch = "wasm32"))]
fn policy_network<G: Registered>() -> Option<(&'static str, &'static str)> {
    const MEANING: &str = "tree search with a trained policy and value network (weights=FILE, playouts, considered); \
                           float arithmetic, so machines may differ";
    let game = G::new(Options::defaults(G::INFO.options)).ok()?;
    game.encoding().map(|_| (crate::general::AZ, MEANING))
}

/// The browser opens no files.
#[cfg(target_arch = "wasm32")]
fn policy_network<G: Registered>() -> Option<(&'static str, &'static str)> {
    None
}

/// The agent that a text names, for a game.
pub fn make(game: &dyn DynGame, spec: &Spec, settings: Settings) -> Result<Box<dyn Thinker>, SpecError> {
    struct Make<'m>(&'m Spec, Settings, &'m Options);
    impl Visitor for Make<'_> {
        type Output = Result<Box<dyn Thinker>, SpecError>;
        fn visit<G: Registered>(&mut self) -> Self::Output {
            let mut params = Params::new(self.0);
            let seed = params.number(Range::SEED)?.unwrap_or(self.1.seed);
            let threads = params.number(Range::threads())?.unwrap_or(self.1.threads);
            let hash = params.number(Range::HASH)?.unwrap_or(self.1.hash);
            let settings = Settings { seed, threads, hash };
            let (agent, limits) = match entry::<G>().presets.iter().find(|preset| preset.name == self.0.name) {
                Some(preset) => (preset.make)(&mut params, settings)?,
                None => general::<G>(self.0, &mut params, settings, self.2)?.ok_or_else(|| unknown(self.0, G::INFO))?,
            };
            let agent = with_book(agent, self.0, &mut params, self.2)?;
            let agent = with_tablebase(agent, self.0, &mut params, self.2)?;
            params.finish()?;
            let adapted = Box::new(Adapted { agent, limits, team: None });
            if self.2.text(SWAP) == "false" {
                return Ok(adapted);
            }
            let random = (self.0.name == "random").then(|| Rng::new(seed));
            Ok(Box::new(Swapper { agent: adapted, limits, random, seed }))
        }
    }
    agon_games::visit(game.info().name, &mut Make(spec, settings, game.options()))
        .map_err(|_| unknown(spec, game.info()))?
}

/// The agent, with the opening book that its text names.
fn with_book<G: Registered>(
    agent: Box<dyn Agent<G>>,
    spec: &Spec,
    params: &mut Params,
    options: &Options,
) -> Result<Box<dyn Agent<G>>, SpecError> {
    let Some(file) = params.text(Spec::BOOK) else { return Ok(agent) };
    let book = spec.book.as_ref().ok_or(SpecError::Book)?;
    book.check(G::INFO.name, &rules_text(options)).map_err(|error| SpecError::WrongBook { file, error })?;
    Ok(Box::new(Booked { agent, book: Arc::clone(book) }))
}

/// The agent, with the table of positions that its text names.
fn with_tablebase<G: Registered>(
    agent: Box<dyn Agent<G>>,
    spec: &Spec,
    params: &mut Params,
    options: &Options,
) -> Result<Box<dyn Agent<G>>, SpecError> {
    let Some(file) = params.text(Spec::TABLEBASE) else { return Ok(agent) };
    let table = spec.tablebase.as_ref().ok_or(SpecError::Tablebase)?;
    table.check(G::INFO.name, &rules_text(options)).map_err(|error| SpecError::WrongTablebase { file, error })?;
    Ok(Box::new(Tabled::new(agent, Arc::clone(table))))
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
    use std::time::Duration;

    use agon_core::{DynPlay, PerPlayer};
    use agon_search::{Clock, Limits};

    use super::*;
    use crate::Report;

    fn open(name: &str) -> Box<dyn DynGame> {
        let info = agon_games::game_of(name).unwrap();
        agon_games::open(name, Options::defaults(info.options)).unwrap()
    }

    /// What an agent that is made anew thinks of a game.
    fn think(game: &dyn DynGame, spec: &str, play: &dyn DynPlay, limits: &Limits) -> Report {
        let mut thinker = make(game, &spec.parse().unwrap(), Settings::default()).unwrap();
        thinker.think(play, limits, &Arc::new(AtomicBool::new(false)), &mut |_| {}).unwrap()
    }

    #[test]
    fn every_agent_of_every_game_answers_with_a_legal_move() {
        for info in agon_games::infos() {
            let game = open(info.name);
            // One agent has no network of its own.
            for (name, _) in agents(info).into_iter().filter(|(name, _)| *name != crate::general::AZ) {
                let play = game.start();
                let limits = Limits { nodes: Some(500), depth: Some(1), ..Limits::default() };
                let report = think(&*game, name, &*play, &limits);
                assert!(play.moves().contains(&report.best.unwrap()), "{}: {name}", info.name);
            }
        }
    }

    #[test]
    fn playouts_can_be_guided_and_capped_in_every_game() {
        for info in agon_games::infos() {
            let game = open(info.name);
            let play = game.start();
            for agent in ["mcts:leaf=guided", "mcts:cap=3", "mcts:leaf=guided,cap=5", "mcts:leaf=mixed,cap=2,grave=10"]
            {
                let limits = Limits { playouts: Some(30), ..Limits::default() };
                let report = think(&*game, agent, &*play, &limits);
                assert!(play.moves().contains(&report.best.unwrap()), "{}: {agent}", info.name);
                assert_eq!(report.playouts.min(30), report.playouts, "{}: {agent}", info.name);
            }
        }
        let refused = |agent: &str| make(&*open("hex"), &agent.parse().unwrap(), Settings::default()).err().unwrap();
        assert!(refused("mcts:leaf=heuristic,cap=3").to_string().starts_with("mcts has no parameter `cap`"));
        assert!(refused("mcts:leaf=clever").to_string().ends_with("one of playout, guided, heuristic, mixed"));
    }

    #[test]
    fn weights_can_be_given_one_by_one() {
        let game = open("crosphere");
        let mut play = game.start();
        for mv in ["Sd4", "We5", "We4"] {
            play.play(mv).unwrap();
        }
        let score = |agent: &str| think(&*game, agent, &*play, &Limits::default()).score;
        for agent in ["alphabeta:depth=2", "mcts:leaf=heuristic,playouts=50", "greedy", "mcts:cap=2,playouts=50"] {
            assert_ne!(
                score(agent),
                score(&format!("{agent}{}weight.hand=400", if agent == "greedy" { ":" } else { "," })),
                "{agent}"
            );
        }
        let refused =
            |agent: &str| make(&*game, &agent.parse().unwrap(), Settings::default()).err().unwrap().to_string();
        assert!(
            refused("best:weight.hands=3")
                .starts_with("weight.hands: line 1 of the weights: there is no weight `hands`")
        );
        assert!(refused("best:weight.hand=x").starts_with("weight.hand: "));
    }

    #[test]
    fn the_papers_position_has_the_papers_answers() {
        let game = open("rhythmomachy");
        let mut play = game.start();
        play.play("b3c5").unwrap();
        let answer = |spec: &str| think(&*game, spec, &*play, &Limits::default()).best.unwrap();
        assert_eq!(answer("sledge:depth=1"), "g6e4");
        assert_eq!(answer("sledge:depth=1,exhaustive=true"), "g6e4");
        assert_eq!(answer("sledge"), "g6e7");
    }

    #[test]
    fn a_plain_search_that_may_use_a_table_has_one() {
        let game = open("andantino");
        let nodes = |spec: &str| think(&*game, spec, &*game.start(), &Limits::default()).nodes;
        assert!(nodes("alphabeta:plain=true,table_cuts=true,depth=5") < nodes("alphabeta:plain=true,depth=5"));
    }

    #[test]
    fn the_only_move_is_made_at_once_where_that_saves_time() {
        let game = open("andantino");
        let mut play = game.start();
        // Black threatens a fifth stone: White must block.
        for mv in "i10 j11 k11 i11 j12 k12 l12 h10 h11 h9 i9 h8 j9 g8 i8 h7 g9 f8 f7 g10".split(' ') {
            play.play(mv).unwrap();
        }
        let depth = |limits: Limits| think(&*game, "best", &*play, &Limits { depth: Some(6), ..limits }).depth;
        let minute = Duration::from_secs(60);
        let clock = Clock { left: PerPlayer([minute; 2]), increment: PerPlayer([Duration::ZERO; 2]) };
        assert_eq!(depth(Limits { clock: Some(clock), ..Limits::default() }), 1);
        assert_eq!(depth(Limits { time: Some(minute), ..Limits::default() }), 6);
    }

    #[test]
    fn a_depth_beyond_the_end_of_the_game_is_not_claimed() {
        let game = open("tilesum");
        let depth = |spec: &str| think(&*game, spec, &*game.start(), &Limits::default()).depth;
        // Five moves of Max and four answers.
        assert_eq!(depth("perfect"), 9);
        assert_eq!(depth("minimax:depth=50,prune=false"), 9);
        assert_eq!(depth("minimax:depth=50,threads=2"), 9);
        assert_eq!(depth("minimax:depth=50,nodes=1000000"), 9);
        assert_eq!(depth("minimax:depth=3"), 3);
    }

    /// Weights reach the evaluation: two sets of them judge differently, and mistakes are told.
    #[test]
    fn weights_are_handed_to_the_evaluation() {
        let made = |game: &str, weights: &str| {
            let mut spec: Spec = "best:depth=2,weights=mine.txt".parse().unwrap();
            spec.weights = Some(weights.as_bytes().into());
            make(&*open(game), &spec, Settings::default())
        };
        let score = |game: &str, weights: &str| {
            let (game, limits) = (open(game), Limits::default());
            let mut thinker = made(game.info().name, weights).unwrap();
            thinker.think(&*game.start(), &limits, &Arc::new(AtomicBool::new(false)), &mut |_| {}).unwrap().score
        };
        for (game, weights) in [
            ("andantino", "tempo 300"),
            ("andantino", "b...... 50"),
            ("crosphere", "tempo 300"),
            ("rhythmomachy", "tempo 300"),
            ("rithmomachia", "mobility 50"),
            ("tilesum", "gain 200"),
        ] {
            assert_ne!(score(game, weights), score(game, "# as they are"), "{game}: {weights}");
        }
        let refused = |game, weights| made(game, weights).err().map(|error| error.to_string()).unwrap_or_default();
        assert_eq!(
            refused("tilesum", "gains 1"),
            "mine.txt: line 1 of the weights: there is no weight `gains`; the weights are gain, point"
        );
        assert_eq!(
            refused("andantino", "tempo 1\n.bb.bw. 501"),
            "mine.txt: line 2 of the weights: `.bb.bw.` must lie from -500 to 500"
        );
        let unread = make(&*open("tilesum"), &"best:weights=mine.txt".parse().unwrap(), Settings::default());
        assert_eq!(
            unread.err().map(|error| error.to_string()).unwrap_or_default(),
            "weights from a file can be given on the command line only"
        );
    }

    #[test]
    fn wrong_agents_are_named() {
        let refuse = |spec: &str| {
            let made = make(&*open("tilesum"), &spec.parse().unwrap(), Settings::default());
            made.err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert!(
            refuse("alphabet")
                .starts_with("there is no agent `alphabet` for tilesum; the agents are best, hand, random")
        );
        assert!(refuse("alphabet").ends_with("(did you mean `alphabeta`?)"));
        assert!(refuse("sledge").starts_with("there is no agent `sledge` for tilesum"));
        assert_eq!(
            refuse("greedy:playout=3"),
            "greedy has no parameter `playout`; it has seed, threads, hash, evaluation, weights, weight.NAME, time, nodes, depth, playouts, book, tablebase (did you mean `playouts`?)"
        );
    }
}
