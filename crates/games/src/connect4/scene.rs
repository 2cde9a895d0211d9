use agon_core::{
    Board, CellId, Effect, Event, Game, Gesture, Grid, Label, Mark, Piece, Placed, Player, Scene, Shape, View,
};

use super::ConnectFour;
use super::cells::each;
use super::rules::{ConnectFourMove, ConnectFourPosition, LINE};

impl ConnectFour {
    pub(super) fn grid(&self) -> Grid {
        Grid { files: self.columns, ranks: self.rows }
    }

    /// The bit of a cell of the grid.
    pub(super) fn bit(&self, cell: CellId) -> u8 {
        let cell = cell as u8;
        cell % self.columns * self.stride() + cell / self.columns
    }

    /// The cell of the grid that a bit stands for.
    fn cell(&self, bit: u8) -> CellId {
        CellId::from(bit % self.stride() * self.columns + bit / self.stride())
    }

    /// The name of the cell that a bit stands for.
    pub(super) fn name(&self, bit: u8) -> String {
        self.grid().name(self.cell(bit))
    }

    /// The empty cells on which a player would complete a line.
    fn threat_mark(&self, position: &ConnectFourPosition, player: Player) -> Option<Mark> {
        let threats = self.threats(position, position.discs(player));
        let names: Vec<String> = each(threats).map(|bit| self.name(bit)).collect();
        (threats != 0).then(|| Mark {
            rule: "threat",
            side: player.into(),
            cells: each(threats).map(|bit| self.cell(bit)).collect(),
            text: format!("{} would complete a line on {}", Self::INFO.player(player), names.join(", ")),
        })
    }
}

pub(super) fn disc(player: Player) -> Piece {
    Piece::new(player.into(), Shape::Stone, "")
}

impl View for ConnectFour {
    /// The board, with the numbers of the columns above it.
    fn board(&self) -> Board {
        let mut board = self.grid().board();
        let number = |column: u8| Label { text: (column + 1).to_string(), at: [f32::from(column) + 0.5, -0.25] };
        board.labels.extend((0..self.columns).map(number));
        board
    }

    fn scene(&self, position: &ConnectFourPosition) -> Scene {
        let placed = |cell| Some(Placed { cell, piece: disc(position.owner(self.bit(cell))?) });
        Scene { pieces: (0..self.grid().squares()).filter_map(placed).collect(), ..Scene::default() }
    }

    fn marks(&self, position: &ConnectFourPosition) -> Vec<Mark> {
        Player::BOTH.into_iter().filter_map(|player| self.threat_mark(position, player)).collect()
    }

    /// A hand touches the cell on which the disc comes to lie.
    fn gesture(&self, position: &ConnectFourPosition, mv: ConnectFourMove) -> Gesture {
        Gesture::cells([self.cell(self.landing(position, mv).trailing_zeros() as u8)])
    }

    fn events(&self, position: &ConnectFourPosition, mv: ConnectFourMove) -> Vec<Event> {
        let (landing, mover) = (self.landing(position, mv), position.turn);
        let bit = landing.trailing_zeros() as u8;
        let cell = self.cell(bit);
        let drop = Event {
            rule: "drop",
            text: format!("{} drops a disc on {}", Self::INFO.player(mover), self.name(bit)),
            cells: vec![cell],
            effect: Effect::Place { cell, piece: disc(mover) },
        };
        let line = |(line, text): (Vec<u8>, String)| {
            let others = line.into_iter().filter(|other| *other != bit).map(|other| self.cell(other));
            let cells = std::iter::once(cell).chain(others).collect();
            Event { rule: LINE, text: format!("Line: {text}"), cells, effect: Effect::Note }
        };
        std::iter::once(drop).chain(self.lines(position.own | landing).into_iter().map(line)).collect()
    }
}
