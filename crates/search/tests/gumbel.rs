//! Gumbel `AlphaZero` against looking through everything, and its improvement of policies.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_core::{Game, History, Options, Outcome, Player, Registered, Rng, Tracked, Turn};
use agon_games::{ConnectFour, Hex};
use agon_search::{
    Agent, Evaluator, Gumbel, GumbelConfig, GumbelTraining, Leaf, Limits, Playout, Thought, Value, Visit, Watch,
};

fn game<G: Registered>(options: &str) -> Arc<G> {
    Arc::new(G::new(Options::parse(G::INFO.options, options).unwrap()).unwrap())
}

fn think<G: Game>(agent: &mut impl Agent<G>, history: &History<G>, limits: &Limits) -> Thought<G::Move> {
    let mut silent = |_: &_| {};
    let mut watch = Watch::new(Arc::new(AtomicBool::new(false)), &mut silent);
    agent.think(history, limits, &mut watch).expect("a move")
}

fn playouts(playouts: u64) -> Limits {
    Limits { playouts: Some(playouts), ..Limits::default() }
}

/// The side that wins with best play, by trying everything.
fn winner<G: Game>(game: &G, position: &G::Position) -> Option<Player> {
    if let Some(Outcome { winner, .. }) = game.outcome(position) {
        return winner;
    }
    let Turn::Player(player) = game.turn(position) else { panic!("no chance here") };
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let wins = |mv: &G::Move| {
        let mut after = *position;
        game.play(&mut after, *mv);
        winner(game, &after) == Some(player)
    };
    Some(if moves.iter().any(wins) { player } else { !player })
}

/// Hex on three by three from every first move: whoever wins is proven, by a move that wins.
#[test]
fn small_boards_are_solved() {
    let game = game::<Hex>("size=3");
    let mut first = Vec::new();
    game.moves(&game.start(), &mut first);
    for mv in first {
        let mut history = History::new(Arc::clone(&game), game.start());
        history.play(mv);
        let best = winner(&*game, history.position()).unwrap();
        let thought = think(&mut Gumbel::new(GumbelConfig::default(), Playout), &history, &playouts(20_000));
        let expected = if best == Player::Two { Value::Win as fn(i32) -> Value } else { Value::Loss };
        let found = Value::of(thought.info.score);
        assert_eq!(std::mem::discriminant(&found), std::mem::discriminant(&expected(1)), "{mv}: {found:?}");
        if best == Player::Two {
            history.play(thought.mv);
            assert_eq!(winner(&*game, history.position()), Some(Player::Two), "{mv}");
        }
    }
}

/// Knows the result of each position with best play, though not which move leads there, and thinks
/// of one move that it is far the best.
#[derive(Clone)]
struct Prejudiced(u16);

impl Evaluator<Hex> for Prejudiced {
    type State = ();

    fn state(&self, _: &Hex, _: &<Hex as Game>::Position) {}

    fn priors(&mut self, _: &Hex, _: &Tracked<<Hex as Game>::Position, ()>, moves: &[u16], priors: &mut Vec<f32>) {
        priors.clear();
        let likes = |mv: &u16| if *mv == self.0 { 5.0 } else { 1.0 };
        let sum: f32 = moves.iter().map(likes).sum();
        priors.extend(moves.iter().map(|mv| likes(mv) / sum));
    }

    fn value(&mut self, game: &Hex, at: &Tracked<<Hex as Game>::Position, ()>, _: &mut Visit<'_, Hex>) -> f64 {
        if winner(game, &at.position) == Some(Player::One) { 0.9 } else { 0.1 }
    }

    fn batch_size(&self) -> usize {
        1
    }

    fn evaluate(&mut self, game: &Hex, leaves: &mut [Leaf<Hex, ()>], visit: &mut Visit<'_, Hex>) {
        for leaf in leaves {
            leaf.value = self.value(game, &leaf.at, visit);
        }
    }
}

/// Red's only winning first moves on three by three are not in the corners; whatever the priors
/// prefer, and with few playouts, the improved policy wins more often than the priors would.
#[test]
fn policies_are_improved_by_few_playouts() {
    let game = game::<Hex>("size=3");
    let history = History::new(Arc::clone(&game), game.start());
    let wins = |mv: u16| {
        let mut position = game.start();
        game.play(&mut position, mv);
        winner(&*game, &position) == Some(Player::One)
    };
    let losing: Vec<u16> = (0..9).filter(|mv| !wins(*mv)).collect();
    assert!(!losing.is_empty() && losing.len() < 9);
    for liked in losing {
        for (count, seed) in [(4, 1), (8, 2), (16, 3), (32, 4)] {
            let training = Some(GumbelTraining { quick: 0 });
            let config = GumbelConfig { training, seed, ..GumbelConfig::default() };
            let thought = think(&mut Gumbel::new(config, Prejudiced(liked)), &history, &playouts(count));
            let share = |keep: &dyn Fn(u16) -> bool| {
                let told = thought.info.root.iter().filter(|root| keep(root.mv)).map(|root| root.visits);
                told.sum::<u64>() as f64 / GumbelTraining::WHOLE
            };
            assert!((share(&|_| true) - 1.0).abs() < 0.01, "{liked}, {count}");
            let before = (0..9).filter(|mv| wins(*mv)).count() as f64 / 13.0;
            assert!(share(&wins) > before + 0.1, "{liked}, {count}: {} of {before}", share(&wins));
            let played =
                think(&mut Gumbel::new(GumbelConfig::default(), Prejudiced(liked)), &history, &playouts(count.max(16)));
            assert!(wins(played.mv), "{liked}, {count}");
        }
    }
}

/// One search in four is a full one, and only full ones tell of moves.
#[test]
fn quick_searches_tell_nothing_of_moves() {
    let game = game::<ConnectFour>("");
    let history = History::new(Arc::clone(&game), game.start());
    let training = Some(GumbelTraining { quick: 3 });
    let mut agent = Gumbel::new(GumbelConfig { training, ..GumbelConfig::default() }, Playout);
    let thoughts: Vec<_> = (0..200).map(|_| think(&mut agent, &history, &playouts(12))).collect();
    let full = thoughts.iter().filter(|thought| !thought.info.root.is_empty()).count();
    assert!((30..70).contains(&full), "{full}");
    for thought in &thoughts {
        assert_eq!(thought.info.playouts, if thought.info.root.is_empty() { 3 } else { 12 });
    }
    // With noise, different moves come up.
    assert!(thoughts.iter().any(|thought| thought.mv != thoughts[0].mv));
}

/// The same seed gives the same search; a search that is stopped by a number of nodes ends, too.
#[test]
fn searches_can_be_repeated_and_limited() {
    let game = game::<ConnectFour>("");
    let mut history = History::new(Arc::clone(&game), game.start());
    let mut rng = Rng::new(3);
    for _ in 0..6 {
        let mv = game.random_move(history.position(), &mut rng).unwrap();
        history.play(mv);
    }
    let found = |limits: &Limits| {
        let thought = think(&mut Gumbel::new(GumbelConfig::default(), Playout), &history, limits);
        (thought.mv, thought.info.score, thought.info.nodes, thought.info.playouts)
    };
    assert_eq!(found(&playouts(100)), found(&playouts(100)));
    assert_eq!(found(&playouts(100)).3, 100);
    let nodes = found(&Limits { nodes: Some(5_000), ..Limits::default() }).2;
    assert!((5_000..6_000).contains(&nodes), "{nodes}");
}
