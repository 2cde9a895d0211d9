//! How fast the searches are: `cargo run --release -p agon-search --example speed`.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use agon_core::{Evaluation, Game, History, Notation, Options, Outcome, Player, Registered, Tracked};
use agon_games::{Rhythmomachy, RhythmomachyPosition, Visitor, visit_all};
use agon_search::{Agent, AlphaBeta, AlphaBetaConfig, Info, LeafValue, Limits, Minimax, Watch};

/// The leaf of the program of 1999, as fast as the position allows.
#[derive(Clone, Debug)]
struct Sledge;

const CENTRE: [u64; 3] = {
    // Squares at king-distance 0, 1 and 2 from the centre.
    let mut rings = [0; 3];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let f = if file < 4 { 3 - file } else { file - 4 };
        let r = if rank < 4 { 3 - rank } else { rank - 4 };
        let distance = if f > r { f } else { r };
        if distance < 3 {
            rings[distance as usize] |= 1 << square;
        }
        square += 1;
    }
    rings
};

impl LeafValue<Rhythmomachy> for Sledge {
    type State = ();

    fn state(&self, _: &Rhythmomachy, _: &RhythmomachyPosition) {}

    #[inline]
    fn leaf(&self, _: &Rhythmomachy, at: &Tracked<RhythmomachyPosition, ()>, me: Player) -> i64 {
        let position = &at.position;
        let endangered = (position.reach(me) & position.pieces(!me)).count_ones();
        let own = position.pieces(me);
        let centre: u32 = (0..3).map(|ring| (3 - ring as u32) * (own & CENTRE[ring]).count_ones()).sum();
        1_000_000 * i64::from(position.captures(me))
            + 10_000 * i64::from(position.points(me))
            + 100 * i64::from(endangered)
            + i64::from(centre)
    }
    fn decided(&self, outcome: Outcome, level: u32, me: Player) -> i64 {
        let worth = (32_000 - i64::from(level)) * 1_000_000;
        outcome.winner.map_or(0, |winner| if winner == me { worth } else { -worth })
    }
}

fn sledge() {
    let game = Arc::new(Rhythmomachy::new(Options::defaults(Rhythmomachy::INFO.options)).unwrap());
    let mut history = History::new(Arc::clone(&game), game.start());
    history.play(history.find_move("b3c5").unwrap());
    for (depth, prune, threads) in [(1, false, 1), (4, false, 1), (4, true, 1), (4, false, 2), (4, true, 2)] {
        let start = Instant::now();
        let minimax = Minimax { prune, threads, ..Minimax::new(Sledge, depth) };
        let found = minimax.search(&history, &Limits::default(), &AtomicBool::new(false)).unwrap();
        let speed = found.nodes as f64 / start.elapsed().as_secs_f64() / 1e6;
        let mv = game.move_text(history.position(), found.mv);
        println!("sledge depth {depth} prune {prune} threads {threads}: {mv} {} nodes, {speed:.1} M/s", found.nodes);
    }
}

fn alphabeta<G: Game, E: Evaluation<G>>(history: &History<G>, evaluation: E, config: AlphaBetaConfig, what: &str) {
    let mut agent = AlphaBeta::<G, E>::new(evaluation, config);
    let limits = Limits { time: Some(Duration::from_secs(5)), ..Limits::default() };
    let mut report = |_: &Info<G::Move>| ();
    let mut watch = Watch::new(Arc::new(AtomicBool::new(false)), &mut report);
    let info = agent.think(history, &limits, &mut watch).unwrap().info;
    let speed = info.nps() as f64 / 1e6;
    println!(
        "{} {what}: depth {} ({}) {} nodes, {speed:.2} M/s, {:?}, full {}",
        G::INFO.name,
        info.depth,
        info.seldepth,
        info.nodes,
        info.time,
        info.hashfull
    );
    println!("   {:?} {:?}", agon_search::Value::of(info.score), info.pv.iter().take(20).collect::<Vec<_>>());
}

struct Speeds;
impl Visitor for Speeds {
    type Output = ();
    fn visit<G: Registered>(&mut self) {
        if std::env::args().nth(1).is_some_and(|only| only != G::INFO.name) {
            return;
        }
        let game = Arc::new(G::new(Options::defaults(G::INFO.options)).unwrap());
        let mut history = History::new(Arc::clone(&game), game.start());
        if G::INFO.name == "andantino" {
            for mv in ["j11", "k11", "i10"] {
                history.play(history.find_move(mv).unwrap());
            }
        }
        alphabeta(&history, agon_core::NoEvaluation, AlphaBetaConfig::default(), "no evaluation");
        alphabeta(&history, G::Evaluation::default(), AlphaBetaConfig::default(), "own evaluation");
        alphabeta(
            &history,
            G::Evaluation::default(),
            AlphaBetaConfig { threads: 2, ..Default::default() },
            "2 threads",
        );
    }
}

fn main() {
    if std::env::args().len() == 1 {
        sledge();
    }
    visit_all(&mut Speeds);
}
