//! Monte-Carlo tree search against looking through everything, and against itself.

mod exhaustive;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_core::{Evaluation, Game, History, Notation, Player, Registered, Rng, Tracked, Turn};
use agon_games::{Visitor, visit, visit_all};
use agon_search::{
    Agent, Amaf, Evaluator, Info, Informed, Leaf, LeafKind, Limits, Mcts, MctsConfig, Playout, Proof, Prover,
    SearchError, Selection, Thought, Value, Visit, Watch,
};
use exhaustive::solver::{self, Later, Solver, winner_after};
use exhaustive::{Exhaustive, begin, nodes, playouts, unwatched};

const PUCT: Selection = Selection::Puct { c: 1.0, reduction: 0.1 };
const AMAF: Amaf = Amaf { reference: 20, bias: 1e-3 };

/// Every switch on its own, and all together.
fn configs() -> Vec<MctsConfig> {
    let strong = MctsConfig::default();
    vec![
        MctsConfig::plain(0.3),
        strong,
        MctsConfig { selection: PUCT, ..strong },
        MctsConfig { amaf: Some(AMAF), ..strong },
        MctsConfig { amaf: Some(AMAF), selection: PUCT, solver: false, ..strong },
        MctsConfig { most_nodes: 50, ..strong },
        MctsConfig { threads: 3, ..strong },
    ]
}

/// An evaluation that knows nothing, but something different of each position.
#[derive(Clone)]
struct Noise;

impl<G: Game> Evaluation<G> for Noise {
    type State = ();

    fn state(&self, _: &G, _: &G::Position) {}

    fn evaluate(&self, game: &G, position: &G::Position, (): &()) -> i32 {
        (game.key(position) % 401) as i32 - 200
    }
    fn promise(&self, game: &G, position: &G::Position, (): &(), mv: G::Move) -> i32 {
        let mut after = *position;
        game.play(&mut after, mv);
        (game.key(&after) % 1000) as i32
    }
}

fn think<G: Game>(agent: &mut impl Agent<G>, history: &History<G>, limits: &Limits) -> Thought<G::Move> {
    unwatched(|watch| agent.think(history, limits, watch)).expect("a move")
}

/// Who wins by the score at the root, if that is proven.
fn proven<G: Game>(history: &History<G>, thought: &Thought<G::Move>) -> Option<Player> {
    let player = history.game().turn(history.position()).player()?;
    match Value::of(thought.info.score) {
        Value::Win(_) => Some(player),
        Value::Loss(_) => Some(!player),
        Value::Points(_) => None,
    }
}

/// The solver proves what is so, and its move keeps it.
fn solves<G: Notation>(config: MctsConfig, history: &History<G>, winner: Option<Player>, limits: &Limits) {
    let thought = think(&mut Mcts::<G, _>::new(config, Playout), history, limits);
    let text = history.game().position_text(history.position());
    assert_eq!(proven(history, &thought), winner, "{}: {text}", G::INFO.name);
    let mut after = history.clone();
    after.play(thought.mv);
    assert_eq!(Exhaustive::new(u64::MAX).winner(&mut after).ok(), Some(winner), "{}: {text}", G::INFO.name);
    if let Value::Win(plies) | Value::Loss(plies) = Value::of(thought.info.score) {
        assert_eq!(thought.info.pv.len() as i32, plies);
        assert_eq!(winner_after(history, &thought.info.pv), winner);
    }
}

/// The usual search, with more playouts than it takes.
struct Usual;

impl Solver for Usual {
    fn solves<G: Notation>(&self, history: &History<G>, winner: Option<Player>) {
        solves(MctsConfig::default(), history, winner, &playouts(1_000_000));
    }
}

/// Every way of solving.
struct EveryWay;

impl Solver for EveryWay {
    fn solves<G: Notation>(&self, history: &History<G>, winner: Option<Player>) {
        for config in configs().into_iter().filter(|config| config.solver && config.most_nodes > 1000) {
            solves(config, history, winner, &playouts(1_000_000));
        }
    }
}

#[test]
fn tile_sum_is_solved_for_every_goal_and_number_of_moves() {
    solver::tile_sums(&EveryWay);
}

#[test]
fn small_crosphere_is_solved() {
    solver::small_crosphere(&EveryWay);
}

#[test]
fn late_positions_of_every_game_are_solved() {
    solver::ends_of_all_games(12, 2_000, &Usual);
}

#[test]
fn crosphere_on_four_by_four_is_solved_from_late_positions() {
    for strong in [0, 1, 2, 4, 16] {
        let options = &format!("size=4 strong={strong}");
        Later { name: "crosphere", options, plies: 9, count: 6, seed: 6 }.try_on(&Usual);
    }
}

/// The whole of it takes what is known of moves, and is held against proof
/// numbers, which are held against looking through everything.
#[test]
fn crosphere_on_four_by_four_is_solved_with_a_guide() {
    struct Both(&'static str);
    impl Visitor for Both {
        type Output = ();
        fn visit<G: Registered>(&mut self) {
            let history = begin::<G>(self.0);
            let config = MctsConfig { selection: PUCT, ..MctsConfig::default() };
            let informed = || Informed::new(G::Evaluation::default());
            let mut agent = Mcts::<G, _>::new(config, informed());
            let thought = think(&mut agent, &history, &playouts(1_000_000));
            let winner = proven(&history, &thought).expect("proven");
            let mut prover = Prover::informed(64, informed());
            let proof = unwatched(|watch| prover.prove(&history, winner, &nodes(20_000_000), watch));
            assert!(matches!(proof, Proof::Win { .. }), "{}", self.0);
        }
    }
    for strong in [0, 1, 2] {
        let options = format!("size=4 strong={strong}");
        visit("crosphere", &mut Both(options.leak())).expect("a game");
    }
}

#[test]
fn small_andantino_is_solved_from_late_positions() {
    Later { name: "andantino", options: "side=3", plies: 10, count: 15, seed: 6 }.try_on(&Usual);
}

/// One of the first positions of a random game, where a player is to move.
fn early<G: Game>(options: &str, rng: &mut Rng) -> History<G> {
    let mut history = begin::<G>(options);
    for _ in 0..rng.below(6) {
        let moves = history.moves();
        if moves.is_empty() {
            break;
        }
        history.play(moves[rng.below(moves.len() as u32) as usize]);
        if history.outcome().is_some() {
            history.undo();
            break;
        }
    }
    while history.game().turn(history.position()) == Turn::Chance {
        history.undo();
    }
    history
}

/// What holds of every answer.
fn is_sound<G: Game>(history: &History<G>, config: MctsConfig, thought: &Thought<G::Move>) {
    let moves = history.moves();
    assert!(moves.contains(&thought.mv));
    let mut told: Vec<_> = thought.info.root.iter().map(|known| known.mv).collect();
    let mut all = moves.clone();
    told.sort_unstable();
    all.sort_unstable();
    assert_eq!(told, all);
    assert_eq!(thought.info.root[0].mv, thought.mv);
    let mut line = history.clone();
    for mv in &thought.info.pv {
        assert!(line.moves().contains(mv));
        line.play(*mv);
    }
    if !config.solver {
        let most = thought.info.root.iter().map(|known| known.visits).max();
        assert_eq!(most, Some(thought.info.root[0].visits));
    }
}

#[test]
fn visits_add_up_and_answers_are_sound() {
    struct AddUp;
    impl Visitor for AddUp {
        type Output = ();
        fn visit<G: Registered>(&mut self) {
            let mut rng = Rng::new(13);
            for config in configs() {
                let history = early::<G>("", &mut rng);
                let thought = think(&mut Mcts::<G, _>::new(config, Playout), &history, &playouts(300));
                is_sound(&history, config, &thought);
                let visits: u64 = thought.info.root.iter().map(|known| known.visits).sum();
                // Other threads may find the root proven when they begin another walk.
                let idle = u64::from(config.threads) - 1;
                assert!((visits..=visits + idle).contains(&thought.info.playouts), "{}: {visits}", G::INFO.name);
                assert!(thought.info.playouts == 300 || Value::is_decided(thought.info.score));
                assert!(thought.info.nodes >= thought.info.playouts);
            }
        }
    }
    visit_all(&mut AddUp);
}

#[test]
fn every_leaf_and_guide_gives_sound_answers() {
    fn check<G: Game>(leaf: LeafKind, batch_size: usize, rng: &mut Rng) {
        for config in configs() {
            let history = early::<G>("", rng);
            let informed = Informed { leaf, batch_size, ..Informed::new(Noise) };
            let mut agent = Mcts::<G, _>::new(config, informed.clone());
            is_sound(&history, config, &think(&mut agent, &history, &playouts(100)));
            if batch_size > 0 {
                let mut agent = Mcts::<G, _>::new(config, AtOnce(informed, batch_size));
                is_sound(&history, config, &think(&mut agent, &history, &playouts(100)));
            }
        }
    }
    struct Leaves;
    impl Visitor for Leaves {
        type Output = ();
        fn visit<G: Registered>(&mut self) {
            let mut rng = Rng::new(14);
            for batch_size in [0, 1, 7] {
                check::<G>(LeafKind::Judged, batch_size, &mut rng);
                check::<G>(LeafKind::Mixed(0.5), batch_size, &mut rng);
            }
        }
    }
    visit_all(&mut Leaves);
}

/// Knows what [`Informed`] knows, but tells values and priors together, as a network does.
#[derive(Clone)]
struct AtOnce<E>(Informed<E>, usize);

impl<G: Game, E: Evaluation<G>> Evaluator<G> for AtOnce<E> {
    type State = E::State;

    fn state(&self, game: &G, position: &G::Position) -> E::State {
        self.0.state(game, position)
    }
    fn play(&self, game: &G, at: &mut Tracked<G::Position, E::State>, mv: G::Move) {
        self.0.play(game, at, mv);
    }
    fn candidates(&mut self, game: &G, at: &Tracked<G::Position, E::State>, moves: &mut Vec<G::Move>) {
        self.0.candidates(game, at, moves);
    }
    fn priors(&mut self, game: &G, at: &Tracked<G::Position, E::State>, moves: &[G::Move], priors: &mut Vec<f32>) {
        self.0.priors(game, at, moves, priors);
    }
    fn value(&mut self, game: &G, at: &Tracked<G::Position, E::State>, visit: &mut Visit<'_, G>) -> f64 {
        self.0.value(game, at, visit)
    }
    fn batch_size(&self) -> usize {
        self.1
    }
    fn evaluate(&mut self, game: &G, leaves: &mut [Leaf<G, E::State>], visit: &mut Visit<'_, G>) {
        assert!(!leaves.is_empty() && leaves.len() <= self.1);
        let (mut moves, mut priors) = (Vec::new(), Vec::new());
        for leaf in leaves {
            leaf.value = self.0.value(game, &leaf.at, visit);
            self.0.candidates(game, &leaf.at, &mut moves);
            self.0.priors(game, &leaf.at, &moves, &mut priors);
            leaf.priors = moves.iter().copied().zip(priors.iter().copied()).collect();
        }
    }
}

/// However many leaves are evaluated together, the search comes to the same proof.
#[test]
fn gathered_leaves_prove_what_single_ones_do() {
    struct Batches;
    impl Visitor for Batches {
        type Output = ();
        fn visit<G: Registered>(&mut self) {
            let history = begin::<G>("size=3 strong=1");
            let config = MctsConfig { selection: PUCT, ..MctsConfig::default() };
            let informed = || Informed::new(G::Evaluation::default());
            let single = think(&mut Mcts::<G, _>::new(config, informed()), &history, &playouts(1_000_000));
            let winner = proven(&history, &single).expect("proven");
            for (batch_size, threads) in [(1, 1), (8, 1), (64, 1), (8, 2)] {
                let evaluator = AtOnce(informed(), batch_size);
                let mut agent = Mcts::<G, _>::new(config.with_threads(threads), evaluator);
                let thought = think(&mut agent, &history, &playouts(1_000_000));
                assert_eq!(proven(&history, &thought), Some(winner), "{batch_size}");
            }
        }
    }
    visit("crosphere", &mut Batches).expect("a game");
}

#[test]
fn the_same_seed_gives_the_same_search() {
    struct Same;
    impl Visitor for Same {
        type Output = ();
        fn visit<G: Registered>(&mut self) {
            let mut rng = Rng::new(15);
            for config in configs().into_iter().filter(|config| config.threads == 1) {
                let history = early::<G>("", &mut rng);
                let run = |seed, limits: &Limits| {
                    let mut agent = Mcts::<G, _>::new(config.with_seed(seed), Playout);
                    let mut thought = think(&mut agent, &history, limits);
                    thought.info.time = std::time::Duration::ZERO;
                    thought
                };
                assert_eq!(run(1, &playouts(200)), run(1, &playouts(200)));
                assert_eq!(run(2, &nodes(3_000)), run(2, &nodes(3_000)));
            }
        }
    }
    visit_all(&mut Same);
}

#[test]
fn a_kept_tree_serves_the_next_move_and_a_useless_one_does_no_harm() {
    struct Reuse;
    impl Visitor for Reuse {
        type Output = ();
        fn visit<G: Registered>(&mut self) {
            let mut rng = Rng::new(16);
            for config in configs().into_iter().filter(|config| config.reuse) {
                let mut agent = Mcts::<G, _>::new(config, Playout);
                let mut history = begin::<G>("");
                for _ in 0..12 {
                    if history.outcome().is_some() {
                        history = begin::<G>("");
                    }
                    if history.game().turn(history.position()).player().is_some() {
                        let thought = think(&mut agent, &history, &playouts(150));
                        is_sound(&history, config, &thought);
                        let visits: u64 = thought.info.root.iter().map(|known| known.visits).sum();
                        assert!(visits + u64::from(config.threads) > thought.info.playouts);
                        if rng.below(2) == 0 {
                            history.play(thought.mv);
                            continue;
                        }
                    }
                    match rng.below(5) {
                        0 => drop(history.undo()),
                        1 => history = early("", &mut rng),
                        _ => {
                            let moves = history.moves();
                            history.play(moves[rng.below(moves.len() as u32) as usize]);
                        }
                    }
                }
            }
        }
    }
    visit_all(&mut Reuse);
}

#[test]
fn a_kept_tree_is_worth_its_visits() {
    struct Kept;
    impl Visitor for Kept {
        type Output = ();
        fn visit<G: Registered>(&mut self) {
            let mut history = begin::<G>("");
            let mut agent = Mcts::<G, _>::new(MctsConfig::default(), Playout);
            let first = think(&mut agent, &history, &playouts(3_000));
            for mv in &first.info.pv[..2] {
                history.play(*mv);
            }
            let next = think(&mut agent, &history, &playouts(10));
            let visits: u64 = next.info.root.iter().map(|known| known.visits).sum();
            assert!(visits > 10, "{visits}");
            agent.new_game();
            let forgotten = think(&mut agent, &history, &playouts(10));
            assert_eq!(forgotten.info.root.iter().map(|known| known.visits).sum::<u64>(), 10);
        }
    }
    visit("andantino", &mut Kept).expect("a game");
}

#[test]
fn another_game_with_the_same_moves_gets_a_tree_of_its_own() {
    struct Other;
    impl Visitor for Other {
        type Output = ();
        fn visit<G: Registered>(&mut self) {
            let mut agent = Mcts::<G, _>::new(MctsConfig::default(), Playout);
            let easy = think(&mut agent, &begin::<G>("goal=1 moves=3"), &playouts(10_000));
            let hard = think(&mut agent, &begin::<G>("goal=500 moves=3"), &playouts(10_000));
            assert!(matches!(Value::of(easy.info.score), Value::Win(_)));
            assert!(matches!(Value::of(hard.info.score), Value::Loss(_)));
        }
    }
    visit("tilesum", &mut Other).expect("a game");
}

#[test]
fn a_stopped_search_still_answers() {
    struct Stopped;
    impl Visitor for Stopped {
        type Output = ();
        fn visit<G: Registered>(&mut self) {
            for config in configs() {
                let history = begin::<G>("");
                let mut agent = Mcts::<G, _>::new(config, Playout);
                let mut ignore = |_: &Info<G::Move>| ();
                let mut watch = Watch::new(Arc::new(AtomicBool::new(true)), &mut ignore);
                let thought = agent.think(&history, &Limits::default(), &mut watch).expect("a move");
                assert!(history.moves().contains(&thought.mv));
                assert!(thought.info.playouts <= u64::from(config.threads));
                let deep = think(&mut agent, &history, &Limits { depth: Some(2), ..Limits::default() });
                assert!(deep.info.depth >= 1);
            }
        }
    }
    visit_all(&mut Stopped);
}

#[test]
fn where_nobody_chooses_there_is_no_move() {
    struct Nobody;
    impl Visitor for Nobody {
        type Output = ();
        fn visit<G: Registered>(&mut self) {
            let mut agent = Mcts::<G, _>::new(MctsConfig::default(), Playout);
            let mut history = begin::<G>("min=random");
            history.play(history.moves()[0]);
            let refused = unwatched(|watch| agent.think(&history, &playouts(1), watch));
            assert_eq!(refused, Err(SearchError::Chance));
            while let Some(mv) = history.moves().first() {
                history.play(*mv);
            }
            let refused = unwatched(|watch| agent.think(&history, &playouts(1), watch));
            assert!(matches!(refused, Err(SearchError::Over(_))));
        }
    }
    visit("tilesum", &mut Nobody).expect("a game");
}

/// Player 1's chance with best play, when chance fills in.
fn exact_chance<G: Game>(game: &G, position: &G::Position, known: &mut HashMap<u64, f64>) -> f64 {
    if let Some(outcome) = game.outcome(position) {
        return if outcome.winner == Some(Player::One) { 1.0 } else { 0.0 };
    }
    if let Some(chance) = known.get(&game.key(position)) {
        return *chance;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let values = moves.iter().map(|mv| {
        let mut after = *position;
        game.play(&mut after, *mv);
        (game.probability(position, *mv), exact_chance(game, &after, known))
    });
    let chance = match game.turn(position) {
        Turn::Chance => values.map(|(probability, value)| probability * value).sum(),
        Turn::Player(_) => values.map(|(_, value)| value).fold(0.0, f64::max),
    };
    known.insert(game.key(position), chance);
    chance
}

#[test]
fn against_chance_the_value_comes_close_to_the_exact_one() {
    struct Chance;
    impl Visitor for Chance {
        type Output = ();
        fn visit<G: Registered>(&mut self) {
            for goal in [2, 3, 4, 5] {
                let history = begin::<G>(&format!("min=random moves=3 goal={goal}"));
                let game = history.game();
                let exact = exact_chance(game, history.position(), &mut HashMap::new());
                let mut agent = Mcts::<G, _>::new(MctsConfig::default(), Playout);
                let thought = think(&mut agent, &history, &playouts(20_000));
                let chance = Value::of(thought.info.score).chance();
                assert!((chance - exact).abs() < 0.05, "goal {goal}: {chance} instead of {exact}");
                let mut after = *history.position();
                game.play(&mut after, thought.mv);
                assert!((exact_chance(game, &after, &mut HashMap::new()) - exact).abs() < 1e-9);
            }
        }
    }
    visit("tilesum", &mut Chance).expect("a game");
}
