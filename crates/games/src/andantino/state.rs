use agon_core::{PerPlayer, Player};

use super::Andantino;
use super::bits::Counted;
use super::hexagon::{Cell, Spot};
use super::lines::Lines;
use super::near::Near;
use super::patterns::Patterns;
use super::rules::{AndantinoPosition, Enclosure, Onlooker, Status, Stone};
use super::shapes::Shapes;
use super::star::Star;

/// What the evaluation of Andantino keeps up to date from move to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AndantinoState {
    /// Empty cells on which a stone of a player wins, legal or not: it
    /// completes five or, for [`Enclosure::Open`], encloses an enemy stone.
    /// Stones never leave, so such a cell stays until one is placed on it.
    /// None after the end.
    pub(super) wins: PerPlayer<Counted>,
    /// What the patterns of stones are worth to Black.
    pub(super) balance: i32,
    /// What each player's stones are still too few for.
    pub(super) shapes: PerPlayer<Shapes>,
}

/// What is worth so much to a player, seen from Black's side; and the other way round.
#[inline]
pub(super) fn for_black(player: Player, worth: i32) -> i32 {
    if player == Player::One { worth } else { -worth }
}

impl AndantinoState {
    /// The state of a position, from its stones.
    pub(super) fn of(game: &Andantino, patterns: &Patterns, position: &AndantinoPosition) -> Self {
        let mut state = AndantinoState::default();
        let mut lines = Lines::default();
        for player in Player::BOTH {
            for cell in position.stones[player].iter() {
                let spot = game.board.spot(cell);
                let (star, near) = (lines.star(player, spot), lines.near(player, spot));
                state.balance += for_black(player, patterns.change(&lines, (player, spot), (star, near)));
                state.count_shapes(player, cell, (spot, star));
                lines.insert(player, spot);
            }
        }
        state.wins = PerPlayer(Player::BOTH.map(|player| game.winning(position, player).into()));
        state
    }

    /// Brings what follows from the lines up to date with a new stone.
    #[inline]
    fn count_shapes(&mut self, mover: Player, cell: Cell, (spot, star): (&Spot, Star)) {
        let windows = star.windows(spot);
        self.shapes[mover].grow(windows.own());
        self.shapes[mover].links += star.neighbours().count_ones() as u16;
        self.shapes[!mover].spoil(windows.enemy());
        for five in star.completing(cell, windows) {
            self.wins[mover].insert(five);
        }
        self.wins[mover].remove(cell);
        self.wins[!mover].remove(cell);
    }
}

/// Keeps a state up to date while stones are placed.
pub(super) struct Tracker<'t> {
    pub state: &'t mut AndantinoState,
    pub patterns: &'t Patterns,
}

impl Onlooker for Tracker<'_> {
    /// What surrounds the stone.
    type Seen = Near;

    #[inline]
    fn placing(&mut self, _: &Andantino, position: &AndantinoPosition, stone: Stone<'_>) -> Near {
        let Stone { cell, spot, mover, star, .. } = stone;
        let near = position.lines.near(mover, spot);
        let change = self.patterns.change(&position.lines, (mover, spot), (star, near));
        self.state.balance += for_black(mover, change);
        self.state.count_shapes(mover, cell, (spot, star));
        near
    }

    #[inline]
    fn placed(&mut self, game: &Andantino, position: &AndantinoPosition, stone: Stone<'_>, near: Near) {
        if position.status != Status::Ongoing {
            self.state.wins = PerPlayer::default();
        } else if game.enclosure == Enclosure::Open && !stone.walled {
            game.find_closing(position, self.state, (stone, near));
        }
    }
}
