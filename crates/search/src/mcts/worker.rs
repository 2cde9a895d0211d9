use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use agon_core::{Game, Keys, Player, Rng, Turn};

use super::amaf::{KnownNumbers, Numbers, Table};
use super::config::MctsConfig;
use super::node::{Node, ONE, Proof, fixed};
use super::select::select;
use super::tree::{Block, Tree};
use crate::evaluator::{At, worth};
use crate::line::outcome_at;
use crate::{Evaluator, Leaf, Tablebase, Visit};

/// What one thread keeps from move to move.
#[derive(Clone, Debug)]
pub(super) struct Seat<V> {
    pub evaluator: V,
    pub rng: Rng,
}

/// One thread's walk through the tree, again and again from the root.
pub(super) struct Worker<'t, G: Game, V: Evaluator<G>> {
    game: &'t G,
    config: MctsConfig,
    tree: &'t Tree<G::Move>,
    numbers: &'t Numbers<G::Move>,
    tablebase: Option<&'t Tablebase>,
    seat: &'t mut Seat<V>,
    root: At<G, V>,
    /// Whether no other thread walks the tree.
    alone: bool,
    /// The occurrence of a position that is a draw, where positions repeat.
    limit: Option<u32>,
    keys: Keys,
    walk: Walk<'t, G::Move>,
    /// Walks whose leaves wait to be evaluated, and…
    waiting: Vec<Walk<'t, G::Move>>,
    /// …their leaves.
    leaves: Vec<Leaf<G, V::State>>,
    moves: Vec<G::Move>,
    priors: Vec<f32>,
    ids: Vec<(Player, u32)>,
    known: KnownNumbers<G::Move>,
    /// Moves made so far.
    pub nodes: u64,
    /// The longest walk so far.
    pub deepest: u32,
}

/// A way from the root to a leaf.
#[derive(Debug)]
struct Walk<'t, M> {
    /// The nodes, the root first…
    path: Vec<&'t Node<M>>,
    /// …and the blocks from which each but the first was chosen.
    blocks: Vec<&'t Block<M>>,
    /// The players' moves, and those of a playout after them, where statistics are kept by move.
    told: Vec<(Player, M)>,
}

impl<M> Default for Walk<'_, M> {
    fn default() -> Self {
        Walk { path: Vec::new(), blocks: Vec::new(), told: Vec::new() }
    }
}

impl<M> Walk<'_, M> {
    fn clear(&mut self) {
        self.path.clear();
        self.blocks.clear();
        self.told.clear();
    }
}

/// Where a walk has ended.
enum Arrival {
    /// At a node of which it is known what it is worth to player 1.
    Known(u64),
    /// At one that has to be evaluated.
    Leaf,
}

/// What a search is about: the same for all its threads.
pub(super) struct Subject<'t, G: Game> {
    pub game: &'t G,
    pub config: MctsConfig,
    pub tree: &'t Tree<G::Move>,
    pub numbers: &'t Numbers<G::Move>,
    pub root: G::Position,
    /// The keys of the game so far.
    pub keys: &'t Keys,
    /// What is certain, where somebody has built a table.
    pub tablebase: Option<&'t Tablebase>,
    pub alone: bool,
}

impl<'t, G: Game, V: Evaluator<G>> Worker<'t, G, V> {
    pub fn new(subject: &Subject<'t, G>, seat: &'t mut Seat<V>) -> Self {
        let root = At::<G, V> { position: subject.root, state: seat.evaluator.state(subject.game, &subject.root) };
        Worker {
            game: subject.game,
            config: subject.config,
            tree: subject.tree,
            numbers: subject.numbers,
            tablebase: subject.tablebase,
            seat,
            root,
            alone: subject.alone,
            limit: subject.game.repetition(),
            keys: subject.keys.clone(),
            walk: Walk::default(),
            waiting: Vec::new(),
            leaves: Vec::new(),
            moves: Vec::new(),
            priors: Vec::new(),
            ids: Vec::new(),
            known: KnownNumbers::new(),
            nodes: 0,
            deepest: 0,
        }
    }

    /// Finds the root's children, if nobody has; all walks begin by choosing
    /// among them.
    pub fn open_root(&mut self) {
        if self.tree.block(&self.tree.root).is_none() {
            let root = self.root;
            self.expand(&self.tree.root, &root);
        }
    }

    /// How many leaves are gathered before they are evaluated.
    pub fn batch_size(&self) -> u64 {
        self.seat.evaluator.batch_size() as u64
    }

    /// One walk down the tree and back, or as many as are gathered but `most`
    /// at most; gives how many.
    pub fn iterate(&mut self, most: u64) -> u64 {
        let batch = self.batch_size().min(most);
        if batch > 0 {
            return self.gather(batch);
        }
        let mut at = self.root;
        let value = match self.go(&mut at) {
            Arrival::Known(value) => value,
            Arrival::Leaf => self.leaf(&at),
        };
        self.back_up(value);
        self.come_back();
        1
    }

    /// Some walks whose leaves are evaluated together.
    fn gather(&mut self, walks: u64) -> u64 {
        for _ in 0..walks {
            let mut at = self.root;
            match self.go(&mut at) {
                Arrival::Known(value) => {
                    self.back_up(value);
                    self.come_back();
                }
                Arrival::Leaf => {
                    self.come_back();
                    self.leaves.push(Leaf { at, value: 0.5, priors: Vec::new() });
                    self.waiting.push(std::mem::take(&mut self.walk));
                }
            }
        }
        if self.leaves.is_empty() {
            return walks;
        }
        let mut leaves = std::mem::take(&mut self.leaves);
        let mut visit = Visit { keys: &mut self.keys, rng: &mut self.seat.rng, nodes: &mut self.nodes, told: None };
        self.seat.evaluator.evaluate(self.game, &mut leaves, &mut visit);
        for leaf in leaves.drain(..).rev() {
            let Some(walk) = self.waiting.pop() else { break };
            self.walk = walk;
            self.expand_with(leaf.priors, &leaf.at.position);
            self.back_up(fixed(leaf.value));
        }
        self.leaves = leaves;
        walks
    }

    /// Gives the last node of the walk the children that came with its value, if any did. What
    /// chance draws has probabilities, whatever is said of it.
    fn expand_with(&mut self, priors: Vec<(G::Move, f32)>, position: &G::Position) {
        let Some(node) = self.walk.path.last().copied() else { return };
        if priors.is_empty() || self.game.turn(position) == Turn::Chance || !self.tree.claim(node) {
            return;
        }
        (self.moves, self.priors) = priors.into_iter().unzip();
        // Whether a child ends the game by repetition depends on the whole line.
        if self.limit.is_some() {
            let mut before = self.root.position;
            for node in &self.walk.path[1..] {
                self.game.play(&mut before, node.mv);
                self.keys.push(self.game.key(&before));
            }
        }
        self.attach(node, position);
        self.come_back();
    }

    /// Walks down the tree from the root.
    fn go(&mut self, at: &mut At<G, V>) -> Arrival {
        self.walk.clear();
        let arrival = self.descend(at);
        self.deepest = self.deepest.max(self.walk.blocks.len() as u32);
        arrival
    }

    /// Takes the moves of the walk back.
    fn come_back(&mut self) {
        if self.limit.is_some() {
            for _ in 0..self.walk.blocks.len() {
                self.keys.pop();
            }
        }
    }

    fn descend(&mut self, at: &mut At<G, V>) -> Arrival {
        let tree = self.tree;
        let mut node = &tree.root;
        let mut reference: Option<&Table> = None;
        loop {
            let seen = self.enter(node);
            if let Some(proof) = node.proof() {
                return Arrival::Known(proof.value());
            }
            let block = match tree.block(node) {
                Some(block) => block,
                None if seen == 0 => return self.first_visit(node, &at.position),
                // A node has children only once it is visited again: most never are.
                None => match self.expand(node, at) {
                    Some(block) => block,
                    None => return Arrival::Leaf,
                },
            };
            if let Some(proof) = node.proof() {
                return Arrival::Known(proof.value());
            }
            reference = self.reference(block, seen).or(reference);
            let Some(index) = select(&self.config, node, block, reference, &mut self.seat.rng) else {
                // Another thread has proven the last child just now.
                settle(node, block);
                return Arrival::Known(node.proof().map_or(ONE / 2, Proof::value));
            };
            node = &block.children[index];
            if self.config.amaf.is_some()
                && let Turn::Player(player) = block.turn
            {
                self.walk.told.push((player, node.mv));
            }
            self.seat.evaluator.play(self.game, at, node.mv);
            self.nodes += 1;
            if self.limit.is_some() {
                self.keys.push(self.game.key(&at.position));
            }
            self.walk.blocks.push(block);
        }
    }

    /// The statistics by move of the last node of the path, if it has enough.
    /// The root always has some, so that there is something to refer to.
    fn reference(&self, block: &'t Block<G::Move>, seen: u32) -> Option<&'t Table> {
        let amaf = self.config.amaf?;
        let at_root = self.walk.path.len() == 1;
        if at_root || seen >= amaf.reference {
            let table = block.amaf.get_or_init(|| Table::new(self.numbers.len()));
            (at_root || seen >= amaf.reference.saturating_mul(2)).then_some(table)
        } else {
            None
        }
    }

    /// Puts a node on the path; gives its visits so far. Among several
    /// threads the visit counts as lost at first, so that they spread
    /// (Chaslot, Winands, van den Herik 2008, "Parallel Monte-Carlo Tree Search").
    fn enter(&mut self, node: &'t Node<G::Move>) -> u32 {
        let seen = if self.alone { node.visits() } else { node.enter(self.guess(self.walk.path.len())) };
        self.walk.path.push(node);
        seen
    }

    /// What a visit to a node counts as before its value is known.
    fn guess(&self, ply: usize) -> u64 {
        let chooser = ply.checked_sub(1).map(|ply| self.walk.blocks[ply].turn);
        if chooser == Some(Turn::Player(Player::Two)) { ONE } else { 0 }
    }

    fn first_visit(&mut self, node: &Node<G::Move>, position: &G::Position) -> Arrival {
        // With the solver, endings are marked when children are found.
        if !self.config.solver
            && let Some(outcome) = outcome_at(self.game, position, &self.keys, self.limit)
        {
            node.prove(Proof { winner: outcome.winner, plies: 0 });
            return Arrival::Known(fixed(worth(outcome)));
        }
        Arrival::Leaf
    }

    fn leaf(&mut self, at: &At<G, V>) -> u64 {
        let told = self.config.amaf.is_some().then_some(&mut self.walk.told);
        let mut visit = Visit { keys: &mut self.keys, rng: &mut self.seat.rng, nodes: &mut self.nodes, told };
        fixed(self.seat.evaluator.value(self.game, at, &mut visit))
    }

    /// Finds the children of a node; `None` if another thread is at it, or
    /// there is no more room.
    fn expand(&mut self, node: &'t Node<G::Move>, at: &At<G, V>) -> Option<&'t Block<G::Move>> {
        if !self.tree.claim(node) {
            return None;
        }
        let (game, position) = (self.game, &at.position);
        if game.turn(position) == Turn::Chance {
            game.moves(position, &mut self.moves);
            self.priors.clear();
            self.priors.extend(self.moves.iter().map(|mv| game.probability(position, *mv) as f32));
        } else {
            self.seat.evaluator.candidates(game, at, &mut self.moves);
            self.seat.evaluator.priors(game, at, &self.moves, &mut self.priors);
        }
        self.attach(node, position)
    }

    /// Gives a claimed node the children that were found.
    fn attach(&mut self, node: &'t Node<G::Move>, position: &G::Position) -> Option<&'t Block<G::Move>> {
        let turn = self.game.turn(position);
        let children: Box<[_]> =
            self.moves.iter().zip(&self.priors).map(|(mv, prior)| Node::new(*mv, *prior)).collect();
        if self.config.solver {
            self.mark_endings(position, &children);
        }
        let mut block =
            Block { turn, children, drawn: AtomicBool::new(false), ids: Box::default(), amaf: OnceLock::new() };
        if self.config.amaf.is_some() {
            block.ids = self.moves.iter().map(|mv| self.known.of(*mv, self.numbers)).collect();
        }
        let block = self.tree.attach(node, block)?;
        if self.config.solver {
            settle(node, block);
        }
        Some(block)
    }

    /// Marks the children that end the game, so that no win is overlooked.
    fn mark_endings(&mut self, position: &G::Position, children: &[Node<G::Move>]) {
        for child in children {
            let mut after = *position;
            self.game.play(&mut after, child.mv);
            if self.limit.is_some() {
                self.keys.push(self.game.key(&after));
            }
            if let Some(outcome) = outcome_at(self.game, &after, &self.keys, self.limit) {
                child.prove(Proof { winner: outcome.winner, plies: 0 });
            } else if let Some(proof) = self.certain(&after) {
                child.prove(proof);
            }
            if self.limit.is_some() {
                self.keys.pop();
            }
        }
        self.nodes += children.len() as u64;
    }

    /// What a table of certain values proves of a position.
    fn certain(&self, position: &G::Position) -> Option<Proof> {
        let value = self.tablebase?.probe(self.game.kind(position))?;
        let mover = self.game.turn(position).player()?;
        let winner = match value {
            0 => None,
            1.. => Some(mover),
            _ => Some(!mover),
        };
        Some(Proof { winner, plies: u16::from(value.unsigned_abs()) })
    }

    /// Counts the value at every node of the path, and hands proofs up.
    fn back_up(&mut self, mut value: u64) {
        self.ids.clear();
        if self.config.amaf.is_some() {
            self.ids.extend(self.walk.told.iter().map(|(player, mv)| (*player, self.known.of(*mv, self.numbers))));
        }
        for ply in (0..self.walk.path.len()).rev() {
            let node = self.walk.path[ply];
            if let Some(block) = self.walk.blocks.get(ply) {
                if self.config.solver && self.walk.path[ply + 1].is_proven() {
                    settle(node, block);
                    value = node.proof().map_or(value, Proof::value);
                }
                value = block.at_least_drawn(value);
                if let Some(table) = block.amaf.get() {
                    self.count_moves(table, ply, value);
                }
            }
            if self.alone {
                node.add_alone(value);
            } else {
                node.correct(self.guess(ply), value);
            }
        }
    }

    /// Counts the value for every move that was made from this ply on.
    fn count_moves(&self, table: &Table, ply: usize, value: u64) {
        // Turns of chance are not told; they stand before no player's move of the path.
        let chances = self.walk.blocks[..ply].iter().filter(|block| block.turn == Turn::Chance).count();
        for (player, id) in &self.ids[ply - chances..] {
            table.add(*player, *id, value, self.alone);
        }
    }
}

/// Proves a node if its children do.
fn settle<M>(node: &Node<M>, block: &Block<M>) {
    if !node.is_proven()
        && let Some(proof) = block.proof()
    {
        node.prove(proof);
    }
}
