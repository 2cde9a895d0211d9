use agon_core::{
    Board, CellId, Counter, Edge, Effect, Event, Game, Gesture, Grid, Hand, Mark, Piece, Placed, Player, Scene, Shape,
    Side, View,
};

use super::Crosphere;
use super::bitboard::{STRIDE, squares};
use super::notation::{edges, name};
use super::roads::Roads;
use super::rules::{CONNECTION, CrosphereMove, CrospherePosition, Stone};

impl Crosphere {
    pub(super) fn grid(&self) -> Grid {
        Grid { files: self.size, ranks: self.size }
    }

    /// The empty squares of a player's shortest ways.
    fn road_mark(&self, position: &CrospherePosition, player: Player) -> Option<Mark> {
        let road = *Roads::of(self, position).player(player);
        let needed = road.needed?;
        let stones = if needed == 1 { "stone" } else { "stones" };
        let names: Vec<String> = squares(road.squares).map(name).collect();
        Some(Mark {
            rule: "road",
            side: player.into(),
            cells: squares(road.squares).map(|square| self.cell(square)).collect(),
            text: format!("{} needs {needed} {stones}, some of {}", Self::INFO.player(player), names.join(", ")),
        })
    }

    /// The cell of a square of the board.
    pub(super) fn cell(&self, square: u8) -> CellId {
        CellId::from(square / STRIDE * self.size + square % STRIDE)
    }

    /// The square of a cell.
    pub(super) fn square(&self, cell: CellId) -> u8 {
        let cell = cell as u8;
        cell / self.size * STRIDE + cell % self.size
    }
}

impl View for Crosphere {
    /// The board, with the edges that each player joins.
    fn board(&self) -> Board {
        let end = f32::from(self.size);
        let edge = |player: Player, line: [[f32; 2]; 2]| Edge { side: player.into(), line: line.to_vec() };
        let edges = vec![
            edge(Player::One, [[0.0, 0.0], [end, 0.0]]),
            edge(Player::One, [[0.0, end], [end, end]]),
            edge(Player::Two, [[0.0, 0.0], [0.0, end]]),
            edge(Player::Two, [[end, 0.0], [end, end]]),
        ];
        Board { edges, ..self.grid().board() }
    }

    fn scene(&self, position: &CrospherePosition) -> Scene {
        let side = |bit: u64| match () {
            () if position.strong(Player::One) & bit != 0 => Some(Side::One),
            () if position.strong(Player::Two) & bit != 0 => Some(Side::Two),
            () => (position.weak() & bit != 0).then_some(Side::Neutral),
        };
        let placed = |cell| Some(Placed { cell, piece: stone_piece(side(1 << self.square(cell))?) });
        let hands = |player: Player| {
            let strong = Hand { player, piece: stone_piece(player.into()), count: Some(self.hand(position, player)) };
            [strong, Hand { player, piece: stone_piece(Side::Neutral), count: None }]
        };
        let counter = |player| {
            let value = i64::from(self.needed(position, player)?);
            Some(Counter { player: Some(player), name: "stones needed", value, target: None })
        };
        Scene {
            pieces: (0..self.grid().squares()).filter_map(placed).collect(),
            hands: Player::BOTH.into_iter().flat_map(hands).collect(),
            counters: Player::BOTH.into_iter().filter_map(counter).collect(),
        }
    }

    fn marks(&self, position: &CrospherePosition) -> Vec<Mark> {
        Player::BOTH.into_iter().filter_map(|player| self.road_mark(position, player)).collect()
    }

    fn gesture(&self, _: &CrospherePosition, mv: CrosphereMove) -> Gesture {
        Gesture { cells: vec![self.cell(mv.square)], choice: Some(word(mv.stone).into()) }
    }

    fn events(&self, position: &CrospherePosition, mv: CrosphereMove) -> Vec<Event> {
        let mover = position.turn;
        let (cell, player) = (self.cell(mv.square), Self::INFO.player(mover));
        let side = match mv.stone {
            Stone::Strong => mover.into(),
            Stone::Weak => Side::Neutral,
        };
        let place = Event {
            rule: "place",
            text: format!("{player} places a {} stone on {}", word(mv.stone), name(mv.square)),
            cells: vec![cell],
            effect: Effect::Place { cell, piece: stone_piece(side) },
        };
        let mut after = *position;
        self.play(&mut after, mv);
        let connection = |winner: Player| {
            let path = self.path(&after, winner)?;
            let way = format!("{} stones {}", path.len(), edges(winner));
            let text = if winner == mover {
                format!("Connection: {player} joins its edges with {way}")
            } else {
                format!("Connection: {player}'s weak stone joins the edges of {} with {way}", Self::INFO.player(winner))
            };
            let others = path.into_iter().filter(|square| *square != mv.square);
            let cells = std::iter::once(mv.square).chain(others).map(|square| self.cell(square)).collect();
            Some(Event { rule: CONNECTION, text, cells, effect: Effect::Note })
        };
        std::iter::once(place).chain(Player::BOTH.into_iter().filter_map(connection)).collect()
    }
}

pub(super) fn stone_piece(side: Side) -> Piece {
    Piece::new(side, Shape::Stone, "")
}

fn word(stone: Stone) -> &'static str {
    match stone {
        Stone::Strong => "strong",
        Stone::Weak => "weak",
    }
}
