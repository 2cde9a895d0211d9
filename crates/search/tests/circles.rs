//! Searches in games that go round in circles: small random graphs, where
//! what a position is worth depends on how it was reached.

#[expect(dead_code, reason = "each suite uses a part of it")]
mod exhaustive;

use std::sync::Arc;

use agon_core::{Game, GameInfo, History, OptionError, Options, Outcome, PerPlayer, Player, Rng, Turn, mix};
use agon_search::{Agent, Limits, Mcts, MctsConfig, Playout, Proof, Prover, Value};
use exhaustive::{Exhaustive, nodes, playouts, unwatched};

/// A walk on a graph. Whoever owns the place where it stands moves it on.
#[derive(Clone, Debug)]
struct Graph {
    options: Options,
    owners: Vec<Player>,
    /// Where one can go from each place; nowhere from where the game ends.
    ways: Vec<Vec<u8>>,
    /// Who wins at each place without ways, if anybody.
    ends: Vec<Option<Player>>,
    /// The occurrence of a place that is a draw.
    limit: u32,
    /// Whether the number of steps ends the game too, unseen by the key.
    most_steps: Option<u8>,
}

impl Graph {
    fn random(rng: &mut Rng) -> Self {
        let places = 3 + rng.below(6);
        let end = |rng: &mut Rng| [None, Some(Player::One), Some(Player::Two)][rng.below(3) as usize];
        let mut graph = Graph {
            options: Options::defaults(&[]),
            owners: (0..places).map(|_| Player::BOTH[rng.below(2) as usize]).collect(),
            ways: (0..places).map(|_| ways(rng, places)).collect(),
            ends: (0..places).map(|_| end(rng)).collect(),
            limit: 2 + rng.below(2),
            most_steps: (rng.below(3) == 0).then(|| 3 + rng.below(8) as u8),
        };
        if graph.ways[0].is_empty() {
            graph.ways[0].push(1);
        }
        graph
    }
}

fn ways(rng: &mut Rng, places: u32) -> Vec<u8> {
    let mut ways: Vec<u8> = (0..rng.below(4)).map(|_| rng.below(places) as u8).collect();
    ways.sort_unstable();
    ways.dedup();
    ways
}

static INFO: GameInfo = GameInfo {
    name: "graph",
    title: "Graph",
    summary: "",
    source: "",
    players: PerPlayer(["One", "Two"]),
    capitals: Player::One,
    move_help: "",
    position_help: "",
    options: &[],
    variants: &[],
    reasons: &[],
    formats: &[],
    rules: "",
};

impl Game for Graph {
    /// The place, and the steps so far where they matter.
    type Position = (u8, u8);
    type Move = u8;

    const INFO: &'static GameInfo = &INFO;

    fn new(_: Options) -> Result<Self, OptionError> {
        Ok(Graph::random(&mut Rng::new(0)))
    }
    fn options(&self) -> &Options {
        &self.options
    }
    fn start(&self) -> (u8, u8) {
        (0, 0)
    }
    fn turn(&self, position: &(u8, u8)) -> Turn {
        Turn::Player(self.owners[usize::from(position.0)])
    }
    fn moves(&self, position: &(u8, u8), moves: &mut Vec<u8>) {
        moves.clear();
        if self.outcome(position).is_none() {
            moves.extend(&self.ways[usize::from(position.0)]);
        }
    }
    fn play(&self, position: &mut (u8, u8), mv: u8) {
        *position = (mv, position.1 + u8::from(self.most_steps.is_some()));
    }
    fn outcome(&self, position: &(u8, u8)) -> Option<Outcome> {
        let place = usize::from(position.0);
        if self.ways[place].is_empty() {
            return Some(Outcome { winner: self.ends[place], reason: "end" });
        }
        self.most_steps.is_some_and(|most| position.1 >= most).then(|| Outcome::draw("steps"))
    }
    fn key(&self, position: &(u8, u8)) -> u64 {
        mix(u64::from(position.0) + 1)
    }
    fn repetition(&self) -> Option<u32> {
        Some(self.limit)
    }
    fn reversible(&self, _: &(u8, u8)) -> u32 {
        u32::MAX
    }
}

/// A random game on a random graph, some moves played, and who wins it.
fn random_history(rng: &mut Rng) -> Option<(History<Graph>, Option<Player>)> {
    let game = Arc::new(Graph::random(rng));
    let mut history = History::new(game.clone(), game.start());
    for _ in 0..rng.below(4) {
        let moves = history.moves();
        if !moves.is_empty() {
            history.play(moves[rng.below(moves.len() as u32) as usize]);
        }
    }
    if history.outcome().is_some() {
        return None;
    }
    let winner = Exhaustive::new(20_000).winner(&mut history).ok()?;
    Some((history, winner))
}

#[test]
fn no_proof_is_wrong_where_positions_repeat() {
    let mut rng = Rng::new(21);
    let (mut sure, mut unsure) = (0, 0);
    for _ in 0..6_000 {
        let Some((history, winner)) = random_history(&mut rng) else { continue };
        for player in Player::BOTH {
            let text = format!("{:?} of {:?}", history.position(), history.game());
            match unwatched(|watch| Prover::new(0).prove(&history, player, &nodes(200_000), watch)) {
                Proof::Win { .. } => assert_eq!(winner, Some(player), "{text}"),
                Proof::NoWin { .. } => assert_ne!(winner, Some(player), "{text}"),
                Proof::Unknown { .. } => {
                    unsure += 1;
                    continue;
                }
            }
            sure += 1;
        }
    }
    // Being careful about repetition must not mean to know nothing.
    assert!(sure > 5_000 && unsure * 50 < sure, "{sure} proofs, {unsure} without");
}

#[test]
fn the_tree_is_exact_where_positions_repeat() {
    let mut rng = Rng::new(22);
    for _ in 0..1_000 {
        let Some((history, winner)) = random_history(&mut rng) else { continue };
        let mut agent = Mcts::<Graph, _>::new(MctsConfig::default(), Playout);
        let limits = Limits { nodes: Some(2_000_000), ..playouts(50_000) };
        let thought = unwatched(|watch| agent.think(&history, &limits, watch)).expect("a move");
        let text = format!("{:?} of {:?}", history.position(), history.game());
        let mover = history.game().turn(history.position()).player();
        match Value::of(thought.info.score) {
            Value::Win(_) => assert_eq!(winner, mover, "{text}"),
            Value::Loss(_) => assert!(winner.is_some() && winner != mover, "{text}"),
            Value::Points(_) => assert_eq!(winner, None, "{text}"),
        }
    }
}
