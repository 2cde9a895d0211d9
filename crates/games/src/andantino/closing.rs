use agon_core::Player;

use super::Andantino;
use super::bits::Bits;
use super::hexagon::{Cell, STEPS};
use super::lines::arcs;
use super::rules::{AndantinoPosition, Enclosure};

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
    pub(super) fn find_closing(&self, position: &mut AndantinoPosition, mover: Player, cell: Cell, neighbours: u8) {
        let by = if neighbours == 0 { !mover } else { mover };
        if position.shapes[by].links < FEWEST_LINKS {
            return;
        }
        let spot = self.board.spot(cell);
        let beside = if neighbours == 0 { spot.here } else { spot.near.without(&position.stones[by]) };
        // A cell from which two straight ways to the edge are free is not cut off by one stone.
        let is_narrow = |cell: &Cell| {
            let spot = self.board.spot(*cell);
            position.lines[by].through(spot).free_ways(spot).count_ones() < 2
        };
        let Some(first) = beside.iter().find(is_narrow) else { return };
        if neighbours == 0 {
            self.cut_off(position, by, first);
        } else if self.is_long(&position.stones[by], cell) {
            let narrow: Bits = beside.iter().filter(is_narrow).collect();
            narrow.iter().for_each(|inside| self.cut_off(position, by, inside));
        }
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
    fn cut_off(&self, position: &mut AndantinoPosition, by: Player, inside: Cell) {
        let Some(way) = self.way_out(position, by, inside) else { return };
        let mut cuts = way & position.touched & !position.occupied() & !position.wins[by];
        cuts.remove(inside);
        for cut in cuts.iter() {
            let spot = self.board.spot(cut);
            if arcs(position.lines[by].through(spot).neighbours(spot)) != 0
                && let Some(region) = self.region_without(position, by, (inside, cut))
                && !(region & position.stones[!by]).is_empty()
            {
                position.wins[by].insert(cut);
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
            let free = position.lines[by].through(spot).free_ways(spot);
            if free != 0 {
                let step = STEPS[free.trailing_zeros() as usize];
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
        let (mut stones, mut lines) = (position.stones[by], position.lines[by]);
        stones.insert(cut);
        lines.insert(self.board.spot(cut));
        self.flood(inside, |near| near.without(&stones), |spot| lines.through(spot).free_ways(spot) != 0)
    }

    /// All cells on which a stone of `by` would enclose an enemy stone, in a
    /// position in which nothing is enclosed.
    pub(super) fn all_closing(&self, position: &AndantinoPosition, by: Player) -> Bits {
        if self.enclosure == Enclosure::Strict {
            return Bits::EMPTY;
        }
        let encloses = |cut: &Cell| {
            let spot = self.board.spot(*cut);
            arcs(position.lines[by].through(spot).neighbours(spot)) != 0
                && position.stones[!by].iter().any(|enemy| self.region_without(position, by, (enemy, *cut)).is_some())
        };
        (position.touched & !position.occupied()).iter().filter(encloses).collect()
    }
}
