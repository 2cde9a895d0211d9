use agon_core::Player;

use super::Andantino;
use super::bits::{Bits, Counted};
use super::hexagon::Cell;
use super::lines::{arcs, directions, splitting, step_to};
use super::near::Near;
use super::rules::{AndantinoPosition, Enclosure, Status, Stone};
use super::state::AndantinoState;

/// The fewest stones of a ring that lacks one…
const SHORTEST: u32 = 5;
/// …and the fewest pairs of them that touch.
const FEWEST_LINKS: u16 = SHORTEST as u16 - 1;

impl Andantino {
    /// Adds the cells on which either player can close a ring around an enemy
    /// stone since `mover` placed a stone, which ended nothing.
    ///
    /// A new ring of the mover goes through the new stone; a cell beside that
    /// lies inside. A ring of the opponent is new only in that it has
    /// something inside; but if the new stone touches one of its own colour,
    /// whatever encloses it now enclosed the other before.
    #[inline]
    pub(super) fn find_closing(
        &self,
        position: &AndantinoPosition,
        state: &mut AndantinoState,
        (stone, near): (Stone<'_>, Near),
    ) {
        let (cell, neighbours) = (stone.cell, stone.star.neighbours());
        let by = if neighbours == 0 { !stone.mover } else { stone.mover };
        if state.shapes[by].links < FEWEST_LINKS {
            return;
        }
        let wins = &mut state.wins[by];
        if neighbours == 0 {
            if self.is_narrow(position, by, cell) {
                self.cut_off(position, wins, by, cell);
            }
        } else if arcs(neighbours) == 0 {
            self.close_beside(position, wins, by, (stone, near));
        } else if self.is_long(&position.stones[by], cell) {
            let beside = self.board.spot(cell).near.without(&position.stones[by]);
            let narrow: Bits = beside.iter().filter(|cell| self.is_narrow(position, by, *cell)).collect();
            narrow.iter().for_each(|inside| self.cut_off(position, wins, by, inside));
        }
    }

    /// Whether one stone of `by` may cut the cell off: not where two straight
    /// ways to the edge are free.
    #[inline]
    fn is_narrow(&self, position: &AndantinoPosition, by: Player, cell: Cell) -> bool {
        position.lines.free_ways(by, self.board.spot(cell)).count() < 2
    }

    /// Adds the cells on which `by` can close a ring through its new stone,
    /// all of whose neighbours of its own colour leave a single gap.
    ///
    /// Such a stone parts nothing until there is another in the middle of the
    /// gap, so only there a ring can be closed that could not be before; and
    /// it has one of the two gaps that are left inside.
    #[inline]
    fn close_beside(
        &self,
        position: &AndantinoPosition,
        wins: &mut Counted,
        by: Player,
        (stone, near): (Stone<'_>, Near),
    ) {
        let (cell, neighbours) = (stone.cell, stone.star.neighbours());
        // What it touches beside the new stone is farther away, and so part of another arc.
        let mut cuts = splitting(neighbours) & near.touching() & stone.star.free_neighbours(stone.spot);
        while cuts != 0 {
            let bit = cuts.trailing_zeros();
            cuts &= cuts - 1;
            let cut = cell.moved(step_to(bit));
            if !wins.cells().has(cut) {
                for step in directions(arcs(neighbours | 1 << bit)) {
                    if let Some(inside) = self.board.step(cell, step)
                        && self.is_narrow(position, by, inside)
                        && self.encloses(position, by, (inside, cut))
                    {
                        wins.insert(cut);
                    }
                }
            }
        }
    }

    /// Whether a stone of `by` on an empty cell might close a ring.
    #[inline]
    fn may_close(&self, position: &AndantinoPosition, by: Player, cut: Cell) -> bool {
        arcs(position.lines.star(by, self.board.spot(cut)).neighbours()) != 0
    }

    /// Whether a stone of `by` on `cut` would enclose the region around
    /// `inside`, and an enemy stone in it.
    fn encloses(&self, position: &AndantinoPosition, by: Player, (inside, cut): (Cell, Cell)) -> bool {
        self.region_without(position, by, (inside, cut))
            .is_some_and(|region| !(region & position.stones[!by]).is_empty())
    }

    /// Whether the stones that hang together with this one are enough for a
    /// ring that lacks one.
    fn is_long(&self, stones: &Bits, from: Cell) -> bool {
        let mut seen = Bits::EMPTY;
        seen.insert(from);
        let (mut left, mut count) = (seen, 1);
        while let Some(cell) = left.pop() {
            let next = self.board.spot(cell).near.within(stones).without(&seen);
            seen.insert_all(next);
            left.insert_all(next);
            count += next.count();
            if count >= SHORTEST {
                return true;
            }
        }
        false
    }

    /// Adds the cells on which a stone of `by` would enclose the region
    /// around `inside`, if there is an enemy stone in it.
    fn cut_off(&self, position: &AndantinoPosition, wins: &mut Counted, by: Player, inside: Cell) {
        let Some(way) = self.way_out(position, by, inside) else { return };
        let mut cuts = way & position.touched & !position.occupied();
        cuts.remove(inside);
        for cut in cuts.iter() {
            if self.may_close(position, by, cut) && !wins.cells().has(cut) && self.encloses(position, by, (inside, cut))
            {
                wins.insert(cut);
            }
        }
    }

    /// Cells among which there is a way from `inside` to the edge past the
    /// stones of `by`, if there is one.
    fn way_out(&self, position: &AndantinoPosition, by: Player, inside: Cell) -> Option<Bits> {
        let mut seen = Bits::EMPTY;
        seen.insert(inside);
        let mut left = seen;
        while let Some(cell) = left.pop() {
            let spot = self.board.spot(cell);
            if let Some(step) = position.lines.free_ways(by, spot).steps().next() {
                std::iter::successors(Some(cell), |cell| self.board.step(*cell, step)).for_each(|c| seen.insert(c));
                return Some(seen);
            }
            let next = spot.near.without(&position.stones[by]).without(&seen);
            seen.insert_all(next);
            left.insert_all(next);
        }
        None
    }

    /// The region around `inside` that a stone of `by` on `cut` would leave,
    /// if it would not reach the edge.
    fn region_without(&self, position: &AndantinoPosition, by: Player, (inside, cut): (Cell, Cell)) -> Option<Bits> {
        let (mut stones, mut lines) = (position.stones[by], position.lines);
        stones.insert(cut);
        lines.insert(by, self.board.spot(cut));
        self.flood(inside, |near| near.without(&stones), |spot| lines.free_ways(by, spot).any())
    }

    /// The empty cells on which a stone of `by` wins, legal or not; none after the end.
    pub(super) fn winning(&self, position: &AndantinoPosition, by: Player) -> Bits {
        if position.status != Status::Ongoing {
            return Bits::EMPTY;
        }
        let empty = self.board.cells() & !position.occupied();
        let fives = empty.iter().filter(|cell| position.lines.star(by, self.board.spot(*cell)).wins());
        fives.collect::<Bits>() | self.all_closing(position, by)
    }

    /// All cells on which a stone of `by` would enclose an enemy stone, in a
    /// position in which nothing is enclosed.
    pub(super) fn all_closing(&self, position: &AndantinoPosition, by: Player) -> Bits {
        if self.enclosure == Enclosure::Strict {
            return Bits::EMPTY;
        }
        let encloses = |cut: &Cell| {
            self.may_close(position, by, *cut)
                && position.stones[!by].iter().any(|enemy| self.region_without(position, by, (enemy, *cut)).is_some())
        };
        (position.touched & !position.occupied()).iter().filter(encloses).collect()
    }
}
