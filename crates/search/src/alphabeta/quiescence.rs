use agon_core::{Evaluation, Game, TrackedBy};

use super::MOST_PLIES;
use super::order::{Frames, Node};
use super::search::{INFINITE, Worker};
use crate::Score;

impl<G: Game, E: Evaluation<G>> Worker<'_, G, E> {
    /// What a position at the end of a line is worth, once forcing moves have
    /// been followed. A side may always stop and take the judgement, except
    /// when it has one move only.
    pub fn quiesce(
        &mut self,
        (frame, below): Frames<'_, G::Move>,
        at: &TrackedBy<G, E>,
        node: Node<G::Move>,
        (mut alpha, beta): (Score, Score),
    ) -> Score {
        self.seldepth = self.seldepth.max(node.ply);
        self.judged = true;
        let judgement = at.judge(self.game, self.evaluation);
        let deep = node.depth <= -(self.config.quiescence as i32) || node.ply >= MOST_PLIES;
        if deep || judgement >= beta || self.looks_left == 0 {
            return judgement;
        }
        let only = frame.list_forcing((self.game, self.evaluation, at), self.config);
        let mut best = if only { -INFINITE } else { judgement };
        alpha = alpha.max(best);
        self.looks_left = if frame.moves.is_empty() { self.looks_left - 1 } else { u32::MAX };
        self.arrange(frame, at, node, None);
        for n in 0..frame.moves.len() {
            let (mv, _) = if self.config.orders() { frame.pick(n) } else { frame.at(n) };
            let mut next = *at;
            next.play(self.game, self.evaluation, mv);
            self.nodes += 1;
            self.line.enter(self.game, &next.position);
            let child =
                Node { mover: self.mover(&next.position), ply: node.ply + 1, depth: node.depth - 1, last: Some(mv) };
            let score = self.child(below, &next, (node.mover, child), (alpha, beta));
            self.line.leave();
            if self.stopped {
                break;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                frame.extend_pv(mv, below);
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }
}
