use agon_core::{
    Board, CellId, Counter, Effect, Event, Game, Gesture, Hand, Label, Mark, Piece, Placed, Player, Scene, Shape, Side,
    Tone, View,
};

use super::Andantino;
use super::hexagon::Cell;
use super::lines::GOAL;
use super::notation::{name, row_name};
use super::rules::AndantinoPosition;

/// From one row to the next, where cells are one wide: half the root of three.
const ROW: f32 = 0.866_025_4;

/// From the middle of a cell to its upper and lower corner.
const TIP: f32 = 0.577_350_26;

/// Room for the labels around the cells.
const MARGIN: f32 = 0.5;

impl Andantino {
    /// Letters to the left of the rows, numbers at the upper ends of the columns.
    fn labels(&self) -> Vec<Label> {
        let letters = (0..self.board.rows()).map(|row| {
            let [x, y] = self.centre_of(Cell::at(row, self.board.columns(row).start));
            Label { text: row_name(row).to_string(), at: [x - 0.8, y] }
        });
        let numbers = (0..self.board.rows()).map(|column| {
            let top = column.saturating_sub(self.board.side() - 1);
            let [x, y] = self.centre_of(Cell::at(top, column));
            Label { text: (column + 1).to_string(), at: [x + 0.4, y - 0.8 * ROW] }
        });
        letters.chain(numbers).collect()
    }

    fn centre_of(&self, cell: Cell) -> [f32; 2] {
        let (row, column) = (f32::from(cell.row()), f32::from(cell.column()));
        [column - row / 2.0 + f32::from(self.board.side()) / 2.0 + MARGIN, row * ROW + TIP + MARGIN]
    }

    /// The place of a cell among those of the picture: row by row.
    pub(super) fn id(&self, cell: Cell) -> CellId {
        let before = (0..cell.row()).map(|row| self.board.columns(row).len()).sum::<usize>() as CellId;
        before + CellId::from(cell.column() - self.board.columns(cell.row()).start)
    }
}

impl View for Andantino {
    fn board(&self) -> Board {
        let rows = f32::from(self.board.rows());
        let cells = self.board.cells().iter().map(|cell| {
            let [x, y] = self.centre_of(cell);
            let corners =
                [(0.0, -TIP), (0.5, -TIP / 2.0), (0.5, TIP / 2.0), (0.0, TIP), (-0.5, TIP / 2.0), (-0.5, -TIP / 2.0)];
            let polygon = corners.iter().map(|(dx, dy)| [x + dx, y + dy]).collect();
            agon_core::Cell { name: name(cell), centre: [x, y], polygon, tone: Tone::Light }
        });
        Board {
            width: rows + 2.0 * MARGIN,
            height: (rows - 1.0) * ROW + 2.0 * (TIP + MARGIN),
            cells: cells.collect(),
            labels: self.labels(),
            edges: Vec::new(),
        }
    }

    fn scene(&self, position: &AndantinoPosition) -> Scene {
        let stones = |player: Player| {
            position.stones[player].iter().map(move |cell| Placed { cell: self.id(cell), piece: stone(player) })
        };
        let mut pieces: Vec<Placed> = Player::BOTH.into_iter().flat_map(stones).collect();
        pieces.sort_by_key(|placed| placed.cell);
        let hand = |player| {
            let count = self.in_hand(position, player)?;
            Some(Hand { player, piece: stone(player), count: Some(u32::from(count)) })
        };
        let counter = |player| Counter {
            player: Some(player),
            name: "longest line",
            value: i64::from(position.lines.longest(player)),
            target: Some(i64::from(GOAL)),
        };
        Scene {
            pieces,
            hands: Player::BOTH.into_iter().filter_map(hand).collect(),
            counters: Player::BOTH.map(counter).to_vec(),
        }
    }

    /// Where either player would win with the next stone, and the lines of
    /// three and four.
    fn marks(&self, position: &AndantinoPosition) -> Vec<Mark> {
        let mut marks = Vec::new();
        for player in [position.turn, !position.turn] {
            marks.extend(position.legal.iter().filter_map(|cell| self.threat(position, player, cell)));
        }
        for player in Player::BOTH {
            marks.extend(self.long_lines(position, player));
        }
        marks
    }

    fn gesture(&self, _: &AndantinoPosition, cell: Cell) -> Gesture {
        Gesture::cells([self.id(cell)])
    }

    fn events(&self, position: &AndantinoPosition, cell: Cell) -> Vec<Event> {
        let mover = position.turn;
        let mut after = *position;
        self.play(&mut after, cell);
        let left = self.in_hand(&after, mover).map_or_else(String::new, |count| format!("; {count} left"));
        let placed = Event {
            rule: "place",
            text: format!("{} places a stone on {}{left}", Andantino::INFO.player(mover), name(cell)),
            cells: vec![self.id(cell)],
            effect: Effect::Place { cell: self.id(cell), piece: stone(mover) },
        };
        let causes = self.causes(&after).into_iter().map(|cause| {
            let others = cause.cells.iter().filter(|other| **other != cell);
            let (first, rest) = cause.rule.split_at(1);
            Event {
                rule: cause.rule,
                text: format!("{}{rest}: {}", first.to_uppercase(), cause.text),
                cells: std::iter::once(&cell).chain(others).map(|cell| self.id(*cell)).collect(),
                effect: Effect::Note,
            }
        });
        std::iter::once(placed).chain(causes).collect()
    }
}

pub(super) fn stone(player: Player) -> Piece {
    Piece::new(Side::from(player), Shape::Stone, "")
}
