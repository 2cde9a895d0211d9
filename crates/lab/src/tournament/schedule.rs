use agon_core::PerPlayer;

use crate::Fixture;

/// All pairs of players, in rounds in which nobody plays twice (the circle method).
pub(super) fn round_robin(players: usize) -> Vec<[usize; 2]> {
    let seats = players.next_multiple_of(2);
    let mut pairings = Vec::new();
    for round in 0..seats.saturating_sub(1) {
        // One seat stays; the others move on by one each round.
        let at = |seat: usize| if seat == 0 { 0 } else { 1 + (seat - 1 + round) % (seats - 1) };
        for seat in 0..seats / 2 {
            let (a, b) = (at(seat), at(seats - 1 - seat));
            // With an odd number of players, one of them rests.
            if a.max(b) < players {
                pairings.push([a.min(b), a.max(b)]);
            }
        }
    }
    pairings
}

/// The first player against each of the others.
pub(super) fn gauntlet(players: usize) -> Vec<[usize; 2]> {
    (1..players).map(|other| [0, other]).collect()
}

/// One of the games of these pairings, by its place among all of them, from 0. All have met once before any meet again, so
/// that a tournament that is stopped has compared everybody; and more games
/// only add to the list, so that it can be resumed.
pub(super) fn fixture_at(pairings: &[[usize; 2]], games: usize, at: usize) -> Fixture {
    let opening = at / (2 * pairings.len());
    // The last opening of an odd number of games is played once.
    let times = 2.min(games - 2 * opening);
    let within = at - 2 * opening * pairings.len();
    fixture(at + 1, pairings[within / times], opening, within % times)
}

/// The first or second game of an opening: sides are swapped.
pub(super) fn fixture(round: usize, [a, b]: [usize; 2], opening: usize, game: usize) -> Fixture {
    let players = if game == 0 { [a, b] } else { [b, a] };
    Fixture { round, players: PerPlayer(players), opening }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn everybody_meets_everybody_once() {
        for players in 0..12 {
            let pairings = round_robin(players);
            let different: HashSet<_> = pairings.iter().collect();
            assert_eq!(pairings.len(), players * players.saturating_sub(1) / 2);
            assert_eq!(different.len(), pairings.len());
            assert!(pairings.iter().all(|[a, b]| a < b && *b < players));
            for round in pairings.chunks((players / 2).max(1)) {
                assert_eq!(round.iter().flatten().collect::<HashSet<_>>().len(), 2 * round.len());
            }
        }
    }

    #[test]
    fn each_opening_is_played_with_sides_swapped() {
        let all_of = |games| -> Vec<Fixture> {
            let pairings = round_robin(3);
            (0..3 * games).map(|at| fixture_at(&pairings, games, at)).collect()
        };
        let all = all_of(3);
        let players: Vec<[usize; 2]> = all.iter().map(|fixture| fixture.players.0).collect();
        assert_eq!(players[6..], round_robin(3), "the last opening is played once");
        assert!(all.iter().zip(1..).all(|(fixture, round)| fixture.round == round));
        let (one, two) = (all[0], all[1]);
        assert_eq!((one.opening, one.players.0), (0, [two.players.0[1], two.players.0[0]]));
        // More games come after those that there were.
        assert_eq!(all[..6], all_of(2)[..]);
    }
}
