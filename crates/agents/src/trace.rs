use agon_core::{Game, History, Notation, Turn};
use agon_search::{Bound, Trace, Value, Why};

/// The log of a search, its moves in text.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceText {
    /// The positions that the search looked at, each after the one that it follows from.
    pub nodes: Vec<TraceLine>,
    /// Positions that were not kept, because there were too many.
    pub left_out: u64,
}

/// A position that a search looked at. All scores are from the side of the player who searches.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceLine {
    /// The place of the node that its move was made in; `None` for the root.
    pub parent: Option<u32>,
    /// The iteration, where there are iterations.
    pub iteration: u32,
    /// The move that leads here.
    pub mv: String,
    /// Who is to move here.
    pub turn: Turn,
    /// How many plies from the root.
    pub ply: u32,
    /// Plies that were left to look ahead; less than 0 where forcing moves are followed.
    pub depth: i32,
    /// What the searcher was sure of and what the opponent was; `None` for as much or as little as can be.
    pub window: Option<(Option<Value>, Option<Value>)>,
    /// What was found.
    pub score: Value,
    /// What the score says about the true one.
    pub bound: Bound,
    /// Why it was looked at no further.
    pub why: Why,
    /// Visits and player 1's mean chance, by a search that counts.
    pub visits: Option<(u32, f64)>,
}

/// The log of a search of this position in text.
pub(crate) fn trace_in_text<G: Notation>(history: &History<G>, trace: Trace<G::Move>) -> TraceText {
    let game = history.game();
    let mut at: Vec<(G::Position, u32)> = Vec::with_capacity(trace.nodes.len());
    let mut lines = Vec::with_capacity(trace.nodes.len());
    // Further than any score is where a window has no edge.
    let edge = |score: i32| (score.abs() <= Value::WIN).then(|| Value::of(score));
    for node in trace.nodes {
        let root = (*history.position(), 0);
        let (mut position, ply) = node.parent.map_or(root, |parent| at[parent as usize]);
        let mv = game.move_text(&position, node.mv);
        let bound = node.bound();
        Game::play(game, &mut position, node.mv);
        at.push((position, ply + 1));
        lines.push(TraceLine {
            parent: node.parent,
            iteration: node.iteration,
            mv,
            turn: game.turn(&position),
            ply: ply + 1,
            depth: node.depth,
            window: node.window.map(|(alpha, beta)| (edge(alpha), edge(beta))),
            score: Value::of(node.score),
            bound,
            why: node.why,
            visits: node.visits,
        });
    }
    TraceText { nodes: lines, left_out: trace.left_out }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use agon_core::Options;
    use agon_search::Limits;

    use super::*;
    use crate::{Report, Settings, make};

    fn traced(agent: &str, most: u32) -> (Report, TraceText) {
        let info = agon_games::game_of("connect4").unwrap();
        let game = agon_games::open("connect4", Options::usual(info.options)).unwrap();
        let mut thinker = make(&*game, &agent.parse().unwrap(), Settings::default()).unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let plain = make(&*game, &agent.parse().unwrap(), Settings::default())
            .unwrap()
            .think(&*game.start(), &Limits::default(), &stop, &mut |_| {})
            .unwrap();
        let (report, trace) =
            thinker.think_traced(&*game.start(), &Limits::default(), &stop, &mut |_| {}, most).unwrap();
        // To be watched changes nothing.
        assert_eq!((&report.best, report.nodes, report.score), (&plain.best, plain.nodes, plain.score), "{agent}");
        (report, trace)
    }

    #[test]
    fn alpha_beta_writes_down_every_move_that_it_makes() {
        let (report, trace) = traced("alphabeta:depth=5", 1_000_000);
        assert_eq!(trace.left_out, 0);
        // Lines that are searched again with another window stand there again.
        assert!(trace.nodes.len() as u64 >= report.nodes, "{} of {}", trace.nodes.len(), report.nodes);
        for whys in [Why::Cut, Why::Leaf, Why::Searched, Why::Table] {
            assert!(trace.nodes.iter().any(|node| node.why == whys), "{whys:?}");
        }
        // What the last iteration found of the best move is the answer.
        let best = report.best.unwrap();
        let last = trace.nodes.iter().rfind(|node| node.ply == 1 && node.mv == best && node.bound == Bound::Exact);
        assert_eq!(last.map(|node| (node.iteration, node.score)), Some((5, report.score)));
        for node in &trace.nodes {
            let parent = node.parent.map(|parent| &trace.nodes[parent as usize]);
            assert_eq!(parent.map_or(0, |parent| parent.ply) + 1, node.ply);
        }
    }

    #[test]
    fn what_has_no_room_is_counted() {
        let (_, whole) = traced("alphabeta:depth=4", 1_000_000);
        let (_, part) = traced("alphabeta:depth=4", 100);
        assert_eq!(part.nodes.len(), 100);
        assert_eq!(part.left_out, (whole.nodes.len() - 100) as u64);
        assert!(
            part.nodes
                .iter()
                .zip(&whole.nodes)
                .all(|(part, whole)| (part.parent, &part.mv) == (whole.parent, &whole.mv))
        );
    }

    #[test]
    fn a_tree_search_writes_down_its_tree() {
        let (report, trace) = traced("mcts:playouts=300", 10_000);
        let roots: Vec<_> = trace.nodes.iter().filter(|node| node.parent.is_none()).collect();
        let visits = |mv: &str| roots.iter().find(|node| node.mv == mv).and_then(|node| Some(node.visits?.0));
        for (mv, known, _) in &report.root {
            assert_eq!(visits(mv).map(u64::from), Some(*known), "{mv}");
        }
        let (_, part) = traced("mcts:playouts=300", 50);
        assert!(part.nodes.len() == 50 && part.left_out > 0);
        // Agents without a log of their own leave it empty.
        assert_eq!(traced("random", 10).1, TraceText { nodes: Vec::new(), left_out: 0 });
    }
}
