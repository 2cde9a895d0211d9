use agon_core::solver::{Part, Prospect, Puzzle, Solution, Verdict};
use agon_core::{Game, Solver};

use super::TileSum;
use super::reach::Reach;
use super::rules::{Fill, TileSumPosition};

/// A goal that chance brings less often than once in so many games needs a friend.
const HARDLY_EVER: u64 = 10;

/// For how many moves puzzles are offered.
const PUZZLE_MOVES: u8 = 8;

/// The highest goal that the option takes.
const HIGHEST_GOAL: i64 = 999;

impl TileSum {
    /// The highest score that Max can reach if Min does all it can to help, if that can be found soon.
    pub fn with_help(&self, position: &TileSumPosition) -> Option<i64> {
        Reach::new(self, position).highest(Fill::Plus)
    }

    /// The puzzles of so many moves, unless they are too hard to compute.
    fn rungs(&self, moves: u8) -> Option<Vec<Puzzle>> {
        let game = TileSum { moves, ..self.clone() };
        let start = game.start();
        let reach = Reach::new(&game, &start);
        let forced = reach.highest(Fill::Minus)?.min(HIGHEST_GOAL);
        let possible = reach.highest(Fill::Plus)?.min(HIGHEST_GOAL);
        let (mut lucky, mut beyond) = (forced.max(0), possible + 1);
        while lucky + 1 < beyond {
            let goal = i64::midpoint(lucky, beyond);
            let (wins, of) = reach.chance(goal)?;
            if wins * HARDLY_EVER >= of { lucky = goal } else { beyond = goal }
        }
        let mut goals = vec![forced, lucky, possible];
        goals.retain(|goal| *goal >= 1);
        goals.dedup();
        let puzzle = |goal: i64| Puzzle {
            options: vec![("moves", moves.to_string()), ("goal", goal.to_string())],
            solution: TileSum { goal, ..game.clone() }.solve(&start),
        };
        Some(goals.into_iter().map(puzzle).collect())
    }
}

impl Solver<TileSum> for TileSum {
    fn solve(&self, position: &TileSumPosition) -> Solution {
        let reach = Reach::new(self, position);
        let sure = |part, most: i64| Prospect { part, wins: u64::from(most >= self.goal), of: 1, most: Some(most) };
        let forced = reach.highest(Fill::Minus).map(|most| sure(Part::Adversary, most));
        let possible = reach.highest(Fill::Plus).map(|most| sure(Part::Friend, most));
        let drawn = match (forced, possible) {
            (Some(Prospect { wins: 1, .. }), _) => Some((1, 1)),
            (_, Some(Prospect { wins: 0, .. })) => Some((0, 1)),
            _ => reach.chance(self.goal),
        };
        let drawn = drawn.map(|(wins, of)| Prospect { part: Part::Chance, wins, of, most: None });
        let verdict = match (forced, drawn) {
            (Some(Prospect { wins: 1, .. }), _) => Verdict::Forced,
            (_, Some(Prospect { wins: 0, .. })) => Verdict::Lost,
            (_, Some(Prospect { wins, of, .. })) if wins * HARDLY_EVER >= of => Verdict::Luck,
            (_, Some(_)) => Verdict::Friend,
            (_, None) => Verdict::Unknown,
        };
        let prospects = [forced, drawn, possible].into_iter().flatten().collect();
        Solution {
            verdict,
            text: in_words(verdict).to_string(),
            score: position.score,
            goal: self.goal,
            left: u32::from(self.moves.saturating_sub(position.made)),
            prospects,
        }
    }

    /// For each number of moves the highest goals that can be forced, that luck may bring, and that a friend can give.
    fn puzzles(&self) -> Vec<Puzzle> {
        (1..=PUZZLE_MOVES).flat_map(|moves| self.rungs(moves).unwrap_or_default()).collect()
    }
}

fn in_words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Forced => "Max can force the goal, whatever Min does.",
        Verdict::Luck => "Max cannot force the goal, but chance may bring it.",
        Verdict::Friend => "Max needs a friend: chance would hardly ever be so kind.",
        Verdict::Lost => "The goal is out of reach, even with a friend.",
        Verdict::Unknown => "Too many moves are left to say exactly what can be reached.",
    }
}
