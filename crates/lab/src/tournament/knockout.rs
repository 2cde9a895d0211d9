use agon_core::Record;

use super::schedule::fixture;
use super::{Course, Results, hear};
use crate::runner::Fixtures;
use crate::{Archive, Fixture, LabError, Runner};

/// How many more openings a tie may be played with before the list decides.
const EXTRA: usize = 5;

/// A round of a knock-out.
pub type Stage = Vec<Tie>;

/// Two players that meet, of whom one goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tie {
    /// Who meets; the second is `None` when nobody is left to meet.
    pub players: (usize, Option<usize>),
    /// Who goes on; `None` while that is open. If more openings do not decide, it is
    /// whoever stands first in the list.
    pub winner: Option<usize>,
}

/// Plays a knock-out. The list of players is the seeding: the first two can meet only in the last stage.
pub(super) fn run(
    games: usize,
    runner: &Runner<'_>,
    mut archive: Option<&mut Archive>,
    mut results: Results,
    tell: &mut (dyn FnMut(&Record, &Results) + Send),
) -> Result<Course, LabError> {
    let (mut stages, mut asked) = (Vec::new(), 0);
    let mut stage = first_stage(results.players());
    while !stage.is_empty() {
        for extra in 0..=EXTRA {
            let open = Open::of(&stage, games, extra, asked);
            asked = asked.saturating_add(open.games());
            let fixtures = Fixtures { games: open.games(), at: &|at| open.fixture(at) };
            runner.run(fixtures, archive.as_deref_mut(), &mut |fixture, record| {
                hear(&mut results, fixture, record, tell)
            })?;
            if results.games() < asked as u64 {
                // It was stopped.
                stages.push(stage);
                return Ok(Course { results, stages, asked });
            }
            decide(&mut stage, &results, extra == EXTRA);
        }
        let next = next_stage(&stage);
        stages.push(stage);
        stage = next;
    }
    Ok(Course { results, stages, asked })
}

/// The games of all ties that are open, one tie after another.
struct Open {
    pairings: Vec<[usize; 2]>,
    /// How many games each plays…
    each: usize,
    /// …beginning with this opening.
    opening: usize,
    /// How many games came before.
    before: usize,
}

impl Open {
    fn of(stage: &[Tie], games: usize, extra: usize, before: usize) -> Self {
        let open = stage.iter().filter(|tie| tie.winner.is_none());
        let pairings = open.filter_map(|tie| Some([tie.players.0, tie.players.1?])).collect();
        let (each, opening) = if extra == 0 { (games, 0) } else { (2, games.div_ceil(2) + extra - 1) };
        Open { pairings, each, opening, before }
    }

    fn games(&self) -> usize {
        self.pairings.len().saturating_mul(self.each)
    }

    fn fixture(&self, at: usize) -> Fixture {
        let within = at % self.each;
        fixture(self.before + at + 1, self.pairings[at / self.each], self.opening + within / 2, within % 2)
    }
}

/// Sends on whoever has scored more; `finally`, somebody in any case.
fn decide(stage: &mut [Tie], results: &Results, finally: bool) {
    for tie in stage.iter_mut().filter(|tie| tie.winner.is_none()) {
        let (a, b) = tie.players;
        let [lost, _, won] = b.map_or([0, 0, 1], |b| results.against(a, b).0);
        tie.winner = match won.cmp(&lost) {
            std::cmp::Ordering::Greater => Some(a),
            std::cmp::Ordering::Less => b,
            std::cmp::Ordering::Equal => finally.then(|| b.map_or(a, |b| a.min(b))),
        };
    }
}

/// The first stage: the first in the list meets the last, and so on; where the
/// number is not a power of two, the first have nobody to meet.
fn first_stage(players: usize) -> Stage {
    if players < 2 {
        return Stage::new();
    }
    let mut order = vec![0];
    while order.len() < players.next_power_of_two() {
        let last = 2 * order.len() - 1;
        order = order.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    order.chunks(2).map(|pair| tie(pair[0], Some(pair[1]).filter(|other| *other < players))).collect()
}

fn next_stage(stage: &[Tie]) -> Stage {
    let on: Vec<usize> = stage.iter().filter_map(|tie| tie.winner).collect();
    if on.len() < 2 { Stage::new() } else { on.chunks(2).map(|pair| tie(pair[0], pair.get(1).copied())).collect() }
}

fn tie(a: usize, b: Option<usize>) -> Tie {
    Tie { players: (a, b), winner: None }
}

#[cfg(test)]
mod tests {
    use agon_core::GameResult;

    use super::*;

    #[test]
    fn the_best_meet_last() {
        let players = |stage: &[Tie]| stage.iter().map(|tie| tie.players).collect::<Vec<_>>();
        assert_eq!(players(&first_stage(4)), [(0, Some(3)), (1, Some(2))]);
        assert_eq!(players(&first_stage(5)), [(0, None), (3, Some(4)), (1, None), (2, None)]);
        let mut stage = first_stage(32);
        let mut played = 0;
        while !stage.is_empty() {
            played += stage.len();
            for tie in &mut stage {
                tie.winner = tie.players.1.map(|b| tie.players.0.min(b));
            }
            assert!(stage.iter().any(|tie| tie.winner == Some(0)));
            stage = next_stage(&stage);
        }
        assert_eq!(played, 31);
        assert!(first_stage(1).is_empty());
    }

    fn fixtures(stage: &[Tie], games: usize, extra: usize, before: usize) -> Vec<Fixture> {
        let open = Open::of(stage, games, extra, before);
        (0..open.games()).map(|at| open.fixture(at)).collect()
    }

    #[test]
    fn ties_are_broken() {
        let mut stage = first_stage(2);
        let mut results = Results::new(2);
        let first = fixtures(&stage, 2, 0, 0);
        assert_eq!(first.len(), 2);
        for fixture in &first {
            results.add(fixture, GameResult::Draw);
        }
        decide(&mut stage, &results, false);
        assert_eq!(stage[0].winner, None);
        let more = fixtures(&stage, 2, 1, 2);
        assert_eq!((more[0].round, more[0].opening, more.len()), (3, 1, 2));
        results.add(&more[0], GameResult::SecondWins);
        decide(&mut stage, &results, false);
        assert_eq!(stage[0].winner, Some(1));
        let mut even = first_stage(2);
        decide(&mut even, &Results::new(2), true);
        assert_eq!(even[0].winner, Some(0));
    }
}
