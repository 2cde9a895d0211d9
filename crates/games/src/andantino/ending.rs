use agon_core::{Game, Player};

use super::Andantino;
use super::bits::Bits;
use super::hexagon::{AXES, Cell, Step};
use super::lines::GOAL;
use super::notation::{name, names};
use super::rules::{AndantinoPosition, Status};

/// Words for the lengths of a winning line, from five on: a stone can join
/// two lines of four.
const LENGTHS: [&str; 5] = ["five", "six", "seven", "eight", "nine"];

/// What ended a game, with the cells that had a part in it.
pub(super) struct Cause {
    /// The word for the rule.
    pub(super) rule: &'static str,
    /// The numbers, without the rule.
    pub(super) text: String,
    /// The stones in the line, or the enclosed stones and then the ring.
    pub(super) cells: Vec<Cell>,
}

impl Andantino {
    /// Every line or ring by which a game has been won.
    pub(super) fn causes(&self, position: &AndantinoPosition) -> Vec<Cause> {
        let (mover, other) = (!position.turn, position.turn);
        match position.status {
            Status::Ongoing | Status::NoMoves => Vec::new(),
            Status::Line => self.winning_lines(&position.stones[mover]),
            Status::Enclosure => self.rings(position, mover, "enclosure"),
            Status::SelfEnclosure => self.rings(position, other, "self-enclosure"),
        }
    }

    fn winning_lines(&self, stones: &Bits) -> Vec<Cause> {
        let runs = AXES.iter().flat_map(|axis| stones.iter().map(move |cell| self.run(stones, cell, *axis)));
        runs.filter(|run| run.len() >= GOAL as usize)
            .map(|cells| {
                let length = LENGTHS.get(cells.len() - GOAL as usize).unwrap_or(&"more than nine");
                let (first, last) = (name(cells[0]), name(cells[cells.len() - 1]));
                Cause { rule: "line", text: format!("{length} in a row from {first} to {last}"), cells }
            })
            .collect()
    }

    /// The stones in a line from `cell` on, if it is the first of them.
    pub(super) fn run(&self, stones: &Bits, cell: Cell, axis: Step) -> Vec<Cell> {
        let next = |cell: Cell, step| self.board.step(cell, step).filter(|cell| stones.has(*cell));
        if next(cell, -axis).is_some() {
            return Vec::new();
        }
        std::iter::successors(Some(cell), |cell| next(*cell, axis)).collect()
    }

    fn rings(&self, position: &AndantinoPosition, by: Player, rule: &'static str) -> Vec<Cause> {
        let colour = |player| Andantino::INFO.player(player).to_lowercase();
        let cause = |region: Bits| {
            let inside = region & position.stones[!by];
            let ring = self.around(region) & position.stones[by];
            let stones = if inside.count() == 1 { "stone" } else { "stones" };
            let text = format!(
                "{} {} stones enclose {} {} {stones}: {}",
                ring.count(),
                colour(by),
                inside.count(),
                colour(!by),
                names(inside.iter())
            );
            Cause { rule, text, cells: inside.iter().chain(ring.iter()).collect() }
        };
        self.enclosed(position, by).into_iter().map(cause).collect()
    }

    /// The cells beside a region.
    fn around(&self, region: Bits) -> Bits {
        let mut around = Bits::EMPTY;
        region.iter().for_each(|cell| around.insert_all(self.board.spot(cell).near));
        around & !region
    }
}
