//! The player of Roy 2020, who gives its ideas and leaves its numbers open.

use std::any::Any;

use agon_core::{Outcome, Player};
use agon_games::{Rithmomachia, RithmomachiaPosition};
use agon_search::{LeafValue, Minimax};

use super::{Preset, hide};
use crate::{Params, Settings, SpecError};

pub(super) const PRESETS: &[Preset] = &[Preset {
    game: "rithmomachia",
    name: "roy-minimax",
    meaning: "captures, then the advance of the front circles (Roy 2020)",
    make,
}];

fn make(params: &mut Params, settings: Settings) -> Result<Box<dyn Any>, SpecError> {
    let agent = Minimax { threads: settings.threads as u32, ..Minimax::new(BodiesAndCircles, 2) };
    Ok(hide::<Rithmomachia>(agent, params.limits()?))
}

/// What a won game is worth.
const WON: i64 = 1_000_000;
/// What a body is worth.
const BODY: i64 = 100;
/// Ranks beyond these do not count.
const MOST_RANKS: u8 = 5;

/// Bodies captured and lost, and how far the own circles of the front row have come.
#[derive(Clone, Copy, Debug)]
struct BodiesAndCircles;

/// The values of a side's front row, and the rank on which it stands at the start.
fn front_row(side: Player) -> ([u16; 4], u8) {
    match side {
        Player::One => ([3, 5, 7, 9], 13),
        Player::Two => ([2, 4, 6, 8], 4),
    }
}

/// The ranks that the circles of the front row have advanced. Two circles of a
/// side can have one value, of which one began further back, and a position does
/// not tell them apart: the further one counts.
fn advance(position: &RithmomachiaPosition, side: Player) -> i64 {
    let (values, start) = front_row(side);
    let mut ranks = [0; 4];
    for (value, rank) in position.circles(side) {
        if let Some(place) = values.iter().position(|front| *front == value) {
            let advanced = if side == Player::One { start.saturating_sub(rank) } else { rank.saturating_sub(start) };
            ranks[place] = advanced.min(MOST_RANKS).max(ranks[place]);
        }
    }
    ranks.into_iter().map(i64::from).sum()
}

impl LeafValue<Rithmomachia> for BodiesAndCircles {
    #[inline]
    fn leaf(&self, _: &Rithmomachia, position: &RithmomachiaPosition, searcher: Player) -> i64 {
        let bodies = i64::from(position.bodies(searcher)) - i64::from(position.bodies(!searcher));
        BODY * bodies + advance(position, searcher)
    }

    fn decided(&self, outcome: Outcome, _: u32, searcher: Player) -> i64 {
        match outcome.winner {
            Some(winner) if winner == searcher => WON,
            Some(_) => -WON,
            None => 0,
        }
    }
}
