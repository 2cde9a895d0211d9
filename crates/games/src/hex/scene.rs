use agon_core::{Board, CellId, Effect, Event, Game, Gesture, Piece, Placed, Player, Scene, Shape, Side, View};

use super::Hex;
use super::notation::WAYS;
use super::position::HexPosition;
use super::rules::CONNECTION;

impl View for Hex {
    fn board(&self) -> Board {
        self.grid.board([Side::One, Side::Two])
    }

    fn scene(&self, position: &HexPosition) -> Scene {
        let owner = |cell| if position.stones[Player::One].has(cell) { Player::One } else { Player::Two };
        let placed = |cell| Placed { cell, piece: stone(owner(cell)) };
        Scene { pieces: position.taken().iter().map(placed).collect(), ..Scene::default() }
    }

    fn gesture(&self, _: &HexPosition, cell: CellId) -> Gesture {
        Gesture::cells([cell])
    }

    fn events(&self, position: &HexPosition, cell: CellId) -> Vec<Event> {
        let (mover, player) = (position.turn, Self::INFO.player(position.turn));
        let text = format!("{player} places a stone on {}", self.grid.name(cell));
        let effect = Effect::Place { cell, piece: stone(mover) };
        let mut events = vec![Event { rule: "place", text, cells: vec![cell], effect }];
        let mut after = *position;
        self.play(&mut after, cell);
        if after.winner.is_some() {
            let chain = self.chain(&after, mover);
            let text = format!("Connection: {player} joins its edges with {} stones {}", chain.len(), WAYS[mover]);
            let others = chain.into_iter().filter(|other| *other != cell);
            let cells = std::iter::once(cell).chain(others).collect();
            events.push(Event { rule: CONNECTION, text, cells, effect: Effect::Note });
        }
        events
    }
}

pub(super) fn stone(player: Player) -> Piece {
    Piece::new(player.into(), Shape::Stone, "")
}
