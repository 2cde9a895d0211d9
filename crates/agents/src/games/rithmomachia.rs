//! The player of Roy 2020, who gives its ideas and leaves its numbers open.

use agon_core::{Outcome, Player, Tracked};
use agon_games::{Rithmomachia, RithmomachiaPosition};
use agon_search::{LeafValue, Minimax};

use crate::entry::{Entry, Made, Preset};
use crate::level::Level;
use crate::{Offer, Params, Settings, SpecError, Strength};

/// What agents know of the game.
pub(super) static ENTRY: Entry<Rithmomachia> = Entry { presets: PRESETS, levels: LEVELS, ..Entry::DEFAULT };

const PRESETS: &[Preset<Rithmomachia>] = &[Preset {
    name: "roy-minimax",
    meaning: "captures, then the advance of the front circles (Roy 2020)",
    offer: Some(Offer::of_paper(
        "Roy’s player",
        "Wants captures, and then to advance its front circles (Roy 2020).",
        Strength { parameter: "depth", values: &["1", "2", "3"], usual: "2" },
    )),
    make,
}];

/// Who begins wins soon between players who see a little: what tells levels apart lies below that.
const LEVELS: &[Level] = &[
    Level { nodes: 10, depth: 1, blur: 3_300, blind: 86 },
    Level { nodes: 10, depth: 1, blur: 2_600, blind: 81 },
    Level { nodes: 10, depth: 1, blur: 2_150, blind: 73 },
    Level { nodes: 10, depth: 1, blur: 1_300, blind: 57 },
    Level { nodes: 15, depth: 1, blur: 430, blind: 32 },
    Level { nodes: 45, depth: 2, blur: 255, blind: 24 },
    Level { nodes: 180, depth: 2, blur: 155, blind: 18 },
    Level { nodes: 400, depth: 2, blur: 105, blind: 14 },
    Level { nodes: 1_050, depth: 3, blur: 60, blind: 12 },
    Level { nodes: 1_000_000, depth: 127, blur: 0, blind: 0 },
];

fn make(params: &mut Params, settings: Settings) -> Result<Made<Rithmomachia>, SpecError> {
    let agent = Minimax { threads: settings.threads as u32, ..Minimax::new(BodiesAndCircles, 2) };
    Ok((Box::new(agent), params.limits()?))
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
    type State = ();

    fn state(&self, _: &Rithmomachia, _: &RithmomachiaPosition) {}

    #[inline]
    fn leaf(&self, _: &Rithmomachia, at: &Tracked<RithmomachiaPosition, ()>, searcher: Player) -> i64 {
        let position = &at.position;
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use agon_core::{Game, History, Notation, Options};
    use agon_search::{Limits, Minimaxed};

    use super::*;

    fn read(text: &str) -> (Rithmomachia, RithmomachiaPosition) {
        let game = Rithmomachia::new(Options::defaults(Rithmomachia::INFO.options)).unwrap();
        let position = game.parse_position(text).unwrap();
        (game, position)
    }

    /// The answer, and what it is worth.
    fn answer(text: &str) -> (String, i64) {
        let (game, position) = read(text);
        answer_in(&History::new(Arc::new(game), position), 2)
    }

    fn answer_in(history: &History<Rithmomachia>, depth: u32) -> (String, i64) {
        let agent = Minimax::new(BodiesAndCircles, depth);
        let Minimaxed { mv, worth, .. } = agent.search(history, &Limits::default(), &AtomicBool::new(false)).unwrap();
        (history.game().move_text(history.position(), mv), worth)
    }

    /// Figure 8 of the thesis, rebuilt: its player, which is said to look two plies ahead, steps
    /// beside a circle that takes it. Ours does so with one ply, and not with two: either the
    /// thesis counts plies otherwise, or its program had a fault.
    #[test]
    fn the_blunder_of_figure_8_is_made_with_one_ply_and_not_with_two() {
        let game = Arc::new(Rithmomachia::new(Options::defaults(Rithmomachia::INFO.options)).unwrap());
        let mut history = History::new(Arc::clone(&game), game.start());
        for mv in "c13c12 c4c5 c12c11 c5c6 c11c10 c6c7".split(' ') {
            history.play(game.parse_move(history.position(), mv).unwrap());
        }
        assert_eq!(answer_in(&history, 1).0, "c10c9");
        let (careful, worth) = answer_in(&history, 2);
        assert_eq!((&*careful, worth), ("d13d12", 4));
        // What follows the blunder: the 8 steps beside the 3 and takes it.
        for mv in ["c10c9", "c7c8"] {
            history.play(game.parse_move(history.position(), mv).unwrap());
        }
        assert_eq!(history.position().bodies(Player::Two), 1);
    }

    #[test]
    fn only_the_circles_of_the_front_row_advance() {
        // Two nines, of which the further counts; a three beyond the fifth rank; others do not count.
        let board = "8/8/2,c9,c25,4/8/4,c7,3/5,c9,2/8/8/8/c3,7/8/8/2,C5,5/8/8/8";
        let position = read(&format!("{board} odd 0:0:0 0:0:0 0")).1;
        assert_eq!(advance(&position, Player::One), 2 + 1 + 5);
        assert_eq!(advance(&position, Player::Two), 0);
        let alone = "8/8/8/7,t90/8/8/8/8/8/8/8/8/5,C2,2/8/8/8 even 0:0:0 0:0:0 0";
        assert_eq!(answer(alone), ("f4f5".to_string(), 1));
        let alone = "8/8/8/2,c3,5/8/8/8/8/8/8/8/8/8/8/8/T81,7 odd 0:0:0 0:0:0 0";
        assert_eq!(answer(alone), ("c13c12".to_string(), 1));
    }

    #[test]
    fn a_body_is_worth_more_than_a_rank() {
        // From a5 and from e5 the square meets the triangle on e1.
        let board = "8/8/8/2,c3,5/8/8/8/s49,7/8/8/8/8/8/8/8/4,T9,2,S81";
        assert_eq!(answer(&format!("{board} odd 0:0:0 0:0:0 0")), ("a9a5".to_string(), 100));
    }

    #[test]
    fn a_won_game_is_worth_more_than_anything() {
        // A step beside the eight captures it: the fifth body, or only the first.
        let board = "8/8/8/8/8/8/8/8/2,c3,5/8/2,C8,5/8/8/8/8/S81,7";
        assert_eq!(answer(&format!("{board} odd 20:4:4 0:0:0 0")), ("c8c7".to_string(), WON));
        assert_eq!(answer(&format!("{board} odd 0:0:0 0:0:0 0")), ("c8c7".to_string(), 105));
    }
}
