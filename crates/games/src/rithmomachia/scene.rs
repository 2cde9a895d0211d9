use agon_core::{
    Board, CellId, Counter, Effect, Event, Gesture, Hand, Layer, Mark, Piece as Picture, Placed, Player, Scene, View,
};

use super::Rithmomachia;
use super::capture::Strike;
use super::cause::{Cause, Mover, Operation, Part, Term};
use super::piece::{Loss, Piece, Shape};
use super::position::{RithmomachiaMove, RithmomachiaPosition};
use super::ruleset::{Actor, Stance};
use super::squares::{GRID, name, squares_of};
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
            let least = goal.least[player];
            goal.win.conditions().iter().map(move |condition| (condition, least.quantity(condition.quantity)))
        });
        let towards = conditions.map(|(condition, least)| {
            counter(Some(player), condition.counter, captured.quantity(condition.quantity), Some(least))
        });
        totals.into_iter().chain(towards).collect()
    }

    /// The events of one capture: the rule that does it first, then the others that would have.
    fn tell(&self, board: &RithmomachiaPosition, strike: Strike, mover: Option<Mover>, events: &mut Vec<Event>) {
        let mut causes = Vec::new();
        self.each_cause(board, strike.victim, mover, |part, cause| causes.push((part, cause)));
        // A meeting tells less than the others when it touches a pyramid, so it comes after them there.
        let pyramid = board.piece(strike.victim).layers().is_some();
        causes.sort_by_key(|(_, cause)| match cause {
            Cause::Meeting { .. } => 3 * u8::from(pyramid),
            Cause::Assault { .. } => 0,
            Cause::Ambush { .. } | Cause::Sum { .. } => 1,
            Cause::Siege { .. } => 2,
        });
        let mut effect = self.effect(board, strike);
        for (part, cause) in causes {
            let (rule, text, cells) = self.reason(board, strike, part, cause, mover);
            events.push(Event { rule, text, cells, effect: std::mem::replace(&mut effect, Effect::Note) });
        }
    }

    /// What a capture does to the board.
    fn effect(&self, board: &RithmomachiaPosition, strike: Strike) -> Effect {
        let (mut after, owner) = (*board, !board.turn);
        self.take(&mut after, strike);
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
        strike: Strike,
        part: Part,
        cause: Cause,
        mover: Option<Mover>,
    ) -> (&'static str, String, Vec<CellId>) {
        let side = board.turn;
        let (on, worth) = (name(strike.victim), part.value);
        let victim = self.part_name(board, strike, part);
        let (rule, text, mut cells) = match cause {
            Cause::Meeting { captor } => {
                let (who, at) = (self.piece_name(side, board.piece(captor.square)), name(captor.square));
                let loss = self.meeting_loss(board, strike, part);
                ("meeting", format!("Meeting: {who} on {at} could land on {on}; {loss}"), vec![captor.square])
            }
            Cause::Assault { captor, steps, divided } => {
                let (squares, value, at) = (self.captures.factor(steps), captor.value, name(captor.square));
                let sum = if divided {
                    format!("{value} / {squares} squares = {worth}")
                } else {
                    format!("{value} x {squares} squares = {worth}")
                };
                ("assault", format!("Assault: {sum}; {victim} on {on} is taken from {at}"), vec![captor.square])
            }
            Cause::Ambush { captors: [first, second], operation } => {
                let sign = match operation {
                    Operation::Sum => "+",
                    Operation::Difference => "-",
                    Operation::Product => "x",
                    Operation::Quotient => "/",
                };
                let sum = format!("{} {sign} {} = {worth}", first.value, second.value);
                let (at, other) = (name(first.square), name(second.square));
                let taken = format!("{victim} on {on} is taken {} {at} and {other}", self.ambush_word());
                ("ambush", format!("Ambush: {sum}; {taken}"), vec![first.square, second.square])
            }
            Cause::Sum { captors } => {
                let captors: Vec<Term> = captors.into_iter().filter(|term| term.value > 0).collect();
                let numbers: Vec<String> = captors.iter().map(|term| term.value.to_string()).collect();
                let names: Vec<String> = captors.iter().map(|term| name(term.square)).collect();
                let taken = format!("{victim} on {on} is taken {} {}", self.ambush_word(), names.join(", "));
                let text = format!("Ambush: {} = {worth}; {taken}", numbers.join(" + "));
                ("ambush", text, captors.iter().map(|term| term.square).collect())
            }
            Cause::Siege { held } => {
                let names: Vec<String> = squares_of(held).map(name).collect();
                let text = format!("Siege: {victim} on {on} is taken between {}", names.join(", "));
                let mut cells: Vec<u8> = squares_of(held).collect();
                cells.sort_by_key(|square| mover.is_some_and(|mover| mover.at != *square));
                ("siege", text, cells)
            }
        };
        cells.insert(usize::from(!cells.is_empty()), strike.victim);
        (rule, text, cells.into_iter().map(CellId::from).collect())
    }

    /// How the captors of an ambush stand to their victim.
    fn ambush_word(&self) -> &'static str {
        match self.captures.ambush {
            Some((Stance::Between(_) | Stance::Flanking, ..)) => "between",
            _ => "from",
        }
    }

    /// What is captured, in words: a piece, or a layer of a pyramid.
    fn part_name(&self, board: &RithmomachiaPosition, strike: Strike, part: Part) -> String {
        match part.loss {
            Loss::Layers(_) => format!("layer {} of the pyramid", part.value),
            Loss::Whole | Loss::Smallest => self.piece_name(!board.turn, board.piece(strike.victim)),
        }
    }

    /// What a meeting takes, in words.
    fn meeting_loss(&self, board: &RithmomachiaPosition, strike: Strike, part: Part) -> String {
        let prey = board.piece(strike.victim);
        if prey.layers().is_none() || strike.loss == Loss::Whole {
            return format!(
                "{} is taken",
                self.part_name(board, Strike { loss: Loss::Whole, ..strike }, Part { loss: Loss::Whole, ..part })
            );
        }
        let layer = prey.prize(part.loss, &self.stacks[!board.turn]);
        match self.effect(board, Strike { loss: part.loss, ..strike }) {
            Effect::Remove { .. } => format!("the pyramid loses its last layer {layer} and leaves the board"),
            _ => format!("the pyramid loses its layer {layer}"),
        }
    }

    /// The captives that a side may enter.
    fn hand(&self, position: &RithmomachiaPosition, player: Player) -> Vec<Hand> {
        let mut hand: Vec<Hand> = Vec::new();
        for (number, captive) in self.captives.iter().enumerate() {
            if position.captives[player] >> number & 1 != 0 {
                let piece = self.picture(player, *captive);
                match hand.last_mut().filter(|last| last.piece == piece) {
                    Some(last) => last.count = last.count.map(|count| count + 1),
                    None => hand.push(Hand { player, piece, count: Some(1) }),
                }
            }
        }
        hand
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
        let hands = Player::BOTH.into_iter().flat_map(|player| self.hand(position, player)).collect();
        counters.push(counter(None, "quiet plies", position.quiet, Some(self.quiet)));
        Scene { pieces: squares_of(position.occupied()).filter_map(placed).collect(), hands, counters }
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

    fn gesture(&self, position: &RithmomachiaPosition, mv: RithmomachiaMove) -> Gesture {
        match self.entering(mv) {
            Some(captive) => Gesture {
                cells: vec![CellId::from(mv.to)],
                choice: Some(self.piece_name(position.turn, captive).into()),
            },
            None => Gesture::cells([CellId::from(mv.from), CellId::from(mv.to)]),
        }
    }

    fn events(&self, position: &RithmomachiaPosition, mv: RithmomachiaMove) -> Vec<Event> {
        let side = position.turn;
        let (from, to) = (CellId::from(mv.from), CellId::from(mv.to));
        if let Some(captive) = self.entering(mv) {
            return vec![Event {
                rule: "entry",
                text: format!("Captive {} enters on {}", self.piece_name(side, captive), name(mv.to)),
                cells: vec![to],
                effect: Effect::Place { cell: to, piece: self.picture(side, captive) },
            }];
        }
        let (mut board, mut events) = (*position, Vec::new());
        let piece = position.piece(mv.from);
        let who = self.piece_name(side, piece);
        if let Some((_, prey)) = position.at(mv.to) {
            let taken = self.piece_name(!side, prey);
            events.push(Event {
                rule: "moving-in",
                text: format!(
                    "Moving in: {who} from {} takes {taken} on {}, which stood captured",
                    name(mv.from),
                    name(mv.to)
                ),
                cells: vec![from, to],
                effect: Effect::Remove { cell: to },
            });
            self.move_in(&mut board, mv);
        }
        board.carry(mv, piece, piece.traits(&self.stacks[side]).1);
        let mut mover = who;
        mover[..1].make_ascii_uppercase();
        events.push(Event {
            rule: "move",
            text: format!("{mover} moves from {} to {}", name(mv.from), name(mv.to)),
            cells: vec![from, to],
            effect: Effect::Move { from, to },
        });
        let mover = match self.ruleset.actor {
            Actor::Moved | Actor::MovedOrMovingIn => Some(self.mover(mv)),
            Actor::Any | Actor::AnyInChain => None,
        };
        loop {
            let mut strikes = Vec::new();
            self.each_strike(&board, mv, |strike| strikes.push(strike));
            for strike in &strikes {
                self.tell(&board, *strike, mover, &mut events);
            }
            if strikes.is_empty() || self.ruleset.actor != Actor::AnyInChain {
                return events;
            }
            for strike in strikes {
                self.take(&mut board, strike);
            }
        }
    }
}

fn counter(player: Option<Player>, name: &'static str, value: u16, target: Option<u16>) -> Counter {
    Counter { player, name, value: i64::from(value), target: target.map(i64::from) }
}
