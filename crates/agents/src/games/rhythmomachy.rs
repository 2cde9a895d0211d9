//! The players of Anderson et al. 1999. Each looks at its own side only:
//! nothing of the opponent's is subtracted.

use agon_core::{Outcome, Player, Tracked};
use agon_games::{Rhythmomachy, RhythmomachyPosition};
use agon_search::{LeafValue, Minimax, Score, Value};

use crate::entry::{Entry, Made, Preset};
use crate::level::Level;
use crate::{Offer, Params, Settings, SpecError, Strength};

/// What agents know of the game.
pub(super) static ENTRY: Entry<Rhythmomachy> = Entry { presets: PRESETS, levels: LEVELS, ..Entry::DEFAULT };

const PRESETS: &[Preset<Rhythmomachy>] = &[
    Preset {
        name: "sledge",
        meaning: "captures, then points, then threats, then the centre (Anderson et al. 1999)",
        offer: Some(Offer::of_paper(
            "Sledge",
            "Wants captures, then points, then threats, then the centre (Anderson et al. 1999).",
            STRENGTH,
        )),
        make: |params, settings| make(params, settings, Taste::Sledge),
    },
    Preset {
        name: "squares02",
        meaning: "sledge that loves its squares 0 and 2",
        offer: Some(Offer::of_paper(
            "Squares 0 and 2",
            "Plays like Sledge but holds on to its squares 0 and 2 (Anderson et al. 1999).",
            STRENGTH,
        )),
        make: |params, settings| make(params, settings, Taste::Squares02),
    },
    Preset {
        name: "allsquares",
        meaning: "sledge that loves all its squares",
        offer: Some(Offer::of_paper(
            "All squares",
            "Plays like Sledge but holds on to all its squares (Anderson et al. 1999).",
            STRENGTH,
        )),
        make: |params, settings| make(params, settings, Taste::AllSquares),
    },
    Preset {
        name: "aggressive",
        meaning: "captures and threats, nothing else",
        offer: Some(Offer::of_paper(
            "Aggressive",
            "Wants captures and threats and nothing else (Anderson et al. 1999).",
            STRENGTH,
        )),
        make: |params, settings| make(params, settings, Taste::Aggressive),
    },
];

/// Plies looked ahead.
const STRENGTH: Strength = Strength { parameter: "depth", values: &["1", "2", "3", "4", "5"], usual: "4" };

/// Between the usual ones below level 6 there is too little, and the first is no beginner.
const LEVELS: &[Level] = &[
    Level { nodes: 200, depth: 2, blur: 180, blind: 22 },
    Level { nodes: 430, depth: 3, blur: 102, blind: 15 },
    Level { nodes: 1_300, depth: 4, blur: 48, blind: 10 },
    Level { nodes: 3_500, depth: 5, blur: 22, blind: 6 },
    Level { nodes: 8_500, depth: 6, blur: 7, blind: 3 },
    Level { nodes: 19_000, depth: 127, blur: 1, blind: 1 },
    Level { nodes: 42_000, depth: 127, blur: 0, blind: 0 },
    Level { nodes: 110_000, depth: 127, blur: 0, blind: 0 },
    Level { nodes: 320_000, depth: 127, blur: 0, blind: 0 },
    Level { nodes: 1_000_000, depth: 127, blur: 0, blind: 0 },
];

fn make(params: &mut Params, settings: Settings, taste: Taste) -> Result<Made<Rhythmomachy>, SpecError> {
    let limits = params.limits()?;
    let exhaustive = params.flag("exhaustive")?.unwrap_or(false);
    let agent = Minimax { prune: !exhaustive, threads: settings.threads as u32, ..Minimax::new(taste, 4) };
    Ok((Box::new(agent), limits))
}

/// What a player of the paper wants.
#[derive(Clone, Copy, Debug)]
enum Taste {
    Sledge,
    Squares02,
    AllSquares,
    Aggressive,
}

/// Squares by their king-distance from the middle of the board, rounded down.
const RINGS: [u64; 4] = rings();

const fn rings() -> [u64; 4] {
    let mut rings = [0; 4];
    let mut square = 0;
    while square < 64 {
        let file = if square % 8 < 4 { 3 - square % 8 } else { square % 8 - 4 };
        let rank = if square / 8 < 4 { 3 - square / 8 } else { square / 8 - 4 };
        rings[if file > rank { file } else { rank }] |= 1 << square;
        square += 1;
    }
    rings
}

impl Taste {
    /// What each own square piece is worth beside its place.
    fn squares(self, position: &RhythmomachyPosition, own: u64) -> i64 {
        let squares = own & position.square_pieces();
        match self {
            Taste::Sledge | Taste::Aggressive => 0,
            Taste::AllSquares => i64::from(squares.count_ones()),
            Taste::Squares02 => (0..64)
                .filter(|square| squares >> square & 1 != 0 && matches!(position.number(*square), 0 | 2))
                .count() as i64,
        }
    }
}

impl LeafValue<Rhythmomachy> for Taste {
    type State = ();

    fn state(&self, _: &Rhythmomachy, _: &RhythmomachyPosition) {}

    #[inline]
    fn leaf(&self, _: &Rhythmomachy, at: &Tracked<RhythmomachyPosition, ()>, searcher: Player) -> i64 {
        let position = &at.position;
        let captures = i64::from(position.captures(searcher));
        let threats = i64::from((position.reach(searcher) & position.pieces(!searcher)).count_ones());
        if matches!(self, Taste::Aggressive) {
            return 10_000_000 * captures + 1000 * threats;
        }
        let own = position.pieces(searcher);
        let centre: u32 = (0..3).map(|ring| (3 - ring as u32) * (own & RINGS[ring]).count_ones()).sum();
        1_000_000 * captures
            + 10_000 * i64::from(position.points(searcher))
            + 100 * threats
            + i64::from(centre)
            + 500_000 * self.squares(position, own)
    }

    fn decided(&self, outcome: Outcome, level: u32, searcher: Player) -> i64 {
        let size = (32_000 - i64::from(level)) * 1_000_000;
        match outcome.winner {
            Some(winner) if winner == searcher => size,
            Some(_) => -size,
            None => 0,
        }
    }

    /// A capture is shown as ten points; wins lie above all captures that there can be.
    fn score(&self, worth: i64) -> Score {
        const WON: i64 = 31_000_000_000;
        let plies = (32_000 - worth.abs() / 1_000_000) as i32;
        match worth {
            WON.. => Value::win(plies),
            ..=-31_000_000_000 => Value::loss(plies),
            _ => (worth / 1000) as Score,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use agon_core::Options;
    use agon_search::Limits;

    use crate::Settings;

    fn answer(spec: &str, position: &str) -> String {
        let options = Options::defaults(agon_games::game_of("rhythmomachy").unwrap().options);
        let game = agon_games::open("rhythmomachy", options).unwrap();
        let mut thinker = crate::make(&*game, &spec.parse().unwrap(), Settings::default()).unwrap();
        let play = game.position(position).unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        thinker.think(&*play, &Limits::default(), &stop, &mut |_| {}).unwrap().best.unwrap()
    }

    /// White can capture the circle 9 by d4c5 or the square by e4f5, which
    /// also comes beside the circle 40.
    #[test]
    fn each_taste_captures_what_it_likes_best() {
        let a_two = "8/C4,6,C1/1,c9,2,c40,1,s2,1/8/3,C5,C3,3/8/8/8 w 0 0 0 0 0";
        let a_six = "8/C4,6,C1/1,c9,2,c40,1,s6,1/8/3,C5,C7,3/8/8/8 w 0 0 0 0 0";
        let expected = [
            ("sledge", "d4c5", "d4c5"),
            ("squares02", "e4f5", "d4c5"),
            ("allsquares", "e4f5", "e4f5"),
            ("aggressive", "e4f5", "e4f5"),
        ];
        for (taste, with_two, with_six) in expected {
            for exhaustive in ["", ",exhaustive=true"] {
                let spec = format!("{taste}:depth=1{exhaustive}");
                assert_eq!((&*answer(&spec, a_two), &*answer(&spec, a_six)), (with_two, with_six), "{spec}");
            }
        }
    }

    #[test]
    fn a_win_goes_before_all_tastes() {
        // 4 + 5 = 9 brings the fourth capture and the points; the square brings no points.
        let position = "8/C4,6,C3/1,c9,2,c40,1,s0,1/8/3,C5,C3,3/8/8/8 w 3 16 0 0 40";
        for taste in ["sledge", "squares02", "allsquares", "aggressive"] {
            assert_eq!(answer(taste, position), "d4c5", "{taste}");
        }
    }
}
