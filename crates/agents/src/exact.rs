use std::sync::atomic::{AtomicBool, Ordering};

use agon_core::{DynPlay, Game, History, Player, Registered, Swap, Turn};
use agon_games::Visitor;

/// How often the flag that stops a walk is looked at, in moves made.
const LOOK: u64 = 1 << 16;

/// What a walk through all lines of a game found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exact {
    /// How likely it is that player 1 wins when everybody plays as well as can be. A draw is no win.
    pub chance: f64,
    /// Moves made.
    pub nodes: u64,
}

/// The exact chance of player 1, from a walk through every line that can matter: the best for
/// player 1, the worst for player 2, the mean where chance draws. When player 1 is `helped`, all
/// others choose the best for it too. `None` if `stop` or `most` moves made end the walk.
pub fn exact(play: &dyn DynPlay, helped: bool, most: u64, stop: &AtomicBool) -> Option<Exact> {
    struct Walk<'w>(&'w dyn DynPlay, bool, u64, &'w AtomicBool);
    impl Visitor for Walk<'_> {
        type Output = Option<Exact>;
        fn visit<G: Registered>(&mut self) -> Option<Exact> {
            let mut history = self.0.as_any().downcast_ref::<History<G>>()?.clone();
            let mut walker =
                Walker { one: self.0.side(Player::One), helped: self.1, most: self.2, stop: self.3, nodes: 0 };
            let chance = walker.chance(&mut history)?;
            Some(Exact { chance, nodes: walker.nodes })
        }
    }
    if matches!(play.swap(), Swap::Next | Swap::Now) {
        return exact_with_swap(play, helped, most, stop);
    }
    agon_games::visit(play.info().name, &mut Walk(play, helped, most, stop)).ok()?
}

/// The same while a swap is possible: the moves up to it are walked through one by one.
fn exact_with_swap(play: &dyn DynPlay, helped: bool, most: u64, stop: &AtomicBool) -> Option<Exact> {
    let is_best = helped || play.turn() == Turn::Player(Player::One);
    let mut found = Exact { chance: if is_best { 0.0 } else { 1.0 }, nodes: 0 };
    for mv in play.moves() {
        let mut next = play.boxed_clone();
        next.play(&mv).ok()?;
        let Exact { chance, nodes } = exact(&*next, helped, most.checked_sub(found.nodes)?, stop)?;
        found.chance = if is_best { found.chance.max(chance) } else { found.chance.min(chance) };
        found.nodes += nodes + 1;
    }
    Some(found)
}

/// Which of the chances after the moves counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    Best,
    Worst,
    Mean,
}

struct Walker<'w> {
    /// The side of player 1.
    one: Player,
    helped: bool,
    most: u64,
    stop: &'w AtomicBool,
    nodes: u64,
}

impl Walker<'_> {
    fn chance<G: Game>(&mut self, history: &mut History<G>) -> Option<f64> {
        if let Some(outcome) = history.outcome() {
            return Some(if outcome.winner == Some(self.one) { 1.0 } else { 0.0 });
        }
        let aim = match history.game().turn(history.position()) {
            _ if self.helped => Aim::Best,
            Turn::Player(side) if side == self.one => Aim::Best,
            Turn::Player(_) => Aim::Worst,
            Turn::Chance => Aim::Mean,
        };
        let mut found = if aim == Aim::Worst { 1.0_f64 } else { 0.0 };
        for mv in history.moves() {
            let share = if aim == Aim::Mean { history.game().probability(history.position(), mv) } else { 1.0 };
            history.play(mv);
            self.nodes += 1;
            let chance = self.chance(history);
            history.undo();
            let chance = chance?;
            // What is certain already cannot be bettered, or made worse.
            let is_certain;
            (found, is_certain) = match aim {
                Aim::Best => (found.max(chance), found.max(chance) >= 1.0),
                Aim::Worst => (found.min(chance), found.min(chance) <= 0.0),
                Aim::Mean => (found + share * chance, false),
            };
            if is_certain {
                break;
            }
            let is_stopped = self.nodes.is_multiple_of(LOOK) && self.stop.load(Ordering::Relaxed);
            if self.nodes > self.most || is_stopped {
                return None;
            }
        }
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Options;

    use super::*;

    fn walk(options: &str, helped: bool, most: u64) -> Option<f64> {
        let info = agon_games::game_of("tilesum").unwrap();
        let game = agon_games::open(info.name, Options::parse(info.options, options).unwrap()).unwrap();
        exact(&*game.start(), helped, most, &AtomicBool::new(false)).map(|exact| exact.chance)
    }

    #[test]
    fn forced_possible_and_likely_are_three_things() {
        assert_eq!([walk("goal=4 moves=3", false, 999), walk("goal=5 moves=3", false, 999)], [Some(1.0), Some(0.0)]);
        assert_eq!([walk("goal=6 moves=3", true, 999), walk("goal=7 moves=3", true, 999)], [Some(1.0), Some(0.0)]);
        // After `u`, a +1 makes `d r` sure; otherwise `u d` comes to 5 and what is put where it ends.
        let lucky = walk("goal=6 moves=3 min=random", false, 9999).unwrap();
        assert!((lucky - 5.0 / 9.0).abs() < 1e-12, "{lucky}");
        assert_eq!(walk("goal=7 moves=5", false, 10), None);
    }
}
