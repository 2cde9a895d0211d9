use agon_core::{Board, CellId, Effect, Event, Game, Gesture, Piece, Placed, Player, Scene, Shape, Side, View};

use super::Hex;
use super::notation::WAYS;
use super::position::HexPosition;
use super::rules::{CONNECTION, HexMove};

impl View for Hex {
    fn board(&self) -> Board {
        self.grid.board([Side::One, Side::Two])
    }

    fn scene(&self, position: &HexPosition) -> Scene {
        let owner = |cell| if position.stones[Player::One].has(cell) { Player::One } else { Player::Two };
        let placed = |cell| Placed { cell, piece: stone(owner(cell)) };
        Scene { pieces: position.taken().iter().map(placed).collect(), ..Scene::default() }
    }

    fn gesture(&self, _: &HexPosition, mv: HexMove) -> Gesture {
        match mv {
            HexMove::Place(cell) => Gesture::cells([cell]),
            HexMove::Swap => Gesture { cells: Vec::new(), choice: Some("swap") },
        }
    }

    fn events(&self, position: &HexPosition, mv: HexMove) -> Vec<Event> {
        match mv {
            HexMove::Place(cell) => self.place_events(position, cell),
            HexMove::Swap => position.taken().iter().flat_map(|cell| self.swap_events(position.turn, cell)).collect(),
        }
    }
}

impl Hex {
    fn place_events(&self, position: &HexPosition, cell: CellId) -> Vec<Event> {
        let (mover, player) = (position.turn, Self::INFO.player(position.turn));
        let text = format!("{player} places a stone on {}", self.grid.name(cell));
        let effect = Effect::Place { cell, piece: stone(mover) };
        let mut events = vec![Event { rule: "place", text, cells: vec![cell], effect }];
        let mut after = *position;
        self.play(&mut after, HexMove::Place(cell));
        if after.winner.is_some() {
            let chain = self.chain(&after, mover);
            let text = format!("Connection: {player} joins its edges with {} stones {}", chain.len(), WAYS[mover]);
            let others = chain.into_iter().filter(|other| *other != cell);
            let cells = std::iter::once(cell).chain(others).collect();
            events.push(Event { rule: CONNECTION, text, cells, effect: Effect::Note });
        }
        events
    }

    /// The stone changes its colour, and goes to its mirror image if that is another cell.
    fn swap_events(&self, mover: Player, from: CellId) -> impl Iterator<Item = Event> {
        let (to, player) = (self.mirrored(from), Self::INFO.player(mover));
        let event = |text, effect| Event { rule: "swap", text, cells: vec![to], effect };
        let text = format!("{player} takes over the stone on {}", self.grid.name(from));
        let change = event(text, Effect::Change { cell: from, piece: stone(mover) });
        let text = format!("The stone goes from {} to {}", self.grid.name(from), self.grid.name(to));
        let moved = (from != to).then(|| event(text, Effect::Move { from, to }));
        std::iter::once(change).chain(moved)
    }
}

pub(super) fn stone(player: Player) -> Piece {
    Piece::new(player.into(), Shape::Stone, "")
}
