//! What a thread tells the threads of other processes, and hears from them.

use agon_core::{Evaluation, Game};

use super::search::{Width, Worker};
use super::shared::Plan;
use crate::team::JointPlan;
use crate::{Note, Score};

/// After so many nodes a thread that helps tells again how many there were.
const COUNT_EVERY: u64 = 1 << 12;
/// How long a thread of another process waits for the next plan before it looks again.
const REST: std::time::Duration = std::time::Duration::from_micros(50);

impl<G: Game, E: Evaluation<G>> Worker<'_, G, E> {
    /// Reads what other processes have told, and tells them of nodes now and then.
    pub fn exchange(&mut self) {
        let Some((team, search)) = self.shared.team else { return };
        if team.has_notes() {
            for (_, note) in team.take(search) {
                self.hear_note(note);
            }
        }
        if !team.leads() && self.nodes >= self.next_count {
            self.next_count = self.nodes + COUNT_EVERY;
            team.tell_one(0, &Note::Nodes(self.shared.count_here(self.id, self.nodes)));
        }
    }

    /// A helping thread has ended.
    pub fn finish_count(&mut self) {
        self.shared.publish(self.id, self.nodes);
        if let Some((team, _)) = self.shared.team.filter(|(team, _)| !team.leads()) {
            team.tell_one(0, &Note::Nodes(self.shared.count_here(self.id, self.nodes)));
        }
    }

    /// Waits a little for another plan.
    pub fn rest(&mut self) {
        self.exchange();
        if self.shared.team.is_some_and(|(team, _)| !team.leads()) {
            std::thread::sleep(REST);
        } else {
            std::thread::yield_now();
        }
    }

    /// Tells other processes what is searched now.
    pub fn tell_plan(&self, number: u32, plan: &Plan<G::Move>) {
        let Some((team, _)) = self.shared.team else { return };
        let list = self.list(self.root);
        let place = |mv: &G::Move| list.iter().position(|other| other == mv).map(|place| place as u16);
        team.tell(&Note::Plan(JointPlan {
            number,
            depth: plan.depth,
            width: plan.width as u8,
            age: self.table.map_or(0, crate::Table::age),
            window: plan.window,
            moves: plan.moves.iter().filter_map(place).collect(),
        }));
    }

    /// Tells other processes of a line that was found in following a plan.
    pub fn tell_line(&self, plan: u32, score: Score, pv: &[G::Move]) {
        let Some((team, _)) = self.shared.team else { return };
        let mut position = *self.root;
        let mut moves = Vec::with_capacity(pv.len());
        for mv in pv {
            let Some(place) = self.list(&position).iter().position(|other| other == mv) else { break };
            moves.push(place as u16);
            self.game.play(&mut position, *mv);
        }
        team.tell(&Note::Line { plan, score, moves });
    }

    fn hear_note(&mut self, note: Note) {
        match note {
            Note::Entry { key, data } => {
                if let Some(table) = self.table {
                    table.accept(key, data);
                }
            }
            Note::Busy { name, begins } => {
                if let Some(busy) = &self.shared.busy {
                    busy.note(name, begins);
                }
            }
            Note::Plan(plan) => self.adopt(&plan),
            Note::Line { plan, score, moves } => {
                let pv = self.line_of(&moves);
                if !pv.is_empty() {
                    self.shared.tell(plan, score, &pv);
                }
            }
            // The rest belongs to other searches.
            _ => {}
        }
    }

    fn adopt(&mut self, plan: &JointPlan) {
        let list = self.list(self.root);
        let moves = plan.moves.iter().filter_map(|place| list.get(usize::from(*place)).copied()).collect();
        if let Some(table) = self.table {
            table.set_age(plan.age);
        }
        let width = Width::ALL.into_iter().find(|width| *width as u8 == plan.width).unwrap_or(Width::Full);
        self.shared.adopt(plan.number, Plan { depth: plan.depth, width, window: plan.window, moves });
    }

    /// The moves at these places of the generator's lists, one after the other.
    fn line_of(&self, places: &[u16]) -> Vec<G::Move> {
        let mut position = *self.root;
        let mut line = Vec::with_capacity(places.len());
        for place in places {
            let Some(mv) = self.list(&position).get(usize::from(*place)).copied() else { break };
            line.push(mv);
            self.game.play(&mut position, mv);
        }
        line
    }

    fn list(&self, position: &G::Position) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        moves
    }
}
