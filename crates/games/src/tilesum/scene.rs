use agon_core::{
    Board, CellId, Counter, Effect, Event, Game, Gesture, Grid, Piece, Placed, Player, Scene, Shape, Side, View,
};

use super::TileSum;
use super::rules::{Fill, TileSumMove, TileSumPosition};

impl TileSum {
    pub(super) fn grid(&self) -> Grid {
        Grid { files: self.size, ranks: self.size }
    }

    /// The cell of a square: squares are numbered from the top, cells from the bottom.
    pub(super) fn cell(&self, square: u8) -> CellId {
        u16::from((self.size - 1 - square / self.size) * self.size + square % self.size)
    }

    fn piece(position: &TileSumPosition, square: u8) -> Option<Piece> {
        let number = position.numbers[usize::from(square)];
        match () {
            () if position.open == Some(square) => None,
            () if position.tile == square => Some(Piece::new(Side::One, Shape::Tile, number.to_string())),
            () => Some(number_piece(number)),
        }
    }
}

impl View for TileSum {
    fn board(&self) -> Board {
        self.grid().board()
    }

    fn scene(&self, position: &TileSumPosition) -> Scene {
        let mut pieces: Vec<Placed> = (0..self.size * self.size)
            .filter_map(|square| Self::piece(position, square).map(|piece| Placed { cell: self.cell(square), piece }))
            .collect();
        pieces.sort_by_key(|placed| placed.cell);
        let counters = vec![
            Counter { player: Some(Player::One), name: "score", value: position.score, target: Some(self.goal) },
            Counter {
                player: Some(Player::One),
                name: "moves made",
                value: i64::from(position.made),
                target: Some(i64::from(self.moves)),
            },
        ];
        Scene { pieces, hands: Vec::new(), counters }
    }

    fn gesture(&self, position: &TileSumPosition, mv: TileSumMove) -> Gesture {
        match mv {
            TileSumMove::Step(step) => {
                let to = self.target(position.tile, step).unwrap_or(position.tile);
                Gesture::cells([self.cell(position.tile), self.cell(to)])
            }
            TileSumMove::Fill(fill) => {
                let choice = match fill {
                    Fill::Minus => "-1",
                    Fill::Zero => "0",
                    Fill::Plus => "+1",
                };
                Gesture {
                    cells: position.open.map(|open| self.cell(open)).into_iter().collect(),
                    choice: Some(choice.into()),
                }
            }
        }
    }

    fn events(&self, position: &TileSumPosition, mv: TileSumMove) -> Vec<Event> {
        let mut after = *position;
        self.play(&mut after, mv);
        match mv {
            TileSumMove::Step(_) => {
                let (from, to) = (self.cell(position.tile), self.cell(after.tile));
                let carried = position.numbers[usize::from(position.tile)];
                let found = position.numbers[usize::from(after.tile)];
                let sum = after.numbers[usize::from(after.tile)];
                let tile = Piece::new(Side::One, Shape::Tile, sum.to_string());
                vec![
                    Event {
                        rule: "move",
                        text: format!("The tile takes {found} from {}", self.grid().name(to)),
                        cells: vec![to],
                        effect: Effect::Remove { cell: to },
                    },
                    Event {
                        rule: "move",
                        text: format!("The tile moves from {} to {}", self.grid().name(from), self.grid().name(to)),
                        cells: vec![from, to],
                        effect: Effect::Move { from, to },
                    },
                    Event {
                        rule: "sum",
                        text: format!(
                            "Sum: {carried} + {found} = {sum}; score {} + {sum} = {}",
                            position.score, after.score
                        ),
                        cells: vec![to],
                        effect: Effect::Change { cell: to, piece: tile },
                    },
                ]
            }
            TileSumMove::Fill(fill) => position
                .open
                .map(|open| Event {
                    rule: "fill",
                    text: format!("{} is filled with {}", self.grid().name(self.cell(open)), fill as i8),
                    cells: vec![self.cell(open)],
                    effect: Effect::Place { cell: self.cell(open), piece: number_piece(fill as i32) },
                })
                .into_iter()
                .collect(),
        }
    }
}

pub(super) fn number_piece(number: i32) -> Piece {
    Piece::new(Side::Neutral, Shape::Number, number.to_string())
}
