use std::collections::BTreeMap;

use agon_core::{GameResult, Player};

use super::Ratings;
use crate::tally::half_points;
use crate::{Fixture, Games};

/// Who met whom, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    players: usize,
    /// By the pair of players, the smaller number first, and the opening: its
    /// one or two games, from the first one's side.
    meetings: BTreeMap<(usize, usize, usize), Games>,
}

/// The games of two players with one opening. They depend on each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    pub players: [usize; 2],
    /// How many games.
    pub games: f64,
    /// What the first of the two scored.
    pub points: f64,
}

impl Results {
    /// No games yet.
    pub fn new(players: usize) -> Self {
        Results { players, meetings: BTreeMap::new() }
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.players
    }

    pub(super) fn add(&mut self, fixture: &Fixture, result: GameResult) {
        let [one, two] = fixture.players.0;
        let side = if one < two { Player::One } else { Player::Two };
        let meeting = self.meetings.entry((one.min(two), one.max(two), fixture.opening)).or_default();
        meeting.add(half_points(result, side));
    }

    /// Adds the results of another tournament of the same players; its openings count as others.
    pub(crate) fn absorb(&mut self, other: &Results) {
        let used = self.meetings.keys().map(|(_, _, opening)| opening + 1).max().unwrap_or(0);
        self.meetings.extend(other.meetings.iter().map(|((a, b, opening), games)| ((*a, *b, opening + used), *games)));
    }

    pub(super) fn meetings(&self) -> impl Iterator<Item = Meeting> {
        self.meetings.iter().map(|((a, b, _), counts)| Meeting {
            players: [*a, *b],
            games: counts.total() as f64,
            points: counts.points(),
        })
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.meetings.values().map(Games::total).sum()
    }

    /// The games of one player against another, from its side.
    pub fn against(&self, player: usize, other: usize) -> Games {
        let pair = (player.min(other), player.max(other));
        let range = (pair.0, pair.1, 0)..=(pair.0, pair.1, usize::MAX);
        let sum = self.meetings.range(range).fold(Games::default(), |sum, (_, games)| sum.plus(games));
        if player < other { sum } else { sum.reversed() }
    }

    /// All games of a player, from its side.
    pub fn all(&self, player: usize) -> Games {
        let others = (0..self.players).filter(|other| *other != player);
        others.fold(Games::default(), |sum, other| sum.plus(&self.against(player, other)))
    }

    /// The ratings that make these results most likely; `None` when some
    /// players cannot be compared, not even over others.
    pub fn ratings(&self) -> Option<Ratings> {
        Ratings::of(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Counts;
    use crate::tournament::schedule::fixture;

    #[test]
    fn every_game_counts_for_both() {
        let mut results = Results::new(3);
        results.add(&fixture(1, [2, 0], 0, 0), GameResult::FirstWins);
        results.add(&fixture(2, [2, 0], 0, 1), GameResult::Draw);
        results.add(&fixture(3, [0, 1], 0, 0), GameResult::FirstWins);
        assert_eq!(results.against(2, 0), Counts([0, 1, 1]));
        assert_eq!(results.against(0, 2), Counts([1, 1, 0]));
        assert_eq!(results.all(0), Counts([1, 1, 1]));
        assert_eq!((results.games(), results.against(1, 2).total()), (3, 0));
        let meeting = results.meetings().nth(1).unwrap();
        assert_eq!(
            (meeting.players, meeting.games.to_bits(), meeting.points.to_bits()),
            ([0, 2], 2f64.to_bits(), 0.5f64.to_bits())
        );
    }
}
