use agon_core::{Record, mix};

use super::{Course, Results, hear, ratings, schedule};
use crate::runner::Fixtures;
use crate::{Archive, Fixture, LabError, Runner};

/// How many pairings are tried before two players meet again.
const TRIES: u32 = 10_000;

/// Plays a Swiss tournament: in every round each player meets one of about its
/// own strength, by what is known so far, whom it has not met yet. What comes of
/// a round decides the next, so more rounds only add to those that there were.
pub(super) fn run(
    (rounds, games): (usize, usize),
    runner: &Runner<'_>,
    mut archive: Option<&mut Archive>,
    mut results: Results,
    tell: &mut (dyn FnMut(&Record, &Results) + Send),
) -> Result<Course, LabError> {
    let a_round = (results.players() / 2).saturating_mul(games);
    for round in 0..rounds {
        let pairings = pair(&results);
        let fixtures =
            Fixtures { games: pairings.len().saturating_mul(games), at: &|at| fixture(&pairings, round, games, at) };
        runner
            .run(fixtures, archive.as_deref_mut(), &mut |fixture, record| hear(&mut results, fixture, record, tell))?;
        if results.games() < a_round.saturating_mul(round + 1) as u64 {
            // It was stopped.
            break;
        }
    }
    Ok(Course { results, stages: Vec::new(), asked: a_round.saturating_mul(rounds) })
}

/// A game of a round. Every round has openings of its own.
fn fixture(pairings: &[[usize; 2]], round: usize, games: usize, at: usize) -> Fixture {
    let fixture = schedule::fixture_at(pairings, games, at);
    Fixture {
        round: fixture.round + round * pairings.len() * games,
        opening: fixture.opening + round * games.div_ceil(2),
        ..fixture
    }
}

/// Who meets whom in the next round. Of an odd number the last one rests who
/// has not rested more often than others.
fn pair(results: &Results) -> Vec<[usize; 2]> {
    let mut order = ranked(results);
    if order.len() % 2 == 1 {
        let games = |player: &usize| results.all(*player).total();
        let most = order.iter().map(games).max();
        if let Some(at) = order.iter().rposition(|player| Some(games(player)) == most) {
            order.remove(at);
        }
    }
    let mut pairings = Vec::new();
    let mut tries = TRIES;
    if match_up(&order, results, &mut pairings, &mut tries) {
        pairings
    } else {
        order.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()
    }
}

/// All players, the strongest first, as far as is known. Who did alike is in no
/// order of the list, where the strong or the related often stand together.
fn ranked(results: &Results) -> Vec<usize> {
    // In whole millionths, so that who did alike is alike.
    let strengths: Vec<i64> =
        ratings::provisional(results).iter().map(|strength| (strength * 1e6).round() as i64).collect();
    let mut order: Vec<usize> = (0..results.players()).collect();
    order.sort_by_key(|player| (std::cmp::Reverse(strengths[*player]), mix(*player as u64)));
    order
}

fn have_met(results: &Results, player: usize, other: usize) -> bool {
    player != other && results.against(player, other).total() > 0
}

/// Gives each player, from the first on, the nearest whom it has not met, if
/// those behind can be matched too.
fn match_up(order: &[usize], results: &Results, pairings: &mut Vec<[usize; 2]>, tries: &mut u32) -> bool {
    let Some((first, others)) = order.split_first() else { return true };
    for (at, other) in others.iter().enumerate().filter(|(_, other)| !have_met(results, *first, **other)) {
        let Some(left) = tries.checked_sub(1) else { return false };
        *tries = left;
        pairings.push([*first, *other]);
        let rest = [&others[..at], &others[at + 1..]].concat();
        if match_up(&rest, results, pairings, tries) {
            return true;
        }
        pairings.pop();
    }
    false
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use agon_core::GameResult;

    use super::*;

    fn fixtures(pairings: &[[usize; 2]], round: usize, games: usize) -> Vec<Fixture> {
        (0..pairings.len() * games).map(|at| fixture(pairings, round, games, at)).collect()
    }

    /// Plays rounds in which whoever stands first in the list wins; gives who met whom.
    fn meetings(players: usize, rounds: usize) -> (Results, Vec<[usize; 2]>) {
        let mut results = Results::new(players);
        let mut met = Vec::new();
        for round in 0..rounds {
            let pairings = pair(&results);
            for fixture in fixtures(&pairings, round, 2) {
                let [one, two] = fixture.players.0;
                results.add(&fixture, if one < two { GameResult::FirstWins } else { GameResult::SecondWins });
            }
            met.extend(pairings.iter().map(|[a, b]| [*a.min(b), *a.max(b)]));
        }
        (results, met)
    }

    #[test]
    fn nobody_meets_anybody_twice() {
        for (players, rounds) in [(2, 1), (3, 3), (7, 5), (8, 7), (40, 12), (41, 12)] {
            let (results, met) = meetings(players, rounds);
            assert_eq!(met.iter().collect::<HashSet<_>>().len(), met.len(), "{players}");
            assert_eq!(met.len(), players / 2 * rounds);
            // Nobody rests twice while others have not rested.
            let played: HashSet<u64> = (0..players).map(|player| results.all(player).total()).collect();
            assert!(played.iter().max().unwrap() - played.iter().min().unwrap() <= 2, "{players}: {played:?}");
        }
        // When all have met all, they meet again.
        assert_eq!(meetings(4, 5).1.len(), 10);
        assert_eq!(meetings(1, 2).1.len(), 0);
    }

    #[test]
    fn like_meets_like() {
        let (_, met) = meetings(32, 8);
        let apart: usize = met[7 * 16..].iter().map(|[a, b]| b - a).sum();
        // Two random players of 32 are 11 places apart.
        assert!(apart < 16 * 5, "{met:?}");
    }

    #[test]
    fn every_game_has_its_number_and_every_round_its_openings() {
        let all: Vec<Fixture> = (0..3).flat_map(|round| fixtures(&[[0, 1], [3, 2]], round, 4)).collect();
        assert!(all.iter().zip(1..).all(|(fixture, number)| fixture.round == number));
        let openings: Vec<usize> = all.iter().map(|fixture| fixture.opening).collect();
        assert_eq!(openings[..8], [0, 0, 0, 0, 1, 1, 1, 1]);
        assert_eq!(openings[8], 2);
        assert_eq!((all[0].players.0, all[1].players.0), ([0, 1], [1, 0]));
    }
}
