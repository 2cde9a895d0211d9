use agon_core::{Game, History, Player, Turn};

use super::Mcts;
use super::node::Node;
use super::report::score;
use super::tree::Tree;
use crate::line::Line;
use crate::{Evaluator, Seen};

impl<G: Game, V: Evaluator<G>> Mcts<G, V> {
    /// The tree that the last search, which was from here, left, if trees are
    /// kept. Moves that were never tried are counted only.
    pub fn seen(&self, history: &History<G>) -> Option<Seen<G::Move>> {
        let Turn::Player(searcher) = history.game().turn(history.position()) else { return None };
        let tree = self.tree()?;
        let mut walk = Walk { game: history.game(), tree, searcher, line: Line::new(history), steps: 0 };
        Some(Seen { mv: None, ..walk.visit(&tree.root, history.position()) })
    }
}

struct Walk<'w, G: Game> {
    game: &'w G,
    tree: &'w Tree<G::Move>,
    searcher: Player,
    line: Line,
    steps: u32,
}

impl<G: Game> Walk<'_, G> {
    fn visit(&mut self, node: &Node<G::Move>, position: &G::Position) -> Seen<G::Move> {
        let mut seen = Seen::new(Some(node.mv), self.game.turn(position), self.steps);
        self.steps += 1;
        seen.end = self.line.outcome(self.game, position);
        seen.score = Some(score(node, self.searcher, 0, true));
        seen.visits = node.visits();
        seen.chance = Some(node.mean());
        let Some(block) = self.tree.block(node) else { return seen };
        let mut tried: Vec<&Node<G::Move>> = block.children.iter().filter(|child| child.visits() > 0).collect();
        seen.unseen = (block.children.len() - tried.len()) as u32;
        tried.sort_by_key(|child| std::cmp::Reverse(child.visits()));
        for child in tried {
            let mut next = *position;
            self.game.play(&mut next, child.mv);
            self.line.enter(self.game, &next);
            seen.children.push(self.visit(child, &next));
            self.line.leave();
        }
        seen
    }
}
