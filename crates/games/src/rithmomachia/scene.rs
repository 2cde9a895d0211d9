use agon_core::{
    Board, CellId, Counter, Effect, Event, Gesture, Layer, Mark, Piece as Picture, Placed, Player, Scene, View,
};

use super::Rithmomachia;
use super::capture::{Kinds, Strike, Striker};
use super::piece::{Piece, Shape};
use super::position::{RithmomachiaMove, RithmomachiaPosition};
use super::squares::{GRID, four_sides, name, squares_of, steps_between};
use super::victory::{Quantity, Win};
use crate::danger::endangered;

fn outline(shape: Shape) -> agon_core::Shape {
    match shape {
        Shape::Circle => agon_core::Shape::Circle,
        Shape::Triangle => agon_core::Shape::Triangle,
        Shape::Square => agon_core::Shape::Square,
        Shape::Pyramid => agon_core::Shape::Pyramid,
    }
}

impl Rithmomachia {
    pub(super) fn picture(&self, owner: Player, piece: Piece) -> Picture {
        let value = piece.traits(&self.stacks[owner]).0;
        let mut picture = Picture::new(owner.into(), outline(piece.shape()), value.to_string());
        if let Some(layers) = piece.layers() {
            let layer = |(shape, value): (Shape, u16)| Layer { shape: outline(shape), label: value.to_string() };
            picture.layers = self.layers(owner, layers).map(layer).collect();
        }
        picture
    }

    /// What a side has captured, and beside it every condition of a victory in force.
    fn counters(&self, position: &RithmomachiaPosition, player: Player) -> Vec<Counter> {
        let captured = position.captured[player];
        let all = [Quantity::Value, Quantity::Bodies, Quantity::Digits];
        let totals = all.map(|quantity| counter(Some(player), quantity.name(), captured.quantity(quantity), None));
        let conditions = self.goals.iter().flat_map(|goal| {
            let least = goal.least;
            goal.win.conditions().iter().map(move |condition| (condition, least.quantity(condition.quantity)))
        });
        let towards = conditions.map(|(condition, least)| {
            counter(Some(player), condition.counter, captured.quantity(condition.quantity), Some(least))
        });
        totals.into_iter().chain(towards).collect()
    }

    /// The events of one capture: the rule that does it first, then the others that would have.
    fn tell(&self, board: &RithmomachiaPosition, striker: Striker, strike: Strike, events: &mut Vec<Event>) {
        // A meeting tells less than the others when it touches a pyramid, so it comes after them there.
        let mut order = [Kinds::MEETING, Kinds::ASSAULT, Kinds::AMBUSH, Kinds::SIEGE];
        if board.piece(strike.victim).layers().is_some() {
            order.rotate_left(1);
        }
        let mut effect = self.effect(board, strike);
        for kind in order.into_iter().filter(|kind| strike.kinds.contain(*kind)) {
            let (rule, text, cells) = self.reason(board, striker, strike, kind);
            events.push(Event { rule, text, cells, effect: std::mem::replace(&mut effect, Effect::Note) });
        }
    }

    /// What a capture does to the board.
    fn effect(&self, board: &RithmomachiaPosition, strike: Strike) -> Effect {
        let (mut after, owner) = (*board, !board.turn);
        after.take(strike.victim, strike.kinds.take_whole(), &self.stacks[owner]);
        let cell = CellId::from(strike.victim);
        match after.piece(strike.victim) {
            Piece::NONE => Effect::Remove { cell },
            left => Effect::Change { cell, piece: self.picture(owner, left) },
        }
    }

    /// One rule by which a piece is captured: its word, a sentence with the
    /// numbers, and the squares that have a part in it.
    fn reason(
        &self,
        board: &RithmomachiaPosition,
        striker: Striker,
        strike: Strike,
        kind: Kinds,
    ) -> (&'static str, String, Vec<CellId>) {
        let (direction, at, on) = (usize::from(strike.direction), name(striker.at), name(strike.victim));
        let prey = board.piece(strike.victim);
        let worth = self.value(board, !striker.side, strike.victim);
        let victim = self.piece_name(!striker.side, prey);
        let mut cells = vec![striker.at, strike.victim];
        let (rule, text) = match kind {
            Kinds::MEETING => {
                let who = self.piece_name(striker.side, board.piece(striker.at));
                let loss = self.meeting_loss(board, striker.side, strike);
                ("meeting", format!("Meeting: {who} on {at} could land on {on}; {loss}"))
            }
            Kinds::ASSAULT => {
                let squares = self.captures.factor(steps_between(striker.at, strike.victim, direction));
                let sum = format!("{} x {squares} squares = {worth}", striker.value);
                ("assault", format!("Assault: {sum}; {victim} on {on} is taken from {at}"))
            }
            Kinds::AMBUSH => {
                let (helper, value) = self.helper(board, striker.side, strike.victim, direction).unwrap_or_default();
                cells.push(helper);
                let (sum, other) = (format!("{} + {value} = {worth}", striker.value), name(helper));
                ("ambush", format!("Ambush: {sum}; {victim} on {on} is taken between {at} and {other}"))
            }
            _ => {
                let sides = four_sides(strike.victim).unwrap_or_default();
                cells.extend(squares_of(sides).filter(|square| *square != striker.at));
                let names: Vec<String> = squares_of(sides).map(name).collect();
                ("siege", format!("Siege: {victim} on {on} is taken between {}", names.join(", ")))
            }
        };
        (rule, text, cells.into_iter().map(CellId::from).collect())
    }

    /// What a meeting takes, in words.
    fn meeting_loss(&self, board: &RithmomachiaPosition, side: Player, strike: Strike) -> String {
        let prey = board.piece(strike.victim);
        let victim = self.piece_name(!side, prey);
        if prey.layers().is_none() || strike.kinds.take_whole() {
            return format!("{victim} is taken");
        }
        let layer = { *board }.take(strike.victim, false, &self.stacks[!side]);
        match self.effect(board, strike) {
            Effect::Remove { .. } => format!("the pyramid loses its last layer {layer} and leaves the board"),
            _ => format!("the pyramid loses its layer {layer}"),
        }
    }
}

impl View for Rithmomachia {
    fn board(&self) -> Board {
        GRID.board()
    }

    fn scene(&self, position: &RithmomachiaPosition) -> Scene {
        let placed = |square: u8| {
            let (owner, piece) = position.at(square)?;
            Some(Placed { cell: CellId::from(square), piece: self.picture(owner, piece) })
        };
        let mut counters: Vec<Counter> =
            Player::BOTH.into_iter().flat_map(|player| self.counters(position, player)).collect();
        counters.push(counter(None, "quiet half moves", position.quiet, Some(self.quiet)));
        Scene { pieces: squares_of(position.occupied()).filter_map(placed).collect(), hands: Vec::new(), counters }
    }

    /// What either side could capture, and the progressions in the making.
    fn marks(&self, position: &RithmomachiaPosition) -> Vec<Mark> {
        let mut marks = Vec::new();
        for attacker in [position.turn, !position.turn] {
            marks.extend(endangered(self, &RithmomachiaPosition { turn: attacker, ..*position }, attacker));
        }
        if self.goals.iter().any(|goal| goal.win == Win::Glorious) {
            for player in Player::BOTH {
                marks.extend(self.progressions(position, player));
            }
        }
        marks
    }

    fn gesture(&self, _: &RithmomachiaPosition, mv: RithmomachiaMove) -> Gesture {
        Gesture::cells([CellId::from(mv.from), CellId::from(mv.to)])
    }

    fn events(&self, position: &RithmomachiaPosition, mv: RithmomachiaMove) -> Vec<Event> {
        let side = position.turn;
        let piece = position.piece(mv.from);
        let (value, shapes) = piece.traits(&self.stacks[side]);
        let mut board = *position;
        board.carry(mv, piece, shapes);
        let mut who = self.piece_name(side, piece);
        who[..1].make_ascii_uppercase();
        let (from, to) = (CellId::from(mv.from), CellId::from(mv.to));
        let mut events = vec![Event {
            rule: "move",
            text: format!("{who} moves from {} to {}", name(mv.from), name(mv.to)),
            cells: vec![from, to],
            effect: Effect::Move { from, to },
        }];
        let striker = Striker { side, at: mv.to, value, shapes };
        self.each_strike(&board, striker, |strike| self.tell(&board, striker, strike, &mut events));
        events
    }
}

fn counter(player: Option<Player>, name: &'static str, value: u16, target: Option<u16>) -> Counter {
    Counter { player, name, value: i64::from(value), target: target.map(i64::from) }
}
