use std::collections::HashSet;
use std::time::Duration;

use agon_core::{Game, History, Player, Turn, mix};

use super::numbers::{INFINITE, NOWHERE, Numbers, add};
use super::prover::GaveUp;
use super::table::Table;
use crate::evaluator::At;
use crate::{Budget, Evaluator, Info, Watch};

/// The 1 + ε trick: how much more than the second best a child may cost before
/// the search leaves it. Leaving late saves going to and fro; 1/4 is the
/// paper's advice.
const EPSILON_DIVISOR: u32 = 4;
/// Lines longer than this are not looked into: a search may be called deep
/// inside itself only so often.
const LONGEST_LINE: usize = 500;
/// Nodes between two looks at whether to report…
const LOOK_EVERY: u64 = 1 << 16;
/// …and the time between two reports.
const REPORT_EVERY: Duration = Duration::from_millis(500);

/// A move of the position that is being looked into.
#[derive(Clone, Copy, Debug)]
struct Child<M> {
    mv: M,
    key: u64,
    numbers: Numbers,
    /// Whether it is over or repeats the line, so that there is nothing to search.
    fixed: bool,
}

/// A search for a proof that one player wins.
pub(super) struct Search<'s, 'w, G: Game, V> {
    pub game: &'s G,
    pub prover: Player,
    pub table: Table,
    evaluator: &'s mut V,
    /// The keys of the positions of the line, the root first…
    keys: Vec<u64>,
    /// …and a number for each beginning of it.
    lines: Vec<u64>,
    /// The keys of the game so far, in games whose positions repeat.
    before: HashSet<u64>,
    frames: Vec<Vec<Child<G::Move>>>,
    moves: Vec<G::Move>,
    /// Moves made.
    pub nodes: u64,
    budget: Budget,
    watch: &'s mut Watch<'w, G::Move>,
    stopped: bool,
    next_look: u64,
    next_report: Duration,
}

impl<'s, 'w, G: Game, V: Evaluator<G>> Search<'s, 'w, G, V> {
    pub fn new(
        history: &'s History<G>,
        prover: Player,
        table: Table,
        evaluator: &'s mut V,
        budget: Budget,
        watch: &'s mut Watch<'w, G::Move>,
    ) -> Self {
        let game = history.game();
        let mut before = HashSet::new();
        if game.repetition().is_some() {
            let positions = (0..history.line().len()).filter_map(|ply| history.position_at(ply));
            before.extend(positions.map(|position| game.key(position)));
        }
        Search {
            game,
            prover,
            table,
            evaluator,
            keys: Vec::new(),
            lines: Vec::new(),
            before,
            frames: Vec::new(),
            moves: Vec::new(),
            nodes: 0,
            budget,
            watch,
            stopped: false,
            next_look: LOOK_EVERY,
            next_report: REPORT_EVERY,
        }
    }

    /// Searches a position at the end of the present line until it is decided
    /// or the search is stopped.
    pub fn decide(&mut self, position: &G::Position) -> Numbers {
        self.enter(self.game.key(position));
        let at = At::<G, V> { position: *position, state: self.evaluator.state(self.game, position) };
        let numbers = self.explore(&at, INFINITE, INFINITE);
        self.leave();
        numbers
    }

    /// Whether the limits are reached or the search was stopped.
    pub fn is_stopped(&mut self) -> bool {
        self.stopped = self.stopped || self.watch.is_stopped() || self.budget.spent(self.nodes);
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + LOOK_EVERY;
            if self.budget.elapsed() >= self.next_report {
                self.next_report = self.budget.elapsed() + REPORT_EVERY;
                self.watch.report(&Info {
                    depth: self.keys.len() as u32,
                    seldepth: self.frames.len() as u32,
                    nodes: self.nodes,
                    time: self.budget.elapsed(),
                    hashfull: self.table.fullness(),
                    ..Info::default()
                });
            }
        }
        self.stopped
    }

    /// Why there is no proof.
    pub fn gave_up(&mut self) -> GaveUp {
        GaveUp::of(&mut self.budget, self.nodes, self.watch, GaveUp::Check)
    }

    /// Adds a position to the line.
    pub fn enter(&mut self, key: u64) {
        let line = self.line_to(key);
        self.keys.push(key);
        self.lines.push(line);
    }

    /// Takes the last position off the line.
    pub fn leave(&mut self) {
        self.keys.pop();
        self.lines.pop();
    }

    /// A number for the present line and one more position.
    fn line_to(&self, key: u64) -> u64 {
        mix(self.lines.last().copied().unwrap_or(0) ^ key)
    }

    /// What a position counts as because it has stood before: the prover must
    /// win without repeating anything. That is stricter than any rule of
    /// repetition, so that no proof depends on how a position was reached.
    pub fn repetition(&self, key: u64) -> Option<Numbers> {
        if self.before.contains(&key) {
            return Some(Numbers::DISPROVEN);
        }
        if self.keys.len() >= LONGEST_LINE {
            return Some(Numbers::repeated(0));
        }
        let ply = self.keys.iter().position(|earlier| *earlier == key)?;
        Some(Numbers::repeated(ply as u32))
    }

    /// Searches the last position of the line until one of its numbers
    /// reaches its threshold.
    fn explore(&mut self, at: &At<G, V>, most_proof: u32, most_disproof: u32) -> Numbers {
        let ply = self.keys.len() - 1;
        let begun = self.nodes;
        if self.frames.len() <= ply {
            self.frames.resize_with(ply + 1, Vec::new);
        }
        let mut children = std::mem::take(&mut self.frames[ply]);
        self.find_children(at, &mut children);
        let chooses = self.game.turn(&at.position) == Turn::Player(self.prover);
        let numbers = loop {
            let numbers = if chooses { either(&children) } else { every(&children) };
            if numbers.proof >= most_proof || numbers.disproof >= most_disproof || self.is_stopped() {
                break numbers;
            }
            let Some((index, proof, disproof)) = next(&children, numbers, most_proof, most_disproof, chooses) else {
                break numbers;
            };
            let child = children[index];
            let mut after = *at;
            self.evaluator.play(self.game, &mut after, child.mv);
            self.nodes += 1;
            self.enter(child.key);
            children[index].numbers = self.explore(&after, proof, disproof);
            self.leave();
        };
        self.frames[ply] = children;
        let (key, line) = (self.keys[ply], self.lines[ply]);
        let bound = numbers.disproof == 0 && numbers.rests_on < ply as u32;
        self.table.put(key, bound.then_some(line), numbers, self.nodes - begun);
        numbers
    }

    fn find_children(&mut self, at: &At<G, V>, children: &mut Vec<Child<G::Move>>) {
        let position = &at.position;
        if self.game.turn(position) == Turn::Chance {
            self.game.moves(position, &mut self.moves);
        } else {
            self.evaluator.candidates(self.game, at, &mut self.moves);
        }
        children.clear();
        for mv in &self.moves {
            let mut after = *position;
            self.game.play(&mut after, *mv);
            let key = self.game.key(&after);
            let known = match self.game.outcome(&after) {
                Some(outcome) if outcome.winner == Some(self.prover) => Some(Numbers::PROVEN),
                Some(_) => Some(Numbers::DISPROVEN),
                None => self.repetition(key),
            };
            let numbers = known.or_else(|| self.table.get(key, self.line_to(key))).unwrap_or(Numbers::UNKNOWN);
            children.push(Child { mv: *mv, key, numbers, fixed: known.is_some() });
        }
        self.nodes += self.moves.len() as u64;
    }
}

/// The numbers of a position where the prover chooses.
fn either<M>(children: &[Child<M>]) -> Numbers {
    let mut all = Numbers { proof: INFINITE, disproof: 0, rests_on: NOWHERE };
    for Child { numbers, .. } in children {
        all.proof = all.proof.min(numbers.proof);
        all.disproof = add(all.disproof, numbers.disproof);
        all.rests_on = all.rests_on.min(numbers.rests_on);
    }
    all
}

/// The numbers of a position where the opponent, or chance, chooses.
fn every<M>(children: &[Child<M>]) -> Numbers {
    let mut all = Numbers { proof: 0, disproof: INFINITE, rests_on: 0 };
    for Child { numbers, .. } in children {
        all.proof = add(all.proof, numbers.proof);
        all.disproof = all.disproof.min(numbers.disproof);
        if numbers.disproof == 0 {
            // One disproof is enough: take the one that holds most widely.
            all.rests_on = all.rests_on.max(numbers.rests_on);
        }
    }
    all
}

/// The child to look into, and how far its numbers may rise.
fn next<M>(
    children: &[Child<M>],
    all: Numbers,
    most_proof: u32,
    most_disproof: u32,
    chooses: bool,
) -> Option<(usize, u32, u32)> {
    // What is minimised over the children where `chooses` says who chooses.
    let cost = |child: &Child<M>| if chooses { child.numbers.proof } else { child.numbers.disproof };
    let open = |child: &&Child<M>| !child.fixed && !child.numbers.is_decided();
    let mut best: Option<(usize, u32)> = None;
    let mut second = INFINITE;
    for (index, child) in children.iter().enumerate().filter(|(_, child)| open(child)) {
        match best {
            Some((_, least)) if cost(child) >= least => second = second.min(cost(child)),
            _ => {
                second = best.map_or(INFINITE, |(_, least)| least);
                best = Some((index, cost(child)));
            }
        }
    }
    let (index, _) = best?;
    let limit = (second + second / EPSILON_DIVISOR + 1).min(INFINITE);
    let Numbers { proof, disproof, .. } = children[index].numbers;
    Some(if chooses {
        (index, most_proof.min(limit), rest(most_disproof, all.disproof, disproof))
    } else {
        (index, rest(most_proof, all.proof, proof), most_disproof.min(limit))
    })
}

/// What of a threshold for a sum is left to one part of it.
fn rest(most: u32, sum: u32, part: u32) -> u32 {
    if most == INFINITE { INFINITE } else { most.saturating_sub(sum).saturating_add(part).max(part + 1) }
}
