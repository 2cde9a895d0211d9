use std::collections::HashMap;

use agon_core::{Evaluation, Game, History, Player, Turn};

use crate::{Agent, AlphaBeta, AlphaBetaConfig, Budget, GaveUp, Info, Limits, Proof, Value, Watch};

/// What alpha-beta may spend on one position before it is given up, unless it is to use all there is.
const MOST_NODES: u64 = 2_000_000;

/// Proves wins with alpha-beta: it sees short wins among many moves where
/// proof numbers, which know no distance, lose themselves.
///
/// What alpha-beta claims counts for nothing by itself. Its move is taken for
/// a guess in every position of the winner's, every answer of the other side
/// is played, and so on to the end of each line.
pub struct Certifier<G: Game, E> {
    agent: AlphaBeta<G, E>,
    /// What it may spend on one position.
    most_nodes: u64,
}

impl<G: Game, E: Evaluation<G>> Certifier<G, E> {
    /// A certifier with this judgement, and a table of so many megabytes.
    pub fn new(evaluation: E, megabytes: u32) -> Self {
        // It goes through the replies one by one, and no announcement is for more than one of them.
        let config = AlphaBetaConfig { hash: megabytes, keep_word: false, ..AlphaBetaConfig::default() };
        Certifier { agent: AlphaBeta::new(evaluation, config), most_nodes: MOST_NODES }
    }

    /// The same, but with whatever the limits leave for one position.
    #[must_use]
    pub fn tireless(self) -> Self {
        Certifier { most_nodes: u64::MAX, ..self }
    }

    /// Whether `player` wins from here. It never finds that there is no win.
    pub fn prove(
        &mut self,
        history: &History<G>,
        player: Player,
        limits: &Limits,
        watch: &mut Watch<'_, G::Move>,
    ) -> Proof<G::Move> {
        let budget = Budget::new(limits, player);
        let Certifier { agent, most_nodes } = self;
        let most_nodes = *most_nodes;
        let mut walk = Walk { agent, most_nodes, player, won: HashMap::new(), nodes: 0, budget, watch };
        let mut line = history.clone();
        let mine = history.game().turn(history.position()) == Turn::Player(player);
        let claim = walk.claim(&line, None);
        let won = match (claim, mine) {
            (Some((Value::Win(plies), _)), true) => walk.attack(&mut line, plies),
            (Some((Value::Loss(plies), _)), false) => walk.defend(&mut line, plies),
            _ => false,
        };
        let line = if won { walk.line(history) } else { None };
        if let Some(line) = line {
            return Proof::Win { line, nodes: walk.nodes };
        }
        let because = GaveUp::of(&mut walk.budget, walk.nodes, walk.watch, GaveUp::NoWinSeen);
        Proof::Unknown { nodes: walk.nodes, because }
    }
}

struct Walk<'a, 'w, G: Game, E> {
    agent: &'a mut AlphaBeta<G, E>,
    most_nodes: u64,
    player: Player,
    /// For positions of the player's turn: a move that wins, and within how
    /// many half moves. Keys only find the place: positions are compared.
    won: HashMap<u64, Vec<Won<G>>>,
    nodes: u64,
    budget: Budget,
    watch: &'a mut Watch<'w, G::Move>,
}

struct Won<G: Game> {
    position: G::Position,
    mv: G::Move,
    plies: i32,
}

impl<G: Game, E: Evaluation<G>> Walk<'_, '_, G, E> {
    /// What alpha-beta thinks of a position, and its move.
    fn claim(&mut self, line: &History<G>, depth: Option<u32>) -> Option<(Value, G::Move)> {
        if self.budget.spent(self.nodes) || self.watch.is_stopped() {
            return None;
        }
        let time = self.budget.hard.map(|hard| hard.saturating_sub(self.budget.elapsed()));
        let left = self.budget.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(self.nodes).max(1));
        let limits = Limits { depth, nodes: Some(left.min(self.most_nodes)), time, ..Limits::default() };
        let mut quiet = |_: &Info<G::Move>| ();
        let mut watch = Watch::new(self.watch.stop_flag().clone(), &mut quiet);
        let thought = self.agent.think(line, &limits, &mut watch).ok()?;
        self.nodes += thought.info.nodes;
        self.watch.report(&Info { nodes: self.nodes, ..thought.info.clone() });
        Some((Value::of(thought.info.score), thought.mv))
    }

    fn known(&self, line: &History<G>) -> Option<&Won<G>> {
        let position = line.position();
        self.won.get(&line.game().key(position))?.iter().find(|won| won.position == *position)
    }

    /// Whether the player, to move, wins within so many half moves.
    ///
    /// Each position has one move and one number of half moves, and the number
    /// falls along every line: so no position leads back to itself, and it
    /// does not matter how it was reached.
    fn attack(&mut self, line: &mut History<G>, within: i32) -> bool {
        if let Some(won) = self.known(line) {
            return won.plies <= within;
        }
        let Some((Value::Win(plies), mv)) = self.claim(line, Some(within.max(1) as u32)) else { return false };
        if plies > within {
            return false;
        }
        let position = *line.position();
        line.play(mv);
        let holds = self.defend(line, plies - 1);
        line.undo();
        if holds {
            let key = line.game().key(&position);
            self.won.entry(key).or_default().push(Won { position, mv, plies });
        }
        holds
    }

    /// Whether every move of the other side, or of chance, loses within so many half moves.
    fn defend(&mut self, line: &mut History<G>, within: i32) -> bool {
        if let Some(outcome) = line.outcome() {
            return outcome.winner == Some(self.player);
        }
        // What has stood before could stand a third time.
        if within <= 0 || line.keys().occurrences(line.game().reversible(line.position())) > 1 {
            return false;
        }
        line.moves().into_iter().all(|mv| {
            line.play(mv);
            self.nodes += 1;
            let turn = line.game().turn(line.position());
            let holds = match line.outcome() {
                Some(outcome) => outcome.winner == Some(self.player),
                None if turn == Turn::Player(self.player) => self.attack(line, within - 1),
                None => self.defend(line, within - 1),
            };
            line.undo();
            holds
        })
    }

    /// The proven win against the longest defence.
    fn line(&self, history: &History<G>) -> Option<Vec<G::Move>> {
        let mut line = history.clone();
        let mut moves = Vec::new();
        while line.outcome().is_none() {
            let turn = line.game().turn(line.position());
            let mv = if turn == Turn::Player(self.player) {
                self.known(&line)?.mv
            } else {
                let longest = |mv: &G::Move| {
                    let mut next = line.clone();
                    next.play(*mv);
                    self.known(&next).map_or(0, |won| won.plies)
                };
                line.moves().into_iter().rev().max_by_key(longest)?
            };
            moves.push(mv);
            line.play(mv);
        }
        Some(moves)
    }
}
