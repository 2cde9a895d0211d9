use std::time::Duration;

use agon_core::{Game, History, Player, Rng, Tracked, Turn};

use super::config::{GumbelConfig, GumbelTraining};
use super::halving::schedule;
use super::policy::{improved, largest, select};
use super::report::describe;
use super::tree::{Node, Proof, Tree};
use crate::agent::choices;
use crate::evaluator::At;
use crate::line::Line;
use crate::{Agent, Budget, Evaluator, Leaf, Limits, SearchError, Thought, Visit, Watch};

/// Time between two reports.
const REPORT_EVERY: Duration = Duration::from_millis(500);
/// Where only a depth is asked for: playouts for each ply of it.
const PLAYOUTS_PER_PLY: u64 = 16;

/// Gumbel `AlphaZero` with what `V` knows of the game.
#[derive(Debug)]
pub struct Gumbel<V> {
    config: GumbelConfig,
    evaluator: V,
    rng: Rng,
}

impl<V> Gumbel<V> {
    /// A search that asks this evaluator.
    pub fn new(config: GumbelConfig, evaluator: V) -> Self {
        Gumbel { rng: Rng::new(config.seed), config, evaluator }
    }
}

impl<G: Game, V: Evaluator<G>> Agent<G> for Gumbel<V> {
    fn think(
        &mut self,
        history: &History<G>,
        limits: &Limits,
        watch: &mut Watch<'_, G::Move>,
    ) -> Result<Thought<G::Move>, SearchError> {
        let moves = choices(history)?;
        let player = history.game().turn(history.position()).player().ok_or(SearchError::Chance)?;
        let mut search = Search {
            game: history.game(),
            config: self.config,
            player,
            at: Tracked {
                state: self.evaluator.state(history.game(), history.position()),
                position: *history.position(),
            },
            line: Line::new(history),
            tree: Tree { nodes: vec![Node::new(moves[0])] },
            nodes: 0,
            playouts: 0,
            deepest: 0,
            evaluator: &mut self.evaluator,
            rng: &mut self.rng,
        };
        let (playouts, is_full) = search.allowed(limits);
        let noise = search.noise(moves.len());
        let mut budget = Budget::new(limits, player);
        search.run(playouts, &noise, &mut budget, watch);
        let chosen = search.chosen(playouts.is_some(), &noise);
        let info = describe(&search, chosen, is_full, budget.elapsed());
        watch.report(&info);
        Ok(Thought { mv: search.tree.nodes[chosen].mv, info })
    }
}

/// One search.
pub(super) struct Search<'s, G: Game, V: Evaluator<G>> {
    game: &'s G,
    pub config: GumbelConfig,
    pub player: Player,
    at: At<G, V>,
    line: Line,
    pub tree: Tree<G::Move>,
    pub nodes: u64,
    pub playouts: u64,
    pub deepest: u32,
    evaluator: &'s mut V,
    rng: &'s mut Rng,
}

impl<G: Game, V: Evaluator<G>> Search<'_, G, V> {
    /// How many playouts there are, if that is known beforehand, and whether all is told of them.
    fn allowed(&mut self, limits: &Limits) -> (Option<u64>, bool) {
        let playouts = match (limits.playouts, limits.depth) {
            (None, Some(depth)) if limits.time.is_none() && limits.nodes.is_none() && limits.clock.is_none() => {
                Some(PLAYOUTS_PER_PLY * u64::from(depth))
            }
            (playouts, _) => playouts,
        };
        match self.config.training {
            Some(GumbelTraining { quick: 1.. }) if self.rng.below(GumbelTraining::FULL) == 0 => (playouts, true),
            Some(GumbelTraining { quick: quick @ 1.. }) => {
                (Some(playouts.map_or(quick, |most| most.min(quick))), false)
            }
            _ => (playouts, true),
        }
    }

    /// The Gumbel numbers of the root's moves: zeros where nothing is drawn.
    fn noise(&mut self, moves: usize) -> Vec<f64> {
        match self.config.training {
            // Both logarithms are of numbers above 0.
            Some(_) => (0..moves).map(|_| -libm::log(-libm::log(self.rng.unit().max(f64::MIN_POSITIVE)))).collect(),
            None => vec![0.0; moves],
        }
    }

    fn run(&mut self, playouts: Option<u64>, noise: &[f64], budget: &mut Budget, watch: &mut Watch<'_, G::Move>) {
        let mut next_report = REPORT_EVERY;
        // The root is judged before its moves.
        self.playout(None);
        self.playouts = 0;
        let considered = self.considered(noise);
        let sequence = playouts.map(|playouts| schedule(considered.len(), playouts));
        while self.tree.nodes[0].proof.is_none() && !watch.is_stopped() && !budget.spent(self.nodes) {
            let first = match &sequence {
                None => None,
                Some(sequence) => match sequence.get(self.playouts as usize) {
                    Some(visits) => Some(self.next(&considered, *visits, noise)),
                    None => return,
                },
            };
            self.playout(first);
            if budget.elapsed() >= next_report {
                watch.report(&describe(self, self.chosen(sequence.is_some(), noise), true, budget.elapsed()));
                next_report = budget.elapsed() + REPORT_EVERY;
            }
        }
    }

    /// The moves of the root with the largest sum of prior and noise.
    fn considered(&self, noise: &[f64]) -> Vec<usize> {
        let children = self.tree.children(0);
        let mut places: Vec<usize> = (0..children.len()).collect();
        let weight = |at: usize| children[at].logit + noise.get(at).copied().unwrap_or(0.0);
        places.sort_by(|a, b| weight(*b).total_cmp(&weight(*a)));
        places.truncate((self.config.considered as usize).max(1));
        places
    }

    /// The move whose turn it is: of those that were visited so often, the best.
    fn next(&self, considered: &[usize], visits: u32, noise: &[f64]) -> usize {
        let children = self.tree.children(0);
        let improved = improved(&self.tree, 0, self.player, &self.config);
        let weight = |at: usize| children[at].logit + noise[at] + improved.bonus[at];
        let open = || considered.iter().copied().filter(|at| !children[*at].is_lost_by(self.player));
        // Moves that turned out to be lost leave their playouts to others.
        let due = largest(open().filter(|at| children[*at].visits == visits), weight);
        let due = due
            .or_else(|| largest(open(), weight))
            .or_else(|| largest((0..children.len()).filter(|at| !children[*at].is_lost_by(self.player)), weight));
        self.tree.nodes[0].children.start + due.unwrap_or(0)
    }

    /// The move to be played, as the place of its node.
    fn chosen(&self, by_halving: bool, noise: &[f64]) -> usize {
        let (children, start) = (self.tree.children(0), self.tree.nodes[0].children.start);
        let plies = |at: usize| children[at].proof.map_or(0.0, |proof| f64::from(proof.plies));
        let places = |keep: &dyn Fn(&Node<G::Move>) -> bool| {
            (0..children.len()).filter(|at| keep(&children[*at])).collect::<Vec<_>>().into_iter()
        };
        if let Some(at) = largest(places(&|child| child.is_won_by(self.player)), |at| -plies(at)) {
            return start + at;
        }
        let is_open = |child: &Node<G::Move>| !child.is_lost_by(self.player);
        if !children.iter().any(is_open) {
            return start + largest(0..children.len(), plies).unwrap_or(0);
        }
        let improved = improved(&self.tree, 0, self.player, &self.config);
        let weight = |at: usize| children[at].logit + noise.get(at).copied().unwrap_or(0.0) + improved.bonus[at];
        let most = children.iter().filter(|child| is_open(child)).map(|child| child.visits).max().unwrap_or(0);
        let best = if by_halving {
            largest(places(&|child| is_open(child) && child.visits == most), weight)
        } else {
            largest(places(&is_open), |at| improved.policy[at])
        };
        start + best.unwrap_or(0)
    }

    /// Goes down the tree, by this move of the root if one is given, judges the first position that
    /// was not looked into, and credits it to all above it.
    fn playout(&mut self, first: Option<usize>) {
        let (mut at, mut path) = (self.at, vec![0]);
        let mut node = 0;
        let value = loop {
            let known = &self.tree.nodes[node];
            if let Some(proof) = known.proof {
                break proof.value();
            }
            if known.children.is_empty() {
                break self.open(node, &at);
            }
            let (turn, judged) = (known.turn, known.judged);
            let chosen = match (turn, first) {
                (_, Some(first)) if node == 0 => Some(first),
                (Turn::Player(player), _) => select(&self.tree, node, player, &self.config),
                (Turn::Chance, _) => Some(self.draw(node)),
            };
            let Some(chosen) = chosen else { break judged };
            node = chosen;
            self.evaluator.play(self.game, &mut at, self.tree.nodes[node].mv);
            self.line.enter(self.game, &at.position);
            self.nodes += 1;
            path.push(node);
        };
        for _ in 1..path.len() {
            self.line.leave();
        }
        self.tree.credit(&path, value);
        self.playouts += 1;
        self.deepest = self.deepest.max(path.len() as u32 - 1);
    }

    /// What comes up at a turn of chance.
    fn draw(&mut self, node: usize) -> usize {
        let mut left = self.rng.unit();
        let children = self.tree.children(node);
        let found = children.iter().position(|child| {
            left -= child.probability;
            left < 0.0
        });
        self.tree.nodes[node].children.start + found.unwrap_or(children.len() - 1)
    }

    /// Lists the moves of a position and judges it. Moves that end the game are known at once.
    fn open(&mut self, node: usize, at: &At<G, V>) -> f64 {
        if let Some(outcome) = self.line.outcome(self.game, &at.position) {
            let proof = Proof::over(outcome);
            self.tree.nodes[node].proof = Some(proof);
            return proof.value();
        }
        let turn = self.game.turn(&at.position);
        let mut leaf = [Leaf { at: *at, value: 0.5, priors: Vec::new() }];
        let mut keys = self.line.keys().clone();
        let mut visit = Visit { keys: &mut keys, rng: self.rng, nodes: &mut self.nodes, told: None };
        self.evaluator.evaluate(self.game, &mut leaf, &mut visit);
        let [Leaf { value, mut priors, .. }] = leaf;
        if priors.is_empty() || turn == Turn::Chance {
            priors = self.ask(at, turn);
        }
        let start = self.tree.nodes.len();
        for (mv, prior) in priors {
            let mut child = Node::new(mv);
            child.logit = libm::log(f64::from(prior.max(f32::MIN_POSITIVE)));
            child.probability = f64::from(prior);
            let mut position = at.position;
            self.game.play(&mut position, mv);
            self.nodes += 1;
            self.line.enter(self.game, &position);
            child.proof = self.line.outcome(self.game, &position).map(Proof::over);
            self.line.leave();
            self.tree.nodes.push(child);
        }
        let children = start..self.tree.nodes.len();
        let known = &mut self.tree.nodes[node];
        (known.children, known.turn, known.judged) = (children, turn, value);
        self.tree.follows(node).map_or(value, Proof::value)
    }

    /// Moves and priors where the evaluator did not tell them with the value.
    fn ask(&mut self, at: &At<G, V>, turn: Turn) -> Vec<(G::Move, f32)> {
        let (mut moves, mut priors) = (Vec::new(), Vec::new());
        if turn == Turn::Chance {
            self.game.moves(&at.position, &mut moves);
            priors.extend(moves.iter().map(|mv| self.game.probability(&at.position, *mv) as f32));
        } else {
            self.evaluator.candidates(self.game, at, &mut moves);
            self.evaluator.priors(self.game, at, &moves, &mut priors);
        }
        moves.into_iter().zip(priors).collect()
    }
}
