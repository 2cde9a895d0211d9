use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_core::{DynPlay, Game, History, Notation, Registered};
use agon_games::Visitor;
use agon_search::{Agent, Explored, Limits, Mcts, MctsConfig, Playout, Seen, Watch};

use crate::{Settings, ThinkError};

/// How a tree is searched that is to be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Every line.
    Minimax,
    /// Every line that can matter.
    AlphaBeta,
    /// The moves that look best so far, by random games.
    Mcts,
}

/// Searches a little and gives the whole tree, its moves in text. The first
/// two look so many half moves ahead, as far as so many moves allow; the third
/// plays so many games.
pub fn explore(
    play: &dyn DynPlay,
    algorithm: Algorithm,
    most_depth: u32,
    most_nodes: u32,
) -> Result<Explored<String>, ThinkError> {
    struct Explore<'e>(&'e dyn DynPlay, Algorithm, u32, u32);
    impl Visitor for Explore<'_> {
        type Output = Result<Explored<String>, ThinkError>;
        fn visit<G: Registered>(&mut self) -> Self::Output {
            let history: &History<G> = self.0.as_any().downcast_ref().ok_or(ThinkError::OtherGame)?;
            let explored = match self.1 {
                Algorithm::Mcts => play_out(history, self.3)?,
                algorithm => {
                    let prune = algorithm == Algorithm::AlphaBeta;
                    agon_search::explore(history, &G::Evaluation::default(), prune, self.2, self.3)?
                }
            };
            let best = history.game().move_text(history.position(), explored.best);
            let root = in_text(&mut history.clone(), explored.root);
            Ok(Explored { root, best, depth: explored.depth, nodes: explored.nodes })
        }
    }
    let mut visitor = Explore(play, algorithm, most_depth, most_nodes);
    agon_games::visit(play.info().name, &mut visitor).map_err(|_| ThinkError::OtherGame)?
}

/// The tree of so many random games.
fn play_out<G: Game>(history: &History<G>, games: u32) -> Result<Explored<G::Move>, ThinkError> {
    let config = MctsConfig::default().with_memory::<G>(1).with_seed(Settings::default().seed);
    let mut mcts = Mcts::new(config, Playout);
    let limits = Limits { playouts: Some(u64::from(games.max(1))), ..Limits::default() };
    let mut unheard = |_: &_| {};
    let thought = mcts.think(history, &limits, &mut Watch::new(Arc::new(AtomicBool::new(false)), &mut unheard))?;
    let root = mcts.seen(history).ok_or(ThinkError::OtherGame)?;
    Ok(Explored { root, depth: thought.info.depth, nodes: thought.info.nodes as u32, best: thought.mv })
}

/// The tree with its moves as text, from where the game stands.
fn in_text<G: Notation>(history: &mut History<G>, seen: Seen<G::Move>) -> Seen<String> {
    let mut children = Vec::with_capacity(seen.children.len());
    for child in seen.children {
        let Some(mv) = child.mv else { continue };
        let text = history.game().move_text(history.position(), mv);
        history.play(mv);
        children.push(Seen { mv: Some(text), ..in_text(history, child) });
        history.undo();
    }
    Seen {
        mv: None,
        children,
        turn: seen.turn,
        step: seen.step,
        score: seen.score,
        bound: seen.bound,
        window: seen.window,
        cut: seen.cut,
        end: seen.end,
        visits: seen.visits,
        chance: seen.chance,
        unseen: seen.unseen,
    }
}
