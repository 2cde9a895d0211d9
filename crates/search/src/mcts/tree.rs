use std::sync::OnceLock;
use std::sync::atomic::{
    AtomicBool, AtomicU32,
    Ordering::{Acquire, Relaxed, Release},
};

use agon_core::{Player, Turn};

use super::amaf::Table;
use super::node::{Node, ONE, Proof};

/// [`Node::block`] of a node without children…
const NONE: u32 = 0;
/// …and of one that a thread is finding the children of. Anything else is the
/// number of a block plus one.
const BUSY: u32 = u32::MAX;
/// How many blocks are made room for at once.
const CHUNK: u32 = 1 << 10;

/// The children of one node, next to each other in the order of the game's list.
#[derive(Debug)]
pub(super) struct Block<M> {
    /// Who chooses among them.
    pub turn: Turn,
    /// At least one.
    pub children: Box<[Node<M>]>,
    /// Whether a child is known to be a draw.
    pub drawn: AtomicBool,
    /// The number of each child's move, where statistics are kept by move.
    pub ids: Box<[u32]>,
    /// Statistics by move of the games that went through this node, once there are enough.
    pub amaf: OnceLock<Table>,
}

impl<M> Block<M> {
    /// What the children's proofs prove of their parent: a player wins if one
    /// child wins, and gets the best of what is left if all are proven
    /// (Winands, Björnsson, Saito 2008, "Monte-Carlo Tree Search Solver").
    /// Chance proves what all its outcomes agree on. Notes whether a draw is in hand.
    pub fn proof(&self) -> Option<Proof> {
        match self.turn {
            Turn::Player(player) => self.proof_for(player),
            Turn::Chance => {
                let first = self.children[0].proof()?;
                let mut plies = 0;
                for child in &self.children {
                    let proof = child.proof().filter(|proof| proof.winner == first.winner)?;
                    plies = plies.max(proof.plies);
                }
                Some(Proof { winner: first.winner, plies: plies + 1 })
            }
        }
    }

    /// What a value found below means here: a player who has a draw in hand
    /// gets no less.
    #[inline]
    pub fn at_least_drawn(&self, value: u64) -> u64 {
        match self.turn {
            Turn::Player(Player::One) if self.drawn.load(Relaxed) => value.max(ONE / 2),
            Turn::Player(Player::Two) if self.drawn.load(Relaxed) => value.min(ONE / 2),
            _ => value,
        }
    }

    fn proof_for(&self, player: Player) -> Option<Proof> {
        let (mut win, mut draw, mut loss) = (None, None, None);
        let mut open = false;
        for child in &self.children {
            match child.proof() {
                None => open = true,
                Some(Proof { winner: None, plies }) => draw = draw.max(Some(plies)),
                Some(Proof { winner: Some(winner), plies }) if winner == player => {
                    win = Some(win.map_or(plies, |nearest: u16| nearest.min(plies)));
                }
                Some(Proof { plies, .. }) => loss = loss.max(Some(plies)),
            }
        }
        if let Some(plies) = win {
            return Some(Proof { winner: Some(player), plies: plies + 1 });
        }
        if draw.is_some() {
            self.drawn.store(true, Relaxed);
        }
        if open {
            return None;
        }
        match draw {
            Some(plies) => Some(Proof { winner: None, plies: plies + 1 }),
            None => loss.map(|plies| Proof { winner: Some(!player), plies: plies + 1 }),
        }
    }
}

/// Room for blocks, made when it is first needed.
type Chunk<M> = Box<[OnceLock<Block<M>>]>;

/// The tree: blocks of children in an arena, by number. It grows while several
/// threads walk it; what has once been added never moves or goes.
#[derive(Debug)]
pub(super) struct Tree<M> {
    pub root: Node<M>,
    chunks: Box<[OnceLock<Chunk<M>>]>,
    blocks: AtomicU32,
    nodes: AtomicU32,
    most_nodes: u32,
}

impl<M: Copy + Eq> Tree<M> {
    /// A tree of a root alone, that may grow to so many nodes. (`any` is any move.)
    pub fn new(any: M, most_nodes: u32) -> Self {
        let most_nodes = most_nodes.min(u32::MAX / 2);
        let chunks = (0..=most_nodes / CHUNK).map(|_| OnceLock::new()).collect();
        Tree { root: Node::new(any, 1.0), chunks, blocks: AtomicU32::new(0), nodes: AtomicU32::new(0), most_nodes }
    }

    /// The children of a node, once they have been found.
    #[inline]
    pub fn block(&self, node: &Node<M>) -> Option<&Block<M>> {
        match node.block.load(Acquire) {
            NONE | BUSY => None,
            number => self.slot(number - 1).and_then(OnceLock::get),
        }
    }

    #[inline]
    fn slot(&self, index: u32) -> Option<&OnceLock<Block<M>>> {
        let chunk = self.chunks.get((index / CHUNK) as usize)?;
        let chunk = chunk.get_or_init(|| (0..CHUNK).map(|_| OnceLock::new()).collect());
        chunk.get((index % CHUNK) as usize)
    }

    /// Claims a node for finding its children: `false` if another thread has
    /// done so, or if the tree is full.
    pub fn claim(&self, node: &Node<M>) -> bool {
        !self.is_full() && node.block.compare_exchange(NONE, BUSY, Relaxed, Relaxed).is_ok()
    }

    /// Gives the children that were found of a claimed node.
    pub fn attach(&self, node: &Node<M>, block: Block<M>) -> Option<&Block<M>> {
        self.nodes.fetch_add(block.children.len() as u32, Relaxed);
        let index = self.blocks.fetch_add(1, Relaxed);
        let block = self.slot(index)?.get_or_init(|| block);
        node.block.store(index + 1, Release);
        Some(block)
    }

    /// Whether no more children can be added.
    pub fn is_full(&self) -> bool {
        self.nodes.load(Relaxed) >= self.most_nodes
    }

    /// How full it is, in thousandths.
    pub fn fullness(&self) -> u32 {
        let nodes = u64::from(self.nodes.load(Relaxed)) * 1000;
        (nodes / u64::from(self.most_nodes.max(1))).min(1000) as u32
    }

    /// The tree below the node that these moves lead to, if there is one and
    /// its children have been found.
    pub fn below(mut self, moves: &[M]) -> Option<Tree<M>> {
        let mut node = &self.root;
        for mv in moves {
            node = self.block(node)?.children.iter().find(|child| child.mv == *mv)?;
        }
        self.block(node)?;
        let mut tree = Tree::new(node.mv, self.most_nodes);
        if let Some(proof) = node.proof() {
            tree.root.prove(proof);
        }
        let (visits, sum) = self
            .block(node)?
            .children
            .iter()
            .fold((0, 0), |(visits, sum), child| (visits + child.visits(), sum + child.sum()));
        tree.root.reset(visits, sum);
        let number = node.block.load(Relaxed);
        tree.root.block.store(number, Relaxed);

        // Blocks are moved in the order of their new numbers: each waits, in
        // its new place, for the old numbers of its children to be replaced.
        tree.move_in(&mut self, &tree.root);
        let mut moved = 0;
        while moved < tree.blocks.load(Relaxed) {
            if let Some(block) = tree.slot(moved).and_then(OnceLock::get) {
                for child in &block.children {
                    tree.move_in(&mut self, child);
                }
            }
            moved += 1;
        }
        Some(tree)
    }

    /// Moves the block of a node that still has its number in `old` in here.
    fn move_in(&self, old: &mut Tree<M>, node: &Node<M>) {
        let number = node.block.load(Relaxed);
        if number == NONE {
            return;
        }
        match old.take(number) {
            Some(block) => drop(self.attach(node, block)),
            None => node.block.store(NONE, Relaxed),
        }
    }

    fn take(&mut self, number: u32) -> Option<Block<M>> {
        let index = number.checked_sub(1)?;
        self.chunks.get_mut((index / CHUNK) as usize)?.get_mut()?.get_mut((index % CHUNK) as usize)?.take()
    }
}
