use std::collections::HashMap;

use super::TileSum;
use super::rules::{Fill, MOST_SQUARES, Step, TileSumPosition};

/// Rests of games that are looked at before a question counts as too hard. Nine
/// moves on the usual board take about 50 000, and a player should not have to wait.
const MOST_RESTS: usize = 60_000;

/// More moves than this, and chances are no longer whole numbers that every
/// language can hold: 3^33 is less than 2^53.
const MOST_MOVES: u8 = 33;

/// What is left of a game when the tile is to be moved, but for the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Rest {
    /// Two bits a square: 0 as it was at first, else 2 more than its number.
    squares: u64,
    /// The number under the tile.
    carried: i64,
    /// Where the tile lies; the bits of this square are 0.
    tile: u8,
    /// The moves left.
    left: u8,
}

/// Answers what can be reached from a position, by looking at all that can happen.
///
/// A higher number on a square never harms Max, who could play as if it were
/// lower and would have at least as much at every step. So the worst that Min can
/// do is always -1, the best always +1, and neither has to be searched for.
pub(super) struct Reach<'g> {
    game: &'g TileSum,
    /// The numbers at first.
    base: [i32; MOST_SQUARES],
    score: i64,
    /// What is left, for each number that may come to lie on the open square; one where none is open.
    rests: Vec<(Fill, Rest)>,
}

impl<'g> Reach<'g> {
    pub fn new(game: &'g TileSum, position: &TileSumPosition) -> Self {
        let rest = Rest {
            squares: 0,
            carried: i64::from(position.numbers[usize::from(position.tile)]),
            tile: position.tile,
            left: game.moves.saturating_sub(position.made),
        };
        let rests = match position.open {
            None => vec![(Fill::Zero, rest)],
            Some(open) => Fill::ALL.map(|fill| (fill, Rest { squares: bits(open, fill), ..rest })).to_vec(),
        };
        Reach { game, base: position.numbers, score: position.score, rests }
    }

    /// The highest score on the way when every open square gets this number:
    /// what Max can force with -1, what is possible at all with +1.
    pub fn highest(&self, fill: Fill) -> Option<i64> {
        let (_, rest) = self.rests.iter().find(|(first, _)| *first == fill).or_else(|| self.rests.first())?;
        Some(self.score + self.gain(*rest, fill, &mut HashMap::new())?)
    }

    /// In how many of how many ways that a random Min may play Max reaches the goal.
    pub fn chance(&self, goal: i64) -> Option<(u64, u64)> {
        let left = self.rests.first()?.1.left;
        let need = goal - self.score;
        if need <= 0 || left == 0 {
            return Some((u64::from(need <= 0), 1));
        }
        if left > MOST_MOVES {
            return None;
        }
        let mut known = HashMap::new();
        let (mut wins, mut of) = (0, ways(left) * self.rests.len() as u64);
        for (_, rest) in &self.rests {
            wins += self.wins(*rest, need, &mut known)?;
        }
        while of > 1 && wins % 3 == 0 {
            (wins, of) = (wins / 3, of / 3);
        }
        Some((wins, of))
    }

    /// What the score gains at most, when every open square gets this number.
    fn gain(&self, rest: Rest, fill: Fill, known: &mut HashMap<Rest, i64>) -> Option<i64> {
        if rest.left == 0 {
            return Some(0);
        }
        if let Some(gain) = known.get(&rest) {
            return Some(*gain);
        }
        let mut most = 0;
        for next in self.steps(rest) {
            most = most.max(next.carried + self.gain(next.filled(rest.tile, fill), fill, known)?);
        }
        remember(known, rest, most)
    }

    /// In how many of the [`ways`] of a random Min Max gains so much.
    fn wins(&self, rest: Rest, need: i64, known: &mut HashMap<(Rest, i64), u64>) -> Option<u64> {
        let all = ways(rest.left);
        let (least, most) = self.bounds(rest);
        if most < need {
            return Some(0);
        }
        if least >= need {
            return Some(all);
        }
        if let Some(wins) = known.get(&(rest, need)) {
            return Some(*wins);
        }
        let mut best = 0;
        for next in self.steps(rest) {
            let wins = match () {
                () if next.carried >= need => all,
                () if next.left == 0 => 0,
                () => {
                    let mut wins = 0;
                    for fill in Fill::ALL {
                        wins += self.wins(next.filled(rest.tile, fill), need - next.carried, known)?;
                    }
                    wins
                }
            };
            best = best.max(wins);
            if best == all {
                break;
            }
        }
        remember(known, (rest, need), best)
    }

    /// Between what the gain lies, seen at once: every step could meet the lowest or the highest number.
    fn bounds(&self, rest: Rest) -> (i64, i64) {
        let (mut low, mut high) = (Fill::Minus as i64, Fill::Plus as i64);
        for square in (0..self.game.size * self.game.size).filter(|square| *square != rest.tile) {
            let number = self.number(rest, square);
            (low, high) = (low.min(number), high.max(number));
        }
        let left = i64::from(rest.left);
        let after = |number: i64, steps: i64| steps * rest.carried + number * steps * (steps + 1) / 2;
        // With ever lower numbers it is best to stop before they eat up what is carried.
        let stop = (rest.carried / -low).clamp(1, left);
        (after(low, stop), after(high, 1).max(after(high, left)))
    }

    /// The rests after each step, before the square that was left is filled.
    fn steps(&self, rest: Rest) -> impl Iterator<Item = Rest> {
        Step::ALL.into_iter().filter_map(move |step| {
            let tile = self.game.target(rest.tile, step)?;
            let carried = rest.carried + self.number(rest, tile);
            Some(Rest { squares: rest.squares & !(3 << (2 * tile)), carried, tile, left: rest.left - 1 })
        })
    }

    fn number(&self, rest: Rest, square: u8) -> i64 {
        match rest.squares >> (2 * square) & 3 {
            0 => i64::from(self.base[usize::from(square)]),
            filled => filled as i64 - 2,
        }
    }
}

impl Rest {
    fn filled(self, square: u8, fill: Fill) -> Rest {
        Rest { squares: self.squares | bits(square, fill), ..self }
    }
}

/// How a filled square is written down.
fn bits(square: u8, fill: Fill) -> u64 {
    ((fill as i64 + 2) as u64) << (2 * square)
}

/// In how many ways the squares can be filled between the moves that are left.
fn ways(left: u8) -> u64 {
    3_u64.pow(u32::from(left.saturating_sub(1)))
}

/// Remembers an answer, or gives up.
fn remember<K: Eq + std::hash::Hash, V: Copy>(known: &mut HashMap<K, V>, key: K, value: V) -> Option<V> {
    if known.len() >= MOST_RESTS {
        return None;
    }
    known.insert(key, value);
    Some(value)
}
