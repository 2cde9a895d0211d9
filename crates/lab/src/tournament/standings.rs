use super::{Course, Ratings};
use crate::Games;

/// Where a player stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The player, by its place in the list.
    pub player: usize,
    /// Its games, from its side.
    pub games: Games,
    /// Its rating, if all players can be compared.
    pub elo: Option<f64>,
    /// Half the width of its 95 % interval, if there are enough games.
    pub error: Option<f64>,
    /// In how many stages of a knock-out it went on.
    pub won_stages: usize,
}

impl Course {
    /// All players, the best first: by stages won in a knock-out, then by rating.
    pub fn standings(&self, ratings: Option<&Ratings>) -> Vec<Standing> {
        let standing = |player| Standing {
            player,
            games: self.results.all(player),
            elo: ratings.map(|ratings| ratings.elo[player]),
            error: ratings.and_then(|ratings| ratings.error.as_ref()).map(|error| error[player]),
            won_stages: self.stages.iter().flatten().filter(|tie| tie.winner == Some(player)).count(),
        };
        let mut all: Vec<Standing> = (0..self.results.players()).map(standing).collect();
        let share = |standing: &Standing| standing.games.points() / standing.games.total().max(1) as f64;
        all.sort_by(|a, b| {
            let by_rating = b.elo.unwrap_or_else(|| share(b)).total_cmp(&a.elo.unwrap_or_else(|| share(a)));
            b.won_stages.cmp(&a.won_stages).then(by_rating)
        });
        all
    }
}
