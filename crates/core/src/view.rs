use crate::{Board, Effect, Event, Game, Gesture, History, Mark, Notation, Scene};

/// What a board shows of a game, and how a hand plays it.
pub trait View: Game {
    /// The geometry of the board: the same for every position.
    fn board(&self) -> Board;

    /// What is to be seen in a position.
    fn scene(&self, position: &Self::Position) -> Scene;

    /// What a player would want to see in a position that is not over, beside
    /// its pieces: threats, pieces in danger, lines in the making.
    fn marks(&self, _position: &Self::Position) -> Vec<Mark> {
        Vec::new()
    }

    /// How a hand makes this legal move; different for each of them.
    fn gesture(&self, position: &Self::Position, mv: Self::Move) -> Gesture;

    /// What a legal move would do, in order, naming the rules with their
    /// numbers. The effects lead from the pieces of this scene to those of
    /// the next.
    fn events(&self, position: &Self::Position, mv: Self::Move) -> Vec<Event>;
}

impl<G: Notation + View> History<G> {
    /// The events of the last move, with the end of the game if it ended.
    pub fn last_events(&self) -> Vec<Event> {
        let plies = self.line().len();
        let Some((mv, before)) = self.line().last().zip(plies.checked_sub(1).and_then(|ply| self.position_at(ply)))
        else {
            return Vec::new();
        };
        let mut events = self.game().events(before, mv);
        if let Some((outcome, text)) = self.outcome().zip(self.outcome_text()) {
            events.push(Event { rule: outcome.reason, text, cells: Vec::new(), effect: Effect::End(outcome) });
        }
        events
    }
}
