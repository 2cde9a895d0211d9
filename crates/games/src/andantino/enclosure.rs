use agon_core::Player;

use super::Andantino;
use super::bits::{Bits, Patch};
use super::hexagon::{Cell, Spot};
use super::lines::{arcs, directions};
use super::rules::{AndantinoPosition, Enclosure, Status, Stone};

impl Andantino {
    /// Whether the stone that has just been placed encloses or is enclosed.
    #[inline]
    pub(super) fn judge_enclosure(&self, position: &mut AndantinoPosition, stone: Stone<'_>) -> Status {
        match self.enclosure {
            Enclosure::Open => self.judge_open(position, stone),
            Enclosure::Strict => self.judge_strict(position, stone.mover, stone.cell),
        }
    }

    /// Open enclosure, with the walled cells brought up to date.
    ///
    /// Rings are closed only by a stone whose neighbours of its own colour
    /// leave more than one gap: then each gap must still lead to the edge.
    /// What the new stone does inside a ring is known without a search: all
    /// stones around a walled cell belong to the ring's owner, and a legal
    /// cell touches some.
    #[inline]
    fn judge_open(&self, position: &mut AndantinoPosition, stone: Stone<'_>) -> Status {
        let neighbours = stone.star.neighbours();
        if stone.walled {
            position.walled.remove(stone.cell);
            return if neighbours == 0 { Status::SelfEnclosure } else { Status::Ongoing };
        }
        match arcs(neighbours) {
            0 => Status::Ongoing,
            gaps => self.close_rings(position, stone.mover, stone.cell, gaps),
        }
    }

    /// Follows each gap beside the new stone; what does not reach the edge is
    /// enclosed, or walled if it is empty.
    fn close_rings(&self, position: &mut AndantinoPosition, mover: Player, cell: Cell, gaps: u8) -> Status {
        let mut status = Status::Ongoing;
        for step in directions(gaps) {
            let Some(region) = self.board.step(cell, step).and_then(|gap| self.region(position, mover, gap)) else {
                continue;
            };
            if (region & position.stones[!mover]).is_empty() {
                position.walled = position.walled | region;
            } else {
                status = Status::Enclosure;
            }
        }
        status
    }

    fn judge_strict(&self, position: &AndantinoPosition, mover: Player, cell: Cell) -> Status {
        let near = self.board.spot(cell).near.within(&position.stones[!mover]);
        if near.iter().any(|enemy| self.group(position, mover, enemy).is_some()) {
            Status::Enclosure
        } else if self.group(position, !mover, cell).is_some() {
            Status::SelfEnclosure
        } else {
            Status::Ongoing
        }
    }

    /// The connected cells around `from` that are not `by`'s, if none of them
    /// is on the edge.
    fn region(&self, position: &AndantinoPosition, by: Player, from: Cell) -> Option<Bits> {
        let (stones, lines) = (&position.stones[by], &position.lines);
        // A straight way to the edge spares the search the crooked ones.
        self.flood(from, |near| near.without(stones), |spot| lines.free_ways(by, spot).any())
    }

    /// The group of `by`'s opponent around `from`, if it is off the edge and
    /// touches no empty cell.
    #[inline]
    fn group(&self, position: &AndantinoPosition, by: Player, from: Cell) -> Option<Bits> {
        let [black, white] = &position.stones.0;
        let breathes = |spot: &Spot| spot.is_edge() || !spot.near.without(black).without(white).is_empty();
        if breathes(self.board.spot(from)) {
            return None;
        }
        self.flood(from, |near| near.within(&position.stones[!by]), breathes)
    }

    /// The cells that hang together with `from`, or `None` once one of them escapes.
    pub(super) fn flood(
        &self,
        from: Cell,
        passable: impl Fn(Patch) -> Patch,
        escapes: impl Fn(&Spot) -> bool,
    ) -> Option<Bits> {
        let mut seen = Bits::EMPTY;
        seen.insert(from);
        let mut left = seen;
        while let Some(cell) = left.pop() {
            let spot = self.board.spot(cell);
            if escapes(spot) {
                return None;
            }
            let next = passable(spot.near).without(&seen);
            seen.insert_all(next);
            left.insert_all(next);
        }
        Some(seen)
    }

    /// The regions of enemy stones (with the empty cells between them, if
    /// enclosure is open) that `by` has enclosed.
    pub(super) fn enclosed(&self, position: &AndantinoPosition, by: Player) -> Vec<Bits> {
        let mut regions = Vec::new();
        let mut left = position.stones[!by];
        while let Some(cell) = left.pop() {
            let found = match self.enclosure {
                Enclosure::Open => self.region(position, by, cell),
                Enclosure::Strict => self.group(position, by, cell),
            };
            if let Some(region) = found {
                left = left & !region;
                regions.push(region);
            }
        }
        regions
    }

    /// All walled cells of a position in which nothing is enclosed.
    pub(super) fn all_walled(&self, position: &AndantinoPosition) -> Bits {
        if self.enclosure == Enclosure::Strict {
            return Bits::EMPTY;
        }
        let mut walled = Bits::EMPTY;
        let mut empty = self.board.cells() & !position.occupied();
        while let Some(cell) = empty.pop() {
            for region in Player::BOTH.iter().filter_map(|by| self.region(position, *by, cell)) {
                walled = walled | region;
                empty = empty & !region;
            }
        }
        walled
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Game, Options, PerPlayer, Rng};

    use super::*;
    use crate::andantino::hexagon::STEPS;

    /// The definition of the rules, word by word: cells that are not `by`'s,
    /// joined step by step, without one on the edge.
    fn plain_regions(game: &Andantino, position: &AndantinoPosition, by: Player) -> Vec<Bits> {
        let board = &game.board;
        let mut regions: Vec<Bits> = Vec::new();
        for cell in (board.cells() & !position.stones[by]).iter() {
            let mut region = Bits::EMPTY;
            region.insert(cell);
            let mut edge = false;
            loop {
                let before = region;
                for cell in before.iter() {
                    let near: Vec<Cell> = STEPS.iter().filter_map(|step| board.step(cell, *step)).collect();
                    edge |= near.len() < STEPS.len();
                    near.into_iter()
                        .filter(|near| !position.stones[by].has(*near))
                        .for_each(|near| region.insert(near));
                }
                if region == before {
                    break;
                }
            }
            if !edge && !regions.contains(&region) {
                regions.push(region);
            }
        }
        regions
    }

    #[test]
    fn regions_on_crowded_boards_are_those_of_the_definition() {
        let mut rng = Rng::new(6);
        let mut found = 0;
        for side in [3, 4, 6] {
            let text = format!("side={side}");
            let game = Andantino::new(Options::parse(Andantino::INFO.options, &text).unwrap()).unwrap();
            for _ in 0..200 {
                let mut stones = PerPlayer([Bits::EMPTY; 2]);
                let share = 2 + rng.below(7);
                for cell in game.board.cells().iter() {
                    match rng.below(10) {
                        0 => {}
                        drawn if drawn <= share => stones[Player::One].insert(cell),
                        _ => stones[Player::Two].insert(cell),
                    }
                }
                let position = game.set_up(stones, Player::One);
                for by in Player::BOTH {
                    let mut expected = plain_regions(&game, &position, by);
                    expected.retain(|region| !(*region & position.stones[!by]).is_empty());
                    let mut enclosed = game.enclosed(&position, by);
                    for regions in [&mut expected, &mut enclosed] {
                        regions.sort_by_key(|region| region.nth(0));
                    }
                    assert_eq!(enclosed, expected);
                    found += enclosed.len();
                }
            }
        }
        assert!(found > 100, "{found}");
    }
}
